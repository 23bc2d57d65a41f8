/** A hint shown on the cards; and what a meld takes, for the choice between two. */
import type { DummyView, MeldView } from '../protocol'
import { deepestOf, pileCards, rank, RANKS, read, suit } from './actions'
import { clear, type Draft, type Phase, selectAll } from './draft'

/** The draft with the cards of an action chosen, as if they had been tapped: what it does is still for the button. */
export function pointed(draft: Draft, view: DummyView, phase: Phase, text: string): Draft {
  const { kind, cards } = read(text)
  const bare = clear(draft)
  if (kind === 'pickup') return { ...bare, deepest: deepestOf(pileCards(view), cards), pickup: text }
  if (kind === 'meld' || kind === 'discard') return selectAll(bare, phase, cards)
  if (kind === 'layoff') return { ...selectAll(bare, phase, cards), target: text }
  return bare
}

/** The card that a run takes next when this one has joined it; null for a set, and at the ends (R6, R16). */
export function opened(meld: MeldView, card: string): string | null {
  if (meld.kind === 'set') return null
  const ranks = meld.cards.map(([one]) => rank(one))
  const next = rank(card) > Math.max(...ranks) ? rank(card) + 1 : rank(card) - 1
  const letter = RANKS[next]
  return next >= 0 && letter ? letter + suit(card) : null
}
