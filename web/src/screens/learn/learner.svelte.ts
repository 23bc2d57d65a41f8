/**
 * One lesson being played: what is chosen, what the server says. The rules are the server's; here cards that are chosen
 * become the text of an action, legal or not, for a lesson also shows what is refused, and why.
 */
import { api } from '../../api'
import { seatName } from '../../lib/seats'
import { cardList } from '../../lib/text'
import { refusal } from '../../lib/trouble'
import type { Risk, TableView } from '../../protocol'
import type { LessonView } from '../../shapes'
import { layoffText, meldText, pileCards, read } from '../../table/actions'
import { actionText } from '../../table/log'
import { scenesOf } from '../score/story'
import { m } from './messages'

export type Does = 'draw' | 'pickup' | 'meld' | 'discard' | 'knock'
type Lessons = ReturnType<typeof m>['lessons']

export interface Words {
  goal: string
  right: string
}

/** What a step says; its key comes from the server. */
export function stepWords(id: string, key: string): Words | undefined {
  const steps = m().lessons[id as keyof Lessons]?.steps as Record<string, Words> | undefined
  return steps?.[key]
}

export class Learner {
  view = $state.raw<LessonView | null>(null)
  selected = $state.raw<readonly string[]>([])
  busy = $state(false)
  /** The key of the step that was done last, for what it says then. */
  before = $state('')
  hinted = $state(false)
  /** The table when the lesson began, for the score sheet. */
  first = $state.raw<LessonView['deal'] | null>(null)

  constructor(readonly id: string) {}

  async begin(): Promise<void> {
    await this.ask([])
    this.first = this.view?.deal ?? null
    this.before = ''
  }

  /** Try an action, or an answer to a question. */
  async attempt(action: string): Promise<void> {
    if (!this.view || this.busy) return
    const key = this.view.key
    await this.ask([...this.view.actions, action])
    if (this.view?.verdict === 'right') {
      this.before = key
      this.hinted = false
    }
  }

  private async ask(actions: string[]): Promise<void> {
    this.busy = true
    try {
      this.view = await api.lesson(this.id, actions)
      if (this.view.verdict === 'right' || !actions.length) this.selected = []
    } finally {
      this.busy = false
    }
  }

  readonly deal = $derived.by(() => this.view?.deal ?? null)
  readonly hand = $derived.by(() => cardList(this.deal?.hand))
  readonly over = $derived.by(() => this.view !== null && this.view.key === '')
  readonly asking = $derived.by(() => (this.view?.choices.length ?? 0) > 0)
  readonly mine = $derived.by(() => !this.over && !this.asking && this.deal?.turn === this.view?.seat)
  readonly taking = $derived.by(() => this.deal?.phase === 'take')
  readonly inPile = $derived.by(() => this.selected.filter((card) => this.deal && pileCards(this.deal).includes(card)))
  readonly inHand = $derived.by(() => this.selected.filter((card) => this.hand.includes(card)))
  /** Of the chosen cards of the pile the oldest: from there it would be picked up. */
  readonly deepest = $derived.by(() => (this.deal ? (pileCards(this.deal).find((card) => this.inPile.includes(card)) ?? null) : null))

  tap(card: string): void {
    if (!this.mine) return
    this.selected = this.selected.includes(card) ? this.selected.filter((one) => one !== card) : [...this.selected, card]
  }

  /** What each button would send with the chosen cards; null when they make no such action. */
  readonly doings: Record<Does, string | null> = $derived.by(() => {
    const { selected, inHand, inPile } = this
    const one = selected.length === 1 && inHand.length === 1 ? inHand[0]! : null
    return {
      draw: this.mine && selected.length === 0 ? '+' : null,
      pickup: inPile.length ? meldText('^', selected) : null,
      meld: inPile.length === 0 && inHand.length > 1 ? meldText('=', inHand) : null,
      discard: one ? `-${one}` : null,
      knock: one ? `#${one}` : null,
    }
  })

  /** The button that is gold: what the rules allow with the chosen cards. */
  readonly gold: Does | null = $derived.by(() => {
    const legal = this.deal?.legal ?? []
    const order: Does[] = ['draw', 'pickup', 'meld', 'knock', 'discard']
    return order.find((does) => this.doings[does] !== null && legal.includes(this.doings[does]!)) ?? null
  })

  /** Melds that take the one chosen card. */
  readonly targets: ReadonlyMap<number, string> = $derived.by(() => {
    const found = new Map<number, string>()
    const { deal, inHand, inPile } = this
    if (!deal || this.taking || inHand.length !== 1 || inPile.length) return found
    const at = deal.melds.flatMap((meld, n) => (deal.legal.includes(layoffText(inHand[0]!, meld)) ? [n] : []))
    at.forEach((n, place) => found.set(n, at.length > 1 ? String.fromCharCode(65 + place) : '+1'))
    return found
  })

  /** A meld is tapped with one card chosen: lay it off there, or hear why not. */
  layOff(at: number): void {
    const meld = this.deal?.melds[at]
    if (meld && this.mine && this.inHand.length === 1 && this.selected.length === 1) void this.attempt(layoffText(this.inHand[0]!, meld))
  }

  risks(card: string): Risk[] {
    return this.taking ? [] : (this.view?.previewed?.risks?.[card] ?? [])
  }

  /** Names for the seats: the learner is “You”, the others are called as bots are. */
  readonly table: TableView | null = $derived.by(() => {
    const { view, deal } = this
    if (!view || !deal) return null
    const seats = deal.hands.map((_, seat) => ({
      kind: seat === view.seat ? ('person' as const) : ('bot' as const), name: '', level: '', away: false, ready: true, host: false, sitting_in: false,
      clock: 'x1' as const,
    }))
    return {
      id: '', status: 'between', seats, totals: deal.scores ?? seats.map(() => 0), deals: [], winner: null, locked: false, deadline: null,
      bank: [], earlier: 0, next: {}, book: '',
      setup: {
        game: 'dummy', rules: view.rules, players: seats.length, clock: 'off', aids: 'legal', warnings: true, practice: true, pace: 0,
        public: false, chat: false,
      },
    }
  })

  /** The last thing that did a step was an answer: nothing was played since. */
  private readonly answered = $derived.by(() => this.view?.actions.at(-1)?.[0] === '?')

  /** What the others did after the learner's last action, turn by turn. */
  readonly seen = $derived.by(() => {
    const { view, deal, table, first } = this
    if (!view || !deal || !table || this.answered) return []
    const scenes = scenesOf(deal, first ?? undefined)
    const from = deal.actions.length - view.happened.length
    const lines: { seat: number; name: string; words: string[] }[] = []
    view.happened.forEach(({ seat, text }, n) => {
      if (seat === view.seat) return
      const count = (scenes[from + n]?.pile.length ?? 0) - (scenes[from + n + 1]?.pile.length ?? 0)
      const words = actionText(deal, { seat, action: read(text), count })
      const last = lines.at(-1)
      if (last?.seat === seat) last.words.push(words)
      else lines.push({ seat, name: seatName(table, seat, view.seat), words: [words] })
    })
    return lines
  })

  /** Penalties that came with the last action. */
  readonly charged = $derived.by(() => {
    const { view, deal } = this
    if (!view || !deal || view.verdict !== 'right' || this.answered) return []
    const from = deal.actions.length - view.happened.length
    return deal.ledger.filter((line) => line.by !== undefined && line.by !== null && (line.action ?? -1) >= from)
  })

  /** Why the last try was refused, in words. */
  readonly refused = $derived.by(() => {
    const view = this.view
    if (!view?.rule) return ''
    if (view.reason === 'no_meld') return m().noMeld
    return refusal({ code: 'illegal', reason: view.reason, sentence: view.sentence })
  })
}
