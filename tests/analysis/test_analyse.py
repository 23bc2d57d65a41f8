"""The analysis of a record: judged by what a seat knew, with figures that add up."""

from __future__ import annotations

import random
import re

import pytest

from speto import __version__, compiled
from speto.analysis import analyse
from speto.analysis.analyse import _kind
from speto.analysis.reasons import reason, verdict
from speto.bots.agent import Candidate
from speto.bots.simple import at_random, greedy
from speto.bots.weights import shipped
from speto.cli import main
from speto.cli.analyse import text
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
        assert one.lost == 0 or one.best != one.action
        assert (one.lost <= 0) == (one.verdict == "best")


def test_what_is_lost_each_is_the_mean_of_all_that_was_measured() -> None:
    """Also of what is not clear, and of what turned out below 0: to leave these out would make the mean too large."""
    found = analyse(record("each"), worlds=20)
    for seat in found.seats:
        lost = [one.lost for one in found.decisions if one.seat == seat.seat]
        assert min(lost) < 0 < max(lost)
        assert seat.each == round(sum(lost) / len(lost), 2)
        assert set(seat.lost) == {"take", "pickup", "lay", "discard", "knock"}


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


def test_a_decision_has_the_kind_of_what_was_in_question() -> None:
    def kind(played: str, best: str, knocks: tuple[float, float] = (0.2, 0.2)) -> str:
        return _kind(
            *(Candidate(text, 0, 10, knocks=share) for text, share in zip((played, best), knocks, strict=True))
        )

    assert [kind("+", "^2c3c4c"), kind("^2c3c4c", "+"), kind(".", "^2c3c4c"), kind("+", "+")] == ["take"] * 4
    assert kind("^2c3c4c", "^2c2d2h") == "pickup"
    assert kind("^2c3c4c", "^2c3c4c") == "take"
    assert [kind("=2c3c4c", "-Kd"), kind("Kd>Kh", "-Kd")] == ["lay", "lay"]
    assert [kind("-Kd", "=2c3c4c"), kind("-Kd", "-Ks")] == ["discard", "discard"]
    assert [kind("#Kd", "Kd>Kh"), kind("-Kd", "=2c3c4c", (0.3, 1.0)), kind("+", "^2c3c4c", (0.0, 1.0))] == ["knock"] * 3
    assert kind("=2c3c4c", "^2c2d2h", (1.0, 1.0)) == "lay"


def test_the_text_tells_points_and_matches_with_their_intervals() -> None:
    found = analyse(record("text", at_random), seats=[0], worlds=30)
    short, long = (text(found, ["P0", "P1"], everything).splitlines() for everything in (False, True))
    measured = r"[+-]\d+\.\d ± \d+\.\d"
    assert shipped()[1] in short[0]
    assert __version__ in short[0]
    assert re.fullmatch(rf"P0: \d+ decisions, {measured} points each", short[1])
    assert "lay or hold" in short[2]
    assert re.fullmatch(r"  luck: [+-]\d+ ± \d+ by the hand, [+-]\d+ by draws", short[3])
    assert len(short) == 4 + len(found.costliest)
    assert all(
        re.search(rf"is better by {measured} points \({measured} % of matches\): \w+", line) for line in short[4:]
    )
    options = sum(len(one.options) for one in found.decisions)
    assert len(long) == 4 + len(found.decisions) + options
    assert sum(line.endswith("as played") for line in long) == len(found.decisions)
    assert sum(bool(re.search(rf"  {measured} points, {measured} % of matches$", line)) for line in long) > options / 2


@pytest.mark.parametrize("worlds", ["1", "none", "-3", "100001", "9" * 30])
def test_worlds_out_of_range_are_refused_in_a_sentence(worlds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "no-file.json", "--worlds", worlds]) == 2
    said = capsys.readouterr().err
    assert "from 2 to 100000" in said
    assert said.count("\n") == 1
