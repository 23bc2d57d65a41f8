"""How a match stands, for bots that play for it; and what training makes of that.

Odds to win fall by so many nats for each point that a seat is behind the first. How many is a broken line over what
the first seat still needs: near the target each point counts the more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .kernel.race import N_RATES, NAT, NEEDS, SPAN, STEP, rate_at

MATCHES = 400_000
PULL = 1.0
"""How strongly rates are drawn to their mean, for those that no match tells of."""


def race_row(rates: Sequence[int], target: int, totals: Sequence[int]) -> list[int]:
    """How the match stands before a deal, as the kernel takes it: what each seat needs, then the rates.

    >>> race_row([0] * 21, 500, [120, -30])[:4]
    [380, 530, 0, 0]
    """
    needs = [target - total for total in totals]
    return [*needs, *[0] * (NEEDS - len(needs)), *rates]


def is_near(target: int, totals: Sequence[int]) -> bool:
    """Whether somebody is half way to the target: from there on the match counts for who plays for it.

    >>> is_near(500, [250, -30]), is_near(500, [245, 245]), is_near(500, [])
    (True, False, False)
    """
    return 2 * max(totals, default=0) >= target


def worth(rates: Sequence[int], target: int, totals: Sequence[int]) -> float:
    """By how much a point raises the chance to win the match where all are as near the target as the first is.

    >>> worth([NAT // 100] * 21, 500, [300, -30])  # a hundredth of a nat
    0.0025
    """
    row = race_row(rates, target, totals)
    players = len(totals)
    return float(rate_at(row, target - max(totals))) / NAT * (players - 1) / players**2


def fit_race(scores: Any, seed: int) -> tuple[list[int], float, float]:
    """Rates by the largest likelihood of who wins matches, drawn deal by deal from all kinds of totals.

    ``scores`` has a row for each deal, a column for each seat. Returns the rates, and the log-loss in bits of matches
    that were not fitted: by totals, and without them.
    """
    import numpy as np

    chance = np.random.default_rng(seed)
    players = scores.shape[1]
    needs = chance.uniform(1, SPAN, (MATCHES, 1)) + chance.normal(0, 200, (MATCHES, players))
    needs = np.maximum(np.rint(needs / 5) * 5, 5)
    won = _winners(needs, scores, chance)
    behind, share = _hinges(needs)
    rates = _fit(behind[::2], share[::2], won[::2])
    rest = behind[1::2], share[1::2], won[1::2]
    return [int(rate) for rate in np.rint(rates * NAT)], _bits(*rest, rates), _bits(*rest, 0 * rates)


def _winners(needs: Any, scores: Any, chance: Any) -> Any:
    """Who wins each match: deals are drawn, their seats turned at random, until one seat is first at the target."""
    import numpy as np

    needs = needs.copy()
    players = needs.shape[1]
    won = np.full(len(needs), -1)
    while (left := np.flatnonzero(won < 0)).size:
        turned = (np.arange(players) + chance.integers(0, players, (left.size, 1))) % players
        needs[left] -= np.take_along_axis(scores[chance.integers(0, len(scores), left.size)], turned, 1)
        now = needs[left]
        least = now.min(1)
        done = (least <= 0) & ((now == least[:, None]).sum(1) == 1)
        won[left[done]] = now[done].argmin(1)
    return won


def _hinges(needs: Any) -> tuple[Any, Any]:
    """How far each seat is behind the first; and how much of each rate counts, by what the first needs."""
    import numpy as np

    least = needs.min(1)
    at = np.clip(least, 0, SPAN - 1) / STEP
    low = at.astype(int)
    share = np.zeros((len(needs), N_RATES))
    rows = np.arange(len(needs))
    share[rows, low] = 1 - (at - low)
    share[rows, low + 1] = at - low
    return needs - least[:, None], share


def _fit(behind: Any, share: Any, won: Any) -> Any:
    """Newton's method; the likelihood has one top."""
    import numpy as np

    rates = np.full(N_RATES, 0.005)
    pull = PULL * np.eye(N_RATES)
    lost = behind[np.arange(len(won)), won]
    for _ in range(12):
        chances = _chances(behind, share @ rates)
        mean = (chances * behind).sum(1)
        slope = share.T @ (mean - lost) - PULL * (rates - rates.mean())
        bend = (share * ((chances * behind**2).sum(1) - mean**2)[:, None]).T @ share + pull
        rates = np.maximum(rates + np.linalg.solve(bend, slope), 0)
    return rates


def _chances(behind: Any, rate: Any) -> Any:
    import numpy as np

    odds = np.exp(-behind * rate[:, None])
    return odds / odds.sum(1, keepdims=True)


def _bits(behind: Any, share: Any, won: Any, rates: Any) -> float:
    """Log-loss of who wins."""
    import numpy as np

    return float(-np.log2(_chances(behind, share @ rates)[np.arange(len(won)), won] + 1e-12).mean())
