/** One person at one table: the draft of the turn, the order of the hand, what is asked of the server, what is said. */
import { t } from '../i18n/index.svelte'
import { REASON_RULES } from '../lib/rules'
import { seatName } from '../lib/seats'
import { sharing } from '../lib/sharing'
import { refusal } from '../lib/trouble'
import type { DummyView, Hint, LineView, Nack, Previewed, Risk } from '../protocol'
import { choose as setSettings, settings } from '../settings.svelte'
import type { Outcome, Table } from '../table.svelte'
import { alarm, say } from '../ui/toasts.svelte'
import { pileCards, read } from './actions'
import {
  afterSteps, choose, clear, deepestCards, type Draft, EMPTY, groupOf, groupsFor, handCards, knockOf, phaseOf, type Primary, primaryKey,
  layable, layoffs, primaryOf, rebased, select, selectAll, stepped, targetsOf, trimmed, undone, discardOf, keyOf,
} from './draft'
import { pointed } from './hints'
import { chargeText } from './log'
import { keepOrder, keepSort, keptOrder, keptSort } from './kept'
import { m } from './messages'
import { grouped, merged, type SortBy, sorted, SORTS } from './sort'
import { Show } from './show.svelte'
import { play as sound } from './sound'
import { held, worthOf } from './worth'

/** So long does the button rest when its words have changed, in ms. */
export const REST = 250

export class Play {
  readonly show: Show
  draft: Draft = $state.raw(EMPTY)
  /** What the server said of drafts of this moment, by their actions. */
  answers: ReadonlyMap<string, Previewed> = $state.raw(new Map())
  /** The own order of the hand. */
  order: readonly string[] = $state.raw([])
  /** New cards that were touched: their dot is gone. */
  touched: ReadonlySet<string> = $state.raw(new Set())
  sending = $state(false)
  reviewing = $state(false)
  /** The rule that is being read. */
  rule = $state('')
  reading = $state(false)
  /** All pickups are listed. */
  listing = $state(false)
  /** A short sentence in the tray, until the next tap. */
  notice = $state('')
  /** The rule that the notice goes back to, "" if it is none. */
  noticeRule = $state('')
  /** A hint that was asked for: first only what kind of move; then the move, with the draft that shows it. */
  hint: { hint: Hint; told: Draft | null } | null = $state.raw(null)
  /** Seats whose phrases are not shown. */
  muted: ReadonlySet<number> = $state.raw(new Set())
  /** Cards that are dragged now. */
  dragged: readonly string[] = $state.raw([])

  private base: DummyView | null = null
  /** The view and the hand that were shown last: most of the next ones is the same. */
  private seen: DummyView | null = null
  private held: readonly string[] = []
  /** Questions under way: who asks the same again waits for the same answer. */
  private asked = new Map<string, Promise<Previewed | null>>()
  private sent = -1
  private changed = 0
  private buttonKey = ''
  private autoDraw: ReturnType<typeof setTimeout> | undefined

  constructor(readonly table: Table) {
    this.show = new Show(table, (line) => this.charged(line))
  }

  readonly aids = $derived.by(() => this.table.table?.setup.aids ?? 'legal')
  readonly worth = $derived.by(() => worthOf(this.table.table?.setup.rules ?? {}, this.show.deal?.head ?? null))
  /** My turn, and the page shows it. */
  readonly mine = $derived.by(() => this.table.myTurn && this.show.deal === this.table.deal && !this.show.replaying)
  /** The deal with the draft's steps done. */
  readonly view: DummyView | null = $derived.by(() => (this.seen = sharing(this.seen, afterSteps(this.show.deal, this.draft.steps, this.answers))))
  readonly phase = $derived(phaseOf(this.view, this.mine, this.draft))
  readonly hand = $derived.by(() => (this.held = sharing(this.held, merged(this.order, this.view ? handCards(this.view) : []))))
  readonly fresh = $derived.by(() => {
    const fresh = this.view?.fresh ? this.view.fresh.split(' ') : []
    return new Set(fresh.filter((card) => !this.touched.has(card)))
  })
  readonly groups = $derived.by(() =>
    this.view && this.draft.deepest ? groupsFor(this.view, this.draft.deepest, this.worth, this.draft.selected) : [],
  )
  readonly group = $derived(groupOf(this.groups, this.draft.pickup))
  readonly candidate = $derived(this.group?.melds.find((one) => one.text === this.draft.pickup))
  readonly deepest = $derived.by(() =>
    this.view && (this.phase === 'draw' || this.phase === 'pickup')
      ? deepestCards(this.view, this.draft.selected)
      : new Map<string, number>(),
  )
  /** The cards for which the selected discard would cost points. */
  readonly costly: ReadonlySet<string> = $derived.by(() => {
    const card = this.draft.selected[0]
    if (!card || !(this.draft.asked || this.primary.words === 'discard')) return new Set<string>()
    return new Set(this.risks(card).flatMap((risk) => risk.cards.split(' ')))
  })
  readonly targets = $derived.by(() => (this.view && this.phase === 'act' ? targetsOf(this.view, this.draft.selected) : []))
  /** What the server says of the steps so far. */
  readonly answer = $derived(this.answers.get(keyOf(this.draft.steps)))
  readonly busy = $derived.by(() => this.sending || this.table.seq < this.sent)
  readonly around = $derived({
    worth: this.worth,
    sending: this.busy,
    careful: (card: string) => this.careful(card),
    knock: this.answer?.knock?.total,
  })
  readonly primary: Primary = $derived.by(() => primaryOf(this.view, this.mine, this.draft, this.around))
  /** Nothing put together is left to undo: then it is a whole turn. */
  readonly takesBack = $derived.by(() => this.canTakeBack && undone(this.draft) === null)
  readonly canUndo = $derived.by(() => undone(this.draft) !== null || this.canTakeBack)
  /** In a practice table one's last turn can be taken back by the server. */
  readonly canTakeBack = $derived.by(() => {
    const { table, deal, seat } = this.table
    return table?.setup.practice === true && table.status === 'playing' && seat !== null && (deal?.actors.includes(seat) ?? false)
  })
  /** A move that is shown stands in the tray as long as its cards are chosen and nothing newer is to be said. */
  readonly showsHint = $derived.by(() => this.hint !== null && this.hint.told === this.draft && !this.notice && !this.busy)
  readonly canHint = $derived.by(() => {
    const setup = this.table.table?.setup
    return this.mine && (setup?.practice || setup?.aids === 'suggest')
  })
  /** Drafts whose outcome the page wants to know, the most urgent first. */
  private readonly wanted = $derived.by(() => {
    const { steps } = this.draft
    const wanted: string[][] = []
    if (!this.mine || this.table.connection !== 'live' || this.busy) return wanted
    if (steps.length || this.show.deal?.phase === 'lay') wanted.push([...steps])
    const { primary } = this
    if (primary.does === 'step') wanted.push([...steps, ...primary.actions])
    else if (primary.words === 'chooseTarget') wanted.push(...this.targets.map((one) => [...steps, ...one.actions]))
    // The server keeps the last draft: if time runs out a whole turn is played as it was put together.
    else if (primary.does === 'send' && primary.words === 'discard' && this.table.table?.deadline) wanted.push(primary.actions)
    return wanted.filter((actions) => !this.answers.has(keyOf(actions)))
  })

  /** Effects; call it while a component is made. */
  live(): void {
    $effect(() => {
      void this.table.happened
      void this.table.deal
      void this.table.table
      // Read and written inside: the state is followed, not watched.
      queueMicrotask(() => this.follow())
    })
    $effect(() => {
      const next = this.wanted[0]
      if (next) void this.ask(next)
    })
    $effect(() => {
      const now = primaryKey(this.primary)
      if (now === this.buttonKey) return
      this.buttonKey = now
      this.changed = performance.now()
    })
    $effect(() => {
      if (this.phase === 'knock' && !this.draft.reviewed && !this.busy) this.reviewing = true
      if (this.phase !== 'knock') this.reviewing = false
    })
    $effect(() => {
      clearTimeout(this.autoDraw)
      if (settings.autoDraw && this.phase === 'draw' && this.view?.legal.length === 1 && this.view.legal[0] === '+') {
        this.autoDraw = setTimeout(() => void this.send(['+']), 800 + Math.random() * 800)
      }
      return () => clearTimeout(this.autoDraw)
    })
    $effect(() => () => this.show.close())
  }

  /** The deal has changed: what of the draft still holds, and the hand's order. */
  follow(): void {
    this.show.follow()
    const deal = this.show.deal
    if (deal === this.base) return
    const before = this.base
    this.base = deal
    this.asked.clear()
    this.answers = new Map()
    this.notice = ''
    this.hint = null
    const back = this.table.table?.setup.practice && this.table.seat !== null && deal === this.table.deal && deal?.number === before?.number
    if (back && deal!.actions.length < before!.actions.length) this.inform(m().undo.done)
    const kept = rebased(this.draft, before, deal)
    if (kept !== this.draft) {
      this.draft = kept
      this.reviewing = false
    }
    if (deal) this.keepOrder(before, deal)
  }

  private keepOrder(before: DummyView | null, deal: DummyView): void {
    const hand = handCards(deal)
    const place = `${this.table.id} ${deal.number}`
    if (!before || before.number !== deal.number) {
      this.touched = new Set()
      const kept = keptOrder(place)
      this.order = kept ? merged(kept, hand) : sorted(hand, keptSort())
    } else {
      if (deal.turn !== before.turn) this.touched = new Set()
      // Cards that the draft showed already keep their places.
      this.order = merged(this.order, hand)
    }
    if (hand.some((card) => !before?.hand.includes(card))) this.sortedBy = null
    keepOrder(place, this.order)
  }

  /** What a draft leads to. Known answers come at once. */
  async ask(actions: readonly string[]): Promise<Previewed | null> {
    const name = keyOf(actions)
    const known = this.answers.get(name)
    if (known) return known
    const at = this.base
    let question = this.asked.get(name)
    if (!question) {
      question = this.table.preview([...actions])
      this.asked.set(name, question)
    }
    const answer = await question
    if (this.asked.get(name) === question) this.asked.delete(name)
    if (!answer || at !== this.base) return null
    this.answers = new Map(this.answers).set(name, answer)
    if (!answer.ok && name === keyOf(this.draft.steps) && this.draft.steps.length) this.draft = EMPTY
    return answer
  }

  // What costs what.

  risks(card: string): Risk[] {
    return this.answer?.risks?.[card] ?? []
  }

  careful(card: string): boolean {
    return settings.confirm || this.risks(card).some((risk) => risk.certain)
  }

  /** A penalty of one's own is worth a word, and the rule behind it. */
  private charged(line: LineView): void {
    // At the end of a deal the score sheet says it.
    if (line.seat !== this.table.seat || this.table.deal?.phase === 'over') return
    say(m().log.charged(this.nameOf(line.seat), chargeText(line)), {
      action: { label: t().common.rule(line.rule), run: () => this.read(line.rule) },
      ms: 6_000,
    })
  }

  /** Open a rule, at the table. */
  read(rule: string): void {
    this.rule = rule
    this.reading = true
  }

  // Taps.

  tapHand(card: string): void {
    this.touch(card)
    sound('tap')
    this.notice = ''
    if (this.phase === 'pickup') return this.trim(card)
    this.draft = select(this.draft, this.phase, card)
  }

  tapPile(card: string): void {
    this.notice = ''
    const { view, phase } = this
    if (!view) return
    if (phase === 'draw' || phase === 'pickup') {
      if (this.draft.deepest === card) this.draft = { ...this.draft, deepest: null, pickup: null }
      else if (deepestCards(view).has(card)) this.draft = choose({ ...this.draft, deepest: null, pickup: null }, view, card, this.worth)
      else if (phase === 'pickup') this.trim(card)
      else this.inform(m().tray.noPickup(card), 'R9')
      sound('tap')
      return
    }
    const seat = view.pile.find(([one]) => one === card)?.[1]
    if (seat !== null && seat !== undefined && this.table.table) {
      this.inform(m().log.turn(seatName(this.table.table, seat, this.table.seat), t().did.threw(card)))
    }
  }

  /** The pickup's meld with this card more or less; where there is none, a word of it. */
  private trim(card: string): void {
    const { group, candidate } = this
    if (!group || !candidate) return
    const others = this.groups.flatMap((one) => (one === group ? [] : one.melds))
    const meld = trimmed(group, candidate, card) ?? others.find((one) => one.cards.includes(card))
    if (meld) this.draft = { ...this.draft, pickup: meld.text }
    else this.inform(candidate.cards.includes(card) ? m().tray.needed(card) : m().tray.unfit(card, this.draft.deepest!), 'R9')
  }

  tapMeld(at: number): boolean {
    this.notice = ''
    const target = this.targets.find((one) => one.meld === at)
    if (!target) return false
    void this.step(target.actions)
    return true
  }

  /** A pickup from the tray. */
  pick(text: string): void {
    const card = this.view && pileCards(this.view).find((one) => read(text).cards.includes(one))
    if (!card) return
    this.notice = ''
    this.draft = { ...this.draft, deepest: card, pickup: text }
  }

  selectCards(cards: readonly string[]): void {
    this.notice = ''
    for (const card of cards) this.touch(card)
    this.draft = selectAll(this.draft, this.phase, cards)
  }

  touch(card: string): void {
    if (!this.touched.has(card)) this.touched = new Set([...this.touched, card])
  }

  inform(text: string, rule = ''): void {
    this.notice = text
    this.noticeRule = rule
    // While it is another's turn the tray says nothing aloud by itself.
    if (this.phase === 'wait' || this.draft.selected.length) this.show.say(text)
  }

  // Commands.

  /** The one button. Within a moment after its words have changed it does nothing. */
  press(force = false): void {
    if (!force && performance.now() - this.changed < REST) return
    this.notice = ''
    const { primary } = this
    if (primary.does === 'step') void this.step(primary.actions)
    else if (primary.does === 'send') void this.send(primary.actions)
    else if (primary.does === 'ask') this.draft = { ...this.draft, asked: true }
    else if (primary.does === 'review') this.reviewing = true
  }

  async step(actions: readonly string[], redone = false): Promise<boolean> {
    const steps = [...this.draft.steps, ...actions]
    // A question of less weight may have pushed this one out of the queue: then it is asked once more.
    const at = this.base
    let answer = await this.ask(steps)
    if (!answer && at === this.base) answer = await this.ask(steps)
    if (!answer) return false
    if (!answer.ok) {
      this.refuse(answer.reason, answer.sentence, answer.rule)
      return false
    }
    this.draft = stepped(this.draft, actions, redone)
    this.hint = null
    sound('meld')
    return true
  }

  async send(actions: readonly string[]): Promise<Outcome | null> {
    if (this.busy) return null
    this.sending = true
    this.reviewing = false
    const outcome = await this.table.act([...actions])
    this.sending = false
    if (outcome.t === 'ack') {
      this.sent = outcome.seq
      this.draft = { ...this.draft, asked: false, undone: [] }
    } else this.refused(outcome)
    return outcome
  }

  /** The discard of the selected card; `anyway` when it was asked and answered. */
  discard(anyway = false): void {
    if (!this.view || this.phase !== 'act') return
    const answer = discardOf(this.view, { ...this.draft, armed: true }, anyway ? { ...this.around, careful: () => false } : this.around)
    if (answer.does === 'send') void this.send(answer.actions)
    else if (answer.does === 'ask') this.draft = { ...this.draft, armed: true, asked: true }
    else if (this.draft.selected.length) this.refuse('must_finish')
    else this.inform(m().tray.act)
  }

  knock(): void {
    const knock = this.view && knockOf(this.view)
    if (knock) void this.send([...this.draft.steps, knock])
  }

  /** The door to a dark knock: what can be laid first, or what is missing (A15). */
  darkKnock(): void {
    const { view } = this
    const dark = view?.turn !== null && view?.hands[view.turn]?.born === false
    if (!view || this.phase !== 'act' || !dark || this.aids === 'none') return this.refuse('not_last')
    const first = layable(view, this.worth)[0]?.cards ?? layoffs(view).slice(0, 1)
    const { rest } = grouped(this.hand)
    if (first.length) this.selectCards(first)
    else if (rest.length) this.inform(m().tray.darkMissing(rest.join(' ')), 'A15')
    else this.refuse('nothing_left')
  }

  undo(): void {
    this.notice = ''
    this.hint = null
    const back = undone(this.draft)
    if (back) {
      this.draft = back
      this.reviewing = false
      return
    }
    if (this.canTakeBack) void this.command('undo')
  }

  redo(): void {
    const next = this.draft.undone[0]
    if (next && this.mine) void this.step([next], true)
  }

  clear(): void {
    this.notice = ''
    this.draft = clear(this.draft)
  }

  sort(by?: SortBy): void {
    const next = by ?? SORTS[(SORTS.indexOf(keptSort()) + (this.sortedBy === keptSort() ? 1 : 0)) % SORTS.length]!
    this.sortedBy = next
    keepSort(next)
    this.reorder(sorted(this.hand, next))
    this.inform(m().sort[next])
  }
  private sortedBy: SortBy | null = null

  /** Put the hand in this order. */
  reorder(cards: readonly string[]): void {
    this.order = merged(cards, this.hand)
    if (this.show.deal) keepOrder(`${this.table.id} ${this.show.deal.number}`, this.order)
  }

  /** Move a card by so many places. */
  move(card: string, by: number): void {
    const cards = [...this.hand]
    const at = cards.indexOf(card)
    const to = Math.max(0, Math.min(cards.length - 1, at + by))
    if (at < 0 || at === to) return
    cards.splice(to, 0, ...cards.splice(at, 1))
    this.sortedBy = null
    this.reorder(cards)
  }

  async askHint(): Promise<void> {
    if (this.hint) {
      this.notice = ''
      if (this.view) this.draft = pointed(this.draft, this.view, this.phase === 'pickup' ? 'draw' : this.phase, this.hint.hint.action)
      this.hint = { ...this.hint, told: this.draft }
      return
    }
    const gone = new Promise<null>((done) => setTimeout(() => done(null), 8_000))
    const at = this.base
    const steps = this.draft.steps
    const hint = await Promise.race([this.table.hint([...steps]), gone])
    if (at !== this.base || steps !== this.draft.steps) return
    if (hint) this.hint = { hint, told: null }
    else this.inform(m().hint.none)
  }

  async command(what: string, about: Parameters<Table['do']>[1] = {}): Promise<boolean> {
    const outcome = await this.table.do(what, about)
    if (outcome.t === 'nack') this.refused(outcome)
    return outcome.t === 'ack'
  }

  private refused(nack: Nack): void {
    const rule = nack.rule ?? REASON_RULES[nack.reason ?? '']
    alarm(refusal(nack), rule ? { label: t().common.rule(rule), run: () => this.read(rule) } : undefined)
  }

  /** Say in the tray why something cannot be done, with the rule that says so. */
  refuse(reason: string | null | undefined, sentence?: string | null, rule?: string | null): void {
    this.inform(refusal({ code: 'illegal', reason, sentence }), rule ?? REASON_RULES[reason ?? ''])
  }

  // Small facts for the screen.

  nameOf(seat: number): string {
    return this.table.table ? seatName(this.table.table, seat, this.table.seat) : ''
  }

  /** What the hand would cost, after a pickup or now. */
  atRisk(cards: readonly string[]): number {
    return held(cards, this.worth)
  }
}

/** Switch sound and vibration off, or on again. */
export function silence(): void {
  const on = settings.sound || settings.haptics
  setSettings({ sound: !on, haptics: !on })
}
