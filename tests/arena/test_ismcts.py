"""OpenSpiel's ISMCTS as an opponent: it sees views only, and with a count of simulations it repeats itself."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("pyspiel")

from speto.arena.ismcts import Ismcts, Settings, rollout_of
from speto.arena.names import opponent
from speto.arena.run import results, setting
from speto.bots.api import Budget
from speto.dummy.deal import Deal
from speto.dummy.view import View, imagine
from speto.errors import BadText

SEED = Budget(seed=b"chance")


def view_after(actions: int, players: int = 2) -> View:
    """What the seat to act sees after so many actions, where it has a choice."""
    deal, rng = Deal(players=players, rules="strict", seed="ismcts", starter=0), random.Random(actions)
    while len(deal.actions) < actions or len(deal.legal) == 1:
        deal.play(rng.choice(deal.legal))
    assert deal.turn is not None
    return deal.see(deal.turn)


@pytest.mark.parametrize(("actions", "players"), [(1, 2), (20, 3), (40, 4)])
def test_the_same_view_and_seed_give_the_same_action(actions: int, players: int) -> None:
    view = view_after(actions, players)
    bot = Ismcts(Settings(sims=30))
    action = bot.choose(view, view.legal, SEED)
    assert action in view.legal
    assert bot.worlds == 30
    for number in range(3):
        other = imagine(view, random.Random(number)).see(view.seat)
        assert Ismcts(Settings(sims=30)).choose(other, other.legal, SEED) == action


def test_by_the_clock_it_stops_between_two_simulations() -> None:
    view = view_after(10)
    bot = Ismcts(Settings(ms=20))
    assert bot.choose(view, view.legal, SEED) in view.legal
    assert bot.worlds >= 1


def test_it_takes_our_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def rollout(g: Any, r: Any, rng: Any) -> Sequence[int]:
        asked.append(g.players)
        return [0] * g.players

    ours = ModuleType("speto.bots.rollouts")
    ours.rollout = rollout  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "speto.bots.rollouts", ours)
    view = view_after(10)
    assert opponent("openspiel-ismcts:sims=12,rollouts=ours").choose(view, view.legal, b"1") in view.legal
    assert asked
    assert set(asked) == {2}


def test_it_plays_whole_deals() -> None:
    name = "openspiel-ismcts:sims=3,c=50"
    (found, *_) = results(setting([name, "random"], 2, "strict", "1", "tuning"), decks=2, matches=0)
    took = found.took[name]
    assert took.faults == 0
    assert took.worlds == 3 * took.decisions


@pytest.mark.parametrize("name", ["openspiel-ismcts:rollouts=theirs", "openspiel-ismcts:sims=0"])
def test_settings_that_it_has_not(name: str) -> None:
    with pytest.raises(BadText):
        opponent(name)
    with pytest.raises(BadText, match="no rollouts 'theirs'"):
        rollout_of("theirs")
