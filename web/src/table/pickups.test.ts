/** The list of all pickups: everything legal, with its points; a tap chooses one. */
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fakeTable } from '../dev/fixtures'
import { choose, DEFAULTS } from '../settings.svelte'
import type { Table } from '../table.svelte'
import { pickups } from './draft'
import './PickupsSheet.svelte'
import TableScreen from './TableScreen.svelte'
import { views } from './views'

let table: Table

async function show(aids: 'none' | 'legal' | 'suggest'): Promise<void> {
  const view = views.pickup
  ;({ table } = fakeTable('take', { ...view, hash_text: '', table: { ...view.table, setup: { ...view.table.setup, aids } } }))
  render(TableScreen, { table })
  await waitFor(() => expect(document.querySelector('.hand.mine')).toBeTruthy())
}
const open = async () => {
  await fireEvent.click(screen.getByRole('button', { name: 'All pickups' }))
  return await screen.findByRole('dialog', { name: 'All pickups' }, { timeout: 20_000 })
}

beforeEach(() => {
  choose({ ...DEFAULTS, lang: 'en', motion: 'less', sound: false })
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  table?.close()
})

it.each(['legal', 'suggest'] as const)('lists every legal pickup under its deepest card, the best first, with aids %s', async (aids) => {
  await show(aids)
  const sheet = await open()
  const buttons = within(sheet).getAllByRole('button').filter((one) => one.querySelector('.gain'))
  expect(buttons).toHaveLength(pickups(views.pickup.deal).length)
  const heads = within(sheet).getAllByRole('heading', { level: 3 }).map((one) => one.textContent!.replace(/\s+/g, ' ').trim())
  expect(heads[0]).toMatch(/Take \d+ cards? from/)
  const best = [...sheet.querySelectorAll('ul')].map((one) => Number(one.querySelector('.gain')!.textContent))
  expect(best).toEqual([...best].sort((a, b) => b - a))
  await fireEvent.click(buttons.find((one) => one.querySelector('.gain')!.textContent === '+30')!)
  await waitFor(() => expect(document.querySelector('.primary button')!.textContent).toMatch(/Take & lay\s*\+30/))
  expect(screen.queryByRole('dialog', { name: 'All pickups' })).toBeNull()
})

it('is not offered at a table without aids', async () => {
  await show('none')
  expect(screen.queryByRole('button', { name: 'All pickups' })).toBeNull()
})
