import { render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fixtures } from '../../dev/fixtures'
import { plain } from '../../lib/text'
import type { DummyView, TableView } from '../../protocol'
import { choose } from '../../settings.svelte'
import made from './cases.json'
import { rulePath } from '../../lib/rules'
import { forOthers, give, replayPath } from './given'
import { m } from './messages'
import ScoreSheet from './ScoreSheet.svelte'
import { type Beginning, causeOf, laidBy, scenesOf } from './story'
import { arithmetic, columns, linesOf, PENALTIES, pointsOf, ROWS, standings } from './sums'
import { sheetText } from './text'
import { storyOf } from './words'

interface Case {
  table: TableView
  deal: DummyView
  first?: Beginning
}
const cases = Object.entries({ ...(made as unknown as Record<string, Case>), fixture: fixtures.over as Case })

await m.all()
beforeEach(() => choose({ lang: 'en' }))
afterEach(() => choose({ lang: null }))

/** What a sum written out comes to. */
function worked(sum: string): number {
  const [said] = sum.split(' = ')
  return Function(`"use strict"; return (${said!.replaceAll('−', '-').replaceAll('×', '*')})`)() as number
}

describe.each(cases)('%s', (_, { table, deal, first }) => {
  const seats = deal.hands.map((_, seat) => seat)

  test('every line stands in the table, and the rows add up to the scores', () => {
    for (const line of deal.ledger) expect(ROWS).toContain(line.code)
    for (const seat of seats) {
      expect(ROWS.reduce((sum, code) => sum + pointsOf(deal, seat, code), 0)).toBe(deal.scores![seat])
    }
  })

  test('the sum written out comes to the score', () => {
    for (const seat of seats) {
      const sum = arithmetic(deal, seat)
      expect(worked(sum), sum).toBe(deal.scores![seat])
      if (sum.includes(' = ')) expect(Number(sum.split(' = ')[1]!.replace('−', '-')), sum).toBe(deal.scores![seat])
    }
  })

  test('standings lead from before to now', () => {
    const { before, after } = standings(table.deals, deal)
    expect(after).toEqual(table.totals)
    for (const seat of seats) expect(before[seat]! + deal.scores![seat]!).toBe(after[seat])
  })

  test('the winner’s column comes first', () => {
    const order = columns(deal, seats)
    expect([...order].sort()).toEqual(seats)
    if (deal.knocker !== null) expect(order[0]).toBe(deal.knocker)
    else expect(deal.scores![order[0]!]).toBe(Math.max(...deal.scores!))
  })

  test('the open table at the end is what the actions lead to', () => {
    const scenes = scenesOf(deal, first)
    expect(scenes).toHaveLength(deal.actions.length + 1)
    const last = scenes.at(-1)!
    expect(last.pile).toEqual(deal.pile)
    const sorted = (melds: DummyView['melds']) => melds.map((meld) => JSON.stringify([...meld.cards].sort())).sort()
    expect(sorted([...last.melds])).toEqual(sorted(deal.melds))
  })

  test('every penalty leads to what caused it', () => {
    const scenes = scenesOf(deal, first)
    const given = give(table, deal, 0, '', first)
    for (const line of deal.ledger.filter((one) => (PENALTIES as readonly string[]).includes(one.code) && one.cards)) {
      const cause = causeOf(deal, line, scenes)
      expect(cause.turn, line.code).toBeGreaterThan(0)
      if (line.code !== 'foolish_discard') expect(cause.others.length, line.code).toBeGreaterThan(0)
      if (line.code !== 'speto_laid_off') expect(deal.actions[cause.thrown!]).toBe(`-${line.cards}`)
      expect(plain(storyOf(given, line))).not.toMatch(/undefined|null/)
    }
  })

  test('what a seat laid is what its line holds', () => {
    for (const seat of seats) {
      const cards = laidBy(deal, seat).flat().sort()
      const lines = [...linesOf(deal, seat, 'laid'), ...linesOf(deal, seat, 'head')]
      expect(cards).toEqual(lines.flatMap((line) => line.cards!.match(/../g)!).sort())
    }
  })

  test('it can be drawn, heard and sent', () => {
    for (const lang of ['en', 'th'] as const) {
      choose({ lang })
      const { unmount } = render(ScoreSheet, { table, deal, you: { seat: 0 }, ...(first && { first }) })
      expect(screen.getAllByRole('table').length).toBeGreaterThan(0)
      const numbers = screen.getAllByRole('button').filter((button) => /^([+−]?\d+|×2)$/.test(button.textContent!.trim()))
      expect(numbers.length).toBe(new Set(deal.ledger.map((line) => `${line.seat} ${line.code}`)).size)
      for (const button of numbers) expect(button.getAttribute('aria-label')).toMatch(/\S+.*([−+]?\d|×2)/)
      const text = sheetText(give(table, deal, 0, ''), table.status === 'over')
      expect(text.split('\n').length).toBeGreaterThanOrEqual(2 + seats.length)
      expect(text).not.toMatch(/undefined|[\uE000-\uE003]/)
      unmount()
    }
  })
})

test('a number opens what it goes back to', async () => {
  const { table, deal } = (made as unknown as Record<string, Case>).foolish!
  render(ScoreSheet, { table, deal, you: { seat: 0 } })
  const line = deal.ledger.find((one) => one.code === 'foolish_discard')!
  const cell = screen.getAllByRole('button').find((button) => button.getAttribute('aria-label')?.startsWith('Foolish, '))!
  cell.click()
  const panel = await screen.findByRole('dialog')
  expect(panel.textContent).toContain('picked it up and knocked at once')
  expect(panel.querySelector('a[href*="#P0"]')).toBeTruthy()
  expect(panel.querySelectorAll(`a[href^="/r/${table.book}.${deal.number}#a"]`).length).toBeGreaterThan(0)
  expect(panel.textContent).toContain(`Turn ${scenesOf(deal)[line.action!]!.turn}`)
})

test('a watcher has no column of his own', () => {
  const { table, deal } = (made as unknown as Record<string, Case>).stockout!
  const { container } = render(ScoreSheet, { table, deal, you: { seat: null } })
  expect(container.querySelector('.own')).toBeNull()
})

test('records count the deals of all matches of a table', () => {
  const { table } = (made as unknown as Record<string, Case>).dark!
  expect(replayPath({ ...table, book: 'b00c', earlier: 7 }, 2)).toBe('/r/b00c.9')
  expect(decodeURIComponent(rulePath({ preset: 'short' }, 'P4'))).toBe('/rules?rules={"preset":"short"}#P4')
})

test('doubling is written as the house rules have it', () => {
  const line = (code: string, points: number) => ({ seat: 0, code, rule: '', points })
  const sum = (...lines: [string, number][]) => arithmetic({ ledger: lines.map(([code, points]) => line(code, points)) } as unknown as DummyView, 0)
  expect(sum(['hand', -45], ['foolish_discard', -50], ['dark_deduction', -95])).toBe('−(45 + 50) × 2 = −190')
  expect(sum(['hand', -45], ['foolish_discard', -50], ['dark_deduction', -45])).toBe('−45 × 2 − 50 = −140')
  expect(sum(['hand', -45])).toBe('−45')
  expect(sum(['laid', 35], ['knock_card', 50], ['dark_knock', 85], ['layoff_discard', -50])).toBe('(35 + 50) × 2 − 50 = 120')
  expect(sum(['laid', 35], ['head', 50], ['knock_card', 50], ['dark_knock', 135], ['colour_knock', 270])).toBe('(35 + 50 + 50) × 4 = 540')
  expect(sum(['laid', 45], ['hand', -20], ['full_discard', -50])).toBe('45 − 20 − 50 = −25')
  expect(sum()).toBe('0')
})

test.each(['en', 'th'] as const)('what is sent to others in %s names everybody, me too', (lang) => {
  choose({ lang })
  const { table, deal } = fixtures.over
  const me = deal.knocker!
  const names = ['Ann', 'Ben', 'Cid', 'Dan'].with(me, 'Somsri')
  const seats = table.seats.map((seat, number) => ({ ...seat, kind: 'person' as const, name: names[number]! }))
  const given = give({ ...table, seats }, deal, me, '')
  const you = lang === 'en' ? 'You' : 'คุณ'
  expect(sheetText(given, false)).toContain(you)
  for (const over of [false, true]) {
    const told = sheetText(forOthers(given), over)
    expect(told).toContain('Somsri')
    expect(told).not.toContain(you)
  }
})
