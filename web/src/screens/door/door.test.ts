import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '../../api'
import { FakeSocket, fixtures } from '../../dev/fixtures'
import type { TableView } from '../../protocol'
import { choose, DEFAULTS } from '../../settings.svelte'
import Door from './Door.svelte'

let sockets: FakeSocket[]

const view = fixtures.take.table
const table: TableView = { ...view, status: 'waiting', deals: [], seats: view.seats.map((seat, number) => (number ? seat : { ...seat, kind: 'empty', name: '' })) }

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
