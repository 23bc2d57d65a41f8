/** The words of the one button. */
import type { Play } from './play.svelte'
import { m } from './messages'

export function primaryWords(play: Play): string {
  const { primary, view } = play
  const words = m().primary
  switch (primary.words) {
    case 'wait': {
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
