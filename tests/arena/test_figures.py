"""D, its interval, shares of matches and the ladder, against numbers worked out elsewhere."""

from __future__ import annotations

import doctest
import math
import random
from collections import Counter

import pytest

from speto.arena import figures, names, play, run
from speto.arena import ladder as ladder_module
from speto.arena.figures import _t, difference, lead, mean, share
from speto.arena.ladder import ladder, orders, ratings, strengths
from speto.arena.run import DECK, MATCH, Result, lineups


def result(what: str, lineup: str, *points: list[int], number: int = 0) -> Result:
    return Result(what, number, lineup.split(), list(points), {})


@pytest.mark.parametrize(
    ("freedom", "point"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)]
)
def test_the_interval_is_students(freedom: int, point: float) -> None:
    assert _t(freedom) == pytest.approx(point, rel=0.002)


def test_examples_in_docstrings_hold() -> None:
    for module in (figures, ladder_module, names, play, run):
        assert doctest.testmod(module).failed == 0, module.__name__


def test_an_interval_needs_two_units() -> None:
    assert (mean([3.0]).low, mean([3.0]).value) == (-math.inf, 3.0)
    assert math.isnan(mean([]).value)
    assert mean([4.0, 4.0, 4.0]).half == 0


def test_d_is_the_lead_over_the_mean_of_the_others() -> None:
    assert lead([90, 30, 0], 1) == -15
    results = [
        result(DECK, "a b b", [90, 30, 0], [0, 10, 20], [30, 30, 30]),
        result(DECK, "a b b", [10, 0, 0], [10, 0, 0], [10, 0, 0]),
        result(MATCH, "a b b", [900, 0, 0]),
    ]
    d = difference(results, "a")
    assert (d.value, d.units) == ((20 + 10) / 2, 2)
    assert difference(results, "b").value == pytest.approx((-10 - 5) / 2)


def test_several_highest_totals_share_a_match() -> None:
    results = [result(MATCH, "a b b", [500, 500, 0], [510, 0, 500]), result(MATCH, "a b b", [0, 510, 0], [7, 7, 7])]
    assert share(results, "a").value == pytest.approx((0.5 + 1 + 0 + 1 / 3) / 4)
    assert share(results, "b").value == pytest.approx((1 / 2 / 2 + 0 + 1 / 2 + 1 / 3) / 4)


@pytest.mark.parametrize(("names", "players", "count"), [("abc", 4, 3), ("abcd", 4, 1), ("abcde", 3, 10), ("ab", 4, 1)])
def test_every_lineup_fills_the_table(names: str, players: int, count: int) -> None:
    found = lineups(list(names), players)
    assert len(found) == len(set(found)) == count
    met = {name: sum(lineup.count(name) for lineup in found) for name in names}
    assert {len(lineup) for lineup in found} == {players}
    assert len(set(met.values())) == 1 or names == "ab"


def drawn(powers: dict[str, float], lineup: list[str], rng: random.Random) -> list[str]:
    """A finishing order of Plackett and Luce's model."""
    left, order = list(lineup), []
    while left:
        order.append(rng.choices(left, [powers[name] for name in left])[0])
        left.remove(order[-1])
    return order


@pytest.mark.parametrize("lineup", ["a b", "a b c", "a b b c"])
def test_the_ladder_finds_the_strengths_that_made_the_orders(lineup: str) -> None:
    powers = {name: power for name, power in {"a": 4.0, "b": 2.0, "c": 1.0}.items() if name in lineup}
    rng = random.Random(lineup)
    counts = Counter(tuple(drawn(powers, lineup.split(), rng)) for _ in range(4000))
    found = strengths(counts, dict.fromkeys(powers, 1.0))
    for name, power in powers.items():
        assert math.log(found[name] / found["b"]) == pytest.approx(math.log(power / 2.0), abs=0.12)


def test_one_who_never_lost_stays_finite() -> None:
    found = ratings(strengths(Counter({("a", "b", "c"): 20}), dict.fromkeys("abc", 1.0)))
    assert found["a"] > found["b"] > found["c"] > -5000
    assert sum(found.values()) / 3 == pytest.approx(1500)


def test_level_three_is_1500_and_the_ladder_repeats_itself() -> None:
    rng = random.Random(1)
    results = [
        result(MATCH, "level3 x y", *[rng.sample([500, 300, 100], 3) for _ in range(3)], number=n) for n in range(20)
    ]
    rungs = ladder(["level3", "x", "y"], results, "s")
    assert rungs == ladder(["level3", "x", "y"], results, "s")
    assert next(rung for rung in rungs if rung.name == "level3").rating == 1500
    for rung in rungs:
        assert rung.low <= rung.rating <= rung.high


def test_equal_totals_are_put_in_an_order_by_lot() -> None:
    found = {orders(result(MATCH, "a b c", [0, 500, 0], number=n))[0] for n in range(20)}
    assert found == {("b", "a", "c"), ("b", "c", "a")}
