"""What must hold in every deal of the referee, and its players and decks."""

from random import Random

import pytest
from tests.differential.players import cut_short, eager, random_rules, stacked_decks, suited, table, uniform
from tests.differential.ref_finish import can_knock, can_knock_by_playing_out
from tests.differential.ref_text import MELDS, PACK, SPETOS, SUITS, in_order, rank_of
from tests.differential.referee import HAND_SIZE, Referee

STRICT = {"preset": "strict"}


def test_A15_A23_reaching_a_knock_agrees_with_playing_out() -> None:
    rng = Random(5)
    reached = 0
    for _ in range(2000):
        low, suits = rng.randint(0, 7), rng.sample(SUITS, rng.randint(1, 4))
        melds: list[frozenset[str]] = []
        for meld in rng.sample(MELDS, rng.randint(0, 8)):
            if len(meld) <= 5 and not any(meld & other for other in melds):
                melds.append(meld)
        free = [c for c in PACK if c[1] in suits and low <= rank_of(c) <= low + 9]
        free = [c for c in free if not any(c in meld for meld in melds)]
        hand = frozenset(rng.sample(free, min(len(free), rng.randint(1, 12))))
        if hand:
            position = hand, frozenset(melds), rng.choice((None, 0, 1, 2, 3))
            closed = rng.random() < 0.5
            answer = can_knock(position, closed)
            assert answer == can_knock_by_playing_out(position, closed)
            reached += answer and len(hand) > 1
    assert reached > 100


def conserved(referee: Referee) -> bool:
    places = [card for hand in referee.hands for card in hand] + referee.stock + referee.out_of_play
    places += [d.card for d in referee.pile] + [card for meld in referee.melds for card in meld]
    places += [referee.knock_card] if referee.knock_card else []
    return sorted(places) == sorted(PACK)


def play_out(referee: Referee, rng: Random) -> list[str]:
    """Plays to the end, checking each step; the actions."""
    players = table(rng, [in_order(hand) for hand in referee.hands])
    actions = []
    while not referee.over:
        seat = referee.actor()
        assert seat is not None and conserved(referee) and referee.scores() is None
        legal = referee.legal()
        assert legal and legal == sorted(set(legal))
        actions.append(players[seat](legal, seat, in_order(referee.hands[seat])))
        referee.play(actions[-1])
    assert referee.actor() is None and referee.legal() == [] and conserved(referee)
    sums = [0] * referee.players
    for line in referee.ledger():
        assert line["points"] != 0
        sums[line["seat"]] += line["points"]
    assert referee.scores() == sums
    return actions


@pytest.mark.parametrize("seed", range(30))
def test_random_deals_conserve_cards_and_end(seed: int) -> None:
    rng = Random(seed)
    players = 2 + seed % 3
    rules = random_rules(rng)
    for deck in [next(stacked_decks(rng, players)), rng.sample(PACK, 52)]:
        start = {"deck": " ".join(deck), "starter": rng.randrange(players), "direction": rng.choice((1, -1))}
        referee = Referee(rules, players, start)
        actions = play_out(referee, rng)
        again = Referee(rules, players, start)
        for action in actions:
            again.play(action)
        assert again.ledger() == referee.ledger()


@pytest.mark.parametrize("seed", range(20))
def test_a_position_goes_on_like_its_deal(seed: int) -> None:
    rng = Random(seed)
    players = 2 + seed % 3
    rules = random_rules(rng)
    start = {"deck": " ".join(next(stacked_decks(rng, players))), "starter": 0}
    actions = play_out(Referee(rules, players, start), rng)
    deal, position = Referee(rules, players, start), None
    cut = rng.randrange(len(actions))
    for number, action in enumerate(actions):
        if position is None and number >= cut and not deal.drawn:
            position = Referee(rules, players, deal.position())
        if position is not None:
            assert position.legal() == deal.legal()
            position.play(action)
        deal.play(action)
    if position is not None:
        assert position.scores() == deal.scores()


def test_A23_last_turns_in_positions_cut_short() -> None:
    """A deal seldom gets there: so the stock is taken away wherever a pickup is legal."""
    rng = Random(8)
    ends: list[str] = []
    for number in range(40):
        players = 2 + number % 3
        start = {"deck": " ".join(next(stacked_decks(rng, players))), "starter": 0}
        deal = Referee(STRICT, players, start)
        seats = table(rng, [in_order(hand) for hand in deal.hands])
        while not deal.over:
            seat = deal.actor()
            assert seat is not None
            legal = deal.legal()
            if not deal.drawn and any(action[0] == "^" for action in legal):
                last = Referee(STRICT, players, cut_short(deal.position(), 0))
                if not last.over:
                    assert last.legal()[0] == "."
                    assert set(last.legal()) <= {".", *legal}
                    ends.append(play_out(last, rng)[-1])
            deal.play(seats[seat](legal, seat, in_order(deal.hands[seat])))
    assert len(ends) >= 10
    assert {end[0] for end in ends} == {"#", "."}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_stacked_decks_are_decks(players: int) -> None:
    decks = stacked_decks(Random(3), players)
    for _ in range(50):
        assert sorted(next(decks)) == sorted(PACK)
    again = stacked_decks(Random(3), players)
    heads = [next(again)[HAND_SIZE[players] * players] for _ in range(50)]
    assert sum(head in SPETOS for head in heads) >= 5


def test_players_choose_legal_actions_and_repeat_themselves() -> None:
    legal, hand = ["+", "^2c3c4c", "^7h7s7d"], ["3c", "7h", "7s"]
    for make in (uniform, eager, lambda rng: suited(rng, "c")):
        chosen = [make(Random(seed))(legal, 0, hand) for seed in range(20)]
        assert set(chosen) <= set(legal)
        assert chosen == [make(Random(seed))(legal, 0, hand) for seed in range(20)]
