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
      const texts = shipped.map((name) => {
        const folder = new URL(`./node_modules/${name}/`, import.meta.url)
        const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one)) as string
        return `${name}\n\n${readFileSync(new URL(file, folder), 'utf8').trim()}\n`
      })
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join(`\n${'-'.repeat(72)}\n\n`) })
    },
  }
}

/** The service worker, with the list of the built files that it keeps. */
function worker(): Plugin {
  return {
    name: 'speto-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((name) => /\.(js|css|woff2|svg)$/.test(name))
      const list = JSON.stringify(files.map((name) => `/${name}`).sort())
      const version = createHash('sha256').update(list).digest('hex').slice(0, 12)
      const source = readFileSync(new URL('./worker.js', import.meta.url), 'utf8')
      this.emitFile({
        type: 'asset',
        fileName: 'worker.js',
        source: source.replace("'VERSION'", `'${version}'`).replace('FILES = []', `FILES = ${list}`),
      })
    },
  }
}

export default defineConfig({
  plugins: [svelte(), svelteTesting(), worker(), licences()],
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
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/test/setup.ts'],
  },
})
