import { expect, test } from 'vitest'
import { routeOf } from './router.svelte'

test('addresses', () => {
  expect(routeOf('/')).toEqual({ name: 'home' })
  expect(routeOf('/t/K7PQ')).toEqual({ name: 'table', code: 'K7PQ' })
  expect(routeOf('/w/K7PQ/')).toEqual({ name: 'watch', code: 'K7PQ' })
  expect(routeOf('/r/abc.3')).toEqual({ name: 'replay', id: 'abc.3' })
  expect(routeOf('/t/')).toEqual({ name: 'lost' })
  expect(routeOf('/nothing')).toEqual({ name: 'lost' })
})
