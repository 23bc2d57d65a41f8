import { readdirSync, readFileSync } from 'node:fs'
import { render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { api } from '../../api'
import { fixtures } from '../../dev/fixtures'
import { router } from '../../router.svelte'
import { choose } from '../../settings.svelte'
import type { LessonView } from '../../shapes'
import { m as score } from '../score/messages'
import Learn from './Learn.svelte'
import { Learner } from './learner.svelte'
import { m } from './messages'
import { doneLessons } from './progress'

await Promise.all([m.all(), score.all()])
beforeEach(() => choose({ lang: 'en' }))
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  choose({ lang: null })
})

interface File {
  steps: { key: string }[]
}

const FOLDER = '../src/speto/dummy/lessons'
const files = readdirSync(FOLDER).map((name): [string, File] => [
  name.replace('.json', ''), JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as File,
])

describe.each(files)('lesson %s', (id, file) => {
  test('has a text for each of its steps, and no other', () => {
    for (const lang of [m.en, m.th]) {
      const words = (lang.lessons as Record<string, { steps: object }>)[id]
      expect(Object.keys(words!.steps)).toEqual(file.steps.map((step) => step.key))
    }
  })
})

test('there are seven, and texts for no others', () => {
  expect(files).toHaveLength(7)
  expect(Object.keys(m.en.lessons).sort()).toEqual(files.map(([id]) => id).sort())
})

/** A lesson's answer around a fixture's view. */
function view(changes: Partial<LessonView> = {}): LessonView {
  return {
    id: 'row', step: 0, steps: 6, key: 'draw', verdict: '', seat: 0, rules: { preset: 'strict' }, actions: [], happened: [],
    deal: fixtures.lay.deal, previewed: null, choices: [], hint: '', rule: null, sentence: null, reason: null, ...changes,
  }
}

async function learner(changes: Partial<LessonView> = {}) {
  const asked = vi.spyOn(api, 'lesson').mockResolvedValue(view(changes))
  const one = new Learner('row')
  await one.begin()
  return { one, asked }
}

describe('chosen cards become actions', () => {
  const hand = fixtures.lay.deal.hand.split(' ')

  test('in the hand', async () => {
    const { one } = await learner()
    expect(one.doings.draw).toBe('+')
    one.tap(hand[0]!)
    expect(one.doings).toEqual({ draw: null, pickup: null, meld: null, discard: `-${hand[0]}`, knock: `#${hand[0]}` })
    expect(one.gold).toBe('discard')
    one.tap(hand[1]!)
    one.tap(hand[2]!)
    expect(one.doings.meld).toMatch(/^=(..){3}$/)
    expect(one.doings.discard).toBeNull()
    one.tap(hand[1]!)
    expect(one.selected).toEqual([hand[0], hand[2]])
  })

  test('with the pile', async () => {
    const deal = fixtures.take.deal
    const { one } = await learner({ deal })
    const pickup = deal.legal.find((text) => text[0] === '^')!
    for (const card of pickup.match(/[2-9TJQKA][cdhs]/g)!) one.tap(card)
    expect(one.doings.pickup).toBe(pickup)
    expect(one.gold).toBe('pickup')
    expect(one.deepest).toBe(deal.pile.map(([card]) => card).find((card) => pickup.includes(card)))
  })

  test('on a meld', async () => {
    const { one, asked } = await learner()
    const layoff = fixtures.lay.deal.legal.find((text) => text.includes('>'))!
    one.tap(layoff.slice(0, 2))
    expect(one.targets.size).toBeGreaterThan(0)
    one.layOff([...one.targets.keys()][0]!)
    expect(asked.mock.lastCall![1].at(-1)).toMatch(new RegExp(`^${layoff.slice(0, 2)}>`))
  })

  test('nothing while a question is open', async () => {
    const { one } = await learner({ choices: [1, 2, 3] })
    one.tap(hand[0]!)
    expect(one.selected).toEqual([])
    expect(one.doings.draw).toBeNull()
  })
})

describe('the page', () => {
  test('lists the lessons and remembers those that are done', async () => {
    vi.spyOn(api, 'lessons').mockResolvedValue([{ id: 'row', steps: 6 }, { id: 'birth', steps: 7 }])
    localStorage.setItem('speto.lessons', '["row"]')
    router.hash = ''
    render(Learn, {})
    await screen.findByText('Pile and pickup')
    expect(screen.getByText('Done')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Begin · Birth' })).toBeTruthy()
  })

  test('plays a lesson: a refusal with its rule, and its end', async () => {
    vi.spyOn(api, 'lessons').mockResolvedValue([{ id: 'row', steps: 6 }])
    const asked = vi.spyOn(api, 'lesson').mockResolvedValue(view({ deal: fixtures.take.deal }))
    router.hash = '#row'
    render(Learn, {})
    await screen.findByText('A turn begins with a card. Draw from the stock.')
    asked.mockResolvedValue(view({ deal: fixtures.take.deal, verdict: 'refused', rule: 'R9', reason: 'no_hand_card' }))
    screen.getByRole('button', { name: 'Draw' }).click()
    await screen.findByText(/A pickup needs at least one card of your hand/)
    expect(screen.getByRole('link', { name: 'Rule R9' }).getAttribute('href')).toMatch(/^\/rules\?rules=.*#R9$/)
    asked.mockResolvedValue(view({ verdict: 'other' }))
    screen.getByRole('button', { name: 'Draw' }).click()
    await screen.findByText(/not what this step is about/)
    asked.mockResolvedValue(view({ verdict: 'right', step: 6, key: '', actions: ['+'] }))
    screen.getByRole('button', { name: 'Draw' }).click()
    await screen.findByText(/It came to your hand/)
    await waitFor(() => expect(doneLessons()).toEqual(['row']))
    expect(screen.getByText(/Look for the oldest card/)).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'All lessons' })).toHaveLength(2)
  })

  test('a question is answered with a number', async () => {
    vi.spyOn(api, 'lessons').mockResolvedValue([{ id: 'knock', steps: 7 }])
    const asked = vi.spyOn(api, 'lesson').mockResolvedValue(view({ id: 'knock', key: 'worth', choices: [50, 100, 150], actions: ['+'] }))
    router.hash = '#knock'
    render(Learn, {})
    const button = await screen.findByRole('button', { name: '100' })
    button.click()
    await waitFor(() => expect(asked.mock.lastCall).toEqual(['knock', ['+', '?100']]))
  })
})
