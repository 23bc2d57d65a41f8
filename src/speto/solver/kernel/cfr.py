"""CFR+ on a tree of two players, and what a best answer to the average play gets.

The tree is breadth first. Of a node: ``info`` is its information set, or -1 at the end; ``mover`` 0 or 1; ``first`` and
``children`` say where its children are; ``value`` is what player 0 gets at the end. Of an information set: ``base`` is
where its actions are in ``regret``, ``total`` and ``play``. ``chance`` is how likely each node would be if both
players came its way.

Finding one's way needs perfect recall: an information set's nodes are all at one depth, and what its player did before
is the same in all of them.
"""

from __future__ import annotations

from typing import Any


def match_regrets(base: Any, regret: Any, play: Any) -> None:
    """Play each action in proportion to its regret; all alike where there is none."""
    for info in range(len(base) - 1):
        total = 0.0
        for i in range(base[info], base[info + 1]):
            total += regret[i]
        for i in range(base[info], base[info + 1]):
            play[i] = regret[i] / total if total > 0.0 else 1.0 / (base[info + 1] - base[info])


def average(base: Any, total: Any, play: Any) -> None:
    """The average play: each action in proportion to how often it was played."""
    match_regrets(base, total, play)


def spread(info: Any, mover: Any, first: Any, children: Any, base: Any, play: Any, reach: Any, roots: int) -> None:
    """How likely each player comes to each node by its own play: two numbers a node."""
    for node in range(roots):
        reach[2 * node] = 1.0
        reach[2 * node + 1] = 1.0
    for node in range(len(info)):
        if info[node] >= 0:
            at = base[info[node]]
            for i in range(children[node]):
                child = first[node] + i
                reach[2 * child] = reach[2 * node]
                reach[2 * child + 1] = reach[2 * node + 1]
                reach[2 * child + mover[node]] *= play[at + i]


def train(
    info: Any,
    mover: Any,
    first: Any,
    children: Any,
    value: Any,
    chance: Any,
    base: Any,
    regret: Any,
    total: Any,
    play: Any,
    reach: Any,
    worth: Any,
    now: Any,
    roots: int,
    begin: int,
    end: int,
) -> None:
    """Rounds ``begin`` to ``end`` of CFR+: the players in turn, later rounds with more weight in the average."""
    for number in range(begin, end):
        for player in range(2):
            match_regrets(base, regret, play)
            spread(info, mover, first, children, base, play, reach, roots)
            for i in range(len(now)):
                now[i] = 0.0
            sign = 1.0 if player == 0 else -1.0
            for node in range(len(info) - 1, -1, -1):
                if info[node] < 0:
                    worth[node] = sign * value[node]
                    continue
                at = base[info[node]]
                expected = 0.0
                for i in range(children[node]):
                    expected += play[at + i] * worth[first[node] + i]
                worth[node] = expected
                if mover[node] == player:
                    others = chance[node] * reach[2 * node + 1 - player]
                    mine = chance[node] * reach[2 * node + player] * number
                    for i in range(children[node]):
                        now[at + i] += others * (worth[first[node] + i] - expected)
                        total[at + i] += mine * play[at + i]
            for i in range(len(now)):
                regret[i] = max(regret[i] + now[i], 0.0)


def answer(
    info: Any,
    mover: Any,
    first: Any,
    children: Any,
    value: Any,
    chance: Any,
    base: Any,
    depth: Any,
    play: Any,
    reach: Any,
    worth: Any,
    now: Any,
    roots: int,
    player: int,
) -> float:
    """What a player gets who knows how the other plays and answers best. ``now`` holds what each action is worth.

    Depth by depth from the deepest: all nodes of an information set are weighed together before it chooses.
    """
    spread(info, mover, first, children, base, play, reach, roots)
    sign = 1.0 if player == 0 else -1.0
    for i in range(len(now)):
        now[i] = 0.0
    last = len(info)
    while last > 0:
        begin = last - 1
        while begin > 0 and depth[begin - 1] == depth[last - 1]:
            begin -= 1
        for node in range(begin, last):
            if info[node] >= 0 and mover[node] == player:
                others = chance[node] * reach[2 * node + 1 - player]
                for i in range(children[node]):
                    now[base[info[node]] + i] += others * worth[first[node] + i]
        for node in range(begin, last):
            if info[node] < 0:
                worth[node] = sign * value[node]
                continue
            at = base[info[node]]
            if mover[node] == player:
                best = 0
                for i in range(children[node]):
                    if now[at + i] > now[at + best]:
                        best = i
                worth[node] = worth[first[node] + best]
            else:
                worth[node] = 0.0
                for i in range(children[node]):
                    worth[node] += play[at + i] * worth[first[node] + i]
        last = begin
    result = 0.0
    for node in range(roots):
        result += chance[node] * worth[node]
    return result
