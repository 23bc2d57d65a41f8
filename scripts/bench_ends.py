"""How often deals come to ends that are played exactly, how long that takes, and how large ends are to be solved.

    python scripts/bench_ends.py [--deals 1000] [--ends 100] [--open 120] [--closed 160]

The figures of docs/bots.md and docs/solver.md; seconds are those of the processor. 0 leaves a part out.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import median
from time import process_time
from typing import Any, TypeVar

from speto.bots.agent import think
from speto.bots.ends import STOCK, best_of_end
from speto.bots.levels import LEVELS
from speto.dummy.deal import Deal
from speto.solver.board import Board
from speto.solver.closed import solve_closed
from speto.solver.errors import TooLarge
from speto.solver.open import solve_open
from speto.solver.positions import read

T = TypeVar("T")
OPEN_LIMIT = 3_000_000
CLOSED_NODES = 100_000


def spread(figures: Sequence[float], unit: str = "") -> str:
    """The middle, what nine in ten are below, and the largest."""
    some = sorted(figures)
    shown = (f"{figure:,.0f}{unit}" for figure in (median(some), some[9 * len(some) // 10], some[-1]))
    return "median {}, nine in ten below {}, at most {}".format(*shown)


def timed(what: Callable[[], T]) -> tuple[T | None, float]:
    """What comes out, None if it is too large, and the milliseconds."""
    begun = process_time()
    try:
        found = what()
    except TooLarge:
        found = None
    return found, 1000 * (process_time() - begun)


def deals(count: int) -> None:
    """Deals of level3 against itself: how many come to an end in question."""
    tally: Counter[str] = Counter()
    for number in range(count):
        deal = Deal(players=2, rules="strict", seed=f"bench {number}", starter=number % 2)
        came = False
        while deal.turn is not None:
            view = deal.see(deal.turn)
            legal = view.legal
            if len(legal) > 1:
                tally["decisions"] += 1
                if view.stock_size <= STOCK:
                    came = True
                    tally["asked"] += 1
                    tally["answered"] += bool(best_of_end(view, "compiled"))
            deal.play(think(view, LEVELS["level3"], kernel="compiled").action if len(legal) > 1 else legal[0])
        tally["deals"] += came
    print(
        f"{tally['deals']} of {count} deals came to an end: {tally['asked']} of {tally['decisions']} decisions, "
        f"of which {tally['answered']} were answered"
    )


def exact(count: int) -> None:
    """One turn of ends of the file, played exactly where that is possible."""
    took: list[float] = []
    answered = 0
    for end in read(count=count):
        deal = end.deal()
        seat = deal.turn
        while deal.turn is not None and deal.turn == seat:
            view = deal.see(deal.turn)
            action = view.legal[0]
            if len(view.legal) > 1:
                best, ms = timed(lambda view=view: best_of_end(view, "compiled"))  # type: ignore[misc]
                took.append(ms)
                answered += bool(best)
                action = best[0] if best else action
            deal.play(action)
    print(f"exact ends: {answered} of {len(took)} decisions answered, ms: {spread(took)}")


def open_cards(count: int) -> None:
    """First moments of ends, all cards open."""
    nodes, took, large = [], [], 0
    for end in read(count=count):
        deal = end.deal()
        board = Board(2, deal._r)
        found, ms = timed(lambda deal=deal, board=board: solve_open(deal, OPEN_LIMIT, board))  # type: ignore[misc]
        if found is None:
            large += 1
        else:
            nodes.append(board.nodes)
            took.append(ms)
    print(
        f"open cards: positions: {spread(nodes)}; ms: {spread(took)}; {large} of {count} have more than {OPEN_LIMIT:,}"
    )
    print(f"  positions a second in those of more than 50,000: {_pace(nodes, took):,.0f}")


def _pace(nodes: Sequence[int], took: Sequence[float]) -> float:
    large = [(n, ms) for n, ms in zip(nodes, took, strict=True) if n > 50_000]
    return 1000 * sum(n for n, _ in large) / max(sum(ms for _, ms in large), 1e-9)


def closed_cards(count: int) -> None:
    """First moments of ends, as the seat to act sees them."""
    rows: dict[int, list[tuple[Any, float]]] = {1: [], 2: []}
    boards: dict[Any, Board] = {}
    for end in read(count=count):
        deal = end.deal()
        board = boards.setdefault(deal.options, Board(2, deal._r, CLOSED_NODES))
        view = deal.see(deal.turn)
        rows[deal.stock_size].append(timed(lambda view=view, board=board: solve_closed(view, board)))  # type: ignore[misc]
    for stock, found in rows.items():
        solved = [(one, ms) for one, ms in found if one is not None]
        print(
            f"closed cards, {stock} in the stock: {len(solved)} of {len(found)} solved; "
            f"worlds: {spread([one.worlds for one, _ in solved])}; nodes: {spread([one.nodes for one, _ in solved])}; "
            f"ms: {spread([ms for _, ms in solved])}; {sum(one.rounds > 0 for one, _ in solved)} needed CFR+"
        )


def main() -> None:
    """Print what was found, part by part."""
    parser = argparse.ArgumentParser(description=__doc__)
    parts = {"deals": (deals, 1000), "ends": (exact, 100), "open": (open_cards, 120), "closed": (closed_cards, 160)}
    for name, (_, count) in parts.items():
        parser.add_argument(f"--{name}", type=int, default=count)
    args = vars(parser.parse_args())
    for name, (part, _) in parts.items():
        if args[name]:
            part(args[name])


if __name__ == "__main__":
    main()
