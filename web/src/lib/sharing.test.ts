import { expect, test } from 'vitest'
import { sharing } from './sharing'

const view = () => ({ pile: [['Kd', 0], ['3s', 1]], melds: [{ kind: 'set', cards: [['5c', 0]] }], turn: 1, head: null as string | null })

test('what is equal is the same as before, down to its parts', () => {
  const before = view()
  expect(sharing(before, view())).toBe(before)
  const next = { ...view(), pile: [['Kd', 0], ['3s', 2], ['9h', 1]], turn: 2 }
  const shared = sharing(before, next)
  expect(shared).toEqual(next)
  expect(shared.pile[0]).toBe(before.pile[0])
  expect(shared.pile[1]).not.toBe(before.pile[1])
  expect(shared.melds).toBe(before.melds)
})

test('what is gone, new or of another kind is not taken over', () => {
  for (const [before, next] of [
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: undefined }, { b: undefined }],
    [['x'], { 0: 'x' }],
    [null, { a: 1 }],
    [{ a: 1 }, null],
    [[1, 2, 3], [1, 2]],
  ]) {
    expect(sharing(before, next)).toEqual(next)
    expect(sharing(before, next)).not.toBe(before)
  }
})
