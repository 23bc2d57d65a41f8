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

test('the index of a ten is narrow, that of a speto in the pile clear of its ring', () => {
  expect(drawingOf('Td', { ...whole, size: 'meld' }).rank).toEqual({ text: '10', x: 4, y: 45, size: 50 })
  expect(drawingOf('Qs', { ...whole, size: 'row' }).rank.x - drawingOf('Qh', { ...whole, size: 'row' }).rank.x).toBe(4)
})

test('what is drawn is the same thing each time', () => {
  expect(drawingOf('5c', { ...whole })).toBe(drawingOf('5c', { ...whole }))
})
