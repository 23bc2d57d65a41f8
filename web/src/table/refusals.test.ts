/** What cannot be done is said with its rule; the door to a dark knock says what is missing. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeSocket, fakeTable } from '../dev/fixtures'
import type { DummyView } from '../protocol'
import { choose, DEFAULTS } from '../settings.svelte'
import type { Table } from '../table.svelte'
import { toasts } from '../ui/toasts.svelte'
import '../screens/rules/RuleNote.svelte'
import './RuleSheet.svelte'
import TableScreen from './TableScreen.svelte'
import { type ViewName, views } from './views'

let table: Table
let socket: () => FakeSocket

async function show(name: ViewName, changes: Partial<DummyView> = {}, setup: object = {}): Promise<void> {
  const view = views[name]
  const given = { ...view, hash_text: '', deal: { ...view.deal, ...changes }, table: { ...view.table, setup: { ...view.table.setup, ...setup } } }
  ;({ table, socket } = fakeTable('take', given))
  render(TableScreen, { table })
  await waitFor(() => expect(document.querySelector('.hand.mine')).toBeTruthy())
}

const tray = () => document.querySelector('.tray')!.textContent!.replace(/\s+/g, ' ').trim()
const key = (name: string) => fireEvent.keyDown(document.body, { key: name, code: `Key${name.toUpperCase()}` })
const chosen = () => [...document.querySelectorAll<HTMLElement>('[data-zone=hand] [aria-pressed=true]')].map((one) => one.dataset.card)
const rules = () => [...document.querySelectorAll('.tray .rule')].map((one) => one.textContent)

beforeEach(() => {
  choose({ ...DEFAULTS, lang: 'en', motion: 'less', sound: false })
  localStorage.clear()
  toasts.splice(0)
})
afterEach(() => {
  cleanup()
  table?.close()
})

describe('a refusal', () => {
  it('stands in the tray with its rule, which can be read', async () => {
    await show('risk')
    await key('d')
    expect(tray()).toContain('You have taken a card in this turn already')
    await fireEvent.click(screen.getByRole('button', { name: 'Rule R8: read it' }))
    expect(await screen.findByRole('dialog', { name: 'Rule R8' }, { timeout: 20_000 })).toBeTruthy()
  })

  it('is seen while a card is chosen, and gone with the next tap', async () => {
    await show('two')
    await waitFor(() => expect(socket().heard.some((one) => one.t === 'preview')).toBe(true))
    const card = document.querySelector<HTMLElement>('[data-zone=hand] [data-card="4d"]')!
    await fireEvent.click(card)
    expect(rules()).toEqual([])
    await key('l')
    expect(tray()).toContain('does not fit')
    expect(rules()).toEqual(['R14'])
    await fireEvent.click(card)
    expect(rules()).toEqual([])
  })

  it('of a pickup is the rule of pickups', async () => {
    await show('pickup')
    await fireEvent.click(document.querySelector('[data-zone=pile] [data-card="3s"]')!)
    expect(tray()).toContain('no meld with your hand')
    expect(rules()).toEqual(['R9'])
  })

  it('by the server carries the rule in its toast', async () => {
    await show('pickup')
    await key('d')
    // "Not now" has no rule.
    await waitFor(() => expect(toasts.map((one) => one.action)).toEqual([undefined]))
    vi.spyOn(table, 'act').mockResolvedValue({ t: 'nack', id: '1', code: 'illegal', seq: 42, reason: 'no_stock', rule: 'R21' })
    await key('d')
    await waitFor(() => expect(toasts.at(-1)?.action?.label).toBe('Rule R21'))
    expect(toasts.at(-1)?.text).toBe('The stock is empty')
  })
})

describe('the door to a dark knock', () => {
  it('chooses the first meld where the turn can end in one', async () => {
    await show('dark')
    await key('k')
    expect(chosen().sort()).toEqual(['9h', 'Jh', 'Qh', 'Th'].sort())
  })

  it('says what is missing where it cannot, by key and by button', async () => {
    await show('dark', { hand: '3h 4h 5h 6h 9h Th Jh 2c', legal: ['-3h', '-2c'] })
    await fireEvent.click(screen.getByRole('button', { name: 'Dark knock …' }))
    expect(tray()).toMatch(/In no meld: 2.*just one card/)
    expect(rules()).toEqual(['A15'])
    expect(chosen()).toEqual([])
    await fireEvent.click(document.querySelector('[data-zone=hand] [data-card="2c"]')!)
    await fireEvent.click(document.querySelector('[data-zone=hand] [data-card="2c"]')!)
    await key('k')
    expect(tray()).toContain('In no meld')
  })

  it('is none for who is born, nor at a table without aids', async () => {
    await show('risk')
    expect(screen.queryByRole('button', { name: 'Dark knock …' })).toBeNull()
    await key('k')
    expect(tray()).toContain('A knock leaves just one card')
    expect(rules()).toEqual(['R18'])
    cleanup()
    await show('dark', {}, { aids: 'none' })
    expect(screen.queryByRole('button', { name: 'Dark knock …' })).toBeNull()
    await key('k')
    expect(chosen()).toEqual([])
    expect(rules()).toEqual(['R18'])
  })
})

describe('at a table that limits layoffs', () => {
  const hands = () => views.two.deal.hands.map((hand, seat) => ({ ...hand, layoffs: seat < 2 ? 2 - seat : 0 }))

  it('every seat has its count, and so has the tray', async () => {
    await show('two', { hands: hands() }, { rules: { preset: 'classic', layoff_limit: 2 } })
    const seats = [...document.querySelectorAll('.seats .seat')]
    expect(seats.map((one) => one.querySelector('.off')?.textContent).sort()).toEqual(['Layoffs 0/2', 'Layoffs 0/2', 'Layoffs 1/2'])
    expect(seats.map((one) => /Layoffs (\d of 2)/.exec(one.querySelector('.hit')!.getAttribute('aria-label')!)?.[1]).sort()).toEqual(['0 of 2', '0 of 2', '1 of 2'])
    expect(tray()).toContain('Layoffs 2 of 2')
  })

  it('one layoff too many is explained (R17)', async () => {
    await show('two', { hands: hands(), legal: ['-4d', '-9c'] }, { rules: { preset: 'classic', layoff_limit: 2 } })
    await fireEvent.click(document.querySelector('[data-zone=hand] [data-card="9c"]')!)
    await fireEvent.click(document.querySelector('[data-meld="0"]')!)
    expect(tray()).toContain('may not lay off more')
    expect(rules()).toEqual(['R17'])
  })

  it('elsewhere nothing counts them', async () => {
    await show('two')
    expect(document.querySelector('.off')).toBeNull()
    expect(document.querySelector('.seats .hit')!.getAttribute('aria-label')).not.toContain('Layoffs')
  })
})
