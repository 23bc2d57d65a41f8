"""The solvers' doors for callers outside. States come as an array, the stack of a search; the first is its root.

``cfr.py`` takes arrays of numbers alone: its functions are doors themselves.
"""

from __future__ import annotations

from typing import Any

from ...dummy.kernel.play import apply
from ...dummy.kernel.state import W_DISCARD, W_SET
from ...kit.states import clone
from .maxn import search_all
from .room import ACTIONS, F_VALUES, FAR, FRAME, FRAMES
from .search import list_actions, search
from .turns import TREE, finish, grow, note


def open_at(states: Any, rules: Any, words: Any, log: Any, room: Any, values: Any) -> int:
    """Each legal action of ``states[0]`` with every seat's lead after it: rows of ``players + 1`` ints in ``values``.

    Returns how many, or -1 if that takes more positions than the limit. The room's head is set, and its table holds
    nothing but positions of a deal under these rules.
    """
    r = rules[0]
    n = states[0].players
    count = list_actions(states[0], r, words, room, ACTIONS)
    for i in range(count):
        at = i * (n + 1)
        values[at] = room[ACTIONS + i]
        clone(states, 1, 0)
        apply(states[1], r, words, log, room[ACTIONS + i])
        if n == 2:
            value = search(states, r, words, log, room)
            if value == FAR:
                return -1
            values[at + 1] = value
            values[at + 2] = -value
        else:
            if not search_all(states, r, words, log, room):
                return -1
            for seat in range(n):
                values[at + 1 + seat] = room[FRAMES + FRAME + F_VALUES + seat]
    return count


def grow_at(
    states: Any, rules: Any, words: Any, log: Any, room: Any, tree: Any, roots: int, most: int, hidden: int
) -> int:
    """Grow the tree of a closed end from the states at TREE on, one a world. Returns its nodes, 0 if too many."""
    return grow(states, rules[0], words, log, room, tree, roots, most, hidden)


def ends_at(states: Any, rules: Any, words: Any, log: Any, room: Any, tree: Any, action: int, most: int) -> int:
    """The ends of a turn, at ``states[TREE]``, that can follow this action: rows of the tree from 1 on, or from 2 on.

    Returns one more than the last row. The first row is 1 for an end itself, else 2; 0 if there are too many.
    """
    r = rules[0]
    clone(states, TREE + 1, TREE)
    apply(states[TREE + 1], r, words, log, action)
    note(states, 0, 1, action, tree)
    if W_SET * 52 <= action < W_DISCARD * 52:
        return finish(states, 1, r, words, log, room, tree, 2, most)
    return 2
