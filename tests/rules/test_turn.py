"""The order within a turn, and of turns."""

from __future__ import annotations

import pytest
from tests.rules.board import discards, legal, play, rule, table


def test_R8_a_turn_begins_with_a_draw_or_a_pickup() -> None:
    deal = table("7h 2s/1", "8h 9h Kc 3d 5d", "4c 5c", stock="Jd Js", born=[0])
    assert deal.legal == ["+", "^7h8h9h"]
    assert rule(deal, "-Kc") == "R8"
    assert rule(deal, "#Kc") == "R8"


def test_R8_one_card_is_taken_then_one_is_discarded() -> None:
    deal = play(table("7h 2s/1", "8h 9h Kc 3d 5d", "4c 5c", stock="Jd Js"), "+")
    assert deal.turn == 0
    assert deal.legal == discards("8h 9h Kc 3d 5d Jd").split()
    assert rule(deal, "+") == "R8"
    assert rule(deal, "^7h8h9h") == "R8"
    assert deal.held == (6, 2)
    play(deal, "-Kc")
    assert deal.held == (5, 2)
    assert deal.turn == 1
    assert deal.starting
    assert [str(card) for card in deal.pile] == ["7h", "2s", "Kc"]
    assert deal.pile_seats == [None, 1, 0]


def test_R8_after_a_pickup_nothing_more_is_taken() -> None:
    deal = play(table("7h 2s/1 Th/0 Js/1", "8h 9h Jh Kh 3d", "4c 5c", stock="Jd"), "^9hThJh")
    assert legal(deal, "+", "^") == ""
    assert rule(deal, "+") == "R8"
    assert rule(deal, "^7h8h9h") == "R8"
    assert [str(card) for card in deal.pile] == ["7h", "2s"]


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_R8_A26_turns_go_round_in_the_direction_of_play(players: int, direction: int) -> None:
    hands = ["2c 3d 4h", "5c 6d 7h", "8c 9d Th", "Jc Qd Kh"][:players]
    deal = table("As", *hands, stock="2s 4s 6s 8s Ts Qs 3c 5d 7s", direction=direction)
    seats = []
    for _ in range(players + 1):
        seats.append(deal.turn)
        play(deal, "+")
        play(deal, "-" + str(min(deal.hands[seats[-1] or 0])))
    assert seats == [direction * place % players for place in range(players + 1)]


def test_A22_a_card_just_drawn_may_be_discarded() -> None:
    deal = play(table("7h", "8c 9h", "4c 5c", stock="Jd 2d"), "+ -Jd")
    assert [str(card) for card in deal.pile] == ["7h", "Jd"]


def test_A22_a_card_just_picked_up_may_be_discarded() -> None:
    deal = play(table("7h Kd/1", "8h 9h 2d", "4c 5c", stock="Jd 2s"), "^7h8h9h -Kd")
    assert [str(card) for card in deal.pile] == ["Kd"]
    assert deal.pile_seats == [0]


def test_A52_nothing_is_laid_off_before_the_draw() -> None:
    deal = table("2h", "7c 3d 4d", "4h 5h", melds=["8c/1 9c/1 Tc/1"], born=[0, 1], stock="Jd 2d")
    assert deal.legal == ["+"]
    assert rule(deal, "7c>8c") == "R8"
    assert rule(play(deal, "+"), "7c>8c") is None
    on_set = table("2h", "7c 3d 4d", "4h 5h", melds=["7d/1 7h/1 7s/1"], born=[0, 1], stock="Jd 2d")
    assert rule(on_set, "7c>7d") == "R8"
    assert rule(play(on_set, "+"), "7c>7d") is None


def test_A52_nothing_is_laid_off_after_the_discard_or_in_another_turn() -> None:
    deal = table("2h", "7c 3d 4d", "Jc 5h", melds=["8c/1 9c/1 Tc/1"], born=[0, 1], stock="Jd 2d")
    play(deal, "+")
    assert rule(deal, "Jc>8c") == "R8"  # the other seat holds it
    assert deal.see(0).legal == deal.legal
    assert deal.see(1).legal == []
    assert deal.see(None).legal == []
    play(deal, "-3d")
    assert deal.turn == 1
    assert rule(deal, "7c>8c") == "R8"
    assert deal.see(0).legal == []
