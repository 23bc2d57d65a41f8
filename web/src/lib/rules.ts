/** House rules as the table keeps them: a preset's name and what differs. The table of options is made from Python. */
import made from '../options.json'

export type Value = string | number | boolean | null
export type OptionName = keyof typeof made.options
export type PresetName = keyof typeof made.presets
export type Full = Record<OptionName, Value>

interface OptionInfo {
  rule: string
  values?: Value[]
  from?: number
  to?: number
}

export const OPTIONS = made.options as Record<OptionName, OptionInfo>
export const OPTION_NAMES = Object.keys(made.options) as OptionName[]
export const PRESETS = made.presets as unknown as Record<PresetName, Full>
export const PRESET_NAMES = Object.keys(made.presets) as PresetName[]
export const LEVELS = made.levels as string[]
/** Manners of play beside the levels: they look no further than one action. */
export const STYLES = LEVELS.filter((level) => ['greedy', 'wary', 'patient'].includes(level))
/** The levels, the weakest first. */
export const LADDER = LEVELS.filter((level) => level.startsWith('level'))
/** Those that people choose from. */
export const OFFERED = [...LADDER, ...STYLES]
/** The level that a bot has when nobody chooses one: neither the weakest nor one that only experts beat. */
export const USUAL = LEVELS.find((level) => level === 'level3') ?? LEVELS.at(-1) ?? 'random'
export const REASON_RULES = made.reasons as Record<string, string>

export function presetOf(rules: Record<string, unknown>): PresetName {
  return PRESET_NAMES.find((name) => name === rules.preset) ?? 'classic'
}

/** Every option with its value. What is not known is left out: an old link must still open. */
export function fullRules(rules: Record<string, unknown>): Full {
  const full = { ...PRESETS[presetOf(rules)] }
  for (const name of OPTION_NAMES) {
    if (name in rules && allowed(name, rules[name] as Value)) full[name] = rules[name] as Value
  }
  return full
}

function allowed(name: OptionName, value: Value): boolean {
  const { values, from, to } = OPTIONS[name]
  if (values) return values.includes(value)
  return typeof value === 'number' && Number.isInteger(value) && value >= (from ?? 1) && value <= (to ?? Infinity)
}

/** The options in which these rules differ from a preset, the target apart: that is shown by itself. */
export function differences(full: Full, preset: PresetName): OptionName[] {
  return OPTION_NAMES.filter((name) => name !== 'target' && full[name] !== PRESETS[preset][name])
}

/** The preset that is nearest, and what differs from it. */
export function shortest(full: Full): { preset: PresetName } & Partial<Full> {
  const nearest = PRESET_NAMES.map((preset) => ({ preset, differs: differences(full, preset) })).sort(
    (a, b) => a.differs.length - b.differs.length,
  )[0]!
  const rules: Record<string, Value> = { preset: nearest.preset }
  for (const name of nearest.differs) rules[name] = full[name]
  if (full.target !== PRESETS[nearest.preset].target) rules.target = full.target
  return rules as { preset: PresetName } & Partial<Full>
}

/** Where a rule is read as it is with these house rules. */
export function rulePath(rules: Record<string, unknown>, id: string): string {
  return `/rules?rules=${encodeURIComponent(JSON.stringify(rules))}#${id}`
}
