"""What a deal and a view of it have in common: everything that lies open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..cards import Card, Cards
from ..dealing import AnyTable
from ..game import Line
from .kernel.state import OVER, TAKE
from .ledger import read_log
from .position import melds_of, placer

if TYPE_CHECKING:
    pass


class Meld(NamedTuple):
    """A meld on the table: its cards from low to high, and the seat that placed each."""

    cards: tuple[Card, ...]
    seats: tuple[int, ...]

    @property
    def is_set(self) -> bool:
        """Whether it is a set; else it is a run."""
        return self.cards[0].rank == self.cards[1].rank

    def __str__(self) -> str:
        return " ".join(f"{card}/{seat}" for card, seat in zip(self.cards, self.seats, strict=True))


class Table(AnyTable):
    """The open facts of a deal."""

    NAME = "Dummy"
    OVER = OVER

    _r: Any
    _log: list[int]
    _earlier: list[Line]
    _starter: int | None
    _opening: Any  # what everybody saw of the first turn: with the actions, the public past

    @property
    def starting(self) -> bool:
        """Whether the turn is yet to begin, with a draw or a pickup."""
        return bool(self._g.phase == TAKE)

    @property
    def direction(self) -> int:
        """1 when turns go by rising seat numbers, else -1 (A26)."""
        return int(self._g.direction)

    @property
    def starter(self) -> int | None:
        """The seat that began the deal; None if it started from a position."""
        return self._starter

    @property
    def pile(self) -> list[Card]:
        """The discard pile, oldest first."""
        return [Card(self._g.pile[place]) for place in range(self._g.pile_len)]

    @property
    def pile_seats(self) -> list[int | None]:
        """Who discarded each card of the pile; None for the head."""
        seats = (int(self._g.pile_by[place]) for place in range(self._g.pile_len))
        return [seat if seat >= 0 else None for seat in seats]

    @property
    def head(self) -> Card | None:
        """The head card, wherever it lies now."""
        return Card(self._g.head) if self._g.head >= 0 else None

    @property
    def melds(self) -> list[Meld]:
        """The melds on the table: sets by rank, then runs by suit and rank."""
        return [
            Meld(tuple(Card(card) for card in cards), tuple(placer(self._g, card) for card in cards))
            for cards in melds_of(self._g)
        ]

    @property
    def stock_size(self) -> int:
        """How many cards the stock has."""
        return int(self._g.stock_len)

    @property
    def known(self) -> tuple[Cards, ...]:
        """Of each hand, the cards that everybody saw it take from the pile."""
        return tuple(Cards(self._g.known[seat]) for seat in range(self.players))

    @property
    def born(self) -> tuple[bool, ...]:
        """Who is born (R11)."""
        return tuple(bool(self._g.born >> seat & 1) for seat in range(self.players))

    @property
    def must_finish(self) -> bool:
        """Whether this turn must end in a knock (A15, A23)."""
        return bool(self._g.must_finish)

    @property
    def dark(self) -> bool:
        """Whether the seat to act was unborn when its turn began (A17)."""
        return bool(self._g.dark)

    @property
    def taken(self) -> int:
        """How many cards this turn's pickup took; 0 if there was none."""
        return int(self._g.taken)

    @property
    def penalties(self) -> tuple[int, ...]:
        """What each seat was charged so far in this deal, as positive sums (A31)."""
        return tuple(int(self._g.penalty[seat]) for seat in range(self.players))

    @property
    def layoffs(self) -> tuple[int, ...]:
        """How many cards each seat has laid off in this deal."""
        return tuple(int(self._g.layoffs[seat]) for seat in range(self.players))

    @property
    def knocker(self) -> int | None:
        """Who knocked."""
        return int(self._g.knocker) if self._g.knocker >= 0 else None

    @property
    def knock_card(self) -> Card | None:
        """The knock card, face up now that the deal is over (A60)."""
        return Card(self._g.knock_card) if self._g.knock_card >= 0 else None

    @property
    def ledger(self) -> list[Line]:
        """Every point so far, with its reason: penalties, and once the deal is over everything."""
        return [*self._earlier, *read_log(self._log)]

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The points of each seat, the sums of its ledger lines; None until the deal is over."""
        if not self.over:
            return None
        return tuple(int(self._g.score[seat]) for seat in range(self.players))

    def __str__(self) -> str:
        from .text import table_text

        return table_text(self)
