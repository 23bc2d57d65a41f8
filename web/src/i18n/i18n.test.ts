import { describe, expect, test } from 'vitest'
import { plain } from '../lib/text'
import made from '../options.json'
import { choose } from '../settings.svelte'
import { cardName, num, signed, t, term } from './index.svelte'

interface Catalogue {
  en: object
  th: object
}

/** Every catalogue of the page: the shared one, and those beside screens. */
const modules = import.meta.glob<Record<string, unknown>>('../**/messages.ts', { eager: true })
await t.all()
const catalogues: [string, Catalogue][] = [['i18n', t]]
for (const [path, exports] of Object.entries(modules)) {
  for (const value of Object.values(exports)) {
    if (typeof value !== 'function' || !('en' in value) || !('all' in value)) continue
    await (value as typeof t).all()
    catalogues.push([path, value as never])
  }
}

/** Arguments that any message can be called with. */
const SAMPLES = [3, 1, 'Qd', 'M', true, null, ['7h', '8h'], 'used', 'toggle', 'flat15']

/** All texts of a catalogue by their path; functions are called with samples of every kind. */
function texts(part: unknown, path = ''): [string, string][] {
  if (typeof part === 'string') return [[path, part]]
  if (typeof part === 'function') {
    const found: [string, string][] = []
    for (const sample of SAMPLES) {
      let said: unknown
      try {
        said = (part as (...given: unknown[]) => unknown)(sample, sample, sample, sample, sample)
      } catch {
        continue
      }
      if (said !== undefined && said !== '') found.push(...texts(said, `${path}(${JSON.stringify(sample)})`))
    }
    expect(found, path).not.toHaveLength(0)
    return found
  }
  if (part && typeof part === 'object') {
    return Object.entries(part).flatMap(([key, inner]) => texts(inner, path ? `${path}.${key}` : key))
  }
  return []
}

const spoken = (text: string) => plain(text, (card) => card)

describe.each(catalogues)('catalogue %s', (_, catalogue) => {
  test('has a text for every key in both languages', () => {
    for (const lang of ['en', 'th'] as const) {
      for (const [path, text] of texts(catalogue[lang])) {
        expect(text, `${lang} ${path}`).not.toMatch(/undefined|NaN|\[object|\$\{|\{\w+\}/)
        if (/[^\s,;·]/.test(text)) expect(text.trim(), `${lang} ${path}`).toBe(text)
      }
    }
    const keys = (part: object) => texts(part).map(([path]) => path.replace(/\(.*/, ''))
    expect(new Set(keys(catalogue.th))).toEqual(new Set(keys(catalogue.en)))
  })

  test('English has no Thai in it, Thai has no untranslated sentence', () => {
    for (const [path, text] of texts(catalogue.en)) expect(text, path).not.toMatch(/[\u0E00-\u0E7F]/)
    for (const [path, text] of texts(catalogue.th)) expect(spoken(text).replace(/\b(true|null|used|toggle)\b/g, ''), path).not.toMatch(/[a-z]{3,} [a-z]{2,} [a-z]{2,}/i)
  })

  test('the sign of repetition never begins a line', () => {
    for (const [path, text] of texts(catalogue.th)) expect(text, path).not.toMatch(/ ๆ/)
  })

  test('a figure stays with its percent sign', () => {
    for (const [path, text] of [...texts(catalogue.en), ...texts(catalogue.th)]) expect(text, path).not.toMatch(/ %/)
  })

  test('minus is a true minus', () => {
    for (const lang of ['en', 'th'] as const) {
      for (const [path, text] of texts(catalogue[lang])) expect(text, `${lang} ${path}`).not.toMatch(/(^|\s)-\d/)
    }
  })

  test('says the glossary’s word and no other', () => {
    for (const lang of ['en', 'th'] as const) {
      for (const [path, text] of texts(catalogue[lang])) {
        for (const [term_, other] of OTHER_WORDS[lang]) {
          expect(spoken(text), `${lang} ${path}: the word is “${term_}”`).not.toMatch(other)
        }
      }
    }
  })

  test('talks of points only', () => {
    for (const [path, text] of [...texts(catalogue.en), ...texts(catalogue.th)]) {
      if (/noMoney/.test(path)) continue
      expect(text, path).not.toMatch(/\b(bet|bets|stakes?|chips?|coins?|money|jackpot|gambl\w*|cash)\b|เดิมพัน|พนัน|ชิป|เงิน(?!ทุน)/i)
    }
  })
})

/** The word of docs/rules.md, section 7, and words that mean the same thing and are not used. */
const OTHER_WORDS: Record<'en' | 'th', [string, RegExp][]> = {
  en: [
    ['stock', /draw pile|\bdeck\b(?! of)|\btalon\b/i],
    ['pile', /discard pile|discard row|\bthe row\b|waste/i],
    ['pick up', /\btake up\b|\bgrab/i],
    ['meld', /\bcombination|\bspread\b|\bgroup of cards/i],
    ['run', /\bsequence|\bstraight\b/i],
    ['set', /\bthree of a kind|\btriplet|\btrips\b/i],
    ['lay off', /\badd on\b|\btack on|\bhit a meld/i],
    ['knock', /\bgo out\b|\bgoing out\b|\bgin\b/i],
    ['deal', /\bround\b|\bthis hand ended/i],
    ['head', /\bhead card\b|\bupcard\b|\bstarter card/i],
    ['guard', /\bneighbour card|\bprotector/i],
    ['house rules', /\bgame options\b|\brule variants\b/i],
    ['born', /\bopened\b|\bhas opened/i],
    ['dark', /\bunopened\b|\bunborn\b/i],
    ['turn', /\b(?:my|your|their|his|her|whose) (?:go|move)\b/i],
    ['lap', /\bgo-round\b|\bcircuit\b|\bonce around\b/i],
    ['knock card', /\bclosing card|\bfinal card/i],
  ],
  th: [
    ['กองจั่ว', /กองไพ่คว่ำ|สำรับ(?=จั่ว)/],
    ['กองกลาง', /กองทิ้ง|กองหงาย/],
    ['จั่ว', /หยิบไพ่|ดึงไพ่/],
    ['เก็บ', /กินไพ่|หยิบจากกอง/],
    ['ทิ้ง', /โยนไพ่|ปล่อยไพ่/],
    ['ชุด', /เมลด์|เซ็ต|เซต/],
    ['เรียง', /สเตรท|ลำดับไพ่/],
    ['ตอง', /สามใบเหมือน/],
    ['ฝาก', /แปะไพ่|ต่อชุด/],
    ['น็อก', /น็อค|น๊อก|น๊อค|นอค/],
    ['เกม', /ดีล|กระดาน/],
    ['ใบหัว', /ไพ่หัว|หัวกอง/],
    ['สเปโต', /สเปโท|สะเปโต|สเป็คโต/],
    ['ตัวกัน', /ไพ่กัน/],
    ['บอท', /บอต|หุ่นยนต์/],
    ['มืด', /ดาร์ก|ดาร์ค/],
    ['ตา', /เทิร์น|คิวของ/],
    ['รอบ', /แลป|วงรอบ/],
    ['ใบน็อก', /ไพ่น็อก|ใบปิด/],
  ],
}

test('the shared terms are those of the glossary', async () => {
  const { readFileSync } = await import('node:fs')
  const rules = readFileSync('../docs/rules.md', 'utf8')
  const glossary = rules.slice(rules.indexOf('## 7. Glossary'), rules.indexOf('## 8.'))
  const thai = new Set(
    glossary
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .flatMap((line) => line.split('|')[1]!.split(/[/,]/))
      .map((word) => word.trim()),
  )
  const outside = new Set(['match', 'hand', 'dark'])
  for (const [key, word] of Object.entries(t.th.terms)) {
    if (!outside.has(key)) expect(thai, `${key}: ${word}`).toContain(word)
  }
})

test('every house rule, reason, level and preset has words', () => {
  for (const lang of [t.en, t.th]) {
    expect(Object.keys(lang.options)).toEqual(Object.keys(made.options))
    expect(Object.keys(lang.reasons).sort()).toEqual(Object.keys(made.reasons).sort())
    expect(Object.keys(lang.setup.presets)).toEqual(Object.keys(made.presets))
    for (const level of made.levels) expect(lang.setup.levels).toHaveProperty(level)
  }
})

test('numbers and cards', () => {
  expect([num(-40), num(0), num(12), signed(30), signed(-5), signed(0)]).toEqual(['−40', '0', '12', '+30', '−5', '0'])
  choose({ lang: 'en' })
  expect(cardName('Qs')).toBe('queen of spades, speto')
  expect(term('born')).toBe('Born')
  choose({ thaiTerms: true })
  expect(term('born')).toBe('Born (เกิด)')
  choose({ lang: 'th', thaiTerms: false })
  expect(cardName('Td')).toBe('10 ข้าวหลามตัด')
  expect(t().seat.born).toBe('เกิด')
  choose({ lang: null })
})
