// Made by `make types` from src/speto/analysis/types.py. Do not edit.

import type { Reason } from "./protocol";

export type Kind = "take" | "lay" | "discard";

export type Verdict = "best" | "close" | "fine" | "inaccuracy" | "mistake" | "blunder";

/**
 * One legal action of a decision.
 *
 * ``points`` is by how many points it is better than the action that was played, with its standard error; ``win``
 * by how much more often it wins the match, in percent of all matches, with its own. ``lead`` is the expected lead
 * over the mean of the others at the end of the deal, and the shares are of the worlds in which it was played out.
 */
export interface Option {
  action: string;
  points: number;
  error: number;
  win: number;
  win_error: number;
  lead: number;
  knocks: number;
  knocked: number;
  unborn: number;
  taken: number;
  charged: number;
  held: number;
}

/** A decision with more than one legal action: what was played, and all options, the best first. */
export interface Decision {
  deal: number;
  number: number;
  seat: number;
  kind: Kind;
  action: string;
  best: string;
  lost: number;
  error: number;
  win: number;
  win_error: number;
  verdict: Verdict;
  reason: Reason | null;
  options: Option[];
}

/**
 * A seat's deals in figures.
 *
 * ``lost`` sums the points of decisions that were clearly worse than the best, by kind; ``each`` is the mean over
 * all decisions, with its standard error. ``luck`` sums by how much each drawn card was better than the mean draw,
 * in points of lead.
 */
export interface SeatSum {
  seat: number;
  name: string;
  decisions: number;
  lost: Record<string, number>;
  each: number;
  error: number;
  luck: number;
  verdicts: Record<string, number>;
}

/** A record's analysis. ``costliest`` are places in ``decisions``, the costliest first, three at most. */
export interface Analysis {
  format: string;
  weights: string;
  worlds: number;
  near: boolean;
  decisions: Decision[];
  costliest: number[];
  seats: SeatSum[];
}
