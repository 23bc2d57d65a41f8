"""Luck is what was dealt and drawn against what might have come: nothing in the mean, and not what was played."""

from __future__ import annotations

import random
from statistics import fmean, stdev

import pytest
from msgspec.structs import replace
from tests.analysis.test_analyse import record

from speto import compiled
from speto.analysis import analyse
from speto.analysis.analyse import Asked, judge
from speto.analysis.luck import luck_of_draw, luck_of_hands
from speto.dealing import deck_and_seat
from speto.dummy.deal import Deal
from speto.dummy.options import PRESETS
from speto.dummy.view import imagine
from speto.replay import replay

fast = pytest.mark.skipif(not compiled.available(), reason="kernels cannot be compiled here")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_over_all_draws_that_might_come_luck_is_nothing(players: int) -> None:
    deal = Deal(players=players, rules="strict", seed="luck")
    seat = deal.turn
    assert seat is not None
    start = deal.position()
    hidden = [str(card) for card in deal.see(seat).unseen]
    lucks = []
    for card in hidden:
        world = dict(start)
        swap = {card: str(start["stock"]).split()[0], str(start["stock"]).split()[0]: card}
        world["stock"] = " ".join(swap.get(one, one) for one in str(start["stock"]).split())
        hands = [" ".join(swap.get(one, one) for one in hand.split()) for hand in start["hands"]]  # type: ignore[attr-defined]
        lucks.append(luck_of_draw(Deal.from_start({**world, "hands": hands}, players=players, rules="strict"), seat))
    assert len(set(lucks)) > 10
    assert fmean(lucks) == pytest.approx(0, abs=1e-9)


@fast
@pytest.mark.parametrize(("preset", "players"), [("strict", 2), ("short", 3), ("classic", 4)])
def test_over_hands_that_might_be_dealt_luck_is_nothing(preset: str, players: int) -> None:
    """A hand is measured against hands drawn as it was, so over many it comes to nothing, but for chance."""
    deal = Deal(players=players, rules=PRESETS[preset], seed="hands", starter=1)
    rng = random.Random("many")
    lucks = [luck_of_hands(imagine(deal.see(None), rng), [number % players], 50, number) for number in range(120)]
    points = [luck.points for one in lucks for luck in one.values()]
    error = stdev(points) / len(points) ** 0.5
    assert error > 1
    assert abs(fmean(points)) < 3 * error


@fast
def test_a_good_hand_is_luck() -> None:
    rich, poor = "9h Th Jh Qh Kh 4c 5c 6c 8d 8c 8s", "3d 5s 7h 9c Jd Ks 6h 4s Td Qc 3h"
    rest = [card for card in (rank + suit for rank in "23456789TJQKA" for suit in "cdhs") if card not in rich + poor]
    for hands, best in (([rich, poor], 0), ([poor, rich], 1)):
        start = {"hands": hands, "stock": " ".join(rest[1:]), "pile": rest[0], "turn": 1}
        luck = luck_of_hands(Deal.from_start(start, players=2, rules="strict"), [0, 1], 200, 0)
        assert luck[best].points > 300 > 5 * luck[best].error
        assert luck[1 - best].points < 0
        assert luck == luck_of_hands(Deal.from_start(start, players=2, rules="strict"), [0, 1], 200, 0)


@fast
def test_the_luck_of_hands_is_the_same_plain_and_compiled() -> None:
    deal = Deal(players=2, rules="strict", seed="both")
    plain, fast = (luck_of_hands(deal, [0], 3, 0, kernel) for kernel in ("plain", "compiled"))
    assert plain == fast


@fast
def test_luck_does_not_depend_on_what_was_played() -> None:
    """The hand and the first draw are as lucky whatever is thrown after it."""
    deal = Deal(players=2, rules="strict", seed="choice", starter=0)
    start = {"deck": deck_and_seat(None, "choice", 2, 0)[0], "starter": 0}
    deal.play("+")
    found = set()
    for action in deal.legal:
        part = judge(Asked({"preset": "strict"}, 2, start, ["+", action], [0, 0], 0), {0, 1}, 2)
        found.add((tuple(part.dealt.items()), tuple(part.drawn.items())))
    assert len(found) == 1
    ((dealt, drawn),) = found
    assert len(dealt) == 2
    assert [seat for seat, _ in drawn] == [0]


@fast
def test_a_position_has_no_hand_that_was_dealt() -> None:
    told = analyse(record("dealt"), worlds=2)
    assert all(one.dealt and one.drawn for one in told.seats)
    made = record("dealt").record
    begun = Deal.from_start(made.deals[0].start, players=2, rules="strict").position()
    other = analyse(replay(replace(made, deals=[replace(made.deals[0], start=begun)])), worlds=2)
    assert [(one.dealt, one.drawn) for one in other.seats] == [(0.0, one.drawn) for one in told.seats]
