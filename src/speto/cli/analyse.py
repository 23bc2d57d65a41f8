"""``speto analyse``: what each decision of a record gained or lost, by what its seat could know."""

from __future__ import annotations

import argparse

import msgspec

from speto.analysis import Analysis, Decision, Reason, analyse
from speto.analysis.analyse import WORLDS
from speto.analysis.reasons import cost_of
from speto.bots.api import MOST_WORLDS
from speto.cli import lines
from speto.replay import Replay

WIDE = 2
"""So many standard errors to either side is what is printed behind ±."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """A record's arguments, whose decisions, and how many worlds."""
    lines.add_arguments(parser)
    parser.add_argument(
        "--seat", type=int, action="append", metavar="N", help="judge this seat, from 0; more than once for more"
    )
    parser.add_argument(
        "--worlds", type=_count, default=WORLDS, metavar="K", help=f"for each option in the mean; {WORLDS} if left out"
    )
    parser.add_argument("--all", action="store_true", help="show every decision, not only those that cost points")


def _count(text: str) -> int:
    # One world alone says nothing of the other half.
    if not text.isascii() or not text.isdigit() or not 2 <= int(text[:7]) <= MOST_WORLDS:
        raise argparse.ArgumentTypeError(
            f"from 2 to {MOST_WORLDS}, half to find the best and half to measure it: not {text:.20}"
        )
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Judge, then print."""

    def judged(replayed: Replay) -> Analysis:
        return analyse(replayed, args.seat, args.worlds)

    return lines.run(
        args,
        lambda replayed: msgspec.to_builtins(judged(replayed)),
        lambda replayed: text(judged(replayed), replayed.record.players, args.all),
    )


CAUSES = {
    "taken": "another takes the discard in {played:.0%} of worlds, after {best} in {other:.0%}",
    "charged": "it is charged {played:.0f} points on average, after {best} {other:.0f}",
    "knocks": "you knock in {played:.0%} of worlds, after {best} in {other:.0%}",
    "knocked": "another knocks in {played:.0%} of worlds, after {best} in {other:.0%}",
    "unborn": "you are never born in {played:.0%} of worlds, after {best} in {other:.0%}",
    "held": "you hold {played:.0f} points at the end, after {best} {other:.0f}",
}


def sentence(why: Reason, best: str) -> str:
    """A reason in words, with what one such event costs where that was measured."""
    said = CAUSES[why.cause].format(played=why.played, other=why.best, best=best)
    cost = cost_of(why)
    if cost is None:
        return said
    return f"{said}; with it the lead is {abs(cost):.0f} points {'lower' if cost > 0 else 'higher'}"


def text(found: Analysis, names: list[str], everything: bool = False) -> str:
    """The analysis for a terminal."""
    head = f"speto {found.version}, weights {found.weights}; {found.worlds} worlds for each option in the mean"
    parts = [f"{head}; ± is {WIDE} standard errors"]
    if found.near:
        parts.append("the weights are those of the nearest house rules")
    for one in found.seats:
        each = _measured(0 - one.each, one.error)  # a minus alone would make it -0.0
        parts.append(f"{one.name}: {one.decisions} decisions, {each} points each")
        parts.append(f"  clearly lost: {', '.join(f'{KINDS[kind]} {points:.0f}' for kind, points in one.lost.items())}")
        parts.append(f"  luck: {_measured(one.dealt, one.dealt_error, 0)} by the hand, {one.drawn:+.0f} by draws")
    shown = range(len(found.decisions)) if everything else found.costliest
    for place in shown:
        decision = found.decisions[place]
        parts.append(_decision(decision, names))
        if everything:
            parts.extend(_options(decision))
    if not shown:
        parts.append("no decision was clearly worse than the best")
    return "\n".join(parts)


KINDS = {
    "take": "draw or pick up",
    "pickup": "which pickup",
    "lay": "lay or hold",
    "discard": "discard",
    "knock": "knock",
}


def _decision(one: Decision, names: list[str]) -> str:
    line = f"deal {one.deal + 1}, action {one.number + 1}, {names[one.seat]}: {one.action}"
    if one.verdict == "best":
        return f"{line}, the best"
    points, match = _measured(one.lost, one.error), _measured(one.win, one.win_error)
    if one.race:
        line += f"; {one.best} wins the match more often, by {match} %, worth {points} points here: {one.verdict}"
    else:
        line += f"; {one.best} is better by {points} points ({match} % of matches): {one.verdict}"
    return f"{line}; {sentence(one.reason, one.best)}" if one.reason else line


def _options(one: Decision) -> list[str]:
    wide = max(len(option.action) for option in one.options)
    lines = []
    for option in one.options:
        line = f"    {option.action:{wide}}"
        if option.action == one.action:
            lines.append(f"{line}  as played")
        else:
            points, match = _measured(option.points, option.error), _measured(option.win, option.win_error)
            lines.append(f"{line}  {points} points, {match} % of matches")
    return lines


def _measured(figure: float, error: float, digits: int = 1) -> str:
    return f"{figure:+.{digits}f} ± {WIDE * error:.{digits}f}"
