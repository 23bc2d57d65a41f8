"""``speto analyse``: what each decision of a record gained or lost, by what its seat could know."""

from __future__ import annotations

import argparse

import msgspec

from speto.analysis import Analysis, Decision, Reason, analyse
from speto.analysis.analyse import WORLDS
from speto.cli import lines
from speto.replay import Replay


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """A record's arguments, whose decisions, and how many worlds."""
    lines.add_arguments(parser)
    parser.add_argument(
        "--seat", type=int, action="append", metavar="N", help="judge this seat, from 0; more than once for more"
    )
    parser.add_argument(
        "--worlds", type=_count, default=WORLDS, metavar="K", help=f"for each option; {WORLDS} if left out"
    )
    parser.add_argument("--all", action="store_true", help="show every decision, not only those that cost points")


def _count(text: str) -> int:
    number = int(text)
    if not 2 <= number <= 100_000:
        raise ValueError
    return number


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
    """A reason in words."""
    return CAUSES[why.cause].format(played=why.played, other=why.best, best=best)


def text(found: Analysis, names: list[str], everything: bool = False) -> str:
    """The analysis for a terminal."""
    parts = [f"{found.worlds} worlds for each option; weights {found.weights}"]
    if found.near:
        parts[0] += "; the weights are those of the nearest house rules"
    for one in found.seats:
        by_kind = ", ".join(f"{kind} {points:.0f}" for kind, points in one.lost.items())
        head = f"{one.name}: {one.decisions} decisions, {one.each:.1f} ± {one.error:.1f} points lost each ({by_kind})"
        parts.append(f"{head}; luck of the draw {one.luck:+.0f}")
    shown = range(len(found.decisions)) if everything else found.costliest
    parts.extend(_decision(found.decisions[place], names) for place in shown)
    if not shown:
        parts.append("no decision was clearly worse than the best")
    return "\n".join(parts)


def _decision(one: Decision, names: list[str]) -> str:
    line = f"deal {one.deal + 1}, action {one.number + 1}, {names[one.seat]}: {one.action}"
    if one.verdict == "best":
        return f"{line}, the best"
    points = f"{one.lost:.1f} ± {one.error:.1f} points ({one.win:+.1f} % of matches)"
    line += f"; {one.best} is better by {points}: {one.verdict}"
    return f"{line}; {sentence(one.reason, one.best)}" if one.reason else line
