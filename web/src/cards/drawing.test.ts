import { expect, test } from 'vitest'
import { drawingOf, type Seen } from './drawing'

const whole: Seen = { size: 'hand', fan: false, lap: false, thin: false }

test('a whole card has its suit in the middle, a court its mark', () => {
  expect(drawingOf('9h', whole).middle).toMatchObject({ mark: false, transform: 'translate(47 83) scale(1.42)' })
  expect(drawingOf('Kd', whole).middle?.mark).toBe(true)
})

test('a fan’s strip, a covered half and a small card show no suit twice', () => {
  for (const seen of [{ fan: true }, { lap: true }, { thin: true, lap: true }, { size: 'meld' }, { size: 'mini' }] as Partial<Seen>[]) {
    expect(drawingOf('9h', { ...whole, ...seen }).middle).toBeNull()
  }
  // A court keeps its mark in the strip.
  expect(drawingOf('Kd', { ...whole, fan: true }).middle?.mark).toBe(true)
})

test('the index of a ten is narrow, that of a speto clear of its ring', () => {
  expect(drawingOf('Td', { ...whole, size: 'meld' }).rank).toEqual({ text: '10', x: 4, y: 45, size: 50 })
  for (const [seen, aside] of [[{}, 4], [{ fan: true }, 4], [{ size: 'row' }, 6], [{ size: 'row', fan: true }, 6], [{ size: 'meld' }, 6]] as const) {
    const [speto, other] = ['Qs', 'Qh'].map((card) => drawingOf(card, { ...whole, ...seen }).rank)
    expect([speto!.x - other!.x, speto!.y - other!.y]).toEqual([aside, aside])
  }
})

test('what is drawn is the same thing each time', () => {
  expect(drawingOf('5c', { ...whole })).toBe(drawingOf('5c', { ...whole }))
})
