import { expect, test } from 'vitest'
import { against } from './against'

const line = (players: string[], scores: number[]) => ({ book: 'x', deal: 1, players, scores, ended: 0 })

test('only deals in which nobody else played count, bot by bot', () => {
  const lines = [
    line(['Ann', 'greedy', 'greedy'], [100, 40, 100]),
    line(['random', 'Ann', 'greedy'], [-50, 20, 120]),
    line(['Ann', 'Ben', 'greedy'], [500, 0, 0]),
    line(['random', 'greedy'], [1, 2]),
  ]
  expect(against(lines, ['random', 'greedy', 'other'])).toEqual([
    { level: 'random', deals: 1, mine: 20, theirs: -50, ahead: 1 },
    { level: 'greedy', deals: 2, mine: 60, theirs: 260 / 3, ahead: 0.5 },
  ])
  expect(against([], ['random'])).toEqual([])
})
