"""The analysis of a record: judged by what a seat knew, with figures that add up."""

from __future__ import annotations

import random
import re
from statistics import fmean, stdev

import pytest

from speto import __version__, compiled
from speto.analysis import analyse
from speto.analysis.analyse import ROUNDS, Asked, _kind, judge
from speto.analysis.reasons import cost, cost_of, reason, verdict
from speto.bots.agent import Candidate, still_in, weigh
from speto.bots.levels import Level
from speto.bots.race import worth
from speto.bots.simple import at_random, greedy
from speto.bots.weights import choose_set, shipped
from speto.cli import main
from speto.cli.analyse import text
from speto.dealing import deck_and_seat
from speto.decks import seed_of_text, shuffled
from speto.dummy.deal import Deal
from speto.dummy.options import STRICT
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
    """The better of the best and the one that was played is first, however lucky one was that was let go."""
    lucky = 0
    for one in analyse(record("sorted"), worlds=6).decisions:
        assert one.options[0].action == (one.action if one.verdict == "best" else one.best)
        points = [option.points for option in one.options[1:]]
        assert points == sorted(points, reverse=True)
        lucky += points[0] > one.options[0].points
        assert next(option.points for option in one.options if option.action == one.action) == 0
        assert one.best in [option.action for option in one.options]
        assert one.lost == 0 or one.best != one.action
        assert (one.lost <= 0) == (one.verdict == "best")
    assert lucky


def test_the_second_half_is_for_the_best_and_the_one_that_was_played() -> None:
    """As many playouts as all options had: 30 worlds for each in either half."""
    for one in analyse(record("halves"), worlds=60).decisions:
        worlds = {option.action: option.worlds for option in one.options}
        most = 30 * len(worlds) // 2
        assert worlds[one.action] == worlds[one.best] == most
        assert sorted(worlds.values())[-2:] == [most, most]
        # Two finalists of the first half may have more worlds than those of the second, where options are few.
        assert sum(worlds.values()) <= 60 * len(worlds)
        told = next(option for option in one.options if option.action == one.best)
        assert (told.points, told.error) == (one.lost, one.error)
        own = next(option for option in one.options if option.action == one.action)
        assert all(option.lead == pytest.approx(own.lead + option.points, abs=0.02) for option in one.options)


def test_what_is_lost_is_not_selected() -> None:
    """Over many seeds it is in the mean what the named best gains in very many worlds; in the first half far more."""
    found = record("not selected").record.deals[0]
    place, seeds, worlds = 1, 60, 100
    deal = Deal.from_start(found.start, players=2, rules="strict")
    for action in found.actions[:place]:
        deal.play(action)
    view, action = deal.see(deal.turn), found.actions[place]
    long = weigh(view, action, Level("long", "", "", worlds=8000, belief=True), b"long")
    truth = {one.action: one.gain for one in long}
    doubt = max(one.error for one in long)
    half = Level("half", "", "", worlds=worlds // 2, rounds=ROUNDS, belief=True)
    told, first = [], []
    for number in range(seeds):
        asked = Asked({"preset": "strict"}, 2, found.start, found.actions, [0, 0], number)
        (one,) = judge(asked, {deal.turn}, worlds, range(place, place + 1)).decisions  # type: ignore[arg-type]
        told.append(one.lost - truth[one.best])
        seen = still_in(weigh(view, action, half, f"{number} {place} A".encode()))
        best = max(seen, key=lambda one: one.gain)
        assert best.action == one.best
        first.append(best.gain - truth[best.action])
    error = (stdev(told) ** 2 / seeds + doubt**2) ** 0.5
    assert abs(fmean(told)) < 3 * error < 9
    assert fmean(first) > 3 * error


def test_near_the_target_the_match_counts() -> None:
    """Somebody half way there: the best wins most often, and what is lost is that, in points that are worth as much."""
    found = record("near")
    start, actions = found.record.deals[0].start, found.actions(0)
    half = STRICT.target // 2
    for totals in ([half - 5, -40], [half, -40], [490, 480]):
        asked = Asked({"preset": "strict"}, 2, start, actions, totals, 0)
        judged = judge(asked, {0}, 40, range(20)).decisions
        assert len(judged) > 3
        for one in judged:
            assert one.race == (max(totals) >= half)
            best = next(option for option in one.options if option.action == one.best)
            if not one.race and one.best != one.action:
                assert (one.lost, one.error) == (best.points, best.error)
            if one.race:
                point = 100 * worth(choose_set(shipped()[0], STRICT, 2).set.race, 500, totals)
                assert one.lost == pytest.approx(one.win / point, abs=0.1)
                assert one.error == pytest.approx(one.win_error / point, abs=0.1)
            rest = [option.win if one.race else option.points for option in one.options[1:]]
            assert rest == sorted(rest, reverse=True)


def test_a_move_that_wins_the_match_is_no_mistake() -> None:
    """A pickup that ends the match, where another would have brought more points: a blunder while the target is far."""
    found = record("match 5")
    start, actions = found.record.deals[0].start, found.actions(0)
    far, near = (
        judge(Asked({"preset": "strict"}, 2, start, actions, totals, 0), {0}, 100, range(68, 69)).decisions[0]
        for totals in ([0, 0], [495, 250])
    )
    assert (far.action, far.best, far.verdict) == ("^6h7h8h", "^2c2d2s", "blunder")
    assert far.reason is not None
    assert (near.action, near.best, near.verdict) == ("^6h7h8h", "^6h7h8h", "best")
    assert near.reason is None


def test_small_losses_can_be_clear() -> None:
    """Verdicts below a mistake do occur: here in the last third of a deal."""
    found = record("small 4").record.deals[0]
    count = len(found.actions)
    asked = Asked({"preset": "strict"}, 2, found.start, found.actions, [0, 0], 0)
    verdicts = {one.verdict for one in judge(asked, {0, 1}, 800, range(count * 2 // 3, count)).decisions}
    assert verdicts == {"best", "close", "fine", "inaccuracy", "blunder"}


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


def counted(action: str, *ends: tuple[int, float, str]) -> Candidate:
    """A candidate by a made table: so many worlds with this lead, and the events that came about in them."""
    worlds = sum(count for count, _, _ in ends)
    events = ("knocks", "knocked", "unborn", "taken")
    shares = {one: sum(count for count, _, came in ends if one in came.split()) / worlds for one in events}
    leads = [sum(count * lead for count, lead, came in ends if one in came.split()) / worlds for one in events]
    lead = sum(count * lead for count, lead, _ in ends) / worlds
    return Candidate(action, 0, worlds, lead, lead, **shares)._replace(leads=tuple(leads))  # type: ignore[arg-type]


def test_the_reason_is_what_explains_most() -> None:
    """Cards held explain 5 points, penalties 1; a discard that is taken costs 30, and 40 % fewer are: 12 points."""
    played = counted("-7h", (50, -20.0, "taken"), (50, 10.0, ""))._replace(charged=2.0, held=36.0)
    best = counted("-8h", (10, -25.0, "taken"), (90, 5.0, ""))._replace(charged=1.0, held=31.0)
    why = reason(played, best)
    assert why is not None
    assert (why.cause, why.played, why.best) == ("taken", 0.5, 0.1)
    assert why.points == pytest.approx(0.4 * 30)
    assert cost_of(why) == pytest.approx(30)
    assert reason(best, best) is None
    held = reason(played._replace(taken=0.1, leads=(0.0, 0.0, 0.0, -2.5)), best)
    assert held is not None
    assert (held.cause, held.points, cost_of(held)) == ("held", 5.0, None)


def test_what_explains_less_than_a_quarter_of_the_gain_is_no_reason() -> None:
    """Of a gain of 40 points, 9 are charges: what else it was is no cause that is counted."""
    best = counted("-8h", (100, 40.0, ""))
    assert reason(counted("-Qs", (100, 0.0, ""))._replace(charged=9.0), best) is None
    why = reason(counted("-Qs", (100, 0.0, ""))._replace(charged=10.0), best)
    assert why is not None
    assert (why.cause, why.points) == ("charged", 10.0)


def test_an_event_costs_the_difference_within_each_option() -> None:
    """Not that between options: here one is better by 100 whatever comes about, and the event costs 20 after it, 40
    after the other; both have as many cases (0.8 × 0.2).
    """
    good = counted("-8h", (20, 80.0, "knocked"), (80, 100.0, ""))
    bad = counted("-7h", (80, -40.0, "knocked"), (20, 0.0, ""))
    assert cost("knocked", good, bad) == pytest.approx(30)
    assert cost("knocked", good) == pytest.approx(20)
    assert cost("taken", good, bad) is None
    gain = counted("-9h", (30, 170.0, "knocks"), (70, 50.0, "knocked"))
    assert cost("knocks", gain) == pytest.approx(-120)


def test_an_event_that_is_rare_or_nearly_sure_has_no_cost() -> None:
    for few in (1, 99):
        rare = counted("-7h", (few, -90.0, "unborn"), (100 - few, 10.0, ""))
        assert cost("unborn", rare) is None
        assert reason(rare, counted("-8h", (100, 10.0, ""))) is None or few == 99
    assert cost("unborn", counted("-7h", (3, -90.0, "unborn"), (97, 10.0, ""))) == pytest.approx(100)


def test_what_alone_sets_two_options_apart_explains_the_whole_gain() -> None:
    """Knock or not; never born or always. A knock that comes sooner or later is no reason to wait with it."""
    knock = counted("#Kd", (100, 60.0, "knocks"))
    wait = counted("-Kd", (60, 100.0, "knocks"), (40, -60.0, "knocked"))
    why = reason(wait, knock)
    assert why is not None
    assert (why.cause, why.points, cost_of(why)) == ("knocks", pytest.approx(60.0 - 36.0), None)
    assert reason(knock, wait._replace(gain=80.0)) is None
    never, always = counted("+", (100, -50.0, "unborn")), counted("^2c3c4c", (100, 20.0, ""))
    why = reason(never, always)
    assert why is not None
    assert (why.cause, why.points, cost_of(why)) == ("unborn", 70.0, None)


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
