import { expect, it } from 'vitest'
import type { GameRecord } from '../record'
import { CC0, isFree, licensed } from './licence'

it('puts the notice into a record, or leaves it out', () => {
  const record: GameRecord = { format: 'speto/1', game: 'dummy', rules: {}, players: ['A', 'B'], deals: [], meta: { version: '1' } }
  const given = licensed(record, true)
  expect(given.meta).toEqual({ version: '1', licence: CC0 })
  expect([isFree(record), isFree(given), isFree(licensed(given, false))]).toEqual([false, true, false])
  expect(record.meta).toEqual({ version: '1' })
})
