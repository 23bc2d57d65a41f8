import { render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { api, ApiError } from '../../api'
import { fixtures } from '../../dev/fixtures'
import { keepSent } from '../../lib/sent'
import type { DummyView } from '../../protocol'
import { router } from '../../router.svelte'
import { choose } from '../../settings.svelte'
import type { Replayed } from '../../shapes'
import { m as score } from '../score/messages'
import { scenesOf } from '../score/story'
import { asLaid } from '../../table/actions'
import { m } from './messages'
import { chargedAt, marksOf, momentOf, nextTurn, placeText, previousTurn, readPlace, turnAt, turnEnds } from './moment'
import Replay from './Replay.svelte'
import { loaded, sourceOf } from './source'

await m.all()
await score.all()
beforeEach(() => choose({ lang: 'en' }))
afterEach(() => {
  vi.restoreAllMocks()
  choose({ lang: null })
})

describe('moments', () => {
  const actions = ['+', '-7h', '^JdQdKd', '=8c9cTc', '-3s', '+', '#5c']
  const ends = turnEnds(actions)

  test('a turn ends with a discard, and with the deal', () => {
    expect(ends).toEqual([0, 2, 5, 7])
    expect([0, 1, 2, 3, 5, 6, 7].map((moment) => turnAt(ends, moment))).toEqual([0, 1, 1, 2, 2, 3, 3])
    expect([nextTurn(ends, 0), nextTurn(ends, 3), nextTurn(ends, 7)]).toEqual([2, 5, 7])
    expect([previousTurn(ends, 0), previousTurn(ends, 3), previousTurn(ends, 5)]).toEqual([0, 2, 2])
    expect(turnEnds([])).toEqual([0])
  })

  test('every moment has an address that leads to it', () => {
    for (let moment = 0; moment <= actions.length; moment++) {
      for (const deal of [null, 3]) {
        const text = placeText(moment, ends, deal)
        const place = readPlace(text)
        expect(momentOf(place, ends)).toBe(moment)
        expect(place.deal).toBe(deal)
      }
    }
    expect(placeText(5, ends, 3)).toBe('#d3t2')
    expect(placeText(3, ends)).toBe('#a3')
    expect(readPlace('#h3t14')).toEqual({ deal: 3, turn: 14, action: null })
    expect(readPlace('#nonsense')).toEqual({ deal: null, turn: null, action: null })
    expect(momentOf(readPlace('#t99'), ends)).toBe(7)
    expect(momentOf(readPlace('#a99'), ends)).toBe(7)
  })

  test('pickups, losses and the knock are marked', () => {
    const ledger = [
      { seat: 0, code: 'layoff_discard', rule: 'P4', points: -50, cards: '3s', action: 4, by: 0 },
      { seat: 0, code: 'knock_card', rule: 'R23', points: 50, cards: '5c', action: 6 },
    ]
    expect(marksOf(actions, ledger).map(({ moment, kind }) => `${kind} ${moment}`)).toEqual(['pickup 3', 'loss 5', 'knock 7'])
    expect(chargedAt(ledger, 4)).toHaveLength(1)
    expect(chargedAt(ledger, 6)).toHaveLength(0)
  })

  test('where a replay comes from', () => {
    expect(sourceOf('sent', null)).toEqual({ book: null, deal: 1 })
    expect(sourceOf('sent', 4)).toEqual({ book: null, deal: 4 })
    expect(sourceOf('8d0f.3', null)).toEqual({ book: '8d0f', deal: 3 })
    expect(sourceOf('8d0f', 5)).toEqual({ book: '8d0f', deal: 5 })
  })
})

/** A replay as the server would send it, made from a finished deal; the hands are not told, and stay as they end. */
function made(): Replayed {
  const deal = fixtures.over.deal
  const frames = scenesOf(deal).map((scene, at): DummyView => {
    const over = at === deal.actions.length
    return {
      ...deal, number: 1, pile: [...scene.pile], melds: [...scene.melds], actions: [], actors: [], legal: [], hand: '',
      phase: over ? 'over' : 'take', turn: over ? null : deal.actors[at]!, ledger: over ? deal.ledger : [],
    }
  })
  return {
    record: { format: 'speto/1', game: 'dummy', rules: { preset: 'strict' }, players: ['คุณ', 'ก้อย', 'greedy', 'แม็กซ์'], deals: [] },
    deals: 2, deal: 0, actions: deal.actions, actors: deal.actors, frames, ledger: deal.ledger, scores: deal.scores!,
  }
}

test('melds stand in every frame as they were laid, and never change places', () => {
  const replayed = made()
  // The server tells them in an order of its own.
  for (const frame of replayed.frames) frame.melds.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  const { frames } = loaded(replayed, 1)
  const firsts = frames.map((frame) => asLaid(frame).melds.map((meld) => meld.cards.map(([card]) => card)))
  expect(firsts.at(-1)!.length).toBeGreaterThan(2)
  firsts.slice(1).forEach((melds, at) => {
    firsts[at]!.forEach((cards, place) => expect(melds[place]).toEqual(expect.arrayContaining(cards)))
  })
})

function go(hash: string) {
  history.replaceState(null, '', `/r/sent${hash}`)
  router.hash = hash
}

describe('the page', () => {
  test('goes to the moment of the address, on and back, and keeps the address', async () => {
    const asked = vi.spyOn(api, 'replaySent').mockResolvedValue(made())
    keepSent({})
    go('#d1t2')
    render(Replay, { id: 'sent' })
    await screen.findByRole('slider')
    expect(asked).toHaveBeenCalledWith({}, 0)
    expect((screen.getByRole('slider') as HTMLInputElement).value).toBe('4')
    expect(screen.getByRole('status').textContent).toContain('threw')
    screen.getByRole('button', { name: 'An action on' }).click()
    await waitFor(() => expect(location.hash).toBe('#d1a5'))
    screen.getByRole('button', { name: 'A turn back' }).click()
    await waitFor(() => expect(location.hash).toBe('#d1t2'))
    screen.getByRole('button', { name: 'To the end' }).click()
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('has knocked'))
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/^Turn \d+ of \d+/)
  })

  test('keys do the same', async () => {
    vi.spyOn(api, 'replaySent').mockResolvedValue(made())
    keepSent({})
    go('')
    render(Replay, { id: 'sent' })
    const slider = (await screen.findByRole('slider')) as HTMLInputElement
    const press = (key: string, shiftKey = false) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true }))
    press('ArrowRight')
    await waitFor(() => expect(slider.value).toBe('1'))
    press('ArrowRight', true)
    await waitFor(() => expect(slider.value).toBe('2'))
    press('End')
    await waitFor(() => expect(slider.value).toBe(String(fixtures.over.deal.actions.length)))
    press('Home')
    await waitFor(() => expect(slider.value).toBe('0'))
  })

  test('any seat’s eyes', async () => {
    vi.spyOn(api, 'replaySent').mockResolvedValue(made())
    keepSent({})
    go('#t3')
    render(Replay, { id: 'sent' })
    await screen.findByRole('slider')
    expect(screen.getAllByRole('group', { name: /’s hand$/ })).toHaveLength(4)
    screen.getByRole('button', { name: 'ก้อย' }).click()
    await waitFor(() => expect(screen.getAllByRole('group', { name: /’s hand$/ })).toHaveLength(1))
    expect(screen.getByRole('group', { name: 'ก้อย’s hand' })).toBeTruthy()
  })

  test.each([
    ['en', 'deals[0].actions[3]: 7h is not in the hand', 'R8', /Action 4 of deal 1 does not fit/],
    ['th', 'deals[0].actions[3]: 7h is not in the hand', 'R8', /เกม.?ที่.1 การเล่นครั้งที่ 4 ไม่ตรงกับกติกา/],
    ['th', 'deals[1]: the deck has 51 cards', null, /เกม.?ที่.2 ไม่ตรงกับกติกา/],
    ['th', 'rules: there is no house rule "x"', null, /เขียนผิดแบบ/],
  ] as const)('a bad record is told in our words, with the rule and the server’s sentence: %s %s', async (lang, sentence, rule, words) => {
    choose({ lang })
    vi.spyOn(api, 'replaySent').mockRejectedValue(new ApiError(400, 'illegal', sentence, null, rule))
    keepSent({})
    go('')
    render(Replay, { id: 'sent' })
    const alert = await screen.findByRole('alert')
    const detail = alert.querySelector('[lang=en]')!
    expect(detail.textContent).toBe(sentence)
    expect(alert.textContent!.replace(detail.textContent!, '')).toMatch(words)
    expect(alert.querySelector('a')?.getAttribute('href')).toBe(rule ? `/rules#${rule}` : undefined)
    expect(document.querySelector('input[type=file]')).toBeTruthy()
    choose({ lang: 'en' })
  })

  test('a deal that is not there', async () => {
    vi.spyOn(api, 'replay').mockRejectedValue(new ApiError(404, 'unknown', 'there is no such table'))
    history.replaceState(null, '', '/r/abc.2')
    router.hash = ''
    render(Replay, { id: 'abc.2' })
    expect((await screen.findByRole('alert')).textContent).toContain('not over yet')
  })
})
