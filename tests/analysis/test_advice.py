"""Hints are the analysis of the moment, from a view alone; a turn that is played again shows its seat the same."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tests.analysis.test_analyse import record

from speto import compiled
from speto.analysis.advice import advise
from speto.analysis.again import again
from speto.analysis.analyse import Asked, analyse, judge, judged_seats, together
from speto.dummy.deal import Deal
from speto.dummy.view import imagine
from speto.errors import BadText

pytestmark = pytest.mark.skipif(not compiled.available(), reason="kernels cannot be compiled here")


def moments(seed: str, players: int) -> list[tuple[Deal, int]]:
    """Every moment of a deal that was played, before each of its actions."""
    found = record(seed, players=players).record.deals[0]
    deal = Deal.from_start(found.start, players=players, rules="strict")
    all_ = []
    for place, action in enumerate(found.actions):
        all_.append((deal.copy(), place))
        deal.play(action)
    return all_


def test_a_hint_is_the_same_when_hidden_cards_are_redrawn() -> None:
    rng = random.Random("hint")
    for deal, place in moments("hint", 3)[::4]:
        seat = deal.turn
        assert seat is not None
        view = deal.see(seat)
        told = advise(view, [], 12, b"%d" % place)
        assert told is not None
        assert told.action in view.legal
        assert told == advise(imagine(view, rng).see(seat), [], 12, b"%d" % place)


def test_a_hint_weighs_the_draft_and_says_what_for() -> None:
    deal = Deal.from_start(
        {"hands": ["9h Th Jh Qh 2c", "2d 8s"], "stock": "Ks 4d", "pile": "7s", "turn": 0}, players=2, rules="strict"
    )
    deal.play("+")
    view = deal.see(0)
    lay = advise(view, [], 60, b"")
    assert lay is not None
    assert lay.worlds == 60
    assert lay.other
    assert lay.points >= 0
    only = advise(view, ["=9hThJhQh", "-2c"], 60, b"")
    assert only is None
    after = advise(view, ["=9hThJhQh"], 60, b"")
    assert after is None or after.action in ("-2c", "-Ks", "#2c", "#Ks")
    assert advise(view, ["nonsense"], 60, b"") is None


def test_near_the_target_a_hint_is_for_the_match() -> None:
    """Another discard than for points, by how much more often the match is won; redrawn cards change nothing."""
    rng = random.Random("near")
    deal, _ = moments("match 0", 2)[42]
    view = deal.see(0)
    far, near = (advise(view, [], 200, b"1", totals=totals) for totals in ((0, 0), (490, 490)))
    assert far is not None
    assert near is not None
    assert (far.action, far.win) == ("-2c", None)
    assert far.points > 2 * far.error
    assert (near.action, near.other) == ("-4c", "-2c")
    assert near.win is not None
    assert near.win > 2 * near.win_error
    assert near == advise(imagine(view, rng).see(0), [], 200, b"1", totals=(490, 490))


def test_without_worlds_nothing_is_weighed() -> None:
    deal, _ = moments("glance", 2)[0]
    told = advise(deal.see(deal.turn), [], 0, b"", "plain")
    assert told is not None
    assert (told.reason, told.worlds, told.other) == (None, 0, "")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_turn_played_again_shows_its_seat_what_it_saw(players: int) -> None:
    seed = f"again {players}"
    found = record(seed, players=players).record.deals[0]
    first = Deal.from_start(found.start, players=players, rules="strict")
    differs = 0
    for deal, place in moments(seed, players):
        seat, opening = again(first, found.actions, place, random.Random(place))
        assert seat == deal.turn
        replayed = Deal.from_start(opening.start, players=players, rules="strict")
        for action in opening.actions:
            replayed.play(action)
        seen, now = deal.see(seat), replayed.see(0)
        assert now.legal == seen.legal
        assert now.hand == seen.hand
        assert [str(card) for card in now.pile] == [str(card) for card in seen.pile]
        assert now.held == tuple(seen.held[(seat + one) % players] for one in range(players))
        differs += replayed.hands[1] != deal.hands[(seat + 1) % players]
    assert differs
    with pytest.raises(BadText, match="no action"):
        again(first, found.actions, len(found.actions), random.Random(0))


def test_redrawn_hidden_cards_are_equally_likely() -> None:
    """The card that was drawn is the stock's top again; of 48 others each is as often in the other hand."""
    deal = Deal.from_start({"hands": ["2c 3c", "9s"], "stock": "Ks 4d", "pile": "7s", "turn": 0}, players=2)
    starts = [again(deal, ["+", "-2c"], 1, random.Random(n))[1].start for n in range(480)]
    assert {start["stock"][:2] for start in starts} == {"Ks"}
    hands = Counter(start["hands"][1] for start in starts)
    assert len(hands) > 44
    assert max(hands.values()) < 27


def test_parts_of_a_deal_make_its_analysis() -> None:
    replayed = record("parts")
    held, deal = replayed.record, replayed.record.deals[0]
    asked = Asked(held.rules, 2, deal.start, deal.actions, [0, 0], 0)
    wanted = judged_seats(held)
    count = len(deal.actions)
    parts = [judge(asked, wanted, 4, range(first, min(first + 3, count))) for first in range(0, count, 3)]
    assert together(held, wanted, 4, parts) == analyse(replayed, worlds=4)
