"""What a game is: the questions that records, command line, table, bots and environments ask of it.

Everything above this line is written against :class:`Game`, so a second game needs no second of anything.
An action is its text (``docs/notation.md``); a state is a deal of that game, opaque to everyone else.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, NamedTuple, Protocol, TypeVar

from .errors import BadText

O = TypeVar("O")  # noqa: E741
S = TypeVar("S")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is refused: the rule that forbids it, and a sentence.

    ``reason`` is the reason's key in a page's catalogue, "" where a game has no such keys.
    """

    rule: str
    sentence: str
    reason: str = field(default="", repr=False, compare=False)


class Line(NamedTuple):
    """One line of a ledger: points of a seat, and why.

    ``cards`` in canonical order without spaces, or None; ``action`` is the index of the action in the deal that
    caused it and ``by`` the seat that acted, or None (``docs/notation.md``, "The ledger").
    """

    seat: int
    code: str
    rule: str
    points: int
    cards: str | None = None
    action: int | None = None
    by: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """The line as it stands in a record: absent keys left out."""
        names = ("seat", "code", "rule", "points", "cards", "action", "by")
        return {name: value for name in names if (value := getattr(self, name)) is not None}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a deal ended: one number a seat, points (more is better) or places (1 is best)."""

    scores: tuple[int, ...]
    places: bool = False

    @property
    def loser(self) -> int | None:
        """The seat that has the worst place alone; None if there is none, and in a game of points."""
        worst = max(self.scores)
        alone = self.places and self.scores.count(worst) == 1
        return self.scores.index(worst) if alone else None


@dataclass(frozen=True, slots=True)
class Following:
    """What the deals so far settle.

    ``start``: the fields of the next deal's start that are no longer free, ``rules`` the rule that fixes each;
    ``totals``: sums over all finished deals; ``decided``: the match is over, ``winner`` its winner.
    """

    totals: tuple[int, ...]
    start: Mapping[str, int] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    decided: bool = False
    winner: int | None = None
    rule: str = ""


class Game(Protocol[O, S, V]):
    """One game. Methods never change the state that they are given."""

    @property
    def name(self) -> str:
        """What records and the command line call it."""

    @property
    def version(self) -> int:
        """Changes only when the same record would play out differently."""

    @property
    def seats(self) -> range:
        """How many can play."""

    @property
    def defaults(self) -> Mapping[str, int]:
        """Fields of a start that may be left out, and what they then are; first the seat that starts or deals."""

    def options(self, rules: Mapping[str, object]) -> O:
        """The house rules that a record's ``rules`` object names. Raises BadOptions."""

    def rules(self, options: O) -> dict[str, object]:
        """The shortest ``rules`` object for these options: the nearest preset and what differs from it."""

    def fresh(self, options: O, players: int, deck: Sequence[int], start: Mapping[str, int]) -> dict[str, object]:
        """The ``start`` of a deal from a whole deck; ``start`` holds the fields that :meth:`follow` fixed."""

    def start(self, options: O, players: int, start: Mapping[str, object]) -> S:
        """The state at a ``start``: a deck or a position. Raises BadStart, BadText."""

    def actor(self, state: S) -> int | None:
        """The seat that acts, None when the deal is over."""

    def legal(self, state: S) -> list[str]:
        """All legal actions, as a player sends them, sorted by code points; empty only when the deal is over."""

    def refuse(self, state: S, action: str) -> Refusal | None:
        """None if the action would be accepted. Raises BadText when the text is no action at all."""

    def chance(self, state: S, action: str) -> list[str]:
        """What a legal action may turn into, each equally likely: full texts as a record holds them.

        Just the action itself where nothing is drawn.
        """

    def apply(self, state: S, action: str) -> S:
        """The state after an action (with its chance outcome, if it has one). Raises IllegalAction, BadText."""

    def replay(self, state: S, actions: Sequence[str]) -> S:
        """:meth:`apply` over a list; an error carries the index of its action."""

    def see(self, state: S, seat: int | None) -> V:
        """What a seat may see; None is a spectator."""

    def told(self, state: S, action: str, seat: int | None) -> str:
        """What a seat hears of a full, legal action that is about to be played; None is a spectator.

        The seat that acts hears what all others hear, and behind it whatever only it may know: where all hear ``+``,
        it may hear ``+7h``. An action tells it something new exactly when this is none of its legal actions.
        """

    def imagine(self, view: V, rng: random.Random) -> S:
        """A uniformly random state among those that look like this view."""

    def default(self, view: V) -> str:
        """A legal action for a seat that does not answer; needs nothing that the seat may not see."""

    def outcome(self, state: S) -> Outcome | None:
        """None until the deal is over."""

    def ledger(self, state: S) -> list[Line]:
        """Every point so far with its reason."""

    def follow(self, options: O, players: int, deals: Sequence[S], before: Sequence[int] = ()) -> Following:
        """What the deals so far settle for the next one and for the match.

        ``before`` are the totals of deals that came before these, where nobody has those deals any more.
        """

    def position(self, state: S) -> dict[str, object]:
        """The state as a ``start``; only at the start of a turn. Raises BadStart elsewhere."""

    def text(self, shown: S | V) -> str:
        """The table as text, of a state or of a view."""


_HOMES = {"dummy": "speto.dummy.game", "dammit": "speto.dammit.game"}
_games: dict[str, Game[Any, Any, Any]] = {}


def register(game: Game[Any, Any, Any]) -> None:
    """Make a game known by its name."""
    _games[game.name] = game


def names() -> list[str]:
    """The games that can be played."""
    return sorted(set(_HOMES) | set(_games))


def game(name: str) -> Game[Any, Any, Any]:
    """The game of that name.

    Raises:
        BadText: there is no such game.
    """
    if name not in _games and name in _HOMES:
        register(import_module(_HOMES[name]).GAME)
    if name not in _games:
        raise BadText(f"there is no game {name[:40]!r}: {', '.join(names())}")
    return _games[name]
