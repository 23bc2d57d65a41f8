/** The score sheet as figures: its rows, and each seat's sum written out. The lines themselves come from the server. */
import { num } from '../../i18n/index.svelte'
import type { DummyView, LineView } from '../../protocol'

/** The fixed order of the rows, so that people learn where each one stands. */
export const ROWS = [
  'laid', 'head', 'knock_card', 'hand', 'foolish_discard', 'layoff_discard', 'full_discard', 'head_feed', 'speto_feed', 'speto_lure',
  'speto_laid_off', 'dark_knock', 'colour_knock', 'dark_deduction',
] as const
export type Code = (typeof ROWS)[number]

export const PENALTIES: readonly Code[] = ROWS.slice(4, 11)
/** Shown as a factor: what the doubling adds is in the sum. */
export const FACTORS: readonly Code[] = ['dark_knock', 'colour_knock', 'dark_deduction']
/** There in every deal. */
export const ALWAYS: readonly Code[] = ['laid', 'hand']

/** Rows that a house rule switches on; the others are there at every table. */
export const SWITCHED: Partial<Record<Code, string>> = {
  head: 'head_bonus', layoff_discard: 'layoff_discard', full_discard: 'full_discard', head_feed: 'head_feed',
  speto_feed: 'speto_feed', speto_lure: 'speto_lure', speto_laid_off: 'speto_laid_off', colour_knock: 'colour_knock',
}

/** The lines of one seat and row: several penalties of one kind stand in one cell. */
export function linesOf(deal: DummyView, seat: number, code: Code): LineView[] {
  return deal.ledger.filter((line) => line.seat === seat && line.code === code)
}

export function pointsOf(deal: DummyView, seat: number, code: Code): number {
  return linesOf(deal, seat, code).reduce((sum, line) => sum + line.points, 0)
}

/** The knocker first, or the best score; then the others as they sit. */
export function columns(deal: DummyView, seats: readonly number[]): number[] {
  const scores = deal.scores ?? seats.map(() => 0)
  const best = seats.reduce((a, b) => ((scores[b] ?? 0) > (scores[a] ?? 0) ? b : a))
  const first = deal.knocker ?? best
  return [first, ...seats.filter((seat) => seat !== first)]
}

/** (35 + 50) × 2 = 170: how a seat's lines add up (the formula of docs/rules.md, section 1). */
export function arithmetic(deal: DummyView, seat: number): string {
  const of = (code: Code) => pointsOf(deal, seat, code)
  const charged = PENALTIES.flatMap((code) => linesOf(deal, seat, code).map((line) => -line.points))
  const total = deal.ledger.filter((line) => line.seat === seat).reduce((sum, line) => sum + line.points, 0)
  const plus = [of('laid'), of('head'), of('knock_card')].filter((value) => value)
  const factor = (of('dark_knock') ? 2 : 1) * (of('colour_knock') ? 2 : 1)
  const hand = -of('hand')
  const doubled = -of('dark_deduction')
  let said: string
  if (doubled) {
    // An unborn seat has laid nothing; what is doubled is the hand, or the penalties with it.
    const all = doubled > hand || (hand === 0 && charged.length > 0)
    const twice = [...(hand ? [hand] : []), ...(all ? charged : [])]
    said = `−${group(twice)} × 2${all ? '' : minus(charged)}`
  } else if (factor > 1) {
    said = `${group(plus)} × ${factor}${minus(charged)}`
  } else {
    const less = [...(hand ? [hand] : []), ...charged]
    said = plus.length ? plus.join(' + ') + minus(less) : less.length ? `−${less.join(' − ')}` : '0'
  }
  return said === num(total) ? said : `${said} = ${num(total)}`
}

function group(values: readonly number[]): string {
  return values.length > 1 ? `(${values.join(' + ')})` : String(values[0] ?? 0)
}

function minus(values: readonly number[]): string {
  return values.map((value) => ` − ${value}`).join('')
}

/** The scores of the match before a deal and with it. */
export function standings(results: readonly { scores: readonly number[] }[], deal: DummyView): { before: number[]; after: number[] } {
  const seats = deal.hands.map((_, seat) => seat)
  const sum = (count: number) =>
    seats.map((seat) => results.slice(0, count).reduce((total, one) => total + (one.scores[seat] ?? 0), 0))
  const before = sum(deal.number - 1)
  return { before, after: before.map((points, seat) => points + (deal.scores?.[seat] ?? 0)) }
}
