/** A deal as one file that shows itself, without a server or a network: opened by any browser, and opened here again. */
import { SUITS } from '../../cards/art'
import { cardName, language, num, t } from '../../i18n/index.svelte'
import { CC0_LINK, isFree } from '../../lib/licence'
import { cardList } from '../../lib/text'
import type { DummyView } from '../../protocol'
import type { GameRecord } from '../../record'
import { asLaid } from '../../table/actions'
import page from './alone.html?raw'
import { m } from './messages'

interface Shown {
  title: string
  rules: string
  players: readonly string[]
  frames: readonly DummyView[]
  /** What happened before each frame, in words. */
  captions: readonly string[]
  scores: readonly number[] | null
}

/** Nothing in JSON may end the script that it stands in. */
const json = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c')
const text = (value: string) => value.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** The file. `record` stands in it as it is, so that it can be read again. */
export function alonePage(record: GameRecord, { title, rules, players, frames, captions, scores }: Shown): string {
  const c = m().controls
  const shown = {
    rules,
    players,
    scores: scores?.map((score) => num(score)) ?? [],
    note: isFree(record) ? `${t().licence.notice} ${CC0_LINK}` : '',
    suits: SUITS,
    names: Object.fromEntries([...'cdhs'].flatMap((suit) => [...'23456789TJQKA'].map((rank) => [rank + suit, cardName(rank + suit)]))),
    words: {
      melds: m().melds, pile: t().terms.pile, stock: t().terms.stock, born: t().seat.born, dark: t().seat.dark,
      label: c.label, first: c.first, previous: c.previous, next: c.next, last: c.last,
    },
    frames: frames.map((frame, at) => ({
      words: captions[at], stock: frame.stock, turn: frame.turn, pile: frame.pile.map(([card]) => card),
      melds: asLaid(frame).melds.map((meld) => meld.cards.map(([card]) => card)), hands: frame.shown.map((hand) => cardList(hand)),
      born: frame.hands.map((hand) => hand.born),
    })),
  }
  const parts: Record<string, string> = { lang: language(), title: text(title), record: json(record), shown: json(shown) }
  return page.replace(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name] ?? '')
}
