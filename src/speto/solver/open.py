"""The end of a deal with all cards open, solved exactly."""

from __future__ import annotations

from typing import Any

from speto.dummy.actions import action_text
from speto.dummy.deal import Deal
from speto.errors import SpetoError

from .board import Board
from .errors import TooLarge

LIMIT = 20_000_000
"""So many positions, at most, are looked at."""


def solve_open(deal: Deal, limit: int = LIMIT, board: Board | None = None) -> dict[str, tuple[float, ...]]:
    """What each legal action leads to if everybody sees all cards and plays the rest as well as can be.

    Each value is D of every seat: its points of the deal less the mean of the others'. Two players' are each other's
    negatives (alpha-beta). With three or four each seat does the best for itself (max^n), and if that leaves a
    choice, the best for the seat after it, and so on.

    Args:
        deal: the moment to solve, not over.
        limit: how many positions may be looked at.
        board: arrays that were used before under the same rules and for as many players; what they hold is used again.

    Raises:
        TooLarge: the limit was too small.
        SpetoError: the deal is over.

    >>> deal = Deal.from_start(
    ...     {"hands": ["2d 3d", "Kh 9c"], "stock": "4d", "pile": "Ts/1", "turn": 0, "born": [0, 1]}, players=2
    ... )
    >>> solve_open(deal)
    {'+': (60.0, -60.0)}
    """
    if deal.over:
        raise SpetoError("this deal is over: there is nothing to solve", "R8")
    g: Any = deal._g
    board = board or Board(deal.players, deal._r)
    found = board.open(g, limit)
    if found is None:
        raise TooLarge(f"this end has more than {limit:,} positions: too large to be solved", "R21")
    others = deal.players - 1
    return {action_text(g, action): tuple(lead / others for lead in leads) for action, leads in found}
