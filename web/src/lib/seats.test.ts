import { afterEach, expect, test } from 'vitest'
import { fixtures } from '../dev/fixtures'
import { t } from '../i18n/index.svelte'
import type { SeatView } from '../protocol'
import { choose } from '../settings.svelte'
import { heir, NAMELESS, seatedNames, seatName } from './seats'

afterEach(() => choose({ lang: null }))

test('who gave no name is called so in the language of whoever looks', () => {
  expect(NAMELESS).toEqual([t.en.home.guest, t.th.home.guest])
  const { table } = fixtures.take
  const seats = NAMELESS.map((name): SeatView => ({ ...table.seats[0]!, kind: 'person', name }))
  for (const lang of ['th', 'en'] as const) {
    choose({ lang })
    const guest = t[lang].home.guest
    expect([0, 1].map((seat) => seatName({ ...table, seats }, seat))).toEqual([guest, guest])
    expect(seatedNames(NAMELESS)).toBe(`${guest} · ${guest}`)
  }
  expect(seatedNames(['Daeng', 'greedy', ''])).toBe('Daeng · Bua · Empty seat')
})

test('the heir is the next person who plays, as the server passes the host on', () => {
  const { table } = fixtures.take
  const seat = (kind: SeatView['kind'], sitting_in = false): SeatView => ({ ...table.seats[0]!, kind, sitting_in })
  const seats = [seat('person'), seat('bot'), seat('person', true), seat('person')]
  expect([0, 3].map((host) => heir({ ...table, seats }, host))).toEqual([3, 0])
  expect(heir({ ...table, seats: seats.slice(0, 3) }, 0)).toBeUndefined()
})
