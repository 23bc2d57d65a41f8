/** What the server suggests, in words; and what a meld takes, for the choice between two. */
import type { DummyView, Hint, MeldView } from '../protocol'
import { meldWith, rank, RANKS, read, suit } from './actions'
import { meldKind } from './log'
import { m } from './messages'

/** First only the kind of move, then the move. */
export function hintText(hint: Hint, view: DummyView, told: boolean): string {
  const action = read(hint.action)
  const words = m().hint
  if (!told) {
    const kind = action.kind === 'meld' ? 'lay' : action.kind
    return words.nudge[kind] ?? words.none
  }
  const meld = view.melds[meldWith(view.melds, action.on)]
  const cards = action.cards
  const move = {
    draw: () => words.draw,
    pickup: () => words.pickup(cards.join(' ')),
    meld: () => words.meld(cards.join(' ')),
    layoff: () => words.layoff(cards[0]!, meld ? meldKind(meld) : ''),
    discard: () => words.discard(cards[0]!),
    knock: () => words.knock(cards[0]!),
    pass: () => words.pass,
  }[action.kind]()
  return words.show(move)
}

/** The card that a run takes next when this one has joined it; null for a set, and at the ends (R6, R16). */
export function opened(meld: MeldView, card: string): string | null {
  if (meld.kind === 'set') return null
  const ranks = meld.cards.map(([one]) => rank(one))
  const next = rank(card) > Math.max(...ranks) ? rank(card) + 1 : rank(card) - 1
  const letter = RANKS[next]
  return next >= 0 && letter ? letter + suit(card) : null
}
