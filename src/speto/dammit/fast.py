"""Dammit's kernel compiled, with the arrays that it works on. Imported only when somebody needs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import arrays
from ..compiled import load
from .kernel.state import N_WORDS
from .states import Rules, State


class Arrays(arrays.Arrays):
    """Room for ``states`` deals under one set of rules."""

    def __init__(self, states: int = 1) -> None:
        super().__init__(State, Rules, N_WORDS, states)


class Replayer:
    """Replays lists of requests at compiled speed.

    Raises:
        ImportError: kernels cannot be compiled here.
    """

    def __init__(self) -> None:
        self.entries = load("dammit").entries
        self.arrays = Arrays()

    def replay(self, g: Any, rules: Any, requests: Sequence[int]) -> tuple[Any, list[int]]:
        """Play requests from a plain state until one is refused.

        Returns the state before the refused one, or at the end, and the requests that were played, each with its seat.
        """
        a = self.arrays
        a.set_state(g)
        a.set_rules(rules)
        a.set_requests(requests)
        played = self.entries.replay_at(a.states, 0, a.rules, a.words, a.requests, len(requests))
        return a.state(), a.requests[:played].tolist()
