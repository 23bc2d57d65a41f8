/** A short hash of the deal as this viewer sees it, to notice a page that shows something else than the server. */
import { sha256 } from '@noble/hashes/sha2.js'
import type { DummyView, PileCard } from './protocol'

const or = (value: unknown) => (value === null || value === undefined ? '-' : String(value))
const owned = ([card, seat]: PileCard) => `${card}/${or(seat)}`

/** The text that is hashed (docs/protocol.md, "The view's hash"): no JSON, no names, a fixed order. */
export function hashText(deal: DummyView): string {
  return [
    'dummy 1',
    `deal ${deal.number} ${deal.direction} ${or(deal.starter)} ${or(deal.turn)} ${deal.phase} ${Number(deal.must_finish)} ${deal.stock}`,
    `head ${or(deal.head)}`,
    ['pile', ...deal.pile.map(owned)].join(' '),
    ...deal.melds.map((meld) => [meld.kind, ...meld.cards.map(owned)].join(' ')),
    ...deal.hands.map((hand, seat) =>
      `seat ${seat} ${hand.held} ${Number(hand.born)} ${hand.layoffs} ${hand.penalty} ${hand.known}`.trimEnd(),
    ),
    `played ${deal.actions.length} ${deal.actions.at(-1) ?? '-'}`,
    ...deal.ledger.map((line) => `line ${line.seat} ${line.code} ${line.points} ${or(line.cards)}`),
    `scores ${deal.scores?.join(' ') ?? '-'}`,
    `knock ${or(deal.knocker)} ${or(deal.knock_card)}`,
    ...deal.shown.map((cards, seat) => `shown ${seat} ${cards}`.trimEnd()),
    `hand ${deal.hand}`.trimEnd(),
    `fresh ${deal.fresh}`.trimEnd(),
  ].join('\n')
}

/** First 8 hex digits of the SHA-256 of the deal's text; "" without a deal. `crypto.subtle` is not there on plain http. */
export function hashOf(deal: DummyView | null): string {
  if (deal === null) return ''
  const bytes = sha256(new TextEncoder().encode(hashText(deal)))
  return Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
