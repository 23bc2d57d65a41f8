import { fireEvent, render } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { choose, settings } from '../../settings.svelte'
import Tip from './Tip.svelte'

beforeEach(() => {
  vi.useFakeTimers()
  choose({ tipSeen: false })
})
afterEach(() => void vi.useRealTimers())

test('goes by itself after ten seconds, not while somebody reads it', async () => {
  const { getByRole } = render(Tip)
  await tick()
  vi.advanceTimersByTime(9_500)
  await fireEvent.focusIn(getByRole('link'))
  vi.advanceTimersByTime(60_000)
  expect(settings.tipSeen).toBe(false)
  await fireEvent.focusOut(getByRole('link'))
  vi.advanceTimersByTime(500)
  expect(settings.tipSeen).toBe(true)
})

test('goes when it is closed', async () => {
  const { getByRole } = render(Tip)
  await fireEvent.click(getByRole('button'))
  expect(settings.tipSeen).toBe(true)
})
