"""The stock runs out."""

from __future__ import annotations

from tests.rules.board import discards, legal, lines, play, rule, table

from speto import Deal


def last_draw(*hands: str, pile: str = "Kh", card: str = "2s", **more: object) -> Deal:
    """Seat 0 has drawn the last card of the stock."""
    return play(table(pile, *hands, **{"stock": card, **more}), "+")  # type: ignore[arg-type]


def test_R21_A23_without_a_pickup_to_knock_the_deal_ends_by_itself() -> None:
    deal = play(last_draw("4c 9d", "5h 6s"), "-2s")
    assert deal.over
    assert deal.actions == ["+", "-2s"]
    assert (deal.knocker, deal.knock_card) == (None, None)
    assert lines(deal, "knock_card") == []


def test_A23_who_drew_the_last_card_finishes_normally() -> None:
    deal = last_draw("7c 7d 7h 9d", "5h 6s", born=[0])
    assert not deal.must_finish
    assert deal.legal == [*discards("7c 7d 7h 9d 2s").split(), "=7c7d7h"]
    play(deal, "=7c7d7h")
    assert deal.legal == ["-2s", "-9d"]
    knock = play(last_draw("7c 7d 7h", "5h 6s", born=[0]), "=7c7d7h #2s")
    assert knock.knocker == 0
    dark = play(last_draw("7c 7d 7h", "5h 6s"), "=7c7d7h #2s")
    assert lines(dark, "dark_knock") == ["0 dark_knock R19 +65"]


def test_R21_A23_the_next_player_may_pick_up_to_knock() -> None:
    deal = play(last_draw("7h 9d 4s", "8h 9h Kd"), "-7h")
    assert deal.legal == [".", "^7h8h9h"]
    assert rule(deal, "+") == "R21"
    play(deal, "^7h8h9h")
    assert deal.must_finish
    assert deal.legal == ["#Kd"]
    play(deal, "#Kd")
    assert deal.knocker == 1


def test_A23_or_pass_which_ends_the_deal() -> None:
    deal = play(last_draw("7h 9d 4s", "8h 9h Kd"), "-7h .")
    assert deal.over
    assert deal.knocker is None
    assert deal.actions == ["+", "-7h", "."]
    assert rule(deal, ".") == "R21"


def test_R21_no_pass_while_the_stock_has_cards() -> None:
    assert rule(table("Kh", "4c 9d", "5h 6s", stock="2s"), ".") == "R21"
    assert rule(last_draw("7h 9d", "8h 9h Kd"), ".") == "R8"


def test_A23_only_pickups_from_which_a_knock_is_reachable() -> None:
    one_too_many = play(last_draw("7h 9d 4s", "8h 9h Kd Tc"), "-7h")
    assert one_too_many.over
    deal = play(last_draw("7h 9d 4s", "8h 9h Kd Tc", pile="Kh Ts/0 Td/1"), "-7h")
    assert deal.legal == [".", "^TcTdTs"]
    assert rule(deal, "^7h8h9h") == "A23"
    assert play(deal, "^TcTdTs =7h8h9h").legal == ["#Kd"]


def test_A23_after_the_pickup_he_must_finish() -> None:
    deal = play(last_draw("7h 9d 4s", "8h 9h Th 3c 3d 3s Kd"), "-7h")
    assert deal.legal == [".", "^7h8h9h", "^7h8h9hTh"]
    play(deal, "^7h8h9h")
    assert deal.legal == ["=3c3d3s", "Th>7h"]
    assert rule(deal, "-Kd") == "A23"
    assert play(deal, "Th>7h =3c3d3s").legal == ["#Kd"]


def test_A23_the_meld_of_the_pickup_must_leave_the_knock_reachable() -> None:
    hands = ("7h 9d 4s", "4c 4d 4h 5h 6h 8h 9h Kd")
    free = play(last_draw(*hands), "-7h")
    assert legal(free, "^") == "^5h6h7h ^5h6h7h8h ^5h6h7h8h9h ^6h7h8h ^6h7h8h9h ^7h8h9h"
    assert rule(free, "^4h5h6h7h8h9h") == "A23"
    one_layoff = play(last_draw(*hands, rules={"layoff_limit": 1}), "-7h")
    assert legal(one_layoff, "^") == "^5h6h7h8h ^5h6h7h8h9h ^6h7h8h9h"
    play(one_layoff, "^5h6h7h8h9h")
    assert one_layoff.legal == ["=4c4d4h"]
    assert rule(one_layoff, "4h>5h") == "A23"


def test_A23_only_one_player_gets_the_last_action() -> None:
    deal = play(last_draw("7h 9d 4s", "2c 3d", "8h 9h Kd"), "-7h")
    assert deal.over
    deal = play(last_draw("7h 9d 4s", "7c 7d Kc", "8h 9h Kd"), "-7h .")
    assert deal.over


def test_A23_layoff_limits_bind_the_last_turn_as_well() -> None:
    start = {"melds": ["8c/0 9c/0 Tc/0"], "born": [0], "layoffs": [0, 0]}
    for limit, over in ((2, False), (1, True)):
        deal = last_draw("7h 9d 4s", "8h 9h Jc Qc Kd", **start, rules={"layoff_limit": limit})
        assert play(deal, "-7h").over is over


def test_A24_penalties_of_the_last_turn_count() -> None:
    rules = {"head_feed": True, "layoff_discard": True}
    deal = last_draw("7h 4s 3c", "6h Kd", pile="8h", rules=rules)
    play(deal, "-7h ^6h7h8h #Kd")
    assert lines(deal, "head_feed", "foolish_discard") == [
        "0 head_feed P6 -50 7h",
        "0 foolish_discard P0 -50 7h",
    ]
    last = last_draw("7h 4s 3c", "Tc Kd", pile="2d", rules=rules, melds=["8h/1 9h/1 Th/1"], born=[1])
    play(last, "-7h")
    assert last.over
    assert lines(last, "layoff_discard") == ["0 layoff_discard P4 -50 7h"]


def test_A25_a_pickup_with_one_card_left_leaves_it_for_the_next() -> None:
    deal = play(table("7h", "8h 9h Kc Qc", "4c 5d", stock="2s"), "^7h8h9h -Kc")
    assert deal.legal == ["+"]
    assert not deal.over


def test_R21_a_position_with_an_empty_stock_and_no_knock_is_over() -> None:
    assert table("Kh", "4c 9d", "5h 6s", stock="").over
    knock = table("7h", "8h 9h Kd", "5h 6s", stock="")
    assert knock.legal == [".", "^7h8h9h"]
