import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashOf } from '../hash'
import { type FakeSocket, fakeTable } from '../dev/fixtures'
import type { Act, DummyView, FromPage } from '../protocol'
import { choose, DEFAULTS } from '../settings.svelte'
import type { Table } from '../table.svelte'
import { REST } from './play.svelte'
import TableScreen from './TableScreen.svelte'
import { type ViewName, views } from './views'

let table: Table
let socket: () => FakeSocket

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))
const heard = <T extends FromPage['t']>(t: T) => socket().heard.filter((one) => one.t === t) as Extract<FromPage, { t: T }>[]
const acts = () => heard('act').map((act: Act) => act.actions)

async function show(name: ViewName, setup: object = {}): Promise<void> {
  const view = views[name]
  ;({ table, socket } = fakeTable('take', { ...view, hash_text: '', table: { ...view.table, setup: { ...view.table.setup, ...setup } } }))
  render(TableScreen, { table })
  await waitFor(() => expect(document.querySelector('[data-zone=hand] [data-card]')).toBeTruthy())
  await waitFor(() => expect(document.querySelector('.hand.mine')).toBeTruthy())
}

const card = (zone: string, name: string) => document.querySelector<HTMLElement>(`[data-zone=${zone}] [data-card="${name}"]`)!
const hand = () => [...document.querySelectorAll<HTMLElement>('[data-zone=hand] [data-card]')].map((one) => one.dataset.card)
const tray = () => document.querySelector('.tray')!.textContent!.replace(/\s+/g, ' ').trim()
const button = () => document.querySelector<HTMLButtonElement>('.primary button')!
const words = () => button().textContent!.replace(/\s+/g, ' ').trim()

async function press(): Promise<void> {
  await wait(REST + 20)
  await fireEvent.click(button())
  await wait(20)
}

/** What the server says after a command of mine. */
async function move(deal: Partial<DummyView>, seat = 0, text = '+'): Promise<void> {
  const after = { ...table.deal!, ...deal }
  socket().tell({ t: 'step', seq: table.seq + 1, now: Date.now(), hash: hashOf(after), events: [{ k: 'act', seat, text }], deal: after })
  await wait(10)
}

beforeEach(() => {
  choose({ ...DEFAULTS, lang: 'en', motion: 'less', sound: false })
  localStorage.removeItem('speto.order')
  localStorage.removeItem('speto.sort')
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  table?.close()
  vi.restoreAllMocks()
})

describe('drawing', () => {
  it('is sent at once', async () => {
    await show('pickup')
    expect(words()).toBe('Draw')
    await press()
    expect(acts()).toEqual([['+']])
  })

  it('leaves a card that was chosen before unarmed: the same place cannot discard it', async () => {
    await show('pickup')
    await fireEvent.click(card('hand', '6h'))
    await press()
    await move({ phase: 'lay', hand: `4s ${table.deal!.hand}`, fresh: '4s', legal: ['-4s', '-6h'], actions: ['+'], actors: [0] })
    await waitFor(() => expect(words()).toBe('Tap the card again'))
    expect(button().disabled).toBe(true)
    expect(tray()).toContain('once more')
    await fireEvent.click(card('hand', '6h'))
    expect(words()).toContain('Discard 6')
  })
})

describe('a pickup', () => {
  it('is put together, laid as a draft, undone, and sent with the discard only', async () => {
    await show('pickup')
    await fireEvent.click(card('pile', 'Kd'))
    expect(words()).toBe('Take & lay +30')
    expect(tray()).toContain('Take 9 cards from K')
    expect(tray()).toContain('hold 14')
    expect(card('pile', '7h').getAttribute('aria-label')).toContain('stays in the pile')
    expect(card('pile', '3s').getAttribute('aria-label')).toContain('will be picked up')
    await press()
    await waitFor(() => expect(hand()).toHaveLength(14))
    expect(acts()).toEqual([])
    await fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(hand()).toHaveLength(8)
    expect(words()).toBe('Draw')
    await fireEvent.click(card('pile', 'Kd'))
    await press()
    await fireEvent.click(card('hand', '6h'))
    expect(words()).toContain('Discard 6')
    await press()
    expect(acts()).toEqual([['^JdQdKd', '-6h']])
  })

  it('says why a card cannot be the deepest', async () => {
    await show('pickup')
    await fireEvent.click(card('pile', '3s'))
    expect(tray()).toContain('no meld with your hand')
    expect(words()).toBe('Draw')
  })

  it('leaves a card out when it is tapped', async () => {
    await show('pickup')
    await fireEvent.click(card('pile', 'Ts'))
    expect(words()).toBe('Take & lay +90')
    await fireEvent.click(card('hand', 'Ks'))
    expect(words()).toBe('Take & lay +80')
  })

  it('at the empty stock is the last chance (A23)', async () => {
    await show('last')
    expect(words()).toBe('End the deal')
    expect(tray()).toContain('only a knock counts')
  })
})

describe('laying off', () => {
  it('on two melds asks which, and says what each opens (R15)', async () => {
    await show('two')
    await fireEvent.click(card('hand', '9c'))
    expect(button().disabled).toBe(true)
    const group = screen.getByRole('group', { name: 'Choose a meld' })
    expect(within(group).getAllByRole('button').map((one) => one.textContent!.replace(/\s+/g, ' '))).toEqual([
      expect.stringContaining('opens none'), expect.stringContaining('opens 10'),
    ])
    await fireEvent.click(within(group).getAllByRole('button')[1]!)
    await waitFor(() => expect(hand()).not.toContain('9c'))
    expect(acts()).toEqual([])
  })

  it('on one meld is the button, the discard another place', async () => {
    await show('risk')
    await waitFor(() => expect(heard('preview').length).toBeGreaterThan(0))
    await fireEvent.click(card('hand', 'Tc'))
    expect(words()).toContain('Lay off 10')
    expect(tray()).toContain('Discard 10')
    expect(tray()).toContain('your own')
    const melds = table.deal!.melds.map((meld) => ({ ...meld, cards: meld.cards.map(([card, seat]) => [card, card[0] === 'J' ? 1 : seat] as [string, number]) }))
    await move({ melds })
    await waitFor(() => expect(tray()).toContain('You 2'))
  })
})

describe('a discard', () => {
  it('that costs points is asked on another place, with the rule', async () => {
    await show('risk')
    await waitFor(() => expect(heard('preview').length).toBeGreaterThan(0))
    await fireEvent.click(card('hand', '7d'))
    await waitFor(() => expect(tray()).toContain('Full discard'))
    expect(tray()).toContain('P5')
    await press()
    expect(acts()).toEqual([])
    expect(button().disabled).toBe(true)
    await fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(words()).toBe('Choose a card')
    await fireEvent.click(card('hand', '7d'))
    await press()
    await fireEvent.click(screen.getByRole('button', { name: /Discard anyway −50/ }))
    expect(acts()).toEqual([['-7d']])
  })

  it('does nothing in the moment after the button has changed', async () => {
    await show('risk')
    await wait(REST + 20)
    await fireEvent.click(card('hand', '4h'))
    await fireEvent.click(button())
    expect(acts()).toEqual([])
    await press()
    expect(acts()).toEqual([['-4h']])
  })
})

describe('a knock', () => {
  it('is reviewed with its whole sum first', async () => {
    await show('dark')
    for (const step of [['3h', '4h', '5h'], ['9h', 'Th', 'Jh', 'Qh']]) {
      for (const one of step) await fireEvent.click(card('hand', one))
      await press()
    }
    const sheet = await screen.findByRole('dialog', { name: 'Knock · dark · colour' }, { timeout: 4_000 })
    const rows = within(sheet).getAllByRole('row').map((row) => row.textContent!.replace(/\s+/g, ' ').trim())
    expect(rows).toEqual([
      expect.stringMatching(/Cards laid.*\+50/), expect.stringMatching(/Knock card.*fits a meld.*\+100/), expect.stringMatching(/Dark ×2.*\+150/),
      expect.stringMatching(/Colour ×2.*\+300/), expect.stringMatching(/This deal.*\+600/), expect.stringMatching(/180 → 780/),
    ])
    expect(sheet.textContent).toContain('500 reached')
    expect(acts()).toEqual([])
    await fireEvent.click(within(sheet).getByRole('button', { name: /Knock/ }))
    expect(acts()).toEqual([['=3h4h5h', '=9hThJhQh', '#6h']])
  })
})

describe('by keyboard', () => {
  const key = (name: string, on: Element = document.body, more = {}) => fireEvent.keyDown(on, { key: name, code: `Key${name.toUpperCase()}`, ...more })

  it('draws, picks up, lays, undoes', async () => {
    await show('pickup')
    await key('p')
    expect(words()).toContain('Take & lay')
    expect(document.activeElement).toBe(card('pile', 'Ts'))
    await key('p')
    expect(words()).toBe('Take & lay +30')
    await key('u')
    expect(words()).toBe('Draw')
    await key('d')
    expect(acts()).toEqual([['+']])
  })

  it('moves inside a zone with one tab stop, and sends the focus to zones', async () => {
    await show('pickup')
    expect(document.querySelectorAll('[data-zone=hand] [tabindex="0"]')).toHaveLength(1)
    await key('h')
    const first = hand()[0]!
    expect(document.activeElement).toBe(card('hand', first))
    await key('ArrowRight', document.activeElement!)
    expect(document.activeElement).toBe(card('hand', hand()[1]!))
    await key('ArrowLeft', document.activeElement!, { altKey: true })
    expect(hand()[1]).toBe(first)
  })

  it('does nothing while a text field has the focus', async () => {
    await show('pickup')
    const field = document.body.appendChild(document.createElement('input'))
    field.focus()
    await key('d', field)
    expect(acts()).toEqual([])
    field.remove()
  })
})

describe('other seats', () => {
  it('are told by turns; my own selection stays; my turn is said at once', async () => {
    await show('pickup')
    await move({ turn: 1, phase: 'take', legal: [], actions: ['+', '-8c'], actors: [0, 0], hand: '6h 8s 9s Jh' }, 0, '-8c')
    await fireEvent.click(card('hand', '9s'))
    await move({ turn: 1, phase: 'lay', actions: ['+', '-8c', '+'], actors: [0, 0, 1] }, 1)
    await move({ turn: 0, phase: 'take', legal: ['+'], actions: ['+', '-8c', '+', '-4d'], actors: [0, 0, 1, 1] }, 1, '-4d')
    await waitFor(() => expect(words()).toBe('Draw'), { timeout: 3000 })
    const [polite, urgent] = [...document.querySelectorAll('.sr[aria-live]')].map((one) => one.textContent)
    expect(polite).toMatch(/drew, threw 4 of diamonds|draw/)
    expect(urgent).toContain('Your turn')
    expect(card('hand', '9s').getAttribute('aria-pressed')).toBe('true')
  })

  it('are not waited for when the page has fallen behind', async () => {
    await show('pickup')
    for (let n = 0; n < 6; n++) void move({ turn: 1, legal: [], stock: 9 - n }, 1)
    await wait(60)
    await tick()
    expect(table.happened).toEqual([])
    expect(screen.getByRole('button', { name: 'Stock, 4 cards' })).toBeTruthy()
  })
})

it('a hand is sorted only on command', async () => {
  await show('pickup')
  const before = hand()
  await fireEvent.click(screen.getByRole('button', { name: 'Sort' }))
  await fireEvent.click(screen.getByRole('button', { name: 'Sort' }))
  expect(hand()).not.toEqual(before)
  expect([...hand()].sort()).toEqual([...before].sort())
  const own = hand()
  await move({ turn: 1, legal: [], actions: ['+'], actors: [0], hand: `${table.deal!.hand} 4s` })
  expect(hand()).toEqual([...own, '4s'])
})

it('a table without aids marks nothing', async () => {
  await show('pickup', { aids: 'none' })
  expect(document.querySelectorAll('[data-zone=pile] .deepest')).toHaveLength(0)
  await fireEvent.click(card('pile', 'Kd'))
  expect(words()).toBe('Take & lay +30')
})
