import { expect, it } from 'vitest'
import { grouped, meldsIn, merged, sorted } from './sort'

it('keeps the own order, and puts what is new at the right end', () => {
  expect(merged(['Ks', '2c', '9h'], ['2c', '4d', '9h', 'Ks'])).toEqual(['Ks', '2c', '9h', '4d'])
  expect(merged(['Ks', '2c'], ['2c'])).toEqual(['2c'])
})

it('sorts by suit and by rank', () => {
  const hand = ['9h', '2c', 'Ks', '9c', 'Td']
  expect(sorted(hand, 'suit')).toEqual(['2c', '9c', 'Td', 'Ks', '9h'])
  expect(sorted(hand, 'rank')).toEqual(['2c', '9c', '9h', 'Td', 'Ks'])
})

it('finds melds that use most cards', () => {
  expect(meldsIn(['7c', '7d', '7h', '8h', '9h']).map((one) => one.join(''))).toEqual(['7c7d7h', '7h8h9h'])
  const { melds, rest } = grouped(['7c', '7d', '7h', '7s', '8h', '9h', 'Ks'])
  expect(melds.map((one) => one.join(''))).toEqual(['7h8h9h', '7c7d7s'])
  expect(rest).toEqual(['Ks'])
  expect(sorted(['Ks', '7c', '9h', '7d', '8h', '7s', '7h'], 'meld').at(-1)).toBe('Ks')
})

it('sorts 28 cards in no time', () => {
  const many = [...'23456789TJQKA'].flatMap((r) => ['c', 'd'].map((s) => r + s)).concat('2h', '3h')
  expect(sorted(many, 'meld')).toHaveLength(28)
})
