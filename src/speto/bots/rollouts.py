"""Playing deals out, for search: as the house's bots do it in their own, or at random.

A room holds some states under one set of rules, and what the kernel needs beside them. Compiled where the compiler's
work is done, else plain; what comes out is the same.
"""

from __future__ import annotations

from typing import Any

from speto import compiled
from speto.dummy.kernel import entries as dummy_entries
from speto.dummy.kernel.state import N_WORDS
from speto.dummy.options import Options
from speto.dummy.states import State

from .agent import kernel_now
from .kernel import entries as bots_entries
from .weights import choose_set, shipped


class PlainRoom:
    """Room for so many states, interpreted: lists."""

    bots: Any = bots_entries
    dummy: Any = dummy_entries

    def __init__(self, size: int = 1) -> None:
        self.states: Any = [State() for _ in range(size)]
        self.rules: Any = [None]
        self.words: Any = [0] * N_WORDS
        self.no_log: Any = [0]
        self.rng: Any = [0, 0]
        self.rows: Any = [0] * 4
        self.policies: Any = []

    def put(self, index: int, g: Any) -> None:
        """Put a copy of a plain state in a place."""
        self.states[index] = g.copy()

    def take(self, index: int) -> Any:
        """The state in a place, as a plain one."""
        return self.states[index].copy()

    def fact(self, name: str, index: int) -> Any:
        """A field of the state in a place."""
        return getattr(self.states[index], name)

    def begin(self, options: Options, players: int) -> None:
        """Put house rules in force, for so many players."""
        self.rules[0] = options.kernel()
        self.policies = [_policy(options, players)]

    def rollout(self, index: int) -> None:
        """Play a deal out by the policy for these rules and players: it looks at its own hand and at the table."""
        self.bots.finish_at(self.states, index, self.rules, self.words, self.no_log, self.policies, self.rows)

    def at_random(self, index: int) -> None:
        """Play a deal out by legal actions, each equally likely."""
        self.dummy.play_out_at(self.states, index, self.rules, self.words, self.no_log, self.rng)

    def legal(self, index: int) -> Any:
        """The words of legal actions of the state in a place; they hold until somebody asks again."""
        self.dummy.legal_at(self.states, index, self.rules, self.words)
        return self.words

    def apply(self, index: int, action: int) -> None:
        """Play a legal action."""
        self.dummy.apply_at(self.states, index, self.rules, self.words, self.no_log, action)

    def seen(self, index: int, seat: int, at: int) -> Any:
        """What a seat sees of a state, written into another place, as something to compare and to look up."""
        self.dummy.see_at(self.states, index, seat, self.states, at)
        return repr(self.states[at])

    def imagine(self, view: int, index: int, tries: int) -> bool:
        """Fill in the view in a place, in another place; whether a deal was found that looks like it (A69)."""
        given = self.rules, self.words, self.rng, self.states, index, tries
        return bool(self.dummy.imagine_at(self.states, view, *given))


class Room(PlainRoom):
    """Room for so many states, compiled: arrays."""

    def __init__(self, size: int = 1) -> None:
        import numpy as np

        from speto.dummy.fast import Arrays

        self.bots, self.dummy = compiled.load("bots").entries, compiled.load("dummy").entries
        self._arrays = arrays = Arrays(size)
        self._pack, self._unpack = compiled.converters(State)
        self.states, self.rules, self.words = arrays.states, arrays.rules, arrays.words
        self.no_log, self.rng = arrays.no_log, arrays.rng
        self.rows = np.zeros(4, np.int64)
        self._facts = {name: self.states[name] for name in self.states.dtype.names}

    def put(self, index: int, g: Any) -> None:
        """Put a copy of a plain state in a place."""
        self._pack(g, self.states, index)

    def take(self, index: int) -> Any:
        """The state in a place, as a plain one."""
        return self._unpack(self.states, index)

    def fact(self, name: str, index: int) -> Any:
        """A field of the state in a place."""
        return self._facts[name][index]

    def begin(self, options: Options, players: int) -> None:
        """Put house rules in force, for so many players."""
        import numpy as np

        self._arrays.set_rules(options.kernel())
        self.policies = np.array([_policy(options, players)], np.int64)

    def seen(self, index: int, seat: int, at: int) -> Any:
        """What a seat sees of a state, written into another place, as something to compare and to look up."""
        self.dummy.see_at(self.states, index, seat, self.states, at)
        return self.states[at].tobytes()


def room(size: int = 1, kernel: str = "") -> PlainRoom:
    """A room for so many states; ``kernel`` is ``plain`` or ``compiled``, else what is warm now."""
    return PlainRoom(size) if (kernel or kernel_now()) == "plain" else Room(size)


def _policy(options: Options, players: int) -> list[int]:
    """What simulated players play by: the policy of the set that level 5 would take."""
    return choose_set(shipped()[0], options, players).set.policy
