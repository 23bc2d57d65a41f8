"""The knock: the last card goes face down."""

from __future__ import annotations

import pytest
from tests.rules.board import legal, lines, play, rule, table

from speto import Deal, IllegalAction

REST = {"stock": "2s 3s 4s"}


def born(hand: str, other: str = "4d 5d", **more: object) -> Deal:
    """Seat 0 has drawn the 2s and is born."""
    return play(table("Kh", hand, other, **{"born": [0], **REST, **more}), "+")  # type: ignore[arg-type]


def test_R18_one_card_left_is_the_knock() -> None:
    deal = play(born("7c 7d 7h 9s"), "=7c7d7h")
    assert rule(deal, "#9s") == "R18"
    assert legal(deal, "#") == ""
    deal = play(born("7c 7d 7h"), "=7c7d7h")
    assert deal.legal == ["#2s"]
    play(deal, "#2s")
    assert deal.over
    assert deal.legal == []
    assert deal.turn is None
    assert (deal.knocker, str(deal.knock_card)) == (0, "2s")
    assert rule(deal, "+") == "R18"


def test_R18_by_layoffs_too_and_after_a_pickup() -> None:
    deal = play(born("Qc 7c", melds=["8c/1 9c/1 Tc/1 Jc/1"], born=[0, 1]), "Qc>8c 7c>8c")
    assert deal.legal == ["#2s"]
    deal = play(table("7h", "8h 9h Kc", "4d 5d", born=[0], **REST), "^7h8h9h")
    assert deal.legal == ["#Kc"]


def test_R18_everything_counts_and_is_shown() -> None:
    deal = play(born("7c 7d 7h", "Ks 3d", melds=["7s/1 8s/1 9s/1"], born=[0, 1]), "=7c7d7h #2s")
    assert lines(deal) == [
        "0 laid R24 +15 7c7d7h",
        "0 knock_card R23 +50 2s",
        "1 laid R24 +15 7s8s9s",
        "1 hand R24 -15 3dKs",
    ]
    assert deal.scores == (65, 0)
    for seat in (0, 1, None):
        assert [str(hand) for hand in deal.see(seat).hands] == ["", "3d Ks"]


def test_A19_the_last_card_is_never_discarded() -> None:
    deal = play(born("7c 7d 7h"), "=7c7d7h")
    assert rule(deal, "-2s") == "A19"
    with pytest.raises(IllegalAction):
        deal.play("-2s")
    # Who does not want to knock keeps the meld.
    kept = born("7c 7d 7h")
    assert legal(kept, "-") == "-2s -7c -7d -7h"
    assert play(kept, "-2s").turn == 1


def test_A19_a_last_card_that_fits_is_the_knock_card_all_the_same() -> None:
    deal = play(born("7c 7d 7h", melds=["3s/1 4s/1 5s/1"], born=[0, 1], stock="2s 6s"), "=7c7d7h")
    assert deal.legal == ["#2s"]
    assert rule(deal, "2s>3s") == "A19"


def test_A20_one_card_must_be_left() -> None:
    deal = born("7c 7d", stock="7h 3s")
    assert legal(deal, "=") == ""
    assert rule(deal, "=7c7d7h") == "A20"
    four = born("7c 7d 7h", stock="7s 3s")
    assert legal(four, "=") == "=7c7d7h =7c7d7s =7c7h7s =7d7h7s"
    assert rule(four, "=7c7d7h7s") == "A20"
    run = born("4c 5c 6c", stock="7c 3s")
    assert legal(run, "=") == "=4c5c6c =5c6c7c"
    assert rule(run, "=4c5c6c7c") == "A20"
    assert legal(born("4c 5c 6c 9d", stock="7c 3s"), "=") == "=4c5c6c =4c5c6c7c =5c6c7c"


def test_A20_the_last_but_one_may_be_laid_off() -> None:
    deal = born("Qc", melds=["8c/1 9c/1 Tc/1 Jc/1"], born=[0, 1])
    assert legal(deal, ">") == "Qc>8c"
    assert play(deal, "Qc>8c").legal == ["#2s"]


ONE_SUIT = ["3h/0 4h/0 5h/0 6h/0"]


def test_R20_D12_all_of_one_suit_doubles() -> None:
    deal = play(born("9h Th Jh Qh", "Kc", melds=ONE_SUIT), "=9hThJhQh #2s")
    assert lines(deal) == [
        "0 laid R24 +55 3h4h5h6h9hThJhQh",
        "0 knock_card R23 +50 2s",
        "0 colour_knock R20 +105",
        "1 hand R24 -10 Kc",
        "1 dark_deduction R25 -10",
    ]
    assert deal.scores == (210, -20)


def test_R20_two_suits_do_not() -> None:
    deal = play(born("9d Td Jd Qd", melds=ONE_SUIT), "=9dTdJdQd #2s")
    assert lines(deal, "colour_knock") == []
    red = play(born("7d 8d 9d", melds=ONE_SUIT), "=7d8d9d #2s")
    assert lines(red, "colour_knock") == []
    a_set = play(born("7c 7d 7h"), "=7c7d7h #2s")
    assert lines(a_set, "colour_knock") == []


def test_D12_may_be_off() -> None:
    off = play(born("9h Th Jh Qh", melds=ONE_SUIT, rules={"colour_knock": False}), "=9hThJhQh #2s")
    assert off.scores == (105, -20)
    assert lines(off, "colour_knock") == []


def test_A18_the_knock_card_is_not_asked() -> None:
    for card in ("2h", "2s"):
        deal = play(born("9h Th Jh Qh", melds=ONE_SUIT, stock=f"{card} 3s"), f"=9hThJhQh #{card}")
        assert lines(deal, "colour_knock") == ["0 colour_knock R20 +105"]


def test_A18_all_that_the_knocker_placed_in_the_deal_counts() -> None:
    start = {"melds": ["3h/0 4h/0 5h/0", "8c/1 9c/1 Tc/1 Jc/0"], "born": [0, 1], "layoffs": [1, 0]}
    earlier = play(born("9h Th Jh Qh", **start), "=9hThJhQh #2s")
    assert lines(earlier, "colour_knock") == []
    start = {"melds": ["3h/0 4h/0 5h/0", "8c/1 9c/1 Tc/1"], "born": [0, 1]}
    now = play(born("9h Th Jh Qh 7c", **start), "=9hThJhQh 7c>8c #2s")
    assert lines(now, "colour_knock") == []
    # What others placed does not.
    others = play(born("9h Th Jh Qh", **start), "=9hThJhQh #2s")
    assert lines(others, "colour_knock") == ["0 colour_knock R20 +100"]


def test_R20_A18_layoffs_alone_may_be_the_colour() -> None:
    deal = play(born("Qc 7c", melds=["8c/1 9c/1 Tc/1 Jc/1"], born=[0, 1]), "Qc>8c 7c>8c #2s")
    assert lines(deal, "colour_knock") == ["0 colour_knock R20 +65"]


def test_R19_born_before_the_turn_is_not_dark() -> None:
    deal = play(born("7c 7d 7h"), "=7c7d7h #2s")
    assert lines(deal, "dark_knock") == []


def test_R18_the_knocker_loses_nothing_for_a_hand() -> None:
    deal = play(born("7c 7d 7h"), "=7c7d7h #2s")
    assert [line for line in lines(deal, "hand", "dark_deduction") if line[0] == "0"] == []


def test_R23_R24_which_lines_tell_the_action_and_by_whom() -> None:
    """The action on penalties and on the knock card, the seat that acted on penalties."""
    rules = {"preset": "strict", "colour_knock": True}
    start = {"stock": "Td 5s 6c", "rules": rules, "born": []}
    deal = play(table("7h", "8h 6d", "6h Kd", **start), "+ -8h ^6h7h8h #Kd")  # type: ignore[arg-type]
    assert [(line.seat, line.code, line.action, line.by) for line in deal.ledger] == [
        (0, "head_feed", 2, 1),
        (0, "foolish_discard", 3, 1),
        (0, "hand", None, None),
        (0, "dark_deduction", None, None),
        (1, "laid", None, None),
        (1, "head", None, None),
        (1, "knock_card", 3, None),
        (1, "dark_knock", None, None),
        (1, "colour_knock", None, None),
    ]
