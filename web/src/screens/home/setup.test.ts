import { cleanup, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { router } from '../../router.svelte'
import { choose } from '../../settings.svelte'
import Setup from './Setup.svelte'

beforeEach(() => choose({ lang: 'en' }))
afterEach(() => {
  router.query = ''
  choose({ lang: null })
})

/** Whether the form for bots says that they have not trained with these rules. */
function near(rules: Record<string, unknown>, bots = true): boolean {
  router.query = `?${bots ? 'bots&' : ''}rules=${encodeURIComponent(JSON.stringify(rules))}`
  render(Setup)
  const said = screen.queryByText(/bots have not trained with exactly these rules/) !== null
  cleanup()
  return said
}

test('where bots are chosen the form says when they have not trained with the rules', () => {
  expect(near({ preset: 'strict' })).toBe(false)
  expect(near({ preset: 'strict', target: 100 })).toBe(false)
  expect(near({ preset: 'strict', strip_stock: 5 })).toBe(true)
  expect(near({ preset: 'strict', strip_stock: 5 }, false)).toBe(false)
})
