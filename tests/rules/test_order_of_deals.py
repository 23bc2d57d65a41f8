"""Deals in a row: who starts, which way round, who has won."""

from __future__ import annotations

import pytest
from tests.rules.board import PACK

from speto import BadStart, Deal, Match, Options
from speto.dummy.match import follow, next_direction, next_starter, winner

LONG = Options(target=5000)

SIZE = {2: 11, 3: 9, 4: 7}
KNOCKS = {
    2: ("2d 3d 4d 5d 7s 8s 9s Ts Jh Qh Kh", "=2d3d4d5d =7s8s9sTs =JhQhKh"),
    3: ("2d 3d 4d 7s 8s 9s Jh Qh Kh", "=2d3d4d =7s8s9s =JhQhKh"),
    4: ("2d 3d 4d 5d 7s 8s 9s", "=2d3d4d5d =7s8s9s"),
}
FOOLED = {
    2: ("2h 3h 7s 8s 9s Ts Td Jd Qd Kd 5c", "^2h3h4h =7s8s9sTs =TdJdQdKd #5c"),
    3: ("2h 3h 7s 8s 9s Jd Qd Kd 5c", "^2h3h4h =7s8s9s =JdQdKd #5c"),
    4: ("2h 3h 7s 8s 9s Ts 5c", "^2h3h4h =7s8s9sTs #5c"),
}


def deck(hands: list[str], stock: str) -> str:
    """A deck: hands from the starter on, filled up with other cards, and the top of the stock; the head is Ac."""
    named = {"Ac", *(card for text in (*hands, stock) for card in text.split())}
    rest = [card for card in PACK if card not in named]
    size = SIZE[len(hands)]
    whole = []
    for hand in hands:
        more = size - len(hand.split())
        whole.append(hand.split() + rest[:more])
        rest = rest[more:]
    return " ".join([hand[card] for card in range(size) for hand in whole] + ["Ac", *stock.split(), *rest])


def knock(match: Match, after: int = 0) -> Deal:
    """A deal in which the seat so many places after the starter knocks in its first turn, without a fool."""
    hands = [""] * match.players
    hands[after], melds = KNOCKS[match.players]
    deal = match.next_deal(deck(hands, "Kc Ks Kd Qd"))
    drawn = ["Kc", "Ks", "Kd", "Qd"]
    for card in drawn[:after]:
        deal.play_all(["+", f"-{card}"])
    deal.play_all(["+", *melds.split(), f"#{drawn[after]}"])
    assert not deal.foolish
    return deal


def fool(match: Match) -> Deal:
    """A deal in which the starter is foolish and the next seat knocks."""
    hands = [""] * match.players
    hands[0], (hands[1], actions) = "4h", FOOLED[match.players]
    deal = match.next_deal(deck(hands, "Kc Ks"))
    deal.play_all(["+", "-4h", *actions.split()])
    assert deal.foolish
    return deal


def run_out(match: Match) -> Deal:
    """A deal in which everybody throws what he drew and nobody knocks."""
    deal = match.next_deal()
    while not deal.over:
        if "+" in deal.legal:
            card = deal.stock[0]
            deal.play_all(["+", f"-{card}"])
        else:
            deal.play(".")
    assert deal.knocker is None
    return deal


def order(deal: Deal) -> list[int | None]:
    """The seats of the first lap."""
    deal = deal.copy()
    while deal.actions:
        deal.undo()
    seats = []
    for _ in range(deal.players):
        seats.append(deal.turn)
        deal.play_all(["+", f"-{deal.stock[0]}"])
    return seats


def test_R27_the_knocker_starts_the_next_deal() -> None:
    for players in (2, 3, 4):
        match = Match(players=players, rules=LONG, seed="knocks")
        for after in (0, 1, players - 1):
            deal = knock(match, after)
            assert deal.starter is not None
            knocker = (deal.starter + after) % players
            assert deal.knocker == knocker
            assert match.next_deal().starter == knocker
            match.deals.pop()


def test_A27_after_no_knock_the_next_player_starts() -> None:
    match = Match(players=3, rules=LONG, seed="out")
    first = run_out(match)
    assert first.starter is not None
    assert run_out(match).starter == (first.starter + 1) % 3


def test_A27_in_the_direction_of_the_deal_that_is_over() -> None:
    options = Options.of(reversal="toggle", target=5000)
    match = Match(players=3, rules=options, seed="out")
    fool(match)
    second = run_out(match)
    assert second.direction == -1
    assert second.starter is not None
    third = match.next_deal()
    assert third.starter == (second.starter - 1) % 3
    assert third.direction == -1
    assert next_starter(4, 0, -1, None) == 3
    assert next_starter(4, 3, 1, None) == 0
    assert next_starter(4, 3, 1, 1) == 1


@pytest.mark.parametrize(("reversal", "directions"), [
    ("toggle", [1, -1, -1, 1, 1]),
    ("next_deal", [1, -1, 1, -1, 1]),
    ("off", [1, 1, 1, 1, 1]),
])  # fmt: skip
@pytest.mark.parametrize("players", [2, 3, 4])
def test_D8_D9_A26_R26_a_foolish_deal_turns_the_direction(reversal: str, directions: list[int], players: int) -> None:
    match = Match(players=players, rules=Options.of(reversal=reversal, target=5000), seed="fools")
    for deal in (fool, knock, fool, knock, knock):
        deal(match)
    assert [deal.direction for deal in match.deals] == directions


def test_D8_A26_after_two_fools_in_a_row() -> None:
    for reversal, directions in (("toggle", [1, -1, 1]), ("next_deal", [1, -1, -1]), ("off", [1, 1, 1])):
        match = Match(players=3, rules=Options.of(reversal=reversal, target=5000), seed="fools")
        fool(match)
        fool(match)
        match.next_deal()
        assert [deal.direction for deal in match.deals] == directions


@pytest.mark.parametrize("foolish", [False, True])
@pytest.mark.parametrize("direction", [1, -1])
def test_D8_A26_the_next_direction(direction: int, foolish: bool) -> None:
    flipped = -direction if foolish else direction
    assert next_direction(Options(reversal="toggle"), direction, foolish) == flipped
    assert next_direction(Options(reversal="next_deal"), direction, foolish) == (-1 if foolish else 1)
    assert next_direction(Options(reversal="off"), direction, foolish) == 1


def test_D9_A26_the_direction_is_that_of_turns_and_of_dealing() -> None:
    match = Match(players=4, rules=LONG, seed="turns")
    first = fool(match)
    second = knock(match)
    assert first.starter is not None
    assert second.starter is not None
    assert order(first) == [(first.starter + place) % 4 for place in range(4)]
    assert order(second) == [(second.starter - place) % 4 for place in range(4)]


def test_A26_recorded_with_two_players_though_the_order_is_the_same() -> None:
    match = Match(players=2, rules=LONG, seed="two")
    fool(match)
    second = knock(match)
    assert second.direction == -1
    assert second.starter is not None
    assert order(second) == [second.starter, 1 - second.starter]


def test_A28_the_first_starter_comes_from_the_seed() -> None:
    for players in (2, 3, 4):
        starters = [Match(players=players, seed=str(seed)).next_deal().starter for seed in range(60)]
        assert set(starters) == set(range(players))
        assert starters == [Match(players=players, seed=str(seed)).next_deal().starter for seed in range(60)]


def test_A28_the_first_deal_has_direction_1() -> None:
    for reversal in ("toggle", "next_deal", "off"):
        assert Match(players=3, rules=Options(reversal=reversal), seed="x").next_deal().direction == 1


def test_R27_a_deal_follows_only_one_that_is_over() -> None:
    match = Match(players=2, seed="x")
    match.next_deal()
    with pytest.raises(BadStart) as caught:
        match.next_deal()
    assert caught.value.rule == "R27"


@pytest.mark.parametrize(("totals", "won"), [
    ((500, 0), 0), ((499, 0), None), ((0, 720), 1), ((510, 500), 0), ((500, 510), 1),
    ((499, 498), None), ((-500, -800), None), ((600, -2000), 0),
])  # fmt: skip
def test_R28_D11_first_to_the_target(totals: tuple[int, int], won: int | None) -> None:
    assert winner(Options(), totals) == won


@pytest.mark.parametrize(("target", "won"), [(50, 0), (51, None), (5000, None)])
def test_R28_D11_another_target(target: int, won: int | None) -> None:
    assert winner(Options(target=target), (50, 10)) == won


@pytest.mark.parametrize(("totals", "won"), [
    ((500, 500), None), ((500, 500, 500), None), ((505, 500, 505), None), ((505, 500, 510), 2), ((490, 490, 500), 2),
])  # fmt: skip
def test_A49_a_tie_at_the_top_is_played_on(totals: tuple[int, ...], won: int | None) -> None:
    assert winner(Options(), totals) == won


def test_R28_A49_the_match_ends_with_the_deal_that_decides_it() -> None:
    # 75 on the table and the knock card, doubled: 250 a deal for the same seat.
    for target, deals in ((250, 1), (251, 2), (500, 2), (501, 3)):
        match = Match(players=2, rules=Options(target=target), seed="short")
        while match.winner is None:
            starter = knock(match).starter
        assert len(match.deals) == deals
        assert match.winner == starter
        with pytest.raises(BadStart) as caught:
            match.next_deal()
        assert caught.value.rule == "R28"


def scored(*scores: tuple[int, int]) -> list[Deal]:
    """Finished deals with these points: seat 0 or 1 has cards on the table, nobody knocked."""
    deals = []
    for pair in scores:
        deal = Deal.from_start({"hands": ["2d", "3d"], "stock": "", "pile": "4h", "turn": 0, "born": [0, 1]}, players=2)
        deal._g.score[:2] = pair
        deals.append(deal)
    return deals


def test_A50_only_the_total_after_each_deal_counts() -> None:
    options = Options()
    assert follow(options, 2, scored((450, 0))).winner is None
    fell_back = follow(options, 2, scored((500, 500), (-100, -50)))
    assert fell_back.totals == (400, 450)
    assert (fell_back.decided, fell_back.winner) == (False, None)
    assert follow(options, 2, scored((500, 500), (-100, 10))).winner == 1


def test_A51_totals_have_no_floor() -> None:
    assert follow(Options(), 2, scored((-450, -20), (-450, -30))).totals == (-900, -50)


def test_A51_R28_a_match_goes_on_below_nought() -> None:
    match = Match(players=4, seed="low")
    first = run_out(match)
    assert first.scores is not None
    assert max(first.scores) < 0
    assert match.totals == first.scores
    assert match.winner is None
    second = run_out(match)
    assert second.scores is not None
    assert match.totals == tuple(a + b for a, b in zip(first.scores, second.scores, strict=True))
