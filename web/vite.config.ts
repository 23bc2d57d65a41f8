import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vitest/config'

// In development the pages come from here, the game from `speto serve`.
const server = 'http://127.0.0.1:8765'

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  server: {
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
    manifest: 'manifest.json',
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/test/setup.ts'],
  },
})
