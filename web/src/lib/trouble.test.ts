import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { ApiError } from '../api'
import { t } from '../i18n/index.svelte'
import { choose } from '../settings.svelte'
import { refusal, words } from './trouble'

await t.all()

/** The server's reasons with their codes, out of its sources. */
function reasons(): [string, string][] {
  return ['server/routes.py', 'protocol/row.py'].flatMap((file) => {
    const source = readFileSync(`../src/speto/${file}`, 'utf8')
    const table = /^REASONS: .*?^\}/ms.exec(source)![0]
    return [...table.matchAll(/^ {4}"(\w+)": \(\s*(?:\d+,\s*)?"(\w+)"/gm)].map(([, reason, code]) => [reason!, code!] as [string, string])
  })
}

/** What only another page can bring about, or what the words for the code say as well; and what a rule says in its own words. */
const CODES_DO = ['no_command', 'no_body', 'too_many', 'created', 'not_created', 'not_server', 'no_seat', 'no_level', 'no_actions', 'not_your_turn']
const RULES_DO = ['bad_rules', 'no_action', 'illegal']

describe('what the server refuses is said in the words of the page', () => {
  afterEach(() => choose({ lang: null }))

  test('every reason of table and server has words in both languages', () => {
    const all = reasons()
    expect(all.length).toBeGreaterThan(55)
    for (const [reason] of all.filter(([one]) => ![...CODES_DO, ...RULES_DO].includes(one))) {
      expect(t.th.refusals, reason).toHaveProperty(reason)
      expect(t.en.refusals, reason).toHaveProperty(reason)
    }
    const known = new Set(all.map(([reason]) => reason))
    for (const reason of Object.keys(t.en.refusals)) expect(known, reason).toContain(reason)
  })

  test('no English sentence stands in the Thai page', () => {
    choose({ lang: 'th' })
    for (const [reason, code] of reasons()) expect(refusal({ code, reason, sentence: 'in English' }), reason).toMatch(/[ก-๙]/)
    expect(words(new ApiError(429, 'rate', 'too many requests'))).toBe(t.th.nacks.rate)
    expect(words(new ApiError(409, 'not_now', 'not over', 'unfinished'))).toBe(t.th.refusals.unfinished)
    expect(words(new ApiError(500, 'strange', 'what?'))).toBe(t.th.nacks.not_now)
  })

  test('an English page says which rule forbids it', () => {
    choose({ lang: 'en' })
    expect(refusal({ code: 'illegal', reason: 'bad_rules', sentence: 'target must be 50 or more' })).toBe('target must be 50 or more')
    expect(refusal({ code: 'illegal', reason: 'no_fit', sentence: 'no' })).toBe(t.en.reasons.no_fit)
    expect(refusal({ code: 'not_now', reason: 'locked', sentence: 'no' })).toBe(t.en.refusals.locked)
  })
})
