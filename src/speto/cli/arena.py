"""``speto arena``: computer players against each other on the same cards, and how sure the figures are."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from speto.arena.ends import regrets
from speto.arena.figures import Mean, difference, ms_per_decision, share, tally
from speto.arena.ladder import ladder
from speto.arena.run import RANGES, Result, Setting, results, setting
from speto.errors import SpetoError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The names, what they play, and where the results go."""
    parser.add_argument("names", nargs="+", metavar="NAME", help="two or more: a level, openspiel-ismcts, cmd:COMMAND")
    parser.add_argument("--players", type=int, metavar="N", default=2, help="how many play; 2 if left out")
    parser.add_argument("--preset", metavar="P", default="strict", help="a preset of house rules; strict if left out")
    parser.add_argument("--decks", type=_count, metavar="D", default=200, help="so many decks; 200 if left out")
    parser.add_argument(
        "--matches", type=_count, metavar="M", help="so many seeds of matches; a tenth of the decks if left out"
    )
    parser.add_argument("--seed", metavar="S", default="1", help="any text; the same one deals the same cards for good")
    parser.add_argument("--range", choices=RANGES, default=RANGES[0], help="tuning if left out; final shares no deck")
    parser.add_argument("--jobs", type=_jobs, metavar="J", default=1, help="so many processes; 1 if left out")
    parser.add_argument(
        "--json", action="store_true", help="print JSON; of two names D alone, unless there are --matches"
    )
    parser.add_argument(
        "--endgames", type=_count, metavar="E", help="instead: what each gives away in so many solved ends of deals"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep each result there, and go on with what it holds")


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError
    return number


def _jobs(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def run(args: argparse.Namespace) -> int:
    """Play, then print the figures."""
    if args.endgames is not None:
        return _endgames(args)
    two = len(args.names) == 2
    matches = args.matches
    if matches is None:
        matches = 0 if args.json and two else -(-args.decks // 10)
    if args.decks == 1 or (args.decks == 0 and matches == 0):
        args.parser.error("--decks: an interval needs at least 2")
    try:
        what = setting(args.names, args.players, args.preset, args.seed, args.range)
    except SpetoError as error:
        args.parser.error(str(error))
    found = results(what, args.decks, matches, args.jobs, args.out, _progress())
    if args.json:
        print(
            json.dumps(_pair(what, args.decks, args.matches, found) if two else _many(what, args.decks, matches, found))
        )
    else:
        print("\n".join(_report(what, args.decks, matches, found)))
    return 0


def _endgames(args: argparse.Namespace) -> int:
    try:
        found = regrets(args.names, args.endgames, args.seed, args.range)
    except SpetoError as error:
        args.parser.error(str(error))
    if args.json:
        rows = [
            {"name": name, "decisions": one.decisions, "regret": round(one.mean, 3), "right": round(one.right, 4)}
            | {"not_judged": one.refused}
            for name, one in found.items()
        ]
        print(json.dumps({"ends": args.endgames, "players": rows}))
        return 0
    for name, one in found.items():
        judged = f"{one.decisions} decisions, {one.refused} more are too large to judge"
        print(f"{name}: {one.mean:.2f} points given away a decision, {one.right:.0%} right ({judged})")
    return 0


def _progress() -> Callable[[int, int], None] | None:
    """On a terminal, tell how far it is."""
    if not sys.stderr.isatty():
        return None
    return lambda done, of: print(f"\r{done} of {of}", end="" if done < of else "\n", file=sys.stderr, flush=True)


def _pair(what: Setting, decks: int, matches: int | None, found: Sequence[Result]) -> dict[str, Any]:
    a, b = what.names
    d, won = difference(found, a), share(found, a)
    pair = {
        "a": a,
        "b": b,
        "players": what.players,
        "preset": what.preset,
        "decks": decks,
        "d": _number(d.value, 2),
        "ci95": [_number(d.low, 2), _number(d.high, 2)],
        "ms_per_decision": ms_per_decision(tally(found, a)),
    }
    if matches is not None:
        pair["matches"] = matches * what.players
        pair["matches_won"] = _number(won.value, 4)
        pair["matches_ci95"] = [_number(won.low, 4), _number(won.high, 4)]
        pair["worlds_per_decision"] = {name: _worlds(found, name) for name in what.names}
    return pair


def _worlds(found: Sequence[Result], name: str) -> float:
    took = tally(found, name)
    return _each(took.worlds, took.decisions)


def _many(what: Setting, decks: int, matches: int, found: Sequence[Result]) -> dict[str, Any]:
    rows = []
    for rung in ladder(what.names, found, what.seed):
        d, won, took = difference(found, rung.name), share(found, rung.name), tally(found, rung.name)
        rows.append(
            {
                "name": rung.name,
                "rating": _number(rung.rating, 0),
                "rating_ci95": [_number(rung.low, 0), _number(rung.high, 0)],
                "d": _number(d.value, 2),
                "ci95": [_number(d.low, 2), _number(d.high, 2)],
                "matches_won": _number(won.value, 4),
                "ms_per_decision": ms_per_decision(took),
                "worlds_per_decision": _worlds(found, rung.name),
                "faults": took.faults,
            }
        )
    return {
        "names": what.names,
        "players": what.players,
        "preset": what.preset,
        "decks": decks,
        "matches": matches,
        "ladder": rows,
    }


def _number(value: float, digits: int) -> float | None:
    """A number as JSON has it: what is not known is null."""
    return round(value, digits) if math.isfinite(value) else None


def _each(worlds: int, decisions: int) -> float:
    return round(worlds / decisions, 1) if decisions else 0.0


def _report(what: Setting, decks: int, matches: int, found: Sequence[Result]) -> list[str]:
    n = what.players
    where = f"{what.preset}, {n} players, seed {what.seed} ({what.range})"
    lines = [f"{where}; each deck and match {n} times, seats rotated"]
    if len(what.names) == 2:
        a, b = what.names
        lines.append(f"{a} against {b} in {'the other seat' if n == 2 else 'all other seats'}")
        if decks:
            lines.append(f"  D {_points(difference(found, a))} points a deal, {decks} decks")
        if matches:
            won = share(found, a)
            lines.append(f"  matches won {_percent(won)} of {matches * n}, fair are {100 / n:.0f} %")
    else:
        lines += _rungs(what, decks, matches, found)
    for name in dict.fromkeys(what.names):
        took = tally(found, name)
        worlds = _worlds(found, name)
        faults = f", {took.faults} faults" if took.faults else ""
        lines.append(f"  {name}: {ms_per_decision(took):g} ms and {worlds:g} worlds a decision{faults}")
    return lines


def _rungs(what: Setting, decks: int, matches: int, found: Sequence[Result]) -> list[str]:
    wide = max(map(len, what.names))
    lines = []
    for rung in ladder(what.names, found, what.seed):
        parts = []
        if matches:
            parts.append(f"{rung.rating:5.0f} ({rung.low:.0f} to {rung.high:.0f})")
            parts.append(f"won {_percent(share(found, rung.name))}")
        if decks:
            parts.append(f"D {_points(difference(found, rung.name))}")
        lines.append(f"  {rung.name:{wide}}  {'; '.join(parts)}")
    return lines


def _points(d: Mean) -> str:
    return f"{d.value:+.1f} ± {d.half:.1f} (95 %: {d.low:+.1f} to {d.high:+.1f})"


def _percent(won: Mean) -> str:
    low, high = max(won.low, 0), min(won.high, 1)
    return f"{100 * won.value:.1f} % (95 %: {100 * low:.1f} to {100 * high:.1f})"
