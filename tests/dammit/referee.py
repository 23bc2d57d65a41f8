"""A slow, independent referee of Dammit, written from `rules.md` and `notation.md` alone.

It shares no code with the package. Cards are texts, piles are lists. Clear first, fast second.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

RANKS = "23456789TJQKA"
SUITS = "cdhs"
PACK = [rank + suit for rank in RANKS for suit in SUITS]
ORDER = {card: place for place, card in enumerate(PACK)}


def in_order(cards: list[str]) -> list[str]:
    """By rank, then suit."""
    return sorted(cards, key=ORDER.__getitem__)


def neighbours(rank: str) -> set[str]:
    """M5: one above and one below; the ace lies between king and two."""
    place = RANKS.index(rank)
    above = "2" if rank == "A" else RANKS[place + 1]
    below = "A" if rank == "2" else RANKS[place - 1]
    return {above, below}


class Referee:
    """One deal from its start, by the texts of a record."""

    def __init__(self, players: int, start: dict[str, Any], max_turns: int = 1000) -> None:
        self.players = players
        self.max_turns = max_turns
        self.turns: int = start.get("turns", 0)
        self.out: list[int] = list(start.get("out", []))
        self.choice: list[str] = []  # M12: the cards of which four are to be kept
        self.over = False
        if "turn" in start:
            empty = [""] * players
            self.hand, self.support, self.random = (
                [row.split() for row in start.get(name, empty)] for name in ("hands", "support", "random")
            )
            self.deck: list[str] = start.get("deck", "").split()
            self.pile: list[str] = start.get("pile", "").split()
            self.seat: int = start["turn"]
            return
        deck = start["deck"].split()
        assert sorted(deck) == sorted(PACK)
        left = (start["dealer"] + 1) % players  # MA23
        dealt: list[list[str]] = [[] for _ in range(players)]
        for place in range(12 * players):  # M2
            dealt[(left + place) % players].append(deck[place])
        self.hand = [cards[:4] for cards in dealt]  # M3, MA11
        self.support = [cards[4:8] for cards in dealt]
        self.random = [cards[8:] for cards in dealt]
        self.pile = [deck[12 * players]]  # M4
        self.deck = deck[12 * players + 1 :]
        self.seat = left  # M6

    def fits(self, card: str) -> bool:
        """M5, M10."""
        return not self.pile or card[0] in neighbours(self.pile[-1][0])

    def legal(self) -> list[str]:
        """MA21, as a player sends it."""
        if self.over:
            return []
        if self.choice:
            return sorted("~" + "".join(four) for four in combinations(in_order(self.choice), 4))
        hand, support = self.hand[self.seat], self.support[self.seat]
        found = [f"-{card}" for card in hand if self.fits(card)]
        if support:
            found.append("?")
        if not found:
            found.append("*" if hand else "!")
        return sorted(found)

    def outcomes(self, sent: str) -> list[str]:
        """What a record may hold for it, in order."""
        support, random = self.support[self.seat], self.random[self.seat]
        if sent == "?":
            return [f"?{card}" for card in in_order(support)]
        if sent == "!":
            return [f"!{card}" for card in in_order(random)]
        if sent[0] == "-" and not self.deck and support:
            return [f"{sent}&{card}" for card in in_order(support)]
        return [sent]

    def play(self, action: str) -> None:
        """Play a record's action. Raises AssertionError if there can be no such action here."""
        assert any(action in self.outcomes(sent) for sent in self.legal()), action
        seat, sign, rest = self.seat, action[0], action[1:]
        hand, support = self.hand[seat], self.support[seat]
        if sign == "-":
            self.hand_card(rest)
        elif sign == "?":
            support.remove(rest)
            if self.fits(rest):
                self.pile.append(rest)
            else:  # M8, MA1
                support += [*self.pile, rest]
                self.pile = []
        elif sign == "*":  # MA5
            support += self.pile
            self.pile = []
        elif sign == "!":
            self.random[seat].remove(rest)
            if self.fits(rest):
                self.pile.append(rest)
            else:  # M12, MA2
                picked, self.pile = [*self.pile, rest], []
                if len(picked) > 4:
                    self.choice = picked
                    return  # MA20: the turn goes on
                hand += picked
        else:
            kept = [rest[at : at + 2] for at in range(0, 8, 2)]
            hand += kept
            support += [card for card in self.choice if card not in kept]
            self.choice = []
        self.end_turn()

    def hand_card(self, text: str) -> None:
        """M7, M9, M11: from the hand, and one card instead."""
        card, _, came = text.partition("&")
        hand, support = self.hand[self.seat], self.support[self.seat]
        hand.remove(card)
        self.pile.append(card)
        if self.deck:
            hand.append(self.deck.pop(0))
        elif came:
            support.remove(came)
            hand.append(came)

    def count(self, seat: int) -> int:
        """How many cards a seat has."""
        return len(self.hand[seat]) + len(self.support[seat]) + len(self.random[seat])

    def end_turn(self) -> None:
        """M6, M13, MA13, MA14, MA16."""
        self.turns += 1
        if self.count(self.seat) == 0:
            assert not self.deck, "MA15"
            self.out.append(self.seat)
        if self.players - len(self.out) == 1 or self.turns == self.max_turns:
            self.over = True
            return
        self.seat = (self.seat + 1) % self.players
        while self.seat in self.out:
            self.seat = (self.seat + 1) % self.players

    def places(self) -> list[int]:
        """MA14, MA16."""
        found = []
        for seat in range(self.players):
            if seat in self.out:
                found.append(self.out.index(seat) + 1)
            else:
                fewer = [other for other in range(self.players) if self.count(other) < self.count(seat)]
                found.append(1 + len(fewer))
        return found

    def table(self) -> dict[str, Any]:
        """Everything on the table, to be compared."""
        support = self.support
        if self.choice:
            support = [self.choice if seat == self.seat else cards for seat, cards in enumerate(support)]
        return {
            "hands": [in_order(cards) for cards in self.hand],
            "support": [in_order(cards) for cards in support],
            "random": [in_order(cards) for cards in self.random],
            "deck": self.deck,
            "pile": self.pile,
            "out": self.out,
            "turn": None if self.over else self.seat,
            "turns": self.turns,
        }
