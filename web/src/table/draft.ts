/**
 * My turn as a draft: what I have put together and not sent yet. Pure: the rules are in the lists of legal actions and
 * the previews that the server sends; here they are only read.
 */
import type { DummyView, MeldView, Previewed } from '../protocol'
import { asLaid, canonical, deepestOf, isSet, layoffText, meldText, meldWith, pileCards, rank, read, suit, takes } from './actions'
import { laid, points as pointsOf, type Worth } from './worth'

/** wait: another's turn; draw: draw or pick up; pickup: a deepest card is chosen; act: lay or discard; knock: one card left. */
export type Phase = 'wait' | 'draw' | 'pickup' | 'act' | 'knock'

export interface Draft {
  /** Actions put together and not sent. */
  steps: readonly string[]
  /** Taken back, for redo; the last one first. */
  undone: readonly string[]
  /** Chosen cards of the hand, in the order chosen. */
  selected: readonly string[]
  /** The chosen card of the pile, and the pickup chosen for it. */
  deepest: string | null
  pickup: string | null
  /** One of two layoffs was chosen. */
  target: string | null
  /** The one selected card was selected just now, in this phase: only then may the button discard it. */
  armed: boolean
  /** A costly discard was asked for and must be confirmed elsewhere. */
  asked: boolean
  /** The knock review was put away; it opens again by hand. */
  reviewed: boolean
}

export const EMPTY: Draft = {
  steps: [], undone: [], selected: [], deepest: null, pickup: null, target: null, armed: false, asked: false, reviewed: false,
}

/** Actions as one text: by it answers are found. */
export const keyOf = (actions: readonly string[]) => actions.join(' ')

/** The deal after the draft's steps, as far as the server has answered them. */
export function afterSteps(deal: DummyView | null, steps: readonly string[], answers: ReadonlyMap<string, Previewed>): DummyView | null {
  for (let n = steps.length; n > 0; n--) {
    const known = answers.get(keyOf(steps.slice(0, n)))
    if (known?.deal) return asLaid(known.deal)
  }
  return deal && asLaid(deal)
}

export function phaseOf(view: DummyView | null, mine: boolean, draft: Draft): Phase {
  if (!view || !mine) return 'wait'
  if (view.phase === 'take') return draft.deepest ? 'pickup' : 'draw'
  if (view.phase !== 'lay') return 'wait'
  return knockOf(view) ? 'knock' : 'act'
}

/** The knock, when it is the only thing left to do. */
export function knockOf(view: DummyView): string | null {
  return view.legal.length === 1 && view.legal[0]![0] === '#' ? view.legal[0]! : null
}

export function handCards(view: DummyView): string[] {
  return view.hand ? view.hand.split(' ') : []
}

// Picking up.

/** A pickup for the chosen deepest card. */
export interface Candidate {
  text: string
  cards: string[]
  points: number
  /** How many cards of the hand it lays down. */
  freed: number
}

/** The melds of one kind that a deepest card allows; the best is offered, the others are got by taking cards off it. */
export interface Group {
  key: string
  melds: Candidate[]
  best: Candidate
}

export function pickups(view: DummyView): string[][] {
  return view.legal.filter((text) => text[0] === '^').map((text) => read(text).cards)
}

/** The cards from which the pile can be picked up; with cards selected only by melds that hold all of these. */
export function deepestCards(view: DummyView, selected: readonly string[] = []): Map<string, number> {
  const pile = pileCards(view)
  const found = new Map<string, number>()
  for (const meld of pickups(view)) {
    if (!selected.every((card) => meld.includes(card))) continue
    const card = deepestOf(pile, meld)
    if (card) found.set(card, (found.get(card) ?? 0) + 1)
  }
  return found
}

/** What can be laid with this deepest card, best first: points, then cards freed. One group a kind of meld. */
export function groupsFor(view: DummyView, deepest: string, worth: Worth, selected: readonly string[] = []): Group[] {
  const pile = pileCards(view)
  const hand = new Set(handCards(view))
  const groups = new Map<string, Candidate[]>()
  for (const cards of pickups(view)) {
    if (deepestOf(pile, cards) !== deepest) continue
    const key = isSet(cards) ? 'set' : 'run'
    const one = {
      text: meldText('^', cards),
      cards,
      points: laid(cards, worth),
      freed: cards.filter((card) => hand.has(card)).length,
    }
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  const better = (a: Candidate, b: Candidate) =>
    b.points - a.points || b.freed - a.freed || b.cards.length - a.cards.length || (a.text < b.text ? -1 : 1)
  return [...groups]
    .map(([key, melds]) => {
      melds.sort(better)
      const fitting = melds.filter((one) => selected.every((card) => one.cards.includes(card)))
      return { key, melds, best: fitting[0] ?? melds[0]!, fits: fitting.length > 0 }
    })
    .sort((a, b) => Number(b.fits) - Number(a.fits) || better(a.best, b.best))
    .map(({ key, melds, best }) => ({ key, melds, best }))
}

/** The same group's meld with a card more or less, as near to the present one as the rules allow; null if there is none. */
export function trimmed(group: Group, now: Candidate, card: string): Candidate | null {
  const without = now.cards.includes(card)
  const common = (one: Candidate) => one.cards.filter((c) => now.cards.includes(c)).length
  const fits = group.melds.filter((one) => one.cards.includes(card) !== without)
  fits.sort((a, b) => common(b) - common(a) || (without ? b.cards.length - a.cards.length : a.cards.length - b.cards.length))
  return fits[0] ?? null
}

export function groupOf(groups: readonly Group[], text: string | null): Group | undefined {
  return groups.find((group) => group.melds.some((one) => one.text === text))
}

// Laying and laying off.

/** The selected cards as a meld, if they are a legal one. */
export function meldOf(view: DummyView, selected: readonly string[]): string | null {
  if (selected.length < 3) return null
  const text = meldText('=', selected)
  return view.legal.includes(text) ? text : null
}

/** A meld that takes the selected cards, and the layoffs that do it in order. */
export interface Target {
  meld: number
  actions: string[]
}

/** The melds that accept all selected cards. Of several cards the order is found here; a preview says if it holds. */
export function targetsOf(view: DummyView, selected: readonly string[]): Target[] {
  if (selected.length === 0) return []
  const found: Target[] = []
  view.melds.forEach((meld, at) => {
    const actions = chain(view, meld, selected)
    if (actions) found.push({ meld: at, actions })
  })
  return found
}

function chain(view: DummyView, meld: MeldView, selected: readonly string[]): string[] | null {
  const first = selected.find((card) => view.legal.includes(layoffText(card, meld)))
  if (first === undefined) return null
  if (selected.length === 1) return [layoffText(first, meld)]
  if (meld.kind === 'set') return null
  const cards = meld.cards.map(([card]) => card)
  const of = suit(cards[0]!)
  if (selected.some((card) => suit(card) !== of)) return null
  let low = Math.min(...cards.map(rank))
  let high = Math.max(...cards.map(rank))
  const left = new Set(selected)
  const order: string[] = []
  // The first one is legal as the table lies; from there both ends may grow.
  for (let card: string | undefined = first; card !== undefined; ) {
    left.delete(card)
    order.push(card)
    low = Math.min(low, rank(card))
    high = Math.max(high, rank(card))
    card = [...left].find((one) => rank(one) === low - 1 || rank(one) === high + 1)
  }
  if (left.size) return null
  const on = layoffText(first, meld).split('>')[1]!
  return order.map((card) => `${card}>${on}`)
}

/** All melds of the hand that are legal now, none inside another; best first. */
export function layable(view: DummyView, worth: Worth): { text: string; cards: string[]; points: number }[] {
  const all = view.legal.filter((text) => text[0] === '=').map((text) => read(text).cards)
  return all
    .filter((meld) => !all.some((other) => other.length > meld.length && meld.every((card) => other.includes(card))))
    .map((cards) => ({ text: meldText('=', cards), cards, points: laid(cards, worth) }))
    .sort((a, b) => b.points - a.points)
}

/** The cards that can be laid off now. */
export function layoffs(view: DummyView): string[] {
  return [...new Set(view.legal.filter((text) => text.includes('>')).map((text) => read(text).cards[0]!))]
}

/** Why cards are no meld: which are missing between them, or that there are too few, or that nothing joins them. */
export type NoMeld = { why: 'few' } | { why: 'gap'; missing: string[] } | { why: 'unlike' } | { why: 'other' }

export function whyNoMeld(cards: readonly string[]): NoMeld {
  if (cards.length < 3) return { why: 'few' }
  if (new Set(cards.map(rank)).size === 1) return { why: 'other' }
  if (new Set(cards.map(suit)).size > 1) return { why: 'unlike' }
  const ranks = canonical(cards).map(rank)
  const missing: string[] = []
  for (let r = ranks[0]! + 1; r < ranks.at(-1)!; r++) {
    if (!ranks.includes(r)) missing.push('23456789TJQKA'[r]! + suit(cards[0]!))
  }
  return missing.length ? { why: 'gap', missing } : { why: 'other' }
}

// What the button says and does.

export type Does =
  | { does: 'nothing' }
  | { does: 'send'; actions: string[] }
  | { does: 'step'; actions: string[] }
  /** Costs points for sure: ask on another place first. */
  | { does: 'ask' }
  | { does: 'review' }

export type Primary = Does & {
  /** Which words: a key of the catalogue under `primary`, and what stands in them. */
  words:
    | 'wait' | 'draw' | 'pass' | 'take' | 'lay' | 'layoff' | 'layoffMany' | 'chooseTarget' | 'discard' | 'chooseDiscard' | 'tapAgain'
    | 'noMeld' | 'knock' | 'mustKnock' | 'noPickup' | 'sending' | 'answer'
  card?: string
  points?: number
  meld?: number
}

export interface Around {
  worth: Worth
  /** An action is on its way to the server. */
  sending?: boolean
  /** The discard costs points for sure, or every discard is to be confirmed. */
  careful?: (card: string) => boolean
  /** What a knock would score, when it is known. */
  knock?: number | undefined
}

export function primaryOf(view: DummyView | null, mine: boolean, draft: Draft, around: Around): Primary {
  const phase = phaseOf(view, mine, draft)
  if (around.sending) return { does: 'nothing', words: 'sending' }
  if (!view || phase === 'wait') return { does: 'nothing', words: 'wait' }
  if (phase === 'draw') {
    if (view.legal.includes('+')) return { does: 'send', actions: ['+'], words: 'draw' }
    if (view.legal.includes('.')) return { does: 'send', actions: ['.'], words: 'pass' }
    return { does: 'nothing', words: 'wait' }
  }
  if (phase === 'pickup') {
    if (!draft.pickup) return { does: 'nothing', words: 'noPickup' }
    return { does: 'step', actions: [draft.pickup], words: 'take', points: laid(read(draft.pickup).cards, around.worth) }
  }
  if (phase === 'knock') {
    const points = around.knock
    return { does: 'review', words: 'knock', card: read(knockOf(view)!).cards[0]!, ...(points === undefined ? {} : { points }) }
  }
  const { selected } = draft
  if (draft.asked && selected.length === 1) return { does: 'nothing', words: 'answer', card: selected[0]! }
  const meld = meldOf(view, selected)
  if (meld) return { does: 'step', actions: [meld], words: 'lay', points: laid(selected, around.worth) }
  const targets = targetsOf(view, selected)
  if (targets.length) {
    const chosen = targets.length === 1 ? targets[0] : targets.find((one) => one.actions[0] === draft.target)
    if (!chosen) return { does: 'nothing', words: 'chooseTarget' }
    const words = selected.length > 1 ? 'layoffMany' : 'layoff'
    const inRun = view.melds[chosen.meld]?.kind === 'run'
    const points = selected.reduce((sum, card) => sum + pointsOf(card, around.worth, inRun), 0)
    return { does: 'step', actions: chosen.actions, words, card: selected[0]!, meld: chosen.meld, points }
  }
  if (selected.length === 1) return discardOf(view, draft, around)
  if (selected.length > 1) return { does: 'nothing', words: 'noMeld' }
  return { does: 'nothing', words: view.must_finish ? 'mustKnock' : 'chooseDiscard' }
}

/** The discard of the one selected card, whether or not it could be laid off instead. */
export function discardOf(view: DummyView, draft: Draft, around: Around): Primary {
  const card = draft.selected[0]
  if (card === undefined || draft.selected.length !== 1) return { does: 'nothing', words: 'chooseDiscard' }
  if (!view.legal.includes(`-${card}`)) return { does: 'nothing', words: view.must_finish ? 'mustKnock' : 'chooseDiscard' }
  if (!draft.armed) return { does: 'nothing', words: 'tapAgain' }
  if (around.careful?.(card)) return { does: 'ask', words: 'discard', card }
  return { does: 'send', actions: [...draft.steps, `-${card}`], words: 'discard', card }
}

/** What tells one button from another: when it changes, the button rests for a moment. */
export function primaryKey(primary: Primary): string {
  return [primary.does, primary.words, primary.card ?? '', primary.meld ?? '', 'actions' in primary ? primary.actions.join(' ') : ''].join(':')
}

// What a tap does to the draft.

/** A card of the hand is tapped. */
export function select(draft: Draft, phase: Phase, card: string): Draft {
  const has = draft.selected.includes(card)
  // Chosen before the draw and still alone: this tap is the new choice, not its end.
  if (has && draft.selected.length === 1 && phase === 'act' && !draft.armed) return { ...draft, armed: true, asked: false }
  const selected = has ? draft.selected.filter((one) => one !== card) : [...draft.selected, card]
  return { ...draft, selected, armed: phase === 'act' && !has && selected.length === 1, asked: false, target: null }
}

/** Several cards are chosen at once, e.g. by dragging or by a chip. */
export function selectAll(draft: Draft, phase: Phase, cards: readonly string[]): Draft {
  return { ...draft, selected: [...cards], armed: phase === 'act' && cards.length === 1, asked: false, target: null }
}

export function clear(draft: Draft): Draft {
  return { ...draft, selected: [], deepest: null, pickup: null, target: null, armed: false, asked: false }
}

/** A card of the pile is chosen as the deepest; the best pickup for it is taken up at once. */
export function choose(draft: Draft, view: DummyView, card: string, worth: Worth): Draft {
  const groups = groupsFor(view, card, worth, draft.selected)
  if (!groups.length) return draft
  return { ...draft, deepest: card, pickup: groups[0]!.best.text, asked: false }
}

/** A step joins the draft. Nothing stays selected, so nothing can be discarded by tapping on. */
export function stepped(draft: Draft, actions: readonly string[], redone = false): Draft {
  return {
    ...EMPTY,
    steps: [...draft.steps, ...actions],
    undone: redone ? draft.undone.slice(1) : [],
  }
}

/** Take back: first a question, then a choice, then the last step. Null when there is nothing of one's own to take back. */
export function undone(draft: Draft): Draft | null {
  if (draft.asked) return { ...draft, asked: false }
  if (draft.deepest) return { ...draft, deepest: null, pickup: null }
  if (draft.steps.length) {
    return { ...EMPTY, steps: draft.steps.slice(0, -1), undone: [draft.steps.at(-1)!, ...draft.undone] }
  }
  if (draft.selected.length) return clear(draft)
  return null
}

/** The real deal has changed under the draft. A mere reload keeps it all; anything else keeps what is selected and held. */
export function rebased(draft: Draft, before: DummyView | null, after: DummyView | null): Draft {
  if (!after) return EMPTY
  const same =
    before !== null &&
    before.number === after.number &&
    before.turn === after.turn &&
    before.phase === after.phase &&
    before.actions.length === after.actions.length &&
    before.hand === after.hand
  if (same) return draft
  const hand = new Set(handCards(after))
  const selected = before?.number === after.number ? draft.selected.filter((card) => hand.has(card)) : []
  return { ...EMPTY, selected }
}

/** What a pickup leads to, in numbers: cards taken, and held afterwards. */
export function pickupSums(view: DummyView, text: string): { count: number; holds: number; hand: string[] } {
  const { cards } = read(text)
  const pile = pileCards(view)
  const count = takes(pile, cards)
  const hand = [...handCards(view), ...pile.slice(pile.length - count)].filter((card) => !cards.includes(card))
  return { count, holds: hand.length, hand }
}

/** The meld that a card lies in now but did not before: it was placed by the draft. */
export function newCards(before: DummyView | null, after: DummyView | null): Set<string> {
  const old = new Set(before?.melds.flatMap((meld) => meld.cards.map(([card]) => card)))
  return new Set(after?.melds.flatMap((meld) => meld.cards.map(([card]) => card)).filter((card) => !old.has(card)))
}

/** Whether a meld is new as a whole. */
export function isNewMeld(before: DummyView | null, meld: MeldView): boolean {
  return !before || meld.cards.every(([card]) => meldWith(before.melds, card) < 0)
}
