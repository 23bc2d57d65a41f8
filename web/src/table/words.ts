/** The words of the one button, and the count of layoffs. */
import { fullRules } from '../lib/rules'
import { m } from './messages'
import type { Play } from './play.svelte'

export function primaryWords(play: Play): string {
  const { primary, view } = play
  const words = m().primary
  switch (primary.words) {
    case 'wait': {
      if (play.table.table?.status === 'paused') return m().tray.paused
      const turn = view?.turn
      if (turn === null || turn === undefined || turn === play.table.seat) return words.waitMe
      return words.wait(play.nameOf(turn))
    }
    case 'layoff':
      return words.layoff(primary.card!, primary.meld! + 1)
    case 'layoffMany':
      return words.layoffMany(play.draft.selected.length, primary.meld! + 1)
    case 'discard':
      return words.discard(primary.card!)
    default:
      return words[primary.words]
  }
}

/** How many of the layoffs that this table allows a seat has made, "1/2" and in words; null without a limit (R17). */
export function layoffsOf(play: Play, seat: number | null): { made: number; limit: number; short: string; said: string } | null {
  const limit = fullRules(play.table.table?.setup.rules ?? {}).layoff_limit
  const made = seat === null ? undefined : play.view?.hands[seat]?.layoffs
  if (limit === null || made === undefined) return null
  return { made, limit: Number(limit), short: `${made}/${limit}`, said: `${m().seat.layoffs} ${m().seat.ofLimit(made, Number(limit))}` }
}
