/** What this browser keeps of the table: the order of a hand for this tab, and how one sorted last. */
import { type SortBy, SORTS } from './sort'

const ORDER = 'speto.order'
const SORT = 'speto.sort'

function store(where: () => Storage, name: string, value: string): void {
  try {
    where().setItem(name, value)
  } catch {
    // A browser that keeps nothing still plays.
  }
}

function stored(where: () => Storage, name: string): string {
  try {
    return where().getItem(name) ?? ''
  } catch {
    return ''
  }
}

export function keptSort(): SortBy {
  return SORTS.find((by) => by === stored(() => localStorage, SORT)) ?? 'suit'
}

export function keepSort(by: SortBy): void {
  store(() => localStorage, SORT, by)
}

/** The order of the hand of this deal, if this tab has seen it; `place` names table and deal. */
export function keptOrder(place: string): string[] | null {
  const [where, cards] = stored(() => sessionStorage, ORDER).split('|')
  return where === place && cards ? cards.split(' ') : null
}

export function keepOrder(place: string, order: readonly string[]): void {
  store(() => sessionStorage, ORDER, `${place}|${order.join(' ')}`)
}
