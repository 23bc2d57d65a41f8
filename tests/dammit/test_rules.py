"""Each rule of Dammit by its id, on small positions."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from speto.cards import TEXTS, Cards
from speto.dammit.deal import Deal
from speto.dammit.kernel.legal import FITS
from speto.decks import seed_of_text, shuffled
from speto.errors import BadStart, IllegalAction, SpetoError
from speto.game import Refusal


def at(hands: str, support: str = "", random: str = "", pile: str = "", **more: Any) -> Deal:
    """A deal at a position; the seats' cards stand between bars, seat 0 is to act."""
    rows = [[row.strip() for row in text.split("|")] for text in (hands, support, random)]
    players = max(map(len, rows))
    hands_, support_, random_ = ([*row, *[""] * (players - len(row))] for row in rows)
    rules = {"max_turns": more.pop("max_turns", 1000)}
    start = {"hands": hands_, "support": support_, "random": random_, "pile": pile, "turn": 0, **more}
    return Deal.from_start(start, players=players, rules=rules)


def why(deal: Deal, action: str) -> str:
    """The rule by which an action is refused."""
    refused = deal.refuse(action)
    assert isinstance(refused, Refusal)
    with pytest.raises(IllegalAction) as error:
        deal.copy().play(action)
    assert error.value.rule == refused.rule
    return refused.rule


def chosen(deal: Deal, action: str) -> str:
    """The rule by which a player may not name what chance draws, whatever lies there."""
    refused = deal.refuse(action)
    assert isinstance(refused, Refusal)
    assert refused.sentence == "which card turns up is drawn, not chosen"
    return refused.rule


def cards(text: str) -> Cards:
    return Cards(text)


# The rules.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_M1_all_52_cards_and_two_to_four_players(players: int) -> None:
    deal = Deal(players=players, seed="M1")
    everywhere = [*deal.hands, *deal.supports, *deal.randoms, Cards(deal.pile), Cards(deal.deck)]
    assert sum(everywhere) == (1 << 52) - 1


@pytest.mark.parametrize("players", [1, 5, 0, -1])
def test_M1_no_other_number_of_players(players: int) -> None:
    with pytest.raises(BadStart, match=f"2 to 4 players, not {players}") as error:
        Deal(players=players, seed="M1")
    assert error.value.rule == "M1"


def test_M2_M3_twelve_cards_each_one_at_a_time() -> None:
    deck = [TEXTS[card] for card in shuffled(seed_of_text("M2"))]
    deal = Deal(" ".join(deck), players=3, dealer=1)
    for seat, first in ((2, 0), (0, 1), (1, 2)):
        own = deck[first:36:3]
        assert deal.hands[seat] == cards(" ".join(own[:4]))
        assert deal.supports[seat] == cards(" ".join(own[4:8]))
        assert deal.randoms[seat] == cards(" ".join(own[8:]))


@pytest.mark.parametrize(("players", "left"), [(2, 27), (3, 15), (4, 3)])
def test_M4_the_next_card_starts_the_pile(players: int, left: int) -> None:
    deck = shuffled(seed_of_text("M4"))
    deal = Deal(deck, players=players)
    assert deal.pile == [deck[12 * players]]
    assert deal.deck == deck[12 * players + 1 :]
    assert deal.deck_size == left


@pytest.mark.parametrize(
    ("top", "fitting"),
    [("6c", "57"), ("2h", "3A"), ("As", "2K"), ("Kd", "QA"), ("Tc", "9J"), ("9h", "8T"), ("Jd", "TQ"), ("3s", "24")],
)
def test_M5_one_rank_above_or_below_and_the_ace_meets_both_ends(top: str, fitting: str) -> None:
    every = " ".join(f"{rank}{suit}" for rank in fitting for suit in "cdhs" if rank + suit != top)
    for card in every.split():
        deal = at(f"{card}|Qs" if card != "Qs" else f"{card}|9d", pile=top)
        assert deal.legal == [f"-{card}"]
    assert Cards(FITS[Cards(top).bit_length() % 13 - 1]) == cards(every)


def test_M5_equal_rank_does_not_fit() -> None:
    assert why(at("6d 7h|Qs", pile="6c"), "-6d") == "M5"


def test_M6_the_seat_left_of_the_dealer_starts_and_turns_go_round() -> None:
    deal = Deal(players=4, seed="M6", dealer=3)
    order = []
    rng = Random("M6")
    while len(order) < 8:
        order.append(deal.turn)
        deal.play(rng.choice(deal.chance(rng.choice(deal.legal))))
    assert order == [0, 1, 2, 3] * 2


def test_M7_a_hand_card_or_the_top_of_support() -> None:
    deal = at("6d Kh|Qs", support="2c 7s|", pile="5c")
    assert deal.legal == ["-6d", "?"]
    assert deal.chance("?") == ["?2c", "?7s"]
    assert why(deal, "-Kh") == "M5"
    assert why(deal, "-Qs") == "M7"
    assert chosen(deal, "?7s") == chosen(deal, "?3c") == "M7"
    with pytest.raises(IllegalAction, match="is to be named"):
        deal.play("?")
    with pytest.raises(IllegalAction, match="3c is not in that pile"):
        deal.play("?3c")


def test_M7_a_support_card_that_fits_is_played() -> None:
    deal = at("Kh|Qs", support="6s 2c|", pile="5c")
    deal.play("?6s")
    assert ([str(card) for card in deal.pile], deal.supports[0], deal.turn) == (["5c", "6s"], cards("2c"), 1)


def test_M8_a_failed_support_card_costs_the_whole_pile() -> None:
    deal = at("Kh|Qs", support="9s 2c|", pile="3d 4d 5c")
    deal.play("?9s")
    assert (deal.pile, deal.supports[0]) == ([], cards("9s 2c 3d 4d 5c"))
    assert deal.turn == 1


def test_M9_after_a_hand_card_one_comes_from_the_deck() -> None:
    deal = at("6d Kh|Qs", support="2c|3c", pile="5c", deck="Jd Js")
    deal.play("-6d")
    assert (deal.hands[0], deal.deck_size, deal.supports[0]) == (cards("Kh Jd"), 1, cards("2c"))


def test_M9_everyone_holds_four_while_the_deck_lasts() -> None:
    for seed in range(20):
        rng = Random(f"M9 {seed}")
        deal = Deal(players=2 + seed % 3, seed=f"M9 {seed}")
        while deal.deck_size:
            assert set(deal.held) == {4}
            deal.play(rng.choice(deal.chance(rng.choice(deal.legal))))


def test_M10_on_an_empty_pile_any_card_may_be_played() -> None:
    assert at("6d Kh 2c|Qs", support="3c|").legal == ["-2c", "-6d", "-Kh", "?"]


def test_M11_with_the_deck_empty_support_refills_the_hand() -> None:
    deal = at("6d Kh|Qs", support="2c 9c|", pile="5c")
    assert deal.chance("-6d") == ["-6d&2c", "-6d&9c"]
    assert chosen(deal, "-6d&9c") == chosen(deal, "-6d&3c") == "M11"
    with pytest.raises(IllegalAction, match="is to be named") as error:
        deal.play("-6d")
    assert error.value.rule == "M11"
    deal.play("-6d&9c")
    assert (deal.hands[0], deal.supports[0], deal.turn) == (cards("Kh 9c"), cards("2c"), 1)


def test_M12_without_hand_and_support_a_random_card_is_turned_up() -> None:
    deal = at("|Qs", random="6s 9c|", pile="4c 5c")
    assert deal.legal == ["!"]
    assert deal.chance("!") == ["!6s", "!9c"]
    assert chosen(deal, "!9c") == "M12"
    deal.play("!6s")
    assert ([str(card) for card in deal.pile], deal.randoms[0], deal.turn) == (["4c", "5c", "6s"], cards("9c"), 1)


def test_M12_up_to_four_cards_are_the_new_hand() -> None:
    deal = at("|Qs", random="6s 9c|", pile="2c 3c 5c")
    deal.play("!9c")
    assert (deal.hands[0], deal.supports[0], deal.pile, deal.turn) == (cards("2c 3c 5c 9c"), Cards(), [], 1)


def test_M12_of_more_four_are_kept_and_the_rest_is_support() -> None:
    deal = at("|Qs", random="6s 9c|", pile="2c 3c 4h 5c")
    deal.play("!9c")
    assert deal.turn == 0
    assert deal.legal == ["~2c3c4h5c", "~2c3c4h9c", "~2c3c5c9c", "~2c4h5c9c", "~3c4h5c9c"]
    deal.play("~9c 5c 3c 2c".replace(" ", ""))
    assert (deal.hands[0], deal.supports[0], deal.turn) == (cards("2c 3c 5c 9c"), cards("4h"), 1)
    assert deal.actions == ["!9c", "~2c3c5c9c"]


def test_M13_who_has_no_cards_drops_out_and_the_others_play_on() -> None:
    deal = at("|Qs|Jd", random="6s||", pile="5c")
    deal.play("!6s")
    assert (deal.out, deal.over, deal.turn) == ([0], False, 1)


# The ambiguities.


def test_MA1_the_failed_card_goes_back_too_and_the_turn_ends_with_an_empty_pile() -> None:
    deal = at("6h|Qs", support="9s|", pile="5c")
    deal.play("?9s")
    assert (deal.supports[0], deal.pile, deal.turn, deal.legal) == (cards("5c 9s"), [], 1, ["-Qs"])


def test_MA2_the_failed_random_card_counts_toward_the_four() -> None:
    four = at("|Qs", random="9c|", pile="2c 3c 5c")
    four.play("!9c")
    assert not four.keeping
    five = at("|Qs", random="9c|", pile="2c 3c 4c 5c")
    five.play("!9c")
    assert five.keeping
    assert "~2c3c4c9c" in five.legal


def test_MA3_support_may_be_turned_up_although_a_card_fits_but_the_pile_not_taken() -> None:
    deal = at("6h|Qs", support="9s|", pile="5c")
    assert deal.legal == ["-6h", "?"]
    assert why(deal, "*") == "MA3"
    assert why(at("6h|Qs", pile="5c"), "*") == "MA3"


def test_MA4_without_a_fitting_card_support_must_be_turned_up() -> None:
    deal = at("Kh|Qs", support="9s|", pile="5c")
    assert deal.legal == ["?"]
    assert why(deal, "*") == "MA4"


def test_MA5_without_support_the_pile_is_taken_into_support() -> None:
    deal = at("Kh 2d|Qs", random="3d|", pile="4c 5c")
    assert deal.legal == ["*"]
    deal.play("*")
    assert (deal.hands[0], deal.supports[0], deal.pile, deal.turn) == (cards("Kh 2d"), cards("4c 5c"), [], 1)


def test_MA6_no_random_card_while_cards_are_held() -> None:
    assert why(at("Kh|Qs", random="3d|", pile="5c"), "!") == "MA6"
    assert why(at("6h|Qs", support="2c|", random="3d|", pile="5c"), "!") == "MA6"


def test_MA7_a_random_card_that_fits_ends_the_turn() -> None:
    deal = at("|Qs Qd", random="6s 7s|", pile="5c")
    deal.play("!6s")
    assert deal.turn == 1
    deal.play("*")
    assert (deal.turn, deal.legal) == (0, ["!"])


def test_MA8_one_card_comes_or_none() -> None:
    short = at("6d|Qs", support="2c 3c 4c|", pile="5c", deck="Jd Js")
    short.play("-6d")
    assert short.held[0] == 1  # a hand that was short stays short
    bare = at("6d Kh|Qs", pile="5c")
    assert bare.chance("-6d") == ["-6d"]
    assert why(bare, "-6d&2c") == "MA8"
    bare.play("-6d")
    assert bare.hands[0] == cards("Kh")


def test_MA9_a_play_from_support_brings_no_card() -> None:
    deal = at("Kh|Qs", support="6s 2c|3c", pile="5c", deck="Jd")
    deal.play("?6s")
    assert (deal.hands[0], deal.deck_size) == (cards("Kh"), 1)
    random = at("|Qs", random="6s 7s|", pile="5c")
    random.play("!6s")
    assert random.held[0] == 0


def test_MA10_on_an_empty_pile_nothing_fails() -> None:
    support = at("Kh|Qs", support="6s|")
    support.play("?6s")
    assert [str(card) for card in support.pile] == ["6s"]
    random = at("|Qs", random="6s 7s|")
    random.play("!7s")
    assert [str(card) for card in random.pile] == ["7s"]
    assert "*" not in at("Kh|Qs").legal


def test_MA11_the_twelve_are_split_at_random() -> None:
    where: Counter[str] = Counter()
    for number in range(600):
        deal = Deal(players=4, seed=f"MA11 {number}", dealer=0)
        for name, row in (("hand", deal.hands), ("support", deal.supports), ("random", deal.randoms)):
            where[name] += any(cards("As") & own for own in row)
    expected = 600 * 16 / 52
    assert all(abs(count - expected) < 5 * expected**0.5 for count in where.values()), where


def test_MA12_only_the_seat_sees_which_four_it_keeps() -> None:
    deal = at("|Qs|Jd", random="9c 6s|2d|", pile="2c 3c 4h 5c")
    deal.play("!9c")
    assert deal.see(0).choice == cards("2c 3c 4h 5c 9c")
    assert [deal.see(seat).choice for seat in (1, 2, None)] == [Cards()] * 3
    assert [deal.see(seat).legal for seat in (1, 2, None)] == [[]] * 3
    other = deal.copy()
    deal.play("~2c3c4h5c")
    other.play("~3c4h5c9c")
    for seat in (1, 2, None):
        assert deal.see(seat) == other.see(seat)
        assert deal.see(seat).actions == ["!9c", "~"]
    assert deal.see(0) != other.see(0)
    assert deal.see(0).actions == ["!9c", "~2c3c4h5c"]


def test_MA13_dropping_out_comes_after_the_refill_and_the_pile_stays() -> None:
    deal = at("6d|Qs|Jd", support="2c||", pile="5c")
    deal.play("-6d&2c")
    assert deal.out == []
    deal = at("6d|Qs|7d", pile="5c")
    deal.play("-6d")
    assert (deal.out, [str(card) for card in deal.pile], deal.turn) == ([0], ["5c", "6d"], 1)
    deal.play("*")
    deal.play("-7d")
    assert (deal.out, deal.over, deal.scores) == ([0, 2], True, (1, 3, 2))


def test_MA13_a_seat_that_is_out_is_skipped() -> None:
    deal = at("6d||Jd 9c", random="|||7d", pile="5c", out=[1])
    deal.play("-6d")
    assert (deal.out, deal.turn) == ([1, 0], 2)


def test_MA14_places_in_the_order_of_dropping_out_and_the_last_one_loses() -> None:
    deal = at("6d|7s 2c|8d", pile="5c")
    deal.play("-6d")
    deal.play("-7s")
    assert (deal.out, deal.over, deal.scores, deal.loser) == ([0], False, None, None)
    deal.play("-8d")
    assert (deal.out, deal.over, deal.scores, deal.loser) == ([0, 2], True, (1, 3, 2), 1)
    two = at("6d|Qs", pile="5c")
    two.play("-6d")
    assert (two.over, two.scores, two.loser, two.turn, two.legal) == (True, (1, 2), 1, None, [])
    assert why(two, "-Qs") == "MA14"


def test_MA15_nobody_drops_out_while_the_deck_has_cards() -> None:
    for seed in range(40):
        rng = Random(f"MA15 {seed}")
        deal = Deal(players=2 + seed % 3, seed=f"MA15 {seed}")
        while deal.deck_size:
            deal.play(rng.choice(deal.chance(rng.choice(deal.legal))))
            assert not deal.out
    with pytest.raises(BadStart, match="is empty, but the deck is not"):
        at("|Qs|Jd", deck="7d", turn=1, out=[0])


def test_MA16_after_max_turns_places_go_by_the_number_of_cards() -> None:
    deal = at("6d 7d|Qs|Jd 2h 3h|", random="|||5d", pile="5c", max_turns=2)
    deal.play("-6d")
    assert not deal.over
    deal.play("*")
    assert (deal.over, deal.scores, deal.loser, deal.turns) == (True, (1, 3, 3, 1), None, 2)


def test_MA16_those_still_in_come_after_those_that_are_out() -> None:
    deal = at("6d||Jd 2h|Qc", pile="5c", out=[1], max_turns=1)
    deal.play("-6d")
    assert (deal.scores, deal.loser) == ((2, 1, 4, 3), 2)


def test_MA16_cards_in_support_and_random_count_too() -> None:
    deal = at("7d Kc|Qs|Jd 2h 3h", support="2c||", random="9c 9d||", pile="5c", max_turns=1)
    deal.play("?2c")
    assert (deal.scores, deal.loser) == ((3, 1, 2), 0)


def test_MA16_turns_count_from_the_start_and_keeping_is_no_turn_of_its_own() -> None:
    deal = at("|Qs|Jd", random="9c 6s|2d|", pile="2c 3c 4h 5c", max_turns=1)
    deal.play("!9c")
    assert (deal.over, deal.turns) == (False, 0)
    deal.play("~2c3c4h5c")
    assert (deal.over, deal.turns) == (True, 1)
    later = at("6d 8c|Qs", pile="5c", max_turns=60, turns=59)
    later.play("-6d")
    assert (later.over, later.turns) == (True, 60)
    assert at("6d|Qs", pile="5c", max_turns=1).turns == 0


def test_MA18_what_is_public_and_what_is_hidden() -> None:
    deal = at("6d Kh|Qs 2s", support="9s 3c|4c", random="7c|8c 9c", pile="4d 5c")
    for seat in (0, 1, None):
        view = deal.see(seat)
        assert [str(card) for card in view.pile] == ["4d", "5c"]
        assert (view.held, view.support_sizes, view.random_sizes) == ((2, 2), (2, 1), (1, 2))
        assert [bool(hand) for hand in view.hands] == [seat == 0, seat == 1]
        assert (view.supports, view.randoms, view.deck) == ((Cards(), Cards()), (Cards(), Cards()), [])
    assert deal.see(0).hand == cards("6d Kh")
    deal.play("-6d&9s")
    assert deal.see(0).actions == ["-6d&9s"]
    assert deal.see(1).actions == deal.see(None).actions == ["-6d"]


def test_MA19_an_empty_hand_with_support_left_does_not_arise() -> None:
    with pytest.raises(BadStart, match="is empty, but its support is not") as error:
        at("|Qs", support="6d|", turn=1)
    assert error.value.rule == "MA19"
    for seed in range(40):
        rng = Random(f"MA19 {seed}")
        deal = Deal(players=2 + seed % 3, seed=f"MA19 {seed}", rules={"max_turns": 80})
        while not deal.over:
            assert deal.keeping or all(deal.held[seat] or not deal.support_sizes[seat] for seat in range(deal.players))
            deal.play(rng.choice(deal.chance(rng.choice(deal.legal))))


def test_MA20_a_turn_ends_after_a_card_or_a_pickup_and_keeping_belongs_to_it() -> None:
    deal = at("|Qs|Jd", random="9c 6s|2d|", pile="2c 3c 4h 5c")
    deal.play("!9c")
    assert deal.turn == 0
    assert why(deal, "-2c") == why(deal, "?") == why(deal, "!") == why(deal, "*") == "MA20"
    with pytest.raises(BadStart) as error:
        deal.position()
    assert error.value.rule == "MA20"
    deal.play("~2c3c4h5c")
    assert deal.turn == 1
    assert why(deal, "~2c3c4h5c") == "M12"


def test_MA21_what_is_legal() -> None:
    assert at("6d 4s Kh|Qs", support="9s|", pile="5c").legal == ["-4s", "-6d", "?"]
    assert at("6d 4s Kh|Qs", pile="5c").legal == ["-4s", "-6d"]
    assert at("Kh|Qs", support="9s|", pile="5c").legal == ["?"]
    assert at("Kh|Qs", pile="5c").legal == ["*"]
    assert at("|Qs", random="9s|", pile="5c").legal == ["!"]
    assert why(at("|Qs", random="9s|", pile="5c"), "*") == "M12"
    assert why(at("|Qs", random="9s|", pile="5c"), "?") == "M7"


def test_MA22_the_last_deck_card_comes_alone_and_support_refills_next() -> None:
    deal = at("6d|7s", support="2c|3c", pile="5c", deck="Jd")
    assert deal.chance("-6d") == ["-6d"]
    assert why(deal, "-6d&2c") == "M9"
    deal.play("-6d")
    assert (deal.hands[0], deal.supports[0], deal.deck_size) == (cards("Jd"), cards("2c"), 0)
    assert deal.chance("-7s") == ["-7s&3c"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_MA23_left_of_the_dealer_is_the_next_seat(players: int) -> None:
    for dealer in range(players):
        deal = Deal(players=players, seed="MA23", dealer=dealer)
        assert deal.turn == (dealer + 1) % players
        assert deal.dealer == dealer


def test_a_text_that_is_no_action_is_refused() -> None:
    deal = at("6d|Qs", support="2c|", pile="5c")
    for text in ("", "x", "6d", "-", "-6", "-6d&", "-6d&&2c", "-6d2c", "?2c3c", "*2c", "~2c3c4c", "~2c3c4c5c6c", "~"):
        with pytest.raises(SpetoError, match=r"\w+"):
            deal.refuse(text)
        with pytest.raises(SpetoError, match=r"\w+"):
            deal.play(text)
