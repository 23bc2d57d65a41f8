"""Cases that nobody missed until a mutant of the kernel lived on without them (docs/mutation.md)."""

from __future__ import annotations

import pytest
from tests.rules.board import lines, play, table

from speto.dummy.kernel.scoring import settle
from speto.dummy.kernel.state import LOG_SIZE


@pytest.mark.parametrize(("pile", "card"), [
    # One two is no pair, not even the two of clubs, which is card 0.
    ("Kh 2c/1", "2d"),
    ("2c Kh/1", "2s"),
    # A run or set that the pile holds without the discard.
    ("5h 6h/0 7h/1", "Kd"),
    ("5h 5d/0 5c/1", "Kd"),
])  # fmt: skip
def test_P5_A36_the_discard_itself_must_be_in_the_meld(pile: str, card: str) -> None:
    deal = table(pile, f"{card} 9d", "4c 4d", rules={"full_discard": True})
    assert lines(play(deal, f"+ -{card}")) == []


@pytest.mark.parametrize(("pile", "charged"), [
    ("7h 8h/2", ["2 head_feed P6 -50 8h"]),
    ("7h/1 8h/2", []),
])  # fmt: skip
def test_P6_nobody_feeds_a_head_that_a_position_does_not_have(pile: str, charged: list[str]) -> None:
    deal = table(pile, "6h Kd Ks", "2d 3d", "4d 4s", rules={"head_feed": True})
    assert lines(play(deal, "^6h7h8h")) == charged


@pytest.mark.parametrize(("card", "target", "worth"), [("2c", "3c", 50), ("Td", "Jd", 10)])
def test_R20_A18_one_card_laid_off_is_of_one_suit(card: str, target: str, worth: int) -> None:
    # The set of cards that holds the two of clubs alone is the number 1.
    melds = ["3c/1 4c/1 5c/1", "Jd/1 Qd/1 Kd/1"]
    deal = table("9h", card, "Ks 7s", stock="8h 6s", melds=melds, born=[0, 1])
    play(deal, f"+ {card}>{target} #8h")
    assert lines(deal, "colour_knock") == [f"0 colour_knock R20 +{worth + 50}"]


def test_R24_scores_need_no_log() -> None:
    """Random play keeps no ledger: a log of one int takes no lines."""
    deal = table("4s", "9d Th", "Kd As", melds=["3c/1 4c/1 5c/1"], born=[1])
    told, untold = deal._g.copy(), deal._g.copy()
    log, no_log = [0] * LOG_SIZE, [0]
    settle(told, deal._r, log)
    settle(untold, deal._r, no_log)
    assert (log[0], no_log) == (4, [0])
    assert list(told.score[:2]) == list(untold.score[:2]) == [-30, -10]
