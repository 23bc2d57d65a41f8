"""What a store does, in SQL that SQLite and PostgreSQL both read: one definition for both.

Each function is a generator: it yields a statement with its values, is sent the rows, and returns its answer; a driver
runs it inside one transaction. Such a function raises a SpetoError only before it writes.
"""

from __future__ import annotations

import secrets
from collections.abc import Generator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar, cast

import msgspec

from speto.protocol.messages import Due, Status
from speto.protocol.row import Row
from speto.store.api import (
    KEPT,
    WATCH_LETTERS,
    Accepted,
    Answer,
    Codes,
    Found,
    Listed,
    Loaded,
    NoTable,
    Notes,
    Person,
    Repeated,
    Saved,
    Seated,
    Stale,
    StoreError,
    new_code,
    new_secret,
)
from speto.store.values import Command, decoded, encoded, forgotten, invite_lengths, nameless, row_ids

T = TypeVar("T")
Steps = Generator[tuple[str, tuple[Any, ...]], Sequence[Any], T]
"""Statements out, rows in, an answer at the end."""

LOCK = " FOR NO KEY UPDATE"
"""After a SELECT: whoever is first may write, others wait. A writer of SQLite is alone anyway."""
IN_ONE = 500
"""How many values a list in a statement may have."""


@lru_cache(maxsize=200)
def for_sqlite(statement: str) -> str:
    """The statement as SQLite reads it.

    >>> for_sqlite("SELECT head FROM tables WHERE id = $1 FOR NO KEY UPDATE")
    'SELECT head FROM tables WHERE id = ?1'
    """
    return statement.replace(LOCK, "").replace("$", "?")


# The log.

_ROW = "seq, id, at, seat, kind, body"
INSERT = (
    "INSERT INTO commands (table_id, seq, id, at, seat, kind, body, member) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
)
UPDATE = (
    "UPDATE tables SET head = $2, updated_at = $3, due_at = $4, due_kind = $5, due_seat = $6,"
    " status = coalesce($7, status), public = coalesce($8, public), summary = coalesce($9, summary) WHERE id = $1"
)
WON = (
    "WITH asked (id, base, command, at, due_at, due_kind, due_seat, status, public, summary) AS (VALUES {rows})"
    " UPDATE tables SET head = tables.head + 1, updated_at = a.at, due_at = a.due_at, due_kind = a.due_kind,"
    " due_seat = a.due_seat, status = coalesce(a.status, tables.status), public = coalesce(a.public, tables.public),"
    " summary = coalesce(a.summary, tables.summary) FROM asked a WHERE tables.id = a.id AND tables.head = a.base"
    " AND NOT EXISTS (SELECT 1 FROM commands c WHERE c.table_id = a.id AND c.id = a.command) RETURNING tables.id"
)
INSERT_ALL = "INSERT INTO commands (table_id, seq, id, at, seat, kind, body, member) VALUES {rows}"
AT_ONCE = 20
"""How many commands such statements hold: each number of them is a statement of its own."""


def create(table: str, secret: bytes, row: Row, due: Due | None, game: str, version: int, notes: Notes) -> Steps[Codes]:
    """Begin a table."""
    if (yield "SELECT 1 FROM tables WHERE id = $1", (table,)):
        raise StoreError(f"there is a table {table} already")
    facts = (table, game, version, row.seq, notes.status or "waiting", int(notes.public or False))
    times = (row.at, due and due.at, due and due.kind, due and due.seat)
    yield (
        (
            "INSERT INTO tables (id, game, version, head, status, public, summary, created_at, updated_at, due_at,"
            " due_kind, due_seat) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11)"
        ),
        (*facts, encoded(notes.summary or {}), *times),
    )
    yield "INSERT INTO secrets (table_id, secret) VALUES ($1, $2)", (table, secret)
    yield (
        INSERT,
        (table, row.seq, row.id, row.at, row.seat, row.kind, encoded(row.body), row.body.get("member") or None),
    )
    yield from _seat(table, notes.seats)
    invite = yield from _new_code(table, "invite", invite_lengths())
    watch = yield from _new_code(table, "watch", [WATCH_LETTERS] * 4)
    return Codes(invite, watch)


def _new_code(table: str, role: str, lengths: Sequence[int]) -> Steps[str]:
    for length in lengths:
        code = new_code(length)
        yield "INSERT INTO codes (code, table_id, role) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", (code, table, role)
        if (yield "SELECT 1 FROM codes WHERE code = $1 AND table_id = $2", (code, table)):
            return code
    raise AssertionError("no code was free")  # 32 letters, up to 8 of them


def append(command: Command) -> Steps[Answer]:
    """Store a command after the row that its sender knew as the last one."""
    table, base = command.table, command.base
    found = yield f"SELECT head FROM tables WHERE id = $1{LOCK}", (table,)
    if not found:
        raise NoTable(f"there is no table {table}, or it is gone")
    if repeated := (yield "SELECT seq FROM commands WHERE table_id = $1 AND id = $2", (table, command.id)):
        return Repeated(repeated[0][0])
    if (head := found[0][0]) != base:
        return Stale(head, (yield from rows(table, base)))
    head += len(command.rows)
    due, notes = command.due, command.notes
    values = (command.at, due and due.at, due and due.kind, due and due.seat, *noted(notes))
    yield UPDATE, (table, head, *values)
    ids = row_ids(command.id, len(command.rows))
    for seq, (row_id, (seat, kind, body)) in enumerate(zip(ids, command.rows, strict=True), base + 1):
        yield INSERT, (table, seq, row_id, command.at, seat, kind, encoded(body), body.get("member") or None)
    if notes is not None:
        yield from _seat(table, notes.seats)
    if command.standing is not None:
        yield (
            (
                "INSERT INTO standings (table_id, seq, body) VALUES ($1, $2, $3)"
                " ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, body = excluded.body"
            ),
            (table, base, command.standing.decode()),
        )
    return Accepted(head)


def append_all(commands: Sequence[Command]) -> Steps[dict[str, int]]:
    """Store commands of different tables in two statements; answers the new last row of each that was stored.

    Each has one row, seats nobody and brings no standing. One that finds another head, or its own id in the log, is
    left out: :func:`append` says why. For SQLite: PostgreSQL does all of it in one statement.
    """
    asked = []
    for command in commands:
        due = command.due
        later = (due and due.at, due and due.kind, due and due.seat)
        asked.append((command.table, command.base, command.id, command.at, *later, *noted(command.notes)))
    found = yield (WON.format(rows=_marks(len(asked), 10)), tuple(value for values in asked for value in values))
    won = {table for (table,) in found}
    stored = [command for command in commands if command.table in won]
    values = []
    for command in stored:
        ((seat, kind, body),) = command.rows
        place = (command.table, command.base + 1, command.id, command.at)
        values += [*place, seat, kind, encoded(body), body.get("member") or None]
    if stored:
        yield INSERT_ALL.format(rows=_marks(len(stored), 8)), tuple(values)
    return {command.table: command.base + 1 for command in stored}


@lru_cache
def _marks(rows: int, columns: int) -> str:
    """Numbered marks for rows of values.

    >>> _marks(2, 2)
    '($1, $2), ($3, $4)'
    """
    numbers = iter(range(1, rows * columns + 1))
    return ", ".join(f"({', '.join(f'${next(numbers)}' for _ in range(columns))})" for _ in range(rows))


def noted(notes: Notes | None) -> tuple[str | None, int | None, str | None]:
    """Status, public and summary as they are written; None leaves what is there."""
    if notes is None:
        return None, None, None
    public = None if notes.public is None else int(notes.public)
    return notes.status, public, None if notes.summary is None else encoded(notes.summary)


def _seat(table: str, persons: Mapping[int, Person | None]) -> Steps[None]:
    """Seat persons; a seat that changes its person gets another secret."""
    for seat, person in persons.items():
        held = yield "SELECT member FROM seats WHERE table_id = $1 AND seat = $2", (table, seat)
        if person is not None and held and held[0][0] == person.member:
            yield "UPDATE seats SET name = $3 WHERE table_id = $1 AND seat = $2", (table, seat, person.name)
            continue
        yield "DELETE FROM seats WHERE table_id = $1 AND seat = $2", (table, seat)
        if person is not None:
            values = (table, seat, person.member, person.name)
            yield "INSERT INTO seats (table_id, seat, member, name) VALUES ($1, $2, $3, $4)", values
            secret = (table, seat, new_secret())
            yield "INSERT INTO seat_secrets (table_id, seat, secret) VALUES ($1, $2, $3)", secret


def rows(table: str, after: int) -> Steps[list[Row]]:
    """The log from a row on."""
    found = yield f"SELECT {_ROW} FROM commands WHERE table_id = $1 AND seq > $2 ORDER BY seq", (table, after)
    return [Row(seq, row_id, at, seat, kind, decoded(body)) for seq, row_id, at, seat, kind, body in found]


def load(table: str) -> Steps[Loaded | None]:
    """Secret and log."""
    found = yield "SELECT secret FROM secrets WHERE table_id = $1", (table,)
    if not found:
        return None
    return Loaded(found[0][0], (yield from rows(table, 0)))


def resume(table: str) -> Steps[Loaded | None]:
    """Secret, last standing, and the log after it."""
    found = yield (
        (
            "SELECT x.secret, s.seq, s.body FROM secrets x LEFT JOIN standings s ON s.table_id = x.table_id"
            " WHERE x.table_id = $1"
        ),
        (table,),
    )
    if not found:
        return None
    secret, seq, body = found[0]
    return Loaded(secret, (yield from rows(table, seq or 0)), None if body is None else body.encode())


def heads(tables: Sequence[str]) -> Steps[dict[str, int]]:
    """The last row of each table."""
    answer: dict[str, int] = {}
    for first in range(0, len(tables), IN_ONE):
        some = tables[first : first + IN_ONE]
        marks = ", ".join(f"${number}" for number in range(1, len(some) + 1))
        found = yield f"SELECT id, head FROM tables WHERE id IN ({marks})", tuple(some)
        answer.update(dict(found))
    return answer


def due(now: int, limit: int) -> Steps[list[str]]:
    """Tables whose deadline has passed."""
    found = yield "SELECT id FROM tables WHERE due_at <= $1 ORDER BY due_at, id LIMIT $2", (now, limit)
    return [table for (table,) in found]


# Seats and codes.


def codes(table: str) -> Steps[Codes | None]:
    """A table's codes."""
    found = yield "SELECT role, code FROM codes WHERE table_id = $1", (table,)
    by_role = dict(found)
    return Codes(**by_role) if by_role else None


def find(code: str) -> Steps[Found | None]:
    """What a code is good for."""
    found = yield "SELECT table_id, role FROM codes WHERE code = $1", (code,)
    return Found(*found[0]) if found else None


def seat_secret(table: str, seat: int) -> Steps[str | None]:
    """The secret of a seat."""
    found = yield "SELECT secret FROM seat_secrets WHERE table_id = $1 AND seat = $2", (table, seat)
    return found[0][0] if found else None


def new_seat_secret(table: str, seat: int) -> Steps[str | None]:
    """Another secret for a seat that a person holds."""
    place = (table, seat)
    if not (yield f"SELECT secret FROM seat_secrets WHERE table_id = $1 AND seat = $2{LOCK}", place):
        return None
    secret = new_secret()
    yield "UPDATE seat_secrets SET secret = $3 WHERE table_id = $1 AND seat = $2", (*place, secret)
    return secret


def find_seat(secret: str) -> Steps[Seated | None]:
    """The seat that a secret opens."""
    found = yield (
        (
            "SELECT s.table_id, s.seat, s.member FROM seat_secrets x"
            " JOIN seats s ON s.table_id = x.table_id AND s.seat = x.seat WHERE x.secret = $1"
        ),
        (secret,),
    )
    return Seated(*found[0]) if found else None


# Lists.


def _list(which: str, order: str, values: tuple[Any, ...], member: str | None) -> Steps[list[Listed]]:
    found = yield (
        (
            "SELECT t.id, t.game, t.version, t.status, t.public, t.head, t.created_at, t.updated_at, t.summary,"
            f" s.seat, s.name, s.member FROM (SELECT * FROM tables WHERE {which} ORDER BY {order} DESC, id LIMIT $1) t"
            f" LEFT JOIN seats s ON s.table_id = t.id ORDER BY t.{order} DESC, t.id, s.seat"
        ),
        values,
    )
    listed: dict[str, Listed] = {}
    for table, game, version, status, public, head, created, updated, summary, seat, name, sitting in found:
        if table not in listed:
            about = decoded(summary)
            listed[table] = Listed(table, game, version, status, bool(public), head, created, updated, about, {})
        if seat is not None:
            listed[table].names[seat] = name
        if member is not None and sitting == member:
            listed[table] = msgspec.structs.replace(listed[table], seat=seat)
    return list(listed.values())


def listed(table: str) -> Steps[Listed | None]:
    """One table."""
    found = yield from _list("id = $2", "created_at", (1, table), None)
    return found[0] if found else None


def tables_of(member: str, limit: int) -> Steps[list[Listed]]:
    """A member's tables."""
    sits = "EXISTS (SELECT 1 FROM seats m WHERE m.table_id = tables.id AND m.member = $2)"
    return (yield from _list(sits, "updated_at", (limit, member), member))


def public(since: int, limit: int) -> Steps[list[Listed]]:
    """Public tables that wait, or are played at."""
    which = "public = 1 AND status <> 'over' AND (status = 'waiting' OR updated_at >= $2)"
    return (yield from _list(which, "created_at", (limit, since), None))


# Records.

_SAVED = "r.table_id, r.deal, r.at, r.game, r.version, r.json"


def _saved(found: Sequence[Any]) -> list[Saved]:
    return [Saved(table, deal, at, game, version, text.encode()) for table, deal, at, game, version, text in found]


def save_record(record: Saved, members: Mapping[int, str]) -> Steps[bool]:
    """Keep a finished deal."""
    place = (record.table, record.deal)
    if (yield "SELECT 1 FROM records WHERE table_id = $1 AND deal = $2", place):
        return False
    yield (
        (
            "INSERT INTO records (table_id, deal, at, game, version, json) VALUES ($1, $2, $3, $4, $5, $6)"
            " ON CONFLICT DO NOTHING"
        ),
        (*place, record.at, record.game, record.version, record.json.decode()),
    )
    for seat, member in members.items():
        yield (
            "INSERT INTO record_members (table_id, deal, seat, member) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            (*place, seat, member),
        )
    return True


def record(table: str, deal: int) -> Steps[Saved | None]:
    """One finished deal."""
    found = yield f"SELECT {_SAVED} FROM records r WHERE table_id = $1 AND deal = $2", (table, deal)
    return _saved(found)[0] if found else None


def records(table: str) -> Steps[list[Saved]]:
    """A table's finished deals."""
    return _saved((yield f"SELECT {_SAVED} FROM records r WHERE table_id = $1 ORDER BY deal", (table,)))


def records_of(member: str, limit: int) -> Steps[list[Saved]]:
    """A member's finished deals."""
    found = yield (
        (
            f"SELECT {_SAVED} FROM records r WHERE EXISTS (SELECT 1 FROM record_members m WHERE m.member = $1"
            " AND m.table_id = r.table_id AND m.deal = r.deal) ORDER BY r.at DESC, r.table_id, r.deal DESC LIMIT $2"
        ),
        (member, limit),
    )
    return _saved(found)


def records_after(table: str, deal: int, limit: int) -> Steps[list[Saved]]:
    """The next finished deals of all."""
    found = yield (
        f"SELECT {_SAVED} FROM records r WHERE (table_id, deal) > ($1, $2) ORDER BY table_id, deal LIMIT $3",
        (table, deal, limit),
    )
    return _saved(found)


# Housekeeping.


def delete_member(member: str) -> Steps[list[str]]:
    """Forget a person."""
    found = yield "SELECT table_id, seq, body FROM commands WHERE member = $1 ORDER BY table_id, seq", (member,)
    for table, seq, body in found:
        yield (
            "UPDATE commands SET body = $3, member = NULL WHERE table_id = $1 AND seq = $2",
            (table, seq, encoded(forgotten(decoded(body)))),
        )
    touched = {table for table, *_ in found}
    sat = yield "SELECT DISTINCT table_id FROM seats WHERE member = $1", (member,)
    touched.update(table for (table,) in sat)
    for table in sorted(touched):
        yield "DELETE FROM standings WHERE table_id = $1", (table,)
    yield "DELETE FROM seats WHERE member = $1", (member,)
    played = yield (
        (
            "SELECT r.table_id, r.deal, m.seat FROM records r"
            " JOIN record_members m ON m.table_id = r.table_id AND m.deal = r.deal"
            " WHERE m.member = $1 ORDER BY r.table_id, r.deal, m.seat"
        ),
        (member,),
    )
    for table, deal, seat in played:
        text = yield f"SELECT json FROM records WHERE table_id = $1 AND deal = $2{LOCK}", (table, deal)
        values = (table, deal, nameless(text[0][0], seat))
        yield "UPDATE records SET json = $3 WHERE table_id = $1 AND deal = $2", values
    yield "DELETE FROM record_members WHERE member = $1", (member,)
    return sorted(touched)


def untouched(now: int) -> Steps[list[tuple[str, Status, int]]]:
    """The tables that have outlived their time, each with its status and the time it was to be touched by."""
    answer: list[tuple[str, Status, int]] = []
    for status, kept in KEPT.items():
        values = (status, now - kept)
        found = yield "SELECT id FROM tables WHERE status = $1 AND updated_at < $2 ORDER BY id", values
        answer.extend((table, status, now - kept) for (table,) in found)
    return answer


def remove(table: str, status: Status, before: int) -> Steps[bool]:
    """Remove a table, unless somebody has touched it meanwhile."""
    found = yield f"SELECT status, updated_at FROM tables WHERE id = $1{LOCK}", (table,)
    if not found or found[0][0] != status or found[0][1] >= before:
        return False
    yield "DELETE FROM tables WHERE id = $1", (table,)
    return True


def key(name: str) -> Steps[bytes]:
    """A key, made at the first call."""
    values = (name, secrets.token_bytes(32))
    yield "INSERT INTO keys (name, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING", values
    return cast("bytes", (yield "SELECT secret FROM keys WHERE name = $1", (name,))[0][0])


def beat(now: int) -> Steps[int | None]:
    """Note that a server lives."""
    found = yield f"SELECT at FROM beats WHERE name = $1{LOCK}", ("server",)
    yield (
        (
            "INSERT INTO beats (name, at) VALUES ($1, $2)"
            " ON CONFLICT (name) DO UPDATE SET at = excluded.at WHERE excluded.at > beats.at"
        ),
        ("server", now),
    )
    return found[0][0] if found else None
