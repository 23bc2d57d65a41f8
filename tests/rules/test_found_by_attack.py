"""Faults that attacks on the rules and the objects found, each as its whole kind."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

import speto
from speto.errors import BadOptions, BadStart, BadText
from speto.records import read
from speto.replay import replay

DECIDING = {
    "start": {"hands": ["3d 4d Ks", "3h 4h"], "stock": "", "pile": "5d/1", "turn": 0},
    "actions": ["^3d4d5d", "#Ks"],
}
FALLING = {"start": {"hands": ["2c Qs As Ad Ah Ac", "3h"], "stock": "", "pile": "7h", "turn": 0}}
DECK = {"start": {"deck": " ".join(map(str, speto.Cards((1 << 52) - 1))), "starter": 0}}


def record(deals: list[Any], **more: Any) -> Any:
    import json

    head = {"format": "speto/1", "game": "dummy", "rules": {"target": 50}, "players": ["A", "B"], "deals": deals}
    return read(json.dumps({**head, **more}).encode())


def test_R28_A49_a_decided_match_stays_decided_whatever_a_position_scores() -> None:
    with pytest.raises(BadStart, match="R28"):
        replay(record([DECIDING, FALLING, DECK]))
    played = replay(record([DECIDING, FALLING]))
    assert played.following.winner == 0
    assert played.following.totals == (-60, -130)


def test_a_shallow_copy_goes_its_own_way() -> None:
    deal = speto.Deal(seed="a")
    twin = copy.copy(deal)
    twin.play("+")
    assert deal.actions == []
    assert deal.starting


@pytest.mark.parametrize("seat", [-1, -2, 2, "0", True, 0.0])
def test_a_view_is_of_a_seat_that_is_there(seat: Any) -> None:
    with pytest.raises(BadText, match="there is no seat"):
        speto.Deal(seed="a").see(seat)


def test_imagine_takes_no_deal() -> None:
    deal: Any = speto.Deal(seed="a")
    with pytest.raises(TypeError, match="a View"):
        speto.imagine(deal, random.Random(1))


def test_the_house_rules_of_a_deal_cannot_be_exchanged() -> None:
    deal: Any = speto.Deal(seed="a", rules="strict")
    with pytest.raises(AttributeError):
        deal.options = speto.Options()
    assert deal.options == speto.Options.of("strict")


@pytest.mark.parametrize("players", [2.0, "2", None, 0, 5, True])
def test_R1_players_are_a_number_of_them(players: Any) -> None:
    for make in (speto.Deal, speto.Match):
        with pytest.raises(BadStart, match="R1"):
            make(players=players)


def test_wrong_types_are_said_in_a_sentence() -> None:
    made: Any = speto.Deal
    for rules in (5, None, ["classic"]):
        with pytest.raises(BadOptions, match="house rules"):
            made(rules=rules)
    with pytest.raises(BadText, match="a seed is a text"):
        made(seed=5)
    for start in (None, 5, "deck"):
        with pytest.raises(BadStart, match="a start"):
            made.from_start(start, players=2)
    with pytest.raises(BadStart, match="no key"):
        made.from_start({1: 2, "deck": ""}, players=2)
    for action in (None, 5):
        with pytest.raises(BadText, match="an action is a text"):
            made(seed="a").play(action)
    with pytest.raises(BadText, match="a list"):
        made(seed="a").play_all("+")


def test_cards_print_in_columns_and_refuse_what_is_no_card() -> None:
    card: Any = speto.Card
    assert f"{card(5):>4}" == "  7c"
    assert f"{speto.Cards('7c 2c'):>6}" == " 2c 7c"
    for wrong in (1.5, True, None, 52, -1):
        with pytest.raises(BadText):
            card(wrong)
    assert "zz" not in speto.Cards("2c")
    assert 99 not in speto.Cards("2c")


def test_suits_pasted_as_pictures_and_spaces_are_read() -> None:
    assert speto.Card("7\u2665\ufe0f") == speto.Card("7h")
    assert speto.Cards("7\u2665\ufe0f 10\u2666\ufe0e") == speto.Cards("7h Td")
    deal = speto.Deal(seed="a")
    deal.play(" + ")
    assert deal.actions == ["+"]
