import { describe, expect, it } from 'vitest'
import type { DummyView, Previewed } from '../protocol'
import { asLaid } from './actions'
import { closings, otherClosings } from './closings'
import { views } from './views'

const { previews } = views.dark
const steps = ['=3h4h5h', '=9hThJhQh']
const now = previews[steps.join(' ')]!

describe('another card to knock with', () => {
  it('is looked for in what was laid, by how melds look', () => {
    const tried = otherClosings(steps, '6h', now).map((one) => one.join(' '))
    expect(tried).toContain('=4h5h6h =9hThJhQh')
    expect(tried).toContain('=3h4h5h =9hThJh 6h>3h')
    expect(tried).not.toContain('=3h5h6h =9hThJhQh')
    expect(otherClosings(['=3h4h5h', 'Ks>Qs'], '6h', now)).toContainEqual(['=3h4h5h', '6h>Qs'])
  })

  it('is one only if the server says so; the best comes first', async () => {
    const asked: string[] = []
    const ways = await closings(steps, now, async (other) => {
      asked.push(other.join(' '))
      return previews[other.join(' ')] ?? null
    })
    expect(asked.length).toBeGreaterThan(2)
    expect(ways.map(({ card, total }) => [card, total])).toEqual([
      ['6h', 600], ['3h', 600], ['9h', 600], ['Qh', 580],
    ])
    expect(ways[1]!.steps).toEqual(['=4h5h6h', '=9hThJhQh'])
    expect(await closings(steps, { ...now, knock: null } as Previewed, async () => null)).toEqual([])
  })
})

describe('melds', () => {
  const [a, b, c] = now.deal!.melds
  const deal = (melds: DummyView['melds'], actions: string[]) => ({ ...now.deal!, melds, actions })

  it('stand in the order in which they were laid', () => {
    const first = deal([b!, a!, c!], [])
    expect(asLaid(first)).toBe(first)
    const own = now.deal!.melds.find((meld) => meld.cards.some(([card]) => card === '9h'))!
    const other = now.deal!.melds.find((meld) => meld.cards.some(([card]) => card === '3h'))!
    const laid = deal([other, own], ['+', '=9hThJhQh', '=3h4h5h'])
    expect(asLaid(laid).melds).toEqual([own, other])
    expect(asLaid(laid)).toBe(asLaid(laid))
  })
})
