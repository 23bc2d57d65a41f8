/** What the table's buttons and its menu do, each one: what goes to the server, and what is seen of the answer. */
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type FakeSocket, fakeTable, fixtures } from '../dev/fixtures'
import { hashOf } from '../hash'
import type { Do, DummyView, FromPage, TableView, You } from '../protocol'
import { choose, DEFAULTS, settings } from '../settings.svelte'
import type { Table } from '../table.svelte'
import TableScreen from './TableScreen.svelte'
import { views } from './views'

const NOI = 'ก้อย'
let table: Table
let socket: () => FakeSocket

/** My turn at a phone's table: the host, two friends and a bot. */
async function show(changes: Partial<TableView> = {}, setup: object = {}, you: Partial<You> = {}): Promise<void> {
  const view = views.pickup
  const shown = { ...view.table, ...changes, setup: { ...view.table.setup, ...setup } }
  ;({ table, socket } = fakeTable('take', { ...view, hash_text: '', table: shown, you: { ...view.you, ...you } }))
  render(TableScreen, { table })
  await waitFor(() => expect(document.querySelector('.hand.mine')).toBeTruthy())
}

const heard = <T extends FromPage['t']>(t: T) => socket().heard.filter((one) => one.t === t) as Extract<FromPage, { t: T }>[]
/** What was asked for: pause, kick and the like, with what it is about. */
const done = () =>
  heard('do').map(({ t: _, id: __, ...rest }: Do) => Object.fromEntries(Object.entries(rest).filter(([, value]) => value != null)))
const press = async (name: string | RegExp, within_: HTMLElement = document.body) =>
  fireEvent.click(await within(within_).findByRole('button', { name }))

async function menu(): Promise<HTMLElement> {
  await press('Menu')
  return screen.findByRole('dialog', { name: 'Menu' })
}

/** What the server tells after somebody's action. */
function happens(seat: number, text: string, deal: Partial<DummyView>): void {
  const before = table.deal!
  const after = { ...before, ...deal, actions: [...before.actions, text], actors: [...before.actors, seat] }
  socket().tell({ t: 'step', seq: table.seq + 1, now: Date.now(), hash: hashOf(after), events: [{ k: 'act', seat, text }], deal: after })
}

beforeEach(() => {
  Object.assign(window, { innerWidth: 390, innerHeight: 844 })
  choose({ ...DEFAULTS, lang: 'en', motion: 'less', speed: 'instant' })
  sessionStorage.clear()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  table?.close()
  vi.restoreAllMocks()
})

it('undo takes back my last turn at a practice table, and only there', async () => {
  for (const practice of [true, false]) {
    await show({}, { practice })
    const undo = screen.getByRole<HTMLButtonElement>('button', { name: 'Undo' })
    expect(undo.disabled).toBe(true)
    happens(0, '+', { turn: 0, legal: ['-6h'], phase: 'lay' })
    happens(0, '-6h', { turn: 1, legal: [], phase: 'take' })
    happens(1, '+', { turn: 0, legal: ['+'], phase: 'take' })
    await waitFor(() => expect(undo.disabled).toBe(!practice))
    await fireEvent.click(undo)
    expect(done()).toEqual(practice ? [{ do: 'undo' }] : [])
    cleanup()
    table.close()
  }
})

it('sound and vibration go off with one tap on the header, and on again', async () => {
  await show()
  const sounds = screen.getByRole('button', { name: 'Sound and vibration' })
  expect(sounds.getAttribute('aria-pressed')).toBe('true')
  await fireEvent.click(sounds)
  expect([settings.sound, settings.haptics, sounds.getAttribute('aria-pressed')]).toEqual([false, false, 'false'])
  await fireEvent.click(sounds)
  expect([settings.sound, settings.haptics]).toEqual([true, true])
})

it('a pause is asked for by the host, and ended by the banner too', async () => {
  await show()
  await press('Pause', await menu())
  expect(done()).toEqual([{ do: 'pause' }])
  socket().tell({ t: 'step', seq: 43, now: Date.now(), hash: hashOf(table.deal!), events: [{ k: 'paused', seat: 0 }], table: { ...table.table!, status: 'paused' } })
  await waitFor(() => expect(screen.getByText('The table is paused', { selector: 'p span' })).toBeTruthy())
  await press('Go on', document.querySelector<HTMLElement>('.felt')!)
  expect(done()).toEqual([{ do: 'pause' }, { do: 'resume' }])
})

it('the host locks the table and takes a friend off; a guest is offered neither', async () => {
  await show()
  const open = await menu()
  await press('Lock the table', open)
  const takeOff = () => press(`Remove ${NOI}`, open)
  await takeOff()
  await press('Cancel', open)
  await takeOff()
  expect(done()).toEqual([{ do: 'lock' }])
  await takeOff()
  expect(done()).toEqual([{ do: 'lock' }, { do: 'kick', seat: 1 }])
  cleanup()
  table.close()
  await show({ locked: true }, {}, { host: false })
  const words = (await menu()).textContent
  for (const word of ['Pause', 'ock the table', `Remove ${NOI}`]) expect(words).not.toContain(word)
})

it('a phrase is sent by its number, and shown at the seat of whoever says one', async () => {
  await show()
  await press('Say something')
  await press('Nice knock', await screen.findByRole('dialog', { name: 'Say something' }))
  expect(heard('say').map(({ phrase }) => phrase)).toEqual([3])
  socket().tell({ t: 'said', seat: 1, phrase: 2 })
  await waitFor(() => expect(document.querySelector('.seats')!.textContent).toContain('Well played'))
})

it('who is muted says nothing, until heard again', async () => {
  await show()
  await fireEvent.click(document.querySelectorAll('.seats .hit')[0]!)
  const sheet = await screen.findByRole('dialog', { name: NOI })
  await press(`Mute ${NOI}`, sheet)
  socket().tell({ t: 'said', seat: 1, phrase: 2 })
  socket().tell({ t: 'said', seat: 3, phrase: 1 })
  await waitFor(() => expect(document.querySelector('.seats')!.textContent).toContain('Good luck'))
  expect(document.querySelector('.seats')!.textContent).not.toContain('Well played')
  await press(`Hear ${NOI} again`, sheet)
  socket().tell({ t: 'said', seat: 1, phrase: 2 })
  await waitFor(() => expect(document.querySelector('.seats')!.textContent).toContain('Well played'))
})

it('the last lap is shown again, step by step, until it is put away', async () => {
  await show()
  happens(0, '+', { turn: 0, legal: ['-6h'], phase: 'lay' })
  happens(0, '-6h', { turn: 1, legal: [], phase: 'take' })
  happens(1, '+', { turn: 1, phase: 'lay' })
  happens(1, '-4d', { turn: 2, phase: 'take' })
  happens(2, '+', { turn: 2, phase: 'lay' })
  happens(2, '-5s', { turn: 0, phase: 'take', legal: ['+'] })
  const gold = () => document.querySelector('.primary button')!.textContent!.trim()
  await waitFor(() => expect(gold()).toBe('Draw'))
  await press('What happened', await menu())
  await press('Show the last lap again', await screen.findByRole('dialog', { name: 'What happened' }))
  const tray = () => document.querySelector('.tray')!.textContent!
  await waitFor(() => expect(tray()).toContain(`${NOI} drew`), { timeout: 5_000 })
  expect(gold()).not.toBe('Draw')
  await fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(gold()).toBe('Draw'))
})

it('between two deals the sheet says that a bot plays in my place, and I may take it back', async () => {
  const over = fixtures.over
  const seats = over.table.seats.map((one, n) => (n === over.you.seat ? { ...one, sitting_in: true } : one))
  ;({ table, socket } = fakeTable('over', { table: { ...over.table, seats } }))
  render(TableScreen, { table })
  const sheet = await waitFor(() => document.querySelector<HTMLElement>('.between footer') ?? Promise.reject(new Error('no sheet')))
  expect(sheet.textContent).toContain('A bot plays for you')
  expect(within(sheet).queryByRole('button', { name: 'Next deal' })).toBeNull()
  await press('Take my seat back', sheet)
  await waitFor(() => expect(done()).toEqual([{ do: 'take_back' }]))
})
