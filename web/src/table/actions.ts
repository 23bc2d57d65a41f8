/** Action texts (docs/notation.md), taken apart and put together. Nothing here knows whether an action is legal. */
import { cardList } from '../lib/text'
import type { DummyView, MeldView } from '../protocol'

export const RANKS = '23456789TJQKA'
export const SUITS = 'cdhs'

export type Kind = 'draw' | 'pickup' | 'meld' | 'layoff' | 'discard' | 'knock' | 'pass'

export interface Action {
  text: string
  kind: Kind
  /** Of a meld all its cards; of a layoff the card laid off. */
  cards: string[]
  /** A layoff's target: a card of the meld. */
  on: string | null
}

const KINDS: Record<string, Kind> = { '+': 'draw', '^': 'pickup', '=': 'meld', '-': 'discard', '#': 'knock', '.': 'pass' }

export function read(text: string): Action {
  const [card, on] = text.split('>')
  if (on !== undefined) return { text, kind: 'layoff', cards: cardList(card), on: cardList(on)[0] ?? null }
  return { text, kind: KINDS[text[0] ?? ''] ?? 'pass', cards: cardList(text), on: null }
}

export function rank(card: string): number {
  return RANKS.indexOf(card[0] ?? '')
}

export function suit(card: string): string {
  return card[1] ?? ''
}

/** By rank, then suit: the order in which a meld's cards are printed. */
export function canonical(cards: readonly string[]): string[] {
  return [...cards].sort((a, b) => rank(a) - rank(b) || SUITS.indexOf(suit(a)) - SUITS.indexOf(suit(b)))
}

export function meldText(sign: '^' | '=', cards: readonly string[]): string {
  return sign + canonical(cards).join('')
}

/** The meld that holds a card; −1 if none does. */
export function meldWith(melds: readonly MeldView[], card: string | null): number {
  return card === null ? -1 : melds.findIndex((meld) => meld.cards.some(([one]) => one === card))
}

/** The meld a layoff names by its lowest card in canonical order. */
export function layoffText(card: string, meld: MeldView): string {
  return `${card}>${canonical(meld.cards.map(([one]) => one))[0]}`
}

/** Same rank, or else a run. */
export function isSet(cards: readonly string[]): boolean {
  return cards.length > 1 && rank(cards[0]!) === rank(cards[1]!)
}

/** The pile's cards as texts, oldest first. */
export function pileCards(deal: DummyView): string[] {
  return deal.pile.map(([card]) => card)
}

/** How many cards a pickup takes from a pile: from the oldest card of its meld to the end. */
export function takes(pile: readonly string[], meld: readonly string[]): number {
  const at = pile.findIndex((card) => meld.includes(card))
  return at < 0 ? 0 : pile.length - at
}

/** The oldest card of the pile in a meld. */
export function deepestOf(pile: readonly string[], meld: readonly string[]): string | null {
  return pile.find((card) => meld.includes(card)) ?? null
}

export interface Played {
  seat: number
  action: Action
  /** Of a pickup: how many cards it took. */
  count: number
}

/** What was played in a deal, with how much each pickup took. The pile began with the head alone. */
export function played(deal: DummyView): Played[] {
  let pile = deal.head ? [deal.head] : []
  return deal.actions.map((text, at) => {
    const action = read(text)
    let count = 0
    if (action.kind === 'discard') pile.push(action.cards[0]!)
    if (action.kind === 'pickup') {
      count = takes(pile, action.cards)
      pile = pile.slice(0, pile.length - count)
    }
    return { seat: deal.actors[at] ?? 0, action, count }
  })
}

/** The same by turns: a seat's actions up to its discard. The last one may be unfinished. */
export function turnsOf(deal: DummyView): Played[][] {
  const turns: Played[][] = []
  let open = false
  for (const one of played(deal)) {
    if (!open) turns.push([])
    turns.at(-1)!.push(one)
    open = one.action.kind !== 'discard'
  }
  return turns
}

const laidOrder = new WeakMap<DummyView, DummyView>()

/** The same deal with its melds in the order in which they were laid: a new one changes no other's place or number. */
export function asLaid(deal: DummyView): DummyView {
  const known = laidOrder.get(deal)
  if (known) return known
  const laid = deal.actions.filter((text) => text[0] === '=' || text[0] === '^').map((text) => read(text).cards)
  const when = new Map(deal.melds.map((meld) => [meld, laid.findIndex((cards) => meld.cards.some(([card]) => cards.includes(card)))]))
  const melds = [...deal.melds].sort((a, b) => when.get(a)! - when.get(b)!)
  const ordered = melds.every((meld, at) => meld === deal.melds[at]) ? deal : { ...deal, melds }
  laidOrder.set(deal, ordered)
  return ordered
}
