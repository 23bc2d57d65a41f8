// Made by `make types` from src/speto/records.py. Do not edit.

/** One line of a ledger: points of a seat, and why. */
export interface LedgerLine {
  seat: number;
  code: string;
  rule: string;
  points: number;
  cards?: string;
  action?: number;
  by?: number;
}

/** One deal: its start (a deck or a position), its actions, and what they are said to come to. */
export interface DealRecord {
  start: Record<string, unknown>;
  actions: string[];
  scores?: number[];
  ledger?: LedgerLine[];
}

/**
 * One move of a bot: on which action of which deal it spent how many worlds, from which seed.
 *
 * ``weights`` only where they are not the bot's: a deal may outlast an upgrade.
 */
export interface BotMove {
  deal: number;
  action: number;
  worlds: number;
  seed: string;
  weights?: string;
}

/** Who sat in a bot's seat: its level, the hash of its weights, its moves that are told of. Kept, never judged. */
export interface BotRecord {
  level: string;
  weights: string;
  moves: BotMove[];
}

/** Totals over all finished deals, and the seat that won the match, None while nobody has. */
export interface Result {
  totals: number[];
  winner: number | null;
}

/**
 * All deals of one table, or some: then ``before`` has each seat's points of the match before the first of them.
 *
 * What is absent is ``msgspec.UNSET`` and is left out when written.
 */
export interface GameRecord {
  format: string;
  game: string;
  rules: Record<string, unknown>;
  players: string[];
  deals: DealRecord[];
  before?: number[];
  meta?: Record<string, string>;
  bots?: (BotRecord | null)[];
  result?: Result;
}
