"""Deals and matches between opponents: on the same cards from every seat."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from speto.decks import seed_of_text, shuffled
from speto.dummy.deal import Deal
from speto.dummy.game import GAME
from speto.dummy.match import Match
from speto.dummy.options import Options

from .names import Fault, Opponent

DEALS = 60
"""A match that nobody has won after so many deals goes to the highest total: players at random win none."""


@dataclass(slots=True)
class Tally:
    """What one name's decisions took."""

    decisions: int = 0
    seconds: float = 0.0
    worlds: int = 0
    faults: int = 0

    def add(self, other: Tally) -> None:
        """Count those of another tally, too."""
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.worlds += other.worlds
        self.faults += other.faults


def play(deal: Deal, seats: Sequence[Opponent], chance: bytes, totals: Sequence[int]) -> list[Tally]:
    """Play a deal out; what each seat's decisions took.

    Where only one action is legal nobody is asked. A seat that gives no legal action plays the game's default. The
    chance of a decision comes from ``chance``, its seat and its place in the deal, whoever sits there.
    """
    tallies = [Tally() for _ in seats]
    rules = deal.options.rules()
    for seat, opponent in enumerate(seats):
        opponent.begin({"seat": seat, "players": len(seats), "rules": rules, "totals": list(totals)})
    while deal.turn is not None:
        seat = deal.turn
        view = deal.see(seat)
        legal = view.legal
        deal.play(legal[0] if len(legal) == 1 else _decide(seats[seat], tallies[seat], view, legal, chance))
    for seat, opponent in enumerate(seats):
        opponent.end(deal.see(seat))
    return tallies


def _decide(opponent: Opponent, tally: Tally, view: Any, legal: Sequence[str], chance: bytes) -> str:
    seed = hashlib.sha256(chance + bytes([view.seat]) + len(view.actions).to_bytes(2, "big")).digest()
    begun = opponent.clock()
    try:
        action = opponent.choose(view, legal, seed)
        if action not in legal:
            raise Fault("the action is not legal")
        tally.worlds += opponent.worlds
    except Fault:
        tally.faults += 1
        action = GAME.default(view)
    tally.seconds += opponent.clock() - begun
    tally.decisions += 1
    return action


def rotated(lineup: Sequence[str], turn: int) -> list[str]:
    """Who sits where in a rotation: the first of a line-up in seat ``turn``, the others behind in their order.

    >>> rotated(["a", "b", "c"], 1)
    ['c', 'a', 'b']
    """
    return [lineup[(seat - turn) % len(lineup)] for seat in range(len(lineup))]


def play_deck(
    options: Options, lineup: Sequence[str], seats: Sequence[dict[str, Opponent]], label: str
) -> tuple[list[list[int]], dict[str, Tally]]:
    """A deck, once for each rotation; seat 0 begins each time.

    ``seats`` holds, for each seat, its opponents by name. Returns for each rotation the points by place in the
    line-up, and what each name took.
    """
    seed = seed_of_text(label)
    points, took = [], {name: Tally() for name in lineup}
    for turn in range(len(lineup)):
        names = rotated(lineup, turn)
        deal = Deal(shuffled(seed), players=len(lineup), rules=options, starter=0)
        at = [seats[seat][name] for seat, name in enumerate(names)]
        for name, tally in zip(names, play(deal, at, seed, [0] * len(lineup)), strict=True):
            took[name].add(tally)
        points.append(_by_place(deal.scores or (), turn))
    return points, took


def play_match(
    options: Options, lineup: Sequence[str], seats: Sequence[dict[str, Opponent]], label: str
) -> tuple[list[list[int]], list[int], dict[str, Tally]]:
    """A match to the target, once for each rotation, on the same decks in order.

    Returns for each rotation the totals by place in the line-up; how many deals each took; what each name took.
    """
    totals, deals, took = [], [], {name: Tally() for name in lineup}
    for turn in range(len(lineup)):
        names = rotated(lineup, turn)
        match = Match(players=len(lineup), rules=options, seed=label)
        at = [seats[seat][name] for seat, name in enumerate(names)]
        while match.winner is None and len(match.deals) < DEALS:
            before = match.totals
            chance = seed_of_text(f"{label} {len(match.deals)}")
            for name, tally in zip(names, play(match.next_deal(), at, chance, before), strict=True):
                took[name].add(tally)
        totals.append(_by_place(match.totals, turn))
        deals.append(len(match.deals))
    return totals, deals, took


def _by_place(points: Sequence[int], turn: int) -> list[int]:
    """The points of seats, in the order of the line-up."""
    return [points[(place + turn) % len(points)] for place in range(len(points))]
