import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vitest/config'

// In development the pages come from here, the game from `speto serve --port 8765`.
const server = process.env.SPETO_SERVER ?? 'http://127.0.0.1:8765'

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
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
