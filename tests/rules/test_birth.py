"""Who may lay."""

from __future__ import annotations

import pytest
from tests.rules.board import cards, discards, legal, lines, play, rule, table


def test_R11_the_first_pickup_is_the_birth() -> None:
    deal = table("7h 2d/1", "8h 9h Kc Qc", "4c 5d 4d", stock="2s 3s 5s")
    assert deal.born == (False, False)
    play(deal, "^7h8h9h")
    assert deal.born == (True, False)
    play(deal, "-Kc + -2s")
    assert deal.born == (True, False)


def test_R11_each_seat_is_born_by_itself() -> None:
    deal = play(table("7h 2d/1", "8h 9h Kc 5d", "4c 5c Tc Jd", stock="2s 3s 5s"), "^7h8h9h -2d + -5c")
    assert deal.born == (True, False)
    assert legal(deal, "^") == ""


def test_R12_A57_a_drawn_card_gives_no_birth() -> None:
    deal = play(table("2h", "7h 8h 2c 3d Kc", "4c 5c", stock="9h 2s"), "+")
    assert deal.legal == discards("7h 8h 2c 3d Kc 9h").split()
    assert rule(deal, "=7h8h9h") == "R12"
    assert deal.born == (False, False)


def test_R12_an_unborn_seat_lays_no_meld_and_no_card() -> None:
    start = {"melds": ["8c/1 9c/1 Tc/1"], "stock": "Jd 2d"}
    unborn = play(table("2h", "7c 4d 4s 4h 3d", "4c 5h", born=[1], **start), "+")
    assert legal(unborn, "=", ">") == ""
    assert rule(unborn, "7c>8c") == "R12"
    assert rule(unborn, "=4d4h4s") == "R12"
    born = play(table("2h", "7c 4d 4s 4h 3d", "4c 5h", born=[0, 1], **start), "+")
    assert legal(born, "=", ">") == "7c>8c =4d4h4s"


def test_R12_a_born_seat_lays_in_the_turn_of_its_birth_and_later() -> None:
    deal = play(table("7h 2d/1", "8h 9h 4d 4h 4s 5d Kc", "4c 5c", stock="2s 3s 5s"), "^7h8h9h")
    assert rule(deal, "=4d4h4s") is None
    play(deal, "-Kc + -4c +")
    assert rule(deal, "=4d4h4s") is None


def test_D15_what_a_born_seat_laid_counts_for_it() -> None:
    deal = table("2h", "3d", "Kc", melds=["8c/1 9c/1 Tc/1"], born=[1], stock="")
    assert deal.over
    assert [line for line in lines(deal) if line[0] == "1"] == ["1 laid R24 +20 8c9cTc", "1 hand R24 -10 Kc"]


def test_R13_laid_cards_never_come_back() -> None:
    deal = play(table("7h 2d/1", "8h 9h Th 4d Kc", "4c 5c", stock="2s 3s 5s"), "^7h8h9h")
    assert str(deal.hands[0]) == cards("Th 4d Kc 2d")
    play(deal, "-Kc + -2s +")
    assert str(deal.hands[0]) == cards("Th 4d 2d 3s")
    assert rule(deal, "=8h9hTh") == "R8"
    assert rule(deal, "-7h") == "R8"
    assert [str(meld) for meld in deal.melds] == ["7h/0 8h/0 9h/0"]


@pytest.mark.parametrize("action", ["8c>8d", "8d>9c", "=8c8d8h", "=8d8h8s"])
def test_R13_laid_cards_never_move_between_melds(action: str) -> None:
    start = {"melds": ["8c/0 9c/0 Tc/0 Jc/0", "8d/1 8h/1 8s/1"], "born": [0, 1], "stock": "Ad"}
    deal = play(table("2h", "3d 4d 6h", "4c 5h", **start), "+")
    assert rule(deal, action) == "R8"
