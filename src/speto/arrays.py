"""What compiled kernels work on: NumPy arrays of states and what goes with them. Imported only when needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .compiled import converters, dtype_of


class Arrays:
    """Room for ``states`` deals of one game under one set of rules: what its compiled entries take.

    ``state`` and ``rules`` are the game's plain classes, ``words`` is how many words of legal actions it has.
    """

    def __init__(self, state: Any, rules: Any, words: int, states: int = 1) -> None:
        self._state = state
        self._rules = rules
        self.states = np.zeros(states, dtype_of(state.FIELDS))
        self.rules = np.zeros(1, dtype_of(rules.FIELDS))
        self.words = np.zeros(words, np.int64)
        self.rng = np.zeros(2, np.int64)
        self.deck = np.zeros(52, np.int64)
        self.requests = np.zeros(1024, np.int64)

    def set_rules(self, rules: Any) -> None:
        """Put a plain Rules object in force."""
        converters(self._rules)[0](rules, self.rules, 0)

    def set_state(self, g: Any) -> None:
        """Put a plain state in the first place."""
        converters(self._state)[0](g, self.states, 0)

    def state(self) -> Any:
        """The state in the first place, as a plain one."""
        return converters(self._state)[1](self.states, 0)

    def set_requests(self, requests: Sequence[int]) -> None:
        """Put requests in their places."""
        if len(requests) > len(self.requests):
            self.requests = np.zeros(2 * len(requests), np.int64)
        self.requests[: len(requests)] = requests
