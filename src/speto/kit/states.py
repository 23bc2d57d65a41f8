"""What a search does with whole states, said so that it means the same interpreted and compiled."""

from __future__ import annotations

from typing import Any


def clone(states: Any, to: int, source: int) -> None:
    """Put a copy of one state in another's place.

    ``states[to] = states[source]`` would copy the bytes of a record when compiled, yet make two names of one
    object when interpreted.

    >>> class Pot:
    ...     def __init__(self, cards):
    ...         self.cards = cards
    ...
    ...     def copy(self):
    ...         return Pot(self.cards)
    >>> pots = [Pot(5), Pot(0)]
    >>> clone(pots, 1, 0)
    >>> pots[1].cards, pots[1] is pots[0]
    (5, False)
    """
    states[to] = states[source].copy()
