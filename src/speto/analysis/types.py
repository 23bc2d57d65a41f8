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

    ``points`` is by how many points it is better than the action that was played, with its standard error; ``win``
    by how much more often it wins the match, in percent of all matches, with its own. ``lead`` is the expected lead
    over the mean of the others at the end of the deal, and the shares are of the worlds in which it was played out.
    """

    action: str
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
    """A decision with more than one legal action: what was played, and all options, the best first.

    ``lost`` is by how many points ``best``, the best in one half of the worlds, is better than ``action`` in the other
    half, with its standard error; below 0 it is the worse there. ``win`` is the same for the match, in percent.
    """

    deal: int
    number: int
    seat: int
    kind: Kind
    action: str
    best: str
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
