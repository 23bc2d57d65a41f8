import { describe, expect, it } from 'vitest'
import { fixtures } from '../dev/fixtures'
import type { DummyView } from '../protocol'
import {
  choose, clear, deepestCards, type Draft, EMPTY, groupsFor, knockOf, layable, layoffs, meldOf, phaseOf, primaryKey, primaryOf,
  rebased, select, selectAll, stepped, targetsOf, trimmed, undone, whyNoMeld,
} from './draft'
import { type ViewName, views } from './views'
import { worthOf } from './worth'

const { pickup: take, two: lay, dark, last } = views
const worth = (name: ViewName) => worthOf(views[name].table.setup.rules, views[name].deal.head)
const preview = (name: ViewName, actions: string) => views[name].previews[actions]!.deal as DummyView
const about = (name: ViewName, more = {}) => ({ worth: worth(name), ...more })
const knocking = preview('dark', '=3h4h5h =9hThJhQh')
const waiting: DummyView = { ...take.deal, turn: 1, legal: [] }

describe('the turn', () => {
  it('waits, draws, picks up, acts, knocks', () => {
    expect(phaseOf(waiting, false, EMPTY)).toBe('wait')
    expect(phaseOf(null, true, EMPTY)).toBe('wait')
    expect(phaseOf(take.deal, true, EMPTY)).toBe('draw')
    expect(phaseOf(take.deal, true, { ...EMPTY, deepest: 'Kd' })).toBe('pickup')
    expect(phaseOf(lay.deal, true, EMPTY)).toBe('act')
    expect(phaseOf(knocking, true, EMPTY)).toBe('knock')
    expect(knockOf(knocking)).toBe('#6h')
  })

  it('draws at once, and only when a draw is legal', () => {
    expect(primaryOf(take.deal, true, EMPTY, about('pickup'))).toEqual({ does: 'send', actions: ['+'], words: 'draw' })
    expect(primaryOf(last.deal, true, EMPTY, about('last'))).toMatchObject({ does: 'send', actions: ['.'], words: 'pass' })
    expect(primaryOf(waiting, false, EMPTY, about('pickup'))).toEqual({ does: 'nothing', words: 'wait' })
    expect(primaryOf(take.deal, true, EMPTY, about('pickup', { sending: true }))).toEqual({ does: 'nothing', words: 'sending' })
  })
})

describe('a pickup', () => {
  it('knows which cards of the pile can be the deepest (A10)', () => {
    expect([...deepestCards(take.deal)]).toEqual([['Ts', 9], ['Jd', 1], ['Kd', 1]])
  })

  it('with cards selected leaves only those that meld with all of them', () => {
    expect([...deepestCards(take.deal, ['Js']).keys()].sort()).toEqual(['Jd', 'Ts'])
    expect([...deepestCards(take.deal, ['6h']).keys()]).toEqual([])
  })

  it('offers the best meld of each kind, most points first', () => {
    const [group, ...more] = groupsFor(take.deal, 'Ts', worth('pickup'))
    expect(more).toEqual([])
    expect(group!.best).toEqual({
      text: '^8s9sTsJsQsKs', cards: ['8s', '9s', 'Ts', 'Js', 'Qs', 'Ks'], points: 90, freed: 5,
    })
    expect(groupsFor(take.deal, '4d', worth('pickup'))).toEqual([])
  })

  it('keeps the list short where there are dozens', () => {
    const { deal } = fixtures.pile24
    expect(deal.legal.length).toBeGreaterThan(40)
    for (const card of deepestCards(deal).keys()) {
      const groups = groupsFor(deal, card, worth('pickup'))
      expect(groups.length).toBeGreaterThan(0)
      expect(groups.length).toBeLessThanOrEqual(2)
    }
  })

  it('takes a card off a meld, and puts it back', () => {
    const group = groupsFor(take.deal, 'Ts', worth('pickup'))[0]!
    const less = trimmed(group, group.best, 'Ks')!
    expect(less.text).toBe('^8s9sTsJsQs')
    expect(trimmed(group, less, 'Ks')!.text).toBe('^8s9sTsJsQsKs')
    expect(trimmed(group, group.best, 'Js')!.text).toBe('^8s9sTs')
    expect(trimmed(group, group.best, 'Ts')).toBeNull()
  })

  it('is chosen, taken into the draft, and undone step by step', () => {
    const chosen = choose(EMPTY, take.deal, 'Kd', worth('pickup'))
    expect(chosen).toMatchObject({ deepest: 'Kd', pickup: '^JdQdKd' })
    expect(choose(EMPTY, take.deal, '4d', worth('pickup'))).toBe(EMPTY)
    expect(primaryOf(take.deal, true, chosen, about('pickup'))).toEqual({
      does: 'step', actions: ['^JdQdKd'], words: 'take', points: 30,
    })
    const taken = stepped(chosen, ['^JdQdKd'])
    expect(taken).toEqual({ ...EMPTY, steps: ['^JdQdKd'] })
    expect(undone(chosen)).toMatchObject({ deepest: null, pickup: null, steps: [] })
    expect(undone(taken)).toEqual({ ...EMPTY, undone: ['^JdQdKd'] })
    expect(undone(EMPTY)).toBeNull()
  })
})

describe('laying and laying off', () => {
  const after = preview('pickup', '^JdQdKd')

  it('reads the hand, melds and layoffs from the legal list', () => {
    expect(layoffs(lay.deal)).toEqual(['9c', 'Js'])
    expect(layable(lay.deal, worth('two'))).toEqual([])
    expect(layoffs(after)).toEqual(['8c'])
    expect(layable(dark.deal, worth('dark')).map((one) => one.text)).toEqual(['=9hThJhQh', '=3h4h5h6h'])
  })

  it('finds the melds that take a card; two must be asked for (R15)', () => {
    expect(targetsOf(lay.deal, ['9c'])).toEqual([
      { meld: 0, actions: ['9c>9d'] },
      { meld: 2, actions: ['9c>6c'] },
    ])
    const one = selectAll(EMPTY, 'act', ['9c'])
    expect(primaryOf(lay.deal, true, one, about('two'))).toEqual({ does: 'nothing', words: 'chooseTarget' })
    expect(primaryOf(lay.deal, true, { ...one, target: '9c>6c' }, about('two'))).toMatchObject({
      does: 'step', actions: ['9c>6c'], words: 'layoff', card: '9c', meld: 2, points: 5,
    })
  })

  it('names the one meld that takes the card', () => {
    const draft = { ...selectAll(EMPTY, 'act', ['8c']), steps: ['^JdQdKd'] }
    expect(primaryOf(after, true, draft, about('pickup'))).toMatchObject({ does: 'step', actions: ['8c>9c'], words: 'layoff', points: 5 })
  })

  it('lays off several cards on one run, the nearest first', () => {
    const run = { kind: 'run' as const, cards: [['8c', 1], ['9c', 1], ['Tc', 1]] as [string, number][] }
    const view: DummyView = { ...lay.deal, hand: '6c 7c Jc 2d', melds: [run], legal: ['7c>8c', 'Jc>8c', '-2d'] }
    expect(targetsOf(view, ['6c', '7c'])).toEqual([{ meld: 0, actions: ['7c>8c', '6c>8c'] }])
    expect(targetsOf(view, ['6c', 'Jc', '7c'])[0]!.actions).toHaveLength(3)
    expect(targetsOf(view, ['6c'])).toEqual([])
    expect(targetsOf(view, ['6c', 'Jc'])).toEqual([])
    expect(targetsOf(view, ['7c', '2d'])).toEqual([])
  })

  it('says a meld by its cards in any order', () => {
    const view: DummyView = { ...lay.deal, legal: ['=7c7d7h'] }
    expect(meldOf(view, ['7h', '7c', '7d'])).toBe('=7c7d7h')
    expect(meldOf(view, ['7h', '7c'])).toBeNull()
    const draft = selectAll(EMPTY, 'act', ['7h', '7c', '7d'])
    expect(primaryOf(view, true, draft, about('two'))).toMatchObject({ does: 'step', actions: ['=7c7d7h'], words: 'lay', points: 60 })
  })

  it('says why cards are no meld', () => {
    expect(whyNoMeld(['Tc', 'Jc'])).toEqual({ why: 'few' })
    expect(whyNoMeld(['Tc', 'Jc', 'Kc'])).toEqual({ why: 'gap', missing: ['Qc'] })
    expect(whyNoMeld(['Tc', 'Jc', 'Kd'])).toEqual({ why: 'unlike' })
    expect(whyNoMeld(['Tc', 'Jc', 'Qc'])).toEqual({ why: 'other' })
  })
})

describe('a discard', () => {
  const one = (card: string, draft: Draft = EMPTY) => select(draft, 'act', card)

  it('needs one card newly selected in this phase', () => {
    expect(primaryOf(lay.deal, true, one('4s'), about('two'))).toEqual({
      does: 'send', actions: ['-4s'], words: 'discard', card: '4s',
    })
    const before = select(EMPTY, 'draw', '4s')
    expect(primaryOf(lay.deal, true, before, about('two'))).toMatchObject({ does: 'nothing', words: 'tapAgain' })
    const again = select(before, 'act', '4s')
    expect(again).toMatchObject({ selected: ['4s'], armed: true })
    expect(select(again, 'act', '4s').selected).toEqual([])
  })

  it('is never armed by taking other cards away, nor by a step', () => {
    const two = one('7s', one('4s'))
    expect(two.armed).toBe(false)
    expect(select(two, 'act', '7s')).toMatchObject({ selected: ['4s'], armed: false })
    expect(stepped(one('4s'), ['9c>6c']).armed).toBe(false)
  })

  it('sends the whole draft as one', () => {
    const view = preview('pickup', '^JdQdKd')
    const draft = one('6h', stepped(EMPTY, ['^JdQdKd']))
    expect(primaryOf(view, true, draft, about('pickup'))).toMatchObject({ does: 'send', actions: ['^JdQdKd', '-6h'] })
  })

  it('asks on another place when it surely costs points', () => {
    const careful = (card: string) => card === '4s'
    expect(primaryOf(lay.deal, true, one('4s'), about('two', { careful }))).toMatchObject({ does: 'ask', words: 'discard' })
    expect(primaryOf(lay.deal, true, { ...one('4s'), asked: true }, about('two', { careful }))).toMatchObject({ does: 'nothing', words: 'answer' })
    expect(undone({ ...one('4s'), asked: true })).toMatchObject({ asked: false, selected: ['4s'] })
  })

  it('of the last card is a knock, which is reviewed first (A19)', () => {
    expect(primaryOf(knocking, true, EMPTY, about('dark', { knock: 600 }))).toEqual({
      does: 'review', words: 'knock', card: '6h', points: 600,
    })
  })

  it('every change of the button has another key', () => {
    const keys = [EMPTY, one('4s'), one('6h'), selectAll(EMPTY, 'act', ['4s', '6h']), one('9c')].map((draft) =>
      primaryKey(primaryOf(lay.deal, true, draft, about('two'))),
    )
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('the real deal goes on', () => {
  it('a reload keeps the draft', () => {
    const draft = { ...EMPTY, steps: ['^JdQdKd'], selected: ['6h'] }
    expect(rebased(draft, take.deal, { ...take.deal })).toBe(draft)
  })

  it('a move keeps what is selected and still held', () => {
    const draft = { ...EMPTY, steps: ['^JdQdKd'], selected: ['6h', 'Jh'], armed: true }
    const next = { ...take.deal, actions: [...take.deal.actions, '+'], hand: '6h Ks 4c' }
    expect(rebased(draft, take.deal, next)).toEqual({ ...EMPTY, selected: ['6h'] })
    expect(rebased(draft, take.deal, { ...next, number: 5 })).toEqual(EMPTY)
    expect(rebased(draft, take.deal, null)).toEqual(EMPTY)
  })

  it('clearing leaves the steps', () => {
    expect(clear({ ...EMPTY, steps: ['^JdQdKd'], selected: ['6h'], deepest: 'Kd' })).toMatchObject({ steps: ['^JdQdKd'], selected: [], deepest: null })
  })
})

it('undo after undo leads back through any draft to its beginning, and each step is what the one before was', () => {
  let draft = choose(EMPTY, take.deal, 'Ts', worth('pickup'))
  const seen = [draft]
  for (const step of ['^TsJsQs', 'Ks>Ts']) {
    draft = stepped(draft, [step])
    seen.push(draft)
  }
  draft = select(draft, 'act', '6h')
  const back: string[] = []
  for (let one: Draft | null = draft; one; one = undone(one)) back.push(one.steps.join(' '))
  expect(back).toEqual(['^TsJsQs Ks>Ts', '^TsJsQs', ''])
  const redo = stepped(undone(draft)!, ['Ks>Ts'], true)
  expect(redo).toEqual({ ...EMPTY, steps: ['^TsJsQs', 'Ks>Ts'] })
})
