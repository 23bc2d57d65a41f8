/** What cards count (R22, D2, P3), to order choices and to say what a hand holds. The server's sums decide. */
import { fullRules } from '../lib/rules'
import { isSet, rank } from './actions'

export interface Worth {
  ace: string
  headBonus: boolean
  head: string | null
}

export function worthOf(rules: Record<string, unknown>, head: string | null): Worth {
  const full = fullRules(rules)
  return { ace: String(full.ace_value), headBonus: full.head_bonus === true, head }
}

/** A card's points; laid in a run it may count other than elsewhere. */
export function points(card: string, worth: Worth, inRun = false): number {
  const speto = card === '2c' || card === 'Qs'
  if (worth.headBonus && card === worth.head) return speto ? 100 : 50
  if (speto) return 50
  if (card[0] === 'A') return worth.ace === 'five' ? 5 : worth.ace === 'split15_10' && inRun ? 10 : 15
  return rank(card) >= 8 ? 10 : 5
}

export function laid(cards: readonly string[], worth: Worth): number {
  const inRun = !isSet(cards)
  return cards.reduce((sum, card) => sum + points(card, worth, inRun), 0)
}

/** What a hand would cost if the deal ended now; the head cannot lie in it (A5). */
export function held(cards: readonly string[], worth: Worth): number {
  return cards.reduce((sum, card) => sum + points(card, { ...worth, headBonus: false }), 0)
}
