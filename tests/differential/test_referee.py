"""The referee alone: the examples of the rules, one by one, and decisions beside them.

Seats 0 1 2 3 are the players A B C D of the examples.
"""

from typing import Any

import pytest
from tests.differential.ref_text import MELDS, fits, guards, text, value
from tests.differential.referee import Referee, next_start

STRICT = {"preset": "strict"}
SHORT = {"preset": "short"}
CLASSIC: dict[str, Any] = {}
FEEDS = ("head_feed", "speto_feed", "speto_lure", "speto_laid_off")


def at(rules: dict[str, Any], hands: list[str], stock: str, pile: str, **rest: Any) -> Referee:
    """The referee at a position; A is to act unless it says otherwise."""
    start = {"hands": hands, "stock": stock, "pile": pile, "turn": 0, **rest}
    return Referee(rules, len(hands), start)


def play(referee: Referee, actions: str) -> Referee:
    for action in actions.split():
        referee.play(action)
    return referee


def points(referee: Referee, *codes: str) -> list[tuple[int, str, int]]:
    return [(x["seat"], x["code"], x["points"]) for x in referee.ledger() if x["code"] in codes]


def scores(referee: Referee) -> list[int]:
    found = referee.scores()
    assert found is not None
    return found


# The examples of section 2.1


def test_E1_pickup_lays_its_meld_and_takes_all_newer_cards() -> None:
    pile = "7h Kd/0 3s/1 8c/0 Jd/1 Ts/0"
    b = at(CLASSIC, ["2h 4s", "Qd 9h 5s"], "6d 6s", pile, turn=1)
    assert b.legal() == ["+", "^JdQdKd"]
    play(b, "^JdQdKd")
    assert b.hands[1] == {"9h", "5s", "3s", "8c", "Ts"}
    assert [d.card for d in b.pile] == ["7h"]
    assert b.born == {1}
    assert b.legal() == ["-3s", "-5s", "-8c", "-9h", "-Ts"]


def test_E2_layoffs_on_both_ends_and_on_layoffs() -> None:
    meld = ["8c/0 9c/0 Tc/0 Jc/0"]
    hands = ["2h 2d", "5h 6c 9d", "Qc 7c 9s 3d"]
    c = at(CLASSIC, hands, "3h 4h 5s Kd", "Kh 2s/1", melds=meld, born=[0, 1, 2], turn=2)
    assert {"Qc>8c", "7c>8c"} <= set(play(c, "+").legal())
    assert "6c>8c" not in c.legal()
    play(c, "7c>8c -3d + -4h +")
    assert "6c>7c" in c.legal()
    assert play(c, "6c>7c").melds[0] == {"8c": 0, "9c": 0, "Tc": 0, "Jc": 0, "7c": 2, "6c": 1}


@pytest.mark.parametrize(("rules", "jack"), [(CLASSIC, True), ({"qka_closed": True}, False)])
def test_E3_no_layoff_beyond_the_ace(rules: dict[str, Any], jack: bool) -> None:
    a = at(rules, ["2h 3h Jh 9c", "4c"], "5c", "Kc 9d/1", melds=["Qh/1 Kh/1 Ah/1"], born=[0, 1])
    layoffs = [action for action in play(a, "+").legal() if ">" in action]
    assert layoffs == (["Jh>Qh"] if jack else [])


def test_E4_the_fourth_of_a_rank() -> None:
    a = at(CLASSIC, ["9d 3h 4s", "4c"], "5c", "Kc 2d/1", melds=["9c/1 9h/1 9s/1"], born=[0, 1])
    assert "9d>9c" in play(a, "+").legal()


def test_E5_the_meld_must_be_named() -> None:
    melds = ["6c/1 7c/1 8c/1", "9h/1 9d/1 9s/1"]
    run, set_ = (at(CLASSIC, ["9c Tc 2h", "4d"], "5d", "Kc 2d/1", melds=melds, born=[0, 1]) for _ in "12")
    assert {"9c>6c", "9c>9d"} <= set(play(run, "+").legal())
    assert "Tc>6c" in play(run, "9c>6c").legal()
    assert "Tc>6c" not in play(set_, "+ 9c>9d").legal()


def test_E6_colour_knock_and_dark_colour_knock() -> None:
    light = at(CLASSIC, ["9h Th Jh 2s", "4d"], "Qh", "Kc 2d/1", melds=["3h/0 4h/0 5h/0 6h/0"], born=[0])
    play(light, "+ =9hThJhQh #2s")
    assert scores(light)[0] == 210
    dark = at(CLASSIC, ["3h 4h 5h 6h 9h Th Jh 2s", "4d"], "Qh", "Kc 2d/1")
    play(dark, "+ =3h4h5h6h =9hThJhQh #2s")
    assert points(dark, "knock_card", "dark_knock", "colour_knock") == [
        (0, "knock_card", 50),
        (0, "dark_knock", 105),
        (0, "colour_knock", 210),
    ]
    assert scores(dark) == [420, -10]


@pytest.mark.parametrize(("card", "loss"), [("5h", -50), ("Qs", -100)])
def test_E7_foolish_discard(card: str, loss: int) -> None:
    own = "5c 5d 9s" if card == "5h" else "Qc Qd 9s"
    a = at(CLASSIC, [f"{card} 2h", own], "3d 4d", "7h Kd/1", born=[0])
    play(a, f"+ -{card}")
    play(a, f"^{text([card, *own.split()[:2]])} #9s")
    assert points(a, "foolish_discard") == [(0, "foolish_discard", loss)]
    assert a.foolish and a.knocker == 1
    assert a.ledger()[0] == {
        "seat": 0,
        "code": "foolish_discard",
        "rule": "P0",
        "points": loss,
        "cards": card,
        "action": 3,
        "by": 1,
    }
    assert next_start(CLASSIC, 2, [(0, 1, True, 1, scores(a))]) == (1, -1)


@pytest.mark.parametrize(("pile", "card"), [("Tc 4h/0 Qc/1", "Jc"), ("Kc 4h/0 Kd/1", "Kh")], ids=["E8", "E9"])
def test_E8_E9_full_discard(pile: str, card: str) -> None:
    a = play(at(STRICT, [f"{card} 2h 9s", "4c"], "3d 4d", pile), f"+ -{card}")
    assert points(a, "layoff_discard", "full_discard") == [(0, "full_discard", -50)]


def head_7h() -> Referee:
    hands = ["2h Td", "8h 3d", "4d Jc", "6h Qd 2s"]
    b = at(STRICT, hands, "5c 9c Kc 3s 6s Ts As Ad", "7h", turn=1)
    return play(b, "+ -8h + -4d")


def test_E10_head_feed() -> None:
    d = play(head_7h(), "^6h7h8h")
    assert points(d, *FEEDS) == [(1, "head_feed", -50)]
    assert d.ledger()[0]["cards"] == "8h" and d.ledger()[0]["action"] == 4 and d.ledger()[0]["by"] == 3


def test_E11_no_feed_once_the_offenders_turn_has_come() -> None:
    assert guards("7h") == {"5h", "6h", "8h", "9h", "7c", "7d", "7s"}
    later = play(head_7h(), "+ -Qd + -Td + -3d + -Jc ^6h7h8h")
    assert points(later, *FEEDS) == []


def test_A38_head_taken_without_the_guard() -> None:
    hands = ["2h Td", "8h 3d", "7c 7d 9s", "6s"]
    c = play(at(STRICT, hands, "5c 9c Kc", "7h", turn=1), "+ -8h ^7c7d7h")
    assert points(c, *FEEDS) == []


@pytest.mark.parametrize(
    ("pile", "discard", "own", "meld", "charged"),
    [
        ("4h Qs/1", "Qd", "Qc", "QcQdQs", ["speto_feed"]),  # E12
        ("4h 4c/1", "2c", "3c", "2c3c4c", ["speto_feed"]),  # E13
        ("4h Js/1", "Ks", "Qs", "JsQsKs", ["speto_feed"]),  # E14
        ("7h 9d/1", "3c", "2c 4c", "2c3c4c", ["speto_lure"]),  # E15
        ("7h 9d/1", "3c", "4c 5c", "3c4c5c", []),  # E15 A42
        ("7h 9d/1", "2c", "3c 4c", "2c3c4c", []),  # A43: a bare speto
        ("Ts 9d/1", "Js", "Qs", "TsJsQs", ["head_feed", "speto_feed"]),  # E20
        ("2c 9d/1", "3c", "4c", "2c3c4c", ["head_feed", "speto_feed"]),  # A46
        ("4h 2d/1", "3c", "2c 4c", "2c3c4c", []),  # A39: the partner is not in the meld
    ],
)
def test_E12_to_E15_and_E20_feeds(pile: str, discard: str, own: str, meld: str, charged: list[str]) -> None:
    a = at(STRICT, [f"{discard} 8d", f"{own} 6d 9h"], "Kc Kd", pile)
    play(a, f"+ -{discard} ^{meld}")
    assert points(a, *FEEDS) == [(0, code, -50) for code in charged]


def test_E16_E17_E18_E19_next_to_a_layoff_or_discard() -> None:
    below = at(STRICT, ["2c 9h", "8d"], "Kd", "5h Jh/1", melds=["3c/1 4c/1 5c/1 6c/1"], born=[0, 1])
    assert points(play(below, "+ 2c>3c"), *FEEDS) == [(1, "speto_laid_off", -50)]
    hands, spades = ["8d", "9d", "4d", "Qs 2h"], ["8s/2 9s/2 Ts/2 Js/0"]
    above = at(STRICT, hands, "Kd", "5h Jh/2", melds=spades, born=[0, 2, 3], turn=3)
    assert points(play(above, "+ Qs>8s"), *FEEDS) == [(0, "speto_laid_off", -50)]
    own = at(STRICT, ["2c 3c 9h", "8d"], "Kd", "5h Jh/1", melds=["4c/1 5c/1 6c/1"], born=[0, 1])
    assert points(play(own, "+ 3c>4c 2c>3c"), *FEEDS) == []
    both = at(STRICT, ["5h 9c", "8d"], "Kd 2s", "6h Jh/0 7h/1", melds=["5c/1 5s/1 5d/1"], born=[1])
    assert points(play(both, "+ -5h"), "layoff_discard", "full_discard") == [
        (0, "layoff_discard", -50),
        (0, "full_discard", -50),
    ]


def test_A44_the_fourth_queen_is_paid_by_the_owner_of_the_set() -> None:
    a = at(STRICT, ["Qs 9h", "8d"], "Kd", "5h Jh/1", melds=["Qc/1 Qd/1 Qh/1"], born=[0, 1])
    assert points(play(a, "+ Qs>Qc"), *FEEDS) == [(1, "speto_laid_off", -50)]


def test_E21_three_offenders_in_one_pickup_turn() -> None:
    hands = ["4c 2h 3d", "Th 4h 6d", "Ks 8h 9d", "Qh 3c Qs 5s 7d"]
    a = at(STRICT, hands, "5d 7c 8c Kh", "Jh 2c/1 As/3")
    kept, laid = (play(Referee(STRICT, 4, a.position()), "+ -4c + -Th + -Ks ^ThJhQh") for _ in "12")
    assert points(play(kept, "-5s"), *FEEDS) == [(1, "head_feed", -50)]
    assert points(play(laid, "=2c3c4c =QsKsAs"), *FEEDS) == [
        (1, "head_feed", -50),
        (0, "speto_feed", -50),
        (2, "speto_feed", -50),
    ]


def test_E22_two_offenders_in_one_meld() -> None:
    hands = ["4d 2h", "Js 6d", "Qs 8h 9d", "As 5c"]
    d = at(STRICT, hands, "5d 7c 8c 2d", "3h Ks/2", turn=3)
    play(d, "+ -As + -4d + -Js ^JsQsKsAs")
    assert points(d, *FEEDS) == [(3, "speto_feed", -50), (1, "speto_feed", -50)]


# The arithmetic of section 2.2


def test_S1_S2_S3_S4_one_knock() -> None:
    hands = ["Qc Qd 9s", "Ks 3d", "Ah 2c 8d Jc", "3h"]
    melds = ["4d/0 5d/0 6d/0", "7c/1 7d/1 7h/1", "5s/3 6s/3 7s/3"]
    rest: dict[str, Any] = {"melds": melds, "born": [0, 1, 3], "penalties": [[3, "layoff_discard"]]}
    a = play(at({"layoff_discard": True}, hands, "Qh", "Kh 8s/3", **rest), "+ =QcQdQh #9s")
    assert scores(a) == [95, 0, -160, -40]
    assert a.ledger()[0] == {"seat": 3, "code": "layoff_discard", "rule": "P4", "points": -50}


@pytest.mark.parametrize(("rules", "total"), [(CLASSIC, 170), ({"knock_speto": True}, 270)])
def test_S5_dark_knock(rules: dict[str, Any], total: int) -> None:
    hands = ["3s 4s 5s 6s 8c 8d Qs", "Kd", "Kh", "Ks"]
    a = play(at(rules, hands, "8h", "Th 2d/3"), "+ =3s4s5s6s =8c8d8h #Qs")
    assert scores(a)[0] == total


@pytest.mark.parametrize(
    ("scope", "on", "knocked", "stock_out"),
    [("hand_and_penalties", "knock_or_stock_out", -190, -190), ("hand", "knock", -140, -95)],
)
def test_S6_S7_dark_deduction(scope: str, on: str, knocked: int, stock_out: int) -> None:
    rules = {"layoff_discard": True, "unborn_double_scope": scope, "unborn_double_on": on}
    rest: dict[str, Any] = {"melds": ["4d/0 5d/0 6d/0"], "penalties": [[1, "layoff_discard"]], "born": [0]}
    knock = at(rules, ["9s", "Ah As 7c Jc"], "7d", "Kh 8s/1", **rest)  # 15 + 15 + 5 + 10
    assert scores(play(knock, "+ 7d>4d #9s"))[1] == knocked
    empty = at(rules, ["9s 2h", "Ah As 7c Jc"], "Kc", "Kh 8s/1", **rest)
    assert scores(play(empty, "+ -2h"))[1] == stock_out  # A23: ends by itself
    assert empty.knocker is None and empty.legal() == [] and empty.actor() is None


@pytest.mark.parametrize(("rules", "total"), [(CLASSIC, -260), (SHORT, -110)])
def test_S8_unborn_and_foolish(rules: dict[str, Any], total: int) -> None:
    b = at(rules, ["2c Th Kd", "3c 4c 9s"], "Jc 2d", "5h 8s/1")
    assert scores(play(b, "+ -2c ^2c3c4c #9s"))[0] == total


def test_S9_head_bonus_replaces_the_face_value() -> None:
    b = at({"head_bonus": True}, ["3c 4c 9s", "5h"], "Jc 2d", "2c")
    play(b, "^2c3c4c #9s")
    assert points(b, "laid", "head") == [(0, "laid", 10), (0, "head", 100)]


@pytest.mark.parametrize(
    ("ace_value", "run", "aces", "held"), [("flat15", 35, 45, 15), ("split15_10", 30, 45, 15), ("five", 25, 15, 5)]
)
def test_S10_A54_aces(ace_value: str, run: int, aces: int, held: int) -> None:
    assert sum(value(c, ace_value, ["Qh", "Kh", "Ah"]) for c in ("Qh", "Kh", "Ah")) == run
    assert sum(value(c, ace_value, ["Ac", "Ad", "Ah"]) for c in ("Ac", "Ad", "Ah")) == aces
    assert value("As", ace_value) == held
    a = at({"ace_value": ace_value}, ["Ah 9s", "As"], "5c", "4h 3d/1", melds=["Jh/1 Qh/1 Kh/1"], born=[0, 1])
    play(a, "+ Ah>Jh -5c")
    assert points(a, "laid", "hand") == [(0, "laid", run - 20), (0, "hand", -5), (1, "laid", 30), (1, "hand", -held)]


# Further decisions of sections 3 and 4


def test_A7_foolish_conditions() -> None:
    """B takes 7d and 7h and knocks with the card that A discarded."""
    for condition, charged in (("used", False), ("any_pickup", True), ("single_card", False)):
        b = at({"foolish_condition": condition}, ["7h 2s", "7c 7s"], "Jc 2d", "5h 7d/1")
        play(b, "+ -2s ^7c7d7s #2s")
        assert b.foolish == charged


def test_A8_A9_only_the_discard_on_top_makes_foolish() -> None:
    bare_head = play(at(CLASSIC, ["7c 7s 9h", "2s"], "Jc", "7d"), "^7c7d7s #9h")
    assert not bare_head.foolish and scores(bare_head) == [130, -10]


def test_A13_R17_layoff_limit_also_in_a_knocking_turn() -> None:
    melds, stock = ["5c/1 6c/1 7c/1"], "2h"
    hands = ["8c 9c Tc", "Ks"]
    for limit, used, first in ((None, 0, True), (3, 0, True), (2, 0, False), (3, 1, False)):
        rest = {"layoffs": [used, 0], "melds": melds, "born": [1]}
        a = play(at({"layoff_limit": limit}, hands, stock, "4h Jd/1", **rest), "+")
        assert ("8c>5c" in a.legal()) == first


def test_A15_an_unborn_player_who_begins_must_finish() -> None:
    a = at(CLASSIC, ["3s 4s 5s 8c 8d 8h Kd", "Qd"], "6s", "Th 2d/1")
    play(a, "+")
    lay = [action for action in a.legal() if action[0] == "="]
    assert lay == ["=3s4s5s", "=3s4s5s6s", "=4s5s6s", "=8c8d8h"]
    assert len(a.legal()) == len(lay) + 8  # or discard any card and stay unborn
    limited = at({"layoff_limit": 1}, ["3s 4s 5s 7s 8c 8d 8h Kd", "Qd"], "6s", "Th 2d/1", layoffs=[1, 0])
    lay = [action for action in play(limited, "+").legal() if action[0] == "="]
    assert lay == ["=3s4s5s6s7s", "=8c8d8h"]
    play(a, "=3s4s5s")
    assert a.legal() == ["6s>3s", "=8c8d8h"]
    play(a, "6s>3s")
    assert a.legal() == ["=8c8d8h"]
    assert play(a, "=8c8d8h").legal() == ["#Kd"]


def test_A16_a_dark_knock_by_layoffs_alone() -> None:
    a = at(CLASSIC, ["7h Qd", "9h"], "8h", "Th 2d/1", melds=["4h/1 5h/1 6h/1"], born=[1])
    assert play(a, "+").legal() == ["-7h", "-8h", "-Qd", "7h>4h"]
    assert play(a, "7h>4h").legal() == ["8h>4h"]
    assert scores(play(a, "8h>4h #Qd"))[0] == 4 * (10 + 50)  # all in hearts


def test_A19_A20_one_card_is_left_and_is_the_knock() -> None:
    a = at(CLASSIC, ["7c 7d", "9h"], "7h Kc", "Th 2d/1", melds=["7s/1 8s/1 9s/1"], born=[0, 1])
    play(a, "+")
    assert a.legal() == ["-7c", "-7d", "-7h"]  # laying all three is no action


def test_A21_a_pickup_leaves_a_card() -> None:
    pile = "7c 7d/1"
    assert at(CLASSIC, ["7h", "9h"], "Kc", pile).legal() == ["+"]
    assert at(CLASSIC, ["7h 2d", "9h"], "Kc", pile).legal() == ["+", "^7c7d7h"]


def test_A23_A24_the_last_turn() -> None:
    rest: dict[str, Any] = {"melds": ["9s/1 Ts/1 Js/1"], "born": [0, 1]}
    a = at(STRICT, ["7h 8h 4d", "Kd"], "", "6h Qs/1", **rest)
    assert a.legal() == [".", "^6h7h8h"]
    assert play(a, "^6h7h8h").legal() == ["Qs>9s"]
    play(a, "Qs>9s #4d")
    assert points(a, "speto_laid_off", "foolish_discard") == [
        (1, "speto_laid_off", -50),
        (1, "foolish_discard", -100),
    ]
    passed = play(at(STRICT, ["7h 8h 4d", "Kd"], "", "6h Qs/1", **rest), ".")
    assert passed.over and passed.knocker is None and scores(passed) == [-15, 15]
    for hand, limit in (("7h 8h 4d 2h", None), ("7h 8h 4d", 1)):
        rules = {"layoff_limit": limit}
        assert at(rules, [hand, "Kd"], "", "6h Qs/1", layoffs=[1, 0], **rest).over


def test_A40_A58_a_second_meld_counts_and_a_layoff_does_not() -> None:
    hands, pile = ["3c 9d", "2c 4c 8h 8s 6d"], "5h 8d/1"
    second = play(at(STRICT, hands, "Kh Kd", pile), "+ -3c ^8d8h8s =2c3c4c")
    assert points(second, *FEEDS) == [(0, "speto_lure", -50)]
    rest: dict[str, Any] = {"melds": ["4c/0 5c/0 6c/0"], "born": [0]}
    laid_off = at(STRICT, ["3c 9d", "2c 8h 8s 6d"], "Kh Kd", pile, **rest)
    assert points(play(laid_off, "+ -3c ^8d8h8s 3c>4c 2c>3c"), *FEEDS) == []


def test_A41_a_card_discarded_again_belongs_to_the_new_discarder() -> None:
    hands = ["3c 9d Th", "8h 8s 6d Jd", "2c 4c 5d"]
    c = at(STRICT, hands, "Kh Kd", "5h 8d/2")
    play(c, "+ -3c ^8d8h8s -3c ^2c3c4c")
    assert points(c, *FEEDS) == [(1, "speto_lure", -50)]


def test_positions_have_a_default_window() -> None:
    hands, stock = ["2h", "3h", "4h", "Td"], "5s 6s"
    for pile, fresh in (
        ("7h", 0),
        ("7h Kd/3", 1),
        ("7h 2d/1 Kd/2 3s/3", 3),
        ("7h 8c/0 2d/2 3s/3", 2),
        ("7h 3d/2 2d/2 3s/3", 2),
        ("7h 4s/1 3s/3", 2),
        ("6d/3 5c/1 4s/2 3s/3", 3),
    ):
        assert len(at(STRICT, hands, stock, pile).window) == fresh
    stated = at(STRICT, hands, stock, "7h 4s/1 3s/3", fresh=1)
    assert [d.card for d in stated.window] == ["3s"]
    backwards = at(STRICT, hands, stock, "7h 4s/3 2d/2 3s/1", direction=-1)
    assert [d.card for d in backwards.window] == ["4s", "2d", "3s"]


def test_P1_P2_P5_and_qka_closed_for_the_knock_card() -> None:
    for rules, worth in (
        ({"knock_layable": True}, ("P2", 100)),
        ({"knock_layable": True, "qka_closed": True}, ("R23", 50)),
        ({}, ("R23", 50)),
    ):
        a = at(rules, ["7h Js", "9c"], "8h", "2h 2d/1", melds=["4h/1 5h/1 6h/1", "Qs/1 Ks/1 As/1"], born=[0, 1])
        knock = next(x for x in play(a, "+ 7h>4h 8h>4h #Js").ledger() if x["code"] == "knock_card")
        assert (knock["rule"], knock["points"], knock["action"]) == (*worth, 3)


def test_A26_A27_A49_next_start() -> None:
    assert next_start(CLASSIC, 4, [(2, -1, False, None, [0, 0, 0, 0])]) == (1, -1)
    assert next_start(CLASSIC, 4, [(2, -1, True, 3, [0, 0, 0, 0])]) == (3, 1)
    assert next_start(SHORT, 4, [(2, -1, True, 3, [0, 0, 0, 0])]) == (3, -1)
    assert next_start(SHORT, 4, [(2, -1, False, 3, [0, 0, 0, 0])]) == (3, 1)
    assert next_start({"reversal": "off"}, 3, [(2, 1, True, None, [0, 0, 0])]) == (0, 1)
    tied = (0, 1, False, None, [500, 500])
    assert next_start(CLASSIC, 2, [tied]) == (1, 1)
    assert next_start(CLASSIC, 2, [tied, (1, 1, False, 1, [-1, -2])]) == (1, 1)  # 499 is below the target
    assert next_start(CLASSIC, 2, [tied, (1, 1, False, 1, [0, 1])]) is None


# Cards and melds


def test_R6_R7_melds_and_guards() -> None:
    assert len(MELDS) == len(set(MELDS)) == 13 * 5 + 4 * 66
    assert guards("2c") == {"2s", "2d", "2h", "3c", "4c"}
    assert guards("Qs") == {"Qc", "Qd", "Qh", "Ts", "Js", "Ks", "As"}
    assert not fits("2h", ["Qh", "Kh", "Ah"], False) and not fits("Ah", ["2h", "3h", "4h"], False)
