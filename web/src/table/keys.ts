/** The table by keyboard. Nothing fires while a text field or a sheet has the focus. */
import { num, t } from '../i18n/index.svelte'
import { deepestCards } from './draft'
import { lastLap } from './log'
import { m } from './messages'
import type { Play } from './play.svelte'
import { layoffsOf } from './words'

const SHORTCUTS = 'speto.keys'

export function shortcutsOn(): boolean {
  try {
    return localStorage.getItem(SHORTCUTS) !== 'off'
  } catch {
    return true
  }
}

export function setShortcuts(on: boolean): void {
  try {
    localStorage.setItem(SHORTCUTS, on ? 'on' : 'off')
  } catch {
    // As above.
  }
}

export interface Around {
  root: HTMLElement
  help(): void
  /** The primary button's words, as they are spoken. */
  said(): string
  clock(): string
}

/** Where the focus goes when it is sent to a zone: its card or meld that can be tabbed to. */
function focus(root: HTMLElement, zone: string): void {
  root.querySelector<HTMLElement>(`[data-zone="${zone}"] [tabindex="0"]`)?.focus()
}

export function onKey(event: KeyboardEvent, play: Play, around: Around): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return
  const target = event.target as HTMLElement
  if (target.closest?.('input, textarea, select, [contenteditable=true], dialog')) return
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
    event.preventDefault()
    if (event.shiftKey) play.redo()
    else play.undo()
    return
  }
  if (event.ctrlKey || event.metaKey) return
  if (event.key === 'Escape') {
    if (play.show.replaying) play.show.skip()
    else if (play.phase === 'pickup' || play.draft.asked) play.undo()
    else play.clear()
    return
  }
  if (!shortcutsOn() || event.key.length !== 1) return
  // By place on the keyboard too, so that they work with a Thai layout.
  const letter = /^[a-z?]$/i.test(event.key) ? event.key.toUpperCase() : event.key === '?' ? '?' : /^Key([A-Z])$/.exec(event.code)?.[1]
  if (/^[1-9]$/.test(event.key) && digit(Number(event.key), play)) {
    event.preventDefault()
    return
  }
  const run = letter && KEYS[letter]
  if (!run) return
  if (run(play, around) !== false) event.preventDefault()
}

/** A meld by its number, when it takes what is selected. */
function digit(number: number, play: Play): boolean {
  return play.targets.some((one) => one.meld === number - 1) && play.tapMeld(number - 1)
}

const KEYS: Record<string, (play: Play, around: Around) => boolean | void> = {
  D: (play) => {
    if (play.phase === 'draw' && play.view?.legal.includes('+')) void play.send(['+'])
    else if (play.phase === 'wait') play.inform(t().nacks.not_yours)
    else play.refuse('taken_already')
  },
  P: (play, around) => {
    const { view } = play
    if (!view || (play.phase !== 'draw' && play.phase !== 'pickup')) return play.refuse('taken_already')
    const cards = [...deepestCards(view).keys()].sort((a, b) => view.pile.findIndex(([c]) => c === b) - view.pile.findIndex(([c]) => c === a))
    if (!cards.length) return play.inform(m().tray.selectedNoFit)
    const fits = [...deepestCards(view, play.draft.selected).keys()]
    const order = play.draft.deepest ? cards : [...cards].sort((a, b) => Number(fits.includes(b)) - Number(fits.includes(a)))
    const next = order[(order.indexOf(play.draft.deepest ?? '') + 1) % order.length]!
    if (next !== play.draft.deepest) play.tapPile(next)
    around.root.querySelector<HTMLElement>(`[data-zone=pile] [data-card="${next}"]`)?.focus()
  },
  M: (play) => {
    if (play.primary.words === 'lay' || play.primary.words === 'take') play.press(true)
    else play.inform(m().tray.other)
  },
  L: (play, around) => {
    if (play.targets.length === 1) return void play.tapMeld(play.targets[0]!.meld)
    if (play.targets.length > 1) return focus(around.root, 'melds')
    const off = layoffsOf(play, play.table.seat)
    if (play.draft.selected.length) play.refuse(off && off.made >= off.limit ? 'layoff_limit' : 'no_fit')
    else play.inform(m().tray.act)
  },
  X: (play, around) => {
    play.discard()
    // The question stands in the tray; the answer is given there.
    if (play.draft.asked) queueMicrotask(() => around.root.querySelector<HTMLElement>('[data-answer]')?.focus())
  },
  K: (play) => {
    if (play.phase === 'knock') play.reviewing = true
    else play.darkKnock()
  },
  U: (play) => play.undo(),
  R: (play) => play.redo(),
  Z: (play) => play.sort(),
  H: (_, around) => focus(around.root, 'hand'),
  B: (_, around) => focus(around.root, 'pile'),
  T: (_, around) => focus(around.root, 'melds'),
  I: (_, around) => {
    const card = document.activeElement
    if (!card || !around.root.contains(card)) return false
    card.dispatchEvent(new CustomEvent('inspect', { bubbles: true }))
  },
  S: (play) => {
    const { table } = play.table
    if (table) play.show.say(table.seats.map((_, seat) => `${play.nameOf(seat)} ${num(table.totals[seat] ?? 0)}`).join(', '))
  },
  C: (play, around) => play.show.say(around.clock()),
  O: (play) => {
    const { view } = play
    if (!view) return
    const others = view.hands.map((hand, seat) => `${play.nameOf(seat)} ${t().seat.cards(hand.held)} ${hand.born ? t().seat.born : t().seat.dark}`)
    play.show.say(others.filter((_, seat) => seat !== play.table.seat).join(', '))
  },
  E: (play) => {
    const { view } = play
    if (!view) return
    const line = lastLap(view, play.table.seat).at(-1)
    play.show.say(line ? m().log.turn(play.nameOf(line.seat), line.text) : m().log.empty)
  },
  W: (play, around) => play.show.say(around.said()),
  '?': (_, around) => around.help(),
}
