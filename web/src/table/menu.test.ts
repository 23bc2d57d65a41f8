/** What the menu says before one leaves a match. */
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeTable, fixtures } from '../dev/fixtures'
import type { SeatView } from '../protocol'
import { choose, DEFAULTS } from '../settings.svelte'
import type { Table } from '../table.svelte'
import Menu from './Menu.svelte'
import { Play } from './play.svelte'

let table: Table
const nothing = () => {}

const seat = (kind: SeatView['kind'], name = '', host = false): SeatView => ({ ...fixtures.take.table.seats[0]!, kind, name, host, sitting_in: false })

beforeEach(() => choose({ ...DEFAULTS, lang: 'en' }))
afterEach(() => {
  cleanup()
  table.close()
})

const BOT = seat('bot')
const STAYS = 'A bot will play for you; you may come back'
const LEAVING: [string, SeatView[], string[]][] = [
  ['the host', [seat('person', 'Ann', true), BOT, seat('person', 'Ben'), seat('person', 'Cho')], [STAYS, 'Ben becomes the host']],
  ['the host of bots', [seat('person', 'Ann', true), BOT, BOT, BOT], [STAYS]],
  ['a guest', [seat('person', 'Ann'), seat('person', 'Ben', true), BOT, BOT], [STAYS]],
]

test.each(LEAVING)('leaving a match is asked about: %s', async (_, seats, words) => {
  ;({ table } = fakeTable('take', { you: { role: 'player', seat: 0, host: seats[0]!.host }, table: { ...fixtures.take.table, seats } }))
  await vi.waitFor(() => expect(table.table).not.toBeNull())
  render(Menu, { play: new Play(table), open: true, code: '', watch: '', onlog: nothing, onsay: nothing, onkeys: nothing })
  await fireEvent.click(await screen.findByRole('button', { name: 'Leave the match' }))
  expect([...screen.getByRole('alert').children].map((line) => line.textContent)).toEqual(words)
})
