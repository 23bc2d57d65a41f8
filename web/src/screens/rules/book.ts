/** Which rules there are, where each stands, and what of the house rules it depends on. The words are in the catalogue. */
import type { Full, OptionName } from '../../lib/rules'
import type { en } from './messages.en'
import { m } from './messages'

export type RuleId = keyof typeof en.rules
export type Section = keyof typeof en.sections

export interface Entry {
  id: RuleId
  section: Section
  /** The house rules that its text depends on, in the order of the text's arguments. */
  by: OptionName[]
  /** The house rule without which it does not exist at a table. */
  needs?: OptionName
}

const chapter = (section: Section, ids: RuleId[]): Entry[] =>
  ids.map((id) => ({ id, section, by: BY[id] ?? [], ...(NEEDS[id] ? { needs: NEEDS[id] } : {}) }))

const BY: Partial<Record<RuleId, OptionName[]>> = {
  R3: ['strip_stock'],
  R16: ['qka_closed'],
  R17: ['layoff_limit'],
  R20: ['colour_knock'],
  R22: ['ace_value'],
  R25: ['unborn_double_on', 'unborn_double_scope'],
  R26: ['reversal'],
  R28: ['target'],
  A26: ['reversal'],
  P0: ['foolish_condition', 'foolish_speto_amount'],
}

const NEEDS: Partial<Record<RuleId, OptionName>> = {
  P1: 'knock_speto',
  P2: 'knock_layable',
  P3: 'head_bonus',
  P4: 'layoff_discard',
  P5: 'full_discard',
  P6: 'head_feed',
  P7: 'speto_feed',
  P8: 'speto_lure',
  P9: 'speto_laid_off',
}

export const BOOK: Entry[] = [
  ...chapter('start', ['R1', 'R6', 'R7', 'R2', 'R3', 'R4', 'R5']),
  ...chapter('turn', ['R8', 'R9', 'A10', 'A12', 'R10', 'A21', 'A22']),
  ...chapter('birth', ['R11', 'R12', 'A15']),
  ...chapter('lay', ['R13', 'R14', 'R15', 'R16', 'R17', 'A13', 'A20']),
  ...chapter('knock', ['R18', 'A19', 'R19', 'R20', 'R26', 'R21', 'A23', 'A25', 'A56', 'A60']),
  ...chapter('points', ['R22', 'R24', 'R23', 'A6', 'R25']),
  ...chapter('bonus', ['P1', 'P2', 'P3', 'A5']),
  ...chapter('penalties', ['P0', 'P4', 'P5', 'guard', 'P6', 'P7', 'P8', 'P9', 'stack']),
  ...chapter('match', ['R28', 'A49', 'A28', 'R27', 'A27', 'A26', 'D18']),
]

/** Where a rule stands that has no place of its own: choices stand with the rule that they change. */
const ALIASES: Record<string, RuleId> = {
  D1: 'R17', D2: 'R22', D3: 'R22', D4: 'R25', D5: 'R25', D6: 'P0', D7: 'P0', D8: 'A26', D9: 'A26', D10: 'R16', D11: 'R28',
  D12: 'R20', D13: 'R3', D14: 'R13', D15: 'R24', D16: 'R25', D17: 'R18', K1: 'D18',
}

/** The entry that a rule id leads to; undefined for a question that only the full statement answers. */
export function entryOf(id: string): Entry | undefined {
  const wanted = ALIASES[id] ?? id
  return BOOK.find((entry) => entry.id === wanted)
}

export function isOn(entry: Entry, full: Full): boolean {
  return entry.needs === undefined || full[entry.needs] === true
}

/** What the rule says at a table with these house rules. */
export function ruleText(entry: Entry, full: Full): string {
  const text = m().rules[entry.id] as string | ((...values: unknown[]) => string)
  return typeof text === 'string' ? text : text(...entry.by.map((name) => full[name]))
}

export function ruleName(entry: Entry): string {
  return m().names[entry.id]
}

/** The id as it is shown: a word without number has none. */
export function shownId(entry: Entry): string {
  return /\d/.test(entry.id) ? entry.id : ''
}
