import { afterEach, expect, test } from 'vitest'
import { fixtures } from '../dev/fixtures'
import { t } from '../i18n/index.svelte'
import type { SeatView } from '../protocol'
import { choose } from '../settings.svelte'
import { NAMELESS, seatedNames, seatName } from './seats'

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
