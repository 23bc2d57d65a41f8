"""Cards, hands, stock and head before the first turn."""

from __future__ import annotations

from itertools import chain

import pytest
from tests.rules.board import PACK, play, rule, table

from speto import BadStart, BadText, Deal, SpetoError

DECK = [PACK[(19 * place + 5) % 52] for place in range(52)]


def deal(players: int, **more: object) -> Deal:
    return Deal(" ".join(DECK), players=players, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_R1_the_whole_pack_is_in_play(players: int) -> None:
    fresh = deal(players)
    everywhere = chain(*fresh.hands, fresh.stock, fresh.pile)
    assert sorted(map(str, everywhere)) == sorted(PACK)


@pytest.mark.parametrize("players", [0, 1, 5])
def test_R1_two_to_four_players(players: int) -> None:
    with pytest.raises(BadStart) as caught:
        deal(players)
    assert caught.value.rule == "R1"


@pytest.mark.parametrize(
    ("deck", "kind"),
    [(DECK[:51], BadStart), (DECK[:51] + DECK[:1], BadText), ([*DECK[:51], "Jk"], BadText), ([], BadStart)],
    ids=["51 cards", "a card twice", "a joker", "none"],
)
def test_R1_a_deck_is_the_whole_pack_without_jokers(deck: list[str], kind: type[SpetoError]) -> None:
    with pytest.raises(SpetoError) as caught:
        Deal.from_start({"deck": " ".join(deck)}, players=2)
    assert caught.value.rule == "R1"
    assert isinstance(caught.value, (BadStart, kind))


@pytest.mark.parametrize(("players", "held", "stock"), [(2, 11, 29), (3, 9, 24), (4, 7, 23)])
def test_R2_R4_hands_head_and_stock(players: int, held: int, stock: int) -> None:
    fresh = deal(players)
    assert fresh.held == (held,) * players
    assert [len(hand) for hand in fresh.hands] == [held] * players
    after = held * players
    assert [str(card) for card in fresh.pile] == [DECK[after]]
    assert fresh.pile_seats == [None]
    assert str(fresh.head) == DECK[after]
    assert fresh.stock_size == stock
    assert [str(card) for card in fresh.stock] == DECK[after + 1 :]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_R4_nothing_has_happened_yet(players: int) -> None:
    fresh = deal(players, rules="strict")
    assert (fresh.turn, fresh.starting, fresh.over) == (0, True, False)
    assert fresh.born == (False,) * players
    assert fresh.layoffs == fresh.known == (0,) * players
    assert (fresh.melds, fresh.actions, fresh.ledger, fresh.scores) == ([], [], [], None)
    assert (fresh.knocker, fresh.knock_card, fresh.foolish, fresh.must_finish) == (None, None, False, False)


def test_R4_the_top_of_the_stock_is_drawn_first() -> None:
    fresh = deal(4)
    play(fresh, "+")
    assert DECK[29] in fresh.hands[0]
    assert fresh.stock_size == 22


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize(("players", "starter"), [(2, 0), (2, 1), (3, 0), (3, 2), (4, 0), (4, 1)])
def test_R2_A28_D9_cards_go_round_from_the_starter(players: int, starter: int, direction: int) -> None:
    fresh = deal(players, starter=starter, direction=direction)
    assert fresh.turn == fresh.starter == starter
    for place in range(players):
        seat = (starter + direction * place) % players
        size = fresh.held[seat]
        assert {str(card) for card in fresh.hands[seat]} == set(DECK[place : size * players : players])


def test_R3_D13_A55_five_cards_out_of_play_for_two() -> None:
    stripped = deal(2, rules={"strip_stock": 5})
    assert stripped.stock_size == 24
    assert [str(card) for card in stripped.stock] == DECK[23:47]
    assert [str(card) for card in stripped.pile] == [DECK[22]]
    for seat in (0, 1, None):
        view = stripped.see(seat)
        assert view.stock_size == 24
        assert all(card in view.unseen for card in DECK[47:])
    assert deal(2, rules={"strip_stock": 0}).stock_size == 29


@pytest.mark.parametrize(("players", "stock"), [(3, 24), (4, 23)])
def test_R3_D13_has_no_effect_with_more_than_two(players: int, stock: int) -> None:
    assert deal(players, rules={"strip_stock": 5}).stock_size == stock


def test_A55_stripped_cards_are_never_drawn() -> None:
    stripped = deal(2, rules={"strip_stock": 5})
    while not stripped.over:
        draw = "+" in stripped.legal
        stripped.play("+" if draw else next(action for action in stripped.legal if action[0] in "-."))
    assert [action for action in stripped.actions if action == "+"] == ["+"] * 24
    seen = {str(card) for card in chain(*stripped.hands, stripped.pile)}
    assert seen == set(DECK[:47])


def test_R5_the_pile_is_a_row_that_all_see() -> None:
    long = table("7h Kd/2 3s/0 8c/1 Jd/2", "2c 4s", "2d 5s", "2h 6s")
    assert [str(card) for card in long.pile] == ["7h", "Kd", "3s", "8c", "Jd"]
    assert long.pile_seats == [None, 2, 0, 1, 2]
    play(long, "+ -4s")
    for seat in (0, 1, 2, None):
        view = long.see(seat)
        assert [str(card) for card in view.pile] == ["7h", "Kd", "3s", "8c", "Jd", "4s"]
        assert view.pile_seats == [None, 2, 0, 1, 2, 0]


def test_A29_the_first_player_need_not_draw() -> None:
    first = table("Jd", "Qd Kd 2c 3h", "4h 5h")
    assert first.legal == ["+", "^JdQdKd"]
    play(first, "^JdQdKd")
    assert first.born == (True, False)


def test_A29_so_from_a_deck() -> None:
    hand = ["Qd", "Kd", "2c", "3h", "5c", "6s", "8h", "9s", "Th", "4s", "7c"]
    rest = [card for card in PACK if card not in hand and card != "Jd"]
    other, stock = rest[:11], rest[11:]
    deck = [card for pair in zip(hand, other, strict=True) for card in pair] + ["Jd", *stock]
    first = Deal(" ".join(deck), players=2, rules="strict")
    assert first.legal == ["+", "^JdQdKd"]
    # The head was thrown by nobody: nobody pays for it.
    assert play(first, "^JdQdKd").ledger == []


def test_A56_the_pile_is_never_empty_when_a_turn_begins() -> None:
    with pytest.raises(BadStart) as caught:
        table("", "Qd Kd", "4h 5h")
    assert caught.value.rule == "A56"
    whole = play(table("Jd Ad/1", "Qd Kd 2c 3h", "4h 5h"), "^JdQdKd")
    assert whole.pile == []
    assert rule(whole, "#2c") == "R18"
    play(whole, "-3h")
    assert [str(card) for card in whole.pile] == ["3h"]
