"""SQLite: one file, one thread that writes, one that reads, one that tidies.

Whatever waits to be written goes into one transaction, which is on the disk (``synchronous=FULL``) before anybody is
answered. So a busy server needs no more flushes than a quiet one. What the transactions leave in the write-ahead log
is moved into the file beside them, for that takes as long as many of them.
"""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from speto.errors import BadText, SpetoError
from speto.store import sql
from speto.store.api import Accepted, Answer, StoreDown, StoreError, StoreFull
from speto.store.migrations import HEAD
from speto.store.sqlstore import SqlStore
from speto.store.values import UNKEPT, Command

P = ParamSpec("P")
T = TypeVar("T")
Job = Callable[[], sql.Steps[Any]]

MOST = 500
"""How many jobs one transaction may hold."""
GATHER = 0.005
"""Seconds between the beginnings of two transactions when many write: who comes meanwhile shares the second's flush."""
TOGETHER = sqlite3.sqlite_version_info >= (3, 35)
"""Whether many commands can be stored by two statements; an older SQLite has not the words for that."""
TIDY = 1000
"""So many jobs leave enough in the write-ahead log to tidy it."""
PATIENCE = 10.0
"""Seconds to wait for another process that writes."""
SETTINGS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "journal_size_limit = 67108864")
_NO_SPACE = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR_WRITE,  # a limit on the size of files, or a quota
    sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_TRUNCATE,
}


class _Asked:
    """A job in the queue: what to do, who waits for it, and what came out."""

    def __init__(self, job: Job | None, command: Command | None = None) -> None:
        self.job = job
        self.command = command
        """What it stores, if that can be done together with others."""
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.answer: Any = None
        self.error: BaseException | None = None

    def settle(self) -> None:
        """Tell the one who waits, unless he has gone."""
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.answer)


class SqliteStore(SqlStore):
    """A store in one file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._queue: queue.SimpleQueue[_Asked] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None
        self._reading: sqlite3.Connection | None = None
        self._reader: ThreadPoolExecutor | None = None
        self._tidier: ThreadPoolExecutor | None = None

    async def open(self) -> None:
        """See Store."""
        self._reader = ThreadPoolExecutor(1, "speto-read")
        writing = await asyncio.get_running_loop().run_in_executor(self._reader, self._prepare)
        self._tidier = ThreadPoolExecutor(1, "speto-tidy")
        self._writer = threading.Thread(target=self._write_all, args=(writing,), name="speto-write", daemon=True)
        self._writer.start()

    def _prepare(self) -> sqlite3.Connection:
        with _said(self.path):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with suppress(FileExistsError):  # for the owner only: it holds secrets
                os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            writing = connect(self.path)
            try:
                upgrade(writing, self.path)
                writing.execute("PRAGMA wal_autocheckpoint = 0")
                self._reading = connect(self.path)
                self._reading.execute("PRAGMA query_only = ON")
            except BaseException:
                writing.close()
                raise
        return writing

    async def close(self) -> None:
        """See Store."""
        writer, self._writer = self._writer, None
        if writer is not None:
            last = _Asked(None)
            self._queue.put(last)
            await last.future
            writer.join()
        tidier, self._tidier = self._tidier, None
        if tidier is not None:
            tidier.shutdown()
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.shutdown()
        if self._reading is not None:
            self._reading.close()
            self._reading = None

    async def cap(self, pages: int) -> None:
        """Let the file have at most so many pages of 4096 bytes; fewer than it has means no more than now."""

        def steps() -> sql.Steps[None]:
            yield f"PRAGMA max_page_count = {pages:d}", ()

        await self._write(steps)

    async def _read(self, steps: Callable[P, sql.Steps[T]], *args: P.args, **more: P.kwargs) -> T:
        if self._reader is None or self._reading is None:
            raise StoreDown("the store is closed")
        job = partial(self._read_now, self._reading, steps(*args, **more))
        return await asyncio.get_running_loop().run_in_executor(self._reader, job)

    def _read_now(self, reading: sqlite3.Connection, steps: sql.Steps[T]) -> T:
        with _said(self.path):
            reading.execute("BEGIN")
            try:
                return drive(reading, steps)
            finally:
                reading.execute("COMMIT")

    async def _append(self, command: Command) -> Answer:
        answer: Answer = await self._ask(partial(sql.append, command), command if TOGETHER and command.plain else None)
        return answer

    async def _write(self, steps: Callable[P, sql.Steps[T]], *args: P.args, **more: P.kwargs) -> T:
        answer: T = await self._ask(partial(steps, *args, **more))
        return answer

    async def _ask(self, job: Job, command: Command | None = None) -> Any:
        if self._writer is None:
            raise StoreDown("the store is closed")
        asked = _Asked(job, command)
        self._queue.put(asked)
        return await asked.future

    # The thread that writes.

    def _write_all(self, writing: sqlite3.Connection) -> None:
        last: _Asked | None = None
        batch: list[_Asked] = []
        begun, jobs = 0.0, 0
        tidying: Future[None] | None = None
        while last is None:
            several = len(batch) > 1
            batch = [self._queue.get()]
            if several and (early := begun + GATHER - time.monotonic()) > 0:
                time.sleep(early)
            begun = time.monotonic()
            with suppress(queue.Empty):
                while len(batch) < MOST:
                    batch.append(self._queue.get_nowait())
            last = next((asked for asked in batch if asked.job is None), None)
            self._commit(writing, [asked for asked in batch if asked is not last])
            jobs += len(batch)
            if tidying is not None and tidying.done():
                tidying = None
                _tidy(writing)  # the little that came meanwhile: now the next transaction begins the log anew
            elif tidying is None and jobs >= TIDY and self._tidier is not None and last is None:
                jobs = 0
                tidying = self._tidier.submit(self._tidy)
        writing.close()
        _settle([last])

    def _tidy(self) -> None:
        """Move what is in the write-ahead log into the file; who writes goes on meanwhile."""
        with suppress(sqlite3.Error), closing(connect(self.path)) as tidying:
            _tidy(tidying)

    def _commit(self, writing: sqlite3.Connection, batch: list[_Asked]) -> None:
        """Do all of a batch in one transaction. If that fails, each alone: one may need what the others do not."""
        try:
            with _said(self.path), _transaction(writing):
                stored = _append_all(writing, [asked.command for asked in batch if asked.command is not None])
                for asked in batch:
                    asked.error = None
                    assert asked.job is not None
                    if asked.command is not None and stored.pop(asked.command.table, None) is not None:
                        asked.answer = Accepted(asked.command.base + 1)
                        continue
                    try:
                        asked.answer = drive(writing, asked.job())
                    except SpetoError as error:  # a refusal; nothing was written
                        asked.error = error
        except Exception as error:  # noqa: BLE001 - it goes to whoever waits
            if len(batch) > 1:
                for asked in batch:
                    self._commit(writing, [asked])
                return
            for asked in batch:
                asked.error = error
        _settle(batch)


def _append_all(writing: sqlite3.Connection, commands: list[Command]) -> dict[str, int]:
    """Store commands together, of each table the first; the new last row of each table where that was possible."""
    first: dict[str, Command] = {}
    for command in commands:
        first.setdefault(command.table, command)
    some, stored = list(first.values()), {}
    for begin in range(0, len(some), sql.AT_ONCE):
        stored.update(drive(writing, sql.append_all(some[begin : begin + sql.AT_ONCE])))
    return stored


def _tidy(connection: sqlite3.Connection) -> None:
    """Move into the file what is in the write-ahead log and no reader needs there."""
    with suppress(sqlite3.Error):  # no space, or another process tidies: it stays in the log
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def _settle(batch: list[_Asked]) -> None:
    """Wake those who wait: one call for each loop."""
    for loop in {asked.loop for asked in batch}:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_settle_here, [asked for asked in batch if asked.loop is loop])


def _settle_here(batch: list[_Asked]) -> None:
    for asked in batch:
        asked.settle()


def connect(path: Path) -> sqlite3.Connection:
    """A connection that commits only when told to, durably. Raises sqlite3.Error."""
    connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        for setting in SETTINGS:
            connection.execute(f"PRAGMA {setting}")
    except BaseException:
        connection.close()
        raise
    return connection


def upgrade(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the schema up to date. Raises StoreNewer; StoreError when the file belongs to another program."""
    if version(connection, path) == HEAD:
        return
    from speto.store.migrations import upgrade_sqlite

    upgrade_sqlite(connection, str(path))


def version(connection: sqlite3.Connection, path: Path) -> str | None:
    """The schema's version, None for an empty file. Raises StoreError when the file belongs to another program."""
    found = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if found and not found >= {"alembic_version", "commands"}:
        raise StoreError(f"{path} is a database of another program")
    if not found:
        return None
    rows = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    return rows[0][0] if rows else None


def backup(path: Path, target: Path) -> None:
    """Copy a database while it is in use: all of it as it is at one moment, into one new file.

    Raises StoreError when the target is there, or the database is not.
    """
    if not path.is_file():
        raise StoreError(f"there is no database {path}")
    if target.exists():
        raise StoreError(f"{target} is there already; a backup never writes over a file")
    part = target.with_name(target.name + ".part")
    try:
        with _said(target):
            os.close(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_RDWR, 0o600))
            source, copy = connect(path), sqlite3.connect(part, isolation_level=None)
            try:
                version(source, path)
                source.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
                if copy.execute("PRAGMA quick_check").fetchone() != ("ok",):
                    raise StoreError(f"{path} is damaged: its copy does not pass SQLite's check")
            finally:
                source.close()
                copy.close()
            _flush(part)
            part.replace(target)
            _flush(target.parent)
    finally:
        part.unlink(missing_ok=True)


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def drive(connection: sqlite3.Connection, steps: sql.Steps[T]) -> T:
    """Run the statements of steps and return their answer."""
    try:
        statement, values = next(steps)
        while True:
            found = connection.execute(sql.for_sqlite(statement), values).fetchall()
            statement, values = steps.send(found)
    except StopIteration as end:
        answer: T = end.value
        return answer


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # some errors have rolled back already
            connection.execute("ROLLBACK")
        raise


@contextmanager
def _said(path: Path) -> Iterator[None]:
    """Say in a sentence what SQLite or the system says."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code in _NO_SPACE:
            raise StoreFull(f"no space to write {path}: {error}") from error
        if code in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}:
            raise StoreError(f"{path} is no database, or it is damaged: {error}") from error
        if isinstance(error, sqlite3.OperationalError):
            raise StoreDown(f"cannot use {path}: {error}") from error
        raise
    except (UnicodeEncodeError, OverflowError):
        raise BadText(UNKEPT) from None
    except OSError as error:
        raise StoreError(f"cannot use {error.filename or path}: {error.strerror or error}") from error
