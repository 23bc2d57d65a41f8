"""What one seat may see of a deal, as an object. The projection itself is ``kernel/see.py``."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from ..cards import Cards, parse_card
from ..dealing import AnyView
from .actions import legal_texts
from .kernel import entries as kernel
from .kernel.penalties import discard_price
from .kernel.scoring import held_value
from .kernel.see import unseen
from .kernel.state import N_WORDS
from .states import State
from .table import Table

if TYPE_CHECKING:
    from .deal import Deal


class View(Table, AnyView):
    """What one seat may see: the open table, its own hand, and of the others what everybody saw them take.

    Hidden cards are not in it, nor a way to them. Two views are equal when they show the same.

    >>> from speto.dummy.deal import Deal
    >>> deal = Deal(players=3, seed="tour")
    >>> view = deal.see(1)
    >>> view.hand == deal.hands[1], view.hands[0], view.stock_size, len(view.unseen)
    (True, Cards(''), 24, 42)
    """

    @classmethod
    def _of(cls, deal: Deal, seat: int) -> View:
        view = cls.__new__(cls)
        view._options = deal.options
        view.seat = None if seat < 0 else range(deal.players)[seat]
        view._g = State()
        kernel.see_at([deal._g], 0, seat, [view._g], 0)
        view._r = deal._r
        view._log = deal._log[: 1 + 3 * deal._log[0]]
        view._earlier = list(deal._earlier)
        view._actions = deal._actions.copy()
        view._starter = deal._starter
        view._opening = deal._first_seen()
        return view

    @property
    def unseen(self) -> Cards:
        """The cards that the viewer cannot place: in other hands, in the stock, or out of play."""
        return Cards(unseen(self._g))

    @property
    def legal(self) -> list[str]:
        """The viewer's legal actions; none when it is not the viewer's turn."""
        if self.seat is None or self.turn != self.seat:
            return []
        words = [0] * N_WORDS
        kernel.legal_at([self._g], 0, [self._r], words)
        return legal_texts(self._g, words)

    def cost_of_discard(self, card: str) -> tuple[int, int]:
        """What throwing this card of the viewer's hand costs at once (P4, P5), and minus what it counts if held."""
        number = parse_card(card)
        return discard_price(self._g, self._r, number), -held_value(self._r, 1 << number)

    def _facts(self) -> tuple[Any, ...]:
        return (self.seat, self.options, self._g, self._log, self._earlier, self._actions, self._starter)


TRIES = 2000
"""How often :func:`imagine` draws again before it builds a hand that can finish."""


def imagine(view: View, rng: random.Random) -> Deal:
    """A69: a uniformly random deal that looks like this to the viewer; known cards stay where they are.

    Two moments tell something of hidden cards: when another seat must end its turn in a knock (A15, A23), and when
    it still has a turn with the stock empty (A23). Then draws that leave it no action are thrown away. Where
    :data:`TRIES` of them were, about one such moment in a hundred, a hand is put together from melds instead: every
    possible one can come out, but not all of them equally often.

    Raises:
        LookupError: no deal was found that looks like this.
    """
    if not isinstance(view, View):
        raise TypeError("imagine takes what a seat sees: a View, such as deal.see(0)")
    from .deal import Deal
    from .finishing import build

    g = State()
    words = [0] * N_WORDS
    generator = [rng.getrandbits(32), rng.getrandbits(32) | 1]
    if not kernel.imagine_at([view._g], 0, [view._r], words, generator, [g], 0, TRIES):
        build(view, rng, g)
    return Deal._of_state(view, g)
