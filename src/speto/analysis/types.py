"""An analysis as data: what ``speto analyse --json`` prints and the page shows."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from speto.protocol.messages import Cause, Reason

__all__ = ["FORMAT", "Analysis", "Cause", "Decision", "Kind", "Option", "Reason", "SeatSum", "Verdict"]

FORMAT = "speto-analysis/1"

Kind = Literal["take", "lay", "discard"]
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
    """A decision with more than one legal action: what was played, and all options, the best first."""

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

    ``lost`` sums the points of decisions that were clearly worse than the best, by kind; ``each`` is the mean over
    all decisions, with its standard error. ``luck`` sums by how much each drawn card was better than the mean draw,
    in points of lead.
    """

    seat: int
    name: str
    decisions: int
    lost: dict[str, float]
    each: float
    error: float
    luck: float
    verdicts: dict[str, int]


class Analysis(Struct, frozen=True):
    """A record's analysis. ``costliest`` are places in ``decisions``, the costliest first, three at most."""

    format: str
    weights: str
    worlds: int
    near: bool
    decisions: list[Decision]
    costliest: list[int]
    seats: list[SeatSum]
