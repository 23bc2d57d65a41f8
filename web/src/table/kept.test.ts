import { beforeEach, expect, it, vi } from 'vitest'
import { keepOrder, keepSort, keptOrder, keptSort } from './kept'

beforeEach(() => localStorage.clear())

it('keeps the order of the hand over a restart of the browser: it is in no tab’s storage', () => {
  keepOrder('T1 3', ['9c', '2d'])
  sessionStorage.clear()
  expect(keptOrder('T1 3')).toEqual(['9c', '2d'])
  expect(keptOrder('T1 4')).toBeNull()
  expect(keptOrder('T2 3')).toBeNull()
})

it('keeps the last deal of a table, and the last few tables', () => {
  for (let n = 1; n <= 6; n++) keepOrder(`T${n} 1`, ['Ah', 'Kd'])
  keepOrder('T6 2', ['2c'])
  expect(keptOrder('T6 1')).toBeNull()
  expect([1, 2, 3, 4, 5, 6].map((n) => keptOrder(`T${n} ${n === 6 ? 2 : 1}`) !== null)).toEqual([false, false, true, true, true, true])
  // Whoever plays on at one table keeps the others.
  for (let deal = 3; deal < 9; deal++) keepOrder(`T6 ${deal}`, ['2c'])
  expect(keptOrder('T3 1')).toEqual(['Ah', 'Kd'])
})

it('an emptied or spoilt store, and none at all, are no order', () => {
  expect(keptOrder('T1 1')).toBeNull()
  localStorage.setItem('speto.order', 'nonsense\n|\nT1 1|')
  expect(keptOrder('T1 1')).toBeNull()
  const broken = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  keepOrder('T1 1', ['9c'])
  keepSort('rank')
  broken.mockRestore()
  expect(keptOrder('T1 1')).toBeNull()
  expect(keptSort()).toBe('suit')
})
