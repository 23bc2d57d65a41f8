/**
 * What led to a line of the ledger: which action, which cards lay there. Nothing here judges: the lines are the server's,
 * this only looks up what lay on the table when they were charged.
 */
import type { DummyView, LineView, MeldView, PileCard } from '../../protocol'
import { cardList } from '../../lib/text'
import { meldWith, rank, read, suit } from '../../table/actions'

/** The open table at one moment of a deal. */
export interface Scene {
  pile: readonly PileCard[]
  melds: readonly MeldView[]
  /** Which turn of the deal is being played, from 1. */
  turn: number
}

/** What lay there when the deal began: the head alone, if it was dealt from a deck. */
export type Beginning = Pick<DummyView, 'pile' | 'melds'>

export function beginning(deal: DummyView): Beginning {
  return { pile: deal.head ? [[deal.head, null]] : [], melds: [] }
}

/** The table before each action, and after the last one: one scene more than actions. */
export function scenesOf(deal: DummyView, first: Beginning = beginning(deal)): Scene[] {
  let pile = [...first.pile]
  let melds: MeldView[] = first.melds.map((meld) => ({ ...meld }))
  let turn = 1
  const scenes: Scene[] = [{ pile, melds, turn }]
  deal.actions.forEach((text, at) => {
    const seat = deal.actors[at] ?? 0
    const { kind, cards, on } = read(text)
    if (kind === 'discard') {
      pile = [...pile, [cards[0]!, seat]]
      turn++
    } else if (kind === 'pickup' || kind === 'meld') {
      const from = kind === 'pickup' ? pile.findIndex(([card]) => cards.includes(card)) : -1
      if (from >= 0) pile = pile.slice(0, from)
      const set = cards.length > 1 && rank(cards[0]!) === rank(cards[1]!)
      melds = [...melds, { kind: set ? 'set' : 'run', cards: cards.map((card): PileCard => [card, seat]) }]
    } else if (kind === 'layoff') {
      const to = meldWith(melds, on)
      melds = melds.map((meld, n) => (n === to ? grown(meld, [cards[0]!, seat]) : meld))
    }
    scenes.push({ pile, melds, turn })
  })
  return scenes
}

function grown(meld: MeldView, card: PileCard): MeldView {
  return { ...meld, cards: [...meld.cards, card].sort((a, b) => rank(a[0]) - rank(b[0])) }
}

/** The melds that have a card's neighbour or its rank: where a layoff discard would have fitted (P4). */
function fitting(melds: readonly MeldView[], card: string): MeldView | undefined {
  return melds.find((meld) => {
    const cards = meld.cards.map(([one]) => one)
    if (meld.kind === 'set') return rank(cards[0]!) === rank(card)
    if (suit(cards[0]!) !== suit(card)) return false
    const ranks = cards.map(rank)
    return rank(card) === Math.min(...ranks) - 1 || rank(card) === Math.max(...ranks) + 1
  })
}

/** The cards of the pile with which a card makes a set or run (P5). */
function filling(pile: readonly PileCard[], card: string): string[] {
  const there = pile.map(([one]) => one)
  const same = there.filter((one) => rank(one) === rank(card))
  if (same.length >= 2) return same
  const of = new Map(there.filter((one) => suit(one) === suit(card)).map((one) => [rank(one), one]))
  const found: string[] = []
  for (const step of [-1, 1]) {
    for (let r = rank(card) + step; of.has(r); r += step) found.push(of.get(r)!)
  }
  return found.sort((a, b) => rank(a) - rank(b))
}

export interface Cause {
  /** The action that charged it, or ended the deal; null for what is counted at the end. */
  action: number | null
  /** The offender's own discard. */
  thrown: number | null
  /** Which turn that was, from 1. */
  turn: number | null
  /** The other cards that made it so: the meld it fits, the pile's cards, the meld that was laid. */
  others: string[]
}

/** What a line goes back to. */
export function causeOf(deal: DummyView, line: LineView, scenes: readonly Scene[]): Cause {
  const action = line.action ?? null
  const card = cardList(line.cards)[0] ?? null
  const cause: Cause = { action, thrown: null, turn: null, others: [] }
  if (action === null || !card) return cause
  const thrown = lastIndex(deal.actions, (text, at) => at <= action && text === `-${card}` && deal.actors[at] === line.seat)
  cause.thrown = thrown < 0 ? null : thrown
  cause.turn = scenes[cause.thrown ?? action]?.turn ?? null
  const scene = scenes[action]
  if (!scene) return cause
  switch (line.code) {
    case 'layoff_discard':
      cause.others = fitting(scene.melds, card)?.cards.map(([one]) => one) ?? []
      break
    case 'full_discard':
      cause.others = filling(scene.pile, card)
      break
    case 'head_feed':
    case 'speto_feed':
    case 'speto_lure':
      cause.others = read(deal.actions[action]!).cards.filter((one) => one !== card)
      break
    case 'speto_laid_off': {
      const { on } = read(deal.actions[action]!)
      const meld = scene.melds[meldWith(scene.melds, on)]
      cause.others = meld?.cards.map(([one]) => one) ?? []
      cause.turn = scene.turn
      break
    }
    case 'knock_card':
      cause.turn = scene.turn
      break
  }
  return cause
}

function lastIndex<T>(list: readonly T[], fits: (item: T, at: number) => boolean): number {
  for (let at = list.length - 1; at >= 0; at--) if (fits(list[at]!, at)) return at
  return -1
}

/** The cards that a seat laid, meld by meld; a layoff stands by itself. */
export function laidBy(deal: DummyView, seat: number): string[][] {
  return deal.melds
    .map((meld) => meld.cards.filter(([, owner]) => owner === seat).map(([card]) => card))
    .filter((cards) => cards.length > 0)
    .sort((a, b) => b.length - a.length)
}

/** Where each action's turn begins and ends: the actions of one turn, up to its discard. */
export function turnOfAction(deal: DummyView, at: number): { from: number; to: number } {
  let from = at
  while (from > 0 && deal.actions[from - 1]![0] !== '-') from--
  let to = at
  while (to < deal.actions.length - 1 && deal.actions[to]![0] !== '-') to++
  return { from, to }
}
