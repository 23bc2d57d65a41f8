"""Points on which the texts are silent: A61 and later."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from tests.rules.board import legal, lines, play, rule, table

from speto import BadStart, Cards, Deal, Options, View, imagine
from speto.records import read
from speto.replay import replay

QUIET = "Td Th 5d 5s 9d Jh 4h 8s"
"""A stock to draw from and to discard."""


# A61


@pytest.mark.parametrize(("placed", "pays"), [
    ("Qc/1 Qd/2 Qh/3", 1), ("Qh/3 Qd/2 Qc/1", 1), ("Qc/3 Qd/1 Qh/1", 3), ("Qd/2 Qh/1 Qc/2", 2),
])  # fmt: skip
def test_A61_a_set_of_several_seats_is_paid_for_by_the_seat_of_its_lowest_card(placed: str, pays: int) -> None:
    hands = ("Qs 2d 4d", "3d 3h", "6s 7h", "9c 9h")
    rules = {"speto_laid_off": True}
    deal = table("Kh", *hands, stock=QUIET, melds=[placed], born=[0, 1, 2, 3], rules=rules)
    play(deal, "+ Qs>Qc")
    assert lines(deal) == [f"{pays} speto_laid_off P9 -50 Qs"]


def test_A61_the_seat_of_the_lowest_card_may_be_the_layer() -> None:
    deal = table(
        "Kh", "Qs 2d 4d", "3d 3h", stock=QUIET, melds=["Qc/0 Qd/1 Qh/1"], born=[0, 1], rules={"speto_laid_off": True}
    )
    assert lines(play(deal, "+ Qs>Qc")) == []


def test_A61_each_seat_counts_the_cards_it_placed() -> None:
    deal = table("3d", "4d", "Kc", stock="", melds=["7c/0 8c/1 9c/0 Tc/1", "Qc/1 Qd/0 Qh/1"], born=[0, 1])
    assert lines(deal, "laid") == ["0 laid R24 +20 7c9cQd", "1 laid R24 +35 8cTcQcQh"]


# A62


def record(rules: dict[str, Any], *starts: dict[str, Any]) -> dict[str, Any]:
    """A record of deals from one deck, each played until the stock is out by drawing and discarding."""
    deck = "2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac 2d 3h 4s 5c 6d 7h 8s 9c Td Jh Qs Kc Ad"
    deck += " 2h 3s 4c 5d 6h 7s 8c 9d Th Js Qc Kd Ah 2s 3c 4d 5h 6s 7c 8d 9h Ts Jc Qd Kh As"
    deals = []
    for start in starts:
        deal = Deal(deck, players=4, rules=Options.read(rules), **start)
        while not deal.over:
            deal.play("." if deal.stock_size == 0 else "+")
            if not deal.over:
                deal.play(next(action for action in deal.legal if action[0] == "-"))
        deals.append({"start": {"deck": deck, **start}, "actions": deal.actions})
    return {"format": "speto/1", "game": "dummy", "rules": rules, "players": list("ABCD"), "deals": deals}


@pytest.mark.parametrize("reversal", ["toggle", "next_deal", "off"])
def test_A62_the_first_deal_of_a_record_begins_anywhere_and_any_way_round(reversal: str) -> None:
    for starter in range(4):
        for direction in (1, -1):
            whole = record({"reversal": reversal}, {"starter": starter, "direction": direction})
            replayed = replay(read(json.dumps(whole)))
            assert (replayed.state.starter, replayed.state.direction) == (starter, direction)


def test_A62_the_later_deals_follow_from_it() -> None:
    first = {"starter": 2, "direction": -1}
    replay(read(json.dumps(record({"reversal": "off"}, first, {"starter": 1, "direction": 1}))))
    with pytest.raises(BadStart) as refused:
        replay(read(json.dumps(record({"reversal": "off"}, first, {"starter": 1, "direction": -1}))))
    assert (refused.value.rule, refused.value.at) == ("A26", (1, None))


# A63


def test_A63_a_position_with_nothing_left_to_do_is_over() -> None:
    deal = table("Kh 7h/1", "8h 9c Kd", "5h 6s", stock="", born=[0])
    assert (deal.over, deal.turn, deal.legal, deal.actions) == (True, None, [], [])
    assert (deal.scores, deal.knocker) == ((-20, -20), None)
    assert rule(deal, ".") == "R21"


def test_A63_one_pickup_that_leads_to_a_knock_keeps_it_open() -> None:
    deal = table("Kh 7h/1", "8h 9h Kd", "5h 6s", stock="", born=[0])
    assert (deal.over, deal.scores, deal.legal) == (False, None, [".", "^7h8h9h"])


# A64


def kept() -> Deal:
    """Seat 0 threw 6c, seat 1 threw 3c; seat 2 picks up both, melds the first and keeps the other."""
    rules = {"speto_feed": True, "speto_lure": True}
    hands = ("6d Jd", "Kd 9h", "2c 4c 5c 6h 6s 7d 8s Jh")
    deal = table("Jc 6c/0 3c/1", *hands, stock="Qd Qh Td Th 5d 9d", turn=2, rules=rules)
    return play(deal, "^6c6h6s")


def test_A64_a_card_picked_up_and_kept_leaves_the_window_with_the_turn() -> None:
    now = play(kept(), "=2c3c4c")
    assert lines(now) == ["1 speto_lure P8 -50 3c"]
    later = play(kept(), "-8s")
    assert later.pile_seats == [None, 2]
    assert later.position().get("fresh", 1) == 1
    # In the later turn the jacks are picked up, so feeds are judged again.
    play(later, "+ -Jd + -9h ^JcJdJh =2c3c4c")
    assert lines(later) == []


def test_A64_A41_thrown_again_it_is_a_new_discard() -> None:
    rules = {"speto_lure": True}
    hands = ("6d Jd", "Kd 9h", "6h 6s 7d 8s", "2c 4c 9s Jh")
    deal = table("Jc 6c/0 3c/1", *hands, stock="Qd Qh Td", turn=2, rules=rules)
    play(deal, "^6c6h6s -3c")
    assert deal.pile_seats == [None, 2]
    assert lines(play(deal, "^2c3c4c")) == ["2 speto_lure P8 -50 3c"]


# A65


def ace_and_ten(rules: dict[str, Any], hand: str, born: list[int]) -> Deal:
    start = {"stock": "9h 2s", "melds": ["Jc/1 Qc/1 Kc/1"], "born": born}
    return play(table("4h", hand, "5h 6s", rules=rules, **start), "+")


def test_A65_the_cards_below_come_before_the_ace_that_closes_the_run() -> None:
    closed, open_ = {"qka_closed": True}, {"qka_closed": False}
    unborn = ace_and_ten(closed, "Ac Tc", [1])
    assert legal(unborn, ">") == "Tc>Jc"
    assert rule(unborn, "Ac>Jc") == "R12"
    assert legal(play(unborn, "Tc>Jc"), ">", "-") == "Ac>Tc"
    assert play(unborn, "Ac>Tc #9h").knocker == 0
    assert legal(ace_and_ten(open_, "Ac Tc", [1]), ">") == "Ac>Jc Tc>Jc"


def test_A65_closed_for_the_same_player_in_the_same_turn() -> None:
    born = ace_and_ten({"qka_closed": True}, "Ac Tc 2d", [0, 1])
    assert legal(born, ">") == "Ac>Jc Tc>Jc"
    play(born, "Ac>Jc")
    assert legal(born, ">") == ""
    assert rule(born, "Tc>Jc") == "D10"


def test_A65_the_ace_is_legal_when_no_card_needs_the_place_below() -> None:
    assert legal(ace_and_ten({"qka_closed": True}, "Ac", [1]), ">") == "Ac>Jc"
    # The knock card may be the ten.
    deal = play(table("4h", "Ac", "5h 6s", stock="Tc 2s", melds=["Jc/1 Qc/1 Kc/1"], born=[1], rules="short",
                      layoffs=[0, 0]), "+")  # fmt: skip
    assert legal(deal, ">") == "Ac>Jc Tc>Jc"


# A66


def test_A66_a_born_seat_that_placed_nothing() -> None:
    deal = table("4h", "7c 7d 7h 9s", "5h 6s", stock="2s 3s", born=[0])
    assert deal.born == (True, False)
    assert legal(play(deal, "+"), "=") == "=7c7d7h"


def test_A66_what_is_absent_is_empty() -> None:
    least = {"hands": ["7c 9s", "5h 6s"], "pile": "4h 3d/1", "turn": 0}
    whole = least | {
        "stock": "", "melds": [], "born": [], "direction": 1, "head": "4h", "fresh": 1, "layoffs": [0, 0],
        "known": ["", ""], "penalties": [],
    }  # fmt: skip
    assert Deal.from_start(least, players=2) == Deal.from_start(whole, players=2)
    for key in least:
        with pytest.raises(BadStart, match=key):
            Deal.from_start({name: value for name, value in least.items() if name != key}, players=2)


# A67


def thrown(pile: str, hand: str, pickup: str) -> list[str]:
    """Seat 0 throws 3c, seat 1 picks it up with this meld."""
    rules = {"speto_feed": True, "speto_lure": True}
    deal = table(pile, "3c 6d", hand, "8d 9s", stock=QUIET, rules=rules)
    return lines(play(deal, f"+ -3c {pickup}"))


@pytest.mark.parametrize("pile", ["4c Kh/0 9h/2", "Kh 4c/0 9h/2", "Kh 4c/1 9h/2", "Kh 4c/2 9h/2"])
def test_A67_the_partner_may_be_anybodys_also_the_offenders_own(pile: str) -> None:
    assert thrown(pile, "2c Jd Js", "^2c3c4c") == ["0 speto_feed P7 -50 3c"]


@pytest.mark.parametrize("pile", ["2d Kh/1 9h/2", "Kh 2d/0 9h/2", "Kh 9h/1 2d/2"])
def test_A67_a_guard_in_the_pile_and_not_in_the_meld_means_neither(pile: str) -> None:
    assert thrown(pile, "2c 4c Jd Js", "^2c3c4c") == []
    without = pile.replace("2d", "Ad")
    assert thrown(without, "2c 4c Jd Js", "^2c3c4c") == ["0 speto_lure P8 -50 3c"]


# A68


def test_A68_hands_and_knock_card_are_shown() -> None:
    over = play(table("Kh 7h/1", "8h 9h Kd", "5h 6s", stock="2s 3s 4s"), "^7h8h9h #Kd")
    for seat in (0, 1, None):
        view = over.see(seat)
        assert (view.hands, str(view.knock_card)) == (over.hands, "Kd")
        assert (view.stock_size, hasattr(view, "stock")) == (3, False)


def test_A68_stock_and_stripped_cards_are_not() -> None:
    rng = random.Random(68)
    for seed in ("a", "b", "c", "d", "e", "f", "g", "h"):
        deal = Deal(players=2, rules={"strip_stock": 5}, seed=seed)
        stripped = deal.see(0).unseen - deal.hands[1] - Cards(deal.stock)
        assert len(stripped) == 5
        while not deal.over:
            deal.play(rng.choice(deal.legal))
        assert deal.see(None).unseen == stripped | Cards(deal.stock)


# A69


def held_by_others(view: View, seat: int, draws: int = 300) -> set[str]:
    """Every card that some imagined hand of this seat holds."""
    rng = random.Random(69)
    return {str(card) for _ in range(draws) for card in imagine(view, rng).hands[seat]}


def test_A69_cards_seen_taken_stay_and_all_others_may_be_anywhere() -> None:
    deal = table("Kh 7h/1 4d/0 6s/2", "8h 9h Kd Qc", "5h 5c 2d", "Ad Tc 3h", stock=QUIET)
    play(deal, "^7h8h9h -Kd")
    for seen in (imagine(deal.see(1), random.Random(n)).hands[0] for n in range(30)):
        assert {"4d", "6s"} <= {str(card) for card in seen}
        assert len(seen) == 3


def test_A69_a_refusal_or_a_discard_says_nothing() -> None:
    # Seat 1 could have picked 7h up with 8h 9h and drew instead, and it threw a ten: it may hold all of these.
    deal = table("Kh", "7h 2c 4s", "8c Jd 3d 5c", stock="Qs Tc 6c 6d 8h 9h Td Th Ts")
    play(deal, "+ -7h + -Tc")
    assert {"8h", "9h", "Td", "Th", "Ts"} <= held_by_others(deal.see(0), 1)


def test_A69_a_turn_that_must_end_in_a_knock_can() -> None:
    deal = table("Kh", "2c 4s", "7c 7d 7h 8s 9s Ts", stock="Qs 3d 6c 6d 8h 9h Td Th", turn=1)
    play(deal, "+ =7c7d7h")
    assert deal.must_finish
    for n in range(30):
        guess = imagine(deal.see(0), random.Random(n))
        assert guess.legal
        assert guess.see(0) == deal.see(0)
