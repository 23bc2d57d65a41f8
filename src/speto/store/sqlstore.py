"""A store in a database: every operation, handed to a driver that runs its statements in one transaction."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, ParamSpec, Self, TypeVar

from speto.protocol.messages import Due
from speto.protocol.row import Row
from speto.store import sql
from speto.store.api import Answer, Codes, Found, Listed, Loaded, Notes, Saved, Seated
from speto.store.values import Command, check_id, check_member, check_names, code_as_kept

P = ParamSpec("P")
T = TypeVar("T")
PAGE = 200
"""How many records are read at a time."""


class SqlStore(ABC):
    """What SQLite and PostgreSQL share."""

    @abstractmethod
    async def open(self) -> None:
        """See Store."""

    @abstractmethod
    async def close(self) -> None:
        """See Store."""

    @abstractmethod
    async def _read(self, steps: Callable[P, sql.Steps[T]], *args: P.args, **more: P.kwargs) -> T:
        """Run steps that only read."""

    @abstractmethod
    async def _write(self, steps: Callable[P, sql.Steps[T]], *args: P.args, **more: P.kwargs) -> T:
        """Run steps in one transaction, all or nothing, and answer when it is stored for good."""

    async def __aenter__(self) -> Self:
        try:
            await self.open()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

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
        return await self._write(sql.create, table, secret, row, due, game, version, notes)

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
        return await self._append(Command(table, base, id_, rows, at, due, notes, standing).check())

    async def _append(self, command: Command) -> Answer:
        return await self._write(sql.append, command)

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """See Store."""
        return await self._read(sql.rows, table, after)

    async def load(self, table: str) -> Loaded | None:
        """See Store."""
        return await self._read(sql.load, table)

    async def resume(self, table: str) -> Loaded | None:
        """See Store."""
        return await self._read(sql.resume, table)

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """See Store."""
        return await self._read(sql.heads, tables)

    async def due(self, now: int, limit: int = 100) -> list[str]:
        """See Store."""
        return await self._read(sql.due, now, limit)

    # Seats and codes.

    async def codes(self, table: str) -> Codes | None:
        """See Store."""
        return await self._read(sql.codes, table)

    async def find(self, code: str) -> Found | None:
        """See Store."""
        kept = code_as_kept(code)
        return await self._read(sql.find, kept) if kept.isalnum() else None

    async def seat_secret(self, table: str, seat: int) -> str | None:
        """See Store."""
        return await self._read(sql.seat_secret, table, seat)

    async def new_seat_secret(self, table: str, seat: int) -> str | None:
        """See Store."""
        return await self._write(sql.new_seat_secret, table, seat)

    async def find_seat(self, secret: str) -> Seated | None:
        """See Store."""
        return await self._read(sql.find_seat, secret) if secret.isalnum() else None

    # Lists.

    async def listed(self, table: str) -> Listed | None:
        """See Store."""
        return await self._read(sql.listed, table)

    async def tables_of(self, member: str, limit: int = 100) -> list[Listed]:
        """See Store."""
        return await self._read(sql.tables_of, member, limit)

    async def public(self, since: int, limit: int = 100) -> list[Listed]:
        """See Store."""
        return await self._read(sql.public, since, limit)

    # Records.

    async def save_record(self, record: Saved, members: Mapping[int, str] | None = None) -> bool:
        """See Store."""
        return await self._write(sql.save_record, record, members or {})

    async def record(self, table: str, deal: int) -> Saved | None:
        """See Store."""
        return await self._read(sql.record, table, deal)

    async def records(self, table: str) -> list[Saved]:
        """See Store."""
        return await self._read(sql.records, table)

    async def records_of(self, member: str, limit: int = 100) -> list[Saved]:
        """See Store."""
        return await self._read(sql.records_of, member, limit)

    async def all_records(self) -> AsyncIterator[Saved]:
        """See Store."""
        place = ("", -1)
        while found := await self._read(sql.records_after, *place, PAGE):
            for saved in found:
                yield saved
            place = (found[-1].table, found[-1].deal)

    # Housekeeping.

    async def delete_member(self, member: str) -> list[str]:
        """See Store."""
        check_member(member)
        return await self._write(sql.delete_member, member)

    async def sweep(self, now: int) -> list[str]:
        """See Store."""
        old = await self._read(sql.untouched, now)
        return sorted([table for table, status, by in old if await self._write(sql.remove, table, status, by)])

    async def key(self, name: str) -> bytes:
        """See Store."""
        return await self._write(sql.key, name)

    async def beat(self, now: int) -> int | None:
        """See Store."""
        return await self._write(sql.beat, now)
