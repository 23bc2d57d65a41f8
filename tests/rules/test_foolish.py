"""P0: the discard with which the next player knocks."""

from __future__ import annotations

import pytest
from tests.rules.board import lines, play, table

from speto import Deal

CONDITIONS = ["used", "any_pickup", "single_card"]


def foolish(deal: Deal) -> list[str]:
    assert deal.foolish == bool(lines(deal, "foolish_discard"))
    return lines(deal, "foolish_discard")


@pytest.mark.parametrize("condition", CONDITIONS)
def test_P0_R26_the_next_player_picks_it_up_and_knocks(condition: str) -> None:
    deal = table("Ks", "7h 6d", "8h 9h Kd", stock="Td 5s", rules={"foolish_condition": condition})
    play(deal, "+ -7h ^7h8h9h #Kd")
    assert foolish(deal) == ["0 foolish_discard P0 -50 7h"]
    assert [(line.action, line.by) for line in deal.ledger if line.rule == "P0"] == [(3, 1)]
    assert deal.knocker == 1


@pytest.mark.parametrize(("amount", "points"), [(100, -100), (50, -50)])
def test_P0_D7_a_speto_costs_more(amount: int, points: int) -> None:
    rules = {"foolish_speto_amount": amount}
    for speto, hand, pickup in (("2c", "3c 4c Kd", "^2c3c4c"), ("Qs", "Js Ts Kd", "^TsJsQs")):
        deal = play(table("Kh", f"{speto} 6d", hand, stock="Td 5s", rules=rules), f"+ -{speto} {pickup} #Kd")
        assert foolish(deal) == [f"0 foolish_discard P0 {points} {speto}"]
        plain = play(table("Kh", "7h 6d", "8h 9h Kd", stock="Td 5s", rules=rules), "+ -7h ^7h8h9h #Kd")
        assert foolish(plain) == ["0 foolish_discard P0 -50 7h"]


def test_P0_not_if_he_does_not_knock_in_that_turn() -> None:
    deal = play(table("Ks", "7h 6d", "8h 9h Kd 9s", stock="Td 5s 3c"), "+ -7h ^7h8h9h -9s + -5s")
    assert foolish(deal) == []
    later = play(table("Ks", "7h 6d", "8h 9h Th Kd", stock="Td 5s 3c"), "+ -7h ^7h8h9h -Kd + -5s + Th>7h #3c")
    assert later.knocker == 1
    assert foolish(later) == []


def test_P0_not_for_a_knock_after_a_draw() -> None:
    deal = play(table("Ks", "7h 6d", "8h 9h Th", stock="Td 5s 3c"), "+ -7h + =8h9hTh #5s")
    assert deal.knocker == 1
    assert foolish(deal) == []


@pytest.mark.parametrize(("condition", "charged"), [("used", True), ("any_pickup", True), ("single_card", False)])
def test_P0_D6_more_than_one_card_picked_up(condition: str, charged: bool) -> None:
    rules = {"foolish_condition": condition}
    told = ["0 foolish_discard P0 -50 7h"] if charged else []
    melded = table("6h", "7h 6d", "8h 9h Kd", stock="Td 5s", rules=rules)
    assert foolish(play(melded, "+ -7h ^6h7h8h9h #Kd")) == told
    deep = table("6h", "7h 6d", "5h 8h 9h 4h", stock="Td 5s", rules=rules)
    assert foolish(play(deep, "+ -7h ^4h5h6h7h8h #9h")) == told


def test_P0_A7_used_in_a_layoff_or_a_second_meld() -> None:
    start = {"melds": ["8c/1 9c/1 Tc/1"], "stock": "Td 5s", "born": [1]}
    deal = play(table("7h", "Jc 6d", "8h 9h Kd", **start), "+ -Jc ^7h8h9h Jc>8c #Kd")
    assert foolish(deal) == ["0 foolish_discard P0 -50 Jc"]
    deal = play(table("7h", "Js 6d", "8h 9h Kd Jd Jh", stock="Td 5s"), "+ -Js ^7h8h9h =JdJhJs #Kd")
    assert foolish(deal) == ["0 foolish_discard P0 -50 Js"]


@pytest.mark.parametrize(("condition", "charged"), [("used", False), ("any_pickup", True), ("single_card", False)])
def test_P0_A7_unless_that_card_is_the_knock_card(condition: str, charged: bool) -> None:
    deal = table("7h", "Js 6d", "8h 9h", stock="Td 5s", rules={"foolish_condition": condition})
    play(deal, "+ -Js ^7h8h9h #Js")
    assert foolish(deal) == (["0 foolish_discard P0 -50 Js"] if charged else [])


@pytest.mark.parametrize("condition", CONDITIONS)
def test_P0_A8_an_earlier_discarder_is_not_foolish(condition: str) -> None:
    deal = table("Ks", "7h 6d", "Js 6s", "8h 9h Jd Jh 2d", stock="Td 5s", rules={"foolish_condition": condition})
    play(deal, "+ -7h + -Js ^7h8h9h =JdJhJs #2d")
    assert foolish(deal) == ([] if condition == "single_card" else ["1 foolish_discard P0 -50 Js"])
    below = table("Ks", "7h 6d", "Js 6s", "8h 9h", stock="Td 5s", rules={"foolish_condition": condition})
    play(below, "+ -7h + -Js ^7h8h9h #Js")
    assert foolish(below) == (["1 foolish_discard P0 -50 Js"] if condition == "any_pickup" else [])


@pytest.mark.parametrize("condition", CONDITIONS)
def test_P0_A9_the_bare_head_was_thrown_by_nobody(condition: str) -> None:
    deal = table("7h", "8h 9h Kd", "6d 5d", stock="Td", rules={"foolish_condition": condition})
    assert foolish(play(deal, "^7h8h9h #Kd")) == []


def test_P0_A48_a_dark_knock_does_not_double_it() -> None:
    for born, score in (([], 2), ([1], 1)):
        deal = play(
            table("Ks", "7h 6d", "8h 9h Kd", stock="Td 5s", born=born, rules={"colour_knock": False}),
            "+ -7h ^7h8h9h #Kd",
        )
        assert foolish(deal) == ["0 foolish_discard P0 -50 7h"]
        assert deal.scores is not None
        assert deal.scores[1] == score * 65


def test_P0_is_always_on() -> None:
    for preset in ("classic", "strict", "short"):
        deal = table("Ks", "7h 6d", "8h 9h Kd", stock="Td 5s", rules=preset)
        assert foolish(play(deal, "+ -7h ^7h8h9h #Kd")) == ["0 foolish_discard P0 -50 7h"]


def test_P0_R26_the_player_before_in_the_direction_of_play() -> None:
    deal = table("Ks", "7h 6d", "2s 3d", "8h 9h Kd", stock="Td 5s", direction=-1)
    assert foolish(play(deal, "+ -7h ^7h8h9h #Kd")) == ["0 foolish_discard P0 -50 7h"]
