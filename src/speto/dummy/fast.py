"""Dummy's kernel compiled, with the arrays that it works on. Imported only when somebody needs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..compiled import converters, dtype_of, load
from .kernel.state import FIELDS, LOG_SIZE, N_WORDS, RULES
from .states import Rules, State

to_record, from_record = converters(State)
rules_to_record, _ = converters(Rules)


class Arrays:
    """Room for ``states`` deals under one set of rules: what the compiled entries take."""

    def __init__(self, states: int = 1) -> None:
        self.states = np.zeros(states, dtype_of(FIELDS))
        self.rules = np.zeros(1, dtype_of(RULES))
        self.words = np.zeros(N_WORDS, np.int64)
        self.log = np.zeros(LOG_SIZE, np.int64)
        self.no_log = np.zeros(1, np.int64)
        self.rng = np.zeros(2, np.int64)
        self.deck = np.zeros(52, np.int64)
        self.requests = np.zeros(1024, np.int64)

    def set_rules(self, rules: Any) -> None:
        """Put a plain Rules object in force."""
        rules_to_record(rules, self.rules, 0)


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
        if len(requests) > len(a.requests):
            a.requests = np.zeros(2 * len(requests), np.int64)
        to_record(g, a.states, 0)
        a.set_rules(rules)
        size = 1 + 3 * log[0]
        a.log[:size] = log[:size]
        a.requests[: len(requests)] = requests
        played = self.entries.replay_at(a.states, 0, a.rules, a.words, a.log, a.requests, len(requests))
        lines: list[int] = a.log[: 1 + 3 * int(a.log[0])].tolist()
        return from_record(a.states, 0), lines, a.requests[:played].tolist()
