import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { t } from '../../i18n/index.svelte'
import { fullRules, OPTION_NAMES, OPTIONS, PRESETS } from '../../lib/rules'
import { plain } from '../../lib/text'
import made from '../../options.json'
import { choose } from '../../settings.svelte'
import { BOOK, entryOf, isOn, ruleText } from './book'
import { m } from './messages'

await m.all()
afterEach(() => choose({ lang: null }))

const PACKAGE = '../src/speto'

/** Every rule id that stands as a text in the server's sources: reasons, ledger codes, errors of records and positions. */
function sent(): Set<string> {
  const found = new Set<string>()
  const folders = ['dummy', 'dummy/kernel', 'table', '.']
  for (const folder of folders) {
    for (const file of readdirSync(`${PACKAGE}/${folder}`).filter((name) => name.endsWith('.py'))) {
      const source = readFileSync(`${PACKAGE}/${folder}/${file}`, 'utf8')
      for (const [, id] of source.matchAll(/"([RPDAK]\d+[a-z]?)"/g)) found.add(id!)
    }
  }
  return found
}

describe('every rule has a text in both languages', () => {
  test('all of R1 to R28, P0 to P9, and every house rule', () => {
    const ids = [...Array.from({ length: 28 }, (_, n) => `R${n + 1}`), ...Array.from({ length: 10 }, (_, n) => `P${n}`)]
    for (const id of ids) expect(entryOf(id)?.id, id).toBe(id)
    for (const name of OPTION_NAMES) expect(entryOf(OPTIONS[name].rule), name).toBeDefined()
  })

  test('all that the server can send', () => {
    const ids = sent()
    expect(ids.size).toBeGreaterThan(40)
    for (const rule of Object.values(made.reasons)) expect(ids).toContain(rule)
    for (const id of ids) {
      const entry = entryOf(id)
      expect(entry, `rule ${id}`).toBeDefined()
      for (const lang of [m.en, m.th]) {
        expect(lang.rules[entry!.id], id).toBeTruthy()
        expect(lang.names[entry!.id], id).toBeTruthy()
      }
    }
  })

  test('all ledger codes and all reasons have words', () => {
    const ledger = readFileSync(`${PACKAGE}/dummy/ledger.py`, 'utf8')
    const codes = [...ledger.matchAll(/\("(\w+)", "[RP]\d+"\)/g)].map(([, code]) => code!)
    expect(codes.length).toBeGreaterThan(10)
    for (const lang of [t.en, t.th]) {
      for (const code of codes) {
        expect(lang.codes, code).toHaveProperty(code)
        expect(lang.why, code).toHaveProperty(code)
      }
    }
  })
})

test('every entry stands once, with a name and a text', () => {
  const ids = BOOK.map((entry) => entry.id)
  expect(new Set(ids).size).toBe(ids.length)
  expect([...ids].sort()).toEqual(Object.keys(m.en.rules).sort())
  expect(Object.keys(m.en.names).sort()).toEqual(Object.keys(m.en.rules).sort())
})

test('a text says what the table plays', () => {
  choose({ lang: 'en' })
  const says = (id: string, rules: Record<string, unknown>) => plain(ruleText(entryOf(id)!, fullRules(rules)))
  expect(says('R17', { preset: 'classic' })).toMatch(/as many/)
  expect(says('R17', { preset: 'short' })).toMatch(/at most 2 cards/)
  expect(says('R22', { ace_value: 'split15_10' })).toMatch(/15, but 10 in a run/)
  expect(says('R28', { target: 300 })).toMatch(/300/)
  expect(says('P0', { preset: 'short' })).toMatch(/one card alone.*costs 50/)
  expect(says('A26', { reversal: 'off' })).toMatch(/never/)
  choose({ lang: 'th' })
  expect(says('R17', { preset: 'short' })).toMatch(/ไม่เกิน 2 ใบ/)
  expect(isOn(entryOf('P4')!, PRESETS.classic)).toBe(false)
  expect(isOn(entryOf('P4')!, PRESETS.strict)).toBe(true)
})

test('two values of a house rule that a text depends on give two texts', () => {
  for (const lang of ['en', 'th'] as const) {
    choose({ lang })
    for (const entry of BOOK) {
      for (const name of entry.by) {
        const values = OPTIONS[name].values ?? [300, 500]
        const texts = values.map((value) => ruleText(entry, { ...PRESETS.classic, [name]: value }))
        expect(new Set(texts).size, `${entry.id} ${name}`).toBe(values.length)
      }
    }
  }
})
