"""Timing a game's kernel: what the benchmarks of all games share. Figures are CPU time of one process."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any


def timed(play: Callable[[int, int], int], players: int, deals: int) -> tuple[int, float]:
    """Deal and play out at random, after a tenth to get going. Returns decisions and CPU seconds."""
    play(players, max(deals // 10, 1))
    begun = process_time()
    decisions = play(players, deals)
    return decisions, process_time() - begun


def clone_nanoseconds(entries: Any, states: Any, times: int = 5_000_000) -> float:
    """What a clone of a compiled state costs, in ns; ``states`` has room for two."""
    entries.clones_at(states, 1, 0, times // 10)
    begun = process_time()
    entries.clones_at(states, 1, 0, times)
    return (process_time() - begun) / times * 1e9
