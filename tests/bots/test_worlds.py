"""Imagined worlds: they look like the view, their hands explain what was thrown, and the truth has no part in them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from tests.drill import rounds

from speto import compiled
from speto.bots.agent import Memory, _prepare
from speto.bots.kernel.belief import EXPLAINS, N_BELIEF, N_ROW, believe, believe_nothing
from speto.bots.kernel.greedy import decide
from speto.bots.kernel.memory import N_STATES, PAST, remember_all
from speto.bots.kernel.worlds import draw_world, would_throw
from speto.bots.levels import LEVELS
from speto.bots.simple import greedy
from speto.bots.weights import shipped
from speto.decks import seed_of_text, shuffled
from speto.dummy.actions import parse_action, request_action
from speto.dummy.deal import Deal
from speto.dummy.game import GAME
from speto.dummy.kernel.see import see, unseen
from speto.dummy.kernel.state import FIELDS, LAY, N_WORDS, W_DISCARD
from speto.dummy.states import State
from speto.errors import IllegalAction
from speto.kit.rng import seed_rng
from speto.table.secret import bot_seed, deal_seed

POLICY = shipped()[0].greedy
fast = pytest.mark.skipif(not compiled.available(), reason="kernels cannot be compiled here")


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


# The truth.


class Moment(NamedTuple):
    """A deal, another that looks the same to the seat to act, and the seed that a table gives its bot there."""

    truth: Deal
    decoy: Deal
    seed: bytes


def moments(count: int, label: str, step: int = 3) -> Iterator[Moment]:
    """So many moments with a choice; decks and seeds are from one secret, as at a table."""
    number = 0
    while True:
        rng = random.Random(f"{label} {number}")
        secret = seed_of_text(f"{label} {number}")
        players, options = 2 + number % 3, GAME.options({"preset": ("strict", "classic", "short")[number // 3 % 3]})
        start = GAME.fresh(options, players, shuffled(deal_seed(secret, 1)), {"starter": 0, "direction": 1})
        deal = GAME.start(options, players, start)
        number += 1
        while deal.turn is not None:
            legal = deal.legal
            if len(legal) > 1 and rng.randrange(step) == 0:
                decoy = redealt(deal, start, rng)
                if decoy is not None:
                    yield Moment(deal, decoy, bot_seed(secret, len(deal.actions)))
                    count -= 1
                    if count == 0:
                        return
            deal.play(rng.choice(legal) if rng.random() < 0.2 else greedy(deal.see(deal.turn), rng))


def redealt(deal: Deal, start: dict[str, Any], rng: random.Random) -> Deal | None:
    """The deal played from a deck in which the cards that the seat to act never saw are shuffled.

    None where an action would not have been legal so. No projection of a deal has a part in it: what a view lets
    through, a redrawn view may let through again, but not this.
    """
    assert deal.turn is not None
    view = deal.see(deal.turn)
    hidden = set(str(view.unseen).split())
    deck = start["deck"].split()
    places = [place for place, card in enumerate(deck) if card in hidden]
    for place, card in zip(places, rng.sample([deck[place] for place in places], len(places)), strict=True):
        deck[place] = card
    try:
        other = GAME.replay(GAME.start(deal.options, deal.players, {**start, "deck": " ".join(deck)}), deal.actions)
    except IllegalAction:
        return None
    assert other.see(deal.turn) == view
    return other


LEAKS = ("a world in forty is the truth", "the next card in one world of ten", "weights raised by a fifth")


def worlds_of(deal: Deal, level: str, seed: bytes, count: int, leak: str = "") -> Any:
    """Worlds as the level's search draws them at this moment, one after the other; or with a leak, to try the test."""
    import numpy as np

    assert deal.turn is not None
    g = deal._g
    desk, given = _prepare(deal.see(deal.turn), LEVELS[level], seed, 1, "compiled", ())
    desk.entries.think_at(*given)
    draw, policy = compiled.load("bots").worlds.draw_world, given[7][0]
    pool = unseen(deal.see(deal.turn)._g)
    if leak == LEAKS[2]:
        for seat in range(deal.players):
            for card in range(52):
                if pool & g.hand[seat] & 1 << card:
                    desk.belief[seat * 52 + card] = int(desk.belief[seat * 52 + card]) * 6 // 5
    worlds = np.zeros(count, desk.states.dtype)
    rng, top = random.Random(seed), g.stock_len - 1
    for place in range(count):
        draw(desk.states, desk.rules[0], policy, desk.belief, desk.rng)
        worlds[place] = desk.states[1]
        if leak == LEAKS[0] and rng.randrange(40) == 0:
            worlds[place]["hand"], worlds[place]["stock"] = g.hand, g.stock
        if leak == LEAKS[1] and top >= 0 and rng.randrange(10) == 0:
            worlds[place]["stock"][top] = g.stock[top]
    return worlds


def near(worlds: Any, truth: Deal) -> list[float]:
    """Of the worlds on average: hidden cards in the hand that has them, the next card in its place, all hands."""
    import numpy as np

    g, seats = truth._g, truth.players
    hidden = unseen(truth.see(truth.turn)._g)
    hands, held = worlds["hand"][:, :seats] & hidden, np.array(g.hand[:seats]) & hidden
    top = g.stock_len - 1
    found = np.bitwise_count(hands & held).sum(), (worlds["stock"][:, top] == g.stock[top]).sum() * (top >= 0)
    return [int(part) / len(worlds) for part in (*found, (hands == held).all(axis=1).sum())]


def even(truth: Deal) -> list[float]:
    """The first two of :func:`near` where all deals that look like the view are equally likely."""
    g = truth._g
    hidden = unseen(truth.see(truth.turn)._g)
    count = hidden.bit_count() or 1  # late in a deal the seat may know where every card is
    hands = [(hand & hidden).bit_count() for hand in g.hand[: truth.players]]
    return [sum(cards * cards for cards in hands) / count, (g.stock_len > 0) / count]


def clear(rows: list[list[float]]) -> list[float]:
    """By how many standard errors the mean of each column is above 0."""
    import numpy as np

    found = np.array(rows)
    error = found.std(axis=0) / len(rows) ** 0.5
    return [float(mean / one) if one else 0.0 for mean, one in zip(found.mean(axis=0), error, strict=True)]


def nearer(level: str, count: int, label: str, leak: str = "") -> tuple[list[float], list[float]]:
    """By how many standard errors worlds are nearer to the truth than those of a decoy are; than even ones would be.

    Both deals look the same to the seat, so by chance either's worlds are as near to the truth, however well belief
    guesses: what is nearer has a part of the truth in it. Counts of agreement are compared, for they have no bias
    with few worlds, as the log-loss of shares has; and whole truths, for a rare one moves no mean.
    """
    over_decoy, over_even = [], []
    for truth, decoy, seed in moments(count, label):
        found = near(worlds_of(truth, level, seed, 30, leak), truth)
        other = near(worlds_of(decoy, level, seed + b"other", 30, leak), truth)
        over_decoy.append([a - b for a, b in zip(found, other, strict=True)])
        over_even.append([a - b for a, b in zip(found, even(truth), strict=False)])
        if not leak:
            assert (worlds_of(decoy, level, seed, 3) == worlds_of(truth, level, seed, 3)).all()
    return clear(over_decoy), clear(over_even)


@fast
@pytest.mark.parametrize("level", ["level4", "level5"])
def test_A60_worlds_are_no_nearer_to_the_truth_than_the_view_allows(level: str) -> None:
    over_decoy, over_even = nearer(level, 150, "truth")
    assert max(over_decoy) < 3
    if not LEVELS[level].belief:
        assert max(map(abs, over_even)) < 3


@fast
@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_of_the_truth_is_found(leak: str) -> None:
    assert max(nearer("level5", 60, "leak", leak)[0]) > 3


@fast
@pytest.mark.drill
def test_A60_worlds_are_no_nearer_to_the_truth_at_length(drill_minutes: float) -> None:
    """100,000 positions, half for each level."""
    for round_ in rounds(drill_minutes, 0.1, 100):
        for level in ("level4", "level5"):
            over_decoy, over_even = nearer(level, 500, f"truth drill {round_}")
            assert max(over_decoy) < 4, level
            assert LEVELS[level].belief or max(map(abs, over_even)) < 4
