/** The replay in English. Marks as in lib/text.ts. */
import { bold, named } from '../../lib/text'

export const en = {
  title: (deal: number) => `Deal ${deal}, shown again`,
  plainTitle: 'Replay',
  start: 'The cards are dealt',
  begins: (name: string) => `${bold(named(name))} begins`,
  turn: (turn: number, turns: number) => `Turn ${turn} of ${turns}`,
  action: (action: number, actions: number) => `action ${action} of ${actions}`,
  before: 'Before the first turn',
  did: (name: string, what: string) => `${bold(named(name))} ${what}`,
  drewHidden: 'drew',
  charged: (what: string, points: string) => `${what} ${points}`,
  over: (name: string) => `${named(name)} has knocked. The deal is over`,
  stockOut: 'The stock is used up. The deal is over',

  controls: {
    label: 'Through the deal',
    first: 'To the start',
    previousTurn: 'A turn back',
    previous: 'An action back',
    play: 'Play',
    pause: 'Pause',
    next: 'An action on',
    nextTurn: 'A turn on',
    last: 'To the end',
    speed: (times: string) => `Speed ${times}`,
    byAction: 'By action',
    byTurn: 'By turn',
    marks: 'Gold: a pickup. Red: points lost',
  },

  eyes: {
    label: 'Seen by',
    all: 'All hands',
    hand: (name: string) => `${name}’s hand`,
    empty: 'No cards left',
  },

  analyse: 'Analyse',
  log: 'Turns',
  sheet: 'Score sheet',
  copyLink: 'Link to this moment',
  download: 'Save the record',
  asText: 'Save as text',
  open: 'Open a record',
  more: 'More',
  deals: 'Deal',
  unfinished: 'This deal was not played to its end',

  bad: 'This record cannot be shown',
  badFile: 'This file is no record: it is not JSON',
  badHelp: 'What the server says of it:',
  none: 'Open a record that somebody sent you, or one that you have saved',
  gone: 'There is no such deal here, or it is not over yet',
  rule: (id: string) => `Rule ${id}`,
  keys: 'Arrows: an action. Shift and arrows: a turn. Space: play',
}
