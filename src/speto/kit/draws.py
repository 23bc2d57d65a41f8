"""What chance does in every kernel: a shuffled deck, a card of a set, one of the legal actions."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from .bits import low, popcount
from .rng import below


def shuffle(deck: MutableSequence[int], rng: MutableSequence[int]) -> None:
    """Make ``deck`` the 52 cards in a uniformly random order. Decks that people play come from speto.decks.

    >>> deck = [0] * 52
    >>> shuffle(deck, [1, 2])
    >>> deck[:4], sorted(deck) == list(range(52))
    ([17, 20, 26, 35], True)
    """
    for card in range(52):
        deck[card] = card
    for i in range(51, 0, -1):
        j = below(rng, i + 1)
        card = deck[i]
        deck[i] = deck[j]
        deck[j] = card


def nth(cards: int, n: int) -> int:
    """The n-th lowest card of a set, from 0, as a bit.

    >>> nth(0b1011, 2)
    8
    """
    for _ in range(n):
        cards &= cards - 1
    return cards & -cards


def some_of(cards: int, count: int, rng: MutableSequence[int]) -> int:
    """So many cards of a set, every choice equally likely.

    >>> bin(some_of(0b11110000, 2, [1, 2]))
    '0b10010000'
    """
    chosen = 0
    for left in range(popcount(cards), popcount(cards) - count, -1):
        bit = nth(cards, below(rng, left))
        chosen |= bit
        cards &= ~bit
    return chosen


def choose(words: Sequence[int], rng: MutableSequence[int]) -> int:
    """One of the legal actions, each equally likely: word × 52 + bit.

    >>> choose([0, 0b100], [1, 2])
    54
    """
    count = 0
    for word in range(len(words)):
        if words[word]:
            count += popcount(words[word])
    n = below(rng, count)
    for word in range(len(words)):
        if words[word]:
            here = popcount(words[word])
            if n < here:
                return word * 52 + low(nth(words[word], n))
            n -= here
    return -1
