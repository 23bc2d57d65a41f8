"""Positions: what cannot be is refused, with the rule that says so; the defaults of what is left out."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rules.board import cards, legal, play

from speto import BadStart, Deal

GOOD: dict[str, Any] = {
    "hands": ["Qd 2c 9h", "3h 4h", "Ad As"],
    "stock": "5s 6s",
    "pile": "7h Kd/1 3s/2 8d/0 Jc/1",
    "melds": ["8s/1 9s/1 Ts/1 Js/2", "4c/1 4d/1 4s/1"],
    "born": [1, 2],
    "turn": 2,
}


def start(rules: str = "strict", **changes: Any) -> Deal:
    return Deal.from_start({**GOOD, **changes}, players=3, rules=rules)


def refused(rules: str | dict[str, object] = "strict", **changes: Any) -> BadStart:
    position = {key: value for key, value in {**GOOD, **changes}.items() if value is not ...}
    with pytest.raises(BadStart) as caught:
        Deal.from_start(position, players=3, rules=rules)
    assert "\n" not in str(caught.value)
    assert 5 < len(str(caught.value)) < 300
    return caught.value


def test_a_good_position() -> None:
    deal = start()
    assert deal.turn == 2
    assert [str(hand) for hand in deal.hands] == [cards("Qd 2c 9h"), "3h 4h", "Ad As"]
    assert [str(card) for card in deal.stock] == ["5s", "6s"]
    assert [str(meld) for meld in deal.melds] == ["4c/1 4d/1 4s/1", "8s/1 9s/1 Ts/1 Js/2"]
    assert (str(deal.head), deal.direction, deal.starter) == ("7h", 1, None)
    assert deal.layoffs == (0, 0, 0)
    assert deal.known == (0, 0, 0)
    assert deal.ledger == []


@pytest.mark.parametrize("changes", [
    {"hands": ["Qd 2c 9h", "3h 4h", "Ad 9h"]},
    {"hands": ["Qd 2c 9h", "3h 4h", "Ad Ad"]},
    {"hands": ["Qd 2c 9h", "3h 4h", "Ad 5s"]},
    {"hands": ["Qd 2c 9h", "3h 4h", "Ad 8d"]},
    {"hands": ["Qd 2c 9h", "3h 4h", "Ad 8s"]},
    {"stock": "5s 6s 5s"},
    {"stock": "5s 7h"},
    {"pile": "7h Kd/1 3s/2 3s/0 Jc/1"},
    {"melds": ["8s/1 9s/1 Ts/1 Js/2", "8s/1 8c/1 8h/1"]},
    {"melds": ["8s/1 9s/1 9s/1"]},
    {"melds": ["8d/1 9d/1 Td/1"]},
])  # fmt: skip
def test_R1_a_card_twice(changes: dict[str, object]) -> None:
    assert refused(**changes).rule == "R1"


@pytest.mark.parametrize("changes", [
    {"hands": ["Qd 2c 9h", "3h 4x", "Ad As"]}, {"stock": "5s 1s"}, {"pile": "7h Kd/1 3s/2 8d/0 1c/1"},
    {"melds": ["8s/1 9s/1 Xs/1"]}, {"head": "Zz"}, {"known": ["", "", "q"]},
])  # fmt: skip
def test_R1_no_card(changes: dict[str, object]) -> None:
    assert refused(**changes).rule == "R1"


@pytest.mark.parametrize("hands", [["Qd", "3h"], ["Qd", "3h", "Ad", "As"], []])
def test_R1_one_hand_for_each_player(hands: list[str]) -> None:
    assert refused(hands=hands).rule == "R1"


def test_A20_an_empty_hand() -> None:
    assert refused(hands=["Qd 2c 9h", "", "Ad As"]).rule == "A20"
    assert refused(hands=["Qd 2c 9h", " ", "Ad As"]).rule == "A20"


def test_A56_an_empty_pile() -> None:
    assert refused(pile="").rule == "A56"
    assert refused(pile=...).rule in ("A56", "R8")


def test_R4_a_card_without_seat_that_is_not_the_oldest() -> None:
    assert refused(pile="7h Kd/1 3s 8d/0 Jc/1").rule == "R4"
    assert refused(pile="7h Kd/1 3s/2 8d/0 Jc").rule == "R4"
    assert refused(pile="7h/0 Kd 3s/2 8d/0 Jc/1").rule == "R4"


def test_R8_the_newest_card_is_of_the_seat_before() -> None:
    assert refused(pile="7h Kd/1 3s/2 8d/0 Jc/0").rule == "R8"
    assert refused(pile="7h Kd/1 3s/2 8d/0 Jc/2").rule == "R8"
    assert refused(turn=1).rule == "R8"
    assert refused(direction=-1).rule == "R8"
    assert start(turn=0, direction=-1).turn == 0
    assert start(pile="7h", turn=1).turn == 1


@pytest.mark.parametrize("seat", ["3", "-1", "x", "", "10", "1/2", "٢"])
def test_R1_a_seat_that_is_none(seat: str) -> None:
    assert refused(pile=f"7h Kd/{seat} Jc/1").rule == "R1"
    assert refused(melds=[f"8s/{seat} 9s/1 Ts/1"]).rule == "R1"


@pytest.mark.parametrize(
    "meld",
    ["8s/1 9s/1", "8s/1", "", "8s/1 9s/1 Js/1", "Qs/1 Ks/1 2s/1", "8s/1 8c/1", "8s/1 9s/1 Tc/1", "Ks/1 As/1 2s/1"],
)
def test_R7_a_meld_that_is_no_meld(meld: str) -> None:
    hands = ["Qd 2c 9h", "3h 4h", "Ad Ac"]
    assert refused(melds=[meld], hands=hands).rule == "R7"


def test_R24_a_placed_card_without_seat() -> None:
    assert refused(melds=["8s/1 9s Ts/1"]).rule == "R24"


def test_R12_a_placed_card_of_a_seat_that_is_not_born() -> None:
    assert refused(born=[2]).rule == "R12"
    assert refused(born=[1]).rule == "R12"
    assert refused(born=...).rule == "R12"
    assert start(born=[1], melds=["8s/1 9s/1 Ts/1"]).born == (False, True, False)


@pytest.mark.parametrize("born", [[1, 2, 3], [-1, 1, 2], [1, 1, 2]])
def test_R11_born_names_seats_once(born: list[int]) -> None:
    assert refused(born=born).rule == "R11"


@pytest.mark.parametrize("head", ["2c", "As", "5s"])
def test_A5_a_head_in_a_hand_or_in_the_stock(head: str) -> None:
    assert refused(head=head, pile="Kd/1 3s/2 8d/0 Jc/1").rule == "A5"


def test_R4_a_head_that_is_not_the_card_without_seat() -> None:
    assert refused(head="Kd").rule == "R4"
    assert refused(head="8s").rule == "R4"
    assert str(start(head="7h").head) == "7h"


def test_R4_A5_where_the_head_may_lie() -> None:
    gone = "Kd/1 3s/2 8d/0 Jc/1"
    assert start(pile=gone).head is None
    assert str(start(pile=gone, head="9s").head) == "9s"
    assert str(start(pile=gone, head="7h").head) == "7h"  # out of the position
    assert refused(pile=gone, head="3s").rule == "A5"


@pytest.mark.parametrize(("pile", "turn", "fresh", "fits"), [
    # Seat 2 is to act: 0 and 1 have thrown since its last turn.
    ("7h Kd/1 3s/2 8d/0 Jc/1", 2, 2, True), ("7h Kd/1 3s/2 8d/0 Jc/1", 2, 1, True),
    ("7h Kd/1 3s/2 8d/0 Jc/1", 2, 3, False), ("7h Kd/1 3s/2 8d/0 Jc/1", 2, 0, False),
    # The discard of seat 0 was picked up: the next card down is of seat 2 itself.
    ("7h Kd/1 3s/2 Jc/1", 2, 1, True), ("7h Kd/1 3s/2 Jc/1", 2, 2, False),
    # Seat 1 follows on itself: the older one is of the lap before.
    ("7h Kd/1 Jc/1", 2, 1, True), ("7h Kd/1 Jc/1", 2, 2, False),
    ("7h", 2, 0, True), ("7h", 2, 1, False), ("7h Jc/1", 2, 1, True), ("7h Jc/1", 2, 2, False),
])  # fmt: skip
def test_P6_fresh_fits_the_pile(pile: str, turn: int, fresh: int, fits: bool) -> None:
    if fits:
        assert start(pile=pile, turn=turn, fresh=fresh).turn == turn
    else:
        assert refused(pile=pile, turn=turn, fresh=fresh).rule == "P6"


@pytest.mark.parametrize("fresh", ["1", 1.0, True, [1]])
def test_P6_fresh_is_a_number(fresh: object) -> None:
    assert refused(fresh=fresh).rule == "P6"


def test_R17_A13_layoffs_are_required_with_a_limit_and_melds() -> None:
    assert refused("short").rule == "A13"
    assert start("short", layoffs=[0, 0, 1]).layoffs == (0, 0, 1)
    assert Deal.from_start({**GOOD, "melds": []}, players=3, rules="short").layoffs == (0, 0, 0)
    assert start().layoffs == (0, 0, 0)


@pytest.mark.parametrize("layoffs", [[0, 0, 3], [-1, 0, 0], [1, 0, 0]])
def test_A13_more_layoffs_than_cards_or_the_limit(layoffs: list[int]) -> None:
    assert refused("short", layoffs=layoffs).rule == "A13"


def test_R1_lists_have_an_entry_for_each_seat() -> None:
    assert refused(layoffs=[0, 0]).rule == "R1"
    assert refused(known=["", ""]).rule == "R1"


def test_R9_known_cards_are_in_that_hand() -> None:
    deal = start(known=["2c", "", "As Ad"])
    assert [str(hand) for hand in deal.known] == ["2c", "", "Ad As"]
    assert str(deal.see(1).hands[0]) == "2c"
    assert refused(known=["3h", "", ""]).rule == "R9"
    assert refused(known=["", "", "Kh"]).rule == "R9"


def test_P4_P9_penalties_of_rules_that_are_on() -> None:
    codes = {"layoff_discard": "P4", "full_discard": "P5", "head_feed": "P6", "speto_feed": "P7", "speto_lure": "P8",
             "speto_laid_off": "P9"}  # fmt: skip
    deal = start(penalties=[[0, code] for code in codes])
    assert [(line.seat, line.code, line.rule, line.points) for line in deal.ledger] == [
        (0, code, rule, -50) for code, rule in codes.items()
    ]
    assert {(line.cards, line.action, line.by) for line in deal.ledger} == {(None, None, None)}
    for code, rule in codes.items():
        assert refused("classic", penalties=[[0, code]]).rule == rule
        assert refused({"preset": "strict", code: False}, penalties=[[0, code]]).rule == rule


@pytest.mark.parametrize(
    "entry", [[0, "foolish_discard"], [0, "hand"], [0, ""], [3, "layoff_discard"], [0], ["0", "layoff_discard"], [0, 1]]
)
def test_P4_other_penalties(entry: list[object]) -> None:
    assert refused(penalties=[entry]).rule in ("P4", "R1")


def test_penalties_come_first_in_the_ledger_and_count() -> None:
    deal = start(penalties=[[1, "speto_lure"], [0, "full_discard"]], stock="")
    assert deal.over
    assert [line.code for line in deal.ledger][:3] == ["speto_lure", "full_discard", "hand"]
    assert deal.scores is not None
    assert deal.scores[0] == -2 * (10 + 50 + 5 + 50)


@pytest.mark.parametrize("missing", ["hands", "pile", "turn"])
def test_R8_what_a_position_needs(missing: str) -> None:
    assert repr(missing) in refused(**{missing: ...}).sentence


@pytest.mark.parametrize(("key", "values"), [
    ("turn", [3, -1, "0", None, 1.0, True]), ("direction", [0, 2, "1", None, True]),
    ("hands", ["Qd", None, [1, 2, 3], {}]), ("pile", [None, ["7h"], 7]), ("stock", [None, 5, ["5s"]]),
    ("melds", ["8s/1 9s/1 Ts/1", [1], None]),
    ("born", [1, "1", [True], None, ["1"]]), ("layoffs", [1, ["0", "0", "0"], [True, 0, 0]]),
    ("known", ["", [1, 2, 3]]), ("penalties", ["x", [1], {"seat": 0}]), ("head", [7, ["7h"]]),
])  # fmt: skip
def test_wrong_kinds_are_refused(key: str, values: list[object]) -> None:
    for value in values:
        assert refused(**{key: value}).sentence.startswith(key)


def test_an_unknown_key_is_refused() -> None:
    assert "'dealer'" in refused(dealer=0).sentence
    assert "'starter'" in refused(starter=0).sentence


def test_a_position_need_not_hold_the_pack() -> None:
    deal = start(stock="5s", melds=[], born=[])
    assert deal.legal == ["+"]
    assert len(deal.see(2).unseen) == 52 - 2 - 5
    play(deal, "+")
    assert legal(deal, "-") == "-5s -Ad -As"
