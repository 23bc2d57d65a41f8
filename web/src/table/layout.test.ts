import { describe, expect, it } from 'vitest'
import { fitFelt, fitHand, modeOf } from './layout'

describe('the hand', () => {
  it('is as drawn when it is small', () => {
    expect(fitHand(8, 366, 844, 'phone')).toMatchObject({ w: 62, step: 43, per: 8, rows: 1 })
    expect(fitHand(8, 624, 800, 'wide')).toMatchObject({ w: 72, step: 78, rows: 1 })
    expect(fitHand(1, 366, 844, 'phone')).toMatchObject({ rows: 1, per: 1 })
    expect(fitHand(0, 366, 844, 'phone')).toMatchObject({ rows: 1 })
  })

  it('never overflows, and every card shows at least 40 px', () => {
    // On the narrowest screen 34 will do.
    for (const [width, height, mode] of [[296, 568, 'phone'], [336, 640, 'phone'], [366, 664, 'phone'], [366, 844, 'phone'], [590, 390, 'side'], [624, 800, 'wide']] as const) {
      for (let n = 1; n <= 28; n++) {
        for (const large of [false, true]) {
          const fit = fitHand(n, width, height, mode, large)
          expect((fit.per - 1) * fit.step + fit.w, `${n} in ${width}`).toBeLessThanOrEqual(width)
          expect(fit.step).toBeGreaterThanOrEqual(width < 330 ? 34 : 40)
          expect(fit.per * fit.rows).toBeGreaterThanOrEqual(n)
          if (mode === 'phone') expect(fit.per).toBeLessThanOrEqual(8)
        }
      }
    }
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
