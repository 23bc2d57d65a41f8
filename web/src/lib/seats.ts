/** Seats as the viewer sees them. */
import { num, t } from '../i18n/index.svelte'
import type { TableView } from '../protocol'

/** `home.guest` in either language: what who gave no name was called when the table was set. Each reads the own one. */
export const NAMELESS = ['Guest', 'ผู้เล่น']

/** A person as the one who looks calls them. */
const personal = (name: string) => (NAMELESS.includes(name) ? t().home.guest : name)

/** What a seat is called: "You", a person's name, a bot's. */
export function seatName(table: TableView, seat: number, me: number | null = null): string {
  if (seat === me) return t().seat.you
  const view = table.seats[seat]
  if (view?.kind === 'bot') return t().seat.botNames[seat % 4] ?? t().seat.bot
  return personal(view?.name ?? '') || t().setup.seat(seat + 1)
}

/** What a seat of a list's line is called: a person by name, a bot as at the table. */
export function called(name: string, seat: number): string {
  return name in t().setup.levels ? (t().seat.botNames[seat % 4] ?? name) : personal(name) || t().seat.empty
}

/** All of them. */
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

/** Who is the host when this seat's person has left: the next person who plays; undefined if there is none. */
export function heir(table: TableView, seat: number | null): number | undefined {
  return inOrder(seat, table.seats.length).find((next) => next !== seat && table.seats[next]?.kind === 'person' && !table.seats[next].sitting_in)
}
