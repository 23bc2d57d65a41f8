/** Positions set up for the table screen (scripts/make_views.py). Only for /dev and tests. */
import type { Fixture } from '../dev/fixtures'
import made from './views.json'

/**
 * pickup: the one of the look's pictures; two: a card fits two melds; dark: an unborn hand that can knock; risk: every
 * kind of risk; last: the stock is empty.
 */
export type ViewName = 'pickup' | 'two' | 'dark' | 'risk' | 'last'

export const views = made as unknown as Record<ViewName, Omit<Fixture, 'hash_text'>>
