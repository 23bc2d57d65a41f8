/** Views of real deals (scripts/make_fixtures.py), and a table that shows one without a server. Only for /dev and tests. */
import { hashOf } from '../hash'
import type { DummyView, FromPage, FromServer, Hint, Previewed, TableView, You } from '../protocol'
import { Table } from '../table.svelte'
import made from './fixtures.json'

export interface Fixture {
  you: You
  table: TableView
  deal: DummyView
  hash_text: string
  /** Answers to drafts: actions with spaces between → what the server says. */
  previews: Record<string, Previewed>
  /** What a hint says; else it points at the first legal action and gives no figures. */
  hint?: Partial<Hint>
}

/**
 * take: my turn begins, two pickups are there. lay: I have drawn, a card fits two melds. wait: another's turn.
 * watch: the same for a watcher. knock: my last card. over: a finished deal with five kinds of lines.
 * hand22, pile24, melds9: crowded.
 */
export const fixtures = made as unknown as Record<
  'take' | 'lay' | 'wait' | 'watch' | 'knock' | 'over' | 'hand22' | 'pile24' | 'melds9',
  Fixture
>

export type FixtureName = keyof typeof fixtures

/** A socket that plays the server's part with one fixture: it answers, but nothing ever happens. */
export class FakeSocket {
  readyState = 1
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  onerror: (() => void) | null = null
  readonly heard: FromPage[] = []

  constructor(readonly fixture: Fixture) {
    queueMicrotask(() => this.onopen?.())
  }

  send(text: string): void {
    const message = JSON.parse(text) as FromPage
    this.heard.push(message)
    queueMicrotask(() => this.answer(message))
  }

  close(): void {
    this.readyState = 3
  }

  tell(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }

  private answer(message: FromPage): void {
    const now = Date.now()
    if (message.t === 'hello') {
      const { you, table, deal } = this.fixture
      this.tell({ t: 'welcome', protocol: 1, build: 'dev', now })
      this.tell({ t: 'snap', seq: 42, now, you, table, deal, hash: hashOf(deal) })
    } else if (message.t === 'preview') {
      const known = this.fixture.previews[message.actions.join(' ')]
      this.tell(
        known
          ? { ...known, t: 'previewed', id: message.id }
          : { t: 'previewed', id: message.id, ok: message.actions.length === 0, deal: this.fixture.deal, reason: 'unborn', rule: 'R12' },
      )
    } else if (message.t === 'ask_hint') {
      const action = this.fixture.deal.legal[0] ?? ''
      this.tell({ t: 'hint', other: '', reason: null, points: 0, error: 0, worlds: 0, win: null, win_error: 0, action, ...this.fixture.hint, id: message.id })
    } else if (message.t === 'ping') {
      this.tell({ t: 'pong', seq: 42, now })
    } else if ('id' in message) {
      this.tell({ t: 'nack', id: message.id, code: 'not_now', seq: 42 })
    }
  }
}

/** A table as the screens get it, showing a fixture; already open. Changes to the fixture's parts may be given. */
export function fakeTable(name: FixtureName, changes: Partial<Fixture> = {}): { table: Table; socket: () => FakeSocket } {
  const fixture = { ...fixtures[name], ...changes }
  let last: FakeSocket | undefined
  const table = new Table('fixture', {
    url: 'fake',
    socket: () => (last = new FakeSocket(fixture)) as unknown as WebSocket,
  })
  table.open()
  return { table, socket: () => last as FakeSocket }
}
