/**
 * Dragging with mouse, pen or finger: one handler for the whole table. It begins after a few px, lights only where
 * something legal would happen, and dropping elsewhere changes nothing. Holding a finger still shows the card large.
 */
import { meldOf, targetsOf } from './draft'
import type { Play } from './play.svelte'

const TOUCH = 8
const MOUSE = 4
const HOLD = 350

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
}

export class Drag {
  /** What is dragged, and where the pointer is; null when nothing is. */
  now: { cards: readonly string[]; from: string; x: number; y: number; over: Drop | null } | null = $state.raw(null)
  /** The card that is shown large under a resting finger. */
  large: { card: string; x: number } | null = $state.raw(null)

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
    if (event.button !== 0 || this.now || !(event.target instanceof Element)) return
    const node = event.target.closest<HTMLElement>('[data-card], [data-anchor=stock]')
    const zone = node?.closest<HTMLElement>('[data-zone]')?.dataset.zone
    if (!node || !zone) return
    const card = node.dataset.card ?? ''
    this.start = { id: event.pointerId, x: event.clientX, y: event.clientY, card, zone: card ? zone : 'stock', touch: event.pointerType !== 'mouse' }
    if (this.start.touch && card && zone !== 'melds') {
      const { clientX } = event
      this.hold = setTimeout(() => (this.large = { card, x: clientX }), HOLD)
    }
  }

  move = (event: PointerEvent): void => {
    const { start, now } = this
    if (!start || event.pointerId !== start.id) return
    if (this.large) {
      // Slide to the neighbours; letting go does nothing.
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-card]')
      if (under?.dataset.card) this.large = { card: under.dataset.card, x: event.clientX }
      return
    }
    if (now) {
      this.now = { ...now, x: event.clientX, y: event.clientY, over: this.hit(event.clientX, event.clientY) }
      return
    }
    if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < (start.touch ? TOUCH : MOUSE)) return
    clearTimeout(this.hold)
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
    if (!this.start || event.pointerId !== this.start.id) return
    const { now } = this
    const held = this.large !== null
    const over = now ? this.hit(event.clientX, event.clientY) : null
    this.cancel()
    if (held) this.dropped = true
    if (!now) return
    this.dropped = true
    if (over) this.drop(now.cards, now.from, over, event.clientX, event.clientY)
  }

  cancel = (): void => {
    clearTimeout(this.hold)
    this.start = this.now = this.large = null
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
