"""``speto bench``: decisions and deals a second of random play, plain and compiled; starts and archives."""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
from importlib import import_module
from statistics import median
from time import perf_counter
from typing import Any

from speto import compiled
from speto import game as games
from speto.decks import seed_of_text, shuffled

ROUNDS = 5
ARCHIVE = 2000
"""Finished deals in the archive that ``speto score --lines`` is timed on."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``--json``, ``--game``, and ``--play`` to leave out starts and archives."""
    parser.add_argument("--json", action="store_true", help="print the figures of random play as JSON")
    parser.add_argument("--game", metavar="G", help="only this game")
    parser.add_argument("--play", action="store_true", help="only random play")


def run(args: argparse.Namespace) -> int:
    """Measure and print. Every figure is of one core: CPU time of one process, the median of five rounds."""
    names = [args.game] if args.game else games.names()
    figures = [figure for name in names for figure in random_play(name)]
    if args.json:
        print(json.dumps(figures, indent=1))
        return 0
    print(f"{'game':8} {'players':>7} {'kernel':>9} {'decisions/s':>14} {'deals/s':>12}")
    for one in figures:
        rates = f"{one['decisions_per_s']:14,} {one['deals_per_s']:12,}"
        print(f"{one['game']:8} {one['players']:7} {one['kernel']:>9} {rates}")
    if not compiled.available():
        print("The compiled kernel is not here: pip install 'speto[fast]'.")
    elif not args.play:
        for name in names:
            print(f"clone of a {name} state, compiled: {module(name).clone_nanoseconds():.1f} ns")
    if not args.play:
        print_starts()
        for name in names:
            print_archive(name)
    return 0


def module(name: str) -> Any:
    """A game's own part of the benchmark."""
    games.game(name)
    return import_module(f"speto.{name}.bench")


def random_play(name: str) -> list[dict[str, Any]]:
    """The figures of one game, for every number of players and both kernels."""
    figures = []
    for kernel, deals in (("plain", 60), ("compiled", 10_000)):
        if kernel == "compiled" and not compiled.available():
            continue
        for players in games.game(name).seats:
            rounds = [module(name).random_play(kernel, players, deals) for _ in range(ROUNDS)]
            figures.append(
                {
                    "game": name,
                    "players": players,
                    "kernel": kernel,
                    "decisions_per_s": round(median(decisions / seconds for decisions, seconds in rounds)),
                    "deals_per_s": round(median(deals / seconds for _, seconds in rounds)),
                }
            )
    return figures


def print_starts() -> None:
    """How long a person waits for a program that has just started."""
    empty = _wall(["-c", "pass"])
    print(f"python, empty: {empty * 1e3:.0f} ms; import speto: {(_wall(['-c', 'import speto']) - empty) * 1e3:.0f} ms")
    record = archive("dummy", 1)
    print(f"speto score of one record: {_wall(['-m', 'speto', 'score', '-'], record) * 1e3:.0f} ms")
    if compiled.available():
        load = "from speto import compiled; compiled.load('dummy').entries"
        warm = "compiled" if compiled.is_warm() else "not compiled yet"
        print(f"import of the compiled kernel ({warm}): {(_wall(['-c', load]) - empty) * 1e3:.0f} ms")


def print_archive(name: str) -> None:
    """How fast an archive can be checked."""
    lines = archive(name, ARCHIVE)
    kernels = ["plain", "compiled"] if compiled.is_warm() else ["plain"]
    for kernel in kernels:
        few = _wall(["-m", "speto", "score", "--lines", "-"], lines, kernel, 1)
        many = _wall(["-m", "speto", "score", "--lines", "-"], lines * 6, kernel, 1)
        rate = 5 * ARCHIVE / (many - few)
        print(f"speto score --lines, {name}, {kernel}: {rate:,.0f} finished deals/s once it runs")


def archive(name: str, deals: int) -> bytes:
    """Finished random deals as JSON Lines, 2 to 4 players in turn, under the rules of the game's benchmark."""
    game = games.game(name)
    rng = random.Random(1)
    rules = module(name).RULES
    options = game.options(rules)
    lines = []
    for number in range(deals):
        players = game.seats[number % len(game.seats)]
        start = game.fresh(options, players, shuffled(seed_of_text(f"bench {number}")), {})
        state = game.start(options, players, start)
        actions: list[str] = []
        while game.actor(state) is not None:
            action = rng.choice(game.chance(state, rng.choice(game.legal(state))))
            state = game.apply(state, action)
            actions.append(action)
        outcome = game.outcome(state)
        assert outcome is not None
        deal = {
            "start": start,
            "actions": actions,
            "scores": outcome.scores,
            "ledger": [line.as_dict() for line in game.ledger(state)],
        }
        names = [f"Seat {seat}" for seat in range(players)]
        record = {"format": "speto/1", "game": name, "rules": rules, "players": names, "deals": [deal]}
        lines.append(json.dumps(record))
    return "\n".join(lines).encode() + b"\n"


def _wall(arguments: list[str], given: bytes = b"", kernel: str = "", rounds: int = 3) -> float:
    """Seconds that a fresh Python takes, the best of some rounds."""
    environment = {**os.environ, **({"SPETO_KERNEL": kernel} if kernel == "plain" else {})}
    times = []
    for _ in range(rounds):
        begun = perf_counter()
        subprocess.run([sys.executable, *arguments], input=given, capture_output=True, check=True, env=environment)
        times.append(perf_counter() - begun)
    return min(times)
