"""Picking up from the pile."""

from __future__ import annotations

import pytest
from tests.rules.board import cards, discards, legal, play, rule, table


def test_R9_A10_A11_takes_the_deepest_card_and_all_newer_ones() -> None:
    deal = table("7h Kd/1 3s/0 8c/1 Jd/0 Ts/1", "Qd 2d 4h", "5h 6h")
    assert deal.legal == ["+", "^JdQdKd"]
    play(deal, "^JdQdKd")
    assert str(deal.hands[0]) == cards("2d 4h 3s 8c Ts")
    assert [str(card) for card in deal.pile] == ["7h"]
    assert [str(meld) for meld in deal.melds] == ["Jd/0 Qd/0 Kd/0"]
    assert deal.born == (True, False)
    assert deal.legal == discards("2d 4h 3s 8c Ts").split()


def test_R9_needs_a_card_of_the_hand() -> None:
    deal = table("7h 8h/0 9h/1", "Th 2c 3d", "5c 6c")
    assert legal(deal, "^") == "^7h8h9hTh ^8h9hTh"
    assert rule(deal, "^7h8h9h") == "R9"
    sets = table("7h 7c/0 7d/1", "7s 2c 3d", "5c 6c")
    assert legal(sets, "^") == "^7c7d7h7s ^7c7d7s ^7c7h7s ^7d7h7s"
    assert rule(sets, "^7c7d7h") == "R9"


def test_R9_needs_a_card_of_the_pile() -> None:
    deal = table("7h 8h/1", "9h Th Jh 2c", "5c 6c")
    assert legal(deal, "^") == "^7h8h9h ^7h8h9hTh ^7h8h9hThJh ^8h9hTh ^8h9hThJh"
    assert rule(deal, "^9hThJh") == "R9"
    assert legal(table("7h", "7c 7d 7s 2c", "5c 6c"), "^") == "^7c7d7h ^7c7d7h7s ^7c7h7s ^7d7h7s"
    assert rule(table("7h", "7c 7d 7s 2c", "5c 6c"), "^7c7d7s") == "R9"


def test_R9_two_cards_are_no_meld_and_strangers_no_help() -> None:
    deal = table("7h 2s/1", "8h Kc 3d", "9h 5c")
    assert deal.legal == ["+"]
    assert rule(deal, "^7h8h9h") == "R9"


@pytest.mark.parametrize(
    ("pickup", "hand", "pile"),
    [("^7h8h9h", "2d Th 3d Kc", ""), ("^8h9hTh", "3d Kc", "7h 2d"), ("^7h8h9hTh", "2d 3d Kc", "")],
)
def test_A10_the_meld_holds_the_deepest_card_taken(pickup: str, hand: str, pile: str) -> None:
    deal = play(table("7h 2d/1 8h/0 3d/1", "9h Th Kc", "4c 5c"), pickup)
    assert str(deal.hands[0]) == cards(hand)
    assert " ".join(map(str, deal.pile)) == pile


def test_A11_the_meld_may_use_many_pile_cards() -> None:
    deal = table("7h 8h/0 Jh/1 9h/0 Qh/1", "Th Kc 2d", "4c 5c")
    assert "^7h8h9hThJhQh" in deal.legal
    assert rule(table("7h 8h/0 Jh/1 9h/0 Qh/1", "Kc 2d", "4c 5c Th"), "^7h8h9hThJhQh") == "R9"


def test_R9_A12_not_to_lay_a_card_off() -> None:
    deal = table("2h 6c/1", "Kd 3d 4s", "4h 5h", melds=["7c/0 8c/0 9c/0"], born=[0, 1])
    assert deal.legal == ["+"]
    assert rule(deal, "6c>7c") == "R8"


@pytest.mark.parametrize(("pile", "allowed"), [("7h 8h/0 Kd/1", True), ("7h 8h/1", False)])
def test_A21_a_single_card_picks_up_if_a_card_is_left(pile: str, allowed: bool) -> None:
    deal = table(pile, "9h", "4c 5c")
    assert legal(deal, "^") == ("^7h8h9h" if allowed else "")
    assert rule(deal, "^7h8h9h") == (None if allowed else "A21")


@pytest.mark.parametrize(("hand", "pile", "allowed"), [
    ("9h Th", "8h/1", False), ("9h Th", "8h/0 2d/1", True), ("9h Th 2d", "8h/1", True),
    ("7c 7d", "7h/1", False), ("7c 7d", "7h/0 7s/1", True),
])  # fmt: skip
def test_A20_A21_a_pickup_leaves_a_card(hand: str, pile: str, allowed: bool) -> None:
    deal = table("Qs " + pile, hand, "4c 5c")
    assert bool(legal(deal, "^")) is allowed


def test_A20_A21_of_a_set_of_four_one_is_left_to_knock_with() -> None:
    deal = table("Qs 7h/0 7s/1", "7c 7d", "4c 5c")
    assert legal(deal, "^") == "^7c7d7h ^7c7h7s ^7d7h7s"
    assert rule(deal, "^7c7d7h7s") == "A21"
    assert play(deal, "^7c7d7h").legal == ["#7s"]


def test_R10_other_melds_and_layoffs_in_the_pickup_turn() -> None:
    deal = play(table("7h", "8h 9h Th 5c 5d 5h Kc", "4c 6d", stock="2s"), "^7h8h9h")
    assert legal(deal, "=", ">") == "=5c5d5h Th>7h"
    play(deal, "=5c5d5h Th>7h")
    assert [str(meld) for meld in deal.melds] == ["5c/0 5d/0 5h/0", "7h/0 8h/0 9h/0 Th/0"]


def test_R10_or_keeps_them_in_hand() -> None:
    deal = play(table("7h", "8h 9h Th 5c 5d 5h Kc", "4c 6d", stock="2s 3s"), "^7h8h9h -Kc + -6d +")
    assert str(deal.hands[0]) == cards("Th 5c 5d 5h 3s")
    assert legal(deal, "=", ">") == "=5c5d5h Th>7h"


def test_A59_further_melds_of_picked_cards_only() -> None:
    deal = play(table("7h 3c/1 3d/0 3s/1", "8h 9h Kc Qc", "4c 5c"), "^7h8h9h")
    assert legal(deal, "=") == "=3c3d3s"
    assert rule(deal, "=3c3d3s") is None
    # Of itself it is no pickup.
    assert rule(table("7h 3c/1 3d/0 3s/1", "8h 9h Kc Qc", "4c 5c"), "^3c3d3s") == "R9"


def test_A25_the_last_stock_card_may_be_left() -> None:
    deal = table("7h", "8h 9h Kc Qc", "4c 5d", stock="2s")
    assert deal.legal == ["+", "^7h8h9h"]
    play(deal, "^7h8h9h -Kc")
    assert deal.stock_size == 1
    assert deal.legal == ["+"]
    play(deal, "+ -2s")
    assert deal.over


def test_A25_every_pickup_lays_three_cards_and_every_draw_shortens_the_stock() -> None:
    deal = table("7h", "8h 9h Kc Qc", "4c 5d", stock="2s 3s")
    play(deal, "^7h8h9h")
    assert sum(len(meld.cards) for meld in deal.melds) == 3
    play(deal, "-Kc +")
    assert deal.stock_size == 1
