"""What a deal and a view of it have in common: everything that lies open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..cards import Card, Cards
from ..dealing import AnyTable
from ..game import Outcome
from .kernel.state import KEEP, OVER

if TYPE_CHECKING:
    pass


class Table(AnyTable):
    """The open facts of a deal."""

    NAME = "Dammit"
    OVER = OVER

    _dealer: int | None
    _by: list[int]
    _seen: list[str]

    @property
    def dealer(self) -> int | None:
        """The seat that dealt; None if the deal started from a position."""
        return self._dealer

    @property
    def pile(self) -> list[Card]:
        """The play pile, oldest first."""
        return [Card(self._g.pile[place]) for place in range(self._g.pile_len)]

    @property
    def supports(self) -> tuple[Cards, ...]:
        """The cards of each support pile that may be seen here: in a view only those to keep four of."""
        return tuple(Cards(self._g.support[seat]) for seat in range(self.players))

    @property
    def randoms(self) -> tuple[Cards, ...]:
        """The cards of each random pile that may be seen here: in a view none."""
        return tuple(Cards(self._g.random[seat]) for seat in range(self.players))

    @property
    def deck(self) -> list[Card]:
        """The cards of the central deck that may be seen here, top first: in a view none."""
        cards = (self._g.deck[place] for place in reversed(range(self._g.deck_len)))
        return [Card(card) for card in cards if card >= 0]

    @property
    def deck_size(self) -> int:
        """How many cards the central deck has."""
        return int(self._g.deck_len)

    @property
    def support_sizes(self) -> tuple[int, ...]:
        """How many cards each support pile has."""
        return tuple(int(self._g.support_len[seat]) for seat in range(self.players))

    @property
    def random_sizes(self) -> tuple[int, ...]:
        """How many cards each random pile has."""
        return tuple(int(self._g.random_len[seat]) for seat in range(self.players))

    @property
    def known(self) -> tuple[Cards, ...]:
        """The cards that everybody saw each seat take, and that are still in its hand or support."""
        return tuple(Cards(self._g.known[seat]) for seat in range(self.players))

    @property
    def out(self) -> list[int]:
        """The seats that have dropped out, in order."""
        return [int(self._g.out[place]) for place in range(self._g.outs)]

    @property
    def turns(self) -> int:
        """How many turns are over (MA16)."""
        return int(self._g.turns)

    @property
    def keeping(self) -> bool:
        """Whether the seat to act chooses which four cards to keep (MA12)."""
        return bool(self._g.phase == KEEP)

    @property
    def actors(self) -> list[int]:
        """The seat that played each action."""
        return list(self._by)

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The place of each seat, 1 is best; None until the deal is over."""
        if not self.over:
            return None
        return tuple(int(self._g.place[seat]) for seat in range(self.players))

    @property
    def loser(self) -> int | None:
        """The seat that has the worst place alone; None if there is none, or while the deal goes on."""
        return None if self.scores is None else Outcome(self.scores, places=True).loser

    def __str__(self) -> str:
        from .text import table_text

        return table_text(self)
