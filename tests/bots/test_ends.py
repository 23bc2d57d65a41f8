"""Exact ends in play: the value that the solver has, the same plain and compiled, blind to what is hidden."""

from __future__ import annotations

import contextlib
import random
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.drill import rounds
from tests.solver.ends import some_closed_end

from speto import compiled
from speto.bots import ends
from speto.bots.agent import think
from speto.bots.levels import LEVELS, Level
from speto.dummy.deal import Deal
from speto.dummy.view import View, imagine
from speto.solver.board import Board
from speto.solver.closed import best_actions, solve_closed
from speto.solver.errors import TooLarge
from speto.solver.positions import read

fast = pytest.mark.skipif(not compiled.available(), reason="kernels cannot be compiled here")
KERNELS = ("plain", "compiled")
KERNEL = "compiled" if compiled.available() else "plain"
NEAR = 0.3  # what is chosen is within 0.25 of the best, and values are within 0.05
SMALL = 3_000  # nodes
EXACT = Level("exact", "", "", worlds=1, ends=True)


def small_board(view: View, compiled: bool | None = None) -> Board:
    """A board on which small ends can be solved."""
    return Board(2, view._r, SMALL, compiled, 1 << 10)


def small_ends(
    count: int, kinds: tuple[tuple[int, int, int], ...] = ((1, 3, 0), (2, 1, 0), (0, 2, 2))
) -> Iterator[View]:
    """Moments of small ends with so many stock cards, cards in a hand at most, and cards out of play."""
    seed = 0
    while count:
        stock, cards, hidden = kinds[seed % len(kinds)]
        deal = some_closed_end(seed, stock, cards, hidden=hidden)
        seed += 1
        rng = random.Random(seed)
        if seed % 2 and deal.turn is not None:
            deal.play(rng.choice(deal.legal))
        if deal.turn is not None and len(deal.legal) > 1:
            view = deal.see(deal.turn)
            with contextlib.suppress(TooLarge):
                best_actions(view, small_board(view), 10**5, 10**6)
                count -= 1
                yield view


def test_R21_the_best_by_the_solver_is_played() -> None:
    """The values say it: those of all actions, which take another way to be found."""
    differ = 0
    for number, view in enumerate(small_ends(30)):
        values = solve_closed(view, small_board(view)).values
        chose = think(view, EXACT, b"%d" % number, kernel=KERNEL).action
        assert values[chose] > max(values.values()) - NEAR
        own = think(view, replace(EXACT, ends=False), b"%d" % number, kernel=KERNEL).action
        if values[own] > max(values.values()) - 0.001:
            assert chose == own
        differ += chose != own
    assert differ > 3


@fast
def test_ends_of_self_play_are_played_exactly() -> None:
    boards: dict[object, Board] = {}
    judged = 0
    for end in read(count=24):
        deal = end.deal()
        while deal.turn is not None and deal.turn == end.start["turn"] and judged < 10:
            view = deal.see(deal.turn)
            action = think(view, EXACT, b"1", kernel="compiled").action
            if len(view.legal) > 1 and ends.best_of_end(view, "compiled"):
                board = boards.setdefault(view.options, Board(2, view._r, ends.NODES, None, ends.SLOTS))
                values = solve_closed(view, board).values
                assert values[action] > max(values.values()) - NEAR
                judged += 1
            deal.play(action)
    assert judged == 10


@fast
def test_plain_and_compiled_play_the_same_end_and_take_the_same_work() -> None:
    views = list(small_ends(24))
    assert sum(map(work_of_both, views)) > 10_000
    for view in views[:4]:
        assert think(view, EXACT, b"1", kernel="plain") == think(view, EXACT, b"1", kernel="compiled")


@fast
@pytest.mark.drill
def test_plain_and_compiled_play_the_same_ends_at_length(drill_minutes: float) -> None:
    """400 ends in an hour's drill."""
    work = [work_of_both(view) for _, view in zip(rounds(drill_minutes, 1 / 60, 400), small_ends(10**9), strict=False)]
    assert sum(work) > 200 * len(work) - 2_000


def work_of_both(view: View) -> int:
    """How many nodes either kernel looked at. CFR+ counts in floats, so equal choices are shown and not given."""
    plain, fast = ((ends.best_of_end(view, kernel), getattr(ends._rooms, kernel).nodes) for kernel in KERNELS)
    assert plain == fast
    assert plain[0]
    return int(plain[1])


def test_A60_exact_ends_are_blind_to_hidden_cards() -> None:
    for number, view in enumerate(small_ends(50)):
        redrawn = imagine(view, random.Random(number)).see(view.seat)
        assert think(redrawn, EXACT, b"1", kernel=KERNEL) == think(view, EXACT, b"1", kernel=KERNEL)


def test_nothing_is_left_over_from_the_end_before() -> None:
    """What is found is a function of the view, and so is the work: a bound on it is met on every machine or on none."""
    views = list(small_ends(12))
    found = {}
    for number, view in (*enumerate(views), *reversed(list(enumerate(views)))):
        best = ends.best_of_end(view, KERNEL)
        work = getattr(ends._rooms, KERNEL).nodes
        assert found.setdefault(number, (best, work)) == (best, work)


def test_too_much_work_leaves_the_choice_to_the_agent(monkeypatch: pytest.MonkeyPatch) -> None:
    views = list(small_ends(20, ((1, 3, 0), (2, 2, 0))))
    own = [think(view, replace(EXACT, ends=False), b"1", kernel=KERNEL) for view in views]
    exact = [think(view, EXACT, b"1", kernel=KERNEL) for view in views]
    assert own != exact
    monkeypatch.setattr(ends, "NODES", 1)
    monkeypatch.setattr(ends, "_rooms", threading.local())
    assert [think(view, EXACT, b"1", kernel=KERNEL) for view in views] == own


def test_effort_is_bounded_by_a_count() -> None:
    secret = some_closed_end(10, 1, 3)
    view = secret.see(secret.turn)
    board = small_board(view)
    with pytest.raises(TooLarge, match=r"after 10 nodes, each counted once a round, it is not clear what is best"):
        best_actions(view, board, 10**6, 10)


def test_only_levels_with_search_play_ends_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without worlds, as on the plain kernel, they play by value; near the target level 6 plays for the match."""
    asked = []

    def hear(view: View, *rest: object) -> tuple[str, ...]:
        asked.append(view.stock_size)
        return ()

    monkeypatch.setattr(ends, "best_actions", hear)
    deal = some_closed_end(10, 1, 3)
    view = deal.see(deal.turn)
    target = view.options.target
    for level, worlds, totals in (
        (LEVELS["level4"], 1, ()),
        (LEVELS["level5"], 0, ()),
        (LEVELS["level6"], 1, (0, target // 2)),
    ):
        think(view, level, b"1", worlds, KERNEL, totals)
    long = Deal(players=2, seed="tour")
    long.play("+")
    think(long.see(0), LEVELS["level5"], b"1", 1, KERNEL)
    assert asked == []
    think(view, LEVELS["level5"], b"1", 1, KERNEL, (0, target // 2))
    think(view, LEVELS["level6"], b"1", 1, KERNEL, (0, target // 2 - 5))
    assert asked == [1, 1]
