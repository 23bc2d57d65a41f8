"""PostgreSQL, for several servers on one database.

All commands that wait go in one statement, which is one transaction and one way to the database and back. It locks the
rows of its tables in the order of their ids, so that two servers never wait for each other in a ring.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, ParamSpec, TypeVar

import asyncpg

from speto.errors import BadText
from speto.store import shown, sql
from speto.store.api import Accepted, Answer, StoreDown, StoreError, StoreFull
from speto.store.migrations import HEAD, upgrade_postgres
from speto.store.sqlstore import SqlStore
from speto.store.values import UNKEPT, Command, encoded

P = ParamSpec("P")
T = TypeVar("T")

MOST = 500
"""How many commands one statement may hold."""
CONNECTIONS = 8
PATIENCE = 10.0
"""Seconds to wait for an answer."""
SETTINGS = {"application_name": "speto", "lock_timeout": "2s", "idle_in_transaction_session_timeout": "10s"}

APPEND = """
WITH asked AS (
  SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::bigint[], $5::int[], $6::text[], $7::text[], $8::text[],
                       $9::bigint[], $10::text[], $11::int[], $12::text[], $13::int[], $14::text[])
    AS a (table_id, base, id, at, seat, kind, body, member, due_at, due_kind, due_seat, status, public, summary)
), locked AS MATERIALIZED (
  SELECT t.id, t.head FROM tables t WHERE t.id = ANY ($1) ORDER BY t.id FOR NO KEY UPDATE
), won AS (
  UPDATE tables t
  SET head = t.head + 1, updated_at = a.at, due_at = a.due_at, due_kind = a.due_kind, due_seat = a.due_seat,
    status = coalesce(a.status, t.status), public = coalesce(a.public, t.public),
    summary = coalesce(a.summary, t.summary)
  FROM asked a JOIN locked l ON l.id = a.table_id
  WHERE t.id = a.table_id AND l.head = a.base AND t.head = a.base
    AND NOT EXISTS (SELECT 1 FROM commands c WHERE c.table_id = a.table_id AND c.id = a.id)
  RETURNING t.id, t.head
)
INSERT INTO commands (table_id, seq, id, at, seat, kind, body, member)
SELECT a.table_id, w.head, a.id, a.at, a.seat, a.kind, a.body, a.member FROM won w JOIN asked a ON a.table_id = w.id
RETURNING table_id, seq
"""
"""Commands of different tables. Whoever finds another head, or its own id in the log, stores nothing."""


class _Lost(StoreDown):
    """The connection is gone, so nobody knows whether the command is stored."""


class PostgresStore(SqlStore):
    """A store in a database that several processes may share."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._name = shown(url)
        self._pool: asyncpg.Pool | None = None
        self._waiting: list[tuple[Command, asyncio.Future[Answer]]] = []
        self._appending: asyncio.Task[None] | None = None
        self._single: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """See Store."""
        with _said(self._name):
            connection = await self._connect()
            try:
                version = await _version(connection, self._name)
            finally:
                await connection.close()
            if version != HEAD:
                await upgrade_postgres(self._connect, self._name)
            self._pool = await asyncpg.create_pool(
                self._url, min_size=0, max_size=CONNECTIONS, command_timeout=PATIENCE, server_settings=SETTINGS
            )

    async def _connect(self) -> asyncpg.Connection:
        return await asyncpg.connect(self._url, timeout=PATIENCE, server_settings={"application_name": "speto"})

    async def close(self) -> None:
        """See Store."""
        while self._appending is not None or self._single:
            await asyncio.wait({*self._single, *([self._appending] if self._appending else [])})
        pool, self._pool = self._pool, None
        if pool is not None:
            with suppress(StoreDown), _said(self._name):
                await asyncio.wait_for(pool.close(), PATIENCE)

    async def _read(self, steps: Callable[P, sql.Steps[T]], *args: P.args, **more: P.kwargs) -> T:
        # Each statement sees its own moment. That is enough: a log only grows.
        async def once() -> T:
            async with self._connection() as connection:
                return await drive(connection, steps(*args, **more))

        return await self._twice(once)

    async def _write(self, steps: Callable[P, sql.Steps[T]], *args: P.args, **more: P.kwargs) -> T:
        async def once() -> T:
            async with self._connection() as connection, connection.transaction():
                return await drive(connection, steps(*args, **more))

        return await self._twice(once)

    async def _twice(self, once: Callable[[], Awaitable[T]]) -> T:
        """Try again on a new connection: a database that was restarted leaves dead ones.

        If the first try was stored all the same, the second finds that: a command its id, a table itself.
        """
        try:
            return await once()
        except _Lost:
            if self._pool is not None:
                await self._pool.expire_connections()
            return await once()

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        if self._pool is None:
            raise StoreDown("the store is closed")
        with _said(self._name):
            async with self._pool.acquire(timeout=PATIENCE) as connection:
                yield connection

    # Commands, many at once.

    async def _append(self, command: Command) -> Answer:
        if not command.plain:
            return await self._write(sql.append, command)
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((command, future))
        if self._appending is None:
            self._appending = asyncio.create_task(self._append_all())
        return await future

    async def _append_all(self) -> None:
        try:
            while self._waiting:
                batch: dict[str, tuple[Command, asyncio.Future[Answer]]] = {}
                later = []
                for command, future in self._waiting:  # of each table the first
                    if command.table in batch or len(batch) == MOST:
                        later.append((command, future))
                    else:
                        batch[command.table] = command, future
                self._waiting = later
                stored = await self._append_batch([command for command, _ in batch.values()])
                for command, future in batch.values():
                    if command.table in stored:
                        _settle(future, Accepted(stored[command.table]))
                    else:
                        task = asyncio.create_task(self._answer(command, future))
                        self._single.add(task)
                        task.add_done_callback(self._single.discard)
        finally:
            self._appending = None

    async def _append_batch(self, commands: list[Command]) -> dict[str, int]:
        """Store what can be stored and answer with the rows by table; all others are tried alone, to learn why."""
        columns = zip(*map(_values, commands), strict=True)
        try:
            async with self._connection() as connection:
                return dict(await connection.fetch(APPEND, *columns))
        except (StoreError, asyncpg.PostgresError):
            return {}

    async def _answer(self, command: Command, future: asyncio.Future[Answer]) -> None:
        try:
            _settle(future, await self._write(sql.append, command))
        except Exception as error:  # noqa: BLE001 - it goes to whoever waits
            _settle(future, error)


def _values(command: Command) -> tuple[Any, ...]:
    ((seat, kind, body),) = command.rows
    due = command.due
    row = (command.id, command.at, seat, kind, encoded(body), body.get("member") or None)
    later = (due and due.at, due and due.kind, due and due.seat)
    return (command.table, command.base, *row, *later, *sql.noted(command.notes))


def _settle(future: asyncio.Future[Answer], answer: Answer | Exception) -> None:
    """Tell the one who waits, unless he has gone."""
    if future.done():
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)


async def _version(connection: asyncpg.Connection, name: str) -> str | None:
    """The schema's version, None for an empty database. Raises StoreError when it belongs to another program."""
    found = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    tables = {table for (table,) in found}
    if tables and not tables >= {"alembic_version", "commands"}:
        raise StoreError(f"{name} holds tables of another program; give Speto a database, or a schema, of its own")
    return await connection.fetchval("SELECT version_num FROM alembic_version") if tables else None


async def drive(connection: asyncpg.Connection, steps: sql.Steps[T]) -> T:
    """Run the statements of steps and return their answer."""
    try:
        statement, values = next(steps)
        while True:
            statement, values = steps.send(await connection.fetch(statement, *values))
    except StopIteration as end:
        answer: T = end.value
        return answer


@contextmanager
def _said(name: str) -> Iterator[None]:
    """Say in a sentence what PostgreSQL or the system says."""
    try:
        yield
    except asyncpg.DiskFullError as error:
        raise StoreFull(f"no space to write in {name}: {error}") from error
    except (asyncpg.DataError, UnicodeEncodeError):
        raise BadText(UNKEPT) from None
    except asyncpg.UniqueViolationError as error:
        raise StoreError(f"{name} has this already: {error}") from error
    except (
        asyncpg.InvalidAuthorizationSpecificationError,
        asyncpg.InvalidCatalogNameError,
        asyncpg.ClientConfigurationError,
        asyncpg.InsufficientPrivilegeError,
    ) as error:
        raise StoreError(f"cannot use {name}: {error}") from error
    except (
        asyncpg.PostgresConnectionError,
        asyncpg.InterfaceError,
        asyncpg.InternalClientError,  # the server has said goodbye, the connection is not closed yet
        asyncpg.OperatorInterventionError,
        OSError,
        TimeoutError,
    ) as error:
        raise _Lost(f"{name} does not answer: {error or type(error).__name__}") from error
    except (
        asyncpg.InsufficientResourcesError,
        asyncpg.TransactionRollbackError,
        asyncpg.LockNotAvailableError,
        asyncpg.ReadOnlySQLTransactionError,
        asyncpg.IdleInTransactionSessionTimeoutError,
    ) as error:
        raise StoreDown(f"{name} cannot do this now: {error}") from error
