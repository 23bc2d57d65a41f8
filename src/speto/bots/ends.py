"""Exact ends: with at most two cards left in the stock of two players the solver says what is best.

How much work it may take is bounded by counts alone, and nothing is left over from one decision to the next: what is
found, or that nothing is, is a function of the view.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from speto.dummy.view import View
from speto.solver.board import Board
from speto.solver.closed import best_actions
from speto.solver.errors import TooLarge

STOCK = 2
"""An end has no more cards in the stock."""
CARDS = 22
"""The two hands hold no more: with more of them one turn has too many ways to go."""
NODES = 80_000
"""So many nodes of the tree, at most; some 50 MB once it is in use."""
POSITIONS = 200_000
"""So many positions, at most, once both know all cards."""
EFFORT = 4_000_000
"""So many nodes, at most, each counted once a round of CFR+."""
SLOTS = 1 << 16

_rooms = threading.local()


def settle(view: View, actions: Sequence[str], row: int, kernel: str) -> int:
    """The place of a best action among these: ``row`` if it is one, else the first; ``row`` where none is known."""
    best = best_of_end(view, kernel) if len(actions) > 1 else ()
    if not best or actions[row] in best:
        return row
    return next(place for place, action in enumerate(actions) if action in best)


def best_of_end(view: View, kernel: str) -> tuple[str, ...]:
    """The best actions of the seat whose view this is, it being its turn; none where the solver cannot tell.

    ``kernel`` is ``plain`` or ``compiled``: the answer is the same.
    """
    if view.players != 2 or view.stock_size > STOCK or sum(view.held) > CARDS:
        return ()
    try:
        return best_actions(view, _board(view._r, kernel), POSITIONS, EFFORT)
    except TooLarge:
        return ()


def _board(rules: Any, kernel: str) -> Board:
    """This thread's board, cleared."""
    board: Board | None = getattr(_rooms, kernel, None)
    if board is None:
        board = Board(2, rules, NODES, kernel == "compiled", SLOTS)
        setattr(_rooms, kernel, board)
    else:
        board.set_rules(rules)
        board.forget()
    return board
