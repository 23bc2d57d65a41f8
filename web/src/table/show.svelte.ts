/**
 * What the table screen shows of what happens: one step after the other at the speed chosen, so that a person can follow.
 * When it falls behind it jumps to now; nothing is ever waited for.
 */
import { untrack } from 'svelte'
import { cardName } from '../i18n/index.svelte'
import { lessMotion, settings } from '../settings.svelte'
import { seatName } from '../lib/seats'
import { plain } from '../lib/text'
import type { DummyView, LineView } from '../protocol'
import type { Happened, Table } from '../table.svelte'
import { m } from './messages'
import { told, turnLines } from './log'
import { play, type Sound } from './sound'

export const PACE = { slow: 2, normal: 1, fast: 0.5, instant: 0 } as const
/** How long a step of another seat stands before the next one is shown, in ms at normal speed. */
const STAND = 380
/** With more steps waiting than this, the page jumps to now. */
const BEHIND = 3
const KEPT = 80

export class Show {
  /** The deal as it is shown; it may be some steps behind. */
  deal: DummyView | null = $state.raw(null)
  /** The step that is being shown: where cards come from and go to. */
  step: Happened | null = $state.raw(null)
  /** The last lap is shown again. */
  replaying = $state(false)
  /** For those who hear the page. */
  polite = $state('')
  urgent = $state('')
  /** A line for everybody: what happened last. */
  line = $state('')

  private past: Happened[] = []
  private busy = false
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly table: Table,
    private readonly charged: (line: LineView) => void = () => {},
  ) {}

  /** Look at what waits; to be called whenever the table's steps or deal change. */
  follow(): void {
    if (this.busy || this.replaying) return
    const waiting = this.table.happened
    const live = waiting.length > 0
    if (waiting.length > BEHIND || this.pace === 0 || (waiting.length && document.hidden)) {
      this.noteAll()
    }
    const next = this.take()
    if (!next) {
      if (this.deal !== this.table.deal) {
        this.step = null
        this.stand(this.table.deal)
        if (!live) this.recall()
      }
      return
    }
    this.note(next)
    const moved = next.after !== this.deal
    this.step = next
    this.stand(next.after)
    if (!moved) return this.follow()
    this.busy = true
    const mine = next.events.every((event) => event.k !== 'act' || event.seat === this.table.seat)
    this.timer = setTimeout(() => {
      this.busy = false
      this.follow()
    }, mine ? 0 : STAND * this.pace)
  }

  /** Jump to now. */
  skip(): void {
    clearTimeout(this.timer)
    this.replaying = false
    this.busy = false
    this.noteAll()
    this.step = null
    this.stand(this.table.deal)
  }

  /** The deal as it is shown from now on. That it is one's turn holds only as long as it is. */
  private stand(deal: DummyView | null): void {
    this.deal = deal
    if (deal?.turn !== this.table.seat) this.urgent = ''
  }

  /** Who comes to a deal, or back to it, has seen nothing of it: the line tells the last turn, from the deal itself. */
  private recall(): void {
    const { deal, table, seat } = this.table
    const last = deal && turnLines(deal).at(-1)
    this.past = []
    this.line = last && table ? m().log.turn(seatName(table, last.seat, seat), last.text) : ''
  }

  /** The oldest step that waits; the table is left alone when none does, for whoever watches it is told of every change. */
  private take(): Happened | undefined {
    return this.table.happened.length ? this.table.takeHappened() : undefined
  }

  private noteAll(): void {
    for (let next = this.take(); next; next = this.take()) this.note(next)
  }

  close(): void {
    clearTimeout(this.timer)
  }

  get pace(): number {
    return PACE[settings.speed]
  }

  /** Whether cards travel. */
  get moves(): boolean {
    return this.pace > 0 && !lessMotion()
  }

  get canReplay(): boolean {
    return this.lap().length > 0
  }

  /** Show the last lap again, from the end of one's own last turn. */
  replay(): void {
    const lap = this.lap()
    if (!lap.length) return
    clearTimeout(this.timer)
    this.replaying = true
    this.busy = false
    this.step = null
    this.deal = lap[0]!.before
    const pace = this.pace || 1
    let at = 0
    const next = () => {
      const one = lap[at++]
      if (!one || !this.replaying) {
        this.skip()
        return
      }
      this.step = one
      this.deal = one.after
      const line = one.after && turnLines(one.after).at(-1)
      if (line && this.table.table) this.line = m().log.turn(seatName(this.table.table, line.seat, this.table.seat), line.text)
      this.sound(one)
      this.timer = setTimeout(next, 900 * pace)
    }
    this.timer = setTimeout(next, 700 * pace)
  }

  /** Say something to those who hear; the same words again are heard again. */
  say(text: string, urgent = false): void {
    const words = plain(text, cardName)
    // Not watched by whoever says it.
    untrack(() => {
      if (urgent) this.urgent = this.urgent === words ? `${words} ` : words
      else this.polite = this.polite === words ? `${words} ` : words
    })
  }

  private lap(): Happened[] {
    const me = this.table.seat
    const mine = (one: Happened) => one.events.some((event) => event.k === 'act' && event.seat === me && /^[-#]/.test(event.text ?? ''))
    const number = this.table.deal?.number
    const acts = this.past.filter((one) => one.before && one.before.number === number && one.after && one.events.some((e) => e.k === 'act'))
    let from = acts.length
    let turns = 0
    while (from > 0 && !(me !== null && mine(acts[from - 1]!))) {
      if (acts[from - 1]!.events.some((event) => event.k === 'act' && event.text?.[0] === '-')) turns++
      if (turns > (this.table.deal?.hands.length ?? 4)) break
      from--
    }
    // While it is my turn and I have drawn already, my draw is not part of the lap.
    return acts.slice(from).filter((one) => !one.events.some((event) => event.k === 'act' && event.seat === me))
  }

  private note(step: Happened): void {
    this.past = [...this.past.slice(1 - KEPT), step]
    const table = this.table.table
    if (!table) return
    for (const event of step.events) if (event.line) this.charged(event.line)
    const said = told(table, step.after, step.events, this.table.seat)
    if (said.length) {
      this.say(said.join('. '))
      this.line = said.at(-1)!
    }
    // One's own turn is not told aloud; the eye sees it until the next one has played.
    const own = step.after && step.events.some((event) => event.k === 'act' && event.seat === this.table.seat && event.text?.[0] === '-')
    const line = own ? turnLines(step.after!).findLast((one) => one.seat === this.table.seat) : undefined
    if (line) this.line = m().log.turn(seatName(table, line.seat, this.table.seat), line.text)
    this.sound(step)
    if (this.table.myTurn && step.after?.turn === this.table.seat && step.before?.turn !== this.table.seat) {
      this.say(m().log.yourTurnSaid, true)
      play('turn')
    }
  }

  private sound(step: Happened): void {
    const sounds = new Set<Sound>()
    for (const event of step.events) {
      if (event.k === 'charge') sounds.add('penalty')
      if (event.k !== 'act') continue
      const sign = event.text?.[0]
      sounds.add(sign === '#' ? 'knock' : sign === '^' || sign === '=' || event.text?.includes('>') ? 'meld' : 'slide')
    }
    for (const sound of sounds) play(sound)
  }
}
