"""The tree of a closed end: one position a node, a whole rest of a turn an edge.

All states lie in one array: the root of a search and its stack, then the melds and layoffs of one turn, then the tree,
breadth first, so that a node's children lie side by side behind it.
"""

from __future__ import annotations

from typing import Any

from ...dummy.kernel.play import apply
from ...dummy.kernel.state import OVER, TAKE, W_DISCARD, W_SET
from ...kit.states import clone
from .room import ACTIONS, DEPTH, FAR
from .search import lead, list_actions, search

LAYS = DEPTH + 2  # where the ways to lay in one turn are,
MOST_LAYS = 1000  # at most so many,
TREE = LAYS + MOST_LAYS + 1  # and where the tree begins

# A node's row.
PARENT = 0
TURN = 1  # the seat that acted last
ACTION = 2  # the end of its turn, or how it began it
DRAWN = 3  # the card it drew; -1 if none
FIRST = 4  # its first child
CHILDREN = 5  # how many it has
VALUE = 6  # without children: the lead of seat 0 at the end
MOVER = 7  # the seat to act; -1 without children
SETS = 8  # the table, which all see
RUNS = 9
STARTS = 10
CHARGED = 11  # what the seat was charged, and how many cards it laid off
NODE = 12


def grow(states: Any, r: Any, words: Any, log: Any, room: Any, tree: Any, roots: int, most: int, hidden: int) -> int:
    """Grow the tree from its first ``roots`` nodes on. Returns how many nodes it has; 0 if that is more than ``most``.

    With nothing out of play (``hidden`` is 0) both know every card once the stock is empty: there the open-card
    search takes over.
    """
    count = roots
    node = 0
    while node < count:
        at = node * NODE
        g = states[TREE + node]
        tree[at + FIRST] = count
        tree[at + MOVER] = -1
        if g.phase == OVER:
            tree[at + VALUE] = lead(g, 0)
        elif g.stock_len == 0 and hidden == 0 and node >= roots:
            clone(states, 1, TREE + node)
            tree[at + VALUE] = search(states, r, words, log, room)
            if tree[at + VALUE] == FAR:
                return 0
        else:
            tree[at + MOVER] = g.turn
            if g.phase == TAKE:
                after = take(states, node, r, words, log, room, tree, count, most)
            else:
                after = finish(states, node, r, words, log, room, tree, count, most)
            if after == 0:
                return 0
            count = after
        tree[at + CHILDREN] = count - tree[at + FIRST]
        node += 1
    return count


def take(states: Any, node: int, r: Any, words: Any, log: Any, room: Any, tree: Any, count: int, most: int) -> int:
    """Add the ways to begin a turn. Returns how many nodes there are then; 0 if that is too many."""
    ways = list_actions(states[TREE + node], r, words, room, ACTIONS)
    if count + ways > most:
        return 0
    for i in range(ways):
        clone(states, TREE + count + i, TREE + node)
        apply(states[TREE + count + i], r, words, log, room[ACTIONS + i])
        note(states, node, count + i, room[ACTIONS + i], tree)
    return count + ways


def finish(states: Any, node: int, r: Any, words: Any, log: Any, room: Any, tree: Any, count: int, most: int) -> int:
    """Add the ways to end a turn that has begun, each once, in whatever order its cards may be laid.

    The order of lays is seen by the other, but it changes no card and no point: in a game of two whose interests
    are opposed nobody gains by such a signal, since the other may close his eyes to it. Returns as ``take``.
    """
    clone(states, LAYS, TREE + node)
    lays = 1
    way = 0
    while way < lays:
        actions = list_actions(states[LAYS + way], r, words, room, ACTIONS)
        for i in range(actions):
            action = room[ACTIONS + i]
            if W_SET * 52 <= action < W_DISCARD * 52:
                clone(states, LAYS + lays, LAYS + way)
                apply(states[LAYS + lays], r, words, log, action)
                if is_new(states, lays):
                    lays += 1
                    if lays == MOST_LAYS:
                        return 0
            else:
                if count == most:
                    return 0
                clone(states, TREE + count, LAYS + way)
                apply(states[TREE + count], r, words, log, action)
                note(states, node, count, action, tree)
                count += 1
        way += 1
    return count


def is_new(states: Any, lays: int) -> bool:
    """Whether the newest way to lay differs from those before it: in the table, in charges or in layoffs used."""
    g = states[LAYS + lays]
    seat = g.turn
    for way in range(lays):
        other = states[LAYS + way]
        same = other.hand[seat] == g.hand[seat] and other.runs == g.runs and other.starts == g.starts
        same = same and other.sets == g.sets and other.layoffs[seat] == g.layoffs[seat]
        if same and other.penalty[0] == g.penalty[0] and other.penalty[1] == g.penalty[1]:
            return False
    return True


def note(states: Any, parent: int, node: int, action: int, tree: Any) -> None:
    """Write a new node's row: what the seat that acted did, and what all see of it."""
    before = states[TREE + parent]
    g = states[TREE + node]
    at = node * NODE
    seat = before.turn
    tree[at + PARENT] = parent
    tree[at + TURN] = seat
    tree[at + ACTION] = action
    tree[at + DRAWN] = -1
    if g.stock_len < before.stock_len:
        tree[at + DRAWN] = before.stock[before.stock_len - 1]
    tree[at + SETS] = g.sets
    tree[at + RUNS] = g.runs
    tree[at + STARTS] = g.starts
    tree[at + CHARGED] = (g.penalty[0] << 16 | g.penalty[1]) << 8 | g.layoffs[seat]
