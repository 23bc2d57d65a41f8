/** Sentences about a line of the ledger. */
import { signed, t } from '../../i18n/index.svelte'
import { cardList } from '../../lib/text'
import type { LineView } from '../../protocol'
import type { Given } from './given'
import { m } from './messages'
import { causeOf } from './story'

/** What a penalty goes back to, in one sentence. */
export function storyOf(given: Given, line: LineView): string {
  const { others } = causeOf(given.deal, line, given.scenes)
  const with_ = others.join(' ')
  const who = given.name(line.seat)
  const by = line.by === undefined || line.by === null ? '' : given.name(line.by)
  const story = m().story
  if (!line.cards) return whyOf(given, line)
  switch (line.code) {
    case 'foolish_discard':
      return story.foolish_discard(who, by)
    case 'layoff_discard':
      return others.length ? story.layoff_discard(who, with_) : whyOf(given, line)
    case 'full_discard':
      return others.length ? story.full_discard(who, with_) : whyOf(given, line)
    case 'head_feed':
    case 'speto_feed':
    case 'speto_lure':
      return story[line.code](who, by, with_)
    case 'speto_laid_off':
      return story.speto_laid_off(who, by)
  }
  return whyOf(given, line)
}

/** The general sentence of a line's code. */
export function whyOf(given: Given, line: LineView): string {
  const who = given.name(line.seat)
  const own = m().why[line.code as 'laid'] as ((who: string, you: boolean) => string) | undefined
  if (own) return own(who, line.seat === given.me)
  const by = line.by === undefined || line.by === null ? '' : given.name(line.by)
  const card = cardList(line.cards)[0] ?? ''
  const why = t().why as Record<string, ((who: string, card: string, by: string) => string) | undefined>
  return why[line.code]?.(who, card, by) ?? ''
}

/** What would have kept a line off the sheet; "" where nothing is to be said. */
export function avoidOf(line: LineView): string {
  return (m().avoided as Record<string, string>)[line.code] ?? ''
}

/** Beside the sentence: the rule's own, where the amount needs one. */
export function moreOf(line: LineView): string {
  if (line.code === 'knock_card') return m().closing[line.rule as 'R23'] ?? ''
  const doubled = m().doubled[line.code as 'dark_knock'] as ((amount: string) => string) | undefined
  return doubled?.(signed(line.points)) ?? ''
}
