"""A hint: what the analysis would find best for the seat to act, and what speaks for it. From the seat's view alone."""

from __future__ import annotations

from collections.abc import Sequence

from speto.bots.agent import Candidate, still_in, think, weigh
from speto.bots.levels import LEVELS, Level
from speto.dummy.drafts import draft
from speto.dummy.view import View
from speto.protocol.messages import Hint

from .analyse import ROUNDS
from .reasons import CLEAR, reason


def advise(view: View, actions: Sequence[str], worlds: int, seed: bytes, kernel: str = "") -> Hint | None:
    """What to do for the seat whose view this is, after these actions of a draft; None where it has nothing to do.

    The action of the value without search is weighed against all others, in so many worlds each in the mean; what falls
    behind is let go early. It is left only for one that is clearly better. Without worlds it is what the hint says, and
    nothing is weighed.

    >>> from speto.dummy.deal import Deal
    >>> advise(Deal(players=2, seed="tour").see(0), [], 0, b"").action
    '+'
    """
    if actions:
        answer, after, _ = draft(view, actions)
        if after is None or not answer.ok:
            return None
        view = after
    legal = view.legal
    if not legal:
        return None
    first = think(view, LEVELS["level3"], kernel=kernel).action
    if worlds < 2 or len(legal) == 1:
        return Hint("", first)
    level = Level("hint", "Hint", "คำแนะนำ", worlds=worlds, rounds=ROUNDS, belief=True)
    options = weigh(view, first, level, seed, kernel)
    base = options[0]
    best = clearly_best(options)
    other = base if best is not base else _rival(options)
    gap = abs(other.gain - best.gain)
    error = max(other.error, best.error)
    return Hint("", best.action, other.action, reason(other, best), round(gap, 1), round(error, 1), worlds)


def clearly_best(options: Sequence[Candidate]) -> Candidate:
    """Of options that were weighed the best, if it is clearly better than the first; else the first."""
    best = max(still_in(options), key=lambda one: one.gain)
    return best if best.gain > CLEAR * best.error else options[0]


def _rival(options: Sequence[Candidate]) -> Candidate:
    """What tempts: the clearly worse action of the highest value, for they come by value; else the best left."""
    worse = (one for one in options[1:] if one.gain < -CLEAR * one.error)
    return next(worse, None) or max(still_in(options)[1:], key=lambda one: one.gain)
