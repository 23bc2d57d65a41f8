"""The head card, with P3."""

from __future__ import annotations

import pytest
from tests.rules.board import legal, lines, play, table

from speto import BadStart

P3 = {"head_bonus": True}


@pytest.mark.parametrize(("head", "pickup", "on", "off"), [
    ("7h", "^7h8h9h", ["0 laid R24 +10 8h9h", "0 head P3 +50 7h"], ["0 laid R24 +15 7h8h9h"]),
    ("2c", "^2c3c4c", ["0 laid R24 +10 3c4c", "0 head P3 +100 2c"], ["0 laid R24 +60 2c3c4c"]),
    ("Qs", "^QsKsAs", ["0 laid R24 +25 KsAs", "0 head P3 +100 Qs"], ["0 laid R24 +75 QsKsAs"]),
    ("Ah", "^AcAdAh", ["0 laid R24 +30 AcAd", "0 head P3 +50 Ah"], ["0 laid R24 +45 AcAdAh"]),
])  # fmt: skip
def test_P3_A4_the_bonus_replaces_the_face(head: str, pickup: str, on: list[str], off: list[str]) -> None:
    for rules, told in ((P3, on), ({}, off)):
        hand = "8h 9h 3c 4c Ks As Ac Ad 5d"
        deal = play(table(head, hand, "6d", stock="2s 2d", rules=rules), f"{pickup} -5d +")
        play(deal, legal(deal, "-2s"))
        while not deal.over:
            play(deal, "+" if "+" in deal.legal else deal.legal[0])
        assert [line for line in lines(deal, "laid", "head") if line[0] == "0"] == told


def test_P3_counts_for_whoever_laid_it() -> None:
    melds = ["7h/1 8h/1 9h/1 Th/0"]
    deal = table("3d/1", "4d", "Kc", head="7h", melds=melds, born=[0, 1], stock="", rules=P3)
    assert lines(deal, "laid", "head") == ["0 laid R24 +10 Th", "1 laid R24 +10 8h9h", "1 head P3 +50 7h"]


def test_P3_nothing_for_a_head_in_the_pile() -> None:
    deal = table("7h 3d/1", "4d", "Kc", born=[0, 1], stock="", rules=P3)
    assert lines(deal) == ["0 hand R24 -5 4d", "1 hand R24 -10 Kc"]


def test_P3_nothing_for_a_head_that_nobody_knows_of() -> None:
    deal = table("3d/1", "4d", "Kc", melds=["7h/1 8h/1 9h/1"], born=[0, 1], stock="", rules=P3)
    assert lines(deal, "laid", "head") == ["1 laid R24 +15 7h8h9h"]


def test_P3_A6b_a_knocker_s_head_is_doubled() -> None:
    deal = play(table("7h", "8h 9h Kd", "4d", stock="2s", rules=P3), "^7h8h9h #Kd")
    assert [line for line in lines(deal) if line[0] == "0"] == [
        "0 laid R24 +10 8h9h",
        "0 head P3 +50 7h",
        "0 knock_card R23 +50 Kd",
        "0 dark_knock R19 +110",
        "0 colour_knock R20 +220",
    ]


def test_A5_who_takes_the_head_melds_it() -> None:
    deal = table("7h 8h/0 Jd/1", "6h 9h Th Qd Kd 2c", "4d", stock="2s")
    assert legal(deal, "^").split() == [
        "^6h7h8h", "^6h7h8h9h", "^6h7h8h9hTh", "^7h8h9h", "^7h8h9hTh", "^8h9hTh", "^JdQdKd",
    ]  # fmt: skip
    for pickup in legal(deal, "^").split():
        after = play(deal.copy(), pickup)
        assert "7h" in map(str, after.pile) or any("7h" in map(str, meld.cards) for meld in after.melds)


@pytest.mark.parametrize(("where", "start"), [
    ("a hand", {"head": "6h"}), ("the stock", {"head": "2s"}), ("the pile, thrown", {"head": "3d"}),
])  # fmt: skip
def test_A5_the_head_is_in_no_hand_and_no_stock(where: str, start: dict[str, str]) -> None:
    with pytest.raises(BadStart) as caught:
        table("3d/1", "6h 9h", "4d", stock="2s", **start)
    assert caught.value.rule == "A5", where
