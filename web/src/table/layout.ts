/** How large cards are drawn, so that nothing scrolls and nothing overflows. Pure numbers, in px (play.md 3.1, look.md). */

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
  /** From one line's top to the next one's. */
  pitch: number
  height: number
}

/** A card's visible strip; on the narrowest screens a little less, so that a hand of 22 stays in three lines. */
const LEAST = 40
const NARROW = 330
/** How far a chosen card is raised. */
export const RAISE = 12

/** A hand of `n` cards, `width` px wide, on a screen `screen` px high. */
export function fitHand(n: number, width: number, screen: number, mode: Mode, large = false): HandFit {
  const roomy = mode === 'wide' ? (large ? 84 : 72) : large ? 72 : 62
  const narrow = width < NARROW
  const least = large ? 50 : narrow ? 34 : LEAST
  const short = screen < 700 && mode === 'phone'
  const most = mode === 'phone' ? (large ? 6 : 8) : 15
  const oneLine = n <= most && (n - 1) * least + roomy <= width
  const w = (short && !large) || !oneLine ? (large ? Math.min(roomy, 66) : mode === 'wide' ? 66 : narrow ? 50 : 54) : roomy
  const per1 = Math.max(1, Math.min(most, Math.floor((width - w) / least) + 1))
  const rows = Math.max(1, Math.ceil(n / per1))
  const per = Math.max(1, Math.ceil(n / rows))
  const widest = mode === 'wide' ? w + 6 : rows > 1 ? 58 : w + 6
  const step = per > 1 ? Math.min(widest, Math.floor((width - w) / (per - 1))) : widest
  const pitch = Math.round(w * (rows > 2 && screen < 700 ? 0.8 : 0.96))
  return { w, step, per, rows, pitch, height: Math.round(w * 1.4) + (rows - 1) * pitch }
}

export interface RowFit {
  w: number
  step: number
  per: number
  lines: number
  height: number
}

/** Under each line of the pile: room for the gold line; above: for what is raised. */
export const LINE_GAP = 14

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
  return { w, step, per, lines, height: lines * Math.round(w * 1.4) + (lines - 1) * LINE_GAP }
}

export interface MeldFit {
  w: number
  step: number
  gap: number
  /** Between two lines of melds. */
  rowGap: number
  height: number
}

/** The number in front of a meld. */
export const label = (w: number) => (w <= 32 ? 11 : 14)
/** Under a meld: the bars of who placed what; and to the next line of melds. */
const BAR = 8

function meldsAs(sizes: readonly number[], width: number, w: number, step: number, gap: number): MeldFit {
  let lines = 0
  let x = Infinity
  for (const size of sizes) {
    const wide = label(w) + w + (size - 1) * step
    if (x + gap + wide > width) {
      lines++
      x = wide
    } else x += gap + wide
  }
  const line = Math.round(w * 1.4) + BAR
  const rowGap = Math.min(Math.round(gap * 0.8), 16)
  return { w, step, gap, rowGap, height: lines * line + Math.max(0, lines - 1) * rowGap }
}

export interface FeltFit {
  row: RowFit
  melds: MeldFit
  /** How far it had to step down; 0 is roomy. */
  at: number
  /** Whether there is room for all of it; else the melds scroll. */
  fits: boolean
}

const ROWS = { phone: [[44, 49], [44, 40], [40, 34], [40, 28], [36, 25]], wide: [[52, 57], [44, 49], [44, 40], [40, 28], [36, 25]] } as const
const MELDS = {
  phone: [[48, 30, 20], [42, 26, 14], [36, 21, 16], [32, 18, 14], [28, 16, 10]],
  wide: [[50, 32, 20], [44, 28, 20], [38, 23, 18], [32, 18, 14], [28, 16, 12]],
} as const
/** Melds give way first, then the pile, in turns. */
const STEPS = [[0, 0], [0, 1], [0, 2], [1, 2], [1, 3], [2, 3], [2, 4], [3, 4], [4, 4]] as const

/** Around the melds (outlines, badges), between them and the pile, under the pile's last line, under the stock its name. */
export const ROUND = 12
export const BETWEEN = 8
export const UNDER = 16
export const NAME = 18

/** The stock left of the pile's lines is a little larger than they are; with its name it may be the taller one. */
export function rowHeight(row: RowFit, named: boolean): number {
  return Math.max(row.height + UNDER, Math.round((row.w + 8) * 1.4) - 3 + (named ? NAME : 0))
}

/**
 * Pile and melds in the room there is. `from`: never larger than this step, so that nothing grows back within a turn.
 * Side by side each has its own room; else they share the height.
 */
export function fitFelt(
  pile: number,
  sizes: readonly number[],
  room: { width: number; height: number; side?: boolean; wide?: boolean; named?: boolean },
  from = 0,
): FeltFit {
  const rows = ROWS[room.wide ? 'wide' : 'phone']
  const melds = MELDS[room.wide ? 'wide' : 'phone']
  const half = room.side ? (room.width - 16) / 2 : room.width
  let last: FeltFit | undefined
  for (let at = Math.min(from, STEPS.length - 1); at < STEPS.length; at++) {
    const [r, m] = STEPS[at]!
    const [rw, rs] = rows[r]!
    const row = rowAs(Math.max(pile, 1), half - rw - 8 - 10, rw, rs)
    const [mw, ms, gap] = melds[m]!
    const laid = meldsAs(sizes, half - 10, mw, ms, gap)
    last = { row, melds: laid, at, fits: false }
    const pileNeeds = rowHeight(row, room.named ?? false)
    const meldsNeed = laid.height ? laid.height + ROUND : 0
    const used = room.side ? Math.max(pileNeeds, meldsNeed) : pileNeeds + BETWEEN + meldsNeed
    if (used <= room.height) return { ...last, fits: true }
  }
  return last!
}
