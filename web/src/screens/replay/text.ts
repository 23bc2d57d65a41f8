/** A deal as people read it: who sat there, the house rules, each turn in a line, what it came to. */
import { num, t } from '../../i18n/index.svelte'
import { differences, fullRules, shortest } from '../../lib/rules'
import { CC0_LINK } from '../../lib/licence'
import { plain } from '../../lib/text'
import { m } from './messages'
import type { Turn } from './Log.svelte'

/** The house rules in a line: the preset, the target, what differs. */
export function rulesText(rules: Record<string, unknown>): string {
  const full = fullRules(rules)
  const { preset } = shortest(full)
  const chips = differences(full, preset).map((name) => t().options[name].chip(full[name]))
  return [t().setup.presets[preset], t().options.target.chip(full.target), ...chips].join(' · ')
}

export function dealText(deal: number, rules: Record<string, unknown>, turns: readonly Turn[], names: readonly string[], scores: readonly number[] | null, free = false): string {
  return [
    `Speto · ${t().common.deal(deal)} · ${rulesText(rules)}`,
    '',
    ...turns.map(({ turn, seat, text, charged }) => `${turn}. ${[`${names[seat]} ${plain(text)}`, ...charged.map((words) => plain(words))].join(' · ')}`),
    '',
    scores ? names.map((name, seat) => `${name} ${num(scores[seat] ?? 0)}`).join(' · ') : m().unfinished,
    ...(free ? ['', `${t().licence.notice} ${CC0_LINK}`] : []),
    '',
  ].join('\n')
}

/** What is wrong with a record, out of the place with which the server's sentence begins: `deals[0].actions[3]: …`. */
export function wrongText(sentence: string): string {
  const place = /^deals\[(\d+)\](?:\.actions\[(\d+)\])?/.exec(sentence)
  return place ? m().badAt(Number(place[1]) + 1, place[2] === undefined ? null : Number(place[2]) + 1) : m().badForm
}
