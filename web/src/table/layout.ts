/** How large cards are drawn, so that nothing scrolls and nothing overflows. Pure numbers, in px. */

import type { CardSize } from '../settings.svelte'

export type Mode = 'phone' | 'side' | 'wide'

/** One column; a landscape phone with its buttons at the side; three columns. */
export function modeOf(width: number, height: number): Mode {
  if (width >= 1000 && height >= 560) return 'wide'
  return width >= 600 && height < 560 ? 'side' : 'phone'
}

export interface HandFit {
  w: number
  step: number
  /** Cards in a line, and lines. */
  per: number
  rows: number
  /** From one line's top to the next one's: under the index of the line above nothing of it is cut. */
  pitch: number
  /** Little height: the suit stands beside the rank. */
  thin: boolean
  height: number
}

/** A card's visible strip; on the narrowest screens a little less, so that a hand of 22 stays in three lines. */
const LEAST = 40
const NARROW = 330
/** How far a chosen card is raised. */
export const RAISE = 12

/** A hand of `n` cards, `width` px wide, on a screen `screen` px high. */
export function fitHand(n: number, width: number, screen: number, mode: Mode, size: CardSize = 'normal'): HandFit {
  const large = size === 'large'
  const narrow = width < NARROW
  const roomy = size === 'small' ? (mode === 'wide' ? 60 : 52) : mode === 'wide' ? (width > HUGE ? 88 : large ? 84 : 72) : large ? 72 : 62
  const least = large ? 50 : narrow || size === 'small' ? 34 : LEAST
  const short = screen < 700 && mode === 'phone'
  const most = mode === 'phone' ? { small: 10, normal: 8, large: 6 }[size] : 15
  const oneLine = n <= most && (n - 1) * least + roomy <= width
  const several = { small: mode === 'wide' ? 56 : 52, normal: mode === 'wide' ? 66 : narrow ? 50 : 54, large: mode === 'wide' ? 76 : 66 }[size]
  const w = (short && !large) || !oneLine ? several : roomy
  const per1 = Math.max(1, Math.min(most, Math.floor((width - w) / least) + 1))
  const rows = Math.max(1, Math.ceil(n / per1))
  const per = Math.max(1, Math.ceil(n / rows))
  const widest = mode !== 'wide' && rows > 1 && !large ? 58 : w + 6
  const step = per > 1 ? Math.min(widest, Math.floor((width - w) / (per - 1))) : widest
  const thin = (rows > 2 && screen < 700) || (rows > 1 && mode === 'side')
  const pitch = Math.round(w * (thin ? 0.58 : rows > 2 ? 0.82 : 0.96))
  return { w, step, per, rows, pitch, thin, height: Math.round(w * 1.4) + (rows - 1) * pitch }
}

/** Where card `n` of `count` lies in a hand, `above` px below its top; `fan`: the next card covers all but its strip. */
export function inHand(fit: HandFit, n: number, count: number, above = 0): { fan: boolean; style: string } {
  const column = n % fit.per
  const covered = column < fit.per - 1 && n < count - 1
  const top = above + Math.floor(n / fit.per) * fit.pitch
  return { fan: fit.step < fit.w - 4 && covered, style: `position:absolute;left:${column * fit.step}px;top:${top}px` }
}

/**
 * The hand in the size that somebody has chosen, or in a smaller one. `room`: the height that is left for it when pile and
 * melds have stepped down so far. Large cards make way before what lies on the table has become small.
 */
export function fitHandIn(n: number, width: number, screen: number, mode: Mode, size: CardSize, room: (step: number) => number): HandFit {
  const as = (one: CardSize) => fitHand(n, width, screen, mode, one)
  if (size === 'large' && as('large').height <= room(WHOLE)) return as('large')
  return size !== 'small' && as('normal').height <= room(STEPS.length - 1) ? as('normal') : as('small')
}

export interface RowFit {
  w: number
  step: number
  per: number
  lines: number
  /** Between two lines, and under the last one. */
  gap: number
  under: number
  height: number
}

/** Between two lines of the pile: room for the gold line, and for what is raised. */
const lineGap = (w: number) => (w >= 44 ? 18 : 10)

function rowAs(n: number, width: number, w: number, step: number): RowFit {
  let per = Math.max(1, Math.floor((width - w) / step) + 1)
  let lines = Math.max(1, Math.ceil(n / per))
  // Cards side by side may move together where that saves a line: no card stands alone for a few px.
  const closest = Math.ceil(n / (Math.floor((width - w) / (w - 1)) + 1))
  if (step > w && closest < lines) {
    lines = Math.max(1, closest)
    per = Math.ceil(n / lines)
    step = Math.min(step, Math.floor((width - w) / (per - 1)))
  }
  // Lines that overlap anyway are as long as each other, and use the width.
  if (step < w && lines > 1) {
    per = Math.ceil(n / lines)
    step = Math.min(w + 5, Math.floor((width - w) / (per - 1)))
  }
  const gap = lineGap(w)
  return { w, step, per, lines, gap, under: w >= 44 ? 15 : 11, height: lines * Math.round(w * 1.4) + (lines - 1) * gap }
}

export interface MeldFit {
  w: number
  step: number
  gap: number
  /** In front of a meld: its number. */
  label: number
  /** Between two lines of melds. */
  rowGap: number
  height: number
}

/** Where pile and melds lie: `text` is how much larger than usual the reader's text is, `cards` the size chosen. */
export interface FeltRoom {
  width: number
  height: number
  side?: boolean
  wide?: boolean
  named?: boolean
  text?: number
  cards?: CardSize
}

/** Under a meld: the bars of who placed what; and to the next line of melds. */
const BAR = 8

function meldsAs(sizes: readonly number[], width: number, w: number, step: number, gap: number, text: number): MeldFit {
  const label = Math.round((w > 32 ? 14 : sizes.length > 9 ? 16 : 11) * text)
  let lines = 0
  let x = Infinity
  for (const size of sizes) {
    const wide = label + w + (size - 1) * step
    if (x + gap + wide > width) {
      lines++
      x = wide
    } else x += gap + wide
  }
  const line = Math.round(w * 1.4) + BAR
  const rowGap = Math.max(6, Math.min(Math.round(gap * 0.8), 16))
  return { w, step, gap, label, rowGap, height: lines * line + Math.max(0, lines - 1) * rowGap }
}

export interface FeltFit {
  row: RowFit
  melds: MeldFit
  /** How far it had to step down; 0 is roomy. */
  at: number
  /** The height that it takes. */
  used: number
  /** Whether there is room for all of it; else the melds scroll. */
  fits: boolean
}

const ROWS = { phone: [[44, 49], [44, 40], [40, 34], [40, 28], [36, 25]], wide: [[52, 57], [44, 49], [44, 40], [40, 28], [36, 25]], huge: [[62, 68], [52, 57], [44, 49], [40, 34], [36, 25]] } as const
const MELDS = {
  phone: [[48, 30, 20], [42, 26, 14], [36, 21, 16], [32, 18, 14], [28, 16, 10], [28, 16, 0]],
  huge: [[62, 40, 24], [56, 36, 22], [50, 32, 20], [44, 28, 18], [36, 21, 14], [28, 16, 0]],
  wide: [[50, 32, 19], [44, 28, 20], [38, 23, 18], [32, 18, 14], [28, 16, 12], [28, 16, 0]],
} as const
/** On a large screen, as wide as this in the middle, cards are larger than on others. */
const HUGE = 700
/** Melds give way first, then the pile, in turns. */
const WHOLE = 5
/** With small cards it begins here. */
const SMALL = 3
const STEPS = [[0, 0], [0, 1], [0, 2], [1, 2], [1, 3], [2, 3], [2, 4], [3, 4], [3, 5], [4, 5]] as const

/** Around the melds (outlines, badges), between them and the pile, under the stock its name. */
export const ROUND = 16
export const BETWEEN = 8
export const NAME = 26

/** The stock left of the pile's lines is a little larger than they are; with its name it may be the taller one. */
export function rowHeight(row: RowFit, named: boolean): number {
  return Math.max(row.height + row.under, Math.round((row.w + 8) * 1.4) - 3 + (named ? NAME : 0))
}

/**
 * Pile and melds in the room there is. `from`: never larger than this step, so that nothing grows back within a turn.
 * Side by side each has its own room; else they share the height.
 */
export function fitFelt(
  pile: number,
  sizes: readonly number[],
  room: FeltRoom,
  from = 0,
): FeltFit {
  const large = room.cards === 'large'
  const rows = ROWS[room.wide ? (room.width > HUGE || large ? 'huge' : 'wide') : large ? 'wide' : 'phone']
  const melds = MELDS[large || (room.wide && room.width > HUGE) ? 'huge' : room.wide ? 'wide' : 'phone']
  const first = Math.max(from, room.cards === 'small' ? SMALL : 0)
  const half = room.side ? (room.width - 16) / 2 : room.width
  let last: FeltFit | undefined
  for (let at = Math.min(first, STEPS.length - 1); at < STEPS.length; at++) {
    const [r, m] = STEPS[at]!
    const [rw, rs] = rows[r]!
    const row = rowAs(Math.max(pile, 1), half - rw - 8 - 10, rw, rs)
    const [mw, ms, gap] = melds[m]!
    const laid = meldsAs(sizes, half - 8, mw, ms, gap, room.text ?? 1)
    const pileNeeds = rowHeight(row, room.named ?? false)
    const meldsNeed = laid.height ? laid.height + ROUND : 0
    const used = room.side ? Math.max(pileNeeds, meldsNeed) : pileNeeds + BETWEEN + meldsNeed
    last = { row, melds: laid, at, used, fits: used <= room.height }
    if (last.fits) return last
  }
  return last!
}

/** The height that pile and melds need when they have stepped down so far. */
export function feltNeeds(pile: number, sizes: readonly number[], room: FeltRoom, step: number): number {
  return fitFelt(pile, sizes, { ...room, height: Infinity }, step).used
}

/** The least height of the felt: the whole pile as small as it gets, and a line of melds. With less the page scrolls. */
export function leastFelt(pile: number, sizes: readonly number[], width: number, side: boolean, pad: number): number {
  const { row, melds } = fitFelt(pile, sizes, { width, height: 0, side }, STEPS.length - 1)
  const some = Math.min(melds.height, Math.round(melds.w * 1.4) + BAR) + 10
  const pileNeeds = rowHeight(row, false)
  return (side ? Math.max(pileNeeds, some) : pileNeeds + (sizes.length ? BETWEEN + some : 0)) + pad
}
