/** Where rank, suit and middle of a card's face lie, on its grid of 100 × 140: numbers for SVG, made once for each kind. */
import { isSpeto } from '../i18n/index.svelte'
import { MARKS, rankOf, SUITS, suitOf } from './art'

/** The zone that a card lies in. */
export type Size = 'hand' | 'row' | 'meld' | 'mini'

/** What of a card is seen. */
export interface Seen {
  size: Size
  /** Overlapped by its right neighbour: everything moves into the left strip. */
  fan: boolean
  /** Another line lies over its lower half: only rank and suit are drawn. */
  lap: boolean
  /** Rank and suit beside each other: even less of its height shows. */
  thin: boolean
}

export interface Drawing {
  rank: { text: string; x: number; y: number; size: number }
  /** The small suit of the index, `transform` of its path. */
  suit: string
  /** The middle: a court's mark (a stroke) or the suit once more; null where only the index shows. */
  middle: { mark: boolean; path: string; transform: string } | null
}

const made = new Map<string, Drawing>()

/** The drawing of a face. The same one each time, so that what is drawn does not change where nothing has. */
export function drawingOf(card: string, seen: Seen): Drawing {
  const name = `${card} ${seen.size} ${+seen.fan}${+seen.lap}${+seen.thin}`
  let found = made.get(name)
  if (!found) made.set(name, (found = draw(card, seen)))
  return found
}

/** The index of a speto steps clear of its ring, the more the smaller the card. */
export const asideOf = (card: string, size: Size) => (isSpeto(card) ? (size === 'hand' ? 4 : 6) : 0)

const place = (x: number, y: number, scale: number) => `translate(${x} ${y}) scale(${scale})`

function draw(card: string, { size, fan, lap, thin }: Seen): Drawing {
  const text = rankOf(card)
  const ten = text === '10'
  const pip = SUITS[suitOf(card)] ?? ''
  const aside = asideOf(card, size)
  if (size === 'meld' || size === 'mini') {
    const x = (size === 'mini' ? 7 : 10) + aside - (ten ? 6 : 0)
    return { rank: { text, x, y: 45 + aside, size: 50 }, suit: place(10 + aside, 58 + aside, 1.2), middle: null }
  }
  const mark = MARKS[text]
  const middle = (asMark: string, asSuit: string) =>
    lap ? null : mark ? { mark: true, path: mark, transform: asMark } : { mark: false, path: pip, transform: asSuit }
  if (thin) {
    return {
      rank: { text, x: (ten ? 5 : 8) + aside, y: 39 + aside, size: ten ? 39 : 42 },
      suit: ten ? place(46, 14, 0.76) : place(39 + aside, 12 + aside, 0.9),
      middle: fan ? middle(place(12, 78, 1.4), place(12, 74, 1.42)) : middle(place(45, 83, 1.4), place(47, 83, 1.42)),
    }
  }
  // The smallest cards of the pile keep an index of 17 px.
  const index = size === 'row' ? 48.5 : 47
  // The line below lies close: aside, but not down.
  if (lap) return { rank: { text, x: 9 + aside, y: 42, size: index }, suit: place(10 + aside, 51, 1.02), middle: null }
  if (fan) {
    const rank = { text, x: 9 + aside, y: 43 + aside, size: index }
    if (mark) return { rank, suit: place(12 + aside, 51 + aside, 0.86), middle: { mark: true, path: mark, transform: place(10 + aside, 88, 1.2) } }
    return { rank, suit: place(10 + aside, 57 + aside, 1.36), middle: null }
  }
  return {
    rank: { text, x: 9 + aside, y: 42 + aside, size: index },
    suit: place(11 + aside, 50 + aside, 0.86),
    middle: middle(place(45, 83, 1.4), place(47, 83, 1.42)),
  }
}
