/** The page in two languages. `t()` is the catalogue of the language in force; a missing key is a type error. */

import { language, settings } from '../settings.svelte'
import { en } from './en'
import { th } from './th'

/** The shape of a catalogue: the same keys, any words. */
export type Wide<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Said
    ? (...given: Given) => Wide<Said>
    : { [Key in keyof T]: Wide<T[Key]> }

export type Messages = Wide<typeof en>

/**
 * A catalogue of one's own, for a screen that is loaded by itself:
 * `export const m = catalogue(en, th)`, then `m().title`. Put it in a file `messages.ts`; the tests find it there.
 */
export function catalogue<M>(english: M, thai: Wide<M>): (() => Wide<M>) & { en: Wide<M>; th: Wide<M> } {
  const wide = english as Wide<M>
  return Object.assign(() => (language() === 'th' ? thai : wide), { en: wide, th: thai })
}

export const t = catalogue(en, th)

export { language }

export type Term = keyof Messages['terms']

/** A term of the glossary; on wish with the Thai one beside the English: Born (เกิด). */
export function term(key: Term): string {
  const own = t().terms[key]
  return settings.thaiTerms && language() === 'en' ? `${own} (${th.terms[key]})` : own
}

/** A number with a true minus. */
export function num(value: number): string {
  return value < 0 ? `−${-value}` : String(value)
}

/** A number with its sign: +30, −50, 0. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : num(value)
}

/** How a card is spoken: queen of spades, speto. */
export function cardName(card: string): string {
  const names = t().cardNames
  const name = names.card(names.ranks[card[0] as keyof typeof names.ranks], names.suits[card[1] as keyof typeof names.suits])
  return isSpeto(card) ? `${name}, ${t().terms.speto}` : name
}

export function isSpeto(card: string): boolean {
  return card === '2c' || card === 'Qs'
}

/** One or other in English; Thai needs no plural. */
export function plural(count: number, one: string, other: string): string {
  return count === 1 ? one : other
}
