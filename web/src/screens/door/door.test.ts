import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, ApiError } from '../../api'
import { FakeSocket, fixtures } from '../../dev/fixtures'
import type { TableView } from '../../protocol'
import { choose, DEFAULTS } from '../../settings.svelte'
import { alarm, say, toasts } from '../../ui/toasts.svelte'
import Door from './Door.svelte'

let sockets: FakeSocket[]

const view = fixtures.take.table
const host = { role: 'player', seat: 0, host: true } as const
const table: TableView = {
  ...view, status: 'waiting', deals: [], setup: { ...view.setup, practice: false },
  seats: view.seats.map((seat, number) => (number ? seat : { ...seat, kind: 'empty', name: '' })),
}

beforeEach(() => {
  choose({ ...DEFAULTS, lang: 'en' })
  sockets = []
  vi.stubGlobal('WebSocket', function () {
    const socket = new FakeSocket({ ...fixtures.take, you: { role: 'watcher', seat: null, host: false }, table })
    sockets.push(socket)
    return socket
  })
})
afterEach(() => {
  cleanup()
  toasts.splice(0)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a watcher before the first deal comes to the seats and back', async () => {
  vi.spyOn(api, 'table').mockResolvedValue({ id: 'T', code: 'K7PQ', watch: 'W', seat: null, table })
  render(Door, { code: 'K7PQ' })
  for (let round = 0; round < 2; round++) {
    await fireEvent.click(await screen.findByRole('button', { name: 'Watch instead' }))
    await fireEvent.click(await screen.findByRole('button', { name: 'Sit down' }))
    await screen.findByLabelText('Your name')
    expect(sockets.map((socket) => socket.readyState)).toEqual(Array(round + 1).fill(3))
  }
})

test('who was removed and tries again is asked for a seat', async () => {
  const looked = vi.spyOn(api, 'table').mockResolvedValueOnce({ id: 'T', code: 'K7PQ', watch: 'W', seat: 1, table })
  looked.mockResolvedValue({ id: 'T', code: 'K7PQ', watch: 'W', seat: null, table })
  render(Door, { code: 'K7PQ' })
  await screen.findByText('The table is set')
  sockets[0]!.tell({ t: 'bye', reason: 'kicked' })
  sockets[0]!.onclose?.()
  await screen.findByText('The host has removed you from the table')
  await fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByLabelText('Your name')
})

test.each([
  ['locked', { ...table, locked: true }, 'The host has locked the table: nobody new can sit down'],
  ['playing', { ...table, status: 'playing' as const }, 'A deal is being played'],
  ['one for practice', { ...table, setup: { ...table.setup, practice: true } }, 'At a practice table the host plays alone'],
  ['full', { ...table, seats: table.seats.map((seat) => ({ ...seat, kind: 'person' as const, name: 'Ann' })) }, 'This table is full'],
])('who comes to a table that is %s is told, and may look again', async (_, closed, words) => {
  const info = (now: TableView) => ({ id: 'T', code: 'K7PQ', watch: 'W', seat: null, table: now })
  const looked = vi.spyOn(api, 'table').mockResolvedValue(info(closed))
  render(Door, { code: 'K7PQ' })
  expect((await screen.findByRole('status')).textContent).toBe(words)
  expect(screen.queryByRole('button', { name: 'Sit down' })).toBeNull()
  await fireEvent.click(screen.getByRole('button', { name: 'Look again' }))
  await screen.findByRole('button', { name: 'Look again' })
  expect(looked).toHaveBeenCalledTimes(2)
  looked.mockResolvedValue(info(table))
  await fireEvent.focus(window)
  await screen.findByRole('button', { name: 'Sit down' })
  await fireEvent.focus(window)
  expect(looked).toHaveBeenCalledTimes(3)
})

test('who sits down anew has done with old refusals', async () => {
  choose({ name: 'Ann' })
  vi.spyOn(api, 'table').mockResolvedValue({ id: 'T', code: 'K7PQ', watch: 'W', seat: null, table })
  vi.spyOn(api, 'join').mockRejectedValue(new ApiError(409, 'not_now', 'taken', 'seat_taken'))
  render(Door, { code: 'K7PQ' })
  alarm('an old refusal')
  say('something else')
  await fireEvent.click(await screen.findByRole('button', { name: 'Sit down' }))
  await vi.waitFor(() => expect(toasts.map((toast) => toast.text)).toEqual(['something else', expect.stringMatching(/seat/)]))
})

test.each(['waiting', 'playing'] as const)('who becomes the host is told, once, at a table that is %s', async (status) => {
  vi.spyOn(api, 'table').mockResolvedValue({ id: 'T', code: 'K7PQ', watch: 'W', seat: 0, table })
  vi.stubGlobal('WebSocket', function () {
    const socket = new FakeSocket({ ...fixtures.take, you: { ...host, host: false }, table: { ...view, status } })
    sockets.push(socket)
    return socket
  })
  render(Door, { code: 'K7PQ' })
  await vi.waitFor(() => expect(sockets[0]?.heard.length).toBeGreaterThan(0))
  await vi.waitFor(() => expect(document.querySelector('main button')).not.toBeNull())
  const told = () => toasts.filter((toast) => toast.text === 'You are the host now').length
  expect(told()).toBe(0)
  const step = (seq: number) => sockets[0]!.tell({ t: 'step', seq, now: Date.now(), events: [], hash: '', you: { ...host } })
  step(43)
  await vi.waitFor(() => expect(told()).toBe(1))
  toasts.splice(0)
  step(44)
  await tick()
  expect(told()).toBe(0)
})

test('who is the host from the beginning is not told', async () => {
  vi.spyOn(api, 'table').mockResolvedValue({ id: 'T', code: 'K7PQ', watch: 'W', seat: 0, table })
  vi.stubGlobal('WebSocket', function () {
    return new FakeSocket({ ...fixtures.take, you: host, table })
  })
  render(Door, { code: 'K7PQ' })
  await screen.findByText('The table is set')
  expect(toasts).toEqual([])
})
