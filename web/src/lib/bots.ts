/** One tap, and a match against bots begins: the setup that was used last, or a plain one. */
import { api } from '../api'
import { t } from '../i18n/index.svelte'
import type { Setup } from '../protocol'
import { go } from '../router.svelte'
import { settings } from '../settings.svelte'
import { fullRules, OFFERED, OPTION_NAMES, type PresetName, USUAL } from './rules'

export interface Plan {
  setup: Setup
  /** The level of each seat after mine, null for a person. */
  bots: (string | null)[]
}

const KEY = 'speto.plan.'

const PLAIN: Setup = {
  game: 'dummy',
  rules: { preset: 'classic' },
  players: 4,
  clock: 'off',
  aids: 'suggest',
  warnings: true,
  practice: false,
  pace: 900,
  public: false,
  chat: false,
}

/** What is chosen when nobody has chosen anything. */
export function plainPlan(kind: 'bots' | 'friends'): Plan {
  return kind === 'bots'
    ? { setup: { ...PLAIN, practice: true }, bots: [USUAL, USUAL, USUAL] }
    : { setup: { ...PLAIN, aids: 'legal' }, bots: [null, null, null] }
}

/** What was chosen last, for tables of bots or of friends. */
export function lastPlan(kind: 'bots' | 'friends'): Plan {
  const plain = plainPlan(kind)
  try {
    const kept = JSON.parse(localStorage.getItem(KEY + kind) ?? 'null') as Plan | null
    if (kept) {
      const bots = kept.bots.map((level) => (level !== null && !OFFERED.includes(level) ? USUAL : level))
      return { setup: { ...plain.setup, ...kept.setup, practice: kind === 'bots' }, bots }
    }
  } catch {
    // Nothing kept, or of another time.
  }
  return plain
}

/** A table for children: an easy match of an existing preset, not rules of its own. */
export const KIDS = {
  rules: { preset: 'classic' as PresetName, target: 100 },
  setup: { clock: 'off', aids: 'suggest', warnings: true, pace: 1800 },
  bot: OFFERED[0]!,
} as const

/** A plan in which all that makes a table one for children is chosen; the number of players stays. */
export function forKids(plan: Plan): Plan {
  return {
    setup: { ...plan.setup, ...KIDS.setup, rules: { ...KIDS.rules } },
    bots: plan.bots.map((level) => (level === null ? null : KIDS.bot)),
  }
}

/** Whether all of it is chosen still. */
export function isForKids(plan: Plan): boolean {
  const easy = forKids(plan)
  const wanted = fullRules(easy.setup.rules)
  const chosen = fullRules(plan.setup.rules)
  return (
    OPTION_NAMES.every((name) => chosen[name] === wanted[name]) &&
    (Object.keys(KIDS.setup) as (keyof typeof KIDS.setup)[]).every((key) => plan.setup[key] === KIDS.setup[key]) &&
    plan.bots.slice(0, plan.setup.players - 1).every((level) => level === null || level === KIDS.bot)
  )
}

export function keepPlan(kind: 'bots' | 'friends', plan: Plan): void {
  try {
    localStorage.setItem(KEY + kind, JSON.stringify(plan))
  } catch {
    // Then it is chosen anew.
  }
}

export function myName(): string {
  return settings.name.trim() || t().home.guest
}

/** Set the table and go there. Raises ApiError. */
export async function openTable({ setup, bots }: Plan, ready: boolean): Promise<void> {
  const created = await api.create(setup, myName(), bots.slice(0, setup.players - 1), ready)
  go(`/t/${created.code}`)
}
