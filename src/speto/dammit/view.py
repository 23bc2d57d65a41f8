"""What one seat may see of a deal, as an object. The projection itself is ``kernel/see.py``."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from ..cards import Cards, cards_text
from ..dealing import AnyView
from .actions import legal_texts
from .kernel import entries as kernel
from .kernel.see import unseen
from .kernel.state import N_WORDS
from .states import State
from .table import Table

if TYPE_CHECKING:
    from .deal import Deal


class View(Table, AnyView):
    """What one seat may see: the pile, its own hand, how many cards lie where, and which were seen taken.

    Hidden cards are not in it, nor a way to them. Two views are equal when they show the same.

    >>> from speto.dammit.deal import Deal
    >>> deal = Deal(players=3, seed="tour")
    >>> view = deal.see(1)
    >>> view.hand == deal.hands[1], view.hands[0], view.deck_size, len(view.unseen)
    (True, Cards(''), 15, 47)
    """

    @classmethod
    def _of(cls, deal: Deal, seat: int) -> View:
        view = cls.__new__(cls)
        view._options = deal.options
        view.seat = None if seat < 0 else range(deal.players)[seat]
        view._g = State()
        kernel.see_at([deal._g], 0, seat, [view._g], 0)
        view._dealer = deal._dealer
        view._seen = deal._seen.copy()
        view._by = deal._by.copy()
        history = zip(deal._actions, deal._seen, deal._by, strict=True)
        view._actions = [action if by == seat else seen for action, seen, by in history]
        return view

    @property
    def unseen(self) -> Cards:
        """The cards that the viewer cannot place, nor has seen anybody take."""
        return Cards(unseen(self._g))

    @property
    def choice(self) -> Cards:
        """The cards of which the viewer is to keep four; none at other times."""
        return Cards() if self.turn is None else self.supports[self.turn]

    @property
    def legal(self) -> list[str]:
        """The viewer's legal actions; none when it is not the viewer's turn."""
        if self.seat is None or self.turn != self.seat:
            return []
        words = [0] * N_WORDS
        kernel.legal_at([self._g], 0, words)
        return legal_texts(words)

    def _facts(self) -> tuple[Any, ...]:
        return (self.seat, self.options, self._g, self._actions, self._seen, self._by, self._dealer)


TRIES = 2000
"""How often :func:`imagine` draws again before it takes the way that is quick and not quite fair."""


def imagine(view: View, rng: random.Random) -> Deal:
    """A uniformly random deal that looks like this to the viewer, and to which the play so far could have led.

    Every hand, support pile, random pile and deck order that agrees with what the viewer saw is equally likely
    (``docs/architecture.md`` says what that is). If 2,000 draws find none, which is rare, one is built card by card.

    Raises:
        LookupError: no deal was found that looks like this.
    """
    if not isinstance(view, View):
        raise TypeError("imagine takes what a seat sees: a View, such as deal.see(0)")
    from .deal import Deal

    g = State()
    generator = [rng.getrandbits(32), rng.getrandbits(32) | 1]
    found = kernel.imagine_at([view._g], 0, generator, [g], 0, TRIES)
    if not found and not kernel.imagine_somehow_at([view._g], 0, generator, [g], 0, TRIES):
        raise LookupError("no deal was found that looks like this")
    return Deal._of_state(view, g)


def default(view: View) -> str:
    """A harmless action: a hand card that fits, such that the rest of the hand goes on as many ranks as can be.

    Without one, what is left; of cards to keep, four that go on many ranks.
    """
    if view.keeping:
        kept = 0
        for _ in range(4):
            kept |= max((1 << card for card in view.choice - kept), key=lambda bit: reach(kept | bit))
        return "~" + cards_text(kept)
    legal = view.legal
    hand = view.hand
    return max(legal, key=lambda action: reach(hand - action[1:]) if action[0] == "-" else -1)


def reach(cards: int) -> int:
    """On how many ranks these cards could be played.

    >>> reach(Cards("2c 4d")), reach(Cards("2c 2d"))
    (3, 2)
    """
    ranks = {card % 13 for card in Cards(cards)}
    return len({(rank + step) % 13 for rank in ranks for step in (1, -1)})
