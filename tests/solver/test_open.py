"""The open-card solver: against a second one, on both kernels, and where its answer is plain."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.drill import rounds
from tests.solver.ends import siblings, some_closed_end, some_end
from tests.solver.referee import TooMany, values

from speto import Deal
from speto.compiled import available
from speto.errors import SpetoError
from speto.solver.board import Board
from speto.solver.errors import TooLarge
from speto.solver.open import solve_open

KINDS = (
    # players, stock, cards in a hand at most
    (2, 0, 10),
    (2, 1, 9),
    (2, 1, 11),
    (2, 2, 6),
    (3, 0, 8),
    (3, 1, 6),
    (4, 0, 7),
    (4, 1, 5),
)


def ends(seeds: Iterator[int] | range) -> Iterator[Deal]:
    """Ends of all kinds, with all house rules; some with large tables and small piles."""
    for seed in seeds:
        players, stock, most = KINDS[seed % len(KINDS)]
        if players == 2 and seed // len(KINDS) % 2:
            deal = some_closed_end(seed, stock, min(most, 5))
        else:
            deal = some_end(seed, stock, players, most)
        if not deal.over:
            yield deal


def agree(deal: Deal, most: int, board: Board | None = None) -> bool:
    """Both solvers have the same value for every seat and action. False if the second would take too long."""
    others = deal.players - 1
    try:
        found = values(deal, most)
    except TooMany:
        return False
    wanted = {action: tuple(lead / others for lead in leads) for action, leads in found.items()}
    assert solve_open(deal, board=board) == wanted, (deal.position() if deal.starting else deal.actions, deal.options)
    return True


def test_two_implementations_agree() -> None:
    assert sum(agree(deal, 150) for deal in ends(range(240))) > 140


def test_the_plain_kernel_agrees_too() -> None:
    assert sum(agree(deal, 100, Board(deal.players, deal._r, compiled=False)) for deal in ends(range(1000, 1040))) > 15


@pytest.mark.drill
def test_two_implementations_agree_at_length(drill_minutes: float) -> None:
    """10,000 ends in an hour's drill; for every second one, also a moment of its turn.

    Some, about one in five, have too many actions for the second solver; most must have been compared.
    """
    drawn = compared = 0
    for seed in rounds(drill_minutes, 1 / 12, 10_000):
        for deal in ends(range(10_000 + seed, 10_001 + seed)):
            drawn, compared = drawn + 1, compared + agree(deal, 10_000)
            if seed % 2:
                deal.play(deal.legal[seed % len(deal.legal)])
                if not deal.over:
                    drawn, compared = drawn + 1, compared + agree(deal, 10_000)
    assert compared > 0.6 * drawn - 10, f"{compared} of {drawn} compared"


def test_positions_that_look_alike_are_told_apart() -> None:
    """Ends that differ in the order of the pile, in owners, charges or births, with one table for all of them."""
    deals = [deal for deal in ends(range(1000, 1060)) if deal.starting]
    deals += [some_closed_end(seed, 1 + seed % 2, 3, "strict" if seed % 4 else "short") for seed in range(80)]
    compared = 0
    for number, deal in enumerate(deal for deal in deals if not deal.over):
        board = Board(deal.players, deal._r)
        try:
            solve_open(deal, limit=300, board=board)
            for sibling in siblings(deal, number, 6):
                assert solve_open(sibling, board=board) == solve_open(sibling, limit=2000)
                compared += 1
        except TooLarge:
            continue
    assert compared > 300


def small(seeds: range, most: int) -> Iterator[tuple[Deal, dict[str, tuple[float, ...]]]]:
    """Ends with few positions, and their values."""
    for deal in ends(seeds):
        board = Board(deal.players, deal._r)
        found = solve_open(deal, board=board)
        if board.nodes <= most:
            yield deal, found


def test_a_small_table_gives_the_same() -> None:
    """Positions that drive each other out cost time, not truth."""
    for deal, found in small(range(2000, 2060), 2000):
        board = Board(deal.players, deal._r)
        board.set_slots(2)
        assert solve_open(deal, board=board) == found


def test_R21_A23_the_last_turn_is_a_knock_or_the_end() -> None:
    deal = Deal.from_start(
        {"hands": ["2d 3d Kh", "9c 9h"], "stock": "", "pile": "Ts 4d/1", "turn": 0, "born": [0, 1]}, players=2
    )
    # A knock in one suit, twice 15 + 50, against 10 in hand and 50 for the foolish discard (P0). Or 20 to 10 in hand.
    assert solve_open(deal) == {"^2d3d4d": (190.0, -190.0), ".": (-10.0, 10.0)}


def test_three_players_each_do_the_best_for_themselves() -> None:
    deal = Deal.from_start(
        {"hands": ["9c", "9h", "9s"], "stock": "2h", "pile": "Ts", "turn": 0, "born": [0, 1, 2]}, players=3
    )
    # Either discard ends the deal, since nobody can knock: the one that is kept costs 5.
    assert solve_open(deal) == {"+": (0.0, 0.0, 0.0)}


def test_an_end_that_is_too_large_is_refused_in_a_sentence() -> None:
    deal = Deal(players=2, seed="tour")
    with pytest.raises(TooLarge, match=r"this end has more than 1,000 positions: too large to be solved \(R21\)"):
        solve_open(deal, limit=1000)


def test_a_deal_that_is_over_is_refused() -> None:
    deal = Deal.from_start({"hands": ["9c", "9h"], "stock": "", "pile": "Ts 2d/1", "turn": 0}, players=2)
    assert deal.over
    with pytest.raises(SpetoError, match="this deal is over"):
        solve_open(deal)


@pytest.mark.skipif(not available(), reason="Numba is not installed")
def test_plain_and_compiled_look_at_the_same_positions() -> None:
    for deal, found in small(range(3000, 3030), 400):
        boards = [Board(deal.players, deal._r, compiled=compiled) for compiled in (False, True)]
        for board in boards:
            board.set_slots(256)
            assert solve_open(deal, board=board) == found
        assert boards[0].nodes == boards[1].nodes
