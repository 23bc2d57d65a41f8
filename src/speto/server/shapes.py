"""What HTTP requests and answers hold, as JSON; the messages of a socket are in ``speto.protocol.messages``."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from speto.protocol.messages import DummyView, LineView, Previewed, Setup, Status, TableView
from speto.records import Record


class Problem(Struct, omit_defaults=True):
    """Why a request is refused. ``code`` is a key of the page's catalogue, ``error`` a sentence for people.

    unreadable, unknown (no such table, record or code), illegal, not_yours, not_now, full (the store takes nothing),
    rate, origin, too_long, version (made by another version of the game), fault. ``reason`` is as in a nack, or one of
    the server's own.
    """

    code: str
    error: str
    rule: str | None = None
    reason: str | None = None


class CreateTable(Struct, forbid_unknown_fields=True):
    """A new table; the caller sits down in seat 0 and is the host.

    ``bots`` are the levels of bots for the seats after it, null where a person shall sit; a practice table is filled
    up with the best ones. ``ready`` says that the host is ready: when no seat is empty the first deal begins at once.
    """

    name: str
    setup: Setup = Setup()
    bots: list[str | None] = []
    ready: bool = False


class Created(Struct):
    """The new table: its id, the code that lets a friend sit down, the code that lets anybody watch."""

    table: str
    code: str
    watch: str
    seat: int


class TableInfo(Struct):
    """A table, for somebody who has its id or a code of it.

    ``id`` opens a socket. ``code`` is the invitation, ``watch`` the code to watch. Who came by the code to watch gets
    that one as ``id``, and no invitation. ``seat`` is the caller's own.
    """

    id: str
    code: str
    watch: str
    seat: int | None
    table: TableView


class Join(Struct, forbid_unknown_fields=True):
    """Sit down: in this seat, or in the first that is free."""

    name: str
    seat: int | None = None


class Joined(Struct):
    """Where the caller sits now."""

    table: str
    seat: int


class TableLine(Struct):
    """A table in a list. ``code`` and ``seat`` are those of somebody who sits there; ``deal`` is the deal's number in
    the match, ``turn`` the seat to act, ``names`` those of people and the levels of bots, "" for an empty seat.
    """

    table: str
    code: str
    seat: int | None
    status: Status
    deal: int
    turn: int | None
    names: list[str]
    totals: list[int]
    target: int | None
    rules: dict[str, Any]
    changed: int


class SeatLink(Struct):
    """What moves a seat to another device, for nobody but its owner: ``link`` is the page's address, ``/s#<secret>``.

    The secret stands behind ``#``, which no browser sends and no server's log gets to see.
    """

    secret: str
    link: str


class TakeSeat(Struct, forbid_unknown_fields=True):
    """This device takes the seat that the secret names."""

    secret: str


class RecordLine(Struct):
    """A finished deal in a list: the book of its table, and its number there."""

    book: str
    deal: int
    players: list[str]
    scores: list[int]
    ended: int


class Retry(Struct, forbid_unknown_fields=True):
    """A turn of a finished deal, to be played again up to this action of it, from 0."""

    name: str
    action: int


class RetrySent(Retry, forbid_unknown_fields=True, kw_only=True):
    """The same of a record that somebody has, of its deal with this number, from 0."""

    record: Record
    deal: int = 0


class DealSeed(Struct):
    """What a finished deal's deck follows from: 32 bytes in hex, the seed of ``speto.decks``."""

    seed: str


class Replayed(Struct):
    """A deal played again.

    ``frames[k]`` is the table after k actions with every hand in ``shown``; ``legal``, ``actions`` and ``actors`` are
    left empty in frames, for they are in ``actions`` and ``actors`` here. ``deals`` is how many deals the record has.
    """

    record: Record
    deals: int
    deal: int
    actions: list[str]
    actors: list[int]
    frames: list[DummyView]
    ledger: list[LineView]
    scores: list[int] | None


class Option(Struct, omit_defaults=True):
    """A house rule: its values, or the least and the most."""

    name: str
    rule: str
    values: list[Any] | None = None
    least: int | None = None
    most: int | None = None


class Rules(Struct):
    """What tables can be set to: presets with all their options, the options' values, the levels of bots."""

    game: str
    version: int
    presets: dict[str, dict[str, Any]]
    options: list[Option]
    levels: list[str]


class RuleText(Struct):
    """A rule by its id: one row of ``docs/rules.md``."""

    id: str
    section: str
    cells: dict[str, str]


class LessonLine(Struct):
    """A lesson in the list: its id, how many steps it has."""

    id: str
    steps: int


class LessonTry(Struct, forbid_unknown_fields=True):
    """The learner's actions since the lesson began, with the one that is tried now at the end; ``?40`` is an answer."""

    actions: list[str] = []


class LessonMove(Struct):
    """An action that was played, and the seat."""

    seat: int
    text: str


class LessonView(Struct):
    """Where a lesson stands.

    ``step`` counts the steps done; ``key`` names the next one in the page's catalogue, "" when the lesson is over.
    ``verdict``: what became of the last action: right, other (legal, but not what the step asks for), refused (by the
    rules: ``rule``, ``sentence``, ``reason``), wrong (an answer), "" when there was none. ``actions`` are those that
    did their steps: the page sends them again with the next one. ``happened`` is what was played since the one before.
    ``deal`` is the learner's view; ``previewed`` has the risk of each discard and the sum of a knock. ``choices`` are
    the answers to a question, ``hint`` does the step.
    """

    id: str
    step: int
    steps: int
    key: str
    verdict: Literal["", "right", "other", "refused", "wrong"]
    seat: int
    rules: dict[str, Any]
    actions: list[str]
    happened: list[LessonMove]
    deal: DummyView
    previewed: Previewed | None
    choices: list[int]
    hint: str
    rule: str | None = None
    sentence: str | None = None
    reason: str | None = None


class Deleted(Struct):
    """How many tables no longer know the caller's name."""

    tables: int


class Privacy(Struct):
    """What is kept about people, in two languages."""

    en: str
    th: str


class Health(Struct):
    """The server answers; ``store`` says whether the store does too."""

    status: Literal["ok", "failing"]
    store: bool
    build: str
    tables: int
    sockets: int
