/** The score sheet in English. Marks as in lib/text.ts. `you` is true where the name is “You”. */
import { bold, cards, named } from '../../lib/text'

const b = (name: string) => bold(named(name))
const s = (you: boolean, verb: string) => (you ? verb : `${verb}s`)
/** A name within a sentence. */
const mid = (name: string) => (name === 'You' ? 'you' : named(name))

export const en = {
  title: 'Score sheet',
  analyse: 'Analyse',
  eyebrow: (deal: number) => `Deal ${deal} is over`,
  matchEyebrow: (deals: number) => `The match is over · ${deals} deal${deals === 1 ? '' : 's'}`,
  /** The headline. `kind` says how somebody knocked. */
  knocks: {
    plain: (who: string, you: boolean) => `${named(who)} ${s(you, 'knock')}`,
    dark: (who: string, you: boolean) => `${named(who)} ${s(you, 'knock')} dark`,
    colour: (who: string, you: boolean) => `${named(who)} ${s(you, 'knock')} in colour`,
    both: (who: string, you: boolean) => `${named(who)} ${s(you, 'knock')} dark in colour`,
  },
  stockOut: 'Nobody knocks',
  ranOut: 'the stock ran out',
  wins: (who: string, you: boolean) => `${named(who)} ${s(you, 'win')} the match`,
  result: (points: string) => `Result: ${points}`,
  winning: 'What the knocker laid',

  rows: {
    laid: 'Cards laid',
    head: 'Head',
    knock_card: 'Knock card',
    hand: 'Left in hand',
    foolish_discard: 'Foolish',
    layoff_discard: 'Layoff discard',
    full_discard: 'Full discard',
    head_feed: 'Head feed',
    speto_feed: 'Speto feed',
    speto_lure: 'Speto lure',
    speto_laid_off: 'Speto laid off',
    dark_knock: 'Dark',
    colour_knock: 'Colour',
    dark_deduction: 'Not born',
  },
  deal: 'This deal',
  tap: 'Tap a number to see where it comes from',
  cell: (row: string, who: string, points: string) => `${row}, ${who}, ${points}`,

  /** A sentence for each penalty: what was thrown, and what made it costly. */
  story: {
    foolish_discard: (who: string, by: string) => `${b(who)} threw it, ${mid(by)} picked it up and knocked at once`,
    layoff_discard: (who: string, others: string) => `${b(who)} threw a card that fits ${cards(others)}`,
    full_discard: (who: string, others: string) => `${b(who)} threw it on ${cards(others)} in the pile: a whole meld`,
    head_feed: (who: string, by: string, others: string) => `${b(who)} fed the head: ${mid(by)} laid it with ${cards(others)}`,
    speto_feed: (who: string, by: string, others: string) => `${b(who)} fed a speto: ${mid(by)} laid it with ${cards(others)}`,
    speto_lure: (who: string, by: string, others: string) => `${b(who)} lured a speto: ${mid(by)} laid it with ${cards(others)}`,
    speto_laid_off: (who: string, by: string) => `${named(by)} laid off this speto beside a card of ${b(who)}`,
  },
  /** What the other lines mean. */
  why: {
    laid: (who: string, you: boolean) => `${b(who)} laid these cards; ${you ? 'your' : 'the'} layoffs are among them`,
    head: (who: string, _you: boolean) => `${b(who)} laid the head; by the house rules it counts more`,
    hand: (who: string, _you: boolean) => `${b(who)} still held these cards at the end`,
    knock_card: (who: string, _you: boolean) => `${b(who)} knocked with this card`,
    dark_knock: (who: string, you: boolean) => `${b(who)} ${you ? 'were' : 'was'} not born before this turn, so everything counts twice`,
    colour_knock: (who: string, _you: boolean) => `Everything that ${b(who)} laid is of one suit, so it counts twice`,
    dark_deduction: (who: string, you: boolean) => `${b(who)} ${you ? 'were' : 'was'} never born in this deal, so the loss counts twice`,
  },
  /** The knock card's points, by the rule that gives them. */
  closing: {
    R23: 'The knock card counts 50, whatever it is',
    P1: 'The knock card is a speto: by the house rules it counts 100',
    P2: 'The knock card fits a meld on the table: by the house rules it counts 100',
  },
  doubled: {
    dark_knock: (amount: string) => `The doubling adds ${amount}`,
    colour_knock: (amount: string) => `The doubling adds ${amount}`,
    dark_deduction: (amount: string) => `The doubling takes ${amount}`,
  },

  panel: {
    turn: (turn: number) => `Turn ${turn}`,
    end: 'At the end of the deal',
    thrown: 'Thrown',
    with: 'With it',
    laid: 'Laid',
    held: 'Held',
    replay: 'See that moment',
    none: 'No cards',
    rules: 'All rules',
  },

  avoid: 'How to avoid it',
  /** Advice that is always true, for what costs points. */
  avoided: {
    foolish_discard: 'Late in a deal, throw what makes no meld with the pile',
    layoff_discard: 'Lay such a card off if you are born, or throw one that fits no meld on the table',
    full_discard: 'Throw a card that makes no meld with those in the pile',
    head_feed: 'While the head lies in the pile, keep its guards',
    speto_feed: 'While a speto lies in the pile, keep its guards',
    speto_lure: 'While a speto has not been seen, do not be the first to throw one of its guards',
    speto_laid_off: 'Before you lay a card beside a speto, think of who may hold it',
    dark_deduction: 'Pick up from the pile once, even for few points: then you are born',
  },

  standing: 'Match',
  tick: 'the tick is the score before',
  bar: (who: string, before: string, after: string, target: number) => `${who}: ${before} before, ${after} now, of ${target}`,
  next: (who: string, you: boolean) => `${named(who)} ${s(you, 'begin')} the next deal`,
  sameWay: 'same direction',
  turned: 'the direction turns',
  reversed: 'reversed direction',

  allDeals: 'All deals',
  knocked: (who: string) => `${named(who)} knocked`,
  noKnock: 'Nobody knocked',
  number: 'Deal',

  share: {
    button: 'Share',
    title: 'Share this sheet',
    text: 'As text',
    picture: 'As a picture',
    save: 'Save the picture',
    alt: 'The score sheet as a picture',
    help: 'Select the text to copy it',
    head: (deal: number, target: number) => `Speto · deal ${deal} · to ${target}`,
    total: (points: string) => `total ${points}`,
    file: (deal: number) => `speto-deal-${deal}.png`,
  },
}
