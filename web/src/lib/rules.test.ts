import { expect, test } from 'vitest'
import { differences, fullRules, PRESETS, shortest } from './rules'

test('rules of a record become full, and short again', () => {
  const full = fullRules({ preset: 'classic', layoff_limit: 2, target: 300 })
  expect(full.layoff_limit).toBe(2)
  expect(differences(full, 'classic')).toEqual(['layoff_limit'])
  expect(shortest(full)).toEqual({ preset: 'classic', layoff_limit: 2, target: 300 })
  expect(shortest(PRESETS.short)).toEqual({ preset: 'short' })
})

test('what is not known or not allowed is left out', () => {
  expect(fullRules({ preset: 'nothing', target: 1e9, ace_value: 'seven', colour: 1 })).toEqual(PRESETS.classic)
})
