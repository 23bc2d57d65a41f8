// What a first look at the table weighs, gzipped: everything that /t/CODE loads before it shows cards, in each language.
// Fails over the budget. Run after a build.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const out = new URL(`${process.env.SPETO_WEB_OUT ?? '../../src/speto/web_static'}/`, import.meta.url)
const chunks = JSON.parse(readFileSync(new URL('chunks.json', out), 'utf8'))
const weigh = (file) => gzipSync(readFileSync(new URL(file, out)), { level: 9 }).length
const font = (name) => readFileSync(new URL(chunks[Object.keys(chunks).find((key) => key.includes(name))].file, out)).length

/** A chunk with all that it imports at once. */
function closure(entries) {
  const files = new Set()
  const seen = new Set()
  const visit = (key) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = chunks[key]
    files.add(chunk.file)
    chunk.css?.forEach((file) => files.add(file))
    chunk.imports?.forEach(visit)
  }
  entries.forEach(visit)
  return files
}

const screens = { home: 'src/screens/home/Home.svelte', table: 'src/screens/door/Door.svelte' }
const latin = ['plex-sans-thai-latin-600', 'plex-sans-thai-latin-700', 'looped-latin-400', 'looped-latin-600']
const thai = ['plex-sans-thai-thai-600', 'looped-thai-400', 'looped-thai-600']
const sum = (list) => list.reduce((a, b) => a + b, 0)
const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
let over = false
for (const [name, screen] of Object.entries(screens)) {
  const files = [...closure(['index.html', screen, 'src/i18n/th.ts', ...(name === 'table' ? ['src/table/messages.th.ts'] : [])])]
  const js = sum(files.filter((file) => file.endsWith('.js')).map(weigh))
  const css = sum(files.filter((file) => file.endsWith('.css')).map(weigh))
  const page = weigh('index.html') + weigh('boot.js') + weigh('favicon.svg')
  const fonts = { en: sum(latin.map(font)), th: sum([...latin, ...thai].map(font)) }
  const all = js + css + page + fonts.th
  console.log(`${name}: js ${kb(js)}, css ${kb(css)}, page ${kb(page)}, fonts en ${kb(fonts.en)} th ${kb(fonts.th)}, all th ${kb(all)}`)
  over ||= js > 90_000 || css > 15_000 || all > 200_000
}
// What boot.js fetches ahead is there, and is what the view needs at once.
const ahead = JSON.parse(/AHEAD = (\{.*\})/.exec(readFileSync(new URL('boot.js', out), 'utf8'))?.[1] ?? '{}')
const held = closure(['index.html'])
const needed = [...closure([screens.table, 'src/i18n/th.ts', 'src/table/messages.th.ts'])].filter((file) => !held.has(file))
const fetched = ['table', 'th', 'table.th'].flatMap((part) => ahead[part] ?? [])
if ([...new Set(needed)].sort().join(' ') !== [...new Set(fetched)].sort().join(' ')) {
  console.log(`boot.js fetches ${fetched.join(' ')} ahead, the table needs ${needed.join(' ')}`)
  process.exit(1)
}
if (over) {
  console.log('over the budget: js 90 kB, css 15 kB, all 200 kB')
  process.exit(1)
}
