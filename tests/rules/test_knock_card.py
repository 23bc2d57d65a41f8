"""The value of the knock card."""

from __future__ import annotations

import pytest
from tests.rules.board import lines, play, rule, table

from speto import Deal

P1 = {"knock_speto": True}
P2 = {"knock_layable": True}
BOTH = P1 | P2


def knock(card: str, rules: dict[str, object], melds: tuple[str, ...] = (), **more: object) -> list[str]:
    """The knock card's line after seat 0, born, laid its sevens and knocked with the card that it drew."""
    start = {"melds": list(melds), "born": [0, 1], "layoffs": [0, 0], **more}
    deal = play(table("Kh", "7c 7d 7h", "9d Jh", stock=f"{card} 3h", rules=rules, **start), f"+ =7c7d7h #{card}")  # type: ignore[arg-type]
    return lines(deal, "knock_card")


@pytest.mark.parametrize("card", ["3s", "Ts", "Ah"])
def test_R23_it_counts_50(card: str) -> None:
    assert knock(card, BOTH) == [f"0 knock_card R23 +50 {card}"]


@pytest.mark.parametrize("card", ["2c", "Qs"])
def test_P1_A2_a_speto_counts_100_only_with_P1(card: str) -> None:
    assert knock(card, {}) == [f"0 knock_card R23 +50 {card}"]
    assert knock(card, P1) == [f"0 knock_card P1 +100 {card}"]
    assert knock(card, P2) == [f"0 knock_card R23 +50 {card}"]


@pytest.mark.parametrize("card", ["2d", "Qc", "Qh"])
def test_P1_only_spetos(card: str) -> None:
    assert knock(card, P1) == [f"0 knock_card R23 +50 {card}"]


def test_P2_a_card_that_could_be_laid_off_counts_100() -> None:
    run = ("8c/1 9c/1 Tc/1",)
    for card, fits in (("Jc", True), ("Qc", False)):
        assert knock(card, P2, run) == [f"0 knock_card {'P2 +100' if fits else 'R23 +50'} {card}"]
        assert knock(card, {}, run) == [f"0 knock_card R23 +50 {card}"]
        assert knock(card, P1, run) == [f"0 knock_card R23 +50 {card}"]


def test_P2_A3_on_the_knocker_s_own_melds_of_this_turn_too() -> None:
    assert knock("7s", P2) == ["0 knock_card P2 +100 7s"]


def test_P2_A3_the_table_is_asked_when_all_is_laid() -> None:
    start = {"melds": ["8c/1 9c/1 Tc/1"], "born": [0, 1], "stock": "Qc 3h"}
    deal = play(table("Kh", "7d 7h 7s Jc", "9d Jh", rules=P2, **start), "+ =7d7h7s Jc>8c #Qc")
    assert lines(deal, "knock_card") == ["0 knock_card P2 +100 Qc"]


def test_P2_A3_the_layoff_limit_does_not_matter() -> None:
    deal = ("8c/1 9c/1 Tc/1 Jc/0 Qc/0",)
    rules = {"knock_layable": True, "layoff_limit": 2}
    assert knock("Kc", rules, deal, layoffs=[2, 0]) == ["0 knock_card P2 +100 Kc"]


def test_P2_D10_a_closed_run_takes_no_card() -> None:
    ace = ("Qc/1 Kc/1 Ac/1",)
    assert knock("Jc", P2, ace) == ["0 knock_card P2 +100 Jc"]
    assert knock("Jc", {**P2, "qka_closed": True}, ace) == ["0 knock_card R23 +50 Jc"]
    assert knock("2c", P2, ace) == ["0 knock_card R23 +50 2c"]
    short = {"preset": "short", "knock_layable": True}
    assert knock("Jc", short, ace) == ["0 knock_card R23 +50 Jc"]


def test_A1_a_speto_that_could_be_laid_off_counts_100() -> None:
    run = ("3c/1 4c/1 5c/1",)
    assert knock("2c", BOTH, run) == ["0 knock_card P1 +100 2c"]
    assert knock("2c", P2, run) == ["0 knock_card P2 +100 2c"]
    assert knock("2c", P1, run) == ["0 knock_card P1 +100 2c"]


def dark(rules: dict[str, object]) -> Deal:
    hand = "3s 4s 5s 6s 8c 8d 8h"
    return play(table("Kh", hand, "9d Jh", stock="Qs 3h", rules=rules), "+ =3s4s5s6s =8c8d8h #Qs")


def test_A6b_it_is_doubled_with_the_rest() -> None:
    assert lines(dark({}))[:3] == ["0 laid R24 +35 3s4s5s6s8c8d8h", "0 knock_card R23 +50 Qs", "0 dark_knock R19 +85"]
    assert dark({}).scores == (170, -30)
    assert dark(dict(P1)).scores == (270, -30)


def test_A30_the_knock_card_is_no_discard() -> None:
    rules = {"layoff_discard": True, "full_discard": True}
    deal = play(table("Kh Ks/0 7s/1", "7c 7d 7h", "9d Jh", stock="Kd 3h", born=[0], rules=rules), "+ =7c7d7h #Kd")
    assert lines(deal, "layoff_discard", "full_discard") == []
    layable = play(table("Kh", "7c 7d 7h", "9d Jh", stock="7s 3h", born=[0], rules=rules), "+ =7c7d7h")
    assert rule(layable, "-7s") == "A19"
    assert lines(play(layable, "#7s"), "layoff_discard", "full_discard") == []
    # A discard is charged in the same place.
    held = play(table("Kh Ks/1", "7c 7d 7h 5s", "9d Jh", stock="Kd 3h", born=[0], rules=rules), "+ =7c7d7h -Kd")
    assert lines(held) == ["0 full_discard P5 -50 Kd"]


def test_A60_it_is_public_with_all_hands_when_the_deal_is_over() -> None:
    deal = table("Kh", "7c 7d 7h", "9d Jh", "5c 2s", stock="3s 4d", born=[0])
    play(deal, "+")
    hidden = deal.see(1)
    assert [str(hand) for hand in hidden.hands] == ["", "9d Jh", ""]
    assert hidden.knock_card is None
    play(deal, "=7c7d7h #3s")
    for seat in (0, 1, 2, None):
        view = deal.see(seat)
        assert str(view.knock_card) == "3s"
        assert view.knocker == 0
        assert [str(hand) for hand in view.hands] == ["", "9d Jh", "2s 5c"]
