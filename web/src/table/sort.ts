/** The order of one's own hand. Nothing is sorted but on command; new cards come at the right end. */
import { canonical, isSet, rank, suit, SUITS } from './actions'

export type SortBy = 'suit' | 'rank' | 'meld'
export const SORTS: SortBy[] = ['suit', 'rank', 'meld']

const bySuit = (a: string, b: string) => SUIT_ORDER.indexOf(suit(a)) - SUIT_ORDER.indexOf(suit(b)) || rank(a) - rank(b)
/** Black and red by turns, so that neighbours differ. */
const SUIT_ORDER = 'cdsh'

/** The order kept so far for the cards still held; what is new comes last, in the order given. */
export function merged(order: readonly string[], hand: readonly string[]): string[] {
  const held = new Set(hand)
  const kept = order.filter((card) => held.has(card))
  const known = new Set(kept)
  return [...kept, ...hand.filter((card) => !known.has(card))]
}

export function sorted(cards: readonly string[], by: SortBy): string[] {
  if (by === 'suit') return [...cards].sort(bySuit)
  if (by === 'rank') return canonical(cards)
  const { melds, rest } = grouped(cards)
  return [...melds.flat(), ...byNearness(rest)]
}

/** All sets and runs in these cards, the largest of each place only. */
export function meldsIn(cards: readonly string[]): string[][] {
  const found: string[][] = []
  for (let r = 0; r < 13; r++) {
    const same = canonical(cards.filter((card) => rank(card) === r))
    if (same.length >= 3) found.push(same)
    if (same.length === 4) for (const without of same) found.push(same.filter((card) => card !== without))
  }
  for (const s of SUITS) {
    const held = canonical(cards.filter((card) => suit(card) === s))
    for (let from = 0; from < held.length; from++) {
      for (let to = from + 1; to < held.length && rank(held[to]!) === rank(held[to - 1]!) + 1; to++) {
        if (to - from >= 2) found.push(held.slice(from, to + 1))
      }
    }
  }
  return found
}

/** The melds of a hand that do not share a card and use the most cards, and what is left. */
export function grouped(cards: readonly string[]): { melds: string[][]; rest: string[] } {
  const all = meldsIn(cards)
  let best: string[][] = []
  let most = 0
  let tries = 20_000
  const search = (from: number, used: Set<string>, chosen: string[][]) => {
    if (used.size > most) {
      most = used.size
      best = [...chosen]
    }
    for (let at = from; at < all.length && tries > 0; at++) {
      tries--
      const meld = all[at]!
      if (meld.some((card) => used.has(card))) continue
      search(at + 1, new Set([...used, ...meld]), [...chosen, meld])
    }
  }
  search(0, new Set(), [])
  const used = new Set(best.flat())
  best.sort((a, b) => Number(isSet(a)) - Number(isSet(b)) || bySuit(a[0]!, b[0]!))
  return { melds: best, rest: cards.filter((card) => !used.has(card)) }
}

/** What is left: cards that could become melds side by side: pairs and neighbours first, single ones last. */
function byNearness(cards: readonly string[]): string[] {
  const left = [...cards].sort(bySuit)
  const near: string[] = []
  const alone: string[] = []
  while (left.length) {
    const group = [left.shift()!]
    for (let at = 0; at < left.length; ) {
      const card = left[at]!
      const close = group.some(
        (one) => rank(one) === rank(card) || (suit(one) === suit(card) && Math.abs(rank(one) - rank(card)) <= 2),
      )
      if (close) {
        group.push(card)
        left.splice(at, 1)
        at = 0
      } else at++
    }
    ;(group.length > 1 ? near : alone).push(...group)
  }
  return [...near, ...alone]
}
