/** The words of the one button, and the count of layoffs. */
import { fullRules } from '../lib/rules'
import { meldKind } from './log'
import { m } from './messages'
import type { Play } from './play.svelte'

export function primaryWords(play: Play): string {
  const { primary, view } = play
  const words = m().primary
  switch (primary.words) {
    // For whom is said above it: a name may be long.
    case 'wait': {
      if (play.table.table?.status === 'paused') return m().tray.paused
      const turn = view?.turn ?? play.table.seat
      return turn === play.table.seat ? words.waitMe : words.wait
    }
    case 'layoff':
      return words.layoff(primary.card!)
    case 'layoffMany':
      return words.layoffMany(play.draft.selected.length)
    case 'discard':
      return words.discard(primary.card!)
    default:
      return words[primary.words]
  }
}

/** Where it goes, on a line of its own: → run 10–K♦. */
export function primaryTo({ primary, view }: Play): string {
  const meld = primary.meld === undefined ? undefined : view?.melds[primary.meld]
  return meld ? m().primary.to(meldKind(meld)) : ''
}

/** How many of the layoffs that this table allows a seat has made, "1/2" and in words; null without a limit (R17). */
export function layoffsOf(play: Play, seat: number | null): { made: number; limit: number; short: string; said: string } | null {
  const limit = fullRules(play.table.table?.setup.rules ?? {}).layoff_limit
  const made = seat === null ? undefined : play.view?.hands[seat]?.layoffs
  if (limit === null || made === undefined) return null
  return { made, limit: Number(limit), short: `${made}/${limit}`, said: `${m().seat.layoffs} ${m().seat.ofLimit(made, Number(limit))}` }
}
