import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeTable, type FakeSocket, fixtures } from '../../dev/fixtures'
import type { FromPage, SeatView, You } from '../../protocol'
import { choose, DEFAULTS } from '../../settings.svelte'
import type { Table } from '../../table.svelte'
import { toasts } from '../../ui/toasts.svelte'
import Waiting from './Waiting.svelte'

let table: Table
let heard: () => string[]
let socket: FakeSocket
const onsit = vi.fn()

const EMPTY: SeatView = { kind: 'empty', name: '', level: '', away: false, ready: false, host: false, sitting_in: false, clock: 'x1' }
const person = (name: string, ready = false, host = false): SeatView => ({ ...EMPTY, kind: 'person', name, ready, host })
const away = (name: string): SeatView => ({ ...person(name), away: true })
const BOT: SeatView = { ...EMPTY, kind: 'bot', level: 'greedy', ready: true }

/** The waiting room as a seat sees it, or a watcher. */
async function room(seats: SeatView[], seat: number | null, code = 'K7PQ'): Promise<void> {
  const view = fixtures.take.table
  const you: You = { role: seat === null ? 'watcher' : 'player', seat, host: seat !== null && seats[seat]!.host }
  const made = fakeTable('take', { you, table: { ...view, status: 'waiting', deals: [], seats, setup: { ...view.setup, players: seats.length } } })
  table = made.table
  heard = () => made.socket().heard.flatMap((one) => (one.t === 'do' ? [one.do] : []))
  await vi.waitFor(() => expect(table.table).not.toBeNull())
  socket = made.socket()
  render(Waiting, { table, code, watch: '', onsit })
}
const foot = () => document.querySelector<HTMLButtonElement>('main footer button')
/** From now on the server says this to every command. */
function server(says: (message: FromPage & { id: string }) => void): void {
  Object.assign(socket, { answer: (message: FromPage) => 'id' in message && says(message) })
}

beforeEach(() => choose({ ...DEFAULTS, lang: 'en' }))
afterEach(() => {
  cleanup()
  table.close()
  onsit.mockReset()
  toasts.splice(0)
})

const FOOT: [string, SeatView[], number, string][] = [
  ['the host, while a guest is not ready', [person('Ann', false, true), person('Ben')], 0, 'I am ready'],
  ['the host, while a guest is not ready and a seat is empty', [person('Ann', false, true), person('Ben'), EMPTY], 0, 'I am ready'],
  ['the host, when all others are ready', [person('Ann', false, true), person('Ben', true), BOT], 0, 'Deal'],
  ['the host, when only seats are missing', [person('Ann', false, true), person('Ben', true), EMPTY], 0, 'Fill with bots and deal'],
  ['the host who is ready, when only seats are missing', [person('Ann', true, true), person('Ben', true), EMPTY], 0, 'Fill with bots and deal'],
  ['the host who is ready before a guest', [person('Ann', true, true), person('Ben'), EMPTY], 0, 'Waiting for 2 more'],
  ['the host, when all who are not ready are away', [person('Ann', false, true), away('Ben'), person('Cho', true)], 0, 'Seat bots for those away and deal'],
  ['the host, when one who is not ready is there', [person('Ann', false, true), away('Ben'), person('Cho')], 0, 'I am ready'],
  ['a guest, when another is away', [person('Ann', true, true), person('Ben'), away('Cho')], 1, 'I am ready'],
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

const DEALS: [string, SeatView[], string[]][] = [
  ['bots in all seats of those away', [person('Ann', false, true), away('Ben'), EMPTY, away('Cho')], ['kick 1', 'bot 1', 'kick 3', 'bot 3', 'bot 2', 'ready']],
  ['a host who is ready already', [person('Ann', true, true), away('Ben')], ['kick 1', 'bot 1']],
  ['seats that nobody has', [person('Ann', false, true), BOT, EMPTY], ['bot 2', 'ready']],
]

test.each(DEALS)('one button deals: %s', async (_, seats, commands) => {
  await room(seats, 0)
  server(({ id }) => socket.tell({ t: 'ack', id, seq: 42 }))
  await fireEvent.click(foot()!)
  const said = () => socket.heard.flatMap((one) => (one.t === 'do' ? [one.seat == null ? one.do : `${one.do} ${one.seat}`] : []))
  await vi.waitFor(() => expect(said()).toEqual(commands))
  await vi.waitFor(() => expect(foot()!.textContent).not.toContain('One moment'))
  expect(said()).toEqual(commands)
})

test('who is away loses no more than the seat: nothing is asked', async () => {
  await room([person('Ann', true, true), away('Ben'), person('Cho')], 0)
  server(({ id }) => socket.tell({ t: 'ack', id, seq: 42 }))
  const [ben, cho] = screen.getAllByRole('button', { name: 'Remove' })
  await fireEvent.click(ben!)
  await vi.waitFor(() => expect(heard()).toEqual(['kick']))
  await fireEvent.click(cho!)
  await fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await vi.waitFor(() => expect(heard()).toEqual(['kick', 'kick']))
})

test('a seat that cannot be filled stops the deal', async () => {
  await room([person('Ann', false, true), EMPTY, EMPTY], 0)
  await fireEvent.click(foot()!)
  await vi.waitFor(() => expect(foot()!.disabled).toBe(false))
  expect([heard(), toasts.length]).toEqual([['bot'], 1])
})

test('what the button does is seen to be under way, and is not done after a break', async () => {
  await room([person('Ann', false, true), BOT], 0)
  server(() => {})
  await fireEvent.click(foot()!)
  expect([foot()!.textContent.trim(), foot()!.disabled, heard()]).toEqual(['One moment …', true, ['ready']])
  socket.onclose?.()
  await vi.waitFor(() => expect(foot()!.textContent.trim()).toBe('Deal'))
  expect([foot()!.disabled, table.waiting, toasts.map((toast) => toast.text)]).toEqual([true, 0, ['The server does not answer']])
  await fireEvent.click(screen.getByRole('button', { name: 'Lock the table' }))
  expect([table.waiting, toasts.at(-1)?.text]).toEqual([0, 'No connection; trying again'])
})

test('the list says of each person all there is to say', async () => {
  await room([person('Ann', true, true), { ...person('Ben', true), away: true }, person('Cho')], 2)
  const said = [...document.querySelectorAll('li small')].map((node) => node.textContent.trim())
  expect(said).toEqual(['host · ready', 'ready · away', ''])
})

test('a watcher is told who will deal', async () => {
  await room([person('Ann', false, true), person('Ben')], null)
  expect(document.querySelector('footer')?.textContent?.trim()).toBe('You are watching · Ann will deal')
})
