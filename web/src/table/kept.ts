/** What this browser keeps of its tables: the order of the hand, and how one sorted last. */
import { type SortBy, SORTS } from './sort'

const ORDER = 'speto.order'
const SORT = 'speto.sort'
/** Of so many tables the order of the hand is kept. */
const TABLES = 4

function store(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // A browser that keeps nothing still plays.
  }
}

function stored(name: string): string {
  try {
    return localStorage.getItem(name) ?? ''
  } catch {
    return ''
  }
}

export function keptSort(): SortBy {
  return SORTS.find((by) => by === stored(SORT)) ?? 'suit'
}

export function keepSort(by: SortBy): void {
  store(SORT, by)
}

/** The order of the hand of this deal, if this browser has seen it; `place` names table and deal. */
export function keptOrder(place: string): string[] | null {
  const cards = orders().find((one) => one[0] === place)?.[1]
  return cards ? cards.split(' ') : null
}

/** One order a table, and those of the last few tables. */
export function keepOrder(place: string, order: readonly string[]): void {
  const table = place.split(' ')[0]
  const others = orders().filter(([where]) => where!.split(' ')[0] !== table)
  const kept = [[place, order.join(' ')], ...others].slice(0, TABLES)
  store(ORDER, kept.map((one) => one.join('|')).join('\n'))
}

function orders(): string[][] {
  return stored(ORDER)
    .split('\n')
    .map((line) => line.split('|'))
    .filter((one) => one.length === 2)
}
