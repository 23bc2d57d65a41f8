/**
 * The page in two languages. `t()` is the catalogue of the language in force; a missing key is a type error.
 * Only the language in force is fetched; the other one comes when somebody changes to it.
 */

import { type Lang, language, settings } from '../settings.svelte'
import type { en as english } from './en'

/** The shape of a catalogue: the same keys, any words. */
export type Wide<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Said
    ? (...given: Given) => Wide<Said>
    : { [Key in keyof T]: Wide<T[Key]> }

export type Messages = Wide<typeof english>

/** A catalogue: called, it is the one in force. `all` fetches both, for tests and for docs/thai.md. */
export type Catalogue<M> = (() => M) & { readonly en: M; readonly th: M; all: () => Promise<unknown> }

const loads: ((lang: Lang) => Promise<void>)[] = []

/**
 * A catalogue of one's own, for a screen that is loaded by itself. In `messages.ts`, where the tests find it:
 *
 *     export const m = await catalogueOf(
 *       () => import('./messages.en').then((one) => one.en),
 *       () => import('./messages.th').then((one) => one.th),
 *     )
 *
 * then `m().title`.
 */
export async function catalogueOf<M>(en: () => Promise<M>, th: () => Promise<Wide<M>>): Promise<Catalogue<Wide<M>>> {
  let held: { en?: Wide<M>; th?: Wide<M> } = $state.raw({})
  const load = async (lang: Lang) => {
    if (held[lang]) return
    const words = lang === 'th' ? await th() : ((await en()) as Wide<M>)
    held = { ...held, [lang]: words }
  }
  loads.push(load)
  await load(language())
  const get = () => (held[language()] ?? held.en ?? held.th) as Wide<M>
  return Object.defineProperties(get, {
    en: { get: () => held.en },
    th: { get: () => held.th },
    all: { value: () => Promise.all([load('en'), load('th')]) },
  }) as Catalogue<Wide<M>>
}

/** The same with both languages at hand. */
export function catalogue<M>(english: M, thai: Wide<M>): Catalogue<Wide<M>> {
  const wide = english as Wide<M>
  return Object.assign(() => (language() === 'th' ? thai : wide), { en: wide, th: thai, all: () => Promise.resolve() })
}

export const t = await catalogueOf(
  () => import('./en').then((one) => one.en),
  () => import('./th').then((one) => one.th),
)

$effect.root(() => {
  $effect(() => {
    const lang = language()
    for (const load of loads) void load(lang)
    if (settings.thaiTerms) void loads[0]?.('th')
  })
})

export { language }

export type Term = keyof Messages['terms']

/** A term of the glossary; on wish with the Thai one beside the English: Born (เกิด). */
export function term(key: Term): string {
  const own = t().terms[key]
  return settings.thaiTerms && language() === 'en' && t.th ? `${own} (${t.th.terms[key]})` : own
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
