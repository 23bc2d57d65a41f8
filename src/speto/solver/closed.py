"""The end of a two-player deal with hidden cards, solved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import comb, perm
from typing import Any, NamedTuple

from speto.dummy.actions import action_text, legal_actions
from speto.dummy.kernel.entries import legal_at
from speto.dummy.kernel.state import N_WORDS, TAKE
from speto.dummy.view import View
from speto.errors import SpetoError

from .board import Board
from .errors import TooLarge
from .game import Game
from .kernel.turns import ACTION, CHARGED, RUNS, SETS, STARTS

WORLDS = 2_000
"""So many ways for the hidden cards to lie, at most."""
NODES = 400_000
"""So many nodes of the tree, at most."""
LIMIT = 200_000_000
"""So many positions, at most, once both know all cards."""
ENOUGH = 0.1
"""Both players together could gain no more points than this by better answers."""
ROUNDS = 20_000
NEAR = 0.25
"""An action counts as best if none is better by more points than this."""


class Closed(NamedTuple):
    """A solved end.

    ``values``: D that the seat gets with each legal action, if both go on as well as can be; ``support``: the actions
    with the best of these. ``exploitability``: what both together could gain at most by better answers after any one
    action; no value is further off than half of that. ``nodes`` and ``rounds`` tell how much work it was.
    """

    values: dict[str, float]
    support: tuple[str, ...]
    exploitability: float
    worlds: int
    nodes: int
    rounds: int


def count_worlds(view: View) -> int:
    """How many ways there are for the cards to lie that the seat does not see: the other hand, then the stock in order.

    With h cards in that hand that nobody knows of, s in the stock and nothing out of play that is C(h + s, s) · s!.
    """
    unseen, hidden, stock = _unknown(view)
    return comb(unseen, hidden) * perm(unseen - hidden, stock)


def _unknown(view: View) -> tuple[int, int, int]:
    v = view._g
    other = 1 - int(v.turn)
    return len(view.unseen), int(v.held[other]) - int(v.hand[other]).bit_count(), int(v.stock_len)


def worlds_of(view: View) -> Iterator[Any]:
    """Every state that looks like this to the seat to act, each as likely as any other."""
    v = view._g
    other = 1 - int(v.turn)
    _, hidden, stock = _unknown(view)
    for hand in combinations(view.unseen, hidden):
        rest = [card for card in view.unseen if card not in hand]
        for order in permutations(rest, stock):
            g = v.copy()
            g.hand[other] |= sum(1 << card for card in hand)
            for place, card in enumerate(order):
                g.stock[place] = int(card)
            yield g


def solve_closed(view: View, board: Board | None = None, enough: float = ENOUGH) -> Closed:
    """Solve the end of a deal as the seat to act sees it: two players, a short stock.

    All ways for the unseen cards to lie are equally likely. The game begins here: the other seat knows its own cards,
    and the hand of the seat to act is taken as known to it. So the values are what the seat gets for certain, on
    average over the worlds, from whoever plays against it.

    Raises:
        TooLarge: too many worlds, or a tree that is too large.
        SpetoError: this is no moment of two players at which the viewer is to act.

    >>> from speto.dummy.deal import Deal
    >>> deal = Deal.from_start(
    ...     {"hands": ["2d 3d", "Kh"], "stock": "4d", "pile": "Ts/1", "turn": 0, "born": [0, 1]}, players=2
    ... )
    >>> count_worlds(deal.see(0))
    2256
    """
    board = board or Board(2, view._r, NODES)
    game = _grow(view, board, LIMIT)
    choices = game.choices()
    solved = [game.solve(choice, enough, ROUNDS) for choice in range(len(choices))]
    exploitability = max(part.exploitability for part in solved)
    if exploitability > enough:
        raise TooLarge(f"after {ROUNDS:,} rounds the play found is still off by {exploitability:.2f} points", "R21")
    sign = 1 if view.seat == 0 else -1
    values = {
        action: max(sign * solved[way].value for way in ways) for action, ways in _ways(view, board, choices).items()
    }
    best = max(values.values())
    support = tuple(action for action, value in values.items() if value > best - enough)
    size, rounds = sum(part.nodes for part in solved), sum(part.rounds for part in solved)
    return Closed(values, support, exploitability, game.worlds, size, rounds)


def best_actions(view: View, board: Board, positions: int, effort: int, near: float = NEAR) -> tuple[str, ...]:
    """The actions of the seat to act than which no other is better by more than ``near``, as :func:`solve_closed`.

    It takes less work than all values, and no more than a count: so many ``positions`` with open cards, and for the
    rest ``effort``, nodes of the tree, each counted once a round. A board that forgot gives the same on every machine.

    Raises:
        TooLarge: that much work does not suffice, or as :func:`solve_closed`.
        SpetoError: as :func:`solve_closed`.
    """
    game = _grow(view, board, positions)
    best = game.best(view.seat or 0, near, effort)
    if best is None:
        raise TooLarge(f"after {effort:,} nodes, each counted once a round, it is not clear what is best", "R21")
    ways = _ways(view, board, game.choices())
    return tuple(action for action in ways if not set(best).isdisjoint(ways[action]))


def _grow(view: View, board: Board, positions: int) -> Game:
    """The game that begins at a view."""
    if view.players != 2 or view.seat is None or view.turn != view.seat:
        raise SpetoError("a closed end is solved for two players, as the seat to act sees it", "R1")
    worlds = count_worlds(view)
    if worlds > WORLDS:
        raise TooLarge(f"the cards that seat {view.seat} does not see can lie in {worlds:,} ways: too many", "R4")
    states = list(worlds_of(view)) if worlds <= board.most else []
    unseen, hidden, stock = _unknown(view)
    nodes = board.grow(states, unseen - hidden - stock, positions) if states else 0
    if nodes == 0:
        raise TooLarge(f"the tree of this end has more than {board.most:,} nodes: too large", "R21")
    return Game(board, nodes, view.seat, [int(state.hand[1 - view.seat]) for state in states])


def _ways(view: View, board: Board, choices: Sequence[list[int]]) -> dict[str, list[int]]:
    """Of each legal action the choices that it can lead to: a choice is the end of a turn, or how one begins it."""
    g = next(worlds_of(view))
    words = [0] * N_WORDS
    legal_at([g], 0, [view._r], words)
    place = {_end(row): number for number, row in enumerate(choices)}
    found = {}
    for number, action in enumerate(legal_actions(words)):
        ways = [number] if g.phase == TAKE else [place[_end(row)] for row in board.ends(g, action)]
        found[action_text(g, action)] = ways
    return found


def _end(row: list[int]) -> tuple[int, ...]:
    return row[ACTION], row[SETS], row[RUNS], row[STARTS], row[CHARGED]
