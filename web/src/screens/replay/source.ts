/** Where a replay comes from: a table's finished deal, or a record that somebody has opened. */
import { api } from '../../api'
import { fullRules, LEVELS } from '../../lib/rules'
import { keptSent } from '../../lib/sent'
import type { DummyView, SeatView, TableView } from '../../protocol'
import type { Replayed } from '../../shapes'

/** /r/sent, or /r/BOOK.DEAL; /r/BOOK#d3 is read too. */
export function sourceOf(id: string, deal: number | null): { book: string | null; deal: number } {
  if (id === 'sent') return { book: null, deal: deal ?? 1 }
  const [book = '', number] = id.split('.')
  return { book, deal: number ? Number(number) : (deal ?? 1) }
}

export interface Loaded {
  replayed: Replayed
  /** The deal's number, from 1, in its record or at its table. */
  deal: number
  frames: DummyView[]
  table: TableView
}

/** Load a replay; null when there is no record to show. Raises ApiError. */
export async function load(book: string | null, deal: number): Promise<Loaded | null> {
  if (book !== null) return loaded(await api.replay(book, deal), deal)
  const record = keptSent()
  return record ? loaded(await api.replaySent(record, deal - 1), deal) : null
}

export function loaded(replayed: Replayed, deal: number): Loaded {
  // With what was done up to each frame: melds stand in the order in which they were laid.
  const { actions, actors } = replayed
  const frames = replayed.frames.map((frame, at) => ({ ...frame, number: deal, actions: actions.slice(0, at), actors: actors.slice(0, at) }))
  return { replayed, deal, frames, table: tableOf(replayed) }
}

/** Each seat's points of the match before the deal. */
export function standing({ replayed: { record, deal } }: Loaded): number[] {
  const earlier = record.deals.slice(0, deal)
  return record.players.map((_, seat) => earlier.reduce((sum, one) => sum + (one.scores?.[seat] ?? 0), record.before?.[seat] ?? 0))
}

/** The deal at its end, as the score sheet wants it. */
export function ended({ replayed, frames }: Loaded): DummyView {
  return { ...frames.at(-1)!, ledger: replayed.ledger }
}

/** A table of the people in a record, for names and discs. A bot is named by its level there. */
function tableOf(replayed: Replayed): TableView {
  const { record } = replayed
  const seats = record.players.map((name): SeatView => {
    const bot = LEVELS.includes(name)
    return {
      kind: bot ? 'bot' : 'person', name: bot ? '' : name, level: bot ? name : '', away: false, ready: true, host: false, sitting_in: false,
      clock: 'x1',
    }
  })
  const players = seats.length
  return {
    id: '', status: 'between', seats, totals: record.result?.totals ?? seats.map(() => 0), deals: [], winner: null, locked: false,
    deadline: null, bank: [], earlier: 0, next: {}, book: '',
    setup: {
      game: record.game, rules: shortRules(record.rules), players, clock: 'off', aids: 'none', warnings: false, practice: false, pace: 0,
      public: false, chat: false,
    },
  }
}

function shortRules(rules: Record<string, unknown>): Record<string, unknown> {
  return { preset: 'classic', ...rules, target: fullRules(rules).target }
}
