"""The room in which a search works: one array of ints, and where in it everything lies.

The largest part is the table of positions. A key is the position in full, not a hash of it: no two positions are
ever taken for one another.
"""

from __future__ import annotations

from typing import Any

from ...dummy.kernel.state import N_WORDS, NO_LIMIT

FAR = 1 << 30  # beyond every value
MASK = 0xFFFFFFFF

# The head of the room.
NODES = 0  # how many positions were looked at,
LIMIT = 1  # and how many may be
SLOTS = 2  # how many positions the table can hold, a power of two
SIZE = 3  # how many ints a key has
KEY = 8  # the key of the moment

# The stack of positions on the way from the root to the one looked at: at most 2 × (52 draws + 17 pickups) takes and
# ends of turns, and 52 cards laid (A25).
DEPTH = 192
FRAMES = 40
F_ALPHA = 0  # what seat 0 has for certain,
F_BETA = 1  # and what seat 1 can hold it to
F_COUNT = 2  # how many actions there are
F_TRIED = 3  # how many were tried, the one under way included
F_BEST = 4  # the value of the best so far,
F_ACTION = 5  # which that is
F_SINCE = 6  # how many positions had been looked at before this one
F_FIRST = 7  # the action that was best when the position was last looked at; -1 if it never was
F_VALUES = 8  # max^n: the best leads so far, one a seat
F_OLD = 8  # two players: the bound of the seat to act as it was at first
FRAME = 12

HISTORY = FRAMES + DEPTH * FRAME  # how often each action of each of two seats ended a search
N_ACTIONS = 52 * N_WORDS
ACTIONS = HISTORY + 2 * N_ACTIONS  # the legal actions of each position of the stack
MOST_ACTIONS = 568
TABLE = ACTIONS + DEPTH * MOST_ACTIONS  # the rows of the table; its keys follow

# A row: bounds of the value, the best action, how many positions it took to find out; or the values of max^n.
LOWER = 0
UPPER = 1
BEST = 2
WORK = 3
VALUES = 4
ROW = 8

PILE_WORDS = 6  # ten cards a word: the pile, what was taken of it in this turn, the stock


def key_size(players: int) -> int:
    """How many ints a key has."""
    return 2 * players + 4 + PILE_WORDS


def room_size(players: int, slots: int) -> int:
    """How many ints a room has whose table holds so many positions."""
    return TABLE + slots * (ROW + key_size(players))


def write_key(g: Any, r: Any, room: Any) -> None:
    """Write all that the rest of the deal can depend on.

    Left out is what cannot matter any more: who knows of which card, how many actions there were, who threw a pile
    card that no turn to come can charge for, and the sets, which are the cards on the table that are in no run.
    """
    n = g.players
    for seat in range(n):
        room[KEY + seat] = g.hand[seat]
        room[KEY + n + seat] = g.placed[seat]
    at = KEY + 2 * n
    room[at] = g.runs
    room[at + 1] = g.starts
    charged = 0
    for seat in range(n):
        laid_off = g.layoffs[seat] if r.layoff_limit < NO_LIMIT else 0
        charged = charged << 13 | g.penalty[seat] // 50 << 4 | laid_off
    room[at + 2] = charged
    end = g.pile_len + g.taken
    facts = g.phase | g.turn << 2 | g.born << 4 | g.dark << 8 | g.must_finish << 9 | (g.direction + 1) << 10
    facts |= (g.head + 1) << 12 | g.fresh << 18 | g.pile_len << 24 | g.taken << 30 | g.stock_len << 36
    for back in range(1, 5):
        thrower = g.pile_by[end - back] + 1 if end >= back else 0
        facts |= thrower << (39 + 3 * back)
    room[at + 3] = facts
    at += 4
    for word in range(PILE_WORDS):
        room[at + word] = 0
    for place in range(end):
        room[at + place // 10] = room[at + place // 10] << 6 | g.pile[place]
    for below in range(g.stock_len):
        word = (end + below) // 10
        room[at + word] = room[at + word] << 6 | g.stock[below]


def slot_of(room: Any) -> int:
    """Where the key of the moment belongs: the first of its two slots."""
    h: int = 0
    for i in range(room[SIZE]):
        part = room[KEY + i]
        h = ((h ^ (part & MASK)) * 0x9E3779B1) & MASK
        h = ((h ^ (h >> 15) ^ (part >> 32)) * 0x85EBCA6B) & MASK
    h ^= h >> 13
    slot: int = h & (room[SLOTS] - 1) & ~1
    return slot


def holds(room: Any, slot: int) -> bool:
    """Whether this slot is that of the key of the moment."""
    if room[TABLE + slot * ROW + WORK] == 0:
        return False
    size = room[SIZE]
    at = TABLE + room[SLOTS] * ROW + slot * size
    for i in range(size):
        if room[at + i] != room[KEY + i]:
            return False
    return True


def look_up(g: Any, r: Any, room: Any) -> int:
    """Where the row of a position begins; -1 if the table does not have it."""
    write_key(g, r, room)
    slot = slot_of(room)
    if holds(room, slot):
        return TABLE + slot * ROW
    if holds(room, slot + 1):
        return TABLE + (slot + 1) * ROW
    return -1


def take_row(g: Any, r: Any, room: Any, work: int) -> int:
    """Give a position a row and return where that begins.

    A new position drives out the first of its two slots if that took no more work than itself, else the second.
    """
    write_key(g, r, room)
    slot = slot_of(room)
    if not holds(room, slot) and (holds(room, slot + 1) or room[TABLE + slot * ROW + WORK] > work):
        slot += 1
    row = TABLE + slot * ROW
    if not holds(room, slot):
        room[row + LOWER] = -FAR
        room[row + UPPER] = FAR
        room[row + BEST] = -1
        size = room[SIZE]
        at = TABLE + room[SLOTS] * ROW + slot * size
        for i in range(size):
            room[at + i] = room[KEY + i]
    room[row + WORK] = work
    return row
