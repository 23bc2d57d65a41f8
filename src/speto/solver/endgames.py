"""How far players are from the truth: what each gives away in ends of deals that are solved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from speto.dummy.deal import Deal
from speto.dummy.view import View

from .board import Board
from .closed import solve_closed
from .errors import TooLarge
from .positions import End, read

Choose = Callable[[View], str]
NEAR = 1.0
"""An action that gives away no more points than this counts as right."""
NODES = 100_000
"""So many nodes, at most, has the tree of a decision; larger ones are left out and counted."""


class Decision(NamedTuple):
    """One decision: which end it is in, what was played before it in its turn, the choice, and what it gave away."""

    end: int
    before: tuple[str, ...]
    action: str
    best: str
    regret: float


class Regret(NamedTuple):
    """What a player gave away.

    ``decisions`` had more than one legal action. ``mean`` is points of D a decision, ``right`` the share of decisions
    in the solution's support or within a point of it, ``worst`` the dearest decisions, and ``refused`` how many could
    not be judged, since their trees are too large.
    """

    decisions: int
    mean: float
    right: float
    worst: tuple[Decision, ...]
    refused: int


class Truth:
    """Solved decisions of some ends, each solved once however many players are judged by it."""

    def __init__(self, ends: Iterable[End], nodes: int = NODES) -> None:
        self.ends = list(ends)
        self.nodes = nodes
        self._values: dict[tuple[int, tuple[str, ...]], dict[str, float] | None] = {}
        self._boards: dict[Any, Board] = {}

    def values(self, number: int, before: tuple[str, ...], view: View) -> dict[str, float] | None:
        """The value of each action at a moment of an end's turn; None if it is too large."""
        key = (number, before)
        if key not in self._values:
            board = self._boards.setdefault(view.options, Board(2, view._r, self.nodes))
            try:
                self._values[key] = solve_closed(view, board).values
            except TooLarge:
                self._values[key] = None
        return self._values[key]

    def decisions(self, number: int, choose: Choose) -> tuple[list[Decision], int]:
        """The decisions of a player in one turn, and how many could not be judged."""
        deal: Deal = self.ends[number].deal()
        seat = deal.turn
        before: tuple[str, ...] = ()
        found: list[Decision] = []
        refused = 0
        while seat is not None and deal.turn == seat and not (before and deal.starting):
            view = deal.see(seat)
            legal = view.legal
            action = legal[0] if len(legal) == 1 else choose(view)
            if len(legal) > 1:
                values = self.values(number, before, view)
                if values is None:
                    refused += 1
                else:
                    best = max(values, key=values.__getitem__)
                    found.append(Decision(number, before, action, best, values[best] - values[action]))
            deal.play(action)
            before = (*before, action)
        return found, refused

    def regret(self, choose: Choose) -> Regret:
        """What a player gives away in a turn of each end."""
        found: list[Decision] = []
        refused = 0
        for number in range(len(self.ends)):
            decisions, more = self.decisions(number, choose)
            found += decisions
            refused += more
        count = max(len(found), 1)
        mean = sum(decision.regret for decision in found) / count
        right = sum(decision.regret <= NEAR for decision in found) / count
        worst = sorted(found, key=lambda decision: -decision.regret)[:10]
        return Regret(len(found), mean, right, tuple(worst), refused)


def table(players: Mapping[str, Choose], ends: Iterable[End] | None = None) -> dict[str, Regret]:
    """What each player gives away, by name; without ends in the file that the package brings.

    >>> from speto.solver.positions import read
    >>> found = table({"first": lambda view: view.legal[0]}, read(count=1))
    >>> found["first"].decisions > 0, found["first"].mean >= 0
    (True, True)
    """
    truth = Truth(read() if ends is None else ends)
    return {name: truth.regret(choose) for name, choose in players.items()}
