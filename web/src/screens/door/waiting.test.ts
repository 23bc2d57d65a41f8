import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeTable, fixtures } from '../../dev/fixtures'
import type { SeatView, You } from '../../protocol'
import { choose, DEFAULTS } from '../../settings.svelte'
import type { Table } from '../../table.svelte'
import Waiting from './Waiting.svelte'

let table: Table
let heard: () => string[]
const onsit = vi.fn()

const EMPTY: SeatView = { kind: 'empty', name: '', level: '', away: false, ready: false, host: false, sitting_in: false, clock: 'x1' }
const person = (name: string, ready = false, host = false): SeatView => ({ ...EMPTY, kind: 'person', name, ready, host })
const BOT: SeatView = { ...EMPTY, kind: 'bot', level: 'greedy', ready: true }

/** The waiting room as a seat sees it, or a watcher. */
async function room(seats: SeatView[], seat: number | null, code = 'K7PQ'): Promise<void> {
  const view = fixtures.take.table
  const you: You = { role: seat === null ? 'watcher' : 'player', seat, host: seat !== null && seats[seat]!.host }
  const made = fakeTable('take', { you, table: { ...view, status: 'waiting', deals: [], seats, setup: { ...view.setup, players: seats.length } } })
  table = made.table
  heard = () => made.socket().heard.flatMap((one) => (one.t === 'do' ? [one.do] : []))
  await vi.waitFor(() => expect(table.table).not.toBeNull())
  render(Waiting, { table, code, watch: '', onsit })
}
const foot = () => document.querySelector('main footer button')

beforeEach(() => choose({ ...DEFAULTS, lang: 'en' }))
afterEach(() => {
  cleanup()
  table.close()
  onsit.mockReset()
})

const FOOT: [string, SeatView[], number, string][] = [
  ['the host, while a guest is not ready', [person('Ann', false, true), person('Ben')], 0, 'I am ready'],
  ['the host, while a guest is not ready and a seat is empty', [person('Ann', false, true), person('Ben'), EMPTY], 0, 'I am ready'],
  ['the host, when all others are ready', [person('Ann', false, true), person('Ben', true), BOT], 0, 'Deal'],
  ['the host, when only seats are missing', [person('Ann', false, true), person('Ben', true), EMPTY], 0, 'Fill with bots and deal'],
  ['the host who is ready, when only seats are missing', [person('Ann', true, true), person('Ben', true), EMPTY], 0, 'Fill with bots and deal'],
  ['the host who is ready before a guest', [person('Ann', true, true), person('Ben'), EMPTY], 0, 'Waiting for 2 more'],
  ['a guest', [person('Ann', false, true), person('Ben')], 1, 'I am ready'],
  ['a guest who is ready before the host', [person('Ann', false, true), person('Ben', true)], 1, 'Waiting for the host to deal'],
]

test.each(FOOT)('the button says what it does: %s', async (_, seats, seat, words) => {
  await room(seats, seat)
  expect(foot()?.textContent?.trim()).toBe(words)
})

test('leaving is asked about, and who becomes the host', async () => {
  await room([person('Ann', false, true), BOT, person('Ben')], 0)
  await fireEvent.click(screen.getByRole('button', { name: 'Leave' }))
  const sheet = within(await screen.findByRole('dialog'))
  expect(heard()).toEqual([])
  expect(sheet.getByText(/becomes the host/).textContent).toBe('Ben becomes the host')
  await fireEvent.click(sheet.getByRole('button', { name: 'Leave' }))
  expect(heard()).toEqual(['leave'])
})

test('who is the only one learns that the next will be the host; a guest nothing of hosts', async () => {
  for (const [seats, seat, words] of [[[person('Ann', false, true), BOT], 0, /whoever sits down next/], [[person('Ann', false, true), person('Ben')], 1, null]] as const) {
    await room([...seats], seat)
    await fireEvent.click(screen.getByRole('button', { name: 'Leave' }))
    const sheet = within(await screen.findByRole('dialog'))
    expect(sheet.queryByText(words ?? /host/) !== null).toBe(words !== null)
    cleanup()
    table.close()
  }
})

test('a watcher has a way out, and to a seat while there is one', async () => {
  await room([person('Ann', false, true), EMPTY], null)
  expect(screen.getByRole('link', { name: 'To the start' }).getAttribute('href')).toBe('/')
  await fireEvent.click(screen.getByRole('button', { name: 'Sit down' }))
  expect(onsit).toHaveBeenCalledOnce()
})

test.each([
  ['no seat is left', [person('Ann', false, true), person('Ben')], 'K7PQ', false],
  ['the link is for watching only', [person('Ann', false, true), EMPTY], '', false],
  ['a bot would make room', [person('Ann', false, true), BOT], 'K7PQ', true],
] as const)('a watcher may sit down: %s', async (_, seats, code, may) => {
  await room([...seats], null, code)
  expect(foot() !== null).toBe(may)
})
