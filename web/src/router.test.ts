import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Route, routeOf } from './router.svelte'

const LINKS = '../tests/protocol/links.json'

test('addresses', () => {
  expect(routeOf('/')).toEqual({ name: 'home' })
  expect(routeOf('/t/K7PQ')).toEqual({ name: 'table', code: 'K7PQ' })
  expect(routeOf('/w/K7PQ/')).toEqual({ name: 'watch', code: 'K7PQ' })
  expect(routeOf('/r/abc.3')).toEqual({ name: 'replay', id: 'abc.3' })
  expect(routeOf('/a/abc.3')).toEqual({ name: 'analysis', id: 'abc.3' })
  expect(routeOf('/t/')).toEqual({ name: 'lost' })
  expect(routeOf('/nothing')).toEqual({ name: 'lost' })
})

test.runIf(existsSync(LINKS))('the links that the server hands out', () => {
  const links = JSON.parse(readFileSync(LINKS, 'utf8')) as { link: string; route: Route; secret?: string }[]
  expect(links.length).toBeGreaterThan(0)
  for (const { link, route, secret = '' } of links) {
    const { pathname, hash } = new URL(link, 'http://localhost')
    expect(routeOf(pathname)).toEqual(route)
    expect(hash.slice(1)).toBe(secret)
  }
})
