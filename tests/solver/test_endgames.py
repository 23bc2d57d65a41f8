"""The file of ends, how it was made, and what players give away in it."""

from __future__ import annotations

import random

from speto.bots import players
from speto.dummy.view import View
from speto.solver.endgames import NEAR, Truth
from speto.solver.positions import End, make, read

PLAYERS = players("dummy")


def test_the_file_holds_a_thousand_different_ends() -> None:
    ends = read()
    assert len(ends) >= 1000
    assert len({str(end.start) for end in ends}) == len(ends)
    for end in ends[::25]:
        deal = end.deal()
        assert deal.starting
        assert deal.stock_size in (1, 2)
        shown = sum(deal.held) + deal.stock_size + len(deal.pile) + sum(len(meld.cards) for meld in deal.melds)
        assert shown == 52
    assert {end.rules["preset"] for end in ends} == {"strict", "classic", "short"}


def test_the_same_seed_makes_the_same_ends() -> None:
    first, second = (list(make(3, 7, PLAYERS["random"])) for _ in range(2))
    assert first == second
    assert first != list(make(3, 8, PLAYERS["random"]))


def test_who_plays_by_the_values_gives_nothing_away() -> None:
    """And a turn goes on as its first values say: whoever follows them is where they said he would be."""
    truth = Truth(read(count=8), nodes=4000)
    followed = 0
    for number in range(len(truth.ends)):

        def choose(view: View, number: int = number) -> str:
            values = truth.values(number, tuple(view.actions), view)
            return view.legal[0] if values is None else max(values, key=values.__getitem__)

        found, _ = truth.decisions(number, choose)
        followed += len(found)
        assert all(decision.regret == 0 for decision in found)
    assert followed > 5


def test_better_players_give_away_less() -> None:
    truth = Truth(read(count=20), nodes=4000)
    rng = random.Random(1)
    found = {name: truth.regret(lambda view, player=player: player(view, rng)) for name, player in PLAYERS.items()}
    assert found["greedy"].mean < found["random"].mean
    assert found["greedy"].right > found["random"].right
    for regret in found.values():
        assert regret.decisions > 10
        assert all(decision.regret >= 0 for decision in regret.worst)
    assert found["random"].worst[0].regret > NEAR


def test_an_end_is_a_position_under_its_house_rules() -> None:
    start = {"hands": ["2d 3d", "Kh"], "stock": "4d", "pile": "Ts/1", "turn": 0, "born": [0, 1]}
    deal = End({"preset": "short", "layoff_limit": 3}, start).deal()
    assert deal.options.layoff_limit == 3
    assert deal.legal == ["+"]


def test_decisions_with_trees_that_are_too_large_are_counted() -> None:
    found = Truth(read(count=3), nodes=3).regret(lambda view: view.legal[0])
    assert found.refused > 0
