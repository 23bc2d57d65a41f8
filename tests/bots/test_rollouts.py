"""Playing deals out for search: plain and compiled alike, and as the search's own worlds are."""

from __future__ import annotations

import random

import pytest

from speto import compiled
from speto.bots.kernel.worlds import finish_deal
from speto.bots.rollouts import room
from speto.bots.weights import choose_set, shipped
from speto.dummy.deal import Deal
from speto.dummy.kernel.state import N_WORDS

KERNELS = ["plain", *(["compiled"] if compiled.available() else [])]


def after(actions: int, players: int, preset: str = "strict") -> Deal:
    """A deal after so many actions at random."""
    deal, rng = Deal(players=players, rules=preset, seed=f"rollouts {actions}"), random.Random(actions)
    for _ in range(actions):
        if deal.legal:
            deal.play(rng.choice(deal.legal))
    return deal


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_deal_is_played_out_the_same_plain_and_compiled(players: int) -> None:
    for actions in range(0, 60, 7):
        deal = after(actions, players)
        ended = []
        for kernel in KERNELS:
            place = room(2, kernel)
            place.begin(deal.options, players)
            place.rng[:] = [7, actions]
            place.put(0, deal._g)
            place.put(1, deal._g)
            place.rollout(0)
            place.at_random(1)
            ended.append((place.take(0), place.take(1), list(place.rng)))
        assert all(found == ended[0] for found in ended)


@pytest.mark.parametrize(("players", "preset"), [(2, "strict"), (3, "classic"), (4, "strict")])
def test_a_rollout_is_the_searchs_own(players: int, preset: str) -> None:
    deal = after(20, players, preset)
    g = deal._g.copy()
    policies = [choose_set(shipped()[0], deal.options, players).set.policy]
    finish_deal(g, deal._r, [0] * N_WORDS, [0], policies, [0] * 4)
    place = room(1, "plain")
    place.begin(deal.options, players)
    place.put(0, deal._g)
    place.rollout(0)
    assert place.take(0) == g
