"""The match in a bot's mind: who has won, what a lead is worth, and that a level that plays for it looks at totals."""

from __future__ import annotations

import random
from dataclasses import replace
from types import SimpleNamespace

import pytest

from speto import compiled
from speto.bots.agent import think
from speto.bots.kernel.race import N_RATES, NAT, WON, win_chance
from speto.bots.levels import LEVELS, Level
from speto.bots.race import fit_race, race_row
from speto.bots.weights import shipped
from speto.dummy.deal import Deal
from speto.dummy.match import winner
from speto.dummy.options import STRICT

RATES = [NAT // 100] * N_RATES


def chances(totals: list[int], scores: list[int], rates: list[int] = RATES, target: int = 500) -> list[int]:
    g = SimpleNamespace(players=len(totals), score=scores)
    return [win_chance(race_row(rates, target, totals), g, seat) for seat in range(len(totals))]


def test_A49_the_only_first_at_the_target_has_won() -> None:
    assert chances([400, 300], [100, 195]) == [WON, 0]
    assert chances([400, 300, 0], [120, 225, 700]) == [0, 0, WON]


def test_A49_a_tie_at_the_target_goes_on() -> None:
    assert chances([400, 400], [150, 150]) == [WON // 2, WON // 2]
    assert chances([450, 450, 0], [100, 100, 50])[2] < WON // 100


@pytest.mark.parametrize("totals", [[0, 0], [300, 450, 20], [100, 400, 250, 480], [-300, 100]])
def test_chances_add_up_and_follow_the_totals(totals: list[int]) -> None:
    found = chances(totals, [0] * len(totals))
    assert WON - len(totals) < sum(found) <= WON
    assert sorted(found) == [found[seat] for seat in sorted(range(len(totals)), key=lambda seat: totals[seat])]


def test_odds_fall_by_the_rate_for_each_point() -> None:
    """100 points behind at a hundredth of a nat a point are odds of 1 to e."""
    first, second = chances([200, 100], [0, 0])
    assert second / first == pytest.approx(0.3679, abs=0.002)


def test_a_lead_is_worth_more_near_the_target() -> None:
    for one in shipped()[0].sets:
        near, far = (chances([total, total - 50], [0, 0], one.race) for total in (450, 0))
        assert near[0] > far[0] > WON // 2
        assert one.race[0] > one.race[10] > one.race[20] > 0


def test_rates_are_those_of_matches() -> None:
    """Chances from three sorts of totals, against matches played out here."""
    import numpy as np

    chance = random.Random("race")
    deals = [[round(chance.gauss(80, 100)) for _ in range(3)] for _ in range(4000)]
    rates, learned, even = fit_race(np.array(deals), 1)
    assert learned < even == pytest.approx(1.585, abs=0.001)
    for totals in ([0, 0, 0], [100, 0, -50], [400, 350, 200]):
        won = [0, 0, 0]
        for _ in range(4000):
            now = list(totals)
            while winner(STRICT, now) is None:
                now = [total + points for total, points in zip(now, chance.choice(deals), strict=True)]
            won[now.index(max(now))] += 1
        assert [one / WON for one in chances(totals, [0, 0, 0], rates)] == pytest.approx(
            [one / 4000 for one in won], abs=0.04
        )


@pytest.mark.skipif(not compiled.available(), reason="kernels cannot be compiled here")
def test_a_level_that_races_looks_at_the_totals() -> None:
    """Plain as compiled; and where the match cannot be lost any more, no action changes that."""
    level = Level("racer", "", "", worlds=6, belief=True, race=True)
    deal = Deal(players=2, seed="race", rules="strict")
    deal.play("+")
    view = deal.see(deal.turn)
    for totals in ((0, 0), (450, 100), (100, 450)):
        plain = think(view, level, b"1", kernel="plain", totals=totals)
        assert plain == think(view, level, b"1", kernel="compiled", totals=totals)
    safe = think(view, level, b"1", totals=(499, -99_000))
    assert {one.win for one in safe.candidates} == {0.0}
    assert any(one.win for one in think(view, level, b"1", totals=(400, 400)).candidates)
    assert LEVELS["level6"].race
    assert not LEVELS["level5"].race


@pytest.mark.skipif(not compiled.available(), reason="kernels cannot be compiled here")
def test_a_level_races_once_somebody_is_half_way_to_the_target() -> None:
    racer = Level("racer", "", "", worlds=40, belief=True, race=True)
    points = replace(racer, race=False)
    deal = Deal(players=2, seed="race 2", rules="strict")
    deal.play("+")
    view = deal.see(deal.turn)
    assert think(view, racer, b"1", totals=(245, -600)) == think(view, points, b"1", totals=(245, -600))
    near = think(view, racer, b"1", totals=(250, -600))
    far = think(view, points, b"1", totals=(250, -600))
    assert near.candidates == far.candidates
    assert near.action != far.action


@pytest.mark.skipif(not compiled.available(), reason="kernels cannot be compiled here")
def test_where_the_match_does_not_tell_points_do() -> None:
    """It cannot be lost any more; or it is won less often with what brings more points, which then is not played."""
    racer = Level("racer", "", "", worlds=40, belief=True, race=True)
    points = replace(racer, race=False)
    told = 0
    for seed in range(12):
        deal = Deal(players=2, seed=f"race {seed}", rules="strict")
        deal.play("+")
        view = deal.see(deal.turn)
        won = think(view, racer, b"1", totals=(499, -99_000))
        assert won.row == think(view, points, b"1").row
        told += won.row > 0
        open_ = think(view, racer, b"1", totals=(480, 480))
        assert open_.candidates[open_.row].win >= 0
    assert told >= 2
