/** What stands between me and the game at the table itself: a pause, a bot in my place; and what may be done about it. */
import { m } from './messages'
import type { Play } from './play.svelte'

export interface Halt {
  text: string
  label?: string
  run?: () => void
}

export function halt(play: Play): Halt | null {
  const { seat, table, you } = play.table
  if (table?.status === 'paused') {
    const hostAway = table.seats.some((one) => one.host && one.away)
    const may = you.host || (hostAway && seat !== null)
    return { text: m().banner.paused, ...(may ? { label: m().banner.resume, run: () => void play.command('resume') } : {}) }
  }
  if (seat !== null && table?.seats[seat]?.sitting_in)
    return { text: m().banner.sittingIn, label: m().banner.takeBack, run: () => void play.command('take_back') }
  return null
}
