import { expect, test } from 'vitest'
import { qr } from './qr'

const shown = (rows: boolean[][]) => rows.map((row) => row.map((dark) => (dark ? '#' : '.')).join('')).join('\n')

test('finders, timing and size', () => {
  const rows = qr('http://192.168.1.20:8000/t/K7PQ')
  expect(rows.length).toBe(25)
  for (const [x, y] of [[0, 0], [18, 0], [0, 18]] as const) {
    expect(rows.slice(y, y + 7).map((row) => row.slice(x, x + 7).map(Number).join(''))).toEqual([
      '1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111',
    ])
  }
  expect(rows[6]!.slice(8, 17).map(Number).join('')).toBe('101010101')
})

test('a code that a reader has read', () => {
  expect(shown(qr('speto'))).toMatchSnapshot()
})

test('too long a text is refused', () => {
  expect(qr('x'.repeat(106)).length).toBe(37)
  expect(() => qr('x'.repeat(107))).toThrow(RangeError)
})
