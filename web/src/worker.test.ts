/** worker.js as a browser runs it: what it keeps, and what it answers with and without a network. */
import { readFileSync } from 'node:fs'
import { beforeEach, expect, it } from 'vitest'

interface Asked {
  request: { method: string; mode: string; url: string }
  respondWith: (answer: Promise<unknown>) => void
  waitUntil: (done: Promise<unknown>) => void
}

const HERE = 'http://here.test'
let heard: Record<string, (event: Asked) => void>
let kept: string[]
let online: boolean

beforeEach(() => {
  heard = {}
  kept = []
  online = true
  const cache = { addAll: (files: string[]) => Promise.resolve(kept.push(...files)) }
  const known = { open: () => Promise.resolve(cache), match: (one: string | { url: string }) => {
    const path = typeof one === 'string' ? one : new URL(one.url).pathname
    return Promise.resolve(kept.includes(path) ? `kept ${path}` : undefined)
  } }
  const fetched = (request: { url: string }) => (online ? Promise.resolve(`new ${new URL(request.url).pathname}`) : Promise.reject(new TypeError()))
  const source = readFileSync('worker.js', 'utf8').replace('FILES = []', "FILES = ['/boot.js', '/assets/a.js', '/favicon.svg']")
  const self = { addEventListener: (what: string, run: (event: Asked) => void) => (heard[what] = run) }
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  new Function('self', 'caches', 'fetch', 'location', 'Response', source)(self, known, fetched, { origin: HERE }, { error: () => 'none' })
})

async function install(): Promise<void> {
  let done: Promise<unknown> | undefined
  heard.install!({ waitUntil: (wanted: Promise<unknown>) => (done = wanted) } as never)
  await done
}

/** What a request is answered with; null where the worker keeps out of it. */
async function asks(path: string, mode = 'no-cors'): Promise<unknown> {
  let answer: Promise<unknown> | null = null
  const request = { method: 'GET', mode, url: HERE + path }
  heard.fetch!({ request, respondWith: (given: Promise<unknown>) => (answer = given) } as never)
  return await (answer as Promise<unknown> | null)
}

it('keeps the page and its files', async () => {
  await install()
  expect(kept).toEqual(['/', '/boot.js', '/assets/a.js', '/favicon.svg'])
})

it('asks for what keeps its name, and has it without a network', async () => {
  await install()
  expect(await asks('/settings', 'navigate')).toBe('new /settings')
  expect(await asks('/boot.js')).toBe('new /boot.js')
  expect(await asks('/assets/a.js')).toBe('kept /assets/a.js')
  online = false
  expect(await asks('/settings', 'navigate')).toBe('kept /')
  expect(await asks('/boot.js')).toBe('kept /boot.js')
  expect(await asks('/favicon.svg')).toBe('kept /favicon.svg')
  expect(await asks('/assets/a.js')).toBe('kept /assets/a.js')
})

it('leaves what the server says alone', async () => {
  await install()
  expect(await asks('/api/mine', 'cors')).toBeNull()
  expect(await asks('/licences.txt')).toBeNull()
})
