"""Walk through a record and judge every decision."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from statistics import fmean, stdev
from typing import Any, NamedTuple, get_args

from msgspec import UNSET

from speto import __version__
from speto.bots.agent import Candidate, still_in, weigh
from speto.bots.levels import Level
from speto.bots.race import is_near, worth
from speto.bots.weights import choose_set, shipped
from speto.dummy.deal import Deal
from speto.dummy.options import Options
from speto.dummy.view import View
from speto.errors import BadText
from speto.records import Record
from speto.replay import Replay

from .luck import Luck, luck_of_draw, luck_of_hands
from .reasons import reason, verdict
from .types import FORMAT, Analysis, Decision, Kind, Option, SeatSum

WORLDS = 400
"""Imagined worlds for each option in the mean, if nothing else is asked for."""

ROUNDS = 3
"""In so many rounds the worlds go out by which the best is named."""

COSTLIEST = 3


def analyse(replayed: Replay, seats: Collection[int] | None = None, worlds: int = WORLDS) -> Analysis:
    """Judge the decisions of some seats: of those that no bot held, or of all if bots held all.

    Raises:
        BadText: the record is of another game, or has no such seat.
    """
    record = replayed.record
    wanted = judged_seats(record, seats)
    parts = []
    for number, played in enumerate(record.deals):
        actions, totals = replayed.actions(number), replayed.totals(number)
        asked = Asked(record.rules, len(record.players), played.start, actions, totals, number)
        parts.append(judge(asked, wanted, worlds))
    return together(record, wanted, worlds, parts)


class Asked(NamedTuple):
    """A deal to be judged: plain data, so that it can be sent to a worker.

    ``totals`` are the match's before it, ``number`` its place in the record.
    """

    rules: Mapping[str, Any]
    players: int
    start: Mapping[str, Any]
    actions: Sequence[str]
    totals: Sequence[int]
    number: int


class Part(NamedTuple):
    """The judgements of some of a deal's actions, and each seat's luck in its draws; with the first, in its hand."""

    decisions: list[Decision]
    dealt: dict[int, Luck]
    drawn: dict[int, float]


def judged_seats(record: Record, seats: Collection[int] | None = None) -> set[int]:
    """The seats that are judged: these, or those that no bot held, or all if bots held all.

    Raises:
        BadText: the record is of another game, or has no such seat.
    """
    if record.game != "dummy":
        raise BadText(f"only records of dummy are analysed, not of {record.game[:40]}")
    wanted = _people(record) if seats is None else set(seats)
    if wrong := [seat for seat in wanted if not 0 <= seat < len(record.players)]:
        raise BadText(f"there is no seat {wrong[0]}: the seats are 0 to {len(record.players) - 1}")
    return wanted


def judge(asked: Asked, wanted: Collection[int], worlds: int, places: range | None = None) -> Part:
    """Judge a deal, or those of its actions that ``places`` names. The deal must be one that can be played."""
    level = Level("analysis", "Analysis", "วิเคราะห์", worlds=max(worlds // 2, 2), rounds=ROUNDS, belief=True, race=True)
    deal = Deal.from_start(asked.start, players=asked.players, rules=asked.rules)
    places = range(len(asked.actions)) if places is None else places
    # A position has no hands that were dealt: they were made by play, or by hand.
    begins = places.start == 0 and "deck" in asked.start
    dealt = luck_of_hands(deal, wanted, max(worlds, 2), asked.number) if begins else {}
    drawn: dict[int, float] = defaultdict(float)
    found = _judge_deal(deal, asked.number, asked.actions, wanted, level, asked.totals, drawn, places)
    return Part(found, dealt, dict(drawn))


def together(record: Record, wanted: Collection[int], worlds: int, parts: Sequence[Part]) -> Analysis:
    """The analysis that parts make, in their order."""
    decisions = [one for part in parts for one in part.decisions]
    weights, name = shipped()
    options = Options.named(record.rules)
    near = choose_set(weights, options, len(record.players)).near
    clear = [place for place, one in enumerate(decisions) if one.verdict not in ("best", "close")]
    costliest = sorted(clear, key=lambda place: -decisions[place].lost)[:COSTLIEST]
    sums = [_sum(record, seat, decisions, parts) for seat in sorted(wanted)]
    return Analysis(FORMAT, __version__, name, worlds, near, decisions, costliest, sums)


def _people(record: Record) -> set[int]:
    everyone = set(range(len(record.players)))
    if record.bots is UNSET:
        return everyone
    return {seat for seat in everyone if seat >= len(record.bots) or record.bots[seat] is None} or everyone


def _judge_deal(
    deal: Deal,
    number: int,
    actions: Sequence[str],
    wanted: Collection[int],
    level: Level,
    totals: Sequence[int],
    drawn: dict[int, float],
    places: range,
) -> list[Decision]:
    found = []
    for place, action in enumerate(actions[: places.stop]):
        seat = deal.turn
        assert seat is not None
        if seat in wanted and place in places:
            view = deal.see(seat)
            if len(view.legal) > 1:
                found.append(_judge(view, number, place, action, level, totals))
            if action == "+":
                drawn[seat] += luck_of_draw(deal, seat)
        deal.play(action)
    return found


def _judge(view: View, number: int, place: int, action: str, level: Level, totals: Sequence[int]) -> Decision:
    """Judge a decision that is played out twice, in other worlds each time.

    In the first half options that fall behind are let go, and of those that are left the best is named. What it gains
    is told by the second half, which plays out nothing else but it and the action that was played (or what comes
    next to that, if that is the best): the largest of many noisy figures is too large, and the action that gave it
    would look better than it is.

    Once somebody is half way to the target it is the match that counts. What is lost is then told in points that are
    worth as much of it, where all are as near as the first.
    """
    race = is_near(view.options.target, totals)
    aim = attrgetter("win" if race else "gain")
    halves = [f"{number} {place} {half}".encode() for half in "AB"]
    first = weigh(view, action, level, halves[0], totals=totals)
    named = max(still_in(first)[1:], key=aim)
    best = named.action if aim(named) > 0 else action
    second = replace(level, rounds=1)
    played, rival = weigh(view, action, second, halves[1], totals=totals, rival=named.action)[:2]
    told = rival if best != action else played
    lost, error = told.gain, told.error
    if race:
        rates = choose_set(shipped()[0], view.options, view.players).set.race
        point = worth(rates, view.options.target, totals)
        lost, error = told.win / point, told.win_error / point
    called = verdict(lost, error) if best != action else "best"
    measured = {one.action: one for one in (*first, played, rival)}
    top = action if called == "best" else best
    options = [
        Option(
            one.action,
            one.worlds,
            round(one.gain, 2),
            round(one.error, 2),
            round(100 * one.win, 2),
            round(100 * one.win_error, 2),
            *(round(figure, 3) for figure in (played.lead + one.gain, *_ends(one))),
        )
        for one in sorted(measured.values(), key=lambda one: (one.action != top, -aim(one)))
    ]
    clear = called not in ("best", "close")
    why = reason(played, told) if clear else None
    lost, error = round(lost, 2) + 0.0, round(error, 2)  # + 0.0, for -0.0 looks odd
    win, win_error = round(100 * told.win, 2) + 0.0, round(100 * told.win_error, 2)
    seat = view.seat or 0
    kind = _kind(played, told)
    return Decision(number, place, seat, kind, action, best, race, lost, error, win, win_error, called, why, options)


def _ends(one: Candidate) -> tuple[float, ...]:
    """How the worlds ended for the seat."""
    return one.knocks, one.knocked, one.unborn, one.taken, one.charged, one.held


def _kind(played: Candidate, best: Candidate) -> Kind:
    """What a decision was about. Whether to knock at once: one of the two does so in every world, the other not."""
    signs = played.action[0], best.action[0]
    if signs[0] == "#" or (played.knocks == 1) != (best.knocks == 1):
        return "knock"
    if signs == ("^", "^") and played.action != best.action:
        return "pickup"
    if signs[0] in "+^.":
        return "take"
    return "discard" if signs[0] == "-" else "lay"


KINDS: tuple[Kind, ...] = get_args(Kind)


def _sum(record: Record, seat: int, decisions: Sequence[Decision], parts: Sequence[Part]) -> SeatSum:
    mine = [one for one in decisions if one.seat == seat]
    lost: dict[str, float] = dict.fromkeys(KINDS, 0.0)
    for one in mine:
        if one.verdict not in ("best", "close"):
            lost[one.kind] += one.lost
    each = [one.lost for one in mine]
    error = stdev(each) / len(each) ** 0.5 if len(each) > 1 else 0.0
    verdicts: dict[str, int] = dict(Counter(one.verdict for one in mine))
    rounded = {kind: round(points, 1) for kind, points in lost.items()}
    mean = round(fmean(each), 2) if each else 0.0
    hands = [part.dealt[seat] for part in parts if seat in part.dealt]
    dealt, drawn = sum(hand.points for hand in hands), sum(part.drawn.get(seat, 0.0) for part in parts)
    dealt_error = sum(hand.error**2 for hand in hands) ** 0.5
    return SeatSum(
        seat,
        record.players[seat],
        len(mine),
        rounded,
        mean,
        round(error, 2),
        round(dealt, 1),
        round(dealt_error, 1),
        round(drawn, 1),
        verdicts,
    )
