/**
 * Cards travel: where each card was before the page changed and where it is after, by its name, across zones. New cards
 * come from the stock or from the seat that played them; cards that leave go to the seat that took them.
 */
import type { Show } from './show.svelte'

const ENTER = 'cubic-bezier(.2,.8,.2,1)'
const LEAVE = 'cubic-bezier(.4,0,1,1)'
const TRAVEL = 220
const EACH = 20
const MOST = 400

interface Place {
  rect: DOMRect
  node: HTMLElement
  zone: string
}

const zoneOf = (node: Element) => node.closest<HTMLElement>('[data-zone]')?.dataset.zone ?? ''

export class Motion {
  private before: Map<string, Place> | null = null
  private deal = 0

  constructor(
    private readonly show: Show,
    private readonly me: () => number | null,
  ) {}

  /** Where everything is, before the page changes. */
  capture(root: HTMLElement | undefined): void {
    if (root && this.show.moves) this.before = this.places(root)
    else this.before = null
  }

  /** After it has changed. */
  play(root: HTMLElement | undefined, layer: HTMLElement | undefined): void {
    const { before } = this
    this.before = null
    if (!root || !layer || !before || !this.show.moves || document.hidden) return
    const step = this.show.step
    const number = this.show.deal?.number ?? 0
    const fresh = this.deal !== number
    this.deal = number
    if (fresh && !step?.events.some((event) => event.k === 'deal')) return
    const after = this.places(root)
    let count = 0
    const timing = () => ({ duration: Math.min(MOST, TRAVEL + EACH * count) * this.show.pace, easing: ENTER })
    for (const [card, now] of after) {
      const was = before.get(card)
      const from = was?.rect ?? this.origin(root, card, now.zone)
      if (!from) continue
      const dx = from.left - now.rect.left
      const dy = from.top - now.rect.top
      if (Math.abs(dx) < 3 && Math.abs(dy) < 3 && was) continue
      const scale = now.rect.width ? from.width / now.rect.width : 1
      const start = { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, transformOrigin: '0 0' }
      const end = { transform: 'none', transformOrigin: '0 0' }
      const delay = fresh ? count * 35 * this.show.pace : 0
      count++
      if (was?.zone === now.zone) {
        now.node.animate([start, end], timing())
        continue
      }
      // Between zones it flies above everything: the zones would cover it.
      const flying = this.clone(layer, now.node, now.rect)
      now.node.animate([{ opacity: 0 }, { opacity: 0 }], { duration: timing().duration + delay })
      flying.animate([start, end], { ...timing(), delay, fill: 'backwards' }).onfinish = () => flying.remove()
    }
    const taker = step?.events.find((event) => event.k === 'act')?.seat ?? null
    if (taker === null || taker === this.me()) return
    const seat = this.anchor(root, `seat-${taker}`)
    if (!seat) return
    for (const [card, was] of before) {
      if (!after.has(card) && was.zone === 'pile') this.leave(layer, was.node, was.rect, seat)
    }
    const stock = this.anchor(root, 'stock')
    const back = root.querySelector<HTMLElement>('[data-anchor=stock] .card')
    if (stock && back && step?.events.some((event) => event.k === 'act' && event.text === '+')) {
      this.leave(layer, back, stock, seat).querySelector('.plate')?.remove()
    }
  }

  private places(root: HTMLElement): Map<string, Place> {
    const found = new Map<string, Place>()
    for (const node of root.querySelectorAll<HTMLElement>('[data-card]')) {
      found.set(node.dataset.card!, { rect: node.getBoundingClientRect(), node, zone: zoneOf(node) })
    }
    return found
  }

  /** Where a card comes from that was not on the page. */
  private origin(root: HTMLElement, card: string, zone: string): DOMRect | null {
    if (zone === 'hand') return this.anchor(root, 'stock')
    const deal = this.show.deal
    const placed = zone === 'pile' ? deal?.pile : deal?.melds.flatMap((meld) => meld.cards)
    const seat = placed?.find(([one]) => one === card)?.[1]
    return seat === null || seat === undefined || seat === this.me() ? null : this.anchor(root, `seat-${seat}`)
  }

  private anchor(root: HTMLElement, name: string): DOMRect | null {
    const node = root.querySelector(`[data-anchor="${name}"]`)
    if (!node) return null
    const rect = node.getBoundingClientRect()
    const width = Math.min(rect.width, 40)
    return new DOMRect(rect.left + (rect.width - width) / 2, rect.top + Math.max(0, rect.height / 2 - width * 0.7), width, width * 1.4)
  }

  private clone(layer: HTMLElement, node: HTMLElement, rect: DOMRect): HTMLElement {
    const copy = node.cloneNode(true) as HTMLElement
    copy.removeAttribute('data-card')
    Object.assign(copy.style, { position: 'absolute', left: `${rect.left}px`, top: `${rect.top}px`, margin: '0', width: `${rect.width}px`, height: `${rect.height}px` })
    layer.append(copy)
    return copy
  }

  private leave(layer: HTMLElement, node: HTMLElement, from: DOMRect, to: DOMRect): HTMLElement {
    const copy = this.clone(layer, node, from)
    const end = `translate(${to.left - from.left}px, ${to.top - from.top}px) scale(${to.width / from.width})`
    copy.animate(
      [
        { transform: 'none', transformOrigin: '0 0', opacity: 1 },
        { transform: end, transformOrigin: '0 0', opacity: 1, offset: 0.85 },
        { transform: end, transformOrigin: '0 0', opacity: 0 },
      ],
      { duration: TRAVEL * 1.2 * this.show.pace, easing: LEAVE },
    ).onfinish = () => copy.remove()
    return copy
  }
}
