"""P6, P7 and P8: discards with which another player lays the head or a speto."""

from __future__ import annotations

import pytest
from tests.rules.board import PACK, lines, play, rule, table

from speto import Deal
from speto.cards import parse_cards
from speto.dummy.kernel.melds import guards

P6 = {"head_feed": True}
P7 = {"speto_feed": True}
P8 = {"speto_lure": True}
ALL = P6 | P7 | P8
QUIET = "Td Th 5d 5s 9d Jh 4h 8s"
"""A stock to draw from and to discard."""


def at(pile: str, *hands: str, **more: object) -> Deal:
    """A position with a quiet stock."""
    named = f"{pile} {' '.join(hands)} {more.get('melds', '')}"
    stock = " ".join(card for card in QUIET.split() if card not in named)
    return table(pile, *hands, **{"stock": stock, **more})  # type: ignore[arg-type]


def idle(deal: Deal, turns: int = 1) -> Deal:
    """The next seats draw and discard what they drew."""
    for _ in range(turns):
        play(deal, f"+ -{deal.stock[0]}")
    return deal


def feeds(deal: Deal) -> list[str]:
    return lines(deal, "head_feed", "speto_feed", "speto_lure")


def fed(pile: str, card: str, hand: str, pickup: str, rules: dict[str, object], **more: object) -> list[str]:
    """Seat 0 throws a card, seat 1 picks up: what seat 0 is charged."""
    return feeds(play(at(pile, f"{card} 6d", hand, rules=rules, **more), f"+ -{card} {pickup}"))


# The guards


def near(card: str) -> set[str]:
    ranks = "23456789TJQKA"
    place = ranks.index(card[0])
    beside = {ranks[at] + card[1] for at in range(max(place - 2, 0), min(place + 3, 13))}
    return (beside | {card[0] + suit for suit in "cdhs"}) - {card}


@pytest.mark.parametrize("card", PACK)
def test_P6_P7_P8_guards_are_near_in_suit_or_of_the_rank(card: str) -> None:
    assert guards(parse_cards(card).bit_length() - 1) == parse_cards(" ".join(near(card)))


def test_P7_P8_the_guards_of_the_spetos() -> None:
    assert guards(0) == parse_cards("2s 2d 2h 3c 4c")
    assert guards(49) == parse_cards("Qc Qd Qh Ts Js Ks As")


# P6


@pytest.mark.parametrize(("card", "hand", "pickup", "charged"), [
    ("8h", "6h Kd Ks", "^6h7h8h", True),
    ("6h", "8h Kd Ks", "^6h7h8h", True),
    ("5h", "6h Kd Ks", "^5h6h7h", True),
    ("9h", "8h Kd Ks", "^7h8h9h", True),
    ("7c", "7d Kd Ks", "^7c7d7h", True),
    ("7s", "7d Kd Ks", "^7d7h7s", True),
    ("Th", "8h 9h Kd Ks", "^7h8h9hTh", False),
    ("4h", "5h 6h Kd Ks", "^4h5h6h7h", False),
])  # fmt: skip
def test_P6_a_guard_of_the_head_in_one_meld_with_it(card: str, hand: str, pickup: str, charged: bool) -> None:
    assert fed("7h", card, hand, pickup, P6, stock="Td 5c") == ([f"0 head_feed P6 -50 {card}"] if charged else [])
    assert fed("7h", card, hand, pickup, P7 | P8, stock="Td 5c") == []


def test_P6_is_charged_when_the_meld_is_laid() -> None:
    deal = at("7h", "2d 3c", "8h 3s", "2h 3d", "6h Kd Ks", turn=1, rules=P6)
    play(deal, "+ -8h + -2h")
    assert feeds(deal) == []
    play(deal, "^6h7h8h")
    assert feeds(deal) == ["1 head_feed P6 -50 8h"]
    assert [(line.action, line.by) for line in deal.ledger] == [(4, 3)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_P6_A37_within_the_lap_by_any_other_player(players: int) -> None:
    for later in range(1, 2 * players):
        hands = ["8h 2d 3s", "2h 3c 4s", "2s 3d 4d", "9c 3h 4c"][:players]
        hands[later % players] += " 6h Kd Ks"
        deal = idle(play(at("7h", *hands, rules=P6), "+ -8h"), later - 1)
        assert deal.turn == later % players
        assert rule(deal, "^6h7h8h") is None
        play(deal, "^6h7h8h")
        assert feeds(deal) == (["0 head_feed P6 -50 8h"] if later < players else [])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_P7_P8_within_the_lap_too(players: int) -> None:
    for pile, told in (("7h", "speto_lure P8"), ("2d", "speto_feed P7")):
        for later in range(1, 2 * players):
            hands = ["2h 3d 9h", "6h 7c 8d", "7s Kh Ac", "9c Jc Kd"][:players]
            if pile == "2d":
                hands[later % players] += " 2c Kc Ks"
                card, pickup = "2h", "^2c2d2h"
            else:
                hands[later % players] += " 2c 2s Ks"
                card, pickup = "2h", "^2c2h2s"
            deal = idle(play(at(pile, *hands, rules=ALL | {"head_feed": False}), f"+ -{card}"), later - 1)
            play(deal, pickup)
            assert feeds(deal) == ([f"0 {told} -50 2h"] if later < players else [])


def test_P6_A37_nothing_if_nobody_picks_up() -> None:
    deal = idle(play(at("7h", "8h 2d", "6h Kd Ks", rules=P6), "+ -8h"), 3)
    assert feeds(deal) == []


def test_P6_the_head_must_lie_in_the_pile() -> None:
    melds = ["5h/1 6h/1 7h/1"]
    gone: dict[str, object] = {"melds": melds, "head": "7h", "born": [1]}
    assert fed("2d/1", "8h", "9h Th Kd Ks", "^8h9hTh", P6, stock="Tc 5c", **gone) == []


def test_P6_A38_the_guard_must_be_in_the_meld_of_the_head() -> None:
    assert fed("7h", "8h", "7c 7d Kd Ks", "^7c7d7h", P6) == []
    two = table("7h", "9h 6d", "5h 6h 9c 9s Kd Ks", stock="Tc 5c", rules=P6)
    play(two, "+ -9h ^5h6h7h =9c9h9s")
    assert feeds(two) == []


def test_P6_does_not_need_P3() -> None:
    told = ["0 head_feed P6 -50 8h"]
    assert fed("7h", "8h", "6h Kd Ks", "^6h7h8h", P6) == told
    assert fed("7h", "8h", "6h Kd Ks", "^6h7h8h", P6 | {"head_bonus": True}) == told


def test_P6_nobody_pays_for_his_own_pickup() -> None:
    deal = table("7h", "8h 6h Kd", "2d 3s", stock="Tc 5c 9s", rules=ALL)
    play(deal, "+ -8h + -2d ^6h7h8h")
    assert feeds(deal) == []


# P7


@pytest.mark.parametrize(("pile", "card", "hand", "pickup", "charged"), [
    # 1: a guard, the partner is the speto.
    ("5h Qs/1", "Qd", "Qh 8d 9c", "^QdQhQs", True),
    ("5h 2c/1", "4c", "3c 8d 9c", "^2c3c4c", True),
    # 2: the speto, the partner is a guard.
    ("5h 4c/1", "2c", "3c 8d 9c", "^2c3c4c", True),
    ("5h Qh/1", "Qs", "Qd 8d 9c", "^QdQhQs", True),
    # 3: a guard, the partner is another guard.
    ("5h Js/1", "Ks", "Qs 8d 9c", "^JsQsKs", True),
    ("5h 2d/1", "2h", "2c 8d 9c", "^2c2d2h", True),
    # The partner is not in the meld.
    ("5h Js/1", "Ks", "Qs As 8d 9c", "^QsKsAs", False),
    ("5h 2d/1", "3c", "2c 4c 8d 9c", "^2c3c4c", False),
    # There is no partner.
    ("5h 8s/1", "Ks", "Qs As 8d 9c", "^QsKsAs", False),
    # The speto is not in the meld.
    ("5h Js/1", "Ts", "9s 8d 9c", "^9sTsJs", False),
    ("5h 3c/1", "4c", "5c 8d 9c", "^3c4c5c", False),
    # The offender's card is no guard: two steps off are the most.
    ("5h Js/1", "9s", "Ts Qs 8d 9c", "^9sTsJsQs", False),
    ("5h 3c/1", "5c", "2c 4c 8d 9c", "^2c3c4c5c", False),
])  # fmt: skip
def test_P7_A39_own_card_speto_and_partner_in_one_meld(
    pile: str, card: str, hand: str, pickup: str, charged: bool
) -> None:
    assert fed(pile, card, hand, pickup, P7, stock="Td 7c") == ([f"0 speto_feed P7 -50 {card}"] if charged else [])
    assert fed(pile, card, hand, pickup, P6, stock="Td 7c") == []


def test_P7_A39_a_partner_thrown_later_does_not_count() -> None:
    deal = at("5h", "Ks 6d", "Js 6h", "Qs 9c 8d", rules=P7 | P8)
    play(deal, "+ -Ks + -Js ^JsQsKs")
    assert feeds(deal) == ["0 speto_lure P8 -50 Ks", "1 speto_feed P7 -50 Js"]


def test_P7_A43_a_bare_speto_costs_nothing() -> None:
    assert fed("5h", "Qs", "Ks Js 8d", "^JsQsKs", ALL) == []
    assert fed("5h As/1", "Qs", "Ts Js 8d", "^TsJsQs", ALL) == []
    assert fed("5h As/1", "Qs", "Ks 8d 9c", "^QsKsAs", ALL) == ["0 speto_feed P7 -50 Qs"]


def test_P7_once_even_if_two_cases_fit() -> None:
    told = fed("5h Qs/1 Js/0 Ts/1", "Ks", "9s 8d 9c", "^9sTsJsQsKs", P7)
    assert told == ["0 speto_feed P7 -50 Ks"]


def test_P7_P6_the_head_may_be_the_partner() -> None:
    assert fed("Ts", "Js", "Qs 8d 9c", "^TsJsQs", ALL, stock="Td 7c") == [
        "0 head_feed P6 -50 Js",
        "0 speto_feed P7 -50 Js",
    ]


def test_P7_A40_a_second_meld_of_the_pickup_turn_counts() -> None:
    deal = table("8h 4c/1", "2c 6d", "7h 9h 3c Kd Ks", stock="Td 5s 5h 5d", born=[1], rules=P7)
    play(deal, "+ -2c ^7h8h9h")
    assert feeds(deal) == []
    play(deal, "=2c3c4c")
    assert feeds(deal) == ["0 speto_feed P7 -50 2c"]
    assert [(line.action, line.by) for line in deal.ledger] == [(3, 1)]


def test_P7_A40_a_later_turn_does_not() -> None:
    kept = table("8h 4c/1", "2c 6d Jd", "7h 9h 3c Kd Ks", stock="Td 5s 5h 5d Tc", rules=ALL)
    play(kept, "+ -2c ^7h8h9h -Kd + -6d + =2c3c4c")
    assert feeds(kept) == []


def test_P7_A40_a_later_pickup_turn_does_not_either() -> None:
    deal = table("8h 4c/1", "2c 6d Jd", "7h 9h 3c Jh Js Ks As 9d", stock="Td Qc 5h 5d Tc", rules=ALL)
    play(deal, "+ -2c ^7h8h9h -Ks + -Jd ^JdJhJs =2c3c4c")
    assert feeds(deal) == []


@pytest.mark.parametrize(("first", "second"), [("As", "Js"), ("Js", "As")])
def test_P7_two_offenders_in_one_meld(first: str, second: str) -> None:
    deal = at("7h Ks/2", "2d 8c", f"{second} 3d", "Qs 9c 9d", f"{first} 4d", turn=3, rules=ALL)
    play(idle(play(deal, f"+ -{first}")), f"+ -{second} ^JsQsKsAs")
    assert feeds(deal) == [f"3 speto_feed P7 -50 {first}", f"1 speto_feed P7 -50 {second}"]


def test_P6_P7_three_offenders_in_one_turn() -> None:
    deal = at("Jh 2c/2 As/3", "4c 6d", "Th 6h", "Ks 7d", "Qh 3c Qs 9c", rules=ALL)
    play(deal, "+ -4c + -Th + -Ks ^ThJhQh")
    assert feeds(deal) == ["1 head_feed P6 -50 Th"]
    before = deal.copy()
    play(deal, "=2c3c4c =QsKsAs")
    assert feeds(deal)[1:] == ["0 speto_feed P7 -50 4c", "2 speto_feed P7 -50 Ks"]
    # Only for the melds that are laid.
    play(before, "-9c")
    assert feeds(before) == ["1 head_feed P6 -50 Th"]


def test_A41_a_card_thrown_again_belongs_to_the_new_discarder() -> None:
    deal = at("8h", "3c 6d", "7h 9h Kd Jd", "2c 4c Ks", rules=ALL)
    play(deal, "+ -3c ^7h8h9h -3c ^2c3c4c")
    assert feeds(deal) == ["1 speto_lure P8 -50 3c"]
    assert deal.pile_seats == []


def test_A41_and_is_judged_by_the_pile_at_its_new_place() -> None:
    deal = at("8h 2d/2", "3c 6d", "7h 9h Kd Jd", "2c 2h Ks", rules=ALL)
    play(deal, "+ -3c ^7h8h9h -2d ^2c2d2h")
    assert feeds(deal) == ["1 speto_lure P8 -50 2d"]


# P8


@pytest.mark.parametrize(("pile", "card", "hand", "pickup", "charged"), [
    ("7h", "3c", "2c 4c 9d", "^2c3c4c", True),
    ("7h", "4c", "2c 3c 9d", "^2c3c4c", True),
    ("7h", "2d", "2c 2h 9d", "^2c2d2h", True),
    ("7h", "As", "Qs Ks 9d", "^QsKsAs", True),
    ("7h", "Ts", "Js Qs 9d", "^TsJsQs", True),
    ("7h", "Qd", "Qs Qh 9d", "^QdQhQs", True),
    # Without that speto in the meld.
    ("7h", "3c", "4c 5c 9d", "^3c4c5c", False),
    ("7h", "Ks", "Kd Kh 9d", "^KdKhKs", False),
    # Not a guard.
    ("7h", "5c", "2c 3c 4c 9d", "^2c3c4c5c", False),
    # That speto or another guard of it lay in the pile, the head counts.
    ("7h 2s/1", "3c", "2c 4c 9d", "^2c3c4c", False),
    ("2s", "3c", "2c 4c 9d", "^2c3c4c", False),
    ("7h 2c/1", "3c", "4c 9d 9s", "^2c3c4c", False),
    # A guard of the other speto does not matter.
    ("7h Ks/1", "3c", "2c 4c 9d", "^2c3c4c", True),
    ("7h 2s/1", "As", "Qs Ks 9d", "^QsKsAs", True),
    # The speto itself is no guard of itself.
    ("7h", "2c", "3c 4c 9d", "^2c3c4c", False),
])  # fmt: skip
def test_P8_A42_the_first_guard_of_a_speto(pile: str, card: str, hand: str, pickup: str, charged: bool) -> None:
    assert fed(pile, card, hand, pickup, P8, stock="Td 5h") == ([f"0 speto_lure P8 -50 {card}"] if charged else [])


def test_P8_A42_not_first_of_the_deal_but_while_none_lies_there() -> None:
    deal = at("7h 2s/1", "3c 6d", "6h 8h Kd 2c 4c 5d", rules=ALL)
    play(deal, "+ -6d ^6h7h8h -5d + -3c ^2c3c4c")
    assert feeds(deal) == ["0 speto_lure P8 -50 3c"]


def test_P7_P8_exclude_each_other() -> None:
    assert fed("7h 4c/1", "3c", "2c 9d 9s", "^2c3c4c", ALL) == ["0 speto_feed P7 -50 3c"]
    assert fed("7h", "3c", "2c 4c 9s", "^2c3c4c", ALL) == ["0 speto_lure P8 -50 3c"]


def test_P6_P8_add() -> None:
    assert fed("5c", "4c", "2c 3c 9s", "^2c3c4c5c", ALL) == ["0 head_feed P6 -50 4c", "0 speto_lure P8 -50 4c"]


def test_A46_P6_P7_add_when_the_head_is_a_speto() -> None:
    for head, card, hand, pickup in (("2c", "3c", "4c 9s 9d", "^2c3c4c"), ("Qs", "Qh", "Qd 9s 9d", "^QdQhQs")):
        assert fed(head, card, hand, pickup, ALL) == [f"0 head_feed P6 -50 {card}", f"0 speto_feed P7 -50 {card}"]


def test_A47_P0_and_a_feed_in_one_turn_add() -> None:
    deal = play(table("7h", "8h 6d", "6h Kd", stock="Td 5s", rules=ALL), "+ -8h ^6h7h8h #Kd")
    assert [line for line in lines(deal) if "-50" in line] == ["0 head_feed P6 -50 8h", "0 foolish_discard P0 -50 8h"]


@pytest.mark.parametrize("rules", [P6, P7, P8, ALL])
def test_A58_cards_laid_off_count_for_nothing(rules: dict[str, object]) -> None:
    # The thrown guard is laid off on the speto's run, the thrown speto next to its guard.
    melds = ["2c/1 3c/1 4c/1"]
    deal = table("9h", "5c 2d 6d", "8h Th Kd Jd", stock="Ad 5s", melds=melds, born=[0, 1], rules=rules)
    assert feeds(play(deal, "+ -2d ^8h9hTh -Jd")) == []
    melds = ["3c/1 4c/1 5c/1"]
    deal = table("9h 2d/1", "2c 6d", "8h Th Kd Jd", stock="Ad 5s", melds=melds, born=[0, 1], rules=rules)
    play(deal, "+ -2c ^8h9hTh 2c>3c")
    assert feeds(deal) == []


def test_A58_also_when_the_grown_meld_holds_the_speto() -> None:
    hands = ("4c 6d", "2c 3c 5c Kd 9s")
    grown = play(table("7h", *hands, stock="Td 5s", rules=ALL), "+ -4c ^3c4c5c 2c>3c")
    assert feeds(grown) == []
    at_once = play(table("7h", *hands, stock="Td 5s", rules=ALL), "+ -4c ^2c3c4c5c")
    assert feeds(at_once) == ["0 speto_lure P8 -50 4c"]


def test_P6_P7_P8_the_window_of_a_position() -> None:
    """``fresh`` says which discards are still at risk."""
    hands = ("6h Kd Ks", "2d 3d", "3s 4s")
    for fresh, told in ((2, ["1 head_feed P6 -50 8h"]), (1, []), (None, ["1 head_feed P6 -50 8h"])):
        start = {} if fresh is None else {"fresh": fresh}
        deal = table("7h 8h/1 Tc/2", *hands, stock="Ad 5s", rules=ALL, **start)  # type: ignore[arg-type]
        assert feeds(play(deal, "^6h7h8h")) == told
