"""Reading the ``start`` of a deal, of any game: its fields one by one, each card once, errors that name the field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from .cards import TEXTS, split_cards
from .errors import BadStart, SpetoError

T = TypeVar("T")


class Fields:
    """The fields of a start. ``rule`` is the game's rule about its pack and its players.

    Every method raises BadStart, with a sentence that names the field.

    >>> fields = Fields({"turn": 1, "pile": "7h Kd"}, ("turn", "pile"), "R1")
    >>> fields.number("turn", None, range(2), "R8"), fields.cards("pile")
    (1, [31, 24])
    >>> fields.claim(24, "stock")
    Traceback (most recent call last):
    speto.errors.BadStart: stock: Kd is in this position twice (R1)
    """

    def __init__(self, start: Mapping[str, object], keys: Sequence[str], rule: str) -> None:
        for key in start:
            if key not in keys:
                raise BadStart(f"start has no key {str(key)[:40]!r}: {', '.join(keys)}")
        self.start = start
        self.rule = rule
        self.seen = 0

    def number(self, key: str, default: int | None, among: range | None, rule: str) -> int:
        """A whole number."""
        value = self.start.get(key, default)
        if type(value) is not int:
            raise BadStart(f"{key} is not a whole number", rule)
        if among is not None and value not in among:
            raise BadStart(f"{key} is {value}: {among[0]} to {among[-1]}", rule)
        return value

    def text(self, key: str) -> str:
        """A text; empty if it is absent."""
        value = self.start.get(key, "")
        if not isinstance(value, str):
            raise BadStart(f"{key} is not a text of cards", self.rule)
        return value

    def list_of(self, key: str, kind: type) -> list[Any]:
        """A list of whole numbers, texts or lists; empty if it is absent."""
        values = self.start.get(key, [])
        if not isinstance(values, list) or any(type(value) is not kind for value in values):
            names = {int: "whole numbers", str: "texts", list: "lists"}
            raise BadStart(f"{key} is not a list of {names[kind]}", self.rule)
        return values

    def per_seat(self, key: str, kind: type, players: int, default: Any) -> list[Any]:
        """A list with an entry for each seat; the default for each if it is absent."""
        if key not in self.start:
            return [default] * players
        values = self.list_of(key, kind)
        if len(values) != players:
            raise BadStart(f"{key} has {len(values)} entries for {players} players", self.rule)
        return values

    def cards(self, key: str) -> list[int]:
        """The cards of a text, each of which lies nowhere else."""
        return self.claimed(key, self.text(key))

    def claimed(self, where: str, text: str) -> list[int]:
        """The cards of a text, each of which lies nowhere else."""
        found = located(where, split_cards, text)
        for card in found:
            self.claim(card, where)
        return found

    def claim(self, card: int, where: str) -> None:
        """Note that a card lies here."""
        if self.seen >> card & 1:
            raise BadStart(f"{where}: {TEXTS[card]} is in this position twice", self.rule)
        self.seen |= 1 << card

    def deck(self) -> list[int]:
        """The whole pack in the order in which it is dealt."""
        text = self.start["deck"]
        if not isinstance(text, str):
            raise BadStart("deck is a text of 52 cards", self.rule)
        cards = located("deck", split_cards, text)
        if len(cards) != 52:
            raise BadStart(f"deck has {len(cards)} cards, not 52", self.rule)
        return cards


def located(where: str, read: Callable[[str], T], text: str) -> T:
    """Read a text of a start; an error names the field."""
    try:
        return read(text)
    except SpetoError as error:
        raise BadStart(f"{where}: {error.sentence}", error.rule) from None


def deck_text(deck: Sequence[int]) -> str:
    """A deck as a start holds it."""
    return " ".join(TEXTS[card] for card in deck)
