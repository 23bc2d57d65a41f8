/** A deal as people read it: who sat there, the house rules, each turn in a line, what it came to. */
import { num, t } from '../../i18n/index.svelte'
import { differences, fullRules, shortest } from '../../lib/rules'
import { CC0_LINK } from '../../lib/licence'
import { plain } from '../../lib/text'
import { m } from './messages'
import type { Turn } from './Log.svelte'

export function dealText(deal: number, rules: Record<string, unknown>, turns: readonly Turn[], names: readonly string[], scores: readonly number[] | null, free = false): string {
  const full = fullRules(rules)
  const { preset } = shortest(full)
  const chips = differences(full, preset).map((name) => t().options[name].chip(full[name]))
  return [
    `Speto · ${t().common.deal(deal)} · ${[t().setup.presets[preset], t().options.target.chip(full.target), ...chips].join(' · ')}`,
    '',
    ...turns.map(({ turn, seat, text, charged }) => `${turn}. ${[`${names[seat]} ${plain(text)}`, ...charged.map((words) => plain(words))].join(' · ')}`),
    '',
    scores ? names.map((name, seat) => `${name} ${num(scores[seat] ?? 0)}`).join(' · ') : m().unfinished,
    ...(free ? ['', `${t().licence.notice} ${CC0_LINK}`] : []),
    '',
  ].join('\n')
}
