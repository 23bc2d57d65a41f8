import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

// In development the pages come from here, the game from `speto serve --port 8765`.
const server = process.env.SPETO_SERVER ?? 'http://127.0.0.1:8765'

/** The licences of what is shipped, for the wheel and for `/licences.txt`. */
function licences(): Plugin {
  const shipped = ['@fontsource/ibm-plex-sans-thai', '@fontsource/noto-sans-thai-looped', '@noble/hashes', 'svelte']
  return {
    name: 'speto-licences',
    apply: 'build',
    generateBundle() {
      const drawn = readFileSync(new URL('./src/classic/LICENCE.txt', import.meta.url), 'utf8')
      const texts = shipped.map((name) => {
        const folder = new URL(`./node_modules/${name}/`, import.meta.url)
        const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one)) as string
        return `${name}\n\n${readFileSync(new URL(file, folder), 'utf8').trim()}\n`
      })
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: [...texts, drawn].join(`\n${'-'.repeat(72)}\n\n`) })
    },
  }
}

/** What runs before the first paint, with the files of the first views: which they are is only known after the build. */
function boot(): Plugin {
  const screens = { home: 'screens/home/Home.svelte', table: 'screens/door/Door.svelte' }
  const words = { en: 'i18n/en.ts', th: 'i18n/th.ts', 'table.en': 'table/messages.en.ts', 'table.th': 'table/messages.th.ts' }
  return {
    name: 'speto-boot',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
        const known = new Set<string>()
        const closure = (file: string, found = new Set<string>()): Set<string> => {
          const chunk = chunks.find((one) => one.fileName === file)
          if (!chunk || found.has(file) || known.has(file)) return found
          found.add(file)
          chunk.viteMetadata?.importedCss.forEach((css) => known.has(css) || found.add(css))
          chunk.imports.forEach((one) => closure(one, found))
          return found
        }
        // What index.html names itself.
        for (const file of closure(chunks.find((one) => one.isEntry)!.fileName)) known.add(file)
        const made = (source: string) => chunks.find((one) => one.facadeModuleId?.endsWith(`/src/${source}`))?.fileName
        const ahead = Object.fromEntries(
          Object.entries({ ...screens, ...words }).map(([part, source]) => [part, [...closure(made(source)!)]]),
        )
        const source = readFileSync(new URL('./boot.js', import.meta.url), 'utf8')
        this.emitFile({ type: 'asset', fileName: 'boot.js', source: source.replace('AHEAD = {}', `AHEAD = ${JSON.stringify(ahead)}`) })
      },
    },
  }
}

/** The service worker, with the list of the files that it keeps: those that are built, and those that keep their names. */
function worker(): Plugin {
  return {
    name: 'speto-worker',
    apply: 'build',
    generateBundle: {
      // boot.js is made by then.
      order: 'post',
      handler(_, bundle) {
        // The courts of the classic deck come when somebody chooses it.
        const files = Object.keys(bundle).filter((name) => /\.(js|css|woff2|svg)$/.test(name) && !/\/[JQK][cdhs]-/.test(name))
        const fixed = readdirSync(new URL('./public/', import.meta.url))
        const list = JSON.stringify([...files, ...fixed].map((name) => `/${name}`).sort())
        const boot = bundle['boot.js']
        const found = createHash('sha256').update(list).update(boot?.type === 'asset' ? boot.source : '')
        for (const name of ['index.html', ...fixed.sort().map((file) => `public/${file}`)]) {
          found.update(readFileSync(new URL(`./${name}`, import.meta.url)))
        }
        const source = readFileSync(new URL('./worker.js', import.meta.url), 'utf8')
        this.emitFile({
          type: 'asset',
          fileName: 'worker.js',
          source: source.replace("'VERSION'", `'${found.digest('hex').slice(0, 12)}'`).replace('FILES = []', `FILES = ${list}`),
        })
      },
    },
  }
}

export default defineConfig({
  plugins: [svelte(), svelteTesting(), boot(), worker(), licences()],
  // Plain modules already; and several servers may run at once.
  optimizeDeps: { exclude: ['@noble/hashes'] },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/api': server,
      '/ws': { target: server, ws: true },
    },
  },
  build: {
    outDir: process.env.SPETO_WEB_OUT ?? '../src/speto/web_static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 1024,
    modulePreload: { polyfill: false },
    manifest: 'chunks.json',
    // Many small files wait for one another on a slow line. What waits for a language itself (i18n, and all that uses
    // it) must not lie in one chunk with what a language needs (lib/text): they would wait for each other for good.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'core', test: /node_modules\/svelte|src\/(settings\.svelte|router\.svelte|lib\/text|api)\.ts$/, priority: 3 },
            { name: 'base', test: /src\/(ui\/(Icon|icons|Button|Disc|Tag|Toasts|toasts)|lib\/(trouble|seats|rules)|cards\/|classic\/classic|options)/, priority: 2 },
            { name: 'play', test: /src\/table\/(actions|draft|worth|log|hints|Pile|play|messages\.ts)/, priority: 1 },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/test/setup.ts'],
    // For machines that do much else.
    testTimeout: 30_000,
  },
})
