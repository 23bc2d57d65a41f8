// Made by `make types` from src/speto/analysis/types.py. Do not edit.

import type { Reason } from "./protocol";

/** What was to be decided: draw or pick up, which cards to pick up, lay or hold, what to throw, knock or not. */
export type Kind = "take" | "pickup" | "lay" | "discard" | "knock";

export type Verdict = "best" | "close" | "fine" | "inaccuracy" | "mistake" | "blunder";

/**
 * One legal action of a decision.
 *
 * ``worlds`` is in how many worlds it was played out: few if it fell behind and was let go early. ``points`` is by
 * how many points it is better there than the action that was played, with its standard error; ``win`` by how much
 * more often it wins the match, in percent of all matches, with its own. ``lead`` is the lead over the mean of the
 * others that is to be expected at the end of the deal: that of the action that was played, plus ``points``. The
 * shares are of the worlds in which it was played out. The figures of the action that was played and of the best
 * (if that is the one that was played, of the next) are those of the second half, for which nothing was chosen.
 */
export interface Option {
  action: string;
  worlds: number;
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

/**
 * A decision with more than one legal action: what was played, and all options.
 *
 * ``lost`` is by how many points ``best``, the best in one half of the worlds, is better than ``action`` in the other
 * half, with its standard error; below 0 it is the worse there. ``win`` is the same for the match, in percent. The
 * better of these two is the first of the ``options``, the others follow by points: one that was let go early may
 * have more, by luck.
 *
 * ``race``: somebody is half way to the target, so the best is that which wins the match most often, and the others
 * follow by that. ``lost`` then is ``win`` in points: in those that are worth as much of the match where all seats are
 * as near the target as the first.
 */
export interface Decision {
  deal: number;
  number: number;
  seat: number;
  kind: Kind;
  action: string;
  best: string;
  race: boolean;
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
 * ``lost`` sums the points of decisions that were clearly worse than the best, by kind. ``each`` is the mean of what
 * was lost over all decisions, clear or not, with its standard error. Luck, in points of lead: by how much the hands
 * that were ``dealt`` were better than redrawn ones, with its standard error, and each card ``drawn`` than the mean
 * draw, summed.
 */
export interface SeatSum {
  seat: number;
  name: string;
  decisions: number;
  lost: Record<string, number>;
  each: number;
  error: number;
  dealt: number;
  dealt_error: number;
  drawn: number;
  verdicts: Record<string, number>;
}

/**
 * A record's analysis, by this ``version`` of Speto and the bots' weights with this hash.
 *
 * ``costliest`` are places in ``decisions``, the costliest first, three at most.
 */
export interface Analysis {
  format: string;
  version: string;
  weights: string;
  worlds: number;
  near: boolean;
  decisions: Decision[];
  costliest: number[];
  seats: SeatSum[];
}
