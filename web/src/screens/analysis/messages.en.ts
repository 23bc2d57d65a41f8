/** Analysis and hints in English. Marks as in lib/text.ts. */
import { bold, cards, named } from '../../lib/text'

export const en = {
  title: (deal: number) => `Deal ${deal}, analysed`,
  plainTitle: 'Analysis',
  open: 'Analyse',
  working: 'Every decision is played out in a thousand imagined deals that look the same to the player. This takes some seconds',
  bad: 'This deal cannot be analysed',
  said: 'What the server says of it:',
  gone: 'There is no such deal here, or it is not over yet',
  none: 'No record is open. Open one under My games',
  nothing: 'Nothing was to be decided in this deal',
  replay: 'See it in the replay',
  whose: 'Whose decisions',

  /** How it was played, in figures. */
  sum: {
    label: 'In figures',
    each: 'Points lost a decision',
    decisions: (count: number) => `Mean of ${count} decision${count === 1 ? '' : 's'}, close ones too`,
    luck: 'Luck',
    luckHelp: (hand: string, draws: string) => `${hand ? `${hand} by the hand, ` : ''}${draws} by draws; not part of the judgement`,
    kinds: { take: 'Draw or pick up', pickup: 'Which pickup', lay: 'Lay or hold', discard: 'Discard', knock: 'Knock or not' },
    byKind: 'Points clearly lost, by kind',
    clear: 'No decision was clearly worse than the best',
    costliest: 'The costliest',
    worlds: (worlds: number) => `Figures from ${worlds} imagined deals for each option on average; ± is two standard errors`,
    near: 'The bots have not trained with exactly these house rules; the nearest were used',
  },

  marks: {
    label: 'Decisions',
    turn: (turn: number) => `Turn ${turn}`,
  },
  verdicts: {
    best: 'Best', close: 'Close', fine: 'Fine', inaccuracy: 'Inaccuracy', mistake: 'Mistake', blunder: 'Blunder',
  },
  verdictHelp: {
    best: 'Nothing was better',
    close: 'Too close to call: the difference may be chance',
    fine: 'Clearly behind, by less than 3 points',
    inaccuracy: 'Clearly worse, by 3 to 8 points',
    mistake: 'Clearly worse, by 8 to 20 points',
    blunder: 'Clearly worse, by more than 20 points',
  },

  decision: {
    where: (turn: number, name: string) => `Turn ${turn} · ${named(name)}`,
    played: 'Played',
    best: 'Best',
    perhaps: 'Perhaps better',
    win: (percent: string) => `${percent}\u00a0% of matches`,
    worth: (points: string) => `of matches; counts as ${points} points`,
    race: (standing: string, target: string) => `It stood ${standing} of ${target}. Once somebody is half way, what counts is how often the match is won, not the points of the deal`,
    better: 'Better:',
    dealPoints: 'This deal',
    options: 'What else there was',
    more: (count: number) => `Show all ${count}`,
    less: 'Show fewer',
    option: 'Option',
    points: 'Points',
    match: 'Match',
    asPlayed: 'played',
    halves: 'The best was chosen in one half of the imagined deals and measured in the other. What fell behind was let go early: fewer deals, and a figure less sure',
    eyes: 'Seen',
    own: 'As it was then',
    all: 'All hands open',
    hindsight: 'Hindsight: the judgement knows nothing of these cards',
    knew: (name: string, held: string) => `${named(name)} took ${cards(held)} openly`,
    legend: 'Ring: played. Gold bar: the best',
    hand: (name: string) => `${name}’s hand`,
    previous: 'The decision before',
    next: 'The next decision',
    of: (at: number, count: number) => `${at} of ${count}`,
    report: 'Report this move',
    reportHelp: 'Saves a file: the record, this move, the figures above and what they were computed with, so that anybody can compute them again',
    retry: 'Play this turn again',
    retryHelp: 'A practice table that begins here, with bots. What this seat could not see is drawn anew',
    retried: 'Your turn once more. Cards that you could not see were drawn anew',
  },

  /** An action, so that a sentence can begin with it or hold it. */
  doing: {
    draw: 'draw',
    pickup: (meld: string) => `pick up ${cards(meld)}`,
    meld: (meld: string) => `lay ${cards(meld)}`,
    layoff: (card: string, meld: string) => `lay off ${cards(card)} on the ${meld}`,
    discard: (card: string) => `discard ${cards(card)}`,
    knock: (card: string) => `knock with ${cards(card)}`,
    pass: 'end the deal',
  },

  /** Why one action is better than another: counted in imagined deals. */
  because: {
    taken: (one: string, other: string, a: string, b: string) => `${one}: another takes the discard in ${bold(`${a}\u00a0%`)}; ${other}: in ${bold(`${b}\u00a0%`)}`,
    charged: (one: string, other: string, a: string, b: string) => `${one}: penalties of ${bold(a)} points on average; ${other}: ${bold(b)}`,
    knocks: (one: string, other: string, a: string, b: string) => `${one}: a knock of one’s own in ${bold(`${a}\u00a0%`)}; ${other}: in ${bold(`${b}\u00a0%`)}`,
    knocked: (one: string, other: string, a: string, b: string) => `${one}: another knocks in ${bold(`${a}\u00a0%`)}; ${other}: in ${bold(`${b}\u00a0%`)}`,
    unborn: (one: string, other: string, a: string, b: string) => `${one}: never born in ${bold(`${a}\u00a0%`)}; ${other}: in ${bold(`${b}\u00a0%`)}`,
    held: (one: string, other: string, a: string, b: string) => `${one}: ${bold(a)} points left in hand on average; ${other}: ${bold(b)}`,
  },

  /** By how much the lead differs where the event of a reason comes about. */
  cost: {
    knocks: (points: string) => `With that knock it ends ${bold(points)} points better on average`,
    others: (points: string) => `Where that happens, it ends ${bold(points)} points worse on average`,
  },

  hint: {
    title: 'Hint',
    nudge: {
      pickup: 'Picking up is better than drawing', draw: 'Better draw', meld: 'Something can be laid', layoff: 'Something can be laid off',
      discard: 'Take care with the discard', knock: 'You can knock', pass: 'Nothing more is to be won',
    },
    kind: { pickup: 'pick up', draw: 'draw', meld: 'lay a meld', layoff: 'lay off', discard: 'discard', knock: 'knock', pass: 'end the deal' },
    better: 'something better',
    this: 'this',
    gains: (points: string) => `The best is ${points} points better`,
    wins: (percent: string) => `The best wins the match ${percent}\u00a0% more often`,
    even: 'Several choices are about even',
    oneOf: (what: string) => `One of them: ${bold(what)}`,
    only: 'There is only one thing to do',
    glance: 'Thought out at a glance: the server is still warming up',
    worlds: (worlds: number) => `from ${worlds} imagined deals`,
    show: 'Show me the move',
    try: (what: string) => `Try: ${bold(what)}`,
  },
}
