"""A hint: what the analysis would find best for the seat to act, and what speaks for it. From the seat's view alone."""

from __future__ import annotations

from collections.abc import Sequence

from speto.bots.agent import Candidate, still_in, think, weigh
from speto.bots.levels import LEVELS, Level
from speto.bots.race import is_near
from speto.dummy.drafts import draft
from speto.dummy.view import View
from speto.protocol.messages import Hint

from .analyse import ROUNDS
from .reasons import CLEAR, reason


def advise(
    view: View, actions: Sequence[str], worlds: int, seed: bytes, kernel: str = "", totals: Sequence[int] = ()
) -> Hint | None:
    """What to do for the seat whose view this is, after these actions of a draft; None where it has nothing to do.

    The action of the value without search is weighed against all others, in so many worlds each in the mean; what falls
    behind is let go early. It is left only for one that is clearly better: in points, or once somebody is half way to
    the target (``totals`` are each seat's before the deal) in how often the match is won. Without worlds it is what the
    hint says, and nothing is weighed.

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
    level = Level("hint", "Hint", "คำแนะนำ", worlds=worlds, rounds=ROUNDS, belief=True, race=True)
    race = is_near(view.options.target, totals)
    options = weigh(view, first, level, seed, kernel, totals)
    base = options[0]
    best = clearly_best(options, race)
    other = base if best is not base else _rival(options, race)
    points, error = abs(other.gain - best.gain), max(other.error, best.error)
    hint = Hint("", best.action, other.action, reason(other, best), round(points, 1), round(error, 1), worlds)
    if race:
        hint.win = round(100 * abs(other.win - best.win), 1)
        hint.win_error = round(100 * max(other.win_error, best.win_error), 1)
    return hint


def clearly_best(options: Sequence[Candidate], race: bool = False) -> Candidate:
    """Of options that were weighed the best, by points or by the match, if it is clearly better; else the first."""
    best = max(still_in(options), key=lambda one: _gain(one, race)[0])
    gain, error = _gain(best, race)
    return best if gain > CLEAR * error else options[0]


def _gain(one: Candidate, race: bool) -> tuple[float, float]:
    """What counts, with its standard error."""
    return (one.win, one.win_error) if race else (one.gain, one.error)


def _rival(options: Sequence[Candidate], race: bool) -> Candidate:
    """What tempts: the clearly worse action of the highest value, for they come by value; else the best left."""
    gains = [(one, *_gain(one, race)) for one in options[1:]]
    worse = (one for one, gain, error in gains if gain < -CLEAR * error)
    return next(worse, None) or max(still_in(options)[1:], key=lambda one: _gain(one, race)[0])
