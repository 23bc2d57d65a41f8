/**
 * The socket to one table: says hello, tries again when it breaks, and notices a connection that is dead but looks
 * open. It knows nothing of the game; table.svelte.ts listens.
 */
import { type FromPage, type FromServer, PROTOCOL } from './protocol'

export type Connection = 'connecting' | 'live' | 'waiting' | 'closed'

export interface Listener {
  /** The socket is open: what was last seen, for the hello. */
  last(): number
  opened(): void
  message(message: FromServer): void
  state(connection: Connection, reason: string | null): void
}

export interface Options {
  url?: string
  socket?: (url: string) => WebSocket
  random?: () => number
}

const FIRST = 500
const LONGEST = 8_000
const PING_EVERY = 20_000
const PONG_WITHIN = 6_000

/** After these the server wants no new try before somebody asks for it. */
const FINAL = new Set(['other_tab', 'kicked', 'protocol', 'gone'])

export function socketUrl(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`
}

/** How long to wait before try number n (from 0): doubling from 0.5 s to 8 s, and up to half of it less by chance. */
export function backoff(tries: number, random: () => number): number {
  const whole = Math.min(LONGEST, FIRST * 2 ** tries)
  return Math.round(whole * (1 - random() / 2))
}

export class Net {
  private socket: WebSocket | null = null
  private tries = 0
  private retry: ReturnType<typeof setTimeout> | undefined
  private pinger: ReturnType<typeof setInterval> | undefined
  private deadline: ReturnType<typeof setTimeout> | undefined
  private wanted = false
  private bye: string | null = null

  constructor(
    private readonly table: string,
    private readonly listener: Listener,
    private readonly options: Options = {},
  ) {}

  open(): void {
    if (this.wanted) return
    this.wanted = true
    this.bye = null
    addEventListener('online', this.wake)
    addEventListener('offline', this.wake)
    addEventListener('focus', this.wake)
    addEventListener('pageshow', this.wake)
    document.addEventListener('visibilitychange', this.wake)
    this.connect()
  }

  close(): void {
    this.wanted = false
    removeEventListener('online', this.wake)
    removeEventListener('offline', this.wake)
    removeEventListener('focus', this.wake)
    removeEventListener('pageshow', this.wake)
    document.removeEventListener('visibilitychange', this.wake)
    this.drop()
    this.listener.state('closed', this.bye)
  }

  /** Whether it went out; what did not is the caller's to send again. */
  send(message: FromPage): boolean {
    if (this.socket?.readyState !== 1) return false
    this.socket.send(JSON.stringify(message))
    return true
  }

  /** Begin anew, e.g. after a gap in the numbers: the next hello asks for what `last()` says then. */
  again(): void {
    this.drop()
    if (this.wanted) this.connect()
  }

  private connect(): void {
    clearTimeout(this.retry)
    this.retry = undefined
    this.listener.state('connecting', null)
    const make = this.options.socket ?? ((url: string) => new WebSocket(url, 'speto.v1'))
    const socket = make(this.options.url ?? socketUrl())
    this.socket = socket
    this.expect()
    socket.onopen = () => {
      if (socket !== this.socket) return
      this.send({ t: 'hello', table: this.table, protocol: PROTOCOL, last: this.listener.last() })
      this.listener.opened()
      this.pinger = setInterval(() => this.ping(), PING_EVERY)
    }
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket !== this.socket) return
      clearTimeout(this.deadline)
      this.deadline = undefined
      const message = JSON.parse(event.data) as FromServer
      if (message.t === 'bye') this.bye = message.reason
      else if (message.t !== 'welcome') {
        this.tries = 0
        this.listener.state('live', null)
      }
      this.listener.message(message)
    }
    socket.onclose = () => {
      if (socket === this.socket) this.lost()
    }
    socket.onerror = () => {}
  }

  private lost(): void {
    this.drop()
    if (!this.wanted) return
    if (this.bye !== null && FINAL.has(this.bye)) {
      this.close()
      return
    }
    this.bye = null
    this.listener.state('waiting', null)
    this.retry = setTimeout(() => this.connect(), backoff(this.tries++, this.options.random ?? Math.random))
  }

  /** The page woke, or the network came back: try at once, and ask even a socket that looks open. */
  private readonly wake = (): void => {
    if (!this.wanted || document.visibilityState === 'hidden') return
    if (this.retry !== undefined) this.connect()
    else this.ping()
  }

  private ping(): void {
    if (this.send({ t: 'ping', seq: Math.max(0, this.listener.last()) })) this.expect()
  }

  /** Something must come within a few seconds, or this socket is dead. */
  private expect(): void {
    if (this.deadline !== undefined) return
    this.deadline = setTimeout(() => this.lost(), PONG_WITHIN)
  }

  private drop(): void {
    clearTimeout(this.retry)
    clearTimeout(this.deadline)
    clearInterval(this.pinger)
    this.retry = this.deadline = undefined
    const socket = this.socket
    this.socket = null
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null
      socket.close()
    }
  }
}
