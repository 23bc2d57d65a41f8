/** What is said at the table hangs under whoever said it, me too. */
import { cleanup, render } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeTable } from '../dev/fixtures'
import { choose, DEFAULTS } from '../settings.svelte'
import type { Table } from '../table.svelte'
import Header from './Header.svelte'
import LeftRail from './LeftRail.svelte'
import { m } from './messages'
import { Play } from './play.svelte'
import Seats from './Seats.svelte'
import { views } from './views'

let table: Table
let play: Play
const nothing = () => {}

beforeEach(async () => {
  choose({ ...DEFAULTS, lang: 'en' })
  ;({ table } = fakeTable('take', { ...views.pickup, hash_text: '' }))
  await vi.waitFor(() => expect(table.deal).not.toBeNull())
  vi.useFakeTimers()
  play = new Play(table)
  play.follow()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  table.close()
})

async function say(seat: number, phrase: number): Promise<void> {
  table.said = [...table.said, { t: 'said', seat, phrase, at: Date.now() }]
  await tick()
}
const bubbles = () => [...document.querySelectorAll('.said')].map((one) => [one.closest('[data-anchor]')?.getAttribute('data-anchor'), one.textContent?.trim()])

test.each([
  ['the header', Header],
  ['the rail of a wide screen', LeftRail],
])('what I say hangs under me in %s, for a while', async (_, Place) => {
  render(Place, { play, onmenu: nothing, onhelp: nothing })
  const me = table.seat!
  await say(me, 2)
  await say(me + 1, 3)
  expect(bubbles()).toEqual([[`seat-${me}`, m().said.phrases[2]]])
  vi.advanceTimersByTime(4_500)
  await tick()
  expect(bubbles()).toEqual([])
})

test('another’s words stay their time when somebody else speaks, and not when muted', async () => {
  render(Seats, { play, onseat: nothing })
  const [one, other] = [1, 2].map((step) => table.seat! + step) as [number, number]
  await say(one, 2)
  vi.advanceTimersByTime(2_000)
  await say(other, 3)
  expect(bubbles().length).toBe(2)
  vi.advanceTimersByTime(2_500)
  await tick()
  expect(bubbles()).toEqual([[`seat-${other}`, m().said.phrases[3]]])
  play.muted = new Set([other])
  await tick()
  expect(bubbles()).toEqual([])
})
