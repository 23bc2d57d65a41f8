/** What is said at the table: one name for a meld everywhere, sentences of oneself, hints where they cover nothing. */
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Fixture, type FakeSocket, fakeTable, fixtures } from '../dev/fixtures'
import { hashOf } from '../hash'
import { plain } from '../lib/text'
import type { DummyView, Event, Hint } from '../protocol'
import { choose, DEFAULTS } from '../settings.svelte'
import type { Table } from '../table.svelte'
import { read } from './actions'
import { meldOf, told, turnLines } from './log'
import { m } from './messages'
import TableScreen from './TableScreen.svelte'
import { views } from './views'

await m.all()

let table: Table
let socket: () => FakeSocket

async function show(name: keyof typeof fixtures, changes: Partial<Fixture> = {}): Promise<void> {
  ;({ table, socket } = fakeTable(name, changes))
  render(TableScreen, { table })
  await waitFor(() => expect(document.querySelector('.tray .first, .between footer')).toBeTruthy())
}

const flat = (text: string | null | undefined) => text?.replaceAll('\u2060', '').replace(/\s+/g, ' ').trim() ?? ''
const tray = () => flat(document.querySelector('.tray')?.textContent)
const primary = () => document.querySelector<HTMLButtonElement>('.primary button')!
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  Object.assign(window, { innerWidth: 390, innerHeight: 844 })
  choose({ ...DEFAULTS, lang: 'en', motion: 'less', speed: 'instant', sound: false })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  table?.close()
  vi.restoreAllMocks()
})

it('a meld is called by what it held when a card was laid off there', () => {
  const run = { kind: 'run' as const, cards: ['8d', '9d', 'Td', 'Jd', 'Qd'].map((card): [string, number] => [card, 0]) }
  const deal = { melds: [run], actions: ['^9dTdJd', '-2c', '+', 'Qd>9d', '-3c', '+', '8d>9d', '-4c'] }
  const named = (text: string) => plain(meldOf(deal, read(text)))
  expect([named('Qd>9d'), named('8d>9d'), named('Kd>8d')]).toEqual(['run 9♦–J♦', 'run 9♦–Q♦', 'run 8♦–Q♦'])
  choose({ lang: 'th' })
  expect(named('Qd>9d')).toBe('เรียง 9♦–J♦')
})

it('what happened to oneself is a sentence of its own, in both languages', () => {
  const seat = fixtures.wait.you.seat!
  const events: Event[] = [
    { k: 'deal', seat, number: 2 }, { k: 'match', seat }, { k: 'clock', seat, name: 'x2' },
    ...['timeout', 'bot', 'leave', 'kick', 'sit', 'undo', 'take_back', 'back', 'away'].map((k) => ({ k, seat, name: 'Toy' })),
  ]
  const said = (me: number | null) => told(fixtures.wait.table, fixtures.wait.deal, events, me).map((one) => plain(one))
  expect(said(seat)).toEqual([
    'Deal 2. You begin', 'You win the match', 'Your time: ×2', 'Your time is up', 'A bot plays for you', 'You have left', 'You have left',
    'You sit down', 'You took a turn back',
  ])
  expect(said(null)).toContain('Toy is back')
  choose({ lang: 'th' })
  expect(said(seat).join('.')).not.toMatch(/คุณ |กลับมา|ไม่อยู่/)
  expect(said(null)).toContain('Toy กลับมาแล้ว')
})

it('who comes back to a table is told the last turn, and may read the last lap', async () => {
  await show('wait')
  const { deal } = fixtures.wait
  const last = turnLines(deal).at(-1)!
  expect(tray()).toContain('threw 7')
  expect(flat(plain(last.text))).toContain('threw 7')
  await press('Last lap')
  const lap = await screen.findByRole('dialog', { name: 'What happened' })
  expect(within(lap).getAllByRole('listitem').length).toBeGreaterThan(0)
  expect(within(lap).queryByRole('button', { name: 'Show the last lap again' })).toBeNull()
})

it('that it is my turn is no longer said when it is not', async () => {
  const { pickup } = views
  await show('take', { ...pickup, hash_text: '' })
  const step = (seat: number, text: string, more: Partial<DummyView>) => {
    const before = table.deal!
    const after = { ...before, ...more, actions: [...before.actions, text], actors: [...before.actors, seat] }
    socket().tell({ t: 'step', seq: table.seq + 1, now: Date.now(), hash: hashOf(after), events: [{ k: 'act', seat, text }], deal: after })
  }
  const urgent = () => document.querySelector('[aria-live=assertive]')!.textContent
  step(0, '-6h', { turn: 1, legal: [] })
  step(1, '-4d', { turn: 0, legal: ['+'] })
  await waitFor(() => expect(urgent()).toBe('Your turn'))
  step(0, '#Ks', { turn: null, phase: 'over', legal: [] })
  await waitFor(() => expect(urgent()).toBe(''))
})

it('the button names nobody: however long a name, it says only that others play', async () => {
  const { wait } = fixtures
  const seats = wait.table.seats.map((one) => ({ ...one, name: 'Bertrand-Maximilian von und zu' }))
  await show('wait', { table: { ...wait.table, seats } })
  expect(flat(primary().textContent)).toBe('Waiting …')
})

const HINT: Partial<Hint> = { action: '9c>6c', other: '-4d', worlds: 300, points: 8, error: 1, reason: { cause: 'knocks', played: 0.6, best: 0.7, points: 9 } }
const two = (hint: Partial<Hint>) => {
  const { table: at, ...rest } = views.two
  return { ...rest, table: { ...at, setup: { ...at.setup, practice: true } }, hash_text: '', hint }
}
const note = (place: string) => document.querySelector(`${place} section.note`)

it('a hint that shows its move stands in the tray, and goes when something else is chosen or said', async () => {
  await show('take', two(HINT))
  await press('Hint')
  await waitFor(() => expect(note('.felt')).toBeTruthy())
  expect(flat(note('.felt')!.textContent)).toContain('in 60 %; something better: in 70 %')
  await press('Show me the move')
  await waitFor(() => expect(note('.tray-place')).toBeTruthy())
  expect(note('.felt')).toBeNull()
  // The same name in the note, on the button and in the log; the button's place for it is a line of its own.
  expect(flat(note('.tray-place')!.textContent)).toContain('Try: lay off 9 on the run 6–8 Discard 4: a knock of one’s own in 60 %; this: in 70 %')
  expect(flat(primary().querySelector('.to')!.textContent)).toBe('→ run 6–8')
  expect(document.querySelectorAll('.meld.hot')).toHaveLength(1)
  await fireEvent.click(document.querySelector<HTMLElement>('[data-zone=hand] [data-card="4d"]')!)
  await waitFor(() => expect(note('.tray-place')).toBeNull())
  expect(tray()).toContain('2 chosen')
})

it.each([[3.9, 'The best wins the match 3.9 ± 2.2 % more often'], [2.1, 'Several choices are about even One of them: lay off']])('near the target a hint is by the match: %s %%', async (win, words) => {
  await show('take', two({ ...HINT, win, win_error: 1.1 }))
  await press('Hint')
  await waitFor(() => expect(flat(note('.felt')?.textContent)).toContain(words))
})

it('a costly discard that a hint shows can be answered', async () => {
  const { table: at, ...risk } = views.risk
  await show('take', { ...risk, table: { ...at, setup: { ...at.setup, practice: true } }, hash_text: '', hint: { action: '-7d', worlds: 30, points: 9, error: 1 } })
  await press('Hint')
  await press('Show me the move')
  await waitFor(() => expect(note('.tray-place')).toBeTruthy())
  await waitFor(() => expect(flat(primary().textContent)).toContain('Discard 7'))
  await new Promise((done) => setTimeout(done, 300))
  await fireEvent.click(primary())
  await screen.findByRole('button', { name: /Discard anyway/ })
})

it('where only one thing can be done a hint says so, and no more', async () => {
  const { two: view } = views
  await show('take', { ...two({ action: '-4d' }), deal: { ...view.deal, legal: ['-4d'] } })
  await press('Hint')
  await waitFor(() => expect(flat(note('.felt')?.textContent)).toBe('There is only one thing to do'))
  expect(screen.queryByRole('button', { name: 'Show me the move' })).toBeNull()
})

it.each([0, null])('the table is looked at after the deal, and its one button leads back to the sheet (seat %s)', async (seat) => {
  const { over } = fixtures
  const you = seat === null ? { role: 'watcher' as const, seat, host: false } : over.you
  await show('over', { you })
  await press('Look at the cards')
  await waitFor(() => expect(document.querySelector('.between')).toBeNull())
  expect([flat(primary().textContent), primary().disabled]).toEqual(['Score sheet', false])
  expect(document.querySelectorAll('.bar .tool')).toHaveLength(seat === null ? 0 : 3)
  await fireEvent.click(primary())
  await waitFor(() => expect(document.querySelector('.between')).toBeTruthy())
})

it('a hint calls something better only where it is: about even, and at a glance, it does not', async () => {
  const { pickup: view } = views
  const at = { ...view, table: { ...view.table, setup: { ...view.table.setup, practice: true } }, hash_text: '' }
  for (const [hint, untold, shown] of [
    [{ worlds: 300, points: 8, error: 1 }, 'Picking up is better than drawing', 'Try: pick up J Q K'],
    [{ worlds: 300, points: 1, error: 1 }, 'Several choices are about even One of them: pick up', 'Several choices are about even One of them: pick up J Q K'],
    [{ worlds: 0, points: 0, error: 0 }, 'Try: pick up Thought out at a glance', 'Try: pick up J Q K'],
  ] as const) {
    await show('take', { ...at, hint: { action: '^JdQdKd', other: '+', ...hint } })
    await press('Hint')
    await waitFor(() => expect(flat(note('.felt')?.textContent)).toContain(untold))
    await press('Show me the move')
    await waitFor(() => expect(flat(note('.tray-place')?.textContent)).toContain(shown))
    cleanup()
    table.close()
  }
})

it.each([['6h', '6: no meld with K'], ['Qd', 'Q: no meld without it']])('during a pickup the tray says why a card of the hand changes nothing (R9): %s', async (card, why) => {
  await show('take', { ...views.pickup, hash_text: '' })
  await fireEvent.click(document.querySelector<HTMLElement>('[data-zone=pile] [data-card="Kd"]')!)
  await fireEvent.click(document.querySelector<HTMLElement>(`[data-zone=hand] [data-card="${card}"]`)!)
  expect(tray()).toContain(`${why} R9`)
  // So does one of the pile that is in it and cannot be left out; what fits changes the meld and says no more.
  await fireEvent.click(document.querySelector<HTMLElement>('[data-zone=pile] [data-card="Jd"]')!)
  expect(tray()).not.toContain('R9')
})

it('where a whole turn would be taken back the key says so, and once it is done the tray', async () => {
  const { pickup: view } = views
  const deal = { ...view.deal, actions: ['+', '-2c'], actors: [0, 0] }
  await show('take', { ...view, deal, table: { ...view.table, setup: { ...view.table.setup, practice: true } }, hash_text: '' })
  const key = () => flat(document.querySelector('.bar .tool')!.textContent)
  expect(key()).toBe('Undo turn')
  await fireEvent.click(document.querySelector<HTMLElement>('[data-zone=hand] [data-card="6h"]')!)
  expect(key()).toBe('Undo')
  await press('Undo')
  await press('Undo turn')
  const after = { ...table.deal!, actions: [], actors: [] }
  socket().tell({ t: 'step', seq: table.seq + 1, now: Date.now(), hash: hashOf(after), events: [{ k: 'undo', seat: 0, number: 0 }], deal: after })
  await waitFor(() => expect(tray()).toContain('Turn taken back'))
  expect(document.querySelectorAll('.tray .meld').length).toBeGreaterThan(0)
  expect(key()).toBe('Undo')
})

it('looked at after the deal, the table shows every hand', async () => {
  const { over } = fixtures
  await show('over')
  await press('Look at the cards')
  await waitFor(() => expect(document.querySelectorAll('.hand-place li')).toHaveLength(over.deal.hands.length))
  const hands = [...document.querySelectorAll('.hand-place li')].map((one) => one.querySelectorAll('svg').length)
  expect(hands).toEqual(over.deal.hands.map((one) => one.held))
  await press('Score sheet')
  await waitFor(() => expect(document.querySelector('.between')).toBeTruthy())
})
