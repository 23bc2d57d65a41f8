/**
 * Dragging with mouse, pen or finger: one handler for the whole table. It begins after a few px, lights only where
 * something legal would happen, and dropping elsewhere changes nothing. Holding a finger still shows the card large, as
 * a mouse does that rests on a small one. A finger that waits a moment and then slides along the hand chooses cards; so
 * does a mouse with Shift, or one that begins beside the cards. Whatever slides along the pile moves the deepest card of a
 * pickup; up or down it carries that card away.
 */
import { settings } from '../settings.svelte'
import { deepestCards, meldOf, targetsOf } from './draft'
import type { Play } from './play.svelte'

const TOUCH = 8
const MOUSE = 4
/** In ms: after this a slide chooses cards; after this a resting finger, or a resting mouse, sees the card large. */
const SWEEP = 150
const HOLD = 350
const HOVER = 300
/** A flick is as fast upwards, in px per ms, and goes as far. */
const FAST = 0.5
const FAR = 40
/** A card as wide as this needs no glass. */
const LARGE = 60

export interface Drop {
  zone: 'hand' | 'pile' | 'melds'
  /** The meld of a layoff; null in the open part of the table. */
  meld: number | null
}

interface Start {
  id: number
  x: number
  y: number
  card: string
  zone: string
  touch: boolean
  /** When the finger came down, and its last two places some moments apart. */
  at: number
  before: { y: number; at: number }
  later: { y: number; at: number }
}

export class Drag {
  /** What is dragged, and where the pointer is; null when nothing is. */
  now: { cards: readonly string[]; from: string; x: number; y: number; over: Drop | null } | null = $state.raw(null)
  /** The card that is shown large, and the place it lies in. */
  large: { card: string; rect: DOMRect } | null = $state.raw(null)

  /** Cards are being chosen by sliding: whether they become chosen or not. */
  private sweeping: boolean | null = null
  /** The deepest card follows the pointer. */
  private sliding = false
  private resting = ''
  private start: Start | null = null
  private hold: ReturnType<typeof setTimeout> | undefined
  private dropped = false

  constructor(
    private readonly play: Play,
    private readonly root: () => HTMLElement | undefined,
  ) {}

  /** Where the cards in hand may go. */
  readonly legal = $derived.by(() => {
    const { now, play } = this
    if (!now) return { hand: false, pile: false, melds: false, targets: new Set<number>() }
    const { view, phase } = play
    const targets = new Set<number>()
    if (now.from !== 'hand') {
      const taking = phase === 'draw' || phase === 'pickup'
      return { hand: taking, pile: false, melds: taking && now.from === 'pile', targets }
    }
    const acting = view && phase === 'act'
    if (acting) for (const target of targetsOf(view, now.cards)) targets.add(target.meld)
    return {
      hand: true,
      pile: (acting && now.cards.length === 1 && view.legal.includes(`-${now.cards[0]}`)) || phase === 'knock',
      melds: !!acting && meldOf(view, now.cards) !== null,
      targets,
    }
  })

  down = (event: PointerEvent): void => {
    this.dropped = false
    this.rest('')
    if (event.button !== 0 || this.now || !(event.target instanceof Element) || !event.target.closest('[data-zone]')) return
    const node = cardAt(event) ?? event.target.closest<HTMLElement>('[data-anchor=stock], [data-zone=hand]')
    const zone = node?.closest<HTMLElement>('[data-zone]')?.dataset.zone
    if (!node || !zone) return
    const card = node.dataset.card ?? ''
    const touch = event.pointerType !== 'mouse'
    const { clientX: x, clientY: y, timeStamp: at } = event
    const from = card || zone === 'hand' ? zone : 'stock'
    this.start = { id: event.pointerId, x, y, card, zone: from, touch, at, before: { y, at }, later: { y, at } }
    if (from === 'hand' && !touch && (!card || event.shiftKey)) this.sweep(card)
    else if (touch && card) this.hold = setTimeout(() => this.show(node), HOLD)
  }

  move = (event: PointerEvent): void => {
    const { start, now } = this
    if (!start) this.hover(event)
    if (!start || event.pointerId !== start.id) return
    if (this.large) {
      // Slide to the neighbours; letting go does nothing.
      const under = cardAt(event)
      if (under) this.show(under)
      return
    }
    if (this.sweeping !== null) {
      const under = cardAt(event)
      if (under?.closest('[data-zone=hand]')) this.sweep(under.dataset.card!)
      return
    }
    if (this.sliding) {
      this.slide(cardAt(event))
      return
    }
    if (event.timeStamp - start.later.at > 30) {
      start.before = start.later
      start.later = { y: event.clientY, at: event.timeStamp }
    }
    if (now) {
      this.now = { ...now, x: event.clientX, y: event.clientY, over: this.hit(event.clientX, event.clientY) }
      return
    }
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y]
    if (Math.hypot(dx, dy) < (start.touch ? TOUCH : MOUSE)) return
    clearTimeout(this.hold)
    if (start.touch && start.zone === 'hand' && event.timeStamp - start.at >= SWEEP && Math.abs(dx) > Math.abs(dy)) {
      this.sweep(start.card)
      return
    }
    if (start.zone === 'pile' && this.taken(start) && Math.abs(dx) > Math.abs(dy)) {
      this.sliding = true
      this.root()?.setPointerCapture(event.pointerId)
      this.slide(cardAt(event))
      return
    }
    const cards = this.taken(start)
    if (!cards) {
      this.start = null
      return
    }
    this.root()?.setPointerCapture(event.pointerId)
    this.play.dragged = start.zone === 'hand' ? cards : []
    this.now = { cards, from: start.zone, x: event.clientX, y: event.clientY, over: null }
  }

  up = (event: PointerEvent): void => {
    const { start, now } = this
    if (!start || event.pointerId !== start.id) return
    const held = this.large !== null || this.sweeping !== null || this.sliding
    const over = now ? this.hit(event.clientX, event.clientY) : null
    const flicked = this.flicked(start, event) && this.legal.pile
    this.cancel()
    if (held) this.dropped = true
    if (!now) return
    this.dropped = true
    if (over && !(flicked && over.zone === 'hand')) this.drop(now.cards, now.from, over, event.clientX, event.clientY)
    else if (flicked) this.drop(now.cards, now.from, { zone: 'pile', meld: null }, 0, 0)
  }

  leave = (): void => this.rest('')

  /** A finger that throws a card upwards; only for those who have chosen to. */
  private flicked(start: Start, event: PointerEvent): boolean {
    if (!settings.flick || !start.touch || this.now?.from !== 'hand') return false
    const speed = (start.before.y - event.clientY) / Math.max(1, event.timeStamp - start.before.at)
    return speed > FAST && start.y - event.clientY > FAR
  }

  /** The first card says whether cards become chosen or are put back. */
  private sweep(card: string): void {
    const { play } = this
    if (play.phase === 'pickup') return
    const chosen = play.draft.selected.includes(card)
    if (this.sweeping === null) this.sweeping = !card || !chosen
    if (card && chosen !== this.sweeping) play.tapHand(card)
  }

  private slide(node: HTMLElement | null): void {
    const { play } = this
    const card = node?.closest('[data-zone=pile]') ? node.dataset.card! : ''
    if (card !== play.draft.deepest && play.view && deepestCards(play.view).has(card)) play.tapPile(card)
  }

  private show(node: HTMLElement): void {
    this.large = { card: node.dataset.card!, rect: node.getBoundingClientRect() }
  }

  /** A mouse that rests on a small card. */
  private hover(event: PointerEvent): void {
    if (event.pointerType !== 'mouse' || event.buttons) return
    const node = cardAt(event)
    const small = node && (node.getBoundingClientRect().width < LARGE || node.classList.contains('fan'))
    this.rest(small ? node.dataset.card! : '', node)
  }

  private rest(card: string, node: HTMLElement | null = null): void {
    if (card === this.resting) return
    clearTimeout(this.hold)
    this.resting = card
    if (!card || !node) this.large = null
    else if (this.large) this.show(node)
    else this.hold = setTimeout(() => node.isConnected && this.show(node), HOVER)
  }

  cancel = (): void => {
    clearTimeout(this.hold)
    this.start = this.now = this.large = this.sweeping = null
    this.sliding = false
    this.resting = ''
    this.play.dragged = []
  }

  /** The click that follows a drag is none. */
  click = (event: MouseEvent): void => {
    if (!this.dropped || event.detail === 0) return
    this.dropped = false
    event.stopPropagation()
    event.preventDefault()
  }

  private taken(start: Start): string[] | null {
    const { play } = this
    const taking = play.phase === 'draw' || play.phase === 'pickup'
    if (start.zone === 'stock') return taking && play.view?.legal.includes('+') ? [] : null
    if (start.zone === 'pile') return taking ? [start.card] : null
    if (start.zone !== 'hand') return null
    const { selected } = play.draft
    return selected.includes(start.card) ? [...selected] : [start.card]
  }

  private hit(x: number, y: number): Drop | null {
    const root = this.root()
    const { legal } = this
    if (!root) return null
    const inside = (node: Element, margin = 0) => {
      const rect = node.getBoundingClientRect()
      return x >= rect.left - margin && x <= rect.right + margin && y >= rect.top - margin && y <= rect.bottom + margin
    }
    for (const node of root.querySelectorAll<HTMLElement>('[data-meld]')) {
      const meld = Number(node.dataset.meld)
      if (legal.targets.has(meld) && inside(node, 8)) return { zone: 'melds', meld }
    }
    for (const zone of ['hand', 'pile', 'melds'] as const) {
      const node = root.querySelector(`[data-zone="${zone}"]`)
      if (node && legal[zone] && inside(node)) return { zone, meld: null }
    }
    return null
  }

  private drop(cards: readonly string[], from: string, over: Drop, x: number, y: number): void {
    const { play } = this
    if (from === 'stock') {
      void play.send(['+'])
      return
    }
    if (from === 'pile') {
      if (play.draft.deepest !== cards[0]) play.tapPile(cards[0]!)
      const { primary } = play
      if (primary.does === 'step') void play.step(primary.actions)
      return
    }
    if (over.zone === 'hand') {
      this.reorder(cards, x, y)
      return
    }
    play.selectCards(cards)
    if (over.zone === 'pile') {
      if (play.phase === 'knock') play.reviewing = true
      else play.discard()
      return
    }
    if (over.meld !== null) play.tapMeld(over.meld)
    else if (play.primary.does === 'step') void play.step(play.primary.actions)
  }

  /** Put the cards in front of the one that they are dropped on, by where its middle is. */
  private reorder(cards: readonly string[], x: number, y: number): void {
    const root = this.root()
    if (!root) return
    const rest = this.play.hand.filter((card) => !cards.includes(card))
    const nodes = rest.map((card) => root.querySelector(`[data-zone=hand] [data-card="${card}"]`))
    let at = rest.length
    for (let n = 0; n < rest.length; n++) {
      const rect = nodes[n]?.getBoundingClientRect()
      if (!rect) continue
      const next = nodes[n + 1]?.getBoundingClientRect()
      const sameLine = next && Math.abs(next.top - rect.top) < rect.height / 2
      const middle = sameLine ? (rect.left + next.left) / 2 : rect.left + rect.width / 2
      if (y < rect.top - 8 || (y < (sameLine || !next ? rect.bottom + 40 : next.top) && x < middle)) {
        at = n
        break
      }
    }
    rest.splice(at, 0, ...cards)
    this.play.reorder(rest)
  }
}

/** The uppermost card there, also under the button of a meld. */
function cardAt(event: PointerEvent): HTMLElement | null {
  const direct = (event.target as Element | null)?.closest?.<HTMLElement>('[data-card]')
  if (direct && event.type === 'pointerdown') return direct
  for (const node of document.elementsFromPoint?.(event.clientX, event.clientY) ?? []) {
    const card = node.closest<HTMLElement>('[data-card]')
    if (card) return card
    if (node.matches('dialog, .between')) break
  }
  return null
}
