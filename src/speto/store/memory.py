"""A store in memory: for tests, and for a server that may forget everything."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from msgspec import Struct

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
from speto.store.values import (
    Command,
    check_id,
    check_member,
    check_names,
    code_as_kept,
    decoded,
    encoded,
    forgotten,
    invite_lengths,
    nameless,
    row_ids,
)


class _Line(Struct):
    """A row as it is kept: its body is JSON, so that nobody changes it from outside."""

    id: str
    at: int
    seat: int | None
    kind: str
    body: str
    member: str | None


class _Kept(Struct):
    """A table."""

    id: str
    game: str
    version: int
    secret: bytes
    codes: Codes
    created: int
    updated: int
    due: Due | None
    status: Status = "waiting"
    public: bool = False
    summary: str = "{}"
    standing: tuple[int, bytes] | None = None
    lines: list[_Line] = []
    ids: dict[str, int] = {}
    seats: dict[int, Person] = {}
    seat_secrets: dict[int, str] = {}


class _Finished(Struct):
    """A record with the members who played it."""

    saved: Saved
    members: dict[int, str]


class MemoryStore:
    """Everything in this process, gone with it."""

    def __init__(self) -> None:
        self._tables: dict[str, _Kept] = {}
        self._codes: dict[str, Found] = {}
        self._records: dict[tuple[str, int], _Finished] = {}
        self._keys: dict[str, bytes] = {}
        self._beat: int | None = None

    async def open(self) -> None:
        """Nothing to do."""

    async def close(self) -> None:
        """Nothing to do: what was stored stays until the process ends."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

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
        notes: Notes = Notes(),  # noqa: B008
    ) -> Codes:
        """See Store."""
        check_id(row.id)
        check_names(notes)
        if table in self._tables:
            raise StoreError(f"there is a table {table} already")
        found = Codes(self._new_code(invite_lengths()), self._new_code([WATCH_LETTERS] * 4))
        self._codes[found.invite] = Found(table, "invite")
        self._codes[found.watch] = Found(table, "watch")
        kept = self._tables[table] = _Kept(table, game, version, secret, found, row.at, row.at, due)
        self._add(kept, row.id, row.at, row.seat, row.kind, row.body)
        self._note(kept, notes)
        return found

    def _new_code(self, lengths: Sequence[int]) -> str:
        return next(code for code in map(new_code, lengths) if code not in self._codes)

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
        """See Store."""
        command = Command(table, base, id_, rows, at, due, notes, standing).check()
        kept = self._tables.get(table)
        if kept is None:
            raise NoTable(f"there is no table {table}, or it is gone")
        if id_ in kept.ids:
            return Repeated(kept.ids[id_])
        if base != len(kept.lines):
            return Stale(len(kept.lines), await self.rows(table, base))
        for row_id, (seat, kind, body) in zip(row_ids(id_, len(command.rows)), command.rows, strict=True):
            self._add(kept, row_id, at, seat, kind, body)
        kept.updated, kept.due = at, due
        if notes is not None:
            self._note(kept, notes)
        if standing is not None:
            kept.standing = base, standing
        return Accepted(len(kept.lines))

    def _add(self, kept: _Kept, id_: str, at: int, seat: int | None, kind: str, body: Mapping[str, Any]) -> None:
        kept.lines.append(_Line(id_, at, seat, kind, encoded(body), body.get("member") or None))
        kept.ids[id_] = len(kept.lines)

    def _note(self, kept: _Kept, notes: Notes) -> None:
        if notes.status is not None:
            kept.status = notes.status
        if notes.public is not None:
            kept.public = notes.public
        if notes.summary is not None:
            kept.summary = encoded(notes.summary)
        for seat, person in notes.seats.items():
            held = kept.seats.pop(seat, None)
            if person is not None:
                kept.seats[seat] = person
            if person is None or held is None or held.member != person.member:
                kept.seat_secrets.pop(seat, None)
                if person is not None:
                    kept.seat_secrets[seat] = new_secret()

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """See Store."""
        lines = self._tables[table].lines if table in self._tables else []
        return [
            Row(seq, line.id, line.at, line.seat, line.kind, decoded(line.body))
            for seq, line in enumerate(lines[after:], after + 1)
        ]

    async def load(self, table: str) -> Loaded | None:
        """See Store."""
        kept = self._tables.get(table)
        return None if kept is None else Loaded(kept.secret, await self.rows(table))

    async def resume(self, table: str) -> Loaded | None:
        """See Store."""
        kept = self._tables.get(table)
        if kept is None or kept.standing is None:
            return await self.load(table)
        seq, standing = kept.standing
        return Loaded(kept.secret, await self.rows(table, seq), standing)

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """See Store."""
        return {table: len(self._tables[table].lines) for table in tables if table in self._tables}

    async def due(self, now: int, limit: int = 100) -> list[str]:
        """See Store."""
        passed = [(kept.due.at, kept.id) for kept in self._tables.values() if kept.due and kept.due.at <= now]
        return [table for _, table in sorted(passed)[:limit]]

    # Seats and codes.

    async def codes(self, table: str) -> Codes | None:
        """See Store."""
        return self._tables[table].codes if table in self._tables else None

    async def find(self, code: str) -> Found | None:
        """See Store."""
        return self._codes.get(code_as_kept(code))

    async def seat_secret(self, table: str, seat: int) -> str | None:
        """See Store."""
        return self._tables[table].seat_secrets.get(seat) if table in self._tables else None

    async def new_seat_secret(self, table: str, seat: int) -> str | None:
        """See Store."""
        if await self.seat_secret(table, seat) is None:
            return None
        self._tables[table].seat_secrets[seat] = secret = new_secret()
        return secret

    async def find_seat(self, secret: str) -> Seated | None:
        """See Store."""
        for kept in self._tables.values():
            for seat, held in kept.seat_secrets.items():
                if held == secret:
                    return Seated(kept.id, seat, kept.seats[seat].member)
        return None

    # Lists.

    def _listed(self, kept: _Kept, member: str | None = None) -> Listed:
        names = {seat: kept.seats[seat].name for seat in sorted(kept.seats)}
        seat = max((seat for seat, person in kept.seats.items() if person.member == member), default=None)
        about = (kept.status, kept.public, len(kept.lines), kept.created, kept.updated, decoded(kept.summary))
        return Listed(kept.id, kept.game, kept.version, *about, names, seat)

    async def listed(self, table: str) -> Listed | None:
        """See Store."""
        return self._listed(self._tables[table]) if table in self._tables else None

    async def tables_of(self, member: str, limit: int = 100) -> list[Listed]:
        """See Store."""
        found = [self._listed(kept, member) for kept in self._tables.values()]
        found = [listed for listed in found if listed.seat is not None]
        return sorted(found, key=lambda listed: (-listed.updated, listed.id))[:limit]

    async def public(self, since: int, limit: int = 100) -> list[Listed]:
        """See Store."""
        found = [
            self._listed(kept)
            for kept in self._tables.values()
            if kept.public and (kept.status == "waiting" or (kept.status != "over" and kept.updated >= since))
        ]
        return sorted(found, key=lambda listed: (-listed.created, listed.id))[:limit]

    # Records.

    async def save_record(self, record: Saved, members: Mapping[int, str] | None = None) -> bool:
        """See Store."""
        if (record.table, record.deal) in self._records:
            return False
        self._records[record.table, record.deal] = _Finished(record, dict(members or {}))
        return True

    async def record(self, table: str, deal: int) -> Saved | None:
        """See Store."""
        found = self._records.get((table, deal))
        return None if found is None else found.saved

    async def records(self, table: str) -> list[Saved]:
        """See Store."""
        return [self._records[place].saved for place in sorted(self._records) if place[0] == table]

    async def records_of(self, member: str, limit: int = 100) -> list[Saved]:
        """See Store."""
        found = [record.saved for record in self._records.values() if member in record.members.values()]
        return sorted(found, key=lambda saved: (-saved.at, saved.table, -saved.deal))[:limit]

    async def all_records(self) -> AsyncIterator[Saved]:
        """See Store."""
        for place in sorted(self._records):
            yield self._records[place].saved

    # Housekeeping.

    async def delete_member(self, member: str) -> list[str]:
        """See Store."""
        check_member(member)
        touched = set()
        for kept in self._tables.values():
            for line in kept.lines:
                if line.member == member:
                    line.body, line.member = encoded(forgotten(decoded(line.body))), None
                    touched.add(kept.id)
            for seat in [seat for seat, person in kept.seats.items() if person.member == member]:
                del kept.seats[seat], kept.seat_secrets[seat]
                touched.add(kept.id)
            if kept.id in touched:
                kept.standing = None
        for record in self._records.values():
            for seat in [seat for seat, held in record.members.items() if held == member]:
                json = nameless(record.saved.json.decode(), seat).encode()
                saved = record.saved
                record.saved = Saved(saved.table, saved.deal, saved.at, saved.game, saved.version, json)
                del record.members[seat]
        return sorted(touched)

    async def sweep(self, now: int) -> list[str]:
        """See Store."""
        old = [kept.id for kept in self._tables.values() if kept.updated < now - KEPT[kept.status]]
        for table in old:
            found = self._tables.pop(table).codes
            del self._codes[found.invite], self._codes[found.watch]
        return sorted(old)

    async def key(self, name: str) -> bytes:
        """See Store."""
        return self._keys.setdefault(name, secrets.token_bytes(32))

    async def beat(self, now: int) -> int | None:
        """See Store."""
        before = self._beat
        self._beat = now if before is None else max(now, before)
        return before
