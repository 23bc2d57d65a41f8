/** How much of a turn's time is left. The server decides; this is only the line that shrinks. */
import type { Table } from '../table.svelte'

const TURN: Record<string, number> = { '20+60': 20_000, '30+90': 30_000, '60+180': 60_000 }
const SHARE = { x1: 1, 'x1.5': 1.5, x2: 2, off: 1 }

/** Moves while something with a deadline is shown. */
const tick = $state({ at: 0 })
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

/** Let the clock run while an effect lives. */
export function run(): () => void {
  watchers++
  timer ??= setInterval(() => (tick.at += 1), 500)
  return () => {
    if (--watchers > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Ms until the deadline; null without one. */
export function msLeft(table: Table): number | null {
  void tick.at
  const deadline = table.table?.deadline
  return deadline ? Math.max(0, deadline - table.now()) : null
}

/** The part of the turn's time that is left, its bank included. */
export function turnLeft(table: Table): number {
  const left = msLeft(table)
  const setup = table.table?.setup
  const turn = table.deal?.turn
  if (left === null || !setup || turn === null || turn === undefined) return 1
  const share = SHARE[table.table?.seats[turn]?.clock ?? 'x1']
  const whole = (TURN[setup.clock] ?? 60_000) * share + (table.table?.bank[turn] ?? 0)
  return Math.min(1, left / whole)
}
