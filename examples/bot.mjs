// A player for `speto arena`, in another language: the line protocol of docs/bot-protocol.md from a program's side.
//
//     speto arena "cmd:node examples/bot.mjs" random
//
// It lays what it can, picks up what becomes a meld, knocks when it can, and throws the card that costs most if held
// and has no neighbour. Node needs nothing installed.

import { createInterface } from 'node:readline'

const RANKS = '23456789TJQKA'
const worth = (card) => (card === '2c' || card === 'Qs' ? 50 : card[0] === 'A' ? 15 : RANKS.indexOf(card[0]) < 8 ? 5 : 10)
const cardsOf = (text) => text.match(/[2-9TJQKA][cdhs]/g) ?? []
const points = (text) => cardsOf(text).reduce((sum, card) => sum + worth(card), 0)

/** How many cards of the hand could become a meld with this one. */
function neighbours(card, hand) {
  return hand.filter((other) => {
    if (other === card) return false
    const apart = Math.abs(RANKS.indexOf(other[0]) - RANKS.indexOf(card[0]))
    return apart === 0 || (other[1] === card[1] && apart <= 2)
  }).length
}

function choose({ legal, view }) {
  const best = (actions, value) => actions.reduce((a, b) => (value(b) > value(a) ? b : a))
  const hand = cardsOf(view.hand)
  const knocks = legal.filter((action) => action[0] === '#')
  if (knocks.length > 0) return best(knocks, points)
  // A meld, a pickup (it is one), or a layoff, of which only the first card is laid.
  const lays = legal.filter((action) => action[0] === '=' || action[0] === '^' || action[2] === '>')
  if (lays.length > 0) return best(lays, (action) => points(action[2] === '>' ? action.slice(0, 2) : action))
  const discards = legal.filter((action) => action[0] === '-')
  if (discards.length > 0) {
    return best(discards, (action) => {
      const card = action.slice(1)
      return (worth(card) === 50 ? 0 : worth(card)) - 10 * neighbours(card, hand)
    })
  }
  return legal[0]
}

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line)
  if (message.t === 'hello') say({ t: 'hello', protocol: 1, name: 'an example in JavaScript' })
  else if (message.t === 'turn') say({ t: 'action', id: message.id, action: choose(message) })
  // "deal" and "over" want no answer, and what is new in a later protocol may be passed over.
}
