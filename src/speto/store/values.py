"""What goes into a store and comes out: checks at the door, JSON, codes, and forgetting a person."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec
from msgspec import Struct

from speto.errors import BadText
from speto.protocol.messages import Due
from speto.store.api import Notes

_ID = re.compile(r"[!-.0-~]{1,100}")
"""Printable ASCII without a space and without a slash."""
UNKEPT = "a text or a number is asked for that no database can hold"
_UNKEPT = re.compile(r"[\x00\ud800-\udfff]")
"""What a database cannot keep in a text."""


class Command(Struct, frozen=True):
    """What :meth:`speto.store.api.Store.append` is asked to store."""

    table: str
    base: int
    id: str
    rows: Sequence[tuple[int | None, str, Mapping[str, Any]]]
    at: int
    due: Due | None
    notes: Notes | None = None
    standing: bytes | None = None

    @property
    def plain(self) -> bool:
        """Whether it changes the log and its table's row and nothing else, as nearly every command does."""
        seats = self.notes is not None and bool(self.notes.seats)
        return len(self.rows) == 1 and not seats and self.standing is None

    def check(self) -> Command:
        """The command itself. Raises BadText when its id or a name cannot be kept."""
        check_id(self.id)
        check_names(self.notes)
        if not self.rows:
            raise ValueError("a command has at least one row")
        return self


def check_id(id_: str) -> None:
    """Raises BadText when this cannot be the id of a command."""
    if not _ID.fullmatch(id_):
        raise BadText("a command's id is 1 to 100 letters, digits and signs of ASCII, without space and slash")


def check_names(notes: Notes | None) -> None:
    """Raises BadText when a person's name cannot be kept."""
    for person in notes.seats.values() if notes else ():
        if person is not None and _UNKEPT.search(person.name + person.member):
            raise BadText("a name holds a character that no text can hold")


def check_member(member: str) -> None:
    """Raises BadText for the empty member, which stands where somebody was forgotten."""
    if not member:
        raise BadText("no member was named")


def row_ids(id_: str, count: int) -> list[str]:
    """The ids of the rows of one command: the last one has the command's own.

    >>> row_ids("x", 3)
    ['x/1', 'x/2', 'x']
    """
    return [f"{id_}/{number}" for number in range(1, count)] + [id_]


def encoded(value: Mapping[str, Any]) -> str:
    """JSON for a column."""
    return msgspec.json.encode(value).decode()


def decoded(text: str) -> dict[str, Any]:
    """The object that a column holds."""
    return cast("dict[str, Any]", msgspec.json.decode(text))


def code_as_kept(code: str) -> str:
    """A code as somebody typed it, the way it is kept.

    >>> code_as_kept(" k7m4 ")
    'K7M4'
    """
    return code.strip().upper()[:20]


def invite_lengths() -> list[int]:
    """How long an invite code to try next: 4 letters, and more only when those are nearly all taken."""
    return [4] * 12 + [5] * 12 + [6] * 12 + [8] * 4


def forgotten(body: Mapping[str, Any]) -> dict[str, Any]:
    """A row's body without the person in it: ``member`` and the names beside it become empty.

    >>> forgotten({"seat": 1, "name": "Ann", "member": "6d0f"})
    {'seat': 1, 'name': '', 'member': ''}
    """
    return {key: "" if key in {"member", "name", "host"} else value for key, value in body.items()}


def nameless(record: str, seat: int) -> str:
    """A record, as JSON, without the name of one seat.

    >>> nameless('{"players":["Ann","Ben"]}', 0)
    '{"players":["","Ben"]}'
    """
    whole = decoded(record)
    whole["players"][seat] = ""
    return encoded(whole)
