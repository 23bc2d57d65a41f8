"""What a meld is."""

from __future__ import annotations

import pytest
from tests.rules.board import discards, legal, play, table

from speto import BadText


def born_with(hand: str, drawn: str, other: str = "7s 7d") -> str:
    """The melds that a born seat may lay after it drew."""
    return legal(play(table("Ts", hand, other, stock=f"{drawn} 6s", born=[0]), "+"), "=")


def test_R6_the_two_is_low_and_the_ace_is_high() -> None:
    assert born_with("2c 3c 4c Qh Kh Ah", "8d") == "=2c3c4c =QhKhAh"


@pytest.mark.parametrize("meld", ["2c3cAc", "2cKcAc", "2c3cQcKcAc"])
def test_R6_R7_a_run_does_not_wrap(meld: str) -> None:
    deal = play(table("Ts", "Qc Kc Ac 2c 3c 9h", "7s 7d", stock="9d 6s", born=[0]), "+")
    assert legal(deal, "=") == "=QcKcAc"
    with pytest.raises(BadText) as caught:
        deal.refuse(f"={meld}")
    assert caught.value.rule == "R7"


def test_R6_ranks_in_order() -> None:
    suit = [rank + "d" for rank in "23456789TJQKA"]
    deal = play(table("Ts", " ".join([*suit, "6h"]), "7s 7c", stock="9h 6s", born=[0]), "+")
    runs = {"=" + "".join(suit[low:high]) for low in range(13) for high in range(low + 3, 14)}
    assert set(legal(deal, "=").split()) == runs
    assert len(runs) == 66


def test_R7_sets_are_three_or_four_of_a_rank() -> None:
    assert born_with("9c 9d 9h 2s", "3s") == "=9c9d9h"
    assert born_with("9c 9d 9h 9s", "3s") == "=9c9d9h =9c9d9h9s =9c9d9s =9c9h9s =9d9h9s"


def test_R7_runs_are_three_or_more_of_a_suit() -> None:
    assert born_with("4c 5c 6c 7c 2s", "3s") == "=4c5c6c =4c5c6c7c =5c6c7c"
    assert born_with("4c 5c 6c 8c 9c 2s", "3s") == "=4c5c6c"
    assert born_with("Jc Qc Kd Ad 2s 4c 6c", "5d") == ""


@pytest.mark.parametrize(
    "cards", ["", "9c", "9c9d", "4c5c", "4c5c7c", "4c5c6d", "9c9d9h9sTs", "4c5c6c9d9h9s", "9c9dTc"]
)
def test_R7_anything_else_is_no_meld(cards: str) -> None:
    deal = table("Ts", "9c 9d 9h", "7s 7d")
    for sign in "^=":
        with pytest.raises(BadText) as caught:
            deal.refuse(sign + cards)
        assert caught.value.rule == "R7"


def test_R7_the_cards_of_a_meld_are_read_in_any_order() -> None:
    deal = play(table("Ts", "4c 5c 6c 2s", "7s 7d", stock="3s 8d", born=[0]), "+ =6♣4c5C")
    assert deal.actions == ["+", "=4c5c6c"]
    assert legal(deal, "-") == discards("2s 3s")
    with pytest.raises(BadText) as caught:
        deal.refuse("=4c5c5c")
    assert caught.value.rule == "R1"
