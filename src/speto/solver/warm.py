"""Calls every compiled entry of the solvers once, with the types that are used later."""

from __future__ import annotations

from types import SimpleNamespace

from speto.dummy.deal import Deal

from .board import Board
from .game import Game, Nodes, train
from .open import solve_open


def warm(twins: SimpleNamespace) -> None:
    """Compile everything. Called by :func:`speto.compiled.warm`."""
    melds = ["2c/0 2d/0 2h/0 2s/0", "3c/0 3d/0 3h/0 3s/0"]
    deal = Deal.from_start(
        {"hands": ["5d 6d 8h", "Kh"], "stock": "4d", "pile": "Ts/1", "melds": melds, "turn": 0, "born": [0, 1]},
        players=2,
    )
    deal.play("+")
    board = Board(2, deal._r, 4000)
    assert board.entries is twins.entries
    solve_open(deal, board=board)
    Game(board, board.grow([deal._g], 0, 1000), 0, [int(deal._g.hand[1])]).after(0)
    board.ends(deal._g, board.open(deal._g, 1000)[0][0])  # type: ignore[index]
    nodes = Nodes(1, [0, -1, -1], [0, 0, 0], [1, 3, 3], [2, 0, 0], [0, 1, 2], [0, 1, 1], [0, 2])
    train(board, nodes, 0.1, 1)
