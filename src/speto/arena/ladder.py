"""A ladder from finishing orders: Plackett and Luce's model, of two players Bradley and Terry's.

The strengths are the most likely ones, found by Hunter's iteration (a minorisation). Each name also draws once with a
player of strength 1 who is not there, so that one who never lost stays finite. A rating is 400 · log10 of a strength.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .run import MATCH, Result

Order = tuple[str, ...]
"""Names from the first to the last; a name may stand there more than once."""

ANCHOR, RATING = "level3", 1500.0
"""This name's rating is fixed; without it, the mean of all."""

BOOTSTRAPS = 200


@dataclass(frozen=True, slots=True)
class Rung:
    """A name's rating, and its 95 % interval by bootstrap over the seeds of matches."""

    name: str
    rating: float
    low: float
    high: float


def orders(result: Result) -> list[Order]:
    """The finishing orders of a seed's matches; between equal totals the order is drawn, the same each time."""
    found = []
    for turn, totals in enumerate(result.points):
        rng = random.Random(f"{result.number} {turn}")
        drawn = sorted(range(len(totals)), key=lambda place: (-totals[place], rng.random()))
        found.append(tuple(result.lineup[place] for place in drawn))
    return found


def strengths(counts: Counter[Order], start: dict[str, float], rounds: int = 1000) -> dict[str, float]:
    """The most likely strengths; three wins to one are a little less than 3, since each drew once more.

    >>> found = strengths(Counter({("a", "b"): 30, ("b", "a"): 10}), {"a": 1.0, "b": 1.0})
    >>> round(found["a"] / found["b"], 2)
    2.95
    """
    wins = dict.fromkeys(start, 0.5)
    for order, count in counts.items():
        for name in order[:-1]:
            wins[name] += count
    held = dict(start)
    for _ in range(rounds):
        weight = {name: 1 / (value + 1) for name, value in held.items()}
        for order, count in counts.items():
            left = held[order[-1]]
            for at in range(len(order) - 2, -1, -1):
                left += held[order[at]]
                for name in order[at:]:
                    weight[name] += count / left
        found = {name: wins[name] / weight[name] for name in held}
        moved = max(abs(math.log(found[name] / held[name])) for name in held)
        held = found
        if moved < 1e-5:
            break
    return held


def ratings(found: dict[str, float]) -> dict[str, float]:
    """Strengths as ratings."""
    raw = {name: 400 * math.log10(value) for name, value in found.items()}
    zero = raw[ANCHOR] if ANCHOR in raw else sum(raw.values()) / len(raw)
    return {name: RATING + value - zero for name, value in raw.items()}


def ladder(names: Sequence[str], results: Iterable[Result], seed: str) -> list[Rung]:
    """The names from the strongest to the weakest."""
    seeds = [orders(result) for result in results if result.what == MATCH]
    start = dict.fromkeys(names, 1.0)
    best = strengths(Counter(order for matches in seeds for order in matches), start)
    rng = random.Random(seed)
    drawn: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(BOOTSTRAPS if seeds else 0):
        again = rng.choices(seeds, k=len(seeds))
        fitted = ratings(strengths(Counter(order for matches in again for order in matches), best, 100))
        for name, rating in fitted.items():
            drawn[name].append(rating)
    rungs = []
    for name, rating in ratings(best).items():
        ranked = sorted(drawn[name]) or [math.nan]
        edge = round(0.025 * len(ranked))
        rungs.append(Rung(name, rating, ranked[edge], ranked[-1 - edge]))
    return sorted(rungs, key=lambda rung: -rung.rating)
