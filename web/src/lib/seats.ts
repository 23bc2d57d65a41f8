/** Seats as the viewer sees them. */
import { num, t } from '../i18n/index.svelte'
import type { TableView } from '../protocol'

/** What a seat is called: "You", a person's name, a bot's. */
export function seatName(table: TableView, seat: number, me: number | null = null): string {
  if (seat === me) return t().seat.you
  const view = table.seats[seat]
  if (view?.kind === 'bot') return t().seat.botNames[seat % 4] ?? t().seat.bot
  return view?.name || t().setup.seat(seat + 1)
}

const called = (name: string, seat: number) => (name in t().setup.levels ? (t().seat.botNames[seat % 4] ?? name) : name || t().seat.empty)

/** The seats of a list's line: people by name, bots as they are called at the table. */
export function seatedNames(names: readonly string[]): string {
  return names.map(called).join(' · ')
}

/** The same, each with its points. A number stays with its name. */
export function seatedPoints(names: readonly string[], points: readonly number[]): string {
  return names.map((name, seat) => `${called(name, seat)}\u00a0${num(points[seat] ?? 0)}`).join(' · ')
}

/** A seat's place from the viewer's in the order of play: 0 me, 1 next. A watcher sees seat 0 as place 0. */
export function placeOf(seat: number, me: number | null, players: number, direction = 1): number {
  return (((seat - (me ?? 0)) * direction) % players + players) % players
}

/** All seats in the order of play, the viewer's first. */
export function inOrder(me: number | null, players: number, direction = 1): number[] {
  return Array.from({ length: players }, (_, place) => ((((me ?? 0) + place * direction) % players) + players) % players)
}
