/**
 * The state of one table as this page knows it: the last view the server sent, what is under way, what happened.
 * There are no rules here; a view is replaced, never folded.
 */
import { hashOf } from './hash'
import { newId } from './lib/id'
import { type Connection, Net, type Options } from './net'
import type {
  Ack, Act, Do, DummyView, Event, FromServer, Hint, Nack, Presence, Previewed, Said, SeatClock, Setup, Snap, Step, TableView, You,
} from './protocol'

/** What happened in one step, with the deal before and after, for the log line and the animation. */
export interface Happened {
  seq: number
  events: Event[]
  before: DummyView | null
  after: DummyView | null
  /** It is an answer to a command of this page. */
  mine: boolean
}

export type Outcome = Ack | Nack

interface Pending {
  command: Act | Do
  done: (outcome: Outcome) => void
}

interface Asked {
  key: string
  id: string
  done: (answer: Previewed | null) => void
}

const KEPT_SAID = 20
/** After so many ms a command goes out again that came too fast. */
const AGAIN = 1_000

export class Table {
  /** −1 until the first snapshot. */
  seq = $state(-1)
  you: You = $state.raw({ role: 'watcher', seat: null, host: false })
  table: TableView | null = $state.raw(null)
  deal: DummyView | null = $state.raw(null)
  connection: Connection = $state('connecting')
  /** Why the server ended the connection for good: a key of `byes`. */
  ended: string | null = $state(null)
  presence: Presence | null = $state.raw(null)
  said: (Said & { at: number })[] = $state.raw([])
  build = $state('')
  /** Commands that the server has not answered yet. */
  waiting = $state(0)
  /** Steps for the animation to work through; it takes from the front. A snapshot empties it. */
  happened: Happened[] = $state.raw([])
  /** How often a view's hash did not fit; each time the whole view was asked for. */
  mismatches = $state(0)

  private readonly net: Net
  private readonly pending = new Map<string, Pending>()
  private readonly hints = new Map<string, (hint: Hint | null) => void>()
  private asked: Asked | null = null
  private nextAsked: (Asked & { actions: string[] }) | null = null
  private lastPreview: { key: string; answer: Previewed } | null = null
  /** The server's clock minus this one's, in ms. */
  private skew = 0
  private wholeView = false
  /** The number of the last command of this page; its acknowledgement comes before its step. */
  private mine = -1
  /** The sequence number whose view did not fit its hash even when sent whole; then the hash is let be. */
  private distrusted = false

  constructor(
    readonly id: string,
    options: Options = {},
  ) {
    this.net = new Net(
      id,
      {
        last: () => (this.wholeView ? -1 : this.seq),
        opened: () => this.resend(),
        message: (message) => this.hear(message),
        state: (connection, reason) => {
          this.connection = connection
          if (connection === 'closed') this.ended = reason
          if (connection !== 'live') this.dropQuestions()
        },
      },
      options,
    )
  }

  open(): void {
    this.ended = null
    this.net.open()
  }

  /** Leave the page: the seat stays, commands under way are given up. */
  close(): void {
    this.net.close()
  }

  /** The server's time now, in ms; deadlines are in it. */
  now(): number {
    return Date.now() + this.skew
  }

  /** The seat that plays, as a person of this page; null for a watcher. */
  get seat(): number | null {
    return this.you.seat
  }

  get myTurn(): boolean {
    return this.deal !== null && this.you.seat !== null && this.deal.turn === this.you.seat && this.table?.status === 'playing'
  }

  /** Actions of the deal; accepted whole or refused whole. Sent again under the same id until it is answered. */
  act(actions: string[]): Promise<Outcome> {
    return this.command({ t: 'act', id: newId(), base: this.seq, actions })
  }

  /** A command to the table: ready, rematch, leave, pause, … */
  do(what: string, about: { seat?: number; level?: string; clock?: SeatClock; setup?: Setup } = {}): Promise<Outcome> {
    return this.command({ t: 'do', id: newId(), do: what, ...about })
  }

  /**
   * What a draft leads to. One question is under way at a time; while it is, only the newest one waits, and those
   * that it replaces are answered with null. So is every question when the connection breaks.
   */
  preview(actions: string[]): Promise<Previewed | null> {
    const key = `${this.seq} ${actions.join(' ')}`
    if (this.lastPreview?.key === key) return Promise.resolve(this.lastPreview.answer)
    return new Promise((done) => {
      this.nextAsked?.done(null)
      this.nextAsked = { key, id: newId(), actions, done }
      this.askNext()
    })
  }

  /** What is best after these actions of a draft. */
  hint(actions: string[] = []): Promise<Hint | null> {
    const id = newId()
    return new Promise((done) => {
      if (this.net.send({ t: 'ask_hint', id, actions })) this.hints.set(id, done)
      else done(null)
    })
  }

  /** One of the preset phrases; `text` instead of it, where the table has free text. */
  say(phrase: number, text?: string): void {
    this.net.send({ t: 'say', phrase, ...(text === undefined ? {} : { text }) })
  }

  /** The oldest step that was not shown yet, taken from the queue. */
  takeHappened(): Happened | undefined {
    const [first, ...rest] = this.happened
    this.happened = rest
    return first
  }

  /** What has no answer yet is not sent again after a break: whoever wants it still says so again. */
  giveUp(): void {
    for (const id of [...this.pending.keys()]) this.settle({ t: 'nack', id, code: 'network', seq: this.seq })
  }

  private command(command: Act | Do): Promise<Outcome> {
    return new Promise((done) => {
      this.pending.set(command.id, { command, done })
      this.waiting = this.pending.size
      this.net.send(command)
    })
  }

  private resend(): void {
    for (const { command } of this.pending.values()) this.net.send(command)
    this.askNext()
  }

  private askNext(): void {
    if (this.asked || !this.nextAsked) return
    const { actions, ...asked } = this.nextAsked
    if (!this.net.send({ t: 'preview', id: asked.id, actions })) return
    this.asked = asked
    this.nextAsked = null
  }

  private dropQuestions(): void {
    this.asked?.done(null)
    this.nextAsked?.done(null)
    this.asked = this.nextAsked = null
    for (const done of this.hints.values()) done(null)
    this.hints.clear()
  }

  private hear(message: FromServer): void {
    switch (message.t) {
      case 'welcome':
        this.skew = message.now - Date.now()
        this.build = message.build
        break
      case 'snap':
        this.snap(message)
        break
      case 'step':
        this.step(message)
        break
      case 'ack':
      case 'nack':
        this.settle(message)
        break
      case 'previewed':
        if (this.asked?.id === message.id) {
          this.lastPreview = { key: this.asked.key, answer: message }
          this.asked.done(message)
          this.asked = null
          this.askNext()
        }
        break
      case 'hint':
        this.hints.get(message.id)?.(message)
        this.hints.delete(message.id)
        break
      case 'pong':
        this.skew = message.now - Date.now()
        if (message.seq > this.seq) this.net.again()
        break
      case 'said':
        this.said = [...this.said.slice(1 - KEPT_SAID), { ...message, at: Date.now() }]
        break
      case 'presence':
        this.presence = message
        break
    }
  }

  private snap(snap: Snap): void {
    this.skew = snap.now - Date.now()
    this.seq = snap.seq
    this.you = snap.you
    this.table = snap.table
    this.deal = snap.deal
    this.happened = []
    this.wholeView = false
    this.lastPreview = null
    this.verify(snap.hash, true)
  }

  private step(step: Step): void {
    if (step.seq <= this.seq) return
    if (step.seq !== this.seq + 1) {
      this.net.again()
      return
    }
    this.skew = step.now - Date.now()
    const before = this.deal
    this.seq = step.seq
    if (step.you) this.you = step.you
    if (step.table) this.table = step.table
    if (step.deal !== undefined) this.deal = step.deal
    this.happened = [...this.happened, { seq: step.seq, events: step.events, before, after: this.deal, mine: step.seq === this.mine }]
    this.lastPreview = null
    this.verify(step.hash, false)
  }

  private settle(outcome: Outcome): void {
    const pending = this.pending.get(outcome.id)
    if (!pending) {
      this.refuseQuestion(outcome.id)
      return
    }
    if (outcome.t === 'nack' && outcome.code === 'rate') {
      setTimeout(() => this.pending.has(outcome.id) && this.net.send(pending.command), AGAIN)
      return
    }
    if (outcome.t === 'ack') this.mine = outcome.seq
    this.pending.delete(outcome.id)
    this.waiting = this.pending.size
    pending.done(outcome)
  }

  /** A preview or a hint may be refused as well, e.g. to a watcher. */
  private refuseQuestion(id: string): void {
    this.hints.get(id)?.(null)
    this.hints.delete(id)
    if (this.asked?.id === id) {
      this.asked.done(null)
      this.asked = null
      this.askNext()
    }
  }

  /** The view must hash to what the server says of it; if not, ask for all of it once. Of missed steps only the last has a hash. */
  private verify(hash: string, whole: boolean): void {
    if (hash === '' || this.distrusted || hashOf(this.deal) === hash) return
    this.mismatches += 1
    console.warn(`speto: the view of ${this.seq} does not fit its hash`)
    if (whole) {
      this.distrusted = true
    } else {
      this.wholeView = true
      this.net.again()
    }
  }
}
