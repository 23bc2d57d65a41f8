"""Imagined worlds: they look like the view, and their hands explain what was thrown, as far as they can."""

from __future__ import annotations

import random
from typing import Any

from speto.bots.agent import Memory
from speto.bots.kernel.belief import EXPLAINS, N_BELIEF, N_ROW, believe, believe_nothing
from speto.bots.kernel.greedy import decide
from speto.bots.kernel.memory import N_STATES, PAST, remember_all
from speto.bots.kernel.worlds import draw_world, would_throw
from speto.bots.simple import greedy
from speto.bots.weights import shipped
from speto.dummy.actions import parse_action, request_action
from speto.dummy.deal import Deal
from speto.dummy.kernel.see import see
from speto.dummy.kernel.state import FIELDS, LAY, N_WORDS, W_DISCARD
from speto.dummy.states import State
from speto.kit.rng import seed_rng

POLICY = shipped()[0].greedy


def watched(number: int) -> tuple[Any, list[Any], list[int]] | None:
    """The view of a seat to act in a deal of greedy players, its states with the past, and its belief."""
    rng = random.Random(number)
    deal = Deal(players=2 + number % 3, rules="strict", seed=f"worlds {number}")
    for _ in range(rng.randrange(10, 60)):
        if deal.turn is not None:
            deal.play(greedy(deal.see(deal.turn), rng))
    if deal.turn is None:
        return None
    view = deal.see(deal.turn)
    actions = [request_action(parse_action(action)) for action in view._actions]
    memory, belief = Memory(), [0] * N_BELIEF
    states = [view._g.copy(), *(State() for _ in range(N_STATES - 1))]
    states[4] = view._opening.copy()
    remember_all(states, 4, memory, view._r, actions, len(actions))
    weights = next(one.belief for one in shipped()[0].sets if one.players == view.players)
    believe(memory, view._g, view._r, weights, [0] * N_ROW, belief)
    return view, states, belief


def test_A60_a_world_looks_like_the_view() -> None:
    for number in range(12):
        found = watched(number)
        if found is None:
            continue
        view, states, belief = found
        rng, seen = [0, 0], State()
        seed_rng(rng, number)
        draw_world(states, view._r, POLICY, belief, rng)
        see(states[1], view.seat, seen)
        for name, _, _ in FIELDS:
            assert getattr(seen, name) == getattr(view._g, name), name


def test_hands_that_explain_the_last_discard_are_drawn_more_often() -> None:
    shares = [0, 0]
    for number in range(12):
        found = watched(number)
        if found is None:
            continue
        view, states, belief = found
        nothing = [0] * N_BELIEF
        believe_nothing(nothing)
        for which, weights in enumerate((nothing, belief)):
            rng = [0, 0]
            seed_rng(rng, number)
            for _ in range(20):
                draw_world(states, view._r, POLICY, weights, rng)
                for seat in range(view.players):
                    card = belief[EXPLAINS + seat * 4]
                    if card >= 0:
                        g = states[PAST + 2 * seat]
                        g.hand[seat] = states[1].hand[seat] | 1 << card
                        shares[which] += would_throw(g, view._r, POLICY, card)
    assert shares[1] > 1.4 * shares[0] > 0


def test_what_the_policy_would_throw_is_what_it_throws() -> None:
    rng = random.Random(5)
    words = [0] * N_WORDS
    for number in range(6):
        deal = Deal(players=2 + number % 3, rules=("strict", "short")[number % 2], seed=f"thrown {number}")
        while deal.turn is not None:
            g = deal._g.copy()
            action = decide(g, deal._r, words, POLICY)
            if g.phase == LAY and not g.must_finish:
                if action // 52 == W_DISCARD:
                    assert would_throw(g, deal._r, POLICY, action % 52)
                elif g.born >> g.turn & 1:
                    hand = [card for card in range(52) if g.hand[g.turn] >> card & 1]
                    assert not any(would_throw(g, deal._r, POLICY, card) for card in hand) or len(hand) == 1
            deal.play(greedy(deal.see(deal.turn), rng))
