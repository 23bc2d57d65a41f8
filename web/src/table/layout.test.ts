import { describe, expect, it } from 'vitest'
import { feltNeeds, fitFelt, fitHand, fitHandIn, modeOf, rowHeight } from './layout'

describe('the hand', () => {
  it('is as drawn when it is small', () => {
    expect(fitHand(8, 366, 844, 'phone')).toMatchObject({ w: 62, step: 43, per: 8, rows: 1 })
    expect(fitHand(8, 624, 800, 'wide')).toMatchObject({ w: 72, step: 78, rows: 1 })
    expect(fitHand(1, 366, 844, 'phone')).toMatchObject({ rows: 1, per: 1 })
    expect(fitHand(0, 366, 844, 'phone')).toMatchObject({ rows: 1 })
  })

  it('never overflows, and every card shows at least 40 px', () => {
    // On the narrowest screen, and with small cards, 34 will do.
    for (const [width, height, mode] of [[296, 568, 'phone'], [336, 640, 'phone'], [366, 664, 'phone'], [366, 844, 'phone'], [590, 390, 'side'], [624, 800, 'wide']] as const) {
      for (let n = 1; n <= 28; n++) {
        for (const size of ['small', 'normal', 'large'] as const) {
          const fit = fitHand(n, width, height, mode, size)
          expect((fit.per - 1) * fit.step + fit.w, `${n} in ${width}`).toBeLessThanOrEqual(width)
          expect(fit.step).toBeGreaterThanOrEqual(width < 330 || size === 'small' ? 34 : 40)
          expect(fit.per * fit.rows).toBeGreaterThanOrEqual(n)
          if (mode === 'phone') expect(fit.per).toBeLessThanOrEqual({ small: 10, normal: 8, large: 6 }[size])
        }
      }
    }
  })
})

describe('the size of cards', () => {
  const melds = Array<number>(9).fill(3)
  const width = 366
  const at = (cards: 'small' | 'normal' | 'large', n: number, both: number) =>
    fitHandIn(n, width, 844, 'phone', cards, (step) => both - feltNeeds(10, melds, { width, height: 0 }, step))

  it('is the chosen one where it has room, else the next smaller one', () => {
    expect(['small', 'normal', 'large'].map((cards) => at(cards as 'small', 8, 700).w)).toEqual([52, 62, 66])
    const widths = [800, 640, 500, 400, 300].map((both) => at('large', 22, both).w)
    expect(widths).toEqual([...widths].sort((a, b) => b - a))
    expect(new Set(widths)).toEqual(new Set([66, 54, 52]))
  })

  it('holds for what lies on the table', () => {
    const row = (cards: 'small' | 'normal' | 'large') => fitFelt(6, [3, 3], { width, height: 600, cards })
    expect(['small', 'normal', 'large'].map((cards) => row(cards as 'small').row.w)).toEqual([44, 44, 52])
    expect(['small', 'normal', 'large'].map((cards) => row(cards as 'small').melds.w)).toEqual([36, 48, 62])
  })
})

describe('the felt', () => {
  it('is roomy when there is room', () => {
    const fit = fitFelt(10, [5, 3, 3, 3], { width: 366, height: 443, named: true })
    expect(fit.at).toBe(0)
    expect(fit.row).toMatchObject({ w: 44, step: 49, per: 6, lines: 2 })
  })

  it('steps down zone by zone, and not back up within a turn', () => {
    const sizes = Array<number>(9).fill(3)
    const heights = [600, 420, 330, 260, 220].map((height) => fitFelt(15, sizes, { width: 366, height }).at)
    expect(heights).toEqual([...heights].sort((a, b) => a - b))
    expect(fitFelt(2, [3], { width: 366, height: 443 }, 3).at).toBe(3)
  })

  it('has room for the stock’s name with its tone mark, clear of the gold frame', () => {
    const { row } = fitFelt(3, [], { width: 366, height: 443, named: true })
    // From the top: 3 px above the line, the card, 4 px of frame, and a line of 13 px text half as high again.
    expect(rowHeight(row, true)).toBeGreaterThanOrEqual(Math.round((row.w + 8) * 1.4) - 3 + 4 + 19.5)
    expect(rowHeight(row, false)).toBe(row.height + row.under)
  })

  it('fits 24 cards in the pile', () => {
    const fit = fitFelt(24, [3, 3, 3], { width: 366, height: 330 })
    expect(fit.row.height + fit.melds.height).toBeLessThanOrEqual(330)
  })
})

it('knows the shape of the screen', () => {
  expect([[390, 844], [320, 568], [844, 390], [1280, 800], [768, 1024], [1180, 500]].map(([w, h]) => modeOf(w!, h!))).toEqual([
    'phone', 'phone', 'side', 'wide', 'phone', 'side',
  ])
})
