"""A game of two players with hidden cards, from a grown tree; and its value by CFR+."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .board import Board
from .kernel.turns import ACTION, CHARGED, CHILDREN, DRAWN, FIRST, MOVER, PARENT, RUNS, SETS, STARTS, TURN, VALUE

Row = list[int]


class Solved(NamedTuple):
    """The value of a game for seat 0; what both could gain at most by better answers; how large it was."""

    value: float
    exploitability: float
    nodes: int
    rounds: int


@dataclass
class Nodes:
    """A tree, breadth first, as lists with an entry a node; see ``kernel/cfr.py``.

    ``info`` numbers the information sets from 0; the actions of set i are base[i] to base[i + 1] - 1.
    """

    roots: int
    info: list[int] = field(default_factory=list)
    mover: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    children: list[int] = field(default_factory=list)
    value: list[int] = field(default_factory=list)
    depth: list[int] = field(default_factory=list)
    base: list[int] = field(default_factory=lambda: [0])


class Game:
    """The tree that :meth:`Board.grow` left, with its information sets.

    Its first nodes are the worlds, at a moment of ``seat``; ``private`` says what the other seat knows of each: its
    own cards. Below a node where nobody has anything left to find out the cards might as well lie open: such a node
    becomes an end, with the value that backward induction gives.
    """

    def __init__(self, board: Board, nodes: int, seat: int, private: Sequence[int]) -> None:
        self.board = board
        self.worlds = len(private)
        self.rows = board.rows(0, nodes)
        self.sets = _information_sets(self.rows, seat, private)
        self.ends = _ends(self.rows, self.sets)

    def choices(self) -> list[Row]:
        """What the root can choose from: in the first world; in the others it is the same."""
        first = self.rows[0][FIRST]
        return self.rows[first : first + self.rows[0][CHILDREN]]

    def solve(self, choice: int, enough: float, most_rounds: int) -> Solved:
        """The game after one of the root's choices, until neither could gain more than ``enough``, both gains added.

        All see what was chosen, and the root has no secret before it, so the games after its choices are apart.
        """
        roots = [row[FIRST] + choice for row in self.rows[: self.worlds]]
        nodes = _below(self, roots)
        if not nodes.base[-1]:
            return Solved(sum(nodes.value) / len(roots), 0.0, len(roots), 0)
        return train(self.board, nodes, enough, most_rounds)


def _below(game: Game, roots: list[int]) -> Nodes:
    """What lies below some nodes of a game."""
    nodes = Nodes(len(roots))
    numbers: dict[int, int] = {}
    order, depths = list(roots), [0] * len(roots)
    at = 0
    while at < len(order):
        node = order[at]
        row, end = game.rows[node], game.ends[node]
        number = -1 if end is not None else numbers.setdefault(game.sets[node], len(numbers))
        children = 0 if end is not None else row[CHILDREN]
        if number == len(nodes.base) - 1:
            nodes.base.append(nodes.base[-1] + children)
        assert number < 0 or nodes.base[number + 1] - nodes.base[number] == children
        nodes.info.append(number)
        nodes.mover.append(max(row[MOVER], 0))
        nodes.first.append(len(order))
        nodes.children.append(children)
        nodes.value.append(end or 0)
        nodes.depth.append(depths[at])
        order += range(row[FIRST], row[FIRST] + children)
        depths += [depths[at] + 1] * children
        at += 1
    return nodes


def train(b: Board, nodes: Nodes, enough: float, most_rounds: int) -> Solved:
    """Play CFR+ until neither could gain more than ``enough``, both gains added, or for so many rounds."""
    size, actions = len(nodes.info), nodes.base[-1]
    tree = [b.filled(part) for part in (nodes.info, nodes.mover, nodes.first, nodes.children)]
    chance = [1 / nodes.roots] * size
    tree += [b.filled(nodes.value, float), b.filled(chance, float), b.filled(nodes.base)]
    depth = b.filled(nodes.depth)
    regret, total, play, now = (b.numbers(actions, float) for _ in range(4))
    reach, worth = b.numbers(2 * size, float), b.numbers(size, float)
    done, step = 0, 8
    while True:
        arrays: tuple[Any, ...] = (regret, total, play, reach, worth, now, nodes.roots)
        b.cfr.train(*tree, *arrays, done + 1, done + step + 1)
        done += step
        step = done // 2
        b.cfr.average(tree[-1], total, play)
        arrays = (*tree, depth, play, reach, worth, now, nodes.roots)
        best = [float(b.cfr.answer(*arrays, player)) for player in (0, 1)]
        if sum(best) < enough or done >= most_rounds:
            return Solved((best[0] - best[1]) / 2, sum(best), size, done)


def _information_sets(rows: list[Row], seat: int, private: Sequence[int]) -> list[int]:
    """Of each node what its mover knows, as a number: what it saw, in order, from the root on."""
    numbers: dict[tuple[int, ...], int] = {}

    def number(*facts: int) -> int:
        return numbers.setdefault(facts, len(numbers))

    seen = [(0, 0)] * len(rows)
    for node, row in enumerate(rows):
        if node < len(private):
            known = [number(-1, player, private[node] if player != seat else 0) for player in (0, 1)]
        else:
            open_to_all = (row[ACTION], row[SETS], row[RUNS], row[STARTS], row[CHARGED])
            before = seen[row[PARENT]]
            drawn = [row[DRAWN] if row[TURN] == player else -1 for player in (0, 1)]
            known = [number(before[player], *open_to_all, drawn[player]) for player in (0, 1)]
        seen[node] = (known[0], known[1])
    return [seen[node][row[MOVER]] if row[CHILDREN] else -1 for node, row in enumerate(rows)]


def _ends(rows: list[Row], sets: list[int]) -> list[int | None]:
    """Of each node below which nobody has anything to find out: the value of its subtree for seat 0. Else None."""
    sizes: dict[int, int] = {}
    for info in sets:
        sizes[info] = sizes.get(info, 0) + 1
    found: list[int | None] = [None] * len(rows)
    for node in range(len(rows) - 1, -1, -1):
        row = rows[node]
        if not row[CHILDREN]:
            found[node] = row[VALUE]
        elif sizes[sets[node]] == 1:
            values = found[row[FIRST] : row[FIRST] + row[CHILDREN]]
            known = [value for value in values if value is not None]
            if len(known) == len(values):
                found[node] = max(known) if row[MOVER] == 0 else min(known)
    return found
