"""The analysis of a record: judged by what a seat knew, with figures that add up."""

from __future__ import annotations

import random

import pytest

from speto import compiled
from speto.analysis import analyse
from speto.analysis.reasons import reason, verdict
from speto.bots.agent import Candidate
from speto.bots.simple import at_random, greedy
from speto.dealing import deck_and_seat
from speto.decks import seed_of_text, shuffled
from speto.dummy.deal import Deal
from speto.errors import BadText
from speto.records import FORMAT, BotRecord, DealRecord, Record
from speto.replay import Replay, replay

pytestmark = pytest.mark.skipif(not compiled.available(), reason="kernels cannot be compiled here")


def record(seed: str, first: object = greedy, players: int = 2, bots: bool = False) -> Replay:
    """A deal that was played out; seat 0 by ``first``."""
    rng = random.Random(seed)
    deck = shuffled(seed_of_text(seed))
    deal = Deal(deck, players=players, rules="strict")
    while deal.turn is not None:
        player = first if deal.turn == 0 else greedy
        deal.play(player(deal.see(deal.turn), rng))  # type: ignore[operator]
    start = {"deck": deck_and_seat(deck, None, players, 0)[0]}
    names = [f"P{seat}" for seat in range(players)]
    made = Record(FORMAT, "dummy", {"preset": "strict"}, names, [DealRecord(start, deal.actions)])
    if bots:
        made.bots = [None, *(BotRecord("greedy", "", []) for _ in range(players - 1))]
    return replay(made)


def test_every_decision_of_the_people_is_judged() -> None:
    found = analyse(record("people", bots=True), worlds=4)
    assert {one.seat for one in found.decisions} == {0}
    assert [one.seat for one in found.seats] == [0]
    everyone = analyse(record("people"), worlds=4)
    assert {one.seat for one in everyone.decisions} == {0, 1}
    assert [one for one in everyone.decisions if one.seat == 0] == list(found.decisions)


def test_options_are_sorted_and_the_played_one_is_the_zero() -> None:
    for one in analyse(record("sorted"), worlds=6).decisions:
        points = [option.points for option in one.options]
        assert points == sorted(points, reverse=True)
        assert next(option.points for option in one.options if option.action == one.action) == 0
        assert one.best in [option.action for option in one.options]
        assert one.lost >= 0
        if one.verdict == "best":
            assert one.lost == 0 or one.best == one.action


def test_a_random_player_loses_more_than_the_greedy_one() -> None:
    lost = [
        sum(analyse(record(f"skill {number}", player), seats=[0], worlds=200).seats[0].each for number in range(3))
        for player in (greedy, at_random)
    ]
    assert lost[1] > 2 * lost[0] + 3


def test_seats_and_games_that_are_not_there_are_refused() -> None:
    with pytest.raises(BadText, match="no seat 7"):
        analyse(record("seat"), seats=[7])


def test_a_loss_is_a_mistake_only_when_it_is_clear() -> None:
    assert [verdict(lost, 1.0) for lost in (0.0, 1.9, 2.5, 3.0, 8.0, 20.0)] == [
        "best",
        "close",
        "fine",
        "inaccuracy",
        "mistake",
        "blunder",
    ]
    assert verdict(30.0, 20.0) == "close"


def test_the_reason_is_the_event_that_costs_most() -> None:
    played = Candidate("-7h", 0, 10, taken=0.5, charged=2.0, held=30.0)
    best = Candidate("-8h", 0, 10, taken=0.1, charged=1.0, held=31.0)
    why = reason(played, best)
    assert why is not None
    assert (why.cause, why.played, why.best) == ("taken", 0.5, 0.1)
    assert reason(best, best) is None
