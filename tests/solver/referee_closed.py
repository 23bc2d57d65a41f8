"""The closed end of a deal a second time: every single action a move, worlds as deals, regrets in dictionaries.

What a player knows is written down as he would tell it: the cards he was first seen to hold, every action as it was
heard, and the cards that he drew himself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Any

from speto import Deal
from speto.cards import TEXTS

Known = tuple[object, ...]


@dataclass
class Node:
    """A moment in one world."""

    mover: int = -1
    known: Known = ()
    value: float = 0.0  # at an end, of seat 0
    after: dict[str, Node] = field(default_factory=dict)

    def size(self) -> int:
        return 1 + sum(node.size() for node in self.after.values())


class TooMany(Exception):
    pass


def worlds_at(deal: Deal) -> Iterator[Deal]:
    """Every deal that looks like this one to the seat to act, at the start of its turn."""
    assert deal.turn is not None
    seat, other = deal.turn, 1 - deal.turn
    view, start = deal.see(seat), deal.position()
    known = view.known[other]
    for hand in combinations(view.unseen, deal.held[other] - len(known)):
        rest = [card for card in view.unseen if card not in hand]
        for stock in permutations(rest, deal.stock_size):
            hands = [" ".join(map(str, deal.hands[seat]))] * 2
            hands[other] = " ".join(map(str, [*known, *hand]))
            world = {**start, "hands": hands, "stock": " ".join(TEXTS[card] for card in stock)}
            yield Deal.from_start(world, players=2, rules=deal.options)


def tree(deal: Deal, other: int, room: list[int], drawn: tuple[tuple[str, ...], ...] = ((), ()), base: int = 0) -> Node:
    """All that can follow in one world. ``base``: so many actions were played before the game began."""
    room[0] -= 1
    if room[0] < 0:
        raise TooMany
    if deal.over:
        assert deal.scores is not None
        return Node(value=float(deal.scores[0] - deal.scores[1]))
    assert deal.turn is not None
    seat = deal.turn
    first = str(room[1]) if seat == other else ""
    node = Node(seat, (seat, first, *deal.actions[base:], *drawn[seat]))
    for action in deal.legal:
        after = deal.copy()
        top = deal.stock[0] if action == "+" else None
        after.play(action)
        found = (
            drawn if top is None else tuple((*cards, str(top)) if i == seat else cards for i, cards in enumerate(drawn))
        )
        node.after[action] = tree(after, other, room, found, base)
    return node


@dataclass
class Solution:
    """Between these two lies the value of the game for seat 0."""

    least: float
    most: float


def solve(roots: list[Node], enough: float) -> Solution:
    """CFR with regrets that are never negative, in turns, until the best answers leave less than ``enough`` open."""
    regret: dict[Known, dict[str, float]] = {}
    total: dict[Known, dict[str, float]] = {}

    def play(sums: dict[Known, dict[str, float]], node: Node) -> dict[str, float]:
        found = sums.get(node.known)
        whole = sum(found.values()) if found else 0.0
        if not found or whole <= 0:
            return dict.fromkeys(node.after, 1 / len(node.after))
        return {action: found[action] / whole for action in node.after}

    def walk(node: Node, player: int, mine: float, others: float, more: dict[Known, dict[str, float]], n: int) -> float:
        if not node.after:
            return node.value if player == 0 else -node.value
        now = play(regret, node)
        if node.mover != player:
            return sum(
                share * walk(node.after[action], player, mine, others * share, more, n) for action, share in now.items()
            )
        values = {
            action: walk(node.after[action], player, mine * share, others, more, n) for action, share in now.items()
        }
        value = sum(now[action] * values[action] for action in now)
        gains = more.setdefault(node.known, dict.fromkeys(node.after, 0.0))
        sums = total.setdefault(node.known, dict.fromkeys(node.after, 0.0))
        for action in now:
            gains[action] += others * (values[action] - value)
            sums[action] += n * mine * now[action]
        return value

    rounds = 0
    while True:
        for _ in range(20):
            rounds += 1
            for player in (0, 1):
                more: dict[Known, dict[str, float]] = {}
                for root in roots:
                    walk(root, player, 1.0, 1 / len(roots), more, rounds)
                for known, gains in more.items():
                    kept = regret.setdefault(known, dict.fromkeys(gains, 0.0))
                    for action, gain in gains.items():
                        kept[action] = max(kept[action] + gain, 0.0)
        most = answer(roots, 0, lambda node: play(total, node))
        least = -answer(roots, 1, lambda node: play(total, node))
        if most - least < enough or rounds > 4000:
            return Solution(least, most)


def answer(roots: list[Node], player: int, play: Any) -> float:
    """What the best answer to a play gets: the information sets of the player decide with all their nodes at once."""
    weights: dict[int, float] = {}
    members: dict[Known, list[Node]] = {}
    todo = [(root, 1 / len(roots)) for root in roots]
    while todo:
        node, weight = todo.pop()
        weights[id(node)] = weight
        if node.mover == player:
            members.setdefault(node.known, []).append(node)
        now = play(node) if node.after else {}
        todo += [
            (after, weight if node.mover == player else weight * now[action]) for action, after in node.after.items()
        ]
    chosen: dict[Known, str] = {}

    def worth(node: Node) -> float:
        if not node.after:
            return node.value if player == 0 else -node.value
        if node.mover == player:
            return worth(node.after[choose(node.known)])
        return sum(share * worth(node.after[action]) for action, share in play(node).items() if share > 0)

    def choose(known: Known) -> str:
        if known not in chosen:
            nodes = members[known]
            chosen[known] = max(
                nodes[0].after, key=lambda action: sum(weights[id(node)] * worth(node.after[action]) for node in nodes)
            )
        return chosen[known]

    return sum(worth(root) for root in roots) / len(roots)


def values(deal: Deal, enough: float, most: int) -> dict[str, Solution]:
    """The value, for seat 0, of the game after each action of the seat to act, at the start of its turn.

    Raises TooMany if the trees have more nodes.
    """
    assert deal.turn is not None
    seat, other = deal.turn, 1 - deal.turn
    found: dict[str, list[Node]] = {}
    left = most
    for world in worlds_at(deal):
        assert world.see(seat).legal == deal.legal
        room = [left, int(world.hands[other])]
        root = tree(world, other, room)
        left = room[0]
        for action, after in root.after.items():
            found.setdefault(action, []).append(after)
    return {action: solve(roots, enough) for action, roots in found.items()}
