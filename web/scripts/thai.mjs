// Writes docs/thai.md: every sentence of the page in English and Thai, side by side, for a native reader to check.
// --check writes nothing and fails when the page is stale.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'vite'

const OUT = new URL('../../docs/thai.md', import.meta.url)
const SAMPLES = ['5', '9h', 'Ton', 'Mali', '3']
/** Cards in some of the places instead, in few of them first. */
const CARDS = Array.from({ length: 32 }, (_, places) => [...places.toString(2)].reverse())
  .sort((a, b) => a.filter(Number).length - b.filter(Number).length)
  .map((places) => ['5', '2', 'Ton', 'Mali', '3'].map((sample, n) => (places[n] === '1' ? '9h' : sample)))
/** Where cards should stand, but none do, or at one end of a run only (lib/text). */
const HOLE = /\uE001(?![^\uE003]*[2-9TJQKA][cdhs])|\uE001.–|–.\uE003/

globalThis.navigator ??= { language: 'en' } // Node 20 has none.
const vite = await createServer({ cacheDir: 'node_modules/.thai', optimizeDeps: { noDiscovery: true }, server: { middlewareMode: true, ws: false, hmr: false }, appType: 'custom', logLevel: 'error' })
const { t } = await vite.ssrLoadModule('/src/i18n/index.svelte.ts')
const { OPTIONS } = await vite.ssrLoadModule('/src/lib/rules.ts')
const { plain } = await vite.ssrLoadModule('/src/lib/text.ts')
await t.all()
const sections = [['The whole page', t]]
const files = readdirSync(new URL('../src', import.meta.url), { recursive: true }).map((file) => file.replaceAll('\\', '/'))
for (const file of files.filter((file) => file.endsWith('/messages.ts')).sort()) {
  for (const value of Object.values(await vite.ssrLoadModule(`/src/${file}`))) {
    if (!value?.all) continue
    await value.all()
    sections.push([file.split('/').at(-2), value])
  }
}
await vite.close()

/** A function's text with samples in its places: its own parameters' names would be clearer, but are gone by now. */
function said(value) {
  if (typeof value !== 'function') return value
  let found = ''
  for (const given of [SAMPLES, [3, 1, 2], [true], ...CARDS]) {
    try {
      const text = String(value(...given))
      if (text && !HOLE.test(text)) return text
      found ||= text
    } catch {
      // Another kind of argument.
    }
  }
  return found
}

function* pairs(english, thai, path) {
  for (const key of Object.keys(english)) {
    const [a, b] = [english[key], thai[key]]
    if (a && typeof a === 'object') yield* pairs(a, b, `${path}${key}.`)
    else if (OPTIONS[path.split('.')[1]]?.values?.length < 5 && typeof a === 'function') {
      for (const value of OPTIONS[path.split('.')[1]].values) yield [`${path}${key} ${value}`, a(value), b(value)]
    }
    else yield [path + key, plain(said(a)), plain(said(b))]
  }
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('\u2060', '').replaceAll('\u00a0', ' ')
let page = `# Thai, for a native reader

Everything that the page says, in both languages, made from its catalogues by \`make types\`. Cards, names and numbers are samples. The words of
the game are those of [the glossary](rules.md#7-glossary). Whoever reads Thai better than we write it: please open an issue with the key and
the better words.
`
for (const [title, { en, th }] of sections) {
  page += `\n## ${title[0].toUpperCase()}${title.slice(1)}\n\n| key | English | ไทย |\n| --- | --- | --- |\n`
  for (const [key, a, b] of pairs(en, th, '')) page += `| \`${key}\` | ${cell(a)} | ${cell(b)} |\n`
}

let kept = ''
try {
  kept = readFileSync(OUT, 'utf8')
} catch {
  // The first time.
}
if (kept !== page) {
  if (process.argv.includes('--check')) {
    console.log('stale: docs/thai.md; run `make types`')
    process.exit(1)
  }
  writeFileSync(OUT, page)
}
