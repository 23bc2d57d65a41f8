/**
 * Moments of a deal. Moment k is the table after k actions; moment 0 is the deal. In an address: #a42 after 42 actions,
 * #t14 after turn 14, with the deal's number before it: #d3t14 (or h3t14).
 */
import type { LineView } from '../../protocol'

export interface Place {
  deal: number | null
  turn: number | null
  action: number | null
}

export function readPlace(hash: string): Place {
  const found = /^#?(?:[dh](\d{1,4}))?(?:t(\d{1,4})|a(\d{1,4}))?$/.exec(hash)
  const number = (text: string | undefined) => (text === undefined ? null : Number(text))
  return { deal: number(found?.[1]), turn: number(found?.[2]), action: number(found?.[3]) }
}

/** The moments at which turns are over, from 0, the deal. A turn ends with a discard, and with the deal. */
export function turnEnds(actions: readonly string[]): number[] {
  const ends = [0]
  actions.forEach((text, at) => {
    if (text[0] === '-' || at === actions.length - 1) ends.push(at + 1)
  })
  return ends
}

/** Which turn a moment is in, from 1; 0 before the first. At a turn's end it is that turn. */
export function turnAt(ends: readonly number[], moment: number): number {
  return ends.findIndex((end) => moment <= end)
}

export function momentOf(place: Place, ends: readonly number[]): number {
  const most = ends.at(-1) ?? 0
  if (place.action !== null) return Math.min(place.action, most)
  if (place.turn !== null) return ends[Math.min(place.turn, ends.length - 1)] ?? 0
  return 0
}

/** The shortest address of a moment; `deal` where the path does not say which. */
export function placeText(moment: number, ends: readonly number[], deal: number | null = null): string {
  const turn = ends.indexOf(moment)
  const where = moment === 0 ? '' : turn > 0 ? `t${turn}` : `a${moment}`
  const which = deal === null ? '' : `d${deal}`
  return which || where ? `#${which}${where}` : ''
}

export function previousTurn(ends: readonly number[], moment: number): number {
  return ends.findLast((end) => end < moment) ?? 0
}

export function nextTurn(ends: readonly number[], moment: number): number {
  return ends.find((end) => end > moment) ?? ends.at(-1) ?? 0
}

export interface Mark {
  moment: number
  kind: 'pickup' | 'loss' | 'knock'
}

/** What stands out on the time line. */
export function marksOf(actions: readonly string[], ledger: readonly LineView[]): Mark[] {
  const marks: Mark[] = []
  actions.forEach((text, at) => {
    if (text[0] === '^') marks.push({ moment: at + 1, kind: 'pickup' })
    if (text[0] === '#') marks.push({ moment: at + 1, kind: 'knock' })
  })
  for (const line of chargedAt(ledger)) marks.push({ moment: line.action! + 1, kind: 'loss' })
  return marks.sort((a, b) => a.moment - b.moment)
}

/** The penalties that an action of the deal brought. */
export function chargedAt(ledger: readonly LineView[], action?: number): LineView[] {
  return ledger.filter(
    (line) => line.by !== undefined && line.by !== null && typeof line.action === 'number' && (action === undefined || line.action === action),
  )
}
