"""Dummy's kernel compiled, with the arrays that it works on. Imported only when somebody needs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import arrays
from ..compiled import load
from .kernel.state import LOG_SIZE, N_WORDS
from .states import Rules, State


class Arrays(arrays.Arrays):
    """Room for ``states`` deals under one set of rules, and for a log."""

    def __init__(self, states: int = 1) -> None:
        super().__init__(State, Rules, N_WORDS, states)
        self.log = np.zeros(LOG_SIZE, np.int64)
        self.no_log = np.zeros(1, np.int64)


class Replayer:
    """Replays lists of requests at compiled speed.

    Raises:
        ImportError: kernels cannot be compiled here.
    """

    def __init__(self) -> None:
        self.entries = load("dummy").entries
        self.arrays = Arrays()

    def replay(self, g: Any, rules: Any, log: list[int], requests: Sequence[int]) -> tuple[Any, list[int], list[int]]:
        """Play requests from a plain state until one is refused.

        Returns the state before the refused one, or at the end, its log, and the requests that were played.
        """
        a = self.arrays
        a.set_state(g)
        a.set_rules(rules)
        a.set_requests(requests)
        size = 1 + 3 * log[0]
        a.log[:size] = log[:size]
        played = self.entries.replay_at(a.states, 0, a.rules, a.words, a.log, a.requests, len(requests))
        lines: list[int] = a.log[: 1 + 3 * int(a.log[0])].tolist()
        return a.state(), lines, a.requests[:played].tolist()
