/** What every part of the sheet is given. */
import { fullRules } from '../../lib/rules'
import { inOrder, placeOf, seatName } from '../../lib/seats'
import type { DummyView, TableView } from '../../protocol'
import { type Beginning, type Scene, scenesOf } from './story'
import { columns } from './sums'

export interface Given {
  table: TableView
  deal: DummyView
  me: number | null
  /** Seats as the columns stand: the winner first. */
  seats: number[]
  scenes: Scene[]
  target: number
  name: (seat: number) => string
  place: (seat: number) => number
  /** Where the replay of this deal is, "" if there is none. */
  replay: string
}

export function give(table: TableView, deal: DummyView, me: number | null, replay: string, first?: Beginning): Given {
  const players = deal.hands.length
  return {
    table,
    deal,
    me,
    seats: columns(deal, inOrder(me, players, deal.direction)),
    scenes: scenesOf(deal, first),
    target: Number(fullRules(table.setup.rules).target),
    name: (seat) => seatName(table, seat, me),
    place: (seat) => placeOf(seat, me, players, deal.direction),
    replay,
  }
}

/** The same for others to read: nobody is “you”, each has the name that all know. */
export function forOthers(given: Given): Given {
  return { ...given, me: null, name: (seat) => seatName(given.table, seat) }
}

/** The replay of a deal of this table's match; records count the deals of all its matches. */
export function replayPath(table: TableView, deal: number): string {
  return `/r/${table.book}.${(table.earlier ?? 0) + deal}`
}

/** The analysis of the deal that is shown again there. */
export function analysisPath(replay: string): string {
  return replay.replace(/^\/r\//, '/a/')
}

export function isYou(given: Given, seat: number): boolean {
  return seat === given.me
}

/** How wide the widest of these words is, in px; a guess where nothing can be measured. `font`: weight and size at the usual size of text, then whose. */
export function widest(words: readonly string[], font = '600 14px', family = 'head'): number {
  const pen = document.createElement('canvas').getContext?.('2d')
  if (pen) pen.font = `${font} ${getComputedStyle(document.documentElement).getPropertyValue(`--${family}-font`)}`
  const larger = (parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16
  return larger * Math.max(0, ...words.map((word) => pen?.measureText(word).width ?? word.length * 8))
}
