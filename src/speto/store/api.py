"""What every store does, what it answers, and how it refuses.

A store is an append-only log of accepted commands for each table, with what lists and duties need beside it. It knows
no rules and reads no clock: every time, in ms since 1970, comes from the caller.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Literal, NamedTuple, Protocol, Self

from msgspec import Struct

from speto.errors import SpetoError
from speto.protocol.messages import Due, Status
from speto.protocol.row import Row

DAY = 24 * 60 * 60 * 1000
KEPT: Mapping[Status, int] = {
    "waiting": 2 * 7 * DAY,
    "playing": 12 * 7 * DAY,
    "between": 12 * 7 * DAY,
    "paused": 12 * 7 * DAY,
    "over": 4 * 7 * DAY,
}
"""How long a table stays after its last command, in ms, by its status."""

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The letters of codes: none that looks like another one, so no 0, O, 1 and I."""
WATCH_LETTERS = 10


class StoreError(SpetoError):
    """The store cannot do this; a sentence that an operator can act on."""


class StoreFull(StoreError):
    """There is no space to write. Nothing was stored, nothing is lost, and reading goes on."""


class StoreDown(StoreError):
    """The database does not answer. A command may be stored or not: asked again with the same id, it is stored once."""


class StoreNewer(StoreError):
    """A newer Speto has written this database."""


class NoTable(StoreError):
    """There is no such table, or it is gone."""


class Accepted(Struct, frozen=True):
    """The command is stored for good; ``seq`` is its last row."""

    seq: int


class Stale(Struct, frozen=True):
    """Nothing was stored: the log has gone on. ``missing`` are the rows after the caller's base."""

    head: int
    missing: list[Row]


class Repeated(Struct, frozen=True):
    """A command with this id is in the log already, as ``seq``; nothing was stored."""

    seq: int


Answer = Accepted | Stale | Repeated


class Person(Struct, frozen=True):
    """Who sits in a seat: a member's id (128 bits as text), and the name shown."""

    member: str
    name: str = ""


class Notes(Struct, frozen=True):
    """What lists tell of a table, so that none needs a replay. It is written together with a command.

    What is None stays as it was. ``summary`` is the caller's own and holds no names: they come from ``seats``.
    ``seats`` names only the seats whose person changes, and None for one that nobody holds any more.
    """

    status: Status | None = None
    public: bool | None = None
    summary: Mapping[str, Any] | None = None
    seats: Mapping[int, Person | None] = {}


class Codes(Struct, frozen=True):
    """What one needs to sit down at a table, and, quite another one, to watch it."""

    invite: str
    watch: str


class Found(Struct, frozen=True):
    """What a code is good for."""

    table: str
    role: Literal["invite", "watch"]


class Seated(Struct, frozen=True):
    """Whose seat a seat secret opens."""

    table: str
    seat: int
    member: str


class Listed(Struct, frozen=True):
    """A table in a list. ``seat`` is the asking member's, ``names`` are those of all persons by seat."""

    id: str
    game: str
    version: int
    status: Status
    public: bool
    head: int
    created: int
    updated: int
    summary: dict[str, Any]
    names: dict[int, str]
    seat: int | None = None


class Loaded(NamedTuple):
    """A table's secret and its log: the whole, or what comes after ``standing``."""

    secret: bytes
    rows: list[Row]
    standing: bytes | None = None


class Saved(Struct, frozen=True):
    """A finished deal: which one, when it ended, and its record as JSON."""

    table: str
    deal: int
    at: int
    game: str
    version: int
    json: bytes


class Store(Protocol):
    """A store. Open it with ``async with``, or call ``open`` and ``close``; use it from one event loop.

    Raises everywhere: StoreDown; StoreFull where something is written; BadText for a text or a number that no database
    can hold, such as half a character or a deal 2³², where it does not simply find nothing.
    """

    async def open(self) -> None:
        """Connect, and bring an old schema up to date. Raises StoreNewer, StoreError."""

    async def close(self) -> None:
        """Finish what is under way and let go of the database. A second time does nothing."""

    # The log.

    async def create(
        self,
        table: str,
        secret: bytes,
        row: Row,
        due: Due | None,
        *,
        game: str,
        version: int,
        notes: Notes = Notes(),  # noqa: B008 - frozen
    ) -> Codes:
        """Begin a table with its first row, which has ``seq`` 1, and make its codes.

        ``game`` and ``version`` say whose rules it is played by, for good. Raises StoreError when the id is taken.
        """

    async def append(
        self,
        table: str,
        base: int,
        id_: str,
        rows: Sequence[tuple[int | None, str, Mapping[str, Any]]],
        at: int,
        due: Due | None,
        notes: Notes | None = None,
        standing: bytes | None = None,
    ) -> Answer:
        """Store one command after row ``base``, with the table's next deadline: all of it, or nothing.

        ``id_`` is printable ASCII without a slash, at most 100 characters. A command has one row (seat, kind, body) as
        a rule; of several, the last one bears the id, the others ``id/1``, ``id/2`` and so on. ``notes`` are stored in
        the same moment. ``standing`` is JSON of the caller's own that says how the table stood after row ``base``:
        whoever has it needs only the rows from there on (:meth:`resume`). Raises NoTable.
        """

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """The log from the row after ``after`` on; nothing for a table that is not there."""

    async def load(self, table: str) -> Loaded | None:
        """The table's secret and its whole log."""

    async def resume(self, table: str) -> Loaded | None:
        """The table's secret, its last standing, and the log after that; the whole log if there is none."""

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """The last ``seq`` of each of these tables that is there."""

    async def due(self, now: int, limit: int = 100) -> list[str]:
        """Tables whose deadline has passed, the longest overdue first."""

    # Seats and codes.

    async def codes(self, table: str) -> Codes | None:
        """The table's codes."""

    async def find(self, code: str) -> Found | None:
        """What a code is good for; small letters will do."""

    async def seat_secret(self, table: str, seat: int) -> str | None:
        """128 bits that open this seat on another device, as 32 hex digits; None while no person sits there."""

    async def new_seat_secret(self, table: str, seat: int) -> str | None:
        """Make the seat's secret anew: the old one opens nothing any more."""

    async def find_seat(self, secret: str) -> Seated | None:
        """The seat that a seat secret opens."""

    # Lists.

    async def listed(self, table: str) -> Listed | None:
        """One table as lists show it."""

    async def tables_of(self, member: str, limit: int = 100) -> list[Listed]:
        """The tables where this member sits, the latest first."""

    async def public(self, since: int, limit: int = 100) -> list[Listed]:
        """The public tables that wait for people, or whose match has gone on since then; the newest first."""

    # Records.

    async def save_record(self, record: Saved, members: Mapping[int, str] | None = None) -> bool:
        """Keep a finished deal, and answer whether it is new: a second time does nothing.

        ``members`` are those who played it, by seat.
        """

    async def record(self, table: str, deal: int) -> Saved | None:
        """One finished deal."""

    async def records(self, table: str) -> list[Saved]:
        """The finished deals of a table, in order."""

    async def records_of(self, member: str, limit: int = 100) -> list[Saved]:
        """The finished deals that this member played, the latest first."""

    def all_records(self) -> AsyncIterator[Saved]:
        """Every finished deal, ordered by table and deal."""

    # Housekeeping.

    async def delete_member(self, member: str) -> list[str]:
        """Forget a person: names become empty in logs and records, and no seat and no record is theirs any more.

        Seat numbers and points stay. No standing is kept of a table where they were. Answers the tables whose log
        changed; whoever holds one loads it again.
        """

    async def sweep(self, now: int) -> list[str]:
        """Remove the tables that nobody has touched for longer than KEPT says; records stay. Answers their ids."""

    async def key(self, name: str) -> bytes:
        """32 secret bytes by this name, made at the first call, the same for every process on this database."""

    async def beat(self, now: int) -> int | None:
        """Note that a server lives, and answer when one last did."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def new_code(length: int) -> str:
    """A code from the system's randomness."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_secret() -> str:
    """A seat secret: 128 bits as hex digits."""
    return secrets.token_hex(16)
