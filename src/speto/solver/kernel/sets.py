"""What the players of a grown tree can tell apart, what is settled without secrets, and the game after one choice.

What a player saw on the way to a node has a number: that of the first node and player of whom it is true,
2 × node + player. Of a node's row see ``turns.py``.
"""

from __future__ import annotations

from typing import Any

from .room import MASK
from .turns import ACTION, CHARGED, CHILDREN, DRAWN, FIRST, MOVER, NODE, PARENT, SETS, TURN, VALUE


def see_all(tree: Any, nodes: int, roots: int, seat: int, private: Any, seen: Any, slots: Any) -> None:
    """Number what both players saw, two numbers a node in ``seen``.

    ``private`` is what the other seat knows of each root. ``slots`` is scratch: zeros, a power of two of them, more
    than twice as many as numbers.
    """
    mask = len(slots) - 1
    for node in range(nodes):
        for player in range(2):
            slot = mix(tree, seen, private, seat, roots, node, player) & mask
            while slots[slot] and not same(tree, seen, private, seat, roots, node, player, slots[slot] - 1):
                slot = (slot + 1) & mask
            if slots[slot] == 0:
                slots[slot] = 2 * node + player + 1
            seen[2 * node + player] = slots[slot] - 1


def drawn_card(tree: Any, node: int, player: int) -> int:
    """The card that the player drew on the way to a node; -1 for one that it did not see."""
    card: int = tree[node * NODE + DRAWN]
    return card if tree[node * NODE + TURN] == player else -1


def mix(tree: Any, seen: Any, private: Any, seat: int, roots: int, node: int, player: int) -> int:
    """A hash of what a player saw."""
    if node < roots:
        h: int = player if player == seat else (private[node] ^ private[node] >> 26) & MASK
        return (h * 0x9E3779B1) & MASK
    at = node * NODE
    h = seen[2 * tree[at + PARENT] + player]
    h = ((h ^ tree[at + ACTION]) * 0x9E3779B1) & MASK
    h = ((h ^ h >> 15 ^ (drawn_card(tree, node, player) + 1)) * 0x85EBCA6B) & MASK
    for fact in range(SETS, CHARGED + 1):
        part = tree[at + fact]
        h = ((h ^ (part & MASK)) * 0x9E3779B1) & MASK
        h = ((h ^ h >> 15 ^ part >> 32) * 0x85EBCA6B) & MASK
    return h ^ h >> 13


def same(tree: Any, seen: Any, private: Any, seat: int, roots: int, node: int, player: int, number: int) -> bool:
    """Whether this number is of the same player, who saw the same."""
    other = number >> 1
    if number & 1 != player or (node < roots) != (other < roots):
        return False
    if node < roots:
        alike: bool = player == seat or private[node] == private[other]
        return alike
    a = node * NODE
    b = other * NODE
    if seen[2 * tree[a + PARENT] + player] != seen[2 * tree[b + PARENT] + player]:
        return False
    for fact in range(SETS, CHARGED + 1):
        if tree[a + fact] != tree[b + fact]:
            return False
    drawn = drawn_card(tree, node, player) == drawn_card(tree, other, player)
    return drawn and tree[a + ACTION] == tree[b + ACTION]


def settle(tree: Any, nodes: int, seen: Any, sizes: Any, settled: Any) -> None:
    """Give nodes below which nobody has anything to find out their value for seat 0, by going backwards.

    Such a node is 1 in ``settled``, and its row says the value. ``sizes`` is scratch: two zeros a node.
    """
    for node in range(nodes):
        if tree[node * NODE + CHILDREN]:
            sizes[seen[2 * node + tree[node * NODE + MOVER]]] += 1
    for node in range(nodes - 1, -1, -1):
        at = node * NODE
        settled[node] = 1
        if tree[at + CHILDREN]:
            mover = tree[at + MOVER]
            if sizes[seen[2 * node + mover]] > 1:
                settled[node] = 0
            first = tree[at + FIRST]
            best = tree[first * NODE + VALUE]
            for child in range(first, first + tree[at + CHILDREN]):
                value = tree[child * NODE + VALUE]
                best = max(best, value) if mover == 0 else min(best, value)
                if settled[child] == 0:
                    settled[node] = 0
            if settled[node]:
                tree[at + VALUE] = best


def below(
    tree: Any,
    roots: int,
    seen: Any,
    settled: Any,
    choice: int,
    order: Any,
    numbers: Any,
    info: Any,
    mover: Any,
    first: Any,
    children: Any,
    value: Any,
    depth: Any,
    base: Any,
) -> Any:
    """Write the game after one of the roots' choices, as ``cfr.py`` takes it. Returns its nodes, and their sets.

    ``order`` and ``numbers`` (zeros, two a node, and zeros they are left) are scratch.
    """
    count = roots
    for root in range(roots):
        order[root] = tree[root * NODE + FIRST] + choice
        depth[root] = 0
    sets = 0
    node = 0
    base[0] = 0
    while node < count:
        old = order[node]
        at = old * NODE
        info[node] = -1
        mover[node] = max(tree[at + MOVER], 0)
        first[node] = count
        children[node] = 0
        value[node] = 0
        if settled[old]:
            value[node] = tree[at + VALUE]
        else:
            number = seen[2 * old + mover[node]]
            children[node] = tree[at + CHILDREN]
            if numbers[number] == 0:
                base[sets + 1] = base[sets] + children[node]
                sets += 1
                numbers[number] = sets
            info[node] = numbers[number] - 1
            for i in range(children[node]):
                order[count] = tree[at + FIRST] + i
                depth[count] = depth[node] + 1
                count += 1
        node += 1
    for node in range(count):
        if info[node] >= 0:
            numbers[seen[2 * order[node] + mover[node]]] = 0
    return count, sets
