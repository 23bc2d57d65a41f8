"""Two simple players: one at random for every game, and a greedy one for Dummy.

The greedy one looks one action ahead and weighs a few plain things; its weights are common sense, not tuned.
"""

from __future__ import annotations

import random
from typing import Any, Protocol

from speto.cards import TEXTS, Cards, cards_text, parse_card, parse_cards
from speto.dummy.kernel.finish import can_finish, can_finish_after
from speto.dummy.kernel.melds import ACES, FOUR, SPETOS, guards, layable
from speto.dummy.kernel.scoring import head_value, held_value, plain_value
from speto.dummy.view import View


class _Seen(Protocol):
    """What every game's view has."""

    @property
    def legal(self) -> list[str]: ...


def at_random(view: _Seen, rng: random.Random) -> str:
    """Any legal action, each equally likely; for every game.

    >>> from speto.dummy.deal import Deal
    >>> at_random(Deal(players=2, seed="tour").see(0), random.Random(1))
    '+'
    """
    return rng.choice(view.legal)


_RUNS = tuple(7 << 13 * suit + low for suit in range(4) for low in range(11))
_SETS = tuple(FOUR << rank & ~(1 << 13 * suit + rank) for rank in range(13) for suit in range(4))
TRIPLES: tuple[int, ...] = _RUNS + _SETS
"""All 96 melds of three cards; every meld holds one."""

TRIPLES_OF: tuple[tuple[int, ...], ...] = tuple(
    tuple(triple for triple in TRIPLES if triple >> card & 1) for card in range(52)
)
"""Those that hold a card, by card."""

_LONG_RUNS = tuple(
    ((1 << length) - 1) << 13 * suit + low for length in range(4, 14) for suit in range(4) for low in range(14 - length)
)
MELDS: tuple[int, ...] = (*TRIPLES, *(FOUR << rank for rank in range(13)), *_LONG_RUNS)
"""All 329 melds."""


class _Table:
    """The facts of a view as sets of bits, and what cards are worth."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat = view.seat or 0
        self.rules: Any = view.options.kernel()
        self.hand = int(view.hand)
        self.pile = sum(1 << card for card in view.pile)
        self.unseen = int(view.unseen)
        self.others = sum(int(known) for seat, known in enumerate(view.known) if seat != self.seat)
        self.sets = self.runs = self.starts = 0
        for meld in view.melds:
            if meld.is_set:
                self.sets |= int(Cards(meld.cards))
            else:
                self.runs |= int(Cards(meld.cards))
                self.starts |= 1 << meld.cards[0]
        self.layoffs_left = int(self.rules.layoff_limit) - view.layoffs[self.seat]
        self.born = view.born[self.seat]
        self.head = 0 if view.head is None else 1 << view.head

    def worth(self, cards: int, in_set: bool) -> int:
        """The points of cards that are laid."""
        bonus = 0
        if self.rules.head_bonus and cards & self.head:
            cards &= ~self.head
            bonus = head_value(self.head.bit_length() - 1)
        aces = self.rules.ace_set if in_set else self.rules.ace_run
        return int(plain_value(cards) + aces * (cards & ACES).bit_count() + bonus)

    def held(self, cards: int) -> int:
        """What cards cost if they are held at the end of the deal."""
        return int(held_value(self.rules, cards))

    def layable(self) -> int:
        """The cards that fit a meld on the table."""
        return int(layable(self.sets, self.runs, self.starts, self.rules.qka_closed))

    def finishes_after(self, cards: int, meld: int) -> bool:
        """Whether a hand of these cards can be laid but for one, once this meld of them is laid."""
        return bool(
            can_finish_after(
                cards,
                self.sets,
                self.runs,
                self.starts,
                self.rules.qka_closed,
                self.layoffs_left,
                meld,
                _is_set(meld),
            )
        )

    def finishes_without(self, card: int, target: int) -> bool:
        """Whether the hand can be laid but for one, once this card is laid off on the meld of that one."""
        bit = 1 << card
        sets, runs, starts = self.sets, self.runs, self.starts
        if card % 13 == target % 13:
            sets |= bit
        else:
            runs |= bit
            if target > card:
                starts = starts & ~(bit << 1) | bit
        left = self.layoffs_left - 1
        return bool(can_finish(self.hand & ~bit, sets, runs, starts, self.rules.qka_closed, left))


def _is_set(meld: int) -> bool:
    low = (meld & -meld).bit_length() - 1
    return meld & ~(FOUR << low % 13) == 0


def best_melds(table: _Table, cards: int) -> tuple[int, list[int]]:
    """The melds among these cards, none sharing a card, that are worth most: their points and they."""
    return _best([(meld, table.worth(meld, _is_set(meld))) for meld in MELDS if meld & ~cards == 0])


def _best(melds: list[tuple[int, int]]) -> tuple[int, list[int]]:
    """Of melds with their points the disjoint ones that are worth most: with the first, or without it."""
    if not melds:
        return 0, []
    (meld, points), rest = melds[0], melds[1:]
    more, others = _best([entry for entry in rest if not entry[0] & meld])
    best = (points + more, [meld, *others])
    if any(entry[0] & meld for entry in rest):
        without = _best(rest)
        if without[0] > best[0]:
            return without
    return best


def greedy(view: View, rng: random.Random) -> str:
    """Dummy: picks up what gains points, lays what scores, knocks when it can, and throws what it can spare.

    >>> from speto.dummy.deal import Deal
    >>> greedy(Deal(players=2, seed="tour").see(0), random.Random(1))
    '+'
    """
    legal = view.legal
    if len(legal) == 1:
        return legal[0]
    table = _Table(view)
    if view.starting:
        return _take(table, legal)
    laying = [action for action in legal if action[0] == "=" or ">" in action]
    if laying and (lay := _lay(table, laying)):
        return lay
    discards = [action for action in legal if action[0] == "-"]
    if not discards:
        return legal[0]
    cost = {action: _price(table, parse_card(action[1:])) for action in discards}
    least = min(cost.values())
    return rng.choice([action for action in discards if cost[action] == least])


def _take(table: _Table, legal: list[str]) -> str:
    """The pickup that gains most, or a draw."""
    pickups = [(_gain(table, parse_cards(action[1:])), action) for action in legal if action[0] == "^"]
    gain, action = max(pickups, default=(0.0, ""))
    other = "+" if "+" in legal else "."
    # With the stock empty every pickup that is legal leads to a knock.
    return action if gain > 0 or (other == "." and action) else other


def _gain(table: _Table, meld: int) -> float:
    """What a pickup is worth: points laid now and soon, birth, and what it leaves in the hand.

    The cards that are left count for part of their price, since there is time to throw or lay them.
    """
    pile = table.view.pile
    deepest = next(place for place, card in enumerate(pile) if meld >> card & 1)
    taken = int(Cards(pile[deepest:]))
    rest = (table.hand | taken) & ~meld
    points, melds = best_melds(table, rest)
    left = rest
    for laid in melds:
        left &= ~laid
    sure = table.worth(meld, _is_set(meld)) + points
    late = 1 - min(table.view.stock_size, 20) / 25
    before = best_melds(table, table.hand)[0] if table.born else 0
    burden = late * (table.held(left) - table.held(table.hand & ~meld))
    birth = 0 if table.born else 20 + late * table.held(table.hand)
    knock = 60 if table.finishes_after(rest | meld, meld) else 0
    return sure - before - burden + birth + knock


def _lay(table: _Table, laying: list[str]) -> str | None:
    """A step to a knock if one can follow, else the meld or layoff that scores most; None to keep all."""
    steps = [action for action in laying if _finishes(table, action)]
    if not steps:
        _, melds = best_melds(table, table.hand)
        wanted = {f"={cards_text(meld)}" for meld in melds}
        steps = [action for action in laying if action in wanted]
        if not steps:
            kept = sum(melds)
            steps = [action for action in laying if ">" in action and not kept >> parse_card(action[:2]) & 1]
    return max(steps, key=lambda action: (_points(table, action), action), default=None)


def _finishes(table: _Table, action: str) -> bool:
    """Whether a knock in this turn can follow a meld or layoff."""
    if ">" in action:
        return table.finishes_without(parse_card(action[:2]), parse_card(action[3:]))
    return table.finishes_after(table.hand, parse_cards(action[1:]))


def _points(table: _Table, action: str) -> int:
    """The points of a meld or layoff."""
    if ">" in action:
        card, target = parse_card(action[:2]), parse_card(action[3:])
        return table.worth(1 << card, card % 13 == target % 13)
    meld = parse_cards(action[1:])
    return table.worth(meld, _is_set(meld))


def _price(table: _Table, card: int) -> float:
    """What throwing a card costs: a charge at once, what it may give away, and what it was good for.

    Less what it costs to hold it, which grows as the stock runs low.
    """
    view = table.view
    late = 1 - min(view.stock_size, 20) / 25
    charged = float(view.cost_of_discard(TEXTS[card])[0])
    if charged and not table.born and table.rules.unborn_penalties:
        charged *= 1.5
    held = table.held(1 << card) * (1 if table.born else 1.5)
    return charged + _danger(table, card) + _use(table, card) - late * held


def _use(table: _Table, card: int) -> float:
    """What a card is good for in the hand: each meld that it may become, by how near that is."""
    hand, pile, bit = table.hand, table.pile, 1 << card
    use = 0.0
    for triple in TRIPLES_OF[card]:
        others = triple & ~bit
        mine = (others & hand).bit_count()
        lying = (others & pile).bit_count()
        hidden = (others & table.unseen).bit_count()
        points = table.worth(triple, _is_set(triple))
        if mine == 2:
            use += 0.8 * points
        elif mine + lying == 2:
            use += 0.5 * points
        elif mine + lying + hidden == 2:
            use += points * (0.18 if mine else 0.12 if lying else 0.02)
    if table.layable() & bit:
        use += (0.9 if table.born else 0.4) * table.held(bit) * (table.layoffs_left > 0)
    return use


def _danger(table: _Table, card: int) -> float:
    """What a discard may give to others: melds with the pile, the charges that follow, and the fool's 50 points."""
    view, bit = table.view, 1 << card
    pile = table.pile
    danger = 0.0
    for triple in TRIPLES_OF[card]:
        others = triple & ~bit
        lying = others & pile
        held = others & ~pile & (table.unseen | table.others)
        if (lying | held) != others or not held:
            continue
        points = table.worth(triple, _is_set(triple))
        chance = 0.25 if lying else 0.06
        if held & table.others:
            chance *= 2
        lost = 0.5 * points
        if table.rules.head_feed and table.head & lying and guards(view.head) >> card & 1:
            lost += 50
        spetos = triple & SPETOS
        if spetos & (lying | held) and (table.rules.speto_feed or table.rules.speto_lure):
            lost += 50
        danger += chance * lost
    following = (table.seat + view.direction) % view.players
    if view.held[following] <= 4 and danger > 0:
        danger += 25 / view.held[following]
    return danger
