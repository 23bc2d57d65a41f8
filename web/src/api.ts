/** What goes by HTTP; everything at a table goes by the socket (net.ts). The shapes are made from the server's. */
import type { Analysis } from './analysis'
import type { Setup } from './protocol'
import type { GameRecord } from './record'
import type {
  Created, CreateTable, Deleted, Joined, LessonLine, LessonView, Privacy, Problem, RecordLine, Replayed, Retry, RuleText, SeatLink,
  TableInfo, TableLine,
} from './shapes'

/** A request was refused, or nobody answered (`status` 0, code "network"). `code` is a key of `nacks` or `problems`. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly reason: string | null = null,
    readonly rule: string | null = null,
  ) {
    super(message)
  }
}

async function ask<T>(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<T> {
  let response: Response
  try {
    response = await fetch(`/api/${path}`, {
      method,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  } catch {
    throw new ApiError(0, 'network', 'no answer')
  }
  let answer: unknown = null
  try {
    answer = await response.json()
  } catch {
    // Not JSON: a proxy's page, or nothing at all.
  }
  if (!response.ok || answer === null) {
    const problem = (answer ?? {}) as Partial<Problem>
    throw new ApiError(response.status, problem.code ?? 'network', problem.error ?? response.statusText, problem.reason ?? null, problem.rule ?? null)
  }
  return answer as T
}

const part = encodeURIComponent

export const api = {
  /** `bots`: a level for each seat after the host's, null where a person shall sit; `ready` deals when all are there. */
  create: (setup: Setup, name: string, bots: (string | null)[] = [], ready = false) =>
    ask<Created>('tables', { setup, name, bots, ready } satisfies CreateTable),
  table: (code: string) => ask<TableInfo>(`tables/${part(code)}`),
  join: (table: string, name: string, seat: number | null = null) =>
    ask<Joined>(`tables/${part(table)}/join`, { name, seat }),
  publicTables: () => ask<TableLine[]>('tables'),
  mine: () => ask<TableLine[]>('mine'),
  /** The link `/s#…`, which moves my seat to another device. */
  seatLink: (table: string) => ask<SeatLink>(`tables/${part(table)}/link`),
  takeSeat: (secret: string) => ask<Joined>('seat', { secret }),
  records: () => ask<RecordLine[]>('records'),
  record: (book: string, deal: number) => ask<GameRecord>(`records/${part(book)}/${deal}`),
  replay: (book: string, deal: number) => ask<Replayed>(`records/${part(book)}/${deal}/replay`),
  /** Play a record again that somebody has; nothing is stored. */
  replaySent: (record: unknown, deal = 0) => ask<Replayed>(`records?deal=${deal}`, record),
  /** What each decision of a finished deal gained or lost. Takes seconds. */
  analysis: (book: string, deal: number) => ask<Analysis>(`records/${part(book)}/${deal}/analysis`),
  analyseSent: (record: unknown, deal = 0) => ask<Analysis>(`analyses?deal=${deal}`, record),
  /** A practice table that begins before this action of a finished deal. */
  retry: (book: string, deal: number, name: string, action: number) =>
    ask<Created>(`records/${part(book)}/${deal}/retry`, { name, action } satisfies Retry),
  retrySent: (record: unknown, deal: number, name: string, action: number) => ask<Created>('retries', { name, action, record, deal }),
  privacy: () => ask<Privacy>('privacy'),
  /** Take my name out of all tables and records. */
  forget: () => ask<Deleted>('me', undefined, 'DELETE'),
  ruleTexts: () => ask<RuleText[]>('rules/text'),
  lessons: () => ask<LessonLine[]>('lessons'),
  /** Where a lesson stands after the learner's actions; the last one is the try. */
  lesson: (id: string, actions: string[]) => ask<LessonView>(`lessons/${part(id)}`, { actions }),
}
