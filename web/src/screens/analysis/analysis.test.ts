import { render, screen, waitFor, within } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Analysis as Found, Decision } from '../../analysis'
import { api, ApiError } from '../../api'
import { fixtures } from '../../dev/fixtures'
import * as files from '../../lib/copy'
import { keptRetried } from '../../lib/retried'
import { keepSent } from '../../lib/sent'
import { plain } from '../../lib/text'
import type { DummyView } from '../../protocol'
import { router } from '../../router.svelte'
import { choose } from '../../settings.svelte'
import type { Replayed } from '../../shapes'
import { EMPTY } from '../../table/draft'
import { pointed } from '../../table/hints'
import { m as table } from '../../table/messages'
import { scenesOf } from '../score/story'
import Analysis from './Analysis.svelte'
import { m } from './messages'
import { costliest, judgedOf } from './source'
import { about, because, cost, doing, measured, points } from './words'

await m.all()
await table.all()
beforeEach(() => choose({ lang: 'en' }))
afterEach(() => {
  vi.restoreAllMocks()
  choose({ lang: null })
})

const deal = fixtures.over.deal

/** The deal as the server would send it; each hand is told as it ends, with the cards that its actions name. */
function replayed(): Replayed {
  const frames = [...scenesOf(deal), scenesOf(deal).at(-1)!].slice(0, deal.actions.length + 1).map(
    (scene, at): DummyView => ({
      ...deal, pile: [...scene.pile], melds: [...scene.melds], actions: [], actors: [], legal: [], hand: '', phase: 'lay',
      turn: deal.actors[at] ?? null, ledger: [], shown: deal.hands.map(() => '4d 8h Qs'),
    }),
  )
  return {
    record: { format: 'speto/1', game: 'dummy', rules: { preset: 'strict' }, players: ['Ann', 'ก้อย', 'greedy', 'Max'], deals: [] },
    deals: 1, deal: 0, actions: deal.actions, actors: deal.actors, frames, ledger: deal.ledger, scores: deal.scores!,
  }
}

const option = (action: string, gain: number) => ({
  action, worlds: 1000, points: gain, error: 2, win: gain / 7, win_error: 0.3, lead: 0, knocks: 0.3, knocked: 0.2, unborn: 0, taken: 0.1, charged: 0, held: 20,
})

function decision(number: number, verdict: Decision['verdict'], lost: number, best = '-4d'): Decision {
  return {
    deal: 0, number, seat: 0, kind: 'discard', action: '-8h', best, race: false, lost, error: 2, win: lost / 7, win_error: 0.3, verdict,
    reason: lost ? { cause: 'taken', played: 0.312, best: 0.06, points: 7.6 } : null,
    options: [option('-4d', lost), option('-8h', 0), ...['2c', '3c', '5c', '6c', '7c'].map((card) => option(`-${card}`, -9))],
  }
}

function analysis(): Found {
  const decisions = [decision(1, 'best', 0, '-8h'), decision(3, 'close', 1.5), decision(5, 'mistake', 12.4), decision(7, 'blunder', 31)]
  return {
    format: 'speto-analysis/1', version: '0.1.0', weights: 'w', worlds: 1000, near: false, decisions, costliest: [3, 2],
    seats: [
      { seat: 0, name: 'Ann', decisions: 4, lost: { take: 0, pickup: 0, lay: 0, discard: 43.4, knock: 0 }, each: 10.9, error: 7, dealt: -30, dealt_error: 9, drawn: -12.4, verdicts: { best: 1, close: 1, mistake: 1, blunder: 1 } },
    ],
  }
}

function at(hash: string) {
  history.replaceState(null, '', `/a/sent${hash}`)
  router.hash = hash
}

describe('words', () => {
  test('figures have a sign and two standard errors', () => {
    expect([points(12.4), points(-3.44), points(0.01), measured(-12.4, 3.1), about(9.96, 1)]).toEqual(['+12', '−3.4', '0', '−12 ±\u00a06.2', '10 ±\u00a02'])
  })

  test('an action and a reason are a sentence, in both languages', () => {
    const said = (text: string) => plain(text)
    const meld = (kind: 'set' | 'run', cards: string[]) => ({ kind, cards: cards.map((card): [string, number] => [card, 1]) })
    const deal = { melds: [meld('run', ['Ts', 'Js', 'Qs']), meld('set', ['3c', '3h', '3s'])], actions: [] }
    expect(['+', '.', '-7h', '^7d8d9d', '=2c3c4c', '9s>Ts', '3d>3c', '#Kd'].map((text) => said(doing(text, deal)))).toEqual([
      'draw', 'end the deal', 'discard 7♥', 'pick up 7♦ 8♦ 9♦', 'lay 2♣ 3♣ 4♣', 'lay off 9♠ on the run 10♠–Q♠', 'lay off 3♦ on the set of 3', 'knock with K♦',
    ])
    const why = { cause: 'taken', played: 0.312, best: 0.06, points: 7.6 } as const
    expect(said(because(why, doing('-8h', deal), doing('-4d', deal)))).toBe('Discard 8♥: another takes the discard in 31\u00a0%; discard 4♦: in 6\u00a0%')
    expect(said(because({ ...why, cause: 'held', played: 41.6 }, doing('+', deal), doing('.', deal)))).toContain('42 points left in hand')
    choose({ lang: 'th' })
    expect(said(because(why, doing('-8h', deal), doing('-4d', deal)))).toBe('ทิ้ง 8♥: คนอื่นเก็บใบนั้นไป 31\u00a0% ส่วนทิ้ง 4♦: 6\u00a0%')
    expect(said(doing('3d>3c', deal))).toBe('ฝาก 3♦ ที่ ตอง 3')
  })

  test('what an event costs is what it explains for each time it comes about; none where it is sure or points', () => {
    const why = { cause: 'taken', played: 0.312, best: 0.06, points: 7.6 } as const
    expect(plain(cost(why)!)).toBe('Where that happens, it ends 30 points worse on average')
    expect(plain(cost({ cause: 'knocks', played: 0.2, best: 0.5, points: 36 })!)).toBe('With that knock it ends 120 points better on average')
    expect([cost({ ...why, cause: 'knocks', best: 1 }), cost({ ...why, cause: 'held', played: 41, best: 31 })]).toEqual([null, null])
    choose({ lang: 'th' })
    expect(plain(cost(why)!)).toBe('เมื่อเป็นแบบนั้น จบเกมแย่ลงเฉลี่ย 30 แต้ม')
  })

  test('a hint is shown on its cards', () => {
    const view = { ...deal, pile: [['5s', null], ['7d', 1], ['2c', 2]], hand: '8d 9d Kh' } as DummyView
    expect(pointed(EMPTY, view, 'act', '-Kh')).toMatchObject({ selected: ['Kh'], armed: true })
    expect(pointed(EMPTY, view, 'act', 'Kh>Ks')).toMatchObject({ selected: ['Kh'], target: 'Kh>Ks' })
    expect(pointed(EMPTY, view, 'draw', '^7d8d9d')).toMatchObject({ deepest: '7d', pickup: '^7d8d9d', selected: [] })
    expect(pointed({ ...EMPTY, selected: ['Kh'] }, view, 'draw', '+')).toMatchObject({ selected: [], deepest: null })
  })
})

describe('the page', () => {
  beforeEach(() => {
    keepSent({})
    vi.spyOn(api, 'replaySent').mockResolvedValue(replayed())
  })

  test('begins with the costliest, steps, and keeps the address', async () => {
    vi.spyOn(api, 'analyseSent').mockResolvedValue(analysis())
    at('')
    render(Analysis, { id: 'sent' })
    expect(await screen.findByRole('heading', { name: 'Blunder' })).toBeTruthy()
    const marks = within(screen.getByRole('list', { name: 'Decisions' })).getAllByRole('button')
    expect(marks.map((mark) => mark.getAttribute('aria-label')?.split(', ')[1])).toEqual(['Best', 'Close', 'Mistake', 'Blunder'])
    expect(marks[3]!.getAttribute('aria-current')).toBe('step')
    screen.getByRole('button', { name: 'The decision before' }).click()
    await waitFor(() => expect(location.hash).toBe('#a5'))
    expect(screen.getByRole('heading', { name: 'Mistake' })).toBeTruthy()
    const table = screen.getByRole('table', { name: 'What else there was' })
    expect(within(table).getAllByRole('row')).toHaveLength(6)
    screen.getByRole('button', { name: 'Show all 7' }).click()
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(8))
  })

  test('shows the seat’s own hand, what it played and what was best; others only on wish', async () => {
    vi.spyOn(api, 'analyseSent').mockResolvedValue(analysis())
    at('#a7')
    const { container } = render(Analysis, { id: 'sent' })
    await screen.findByRole('group', { name: 'Ann’s hand' })
    expect(container.querySelector('[data-card="8h"]')?.className).toContain('ring')
    expect(container.querySelector('[data-card="4d"]')?.className).toContain('deepest')
    expect(screen.queryAllByRole('group', { name: /’s hand$/ })).toHaveLength(1)
    screen.getByRole('radio', { name: 'All hands open' }).click()
    await waitFor(() => expect(screen.getAllByRole('group', { name: /’s hand$/ })).toHaveLength(4))
  })

  test('a turn is played again from that decision', async () => {
    vi.spyOn(api, 'analyseSent').mockResolvedValue(analysis())
    const retry = vi.spyOn(api, 'retrySent').mockResolvedValue({ table: 't', code: 'ABCD', watch: 'w', seat: 0 })
    at('#a5')
    render(Analysis, { id: 'sent' })
    ;(await screen.findByRole('button', { name: 'Play this turn again' })).click()
    await waitFor(() => expect(location.pathname).toBe('/t/ABCD'))
    expect(retry).toHaveBeenCalledWith({}, 0, expect.any(String), 5)
    // The table’s menu leads back.
    expect(keptRetried('ABCD')).toBe('/a/sent#a5')
    expect(keptRetried('WXYZ')).toBeNull()
  })

  test('what is no longer than the short list has no long one', async () => {
    const short = decision(5, 'mistake', 12.4)
    const played = short.options.splice(1, 1)[0]!
    // The worst of six was played: the five best are shown, and it.
    vi.spyOn(api, 'analyseSent').mockResolvedValue({ ...analysis(), decisions: [{ ...short, options: [...short.options.slice(0, 5), played] }] })
    at('#a5')
    render(Analysis, { id: 'sent' })
    const table = await screen.findByRole('table', { name: 'What else there was' })
    expect(within(table).getAllByRole('row')).toHaveLength(7)
    expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
  })

  test('tells luck by the hand and by draws, and what a decision costs of the match, with its interval', async () => {
    vi.spyOn(api, 'analyseSent').mockResolvedValue(analysis())
    at('#a7')
    render(Analysis, { id: 'sent' })
    const sum = await screen.findByRole('region', { name: 'In figures' })
    expect(sum.textContent).toContain('−42')
    expect(sum.textContent).toContain('−30 ±\u00a018 by the hand, −12 by draws')
    for (const kind of ['Draw or pick up', 'Which pickup', 'Lay or hold', 'Discard', 'Knock or not']) within(sum).getByRole('rowheader', { name: kind })
    expect(screen.getByText('−4.4 ± 0.6 % of matches')).toBeTruthy()
  })

  test('what was no better in the other half of the worlds is not called better', async () => {
    const one = { ...analysis(), decisions: [decision(1, 'best', -2, '-4d')], costliest: [] }
    vi.spyOn(api, 'analyseSent').mockResolvedValue(one)
    at('')
    const { container } = render(Analysis, { id: 'sent' })
    expect(await screen.findByRole('heading', { name: 'Best' })).toBeTruthy()
    expect(container.querySelector('.cost')).toBeNull()
    expect(container.querySelectorAll('dt').length).toBeGreaterThan(0)
    expect([...container.querySelectorAll('dl .best, tr.best')]).toEqual([])
  })

  test('near the target it is told by the match first, and why', async () => {
    const near = { ...decision(5, 'mistake', 12.4), race: true, win: 2.6, win_error: 0.8 }
    vi.spyOn(api, 'analyseSent').mockResolvedValue({ ...analysis(), decisions: [near], costliest: [0] })
    const sent = replayed()
    const earlier = { start: {}, actions: [], scores: [210, 40, -15, 0] }
    const record = { ...sent.record, before: [50, 0, 0, 0], deals: [earlier, { start: {}, actions: sent.actions }] }
    vi.spyOn(api, 'replaySent').mockResolvedValue({ ...sent, deal: 1, record })
    at('#a5')
    render(Analysis, { id: 'sent' })
    await screen.findByRole('heading', { name: 'Mistake' })
    const cost = document.querySelector('.cost')!
    expect(cost.querySelector('b')!.textContent).toBe('−2.6 ±\u00a01.6\u00a0%')
    expect(cost.querySelector('small')!.textContent).toBe('of matches; counts as −12 ±\u00a04 points')
    // The standing that it was judged by: before the record, and by its deals before this one.
    expect(screen.getByText(/It stood 260 : 40 : −15 : 0 of 500/)).toBeTruthy()
    expect(document.querySelector('.worst b')!.textContent).toBe('−2.6 ±\u00a01.6\u00a0%')
    expect(document.querySelector('.worst .than')!.textContent).toContain('Better: discard')
    expect(screen.getByRole('columnheader', { name: 'This deal' })).toBeTruthy()
  })

  test('a report of a move holds the record, the move, what judged it and the figures', async () => {
    vi.spyOn(api, 'analyseSent').mockResolvedValue(analysis())
    const saved = vi.spyOn(files, 'save').mockReturnValue()
    at('#a5')
    render(Analysis, { id: 'sent' })
    ;(await screen.findByRole('button', { name: 'Report this move' })).click()
    const [name, type, text] = saved.mock.calls[0]!
    expect([name, type]).toEqual(['speto-move-5.json', 'application/json'])
    expect(JSON.parse(text)).toEqual({
      format: 'speto-report/1', version: '0.1.0', weights: 'w', worlds: 1000, near: false, deal: 0, action: 5,
      decision: decision(5, 'mistake', 12.4), record: replayed().record,
    })
  })

  test('a busy server says so, and can be asked again', async () => {
    const asked = vi.spyOn(api, 'analyseSent').mockRejectedValueOnce(new ApiError(429, 'rate', 'busy', 'queue'))
    asked.mockResolvedValue(analysis())
    at('')
    render(Analysis, { id: 'sent' })
    expect((await screen.findByRole('alert')).textContent).toContain('Many deals wait to be analysed')
    screen.getByRole('button', { name: 'Try again' }).click()
    expect(await screen.findByRole('heading', { name: 'Blunder' })).toBeTruthy()
  })
})

test('only clear losses are costly, three at most', () => {
  const found = { analysis: analysis(), loaded: { replayed: replayed() } as never }
  expect(costliest(judgedOf(found, 0)).map(({ place }) => place)).toEqual([3, 2])
  expect(judgedOf(found, 1)).toEqual([])
})
