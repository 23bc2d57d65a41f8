import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '../../api'
import { fixtures } from '../../dev/fixtures'
import { router } from '../../router.svelte'
import { choose } from '../../settings.svelte'
import SitDown from '../door/SitDown.svelte'
import Setup from './Setup.svelte'

beforeEach(() => choose({ lang: 'en', name: '' }))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  router.query = ''
  choose({ lang: null, name: '' })
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

test('nobody sets a table for friends, or sits down at theirs, without a name', async () => {
  const busy = new Promise<never>(() => {})
  const create = vi.spyOn(api, 'create').mockReturnValue(busy)
  const join = vi.spyOn(api, 'join').mockReturnValue(busy)
  const { table } = fixtures.take
  const seats = table.seats.map((seat, number) => (number ? seat : { ...seat, kind: 'empty' as const, name: '' }))
  const info = { id: 'T', code: 'K7PQ', watch: 'W', seat: null, table: { ...table, status: 'waiting' as const, setup: { ...table.setup, practice: false }, seats } }
  const screens = [
    { show: () => render(Setup), button: 'Set the table', asked: create, name: () => create.mock.lastCall?.[1] },
    { show: () => render(SitDown, { info, onlook: async () => {}, onwatch: () => {} }), button: 'Sit down', asked: join, name: () => join.mock.lastCall?.[1] },
  ]
  for (const { show, button, asked, name } of screens) {
    choose({ name: '  ' })
    show()
    await fireEvent.click(screen.getByRole('button', { name: button }))
    const field = screen.getByLabelText('Your name')
    expect(asked).not.toHaveBeenCalled()
    expect(screen.getByRole('alert').textContent).toContain('Give a name')
    expect(document.activeElement).toBe(field)
    await fireEvent.input(field, { target: { value: ' Somsri ' } })
    expect(screen.queryByRole('alert')).toBeNull()
    await fireEvent.click(screen.getByRole('button', { name: button }))
    expect(name()).toBe('Somsri')
    cleanup()
  }
})

test('the seats beside mine are bots where one plays bots, and else persons as well', () => {
  for (const [query, title] of [['?bots', 'Bots'], ['', 'Other seats']] as const) {
    router.query = query
    render(Setup)
    expect(screen.getByRole('heading', { name: title })).toBeTruthy()
    cleanup()
  }
})
