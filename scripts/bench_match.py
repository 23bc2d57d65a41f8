"""What it is worth to choose by the match once somebody is half way to the target, and not by points of the deal.

    python scripts/bench_match.py [--players 2] [--deals 50]

Deals of level4 from totals drawn at random, at least one of them half way. At one decision in four level6 chooses by
the match and by points, in the same worlds; where the two differ, both are played out in other worlds, 8,000 for each
action that is legal, and so is the choice by value, without search. Printed: by how many percent of matches a decision
these fall behind the choice by the match, with 95 % intervals. A figure of docs/bots.md.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean, stdev

from speto.bots.agent import think, weigh
from speto.bots.levels import LEVELS, Level
from speto.decks import seed_of_text, shuffled
from speto.dummy.deal import Deal
from speto.dummy.options import STRICT
from speto.dummy.view import View

BY_MATCH = replace(LEVELS["level6"], ends=False)
BY_POINTS = replace(BY_MATCH, race=False)
JUDGE = Level("judge", "", "", worlds=8_000, belief=True, race=True)
EVERY = 4


def behind(view: View, label: str, totals: Sequence[int]) -> dict[str, float]:
    """By how many percent of matches each way to choose falls behind the choice by the match."""
    seed = label.encode()
    by_match = think(view, BY_MATCH, seed, totals=totals)
    choices = {
        "by points": think(view, BY_POINTS, seed, totals=totals).action,
        "by value": by_match.candidates[0].action,
    }
    lost = {by_match.action: 0.0}
    for rival in set(choices.values()) - {by_match.action}:
        judged = weigh(view, by_match.action, JUDGE, seed + b" judged", totals=totals, rival=rival)
        lost[rival] = -100 * judged[1].win
    return {way: lost[action] for way, action in choices.items()}


def told(figures: Sequence[float]) -> str:
    """A mean with its 95 % interval."""
    return f"{fmean(figures):.3f} ± {1.96 * stdev(figures) / len(figures) ** 0.5:.3f}"


def main() -> None:
    """Play, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=50)
    args = parser.parse_args()
    lost: dict[str, list[float]] = defaultdict(list)
    asked = 0
    for number in range(args.deals):
        label = f"near the target {number}"
        rng = random.Random(label)
        totals = [5 * rng.randrange(30, 99) for _ in range(args.players)]
        totals[rng.randrange(args.players)] = 5 * rng.randrange(50, 99)
        deal = Deal(shuffled(seed_of_text(label)), players=args.players, rules=STRICT, starter=0)
        while deal.turn is not None:
            view = deal.see(deal.turn)
            action = view.legal[0]
            if len(view.legal) > 1:
                asked += 1
                at = f"{label}, {len(view.actions)}"
                action = think(view, LEVELS["level4"], at.encode()).action
                if asked % EVERY == 0:
                    for way, figure in behind(view, at, totals).items():
                        lost[way].append(figure)
            deal.play(action)
    each = asked / args.deals / args.players
    for way, figures in lost.items():
        differ = sum(figure != 0 for figure in figures)
        print(f"{way}: {told(figures)} % of matches a decision behind, {differ} of {len(figures)} choices differ")
    print(f"{args.players} players, {args.deals} deals, {each:.1f} decisions of each seat in a deal")


if __name__ == "__main__":
    main()
