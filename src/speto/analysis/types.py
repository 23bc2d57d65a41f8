"""An analysis as data: what ``speto analyse --json`` prints and the page shows."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from speto.protocol.messages import Cause, Reason

__all__ = ["FORMAT", "Analysis", "Cause", "Decision", "Kind", "Option", "Reason", "SeatSum", "Verdict"]

FORMAT = "speto-analysis/1"

Kind = Literal["take", "pickup", "lay", "discard", "knock"]
"""What was to be decided: draw or pick up, which cards to pick up, lay or hold, what to throw, knock or not."""

Verdict = Literal["best", "close", "fine", "inaccuracy", "mistake", "blunder"]


class Option(Struct, frozen=True):
    """One legal action of a decision.

    ``worlds`` is in how many worlds it was played out: few if it fell behind and was let go early. ``points`` is by
    how many points it is better there than the action that was played, with its standard error; ``win`` by how much
    more often it wins the match, in percent of all matches, with its own. ``lead`` is the lead over the mean of the
    others that is to be expected at the end of the deal: that of the action that was played, plus ``points``. The
    shares are of the worlds in which it was played out. The figures of the action that was played and of the best
    (if that is the one that was played, of the next) are those of the second half, for which nothing was chosen.
    """

    action: str
    worlds: int
    points: float
    error: float
    win: float
    win_error: float
    lead: float
    knocks: float
    knocked: float
    unborn: float
    taken: float
    charged: float
    held: float


class Decision(Struct, frozen=True):
    """A decision with more than one legal action: what was played, and all options.

    ``lost`` is by how many points ``best``, the best in one half of the worlds, is better than ``action`` in the other
    half, with its standard error; below 0 it is the worse there. ``win`` is the same for the match, in percent. The
    better of these two is the first of the ``options``, the others follow by points: one that was let go early may
    have more, by luck.

    ``race``: somebody is half way to the target, so the best is that which wins the match most often, and the others
    follow by that. ``lost`` then is ``win`` in points: in those that are worth as much of the match where all seats are
    as near the target as the first.
    """

    deal: int
    number: int
    seat: int
    kind: Kind
    action: str
    best: str
    race: bool
    lost: float
    error: float
    win: float
    win_error: float
    verdict: Verdict
    reason: Reason | None
    options: list[Option]


class SeatSum(Struct, frozen=True):
    """A seat's deals in figures.

    ``lost`` sums the points of decisions that were clearly worse than the best, by kind. ``each`` is the mean of what
    was lost over all decisions, clear or not, with its standard error. Luck, in points of lead: by how much the hands
    that were ``dealt`` were better than redrawn ones, with its standard error, and each card ``drawn`` than the mean
    draw, summed.
    """

    seat: int
    name: str
    decisions: int
    lost: dict[str, float]
    each: float
    error: float
    dealt: float
    dealt_error: float
    drawn: float
    verdicts: dict[str, int]


class Analysis(Struct, frozen=True):
    """A record's analysis, by this ``version`` of Speto and the bots' weights with this hash.

    ``costliest`` are places in ``decisions``, the costliest first, three at most.
    """

    format: str
    version: str
    weights: str
    worlds: int
    near: bool
    decisions: list[Decision]
    costliest: list[int]
    seats: list[SeatSum]
