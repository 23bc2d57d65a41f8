"""What it is worth to play for the match once somebody is half way to the target: level6 against level6 for points.

    python scripts/bench_match.py [--players 2] [--decks 150]

Each deck begins from totals drawn at random, at least one of them half way, and is played once with the seat that
plays for the match in each place. Printed: by how much more than its share it wins the match, by the chances after the
deal (most such deals decide it), and its lead in points; with 95 % intervals. A figure of docs/bots.md.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import fmean, stdev
from types import SimpleNamespace
from typing import Any

from speto.arena.play import play, rotated
from speto.bots.agent import think
from speto.bots.kernel.race import WON, win_chance
from speto.bots.levels import LEVELS, Level
from speto.bots.race import race_row
from speto.bots.weights import choose_set, shipped
from speto.decks import seed_of_text, shuffled
from speto.dummy.deal import Deal
from speto.dummy.options import STRICT

FOR_THE_MATCH = replace(LEVELS["level6"], ends=False)
FOR_POINTS = replace(FOR_THE_MATCH, race=False)


class Seat:
    """A level that is told how the match stands."""

    worlds = 0

    def __init__(self, level: Level) -> None:
        self.level = level
        self.totals: Sequence[int] = ()

    def begin(self, opening: Mapping[str, Any]) -> None:
        """A deal begins."""
        self.totals = opening["totals"]

    def choose(self, view: Any, legal: Sequence[str], seed: bytes) -> str:
        """What it plays."""
        return think(view, self.level, seed, totals=self.totals).action

    def clock(self) -> float:
        """It is not timed."""
        return 0.0

    def end(self, view: Any) -> None:
        """It keeps nothing."""

    def close(self) -> None:
        """It holds nothing."""


def deck(players: int, number: int) -> tuple[float, float]:
    """By how much the seat for the match won more than its share, and its lead; the means over the places."""
    label = f"near {number}"
    rng = random.Random(label)
    totals = [5 * rng.randrange(30, 99) for _ in range(players)]
    totals[rng.randrange(players)] = 5 * rng.randrange(50, 99)
    row = race_row(choose_set(shipped()[0], STRICT, players).set.race, STRICT.target, totals)
    seed = seed_of_text(label)
    wins, leads = [], []
    for turn in range(players):
        levels = rotated(["match", *["points"] * (players - 1)], turn)
        deal = Deal(shuffled(seed), players=players, rules=STRICT, starter=0)
        seats = [Seat(FOR_THE_MATCH if level == "match" else FOR_POINTS) for level in levels]
        play(deal, seats, seed, totals)
        scores, own = deal.scores or (), levels.index("match")
        wins.append(win_chance(row, SimpleNamespace(score=scores, players=players), own) / WON - 1 / players)
        leads.append(scores[own] - (sum(scores) - scores[own]) / (players - 1))
    return fmean(wins), fmean(leads)


def told(figures: Sequence[float]) -> str:
    """A mean with its 95 % interval."""
    return f"{fmean(figures):+.1f} ± {1.96 * stdev(figures) / len(figures) ** 0.5:.1f}"


def main() -> None:
    """Play, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--decks", type=int, default=150)
    args = parser.parse_args()
    found = [deck(args.players, number) for number in range(args.decks)]
    wins, leads = zip(*found, strict=True)
    print(f"{args.players} players, {args.decks} decks: {told([100 * win for win in wins])} % of matches")
    print(f"lead {told(leads)} points")


if __name__ == "__main__":
    main()
