"""Ends of deals to be solved: self-play, its stock drawn down to one or two cards.

    python -m speto.solver.positions [COUNT] [SEED] > ends.jsonl

Each line holds the house rules and a position at the start of a turn of two players. Deals seldom get there by
themselves: knocks come first. So from some turn on both seats keep a few cards: they neither pick up nor lay where
that would leave them fewer, but draw, and throw the card that costs least, until the stock is short. That is legal
play throughout, and all 52 cards are accounted for. In every other position what was taken from the pile is known, as
in any deal; in the rest that is forgotten, so that there is more to be guessed.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from speto.cards import parse_cards
from speto.dummy.deal import Deal
from speto.dummy.options import Options

VERSION = 1
FILE = Path(__file__).with_name("ends.jsonl")
PRESETS = ("strict", "strict", "classic", "short")
STOCKS = (1, 1, 2)


class End(NamedTuple):
    """One position: the house rules and a record's ``start``."""

    rules: dict[str, Any]
    start: dict[str, Any]

    def deal(self) -> Deal:
        """The deal at this position."""
        return Deal.from_start(self.start, players=2, rules=Options.read(self.rules))


def make(count: int, seed: int, player: Callable[[Any, random.Random], str]) -> Iterator[End]:
    """So many ends from deals that this player plays against itself. The same seed and player give the same ends."""
    number = made = 0
    while made < count:
        number += 1
        preset = PRESETS[number % len(PRESETS)]
        deal = _end(preset, f"ends {VERSION} {seed} {number}", player)
        if deal is not None:
            made += 1
            start = deal.position()
            if made % 2:
                start.pop("known", None)
            yield End(Options.named(preset).rules(), start)


def _end(preset: str, seed: str, player: Callable[[Any, random.Random], str]) -> Deal | None:
    """The end of one deal; None if it was over before."""
    rng = random.Random(seed)
    deal = Deal(players=2, rules=preset, seed=seed)
    stock = rng.choice(STOCKS)
    turns = rng.randint(0, 12)
    keep = rng.randint(3, 6)
    while deal.turn is not None and (deal.stock_size > stock or not deal.starting):
        turns -= deal.starting
        action = player(deal.see(deal.turn), rng)
        if turns < 0 and _held_after(deal, action) < keep:
            action = "+" if deal.starting else _cheapest(deal)
        deal.play(action)
    return deal if deal.turn is not None and deal.stock_size == stock else None


def _held_after(deal: Deal, action: str) -> int:
    """How many cards the seat to act holds once it has picked up or laid; 52 for any other action."""
    assert deal.turn is not None
    held = deal.held[deal.turn]
    if action[0] == "=":
        return held - len(action) // 2
    if ">" in action:
        return held - 1
    if action[0] != "^":
        return 52
    meld = parse_cards(action[1:])
    deepest = next(place for place, card in enumerate(deal.pile) if meld >> card & 1)
    return held + len(deal.pile) - deepest - len(action) // 2


def _cheapest(deal: Deal) -> str:
    """The discard that costs least at once and, of these, is worth most in the hand; else what there is to do."""
    assert deal.turn is not None
    view = deal.see(deal.turn)
    discards = [action for action in deal.legal if action[0] == "-"]
    if not discards:
        return deal.legal[0]
    return min(discards, key=lambda action: (*view.cost_of_discard(action[1:]), action))


def read(path: Path = FILE, count: int | None = None) -> list[End]:
    """The ends of a file, the first so many."""
    with path.open(encoding="utf-8") as file:
        lines = [json.loads(line) for line, _ in zip(file, range(count if count is not None else 10**9), strict=False)]
    return [End(line["rules"], line["start"]) for line in lines]


def main(arguments: Sequence[str]) -> int:
    """Write ends as JSON, one a line."""
    from speto.bots import players

    count, seed = (int(arguments[i]) if len(arguments) > i else default for i, default in ((0, 1000), (1, 1)))
    for end in make(count, seed, players("dummy")["greedy"]):
        sys.stdout.write(json.dumps(end._asdict(), separators=(",", ":")) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
