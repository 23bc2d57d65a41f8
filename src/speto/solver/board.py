"""What the solvers' kernel works on, plain or compiled: states, rules, words, a room, a tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from speto.compiled import available, converters, load
from speto.dummy.kernel.state import N_WORDS
from speto.dummy.states import Rules, State

from .kernel import cfr as plain_cfr
from .kernel import entries as plain_entries
from .kernel import sets as plain_sets
from .kernel.room import (
    ACTIONS,
    DEPTH,
    HISTORY,
    LIMIT,
    MOST_ACTIONS,
    NODES,
    ROW,
    SIZE,
    SLOTS,
    TABLE,
    key_size,
    room_size,
)
from .kernel.turns import NODE, TREE

SLOTS_COMPILED = 1 << 18
SLOTS_PLAIN = 1 << 10


class Board:
    """Arrays for ends of deals of so many players under one set of rules (a kernel's Rules).

    ``most`` is how many nodes a closed end's tree may have; 0 if none is wanted. The table of positions, of so many
    ``slots``, a power of two, stays from one search to the next.
    """

    def __init__(
        self, players: int, rules: Any, most: int = 0, compiled: bool | None = None, slots: int | None = None
    ) -> None:
        self.compiled = available() if compiled is None else compiled
        self.players = players
        self.most = most
        if slots is None:
            slots = SLOTS_COMPILED if self.compiled else SLOTS_PLAIN
        states = TREE + most + 2 if most else DEPTH + 2
        self.words = self.numbers(N_WORDS)
        self.log = self.numbers(1)
        self.room = self.numbers(room_size(players, slots))
        self.values = self.numbers(MOST_ACTIONS * (players + 1))
        self.tree = self.numbers((most + 2) * NODE)
        if self.compiled:
            import numpy as np

            from speto.compiled import dtype_of

            twins = load("solver")
            self.entries: Any = twins.entries
            self.cfr: Any = twins.cfr
            self.sets: Any = twins.sets
            self.states: Any = np.zeros(states, dtype_of(State.FIELDS))
            self.rules: Any = np.zeros(1, dtype_of(Rules.FIELDS))
        else:
            self.entries = plain_entries
            self.cfr = plain_cfr
            self.sets = plain_sets
            self.states = [State()] * states
            self.rules = [rules]
        self.set_rules(rules)
        self.room[SIZE] = key_size(players)
        self.room[SLOTS] = slots

    def set_rules(self, rules: Any) -> None:
        """Play by other rules. What the table holds is of the old ones: :meth:`forget` it."""
        if self.compiled:
            converters(Rules)[0](rules, self.rules, 0)
        else:
            self.rules[0] = rules

    def forget(self) -> None:
        """Empty the table and forget what ended searches: the next one takes as many positions as on a new board."""
        self.room[HISTORY:ACTIONS] = self.numbers(ACTIONS - HISTORY)
        self.set_slots(int(self.room[SLOTS]))

    def set_slots(self, slots: int) -> None:
        """Let the table hold so many positions, a power of two and no more than it has room for, and empty it."""
        self.room[SLOTS] = slots
        self.room[TABLE : TABLE + slots * ROW] = self.numbers(slots * ROW)

    def numbers(self, count: int, kind: type = int) -> Any:
        """So many zeros, ints or floats."""
        if not self.compiled:
            return [kind(0)] * count
        import numpy as np

        return np.zeros(count, np.int64 if kind is int else np.float64)

    def filled(self, values: Sequence[float], kind: type = int) -> Any:
        """An array of these numbers."""
        array = self.numbers(len(values), kind)
        array[:] = values
        return array

    def put(self, g: Any, at: int) -> None:
        """Put a plain state in a place."""
        if self.compiled:
            converters(State)[0](g, self.states, at)
        else:
            self.states[at] = g.copy()

    @property
    def nodes(self) -> int:
        """How many positions the last search looked at."""
        return int(self.room[NODES])

    def begin(self, limit: int) -> None:
        """Begin a search of at most so many positions."""
        self.room[NODES] = 0
        self.room[LIMIT] = limit

    def open(self, g: Any, limit: int) -> list[tuple[int, list[int]]] | None:
        """Each legal action of a plain state with every seat's lead after it; None if the limit was too small."""
        self.put(g, 0)
        self.begin(limit)
        count = self.entries.open_at(self.states, self.rules, self.words, self.log, self.room, self.values)
        if count < 0:
            return None
        width = self.players + 1
        rows = [[int(value) for value in self.values[i * width : (i + 1) * width]] for i in range(count)]
        return [(row[0], row[1:]) for row in rows]

    def rows(self, begin: int, end: int) -> list[list[int]]:
        """Rows of the tree."""
        flat = [int(number) for number in self.tree[begin * NODE : end * NODE]]
        return [flat[at : at + NODE] for at in range(0, len(flat), NODE)]

    def grow(self, worlds: Sequence[Any], hidden: int, limit: int) -> int:
        """Grow a closed end's tree from these plain states. Returns how many nodes it has; 0 if too many."""
        for number, world in enumerate(worlds):
            self.put(world, TREE + number)
        self.begin(limit)
        grow = self.entries.grow_at
        arrays = (self.states, self.rules, self.words, self.log, self.room, self.tree)
        return int(grow(*arrays, len(worlds), self.most, hidden))

    def ends(self, g: Any, action: int) -> list[list[int]]:
        """The rows of the ends of this turn that can follow an action of a plain state."""
        self.put(g, TREE)
        arrays = (self.states, self.rules, self.words, self.log, self.room, self.tree)
        after = int(self.entries.ends_at(*arrays, action, self.most + 2))
        return self.rows(1, 2) if after == 2 else self.rows(2, after)
