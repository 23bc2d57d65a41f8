"""Any number of players, all cards open: max^n, where each seat does the best for itself.

Of actions that are equal for the seat to act it takes the one that is best for the seat after it, and so on: so the
values are those of the rules, and of no order in which actions are listed.
"""

from __future__ import annotations

from typing import Any

from ...dummy.kernel.play import apply
from ...dummy.kernel.state import OVER
from ...kit.states import clone
from .room import (
    ACTIONS,
    F_COUNT,
    F_SINCE,
    F_TRIED,
    F_VALUES,
    FAR,
    FRAME,
    FRAMES,
    LIMIT,
    MOST_ACTIONS,
    NODES,
    VALUES,
    look_up,
    take_row,
)
from .search import lead, list_actions


def search_all(states: Any, r: Any, words: Any, log: Any, room: Any) -> bool:
    """Every seat's lead from ``states[1]`` on, into F_VALUES of the first frame.

    False if that takes more positions than the limit. ``states[1 …]`` is the stack.
    """
    depth = 1
    known = enter_all(states[depth], r, words, room, depth)
    while depth > 1 or not known:
        f = FRAMES + depth * FRAME
        if known:
            depth -= 1
            known = hear_all(states[depth], r, room, depth)
        elif room[NODES] >= room[LIMIT]:
            return False
        else:
            action = room[ACTIONS + depth * MOST_ACTIONS + room[f + F_TRIED]]
            room[f + F_TRIED] += 1
            clone(states, depth + 1, depth)
            depth += 1
            apply(states[depth], r, words, log, action)
            known = enter_all(states[depth], r, words, room, depth)
    return True


def enter_all(g: Any, r: Any, words: Any, room: Any, depth: int) -> bool:
    """Begin a position. True if its values are known at once: then they are in its frame."""
    f = FRAMES + depth * FRAME
    room[f + F_SINCE] = room[NODES]
    room[NODES] += 1
    if g.phase == OVER:
        for seat in range(g.players):
            room[f + F_VALUES + seat] = lead(g, seat)
        return True
    row = look_up(g, r, room)
    if row >= 0:
        for seat in range(g.players):
            room[f + F_VALUES + seat] = room[row + VALUES + seat]
        return True
    room[f + F_COUNT] = list_actions(g, r, words, room, ACTIONS + depth * MOST_ACTIONS)
    room[f + F_TRIED] = 0
    for seat in range(g.players):
        room[f + F_VALUES + seat] = -FAR
    return False


def hear_all(g: Any, r: Any, room: Any, depth: int) -> bool:
    """Take the values of the action just tried. True if all actions were: then the values go to the table."""
    f = FRAMES + depth * FRAME
    if is_better(g, room, f + F_VALUES, f + FRAME + F_VALUES):
        for seat in range(g.players):
            room[f + F_VALUES + seat] = room[f + FRAME + F_VALUES + seat]
    if room[f + F_TRIED] < room[f + F_COUNT]:
        return False
    row = take_row(g, r, room, room[NODES] - room[f + F_SINCE])
    for seat in range(g.players):
        room[row + VALUES + seat] = room[f + F_VALUES + seat]
    return True


def is_better(g: Any, room: Any, old: int, new: int) -> bool:
    """Whether the seat to act prefers the new leads: by its own, then by that of each seat after it."""
    seat = g.turn
    for _ in range(g.players):
        if room[new + seat] != room[old + seat]:
            return bool(room[new + seat] > room[old + seat])
        seat = (seat + g.direction + g.players) % g.players
    return False
