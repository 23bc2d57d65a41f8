"""What a game tells of an action: the same to all but the seat that acts, and nothing that a viewer cannot know."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.contract.playouts import fresh_start
from tests.contract.toy import TOY

from speto.game import Game, game

GAMES = [game("dummy"), game("dammit"), TOY]
RULES: dict[str, dict[str, object]] = {"dammit": {"max_turns": 60}}


@pytest.mark.parametrize("played", GAMES, ids=lambda played: played.name)
def test_others_hear_what_a_record_holds_without_what_is_hidden(played: Game[Any, Any, Any]) -> None:
    revealing = 0
    for seed in range(12):
        players = 2 + seed % 3
        options = played.options(RULES.get(played.name, {}))
        state = played.start(options, players, fresh_start(played, players, options, f"told {seed}"))
        rng = random.Random(seed)
        while (actor := played.actor(state)) is not None:
            action = rng.choice(played.legal(state))
            full = rng.choice(played.chance(state, action))
            heard = {seat: played.told(state, full, seat) for seat in (None, *range(players))}
            others = {text for seat, text in heard.items() if seat != actor}
            assert len(others) == 1
            (public,) = others
            assert heard[actor].startswith(public)
            for viewer in {None, *range(players)} - {actor}:
                world = played.imagine(played.see(state, viewer), rng)
                if action in played.legal(world) and full in played.chance(world, action):
                    assert played.told(world, full, viewer) == public
            new = heard[actor] not in played.legal(state)
            if not new:
                assert heard[actor] == action, "an action that tells nothing new is told as it was sent"
            else:
                revealing += 1
            state = played.apply(state, full)
    assert revealing > 20
