/** The few questions that go by HTTP; everything at a table goes by the socket (net.ts). */
import type { Setup, Status, TableView } from './protocol'

export interface Created {
  table: string
  code: string
  watch: string
}

/** A table as its link shows it, before one sits down. */
export interface TableInfo {
  id: string
  code: string
  /** Given to those who sit there. */
  watch?: string
  /** The asker's seat, if he has one. */
  seat: number | null
  table: TableView
}

/** One of my tables. */
export interface Mine {
  table: string
  code: string
  seat: number
  status: Status
  deal: number
  turn: number | null
  names: string[]
  totals: number[]
  target: number
}

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  let response: Response
  try {
    response = await fetch(`/api/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      credentials: 'same-origin',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
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
    const said = (answer ?? {}) as { code?: string; error?: string }
    throw new ApiError(response.status, said.code ?? 'failed', said.error ?? response.statusText)
  }
  return answer as T
}

export const api = {
  /** `bots`: a level for each seat after the host's, null where a person shall sit. */
  create: (setup: Setup, name: string, bots: (string | null)[] = []) => ask<Created>('tables', { setup, name, bots }),
  table: (code: string) => ask<TableInfo>(`tables/${encodeURIComponent(code)}`),
  join: (table: string, name: string, seat?: number) =>
    ask<{ table: string; seat: number }>(`tables/${encodeURIComponent(table)}/join`, {
      name,
      ...(seat === undefined ? {} : { seat }),
    }),
  mine: () => ask<Mine[]>('mine'),
  record: (table: string, deal: number) => ask<unknown>(`records/${encodeURIComponent(table)}/${deal}`),
  upload: (record: unknown) => ask<unknown>('records', record),
}
