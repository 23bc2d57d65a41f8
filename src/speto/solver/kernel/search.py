"""Two players, all cards open: alpha-beta to the end of the deal over every action there is.

A seat's *lead* is players × its points - all points: D times the number of its opponents, and so a whole number.
"""

from __future__ import annotations

from typing import Any

from ...dummy.kernel.legal import legal
from ...dummy.kernel.play import apply
from ...dummy.kernel.state import N_WORDS, OVER, W_DISCARD, W_KNOCK
from ...kit.bits import low
from ...kit.states import clone
from .room import (
    ACTIONS,
    BEST,
    F_ACTION,
    F_ALPHA,
    F_BEST,
    F_BETA,
    F_COUNT,
    F_FIRST,
    F_OLD,
    F_SINCE,
    F_TRIED,
    FAR,
    FRAME,
    FRAMES,
    HISTORY,
    LIMIT,
    LOWER,
    MOST_ACTIONS,
    N_ACTIONS,
    NODES,
    UPPER,
    look_up,
    take_row,
)


def lead(g: Any, seat: int) -> int:
    """Of a deal that is over: players × the seat's points - all points."""
    total: int = 0
    for other in range(g.players):
        total += g.score[other]
    ours: int = g.players * g.score[seat]
    return ours - total


def list_actions(g: Any, r: Any, words: Any, room: Any, at: int) -> int:
    """Write the legal actions, every one, from ``at`` on. Returns how many."""
    legal(g, r, words)
    count = 0
    for word in range(N_WORDS):
        bits = words[word]
        while bits:
            room[at + count] = word * 52 + low(bits)
            count += 1
            bits &= bits - 1
    return count


def search(states: Any, r: Any, words: Any, log: Any, room: Any) -> int:
    """The lead of seat 0 from ``states[1]`` on. FAR if that takes more positions than the limit.

    ``states[1 …]`` is the stack.
    """
    depth = 1
    room[FRAMES + FRAME + F_ALPHA] = -FAR
    room[FRAMES + FRAME + F_BETA] = FAR
    known = enter(states[depth], r, words, room, depth)
    while depth > 1 or not known:
        if known:
            heard = room[FRAMES + depth * FRAME + F_BEST]
            depth -= 1
            known = hear(states[depth], r, room, depth, heard)
        elif room[NODES] >= room[LIMIT]:
            return FAR
        else:
            action = next_action(states[depth], room, depth)
            clone(states, depth + 1, depth)
            depth += 1
            apply(states[depth], r, words, log, action)
            f = FRAMES + depth * FRAME
            room[f + F_ALPHA] = room[f - FRAME + F_ALPHA]
            room[f + F_BETA] = room[f - FRAME + F_BETA]
            known = enter(states[depth], r, words, room, depth)
    value: int = room[FRAMES + FRAME + F_BEST]
    return value


def enter(g: Any, r: Any, words: Any, room: Any, depth: int) -> bool:
    """Begin a position. True if its value, or a bound beyond the window, is known at once: then it is in F_BEST."""
    f = FRAMES + depth * FRAME
    room[f + F_SINCE] = room[NODES]
    room[NODES] += 1
    room[f + F_FIRST] = -1
    if g.phase == OVER:
        room[f + F_BEST] = lead(g, 0)
        return True
    row = look_up(g, r, room)
    if row >= 0:
        lower = room[row + LOWER]
        upper = room[row + UPPER]
        if lower == upper or lower >= room[f + F_BETA]:
            room[f + F_BEST] = lower
            return True
        if upper <= room[f + F_ALPHA]:
            room[f + F_BEST] = upper
            return True
        room[f + F_FIRST] = room[row + BEST]
    room[f + F_COUNT] = list_actions(g, r, words, room, ACTIONS + depth * MOST_ACTIONS)
    room[f + F_TRIED] = 0
    room[f + F_BEST] = -FAR if g.turn == 0 else FAR
    room[f + F_ACTION] = -1
    room[f + F_OLD] = room[f + F_ALPHA] if g.turn == 0 else room[f + F_BETA]
    return False


def next_action(g: Any, room: Any, depth: int) -> int:
    """The action to try next. The order changes how long it takes, never the value.

    First what was best here before, then what ended most searches; of equals first knocks, then what lays.
    """
    f = FRAMES + depth * FRAME
    at = ACTIONS + depth * MOST_ACTIONS
    tried = room[f + F_TRIED]
    room[f + F_TRIED] += 1
    best = tried
    most = -1
    for i in range(tried, room[f + F_COUNT]):
        other = room[at + i]
        weight = 4 * room[HISTORY + g.turn * N_ACTIONS + other]
        if other == room[f + F_FIRST]:
            weight = FAR
        elif other >= W_KNOCK * 52:
            weight += 3
        elif 52 <= other < W_DISCARD * 52:
            weight += 2
        if weight > most:
            most = weight
            best = i
    action: int = room[at + best]
    room[at + best] = room[at + tried]
    room[at + tried] = action
    return action


def hear(g: Any, r: Any, room: Any, depth: int, value: int) -> bool:
    """Take the value of the action just tried. True if this position's own value, or bound, is known by now."""
    f = FRAMES + depth * FRAME
    action = room[ACTIONS + depth * MOST_ACTIONS + room[f + F_TRIED] - 1]
    if (g.turn == 0 and value > room[f + F_BEST]) or (g.turn != 0 and value < room[f + F_BEST]):
        room[f + F_BEST] = value
        room[f + F_ACTION] = action
    best = room[f + F_BEST]
    alpha = room[f + F_ALPHA]
    beta = room[f + F_BETA]
    cut = best >= beta if g.turn == 0 else best <= alpha
    if not cut and room[f + F_TRIED] < room[f + F_COUNT]:
        if g.turn == 0:
            room[f + F_ALPHA] = max(alpha, best)
        else:
            room[f + F_BETA] = min(beta, best)
        return False
    if cut:
        room[HISTORY + g.turn * N_ACTIONS + action] += 1
    keep(g, r, room, f, cut)
    return True


def keep(g: Any, r: Any, room: Any, f: int, cut: bool) -> None:
    """Write to the table what is known of a position now.

    A seat whose actions are all no better than what it has elsewhere looked at them closely enough for one bound
    only; so did a seat that stopped early.
    """
    best = room[f + F_BEST]
    row = take_row(g, r, room, room[NODES] - room[f + F_SINCE])
    room[row + BEST] = room[f + F_ACTION]
    better = best > room[f + F_OLD] if g.turn == 0 else best < room[f + F_OLD]
    if (g.turn == 0 and better) or (g.turn != 0 and not cut):
        room[row + LOWER] = max(room[row + LOWER], best)
    if (g.turn != 0 and better) or (g.turn == 0 and not cut):
        room[row + UPPER] = min(room[row + UPPER], best)
