/** What was played, in words. */
import { signed, t } from '../i18n/index.svelte'
import { seatName } from '../lib/seats'
import { cards } from '../lib/text'
import type { DummyView, Event, LineView, MeldView, SeatClock, TableView } from '../protocol'
import { type Action, canonical, meldWith, type Played, read, turnsOf } from './actions'
import { m } from './messages'

/** A meld by what it holds: run 6–8♣, set of 9. Everywhere it is called so; its number stands beside it. */
export function meldKind(meld: MeldView): string {
  const cards = meld.cards.map(([card]) => card)
  const shown = canonical(cards)
  const rank = cards[0]?.[0] === 'T' ? '10' : (cards[0]?.[0] ?? '')
  return meld.kind === 'set' ? m().melds.set(rank) : m().melds.run(shown[0]!, shown.at(-1)!)
}

/** The meld of a layoff, by what it held then: without that card and those that were laid off after it. */
export function meldOf(deal: Pick<DummyView, 'melds' | 'actions'>, { text, on, cards: own }: Action): string {
  const meld = deal.melds[meldWith(deal.melds, on)]
  if (!meld) return cards(on ?? '')
  const at = deal.actions.indexOf(text)
  const later = at < 0 ? own : deal.actions.slice(at).map((one) => read(one)).flatMap((one) => (one.kind === 'layoff' ? one.cards : []))
  return meldKind({ ...meld, cards: meld.cards.filter(([card]) => !later.includes(card)) })
}

/** One action, to follow a name. */
export function actionText(deal: DummyView, one: Played, drawn?: string | null): string {
  const { action, count } = one
  const did = t().did
  switch (action.kind) {
    case 'draw':
      return drawn ? did.drewCard(drawn) : did.drew
    case 'pickup':
      return did.pickedUp(count, action.cards.join(' '))
    case 'meld':
      return did.laid(action.cards.join(' '))
    case 'layoff':
      return did.laidOff(action.cards[0]!, meldOf(deal, action))
    case 'discard':
      return did.threw(action.cards[0]!)
    case 'knock':
      return action.cards[0] ? did.knocked(action.cards[0]) : did.knockedHidden
    case 'pass':
      return did.passed
  }
}

/** A turn in one line: drew, threw 9♥. */
export function turnText(deal: DummyView, turn: readonly Played[]): string {
  return turn.map((one) => actionText(deal, one)).join(m().log.and)
}

export interface TurnLine {
  seat: number
  text: string
  /** What this turn cost whom. */
  charges: LineView[]
}

/** Every turn of the deal, the oldest first. */
export function turnLines(deal: DummyView): TurnLine[] {
  let at = 0
  return turnsOf(deal).map((turn) => {
    const from = at
    at += turn.length
    const charges = deal.ledger.filter((line) => line.by != null && line.action != null && line.action >= from && line.action < at)
    return { seat: turn[0]!.seat, text: turnText(deal, turn), charges }
  })
}

/** A penalty in words: full discard −50. */
export function chargeText(line: LineView): string {
  const codes = t().codes as Record<string, string>
  return `${codes[line.code] ?? line.code} ${signed(line.points)}`
}

/** Since the viewer's last finished turn; for a watcher the last turn of each seat. */
export function lastLap(deal: DummyView, me: number | null): TurnLine[] {
  const lines = turnLines(deal)
  if (me === null) return lines.slice(-deal.hands.length)
  const turns = turnsOf(deal)
  let from = turns.length - 1
  while (from >= 0 && !(turns[from]![0]!.seat === me && (deal.turn !== me || from < turns.length - 1))) from--
  return lines.slice(Math.max(from + 1, lines.length - deal.hands.length, 0))
}

/** The card that each seat threw last. */
export function lastThrown(deal: DummyView): (string | null)[] {
  const last: (string | null)[] = deal.hands.map(() => null)
  deal.actions.forEach((text, at) => {
    const action = read(text)
    if (action.kind === 'discard') last[deal.actors[at] ?? 0] = action.cards[0] ?? null
  })
  return last
}

/**
 * What a step brought, as sentences for those who hear the page. Others' actions are told by turns, when a turn is over;
 * of one's own only the card drawn.
 */
export function told(table: TableView, after: DummyView | null, events: readonly Event[], me: number | null): string[] {
  const log = m().log
  const name = (seat: number | null | undefined) => seatName(table, seat ?? 0, me)
  const said: string[] = []
  for (const event of events) {
    const seat = event.seat ?? null
    const mine = seat !== null && seat === me
    switch (event.k) {
      case 'act':
        if (mine && event.card) said.push(log.youDrew(event.card))
        else if (seat !== me && after && /^[-#.]/.test(event.text ?? '')) {
          const line = turnLines(after).findLast((one) => one.seat === seat)
          if (line) said.push(log.turn(name(seat), line.text))
        }
        break
      case 'charge':
        if (event.line) said.push(log.charged(name(event.line.seat), chargeText(event.line)))
        break
      case 'deal':
        said.push(mine ? log.own.deal(event.number ?? 0) : log.deal(event.number ?? 0, name(seat)))
        break
      case 'clock': {
        const clock = t().seat.clocks[event.name as SeatClock]
        said.push(mine ? log.own.clock(clock) : log.clock(name(seat), clock))
        break
      }
      case 'rematch':
        if (event.number) said.push(log.redrawn)
        break
      case 'end':
        if (after && after.knocker === null) said.push(log.stockOut)
        break
      case 'match':
        if (seat !== null) said.push(mine ? log.own.wins : log.wins(name(seat)))
        break
      default: {
        const words = (mine ? OWN : OTHERS)[event.k]
        if (words) said.push(words(event.name || name(seat)))
      }
    }
  }
  return said
}

type Sentences = Record<string, (name: string) => string>

const OTHERS: Sentences = {
  timeout: (name) => m().log.timeout(name),
  bot: (name) => m().log.sitsIn(name),
  take_back: (name) => m().log.back(name),
  back: (name) => m().log.back(name),
  away: (name) => m().log.away(name),
  leave: (name) => m().log.left(name),
  kick: (name) => m().log.left(name),
  sit: (name) => m().log.sits(name),
  pause: () => m().log.paused,
  resume: () => m().log.resumed,
  undo: (name) => m().log.undo(name),
}

/** Of oneself; whether one is there need not be told. */
const OWN: Sentences = {
  timeout: () => m().log.own.timeout,
  bot: () => m().log.own.sitsIn,
  leave: () => m().log.own.left,
  kick: () => m().log.own.left,
  sit: () => m().log.own.sits,
  pause: () => m().log.paused,
  resume: () => m().log.resumed,
  undo: () => m().log.own.undo,
}

/** Whose cards lie in a meld: Koi 4, You 1. */
export function owners(table: TableView, meld: MeldView, me: number | null): string {
  const counts = new Map<number, number>()
  for (const [, seat] of meld.cards) if (seat !== null) counts.set(seat, (counts.get(seat) ?? 0) + 1)
  return [...counts].map(([seat, count]) => m().melds.by(seatName(table, seat, me), count)).join(', ')
}
