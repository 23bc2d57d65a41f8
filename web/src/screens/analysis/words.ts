/** What was found, in words: an action, a reason, figures with their signs. Used by the analysis and by hints. */
import type { Decision } from '../../analysis'
import type { DummyView, Reason } from '../../protocol'
import { num, signed } from '../../i18n/index.svelte'
import { read } from '../../table/actions'
import { meldOf } from '../../table/log'
import { m } from './messages'

/** An action, as somebody would say to do it where the table lies so. */
export function doing(text: string, deal: Pick<DummyView, 'melds' | 'actions'>): string {
  const action = read(text)
  const { kind, cards } = action
  const words = m().doing
  switch (kind) {
    case 'draw':
      return words.draw
    case 'pass':
      return words.pass
    case 'layoff':
      return words.layoff(cards[0]!, meldOf(deal, action))
    case 'pickup':
    case 'meld':
      return words[kind](cards.join(' '))
    default:
      return words[kind](cards[0]!)
  }
}

/** Why the best is better: the one, then the other, each with what was counted. */
export function because(reason: Reason, one: string, other: string): string {
  const share = reason.cause !== 'charged' && reason.cause !== 'held'
  const figure = (value: number) => String(Math.round(share ? 100 * value : value))
  return capital(m().because[reason.cause](one, other, figure(reason.played), figure(reason.best)))
}

/** How much lower the lead is where the event of a reason comes about; none for points, and where one action makes it sure. */
export function cost({ cause, played, best, points }: Reason): string | null {
  if (cause === 'charged' || cause === 'held' || played === 1 || best === 1) return null
  return m().cost[cause === 'knocks' ? 'knocks' : 'others'](num(Math.round(Math.abs(points / (played - best)))))
}

/** As it begins a sentence. */
export function capital(said: string): string {
  return said.charAt(0).toLocaleUpperCase('en') + said.slice(1)
}

/** So far from a figure the truth lies seldom: two standard errors. */
const WIDE = 2

const rounded = (value: number) => (Math.abs(value) < 9.95 ? Math.round(value * 10) / 10 : Math.round(value))

/** Points with their sign: +12, −3.4, 0. */
export function points(value: number): string {
  return signed(rounded(value))
}

/** Points with their interval: −12 ± 4. */
export function measured(value: number, error: number): string {
  return `${points(value)} ${within(error)}`
}

/** What a decision lost, in what it was judged by: points of the deal, or percent of matches. */
export function lost(one: Decision): string {
  return one.race ? `${measured(-one.win, one.win_error)}\u00a0%` : measured(-one.lost, one.error)
}

/** How far off a figure may be: ± 4. */
export function within(error: number): string {
  return `±\u00a0${num(rounded(WIDE * error))}`
}

/** Points without a sign, with their interval: 12 ± 4. */
export function about(value: number, error: number): string {
  return `${num(rounded(value))} ${within(error)}`
}
