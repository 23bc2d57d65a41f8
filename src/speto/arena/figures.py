"""What the results of a run say: D and its interval, shares of matches, what a decision took."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from speto.kit.leads import leads

from .play import Tally
from .run import DECK, MATCH, Result

Z = statistics.NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over independent units, and its 95 % interval; with fewer than two units the interval is everything."""

    value: float
    low: float
    high: float
    units: int

    @property
    def half(self) -> float:
        """Half the interval."""
        return (self.high - self.low) / 2


def mean(values: Sequence[float]) -> Mean:
    """The mean of values, each of an independent unit, with the interval of Student's t.

    >>> found = mean([10.0, 20.0, 30.0, 20.0])
    >>> found.value, round(found.low, 1), round(found.high, 1)
    (20.0, 7.0, 33.0)
    """
    if len(values) < 2:
        return Mean(values[0] if values else math.nan, -math.inf, math.inf, len(values))
    middle = statistics.fmean(values)
    half = _t(len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))
    return Mean(middle, middle - half, middle + half, len(values))


def _t(freedom: int) -> float:
    """The 97.5 % point of Student's t: exact for 1 and 2 degrees of freedom, else its expansion in their number."""
    if freedom == 1:
        return 12.7062
    if freedom == 2:
        return 4.3027
    z, n = Z, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def lead(points: Sequence[int], place: int) -> float:
    """D of a place: its points less the mean of the others'.

    >>> lead([90, 30, 0], 0)
    75.0
    """
    return leads(points)[place]


def places(result: Result, name: str) -> list[int]:
    """The places of a line-up where a name stands. A name against itself is the first of two names."""
    if len(set(result.lineup)) == 1:
        return [0]
    return [place for place, other in enumerate(result.lineup) if other == name]


def difference(results: Iterable[Result], name: str) -> Mean:
    """D of a name: for each deck the mean over rotations and places, then the mean of the decks."""
    return mean(
        [
            statistics.fmean(lead(points, place) for points in result.points for place in at)
            for result in results
            if result.what == DECK and (at := places(result, name))
        ]
    )


def share(results: Iterable[Result], name: str) -> Mean:
    """The share of matches that a name wins in a seat of its own: a mean over the seeds of matches.

    The highest total wins; several share it.
    """
    return mean(
        [
            statistics.fmean(_won(totals, place) for totals in result.points for place in at)
            for result in results
            if result.what == MATCH and (at := places(result, name))
        ]
    )


def _won(totals: Sequence[int], place: int) -> float:
    best = max(totals)
    return (totals[place] == best) / totals.count(best)


def tally(results: Iterable[Result], name: str) -> Tally:
    """What a name's decisions took, in all."""
    took = Tally()
    for result in results:
        if name in result.took:
            held = result.took[name]
            took.add(Tally(held.decisions, held.seconds, held.worlds, held.faults))
    return took


def ms_per_decision(took: Tally) -> float:
    """Milliseconds a decision, by the clock of the name."""
    return round(1000 * took.seconds / took.decisions, 3) if took.decisions else 0.0
