"""Memory and belief: public facts only, the same from a view's history as from play, and better than none."""

from __future__ import annotations

import random

from speto.bots.agent import Memory
from speto.bots.kernel.belief import EVEN, N_BELIEF, N_ROW, believe
from speto.bots.kernel.memory import N_STATES, forget_all, remember, remember_all
from speto.bots.simple import at_random, greedy
from speto.bots.weights import shipped
from speto.dummy.actions import parse_action, request_action
from speto.dummy.deal import Deal
from speto.dummy.kernel.state import FIELDS
from speto.dummy.states import State


def played(number: int, rng: random.Random) -> Deal:
    """A deal that greedy and random players played, to the end or not."""
    deal = Deal(players=2 + number % 3, rules=("strict", "short")[number % 2], seed=f"memory {number}")
    for _ in range(rng.randrange(10, 200)):
        if deal.turn is None:
            break
        player = greedy if rng.random() < 0.8 else at_random
        deal.play(player(deal.see(deal.turn), rng))
    return deal


def past(opening: State) -> list[State]:
    """Room for a deal that is followed, and for what it looked like before discards."""
    return [opening, *(State() for _ in range(N_STATES - 1))]


def test_A60_memory_from_what_all_saw_is_memory_of_the_play_itself() -> None:
    for number in range(30):
        deal = played(number, random.Random(number))
        actions = [request_action(parse_action(action)) for action in deal.actions]
        truth, told = Memory(), Memory()
        again = deal._first.copy()
        forget_all(truth)
        for action, text in zip(actions, deal.actions, strict=True):
            remember(truth, again._g, again._r, action)
            again.play(text)
        view = deal.see(None)
        opening = view._opening.copy()
        remember_all(past(opening), 0, told, view._r, actions, len(actions))
        assert truth == told
        if not deal.over:
            public = ("sets", "runs", "starts", "in_pile", "pile_len", "stock_len", "turn", "phase", "born")
            for name, _, _ in FIELDS:
                if name in public or name in ("pile", "pile_by", "held", "layoffs", "placed", "known"):
                    assert getattr(opening, name) == getattr(view._g, name), name


def test_belief_weighs_hidden_cards_and_leaves_the_others_even() -> None:
    for number in range(20):
        deal = played(number, random.Random(number))
        if deal.turn is None:
            continue
        view = deal.see(deal.turn)
        actions = [request_action(parse_action(action)) for action in view._actions]
        memory, belief = Memory(), [0] * N_BELIEF
        remember_all(past(view._opening.copy()), 0, memory, view._r, actions, len(actions))
        weights = next(one.belief for one in shipped()[0].sets if one.players == view.players)
        believe(memory, view._g, view._r, weights, [0] * N_ROW, belief)
        hidden = set(view.unseen)
        for seat in range(view.players):
            for card in range(52):
                weight = belief[seat * 52 + card]
                assert weight >= 1
                assert card in hidden or weight == EVEN
        assert len(set(belief)) > 4
