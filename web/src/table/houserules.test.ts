/** House rules where one plays: at a glance, and the way from there to all rules as this table plays them. */
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { fakeTable } from '../dev/fixtures'
import { fullRules, PRESETS, shortest } from '../lib/rules'
import { choose, DEFAULTS } from '../settings.svelte'
import type { Table } from '../table.svelte'
import RulesForm from '../ui/RulesForm.svelte'
import Header from './Header.svelte'
import HelpSheet from './HelpSheet.svelte'
import LeftRail from './LeftRail.svelte'
import Menu from './Menu.svelte'
import { Play } from './play.svelte'
import { views } from './views'

let table: Table
const nothing = () => {}

/** Somebody at a table with these house rules. */
async function at(rules: Record<string, unknown>): Promise<Play> {
  const view = views.pickup
  ;({ table } = fakeTable('take', { ...view, hash_text: '', table: { ...view.table, id: 'T7', setup: { ...view.table.setup, rules } } }))
  await new Promise((done) => setTimeout(done, 10))
  const play = new Play(table)
  play.follow()
  return play
}

beforeEach(() => choose({ ...DEFAULTS, lang: 'en' }))
afterEach(() => {
  cleanup()
  table?.close()
})

const CASES: [string, Record<string, unknown>, string, string[]][] = [
  ['strict as it is', { preset: 'strict' }, 'Strict', ['Strict', 'To 500']],
  ['strict without one rule', { preset: 'strict', layoff_discard: false }, 'Strict · 1', ['Strict', 'To 500', expect.any(String)]],
  ['Thai 500 to another target', { preset: 'classic', target: 300 }, 'Thai 500', ['Thai 500', 'To 300']],
  [
    'short with all values of Thai 500',
    { ...PRESETS.classic, preset: 'short', target: 300 },
    `Short · ${differing()}`,
    ['Short', 'To 300', ...Array.from({ length: differing() }, () => expect.any(String) as string)],
  ],
]

function differing(): number {
  return Object.entries(PRESETS.short).filter(([name, value]) => name !== 'target' && PRESETS.classic[name as never] !== value).length
}

describe.each(CASES)('%s', (_, rules, chip, chips) => {
  it('is a chip in the header, which opens the menu', async () => {
    let opened = 0
    render(Header, { play: await at(rules), onmenu: () => opened++, onhelp: nothing })
    const button = screen.getByRole('button', { name: `House rules: ${chip}` })
    expect(button.textContent).toBe(chip)
    await fireEvent.click(button)
    expect(opened).toBe(1)
  })

  it('is a chip for each difference from its own preset on a wide screen', async () => {
    const { container } = render(LeftRail, { play: await at(rules), onmenu: nothing, onhelp: nothing })
    expect([...container.querySelectorAll('.chips li')].map((one) => one.textContent)).toEqual(chips)
  })
})

describe('all rules', () => {
  const link = (name: string) => screen.getByText(name).closest('a')!.getAttribute('href')

  it('are those of this table, from the menu and from help', async () => {
    const play = await at({ preset: 'strict' })
    render(Menu, { play, open: true, code: '', watch: '', onlog: nothing, onsay: nothing, onkeys: nothing })
    expect(link('All rules')).toBe('/rules?table=T7')
    cleanup()
    render(HelpSheet, { open: true, table: 'T7' })
    expect(link('All rules')).toBe('/rules?table=T7')
  })

  test('from the form of a new table are those that are chosen there', () => {
    const full = fullRules({ preset: 'strict', layoff_limit: 2 })
    const { container } = render(RulesForm, { full, preset: 'strict' })
    const links = [...container.querySelectorAll('a')].map((one) => new URL(one.href))
    expect(links.length).toBeGreaterThan(5)
    for (const one of links) expect(fullRules(JSON.parse(new URLSearchParams(one.search).get('rules')!) as Record<string, unknown>)).toEqual(full)
    expect(shortest(full)).toEqual({ preset: 'strict', layoff_limit: 2 })
    expect(links.map((one) => one.hash)).toContain('#D1')
  })
})
