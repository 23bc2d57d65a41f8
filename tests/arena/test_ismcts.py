"""OpenSpiel's ISMCTS as an opponent: it sees views only, and with a count of simulations it repeats itself."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("pyspiel")

from speto.arena.ismcts import Ismcts, Settings
from speto.arena.names import opponent
from speto.arena.run import results, setting
from speto.arena.world import WORLD, Worlds
from speto.bots.api import Budget
from speto.dummy.deal import Deal
from speto.dummy.view import View, imagine
from speto.envs import openspiel
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
    assert bot.searched == 30
    for number in range(3):
        other = imagine(view, random.Random(number)).see(view.seat)
        assert Ismcts(Settings(sims=30)).choose(other, other.legal, SEED) == action


@pytest.mark.parametrize("rollouts", ["random", "ours"])
@pytest.mark.parametrize(("actions", "players"), [(3, 2), (25, 3), (50, 4)])
def test_plain_and_compiled_choose_the_same(actions: int, players: int, rollouts: str) -> None:
    view, settings = view_after(actions, players), Settings(sims=20, rollouts=rollouts)
    plain, quick = (Ismcts(settings, kernel).choose(view, view.legal, SEED) for kernel in ("plain", "compiled"))
    assert plain == quick


def test_by_the_clock_it_stops_between_two_simulations() -> None:
    view = view_after(10)
    bot = Ismcts(Settings(ms=20))
    assert bot.choose(view, view.legal, SEED) in view.legal
    assert bot.searched > 1


def test_a_world_is_a_state_of_the_public_game() -> None:
    """The same worlds, played in OpenSpiel's own state: the same choices for the seat to act, and the same payments."""
    for number in range(12):
        view = view_after(4 * number, 2 + number % 3)
        worlds = Worlds(openspiel.DummyGame({"players": view.players}, view.options))
        worlds.look(view, random.Random(number))
        world = worlds.another(None, 0)
        deal = Deal._of_state(view, worlds.room.take(WORLD))
        state, rng = worlds.game.state_of(deal), random.Random(number)
        while not state.is_terminal():
            assert (world.current_player(), world.legal_actions()) == (state.current_player(), state.legal_actions())
            action = rng.choice(world.legal_actions())
            world.apply_action(action)
            top = state.table.deal.top if state.action_to_string(state.current_player(), action) == "+" else None
            state.apply_action(action)
            if top is not None:
                state.apply_action(top)
        assert world.is_terminal()
        assert world.returns() == state.returns()


def test_A60_a_node_is_told_by_the_view_alone() -> None:
    for number in range(8):
        view = view_after(5 * number, 2 + number % 3)
        worlds = Worlds(openspiel.DummyGame({"players": view.players}, view.options))
        root = worlds.look(view, random.Random(number))
        assert {worlds.another(None, 0).observation_string() for _ in range(20)} == {root.observation_string()}


def test_it_plays_whole_deals() -> None:
    name = "openspiel-ismcts:sims=3,c=50"
    (found, *_) = results(setting([name, "random"], 2, "strict", "1", "tuning"), decks=2, matches=0)
    took = found.took[name]
    assert took.faults == 0
    assert took.worlds == 3 * took.decisions


@pytest.mark.parametrize(
    ("name", "said"),
    [("openspiel-ismcts:rollouts=theirs", "no rollouts 'theirs': random, ours"), ("openspiel-ismcts:sims=0", "from 1")],
)
def test_settings_that_it_has_not(name: str, said: str) -> None:
    with pytest.raises(BadText, match=said):
        opponent(name)
