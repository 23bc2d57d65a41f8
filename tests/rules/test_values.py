"""What cards are worth, on the table and in the hand."""

from __future__ import annotations

import pytest
from tests.rules.board import PACK, legal, lines, play, table

from speto import BadText, Card, Deal

RANK_POINTS = dict(zip("23456789TJQKA", [5] * 8 + [10] * 4 + [15], strict=True))
POINTS = {card: 50 if card in ("2c", "Qs") else RANK_POINTS[card[0]] for card in PACK}


def ended(laid: str, hand: str, **more: object) -> Deal:
    """A deal without a knock; seat 1 is born, placed these cards as one meld and holds a hand."""
    melds = [" ".join(f"{card}/1" for card in laid.split())] if laid else []
    used = f"{laid} {hand}".split()
    pile, other = [card for card in PACK if card not in used][:2]
    return table(pile, other, hand, **{"melds": melds, "born": [0, 1], "stock": "", **more})  # type: ignore[arg-type]


def of_seat_1(deal: Deal) -> list[str]:
    return [line for line in lines(deal) if line[0] == "1"]


@pytest.mark.parametrize("card", PACK)
def test_R22_R24_a_card_in_hand_counts_minus(card: str) -> None:
    deal = ended("", card)
    assert of_seat_1(deal) == [f"1 hand R24 -{POINTS[card]} {card}"]
    assert deal.scores is not None
    assert deal.scores[1] == -POINTS[card]


@pytest.mark.parametrize("rank", "23456789TJQKA")
def test_R22_R24_cards_on_the_table_count_plus(rank: str) -> None:
    laid = [rank + suit for suit in "cdhs"]
    deal = ended(" ".join(laid), "5c" if rank != "5" else "6c")
    worth = sum(POINTS[card] for card in laid)
    assert of_seat_1(deal)[0] == f"1 laid R24 +{worth} {''.join(laid)}"


def test_R22_speto_in_a_run() -> None:
    assert of_seat_1(ended("2c 3c 4c", "6d"))[0] == "1 laid R24 +60 2c3c4c"
    assert of_seat_1(ended("Js Qs Ks", "6d"))[0] == "1 laid R24 +70 JsQsKs"
    assert of_seat_1(ended("2d 3d 4d", "6d"))[0] == "1 laid R24 +15 2d3d4d"
    assert of_seat_1(ended("Jc Qc Kc", "6d"))[0] == "1 laid R24 +30 JcQcKc"


@pytest.mark.parametrize(
    ("value", "run", "ace_set", "hand"), [("flat15", 35, 45, 15), ("split15_10", 30, 45, 15), ("five", 25, 15, 5)]
)
def test_R22_D2_D3_A54_the_ace(value: str, run: int, ace_set: int, hand: int) -> None:
    rules = {"ace_value": value}
    deal = ended("Qh Kh Ah", "Ad", rules=rules)
    assert of_seat_1(deal) == [f"1 laid R24 +{run} QhKhAh", f"1 hand R24 -{hand} Ad"]
    assert of_seat_1(ended("Ac Ah As", "Ad", rules=rules))[0] == f"1 laid R24 +{ace_set} AcAhAs"


@pytest.mark.parametrize(("value", "on_run", "on_set"), [("flat15", 15, 15), ("split15_10", 10, 15), ("five", 5, 5)])
def test_A54_an_ace_laid_off(value: str, on_run: int, on_set: int) -> None:
    melds = ["Jh/0 Qh/0 Kh/0", "Ac/0 Ad/0 As/0"]
    for target, worth in (("Jh", on_run), ("Ac", on_set)):
        deal = table(
            "3d", "4d", "Ah 9c 5d", turn=1, melds=melds, born=[0, 1], stock="6s 7h", rules={"ace_value": value}
        )
        play(deal, f"+ Ah>{target} -9c + -7h")
        while not deal.over:
            play(deal, legal(deal, ".", "-").split()[0])
        assert of_seat_1(deal)[0] == f"1 laid R24 +{worth} Ah"


def test_D3_there_is_no_card_one() -> None:
    for text in ("1c", "1d", "01h"):
        with pytest.raises(BadText):
            Card(text)
    assert Card("2c") < Card("Ac")


def test_R24_a_layoff_counts_for_who_laid_it() -> None:
    deal = table("3d", "4d", "Kc", melds=["8s/0 9s/0 Ts/0 Js/1 Qs/0"], born=[0, 1], stock="")
    assert lines(deal) == [
        "0 laid R24 +70 8s9sTsQs",
        "0 hand R24 -5 4d",
        "1 laid R24 +10 Js",
        "1 hand R24 -10 Kc",
    ]


def test_R24_cards_in_hand_count_minus_even_if_they_fit() -> None:
    deal = ended("8s 9s Ts", "7s Js 4c 4d 4h")
    assert of_seat_1(deal)[1] == "1 hand R24 -30 4c4d4h7sJs"


def test_A51_a_score_has_no_floor() -> None:
    everything = " ".join(card for card in PACK if card not in ("2d", "3h"))
    deal = table("2d", "3h", everything, born=[0, 1], stock="")
    assert deal.scores == (-5, -sum(POINTS.values()) + 10)


def test_R24_scores_are_the_sums_of_the_lines() -> None:
    deal = play(table("Kh", "7c 7d 7h", "4d 5d Qs", stock="2s 3s", born=[0]), "+ =7c7d7h #2s")
    sums = [sum(line.points for line in deal.ledger if line.seat == seat) for seat in (0, 1)]
    assert deal.scores == tuple(sums) == (65, -120)
