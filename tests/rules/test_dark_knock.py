"""Knocking without having been born before the turn."""

from __future__ import annotations

import pytest
from tests.rules.board import discards, legal, lines, play, rule, table

from speto import Deal


def drawn(hand: str, card: str, other: str = "5d 9s", **more: object) -> Deal:
    """Seat 0 has drawn this card; it is not born."""
    return play(table("Kh", hand, other, **{"stock": f"{card} 3d 4d", **more}), "+")  # type: ignore[arg-type]


def test_R19_A15_a_complete_knock_from_the_hand() -> None:
    deal = drawn("3s 4s 5s 6s 8c 8d 8h", "Qs")
    melds = "=3s4s5s =3s4s5s6s =4s5s6s =8c8d8h"
    assert deal.legal == [*discards("3s 4s 5s 6s 8c 8d 8h Qs").split(), *melds.split()]
    play(deal, "=3s4s5s6s =8c8d8h")
    assert deal.legal == ["#Qs"]
    play(deal, "#Qs")
    assert lines(deal)[:3] == [
        "0 laid R24 +35 3s4s5s6s8c8d8h",
        "0 knock_card R23 +50 Qs",
        "0 dark_knock R19 +85",
    ]
    assert deal.scores is not None
    assert deal.scores[0] == 170


def test_A15_only_if_a_complete_knock_is_reachable() -> None:
    deal = drawn("3s 4s 5s 6s 8c 8d Th", "Qs")
    assert deal.legal == discards("3s 4s 5s 6s 8c 8d Th Qs").split()
    assert rule(deal, "=3s4s5s") == "R12"


def test_A15_the_first_meld_must_leave_the_knock_reachable() -> None:
    deal = drawn("7c 7d 7h 8h 9h Th", "Kd")
    assert legal(deal, "=") == "=7c7d7h =8h9hTh"
    assert rule(deal, "=7h8h9h") == "R12"
    assert rule(deal, "=7h8h9hTh") == "R12"


def test_A15_from_the_first_card_on_he_must_finish() -> None:
    deal = drawn("7c 7d 7h 8h 9h Th 2c 2d 2h", "Kd")
    assert not deal.must_finish
    play(deal, "=2c2d2h")
    assert deal.must_finish
    assert deal.legal == ["=7c7d7h", "=8h9hTh"]
    assert rule(deal, "=7h8h9h") == "A15"
    assert rule(deal, "-Kd") == "A15"
    assert rule(deal, "#Kd") == "R18"
    play(deal, "=8h9hTh")
    assert deal.legal == ["=7c7d7h"]
    assert play(deal, "=7c7d7h").legal == ["#Kd"]


def test_A15_or_he_just_discards() -> None:
    deal = play(drawn("3s 4s 5s 6s 8c 8d 8h", "Qs"), "-Qs")
    assert deal.turn == 1
    assert deal.born == (False, False)


def test_A15_which_card_is_kept_is_his_choice() -> None:
    deal = drawn("3s 4s 5s", "6s")
    assert legal(deal, "=") == "=3s4s5s =4s5s6s"
    assert play(deal, "=4s5s6s").legal == ["#3s"]


def test_A15_a_born_seat_is_free() -> None:
    deal = play(drawn("7c 7d 7h 8h 9h Th", "Kd", born=[0]), "=7h8h9h")
    assert not deal.must_finish
    assert legal(deal, "-") == discards("7c 7d Th Kd")


RUN = ["8c/1 9c/1 Tc/1 Jc/1"]


def test_A16_with_layoffs_alone() -> None:
    deal = drawn("7c Qc", "Kd", melds=RUN, born=[1])
    assert legal(deal, ">") == "7c>8c Qc>8c"
    play(deal, "7c>8c")
    assert deal.legal == ["Qc>7c"]
    play(deal, "Qc>7c #Kd")
    assert lines(deal, "laid", "dark_knock")[:2] == ["0 laid R24 +15 7cQc", "0 dark_knock R19 +65"]


def test_A16_in_any_order_with_melds() -> None:
    for order in ("7c>8c =2c2d2h", "=2c2d2h 7c>8c"):
        deal = play(drawn("2c 2d 2h 7c", "Kd", melds=RUN, born=[1]), f"{order} #Kd")
        assert lines(deal, "dark_knock") == ["0 dark_knock R19 +115"]


def test_A16_one_layoff_too_many_for_the_limit() -> None:
    for limit, allowed in ((1, ""), (2, "7c>8c Qc>8c")):
        start = {"melds": RUN, "born": [1], "layoffs": [0, 0], "rules": {"layoff_limit": limit}}
        assert legal(drawn("7c Qc", "Kd", **start), ">") == allowed


def test_A15_A16_a_layoff_may_lose_the_knock() -> None:
    start = {"melds": [*RUN, "7d/1 7h/1 7s/1"], "born": [1]}
    deal = drawn("7c 6c", "Kd", **start)
    assert legal(deal, ">") == "7c>8c"
    assert rule(deal, "7c>7d") == "R12"
    # With another card to keep, both are well.
    assert legal(drawn("7c", "Kd", **start), ">") == "7c>7d 7c>8c"


def test_A16_on_his_own_meld_of_this_turn() -> None:
    deal = play(drawn("3s 4s 5s 6s 7s", "Kd"), "=4s5s6s")
    assert deal.legal == ["3s>4s", "7s>4s"]
    play(deal, "7s>4s 3s>4s #Kd")
    assert lines(deal, "dark_knock", "colour_knock") == ["0 dark_knock R19 +75", "0 colour_knock R20 +150"]


def test_A17_a_pickup_and_knock_in_one_turn_is_dark() -> None:
    deal = play(table("7h", "8h 9h Kd", "5d 9s", stock="2s"), "^7h8h9h #Kd")
    assert lines(deal)[:3] == ["0 laid R24 +15 7h8h9h", "0 knock_card R23 +50 Kd", "0 dark_knock R19 +65"]
    before = play(table("7h", "8h 9h Kd", "5d 9s", stock="2s", born=[0]), "^7h8h9h #Kd")
    assert lines(before, "dark_knock") == []


def test_A17_born_in_this_turn_he_need_not_finish() -> None:
    deal = play(table("7h", "8h 9h Kd 2c", "5d 9s", stock="2s"), "^7h8h9h")
    assert not deal.must_finish
    assert deal.legal == ["-2c", "-Kd"]


def test_A17_born_in_an_earlier_turn_is_not_dark() -> None:
    deal = play(table("7h", "8h 9h Kd 2c", "5d 9s", stock="2s 3d 9d"), "^7h8h9h -Kd + -2s")
    play(deal, "+")
    assert deal.legal == ["-2c", "-3d"]
    later = play(table("7h", "8h 9h Th Kd", "5d 9s", stock="2s 3d 9d"), "^7h8h9h -Kd + -2s + Th>7h #3d")
    assert lines(later, "dark_knock") == []


@pytest.mark.parametrize(("rules", "score"), [({}, 420), ({"colour_knock": False}, 210)])
def test_R20_dark_and_colour_is_times_four(rules: dict[str, object], score: int) -> None:
    deal = drawn("3h 4h 5h 6h 9h Th Jh Qh", "2s", other="5d 9s", rules=rules)
    play(deal, "=3h4h5h6h =9hThJhQh #2s")
    told = ["0 laid R24 +55 3h4h5h6h9hThJhQh", "0 knock_card R23 +50 2s", "0 dark_knock R19 +105"]
    assert [line for line in lines(deal) if line[0] == "0"] == told + ["0 colour_knock R20 +210"] * (score == 420)
    assert deal.scores is not None
    assert deal.scores[0] == score
