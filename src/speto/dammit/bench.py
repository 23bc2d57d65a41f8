"""Random play of Dammit, for the benchmark: the plain and the compiled kernel on the same work."""

from __future__ import annotations

from typing import Any

from .. import benching
from ..kit.rng import seed_rng
from .kernel import entries as plain_entries
from .kernel.state import N_WORDS
from .options import CLASSIC
from .states import State

RULES = {"max_turns": 100}
"""The house rules of the benchmark's records: random play by the usual ones takes many hundred turns."""


def random_play(kernel: str, players: int, deals: int) -> tuple[int, float]:
    """Deal and play out at random by the usual rules. Returns decisions and CPU seconds."""
    return benching.timed(_compiled() if kernel == "compiled" else _plain(), players, deals)


def clone_nanoseconds() -> float:
    """What a compiled clone of a state costs, in ns of CPU time."""
    from ..compiled import load
    from .fast import Arrays

    return benching.clone_nanoseconds(load("dammit").entries, Arrays(2).states)


def _plain() -> Any:
    rng = [0, 0]
    seed_rng(rng, 1)
    states, rules, words, deck = [State()], [CLASSIC.kernel()], [0] * N_WORDS, [0] * 52

    def play(players: int, deals: int) -> int:
        return int(plain_entries.play_deals_at(states, 0, rules, words, deck, rng, players, deals))

    return play


def _compiled() -> Any:
    from ..compiled import load
    from .fast import Arrays

    entries = load("dammit").entries
    a = Arrays()
    a.set_rules(CLASSIC.kernel())
    seed_rng(a.rng, 1)

    def play(players: int, deals: int) -> int:
        return int(entries.play_deals_at(a.states, 0, a.rules, a.words, a.deck, a.rng, players, deals))

    return play
