/** An analysis with the deal that it is of. */
import { api } from '../../api'
import type { Analysis, Decision } from '../../analysis'
import { keptSent } from '../../lib/sent'
import type { Replayed } from '../../shapes'
import { turnAt, turnEnds } from '../replay/moment'
import { load as replayed, type Loaded } from '../replay/source'

export interface Found {
  analysis: Analysis
  loaded: Loaded
}

/** Load it; null when there is no record. Raises ApiError. */
export async function load(book: string | null, deal: number): Promise<Found | null> {
  const loaded = await replayed(book, deal)
  if (!loaded) return null
  const analysis = book === null ? await api.analyseSent(keptSent(), deal - 1) : await api.analysis(book, deal)
  return { analysis, loaded }
}

/** A decision with its place among all of them, and its turn. */
export interface Judged {
  place: number
  turn: number
  decision: Decision
}

/** The decisions of a seat, in order. */
export function judgedOf({ analysis, loaded }: Found, seat: number): Judged[] {
  const ends = turnEnds(loaded.replayed.actions)
  return analysis.decisions.flatMap((decision, place) =>
    decision.seat === seat ? [{ place, turn: turnAt(ends, decision.number + 1), decision }] : [],
  )
}

/** The seat's costliest decisions, the worst first: three at most. */
export function costliest(list: readonly Judged[]): Judged[] {
  const clear = list.filter(({ decision }) => decision.verdict !== 'best' && decision.verdict !== 'close')
  return clear.sort((a, b) => b.decision.lost - a.decision.lost).slice(0, 3)
}

/** A report of one move: the record, which move, what judged it, and the figures shown. `speto analyse` computes them again. */
export function reported(analysis: Analysis, { record, deal }: Replayed, decision: Decision) {
  const { version, weights, worlds, near } = analysis
  return { format: 'speto-report/1', version, weights, worlds, near, deal, action: decision.number, decision, record }
}
