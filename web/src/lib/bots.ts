/** One tap, and a match against bots begins: the setup that was used last, or a plain one. */
import { api } from '../api'
import { t } from '../i18n/index.svelte'
import type { Setup } from '../protocol'
import { go } from '../router.svelte'
import { settings } from '../settings.svelte'
import { OFFERED, USUAL } from './rules'

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

/** What was chosen last, for tables of bots or of friends. */
export function lastPlan(kind: 'bots' | 'friends'): Plan {
  const plain: Plan =
    kind === 'bots'
      ? { setup: { ...PLAIN, practice: true }, bots: [USUAL, USUAL, USUAL] }
      : { setup: { ...PLAIN, aids: 'legal' }, bots: [null, null, null] }
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
