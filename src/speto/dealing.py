"""What the games of this house share above their kernels: a table, a deal, a view, and a game made of these.

A game's own classes add what its kernel knows. Kernel states are ``_g``; an action is a text outside and an int, a
*request*, inside.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar, Generic, Self, TypeVar

from . import decks
from .cards import Card, Cards, split_cards
from .errors import BadText, SpetoError
from .game import Line, Refusal
from .starts import deck_text

WORTH_COMPILED = 20_000
"""So many actions replayed by the plain kernel take about as long as importing Numba."""


def deck_and_seat(
    deck: str | Iterable[int] | None, seed: str | None, players: int, seat: int | None
) -> tuple[str, int]:
    """The deck of a deal as text, and the seat that its game names beside it: the starter, or the dealer.

    Without a deck one is shuffled, from ``seed`` (a text) if there is one, and the seat, if none is named, is drawn, as
    ``speto deal --seed`` does it. Raises BadText.
    """
    if seed is not None and not isinstance(seed, str):
        raise BadText(f"a seed is a text, not {seed!r:.40}", "A28")
    if deck is not None:
        cards = split_cards(deck) if isinstance(deck, str) else deck
        return deck_text([Card(card) for card in cards]), seat or 0
    shuffle = decks.fresh_seed() if seed is None else decks.seed_of_text(seed)
    if seat is None:
        seat = decks.first_starter(shuffle, players) if type(players) is int and players > 0 else 0
    return deck_text(decks.shuffled(shuffle)), seat


class AnyTable:
    """The open facts of a deal; a deal and a view of it have these in common."""

    NAME: ClassVar[str]
    """The game's name, for people."""
    OVER: ClassVar[int]
    """The kernel's phase of a deal that is over."""

    _options: Any
    _g: Any
    _actions: list[str]

    @property
    def options(self) -> Any:
        """The house rules, which are fixed when the deal starts."""
        return self._options

    @property
    def players(self) -> int:
        """How many play."""
        return int(self._g.players)

    @property
    def turn(self) -> int | None:
        """The seat to act; None when the deal is over."""
        return None if self.over else int(self._g.turn)

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return bool(self._g.phase == self.OVER)

    @property
    def held(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(int(self._g.held[seat]) for seat in range(self.players))

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards of each hand that may be seen here."""
        return tuple(Cards(self._g.hand[seat]) for seat in range(self.players))

    @property
    def actions(self) -> list[str]:
        """What has been played, as canonical texts."""
        return list(self._actions)


class AnyDeal(AnyTable):
    """One deal that is played."""

    _first: Any

    def copy(self) -> Self:
        """A deal that goes its own way from here."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._g = self._g.copy()
        twin._actions = self._actions.copy()
        return twin

    __copy__ = copy

    def _mark(self) -> None:
        """Undo goes back to here."""
        self._first = self.copy()

    @property
    @abstractmethod
    def legal(self) -> list[str]:
        """All legal actions, sorted by code points; none when the deal is over."""

    @abstractmethod
    def refuse(self, action: str) -> Refusal | None:
        """None if the action is legal, else the rule and the reason against it. Raises BadText."""

    @abstractmethod
    def play(self, action: str) -> None:
        """Play an action of the seat to act. Raises BadText, IllegalAction."""

    def play_all(self, actions: Sequence[str], played: int = 0) -> None:
        """Play actions in order, but for the first so many, which have been played.

        Raises:
            BadText, IllegalAction: the action at ``error.at[1]`` of the list; those before it have been played.
        """
        if isinstance(actions, str):
            raise BadText("actions come as a list of texts, not as one text", "R8")
        for number in range(played, len(actions)):
            try:
                self.play(actions[number])
            except SpetoError as error:
                raise error.located(None, number) from None

    def play_fast(self, actions: Sequence[str], replayer: Any) -> None:
        """As :meth:`play_all`, on the compiled kernel."""
        requests = []
        for action in actions:
            try:
                requests.append(self._request(action))
            except SpetoError:
                break
        self.play_all(actions, self._replay(requests, replayer))

    @abstractmethod
    def _request(self, action: str) -> int:
        """What a text asks of the kernel. Raises BadText."""

    @abstractmethod
    def _replay(self, requests: Sequence[int], replayer: Any) -> int:
        """Play requests on the compiled kernel until one is refused; returns how many were played."""

    def undo(self) -> str:
        """Take the last action back and return it.

        Raises:
            IndexError: there is nothing to take back.
        """
        first = self._first
        past = len(first._actions)
        if len(self._actions) <= past:
            raise IndexError("there is nothing to take back")
        *again, last = self._actions[past:]
        self.__dict__.update(first.copy().__dict__)
        self._first = first
        for action in again:
            self.play(action)
        return last

    @abstractmethod
    def see(self, seat: int | None) -> Any:
        """What a seat may see; None is a spectator. Raises BadText if there is no such seat."""

    def _viewer(self, seat: int | None) -> int:
        """The kernel's number of a viewer: -1 is a spectator."""
        if seat is not None and (type(seat) is not int or seat not in range(self.players)):
            raise BadText(f"there is no seat {seat!r:.20}: 0 to {self.players - 1}, or None for a spectator", "R1")
        return -1 if seat is None else seat

    @abstractmethod
    def position(self) -> dict[str, object]:
        """This moment as a record's ``start``. Raises BadStart."""

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        moment = "over" if self.over else f"seat {self.turn} to act"
        played = f"{self.players} players, {len(self._actions)} actions played"
        return f"<Deal of {self.NAME}: {self.options}, {played}, {moment}>"


class AnyView(AnyTable):
    """What one seat may see of a deal. Two views are equal when they show the same."""

    seat: int | None

    @property
    def hand(self) -> Cards:
        """The viewer's own cards; none for a spectator."""
        return Cards() if self.seat is None else self.hands[self.seat]

    def sorted_hand(self, order: str) -> list[list[Card]]:
        """The viewer's hand in groups: by ``suit``, from low to high in each, or by ``rank``."""
        cards = list(self.hand)
        keys = sorted({card.suit for card in cards}) if order == "suit" else list(dict.fromkeys(c.rank for c in cards))
        return [[card for card in cards if key in (card.suit, card.rank)] for key in keys]

    @abstractmethod
    def _facts(self) -> tuple[Any, ...]:
        """Everything that it shows."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self._facts() == other._facts()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<View of seat {self.seat}, {len(self._actions)} actions played>"


O = TypeVar("O")  # noqa: E741
D = TypeVar("D", bound=AnyDeal)
V = TypeVar("V")


class DealGame(Generic[O, D, V]):
    """A game as :class:`speto.game.Game` wants it, made of its Options and its Deal."""

    name: ClassVar[str]
    defaults: Mapping[str, int]
    version = 1
    seats = range(2, 5)

    def __init__(self, options: Any, deal: Any) -> None:
        self._options = options
        self._deal = deal
        self._replayed = 0
        self._fast: Any = None

    def options(self, rules: Mapping[str, object]) -> O:
        """The house rules of a record's ``rules`` object."""
        read: O = self._options.read(rules)
        return read

    def rules(self, options: O) -> dict[str, object]:
        """The shortest ``rules`` object for these options."""
        short: dict[str, object] = options.rules()  # type: ignore[attr-defined]
        return short

    def fresh(self, options: O, players: int, deck: Sequence[int], start: Mapping[str, int]) -> dict[str, object]:
        """The start of a deal from a whole deck."""
        return {"deck": deck_text(deck), **self.defaults, **start}

    def start(self, options: O, players: int, start: Mapping[str, object]) -> D:
        """The deal at a deck or position."""
        deal: D = self._deal.from_start(start, players=players, rules=options)
        return deal

    def actor(self, state: D) -> int | None:
        """The seat to act."""
        return state.turn

    def legal(self, state: D) -> list[str]:
        """All legal actions."""
        return state.legal

    def refuse(self, state: D, action: str) -> Refusal | None:
        """Why an action is illegal, None if it is not."""
        return state.refuse(action)

    def apply(self, state: D, action: str) -> D:
        """The deal after an action."""
        deal = state.copy()
        deal.play(action)
        return deal

    def replay(self, state: D, actions: Sequence[str]) -> D:
        """The deal after many actions.

        Once this process has replayed enough to make up for the second that Numba takes to import, the compiled
        kernel does it, if it is there and compiled already. Both give the same.
        """
        deal = state.copy()
        self._replayed += len(actions)
        if self._fast is None and self._replayed >= WORTH_COMPILED:
            self._replayed = 0
            from .compiled import is_warm

            if is_warm():
                self._fast = import_module(f"speto.{self.name}.fast").Replayer()
        if self._fast is None:
            deal.play_all(actions)
        else:
            deal.play_fast(actions, self._fast)
        return deal

    def see(self, state: D, seat: int | None) -> V:
        """What a seat may see."""
        view: V = state.see(seat)
        return view

    def ledger(self, state: D) -> list[Line]:
        """Every point so far with its reason; none in a game of places."""
        return []

    def position(self, state: D) -> dict[str, object]:
        """The deal as a position."""
        return state.position()

    def text(self, shown: D | V) -> str:
        """The table as text."""
        return str(shown)
