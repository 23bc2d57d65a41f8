"""A game of two players with hidden cards, from a grown tree; and its value by CFR+."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .board import Board
from .kernel.turns import CHILDREN, FIRST

Row = list[int]


class Solved(NamedTuple):
    """The value of a game for seat 0; what both could gain at most by better answers; how large it was."""

    value: float
    exploitability: float
    nodes: int
    rounds: int


@dataclass
class Nodes:
    """A tree, breadth first, as rows of ints with an entry a node; see ``kernel/cfr.py``.

    ``info`` numbers the information sets from 0; the actions of set i are base[i] to base[i + 1] - 1.
    """

    roots: int
    info: Sequence[int] = field(default_factory=list)
    mover: Sequence[int] = field(default_factory=list)
    first: Sequence[int] = field(default_factory=list)
    children: Sequence[int] = field(default_factory=list)
    value: Sequence[int] = field(default_factory=list)
    depth: Sequence[int] = field(default_factory=list)
    base: Sequence[int] = field(default_factory=lambda: [0])


class Game:
    """The tree that :meth:`Board.grow` left, with its information sets.

    Its first nodes are the worlds, at a moment of ``seat``; ``private`` says what the other seat knows of each: its
    own cards. Below a node where nobody has anything left to find out the cards might as well lie open: such a node
    becomes an end, with the value that backward induction gives.
    """

    def __init__(self, board: Board, nodes: int, seat: int, private: Sequence[int]) -> None:
        self.board = board
        self.worlds = len(private)
        self.seen, self.settled = board.numbers(2 * nodes), board.numbers(nodes)
        slots = board.numbers(1 << (4 * nodes).bit_length())
        board.sets.see_all(board.tree, nodes, self.worlds, seat, board.filled(private), self.seen, slots)
        board.sets.settle(board.tree, nodes, self.seen, board.numbers(2 * nodes), self.settled)
        self._scratch = board.numbers(nodes), board.numbers(2 * nodes)
        self._nodes = nodes

    def choices(self) -> list[Row]:
        """What the root can choose from: in the first world; in the others it is the same."""
        root = self.board.rows(0, 1)[0]
        return self.board.rows(root[FIRST], root[FIRST] + root[CHILDREN])

    def after(self, choice: int) -> Nodes:
        """The game after one of the root's choices.

        All see what was chosen, and the root has no secret before it, so the games after its choices are apart.
        """
        b = self.board
        parts = [b.numbers(self._nodes + 1) for _ in range(7)]
        size, sets = b.sets.below(b.tree, self.worlds, self.seen, self.settled, choice, *self._scratch, *parts)
        sizes = [size] * 6 + [sets + 1]
        return Nodes(self.worlds, *(part[:length] for part, length in zip(parts, sizes, strict=True)))

    def solve(self, choice: int, enough: float, most_rounds: int) -> Solved:
        """The game after a choice, until neither could gain more than ``enough``, both gains added."""
        return train(self.board, self.after(choice), enough, most_rounds)

    def best(self, seat: int, near: float, effort: int) -> list[int] | None:
        """The choices of the root, ``seat``, than which no other is better by more than this.

        Choices that cannot be best are let go as soon as that is clear, which is much less work than to solve each.
        None if it would take more than so many nodes, each counted once a round.
        """
        games = [Training(self.board, self.after(choice)) for choice in range(len(self.choices()))]
        other = 1 - seat
        while True:
            leader = max(games, key=lambda game: -game.best[other])
            floor = -leader.best[other]
            rivals = [game for game in games if game is not leader and game.best[seat] > floor + near]
            if not rivals:
                return [choice for choice, game in enumerate(games) if -game.best[other] > floor - near]
            going = [game for game in (leader, *rivals) if game.gain > near / 2]
            effort -= sum(game.size * game.step for game in going)
            if effort < 0:
                return None
            for game in going:
                game.go_on()


class Training:
    """CFR+ on a game, some rounds at a time. ``best``: what each player gets at most against the other's play so far.

    So ``-best[1]`` to ``best[0]`` is where the value of the game for player 0 lies.
    """

    def __init__(self, board: Board, nodes: Nodes) -> None:
        b = self._board = board
        self.size, actions = len(nodes.info), int(nodes.base[-1])
        self.rounds, self.step = 0, 8
        self._roots = nodes.roots
        self.best = (float("inf"), float("inf"))
        if actions == 0:
            mean = sum(int(value) for value in nodes.value) / nodes.roots
            self.best = (mean, -mean)
            return
        tree = [b.filled(part) for part in (nodes.info, nodes.mover, nodes.first, nodes.children)]
        chance = [1 / nodes.roots] * self.size
        self._tree = [*tree, b.filled(nodes.value, float), b.filled(chance, float), b.filled(nodes.base)]
        self._depth = b.filled(nodes.depth)
        self._regret, self._total, self._play, self._now = (b.numbers(actions, float) for _ in range(4))
        self._reach, self._worth = b.numbers(2 * self.size, float), b.numbers(self.size, float)

    @property
    def gain(self) -> float:
        """What both players together could gain by better answers, at most."""
        return self.best[0] + self.best[1]

    def go_on(self) -> None:
        """Play ``step`` more rounds, and find the best answers to them."""
        b = self._board
        scratch = (self._reach, self._worth, self._now, self._roots)
        b.cfr.train(*self._tree, self._regret, self._total, self._play, *scratch, *self._next())
        self.rounds += self.step
        self.step = self.rounds // 2
        b.cfr.average(self._tree[-1], self._total, self._play)
        given = (*self._tree, self._depth, self._play, *scratch)
        self.best = float(b.cfr.answer(*given, 0)), float(b.cfr.answer(*given, 1))

    def _next(self) -> tuple[int, int]:
        return self.rounds + 1, self.rounds + self.step + 1


def train(board: Board, nodes: Nodes, enough: float, most_rounds: int) -> Solved:
    """Play CFR+ until neither could gain more than ``enough``, both gains added, or for so many rounds."""
    training = Training(board, nodes)
    while training.gain >= enough and training.rounds < most_rounds:
        training.go_on()
    return Solved((training.best[0] - training.best[1]) / 2, training.gain, training.size, training.rounds)
