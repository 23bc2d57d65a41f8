"""SQLite: what is acknowledged is on the disk; a full disk loses nothing; many commands, one transaction."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.store.databases import begin, put, put_all

from speto.store import StoreError, open_store, sqlite
from speto.store.api import Accepted, Repeated, StoreDown, StoreFull
from speto.store.sql import Steps
from speto.store.sqlite import SqliteStore

ROOT = Path(__file__).parents[2]
BIG = {"text": "x" * 20_000}
WRITER = """
import asyncio, sys
from speto.store import open_store
from speto.store.api import Accepted, Stale
from tests.store.databases import begin, put

async def one(store, table, name):
    head = (await store.heads([table]))[table]
    for number in range(100_000):
        answer = await put(store, head, f"{name}-{number}", {"text": "x" * 300}, table=table)
        assert isinstance(answer, Accepted), answer
        head = answer.seq
        print(table, head, f"{name}-{number}", flush=True)

async def go(url, name):
    async with open_store(url) as store:
        await asyncio.gather(*(one(store, f"t{number}", name) for number in range(8)))

asyncio.run(go(*sys.argv[1:]))
"""


def path_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite://"))


def sqlite_store(url: str) -> SqliteStore:
    store = open_store(url)
    assert isinstance(store, SqliteStore)
    return store


def python(source: str, *words: str) -> subprocess.Popen[str]:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    return subprocess.Popen(
        [sys.executable, "-c", source, *words], env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


# On the disk.


def test_a_process_killed_amid_its_writes_loses_nothing_acknowledged(sqlite_url: str) -> None:
    async def prepare() -> None:
        async with open_store(sqlite_url) as store:
            for number in range(8):
                await begin(store, f"t{number}")

    async def check() -> None:
        async with open_store(sqlite_url) as store:
            for number in range(8):
                rows = await store.rows(f"t{number}")
                assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
                stored.update((f"t{number}", row.seq, row.id) for row in rows)
            heads = await store.heads([f"t{number}" for number in range(8)])
        assert heads == {table: max(seq for of, seq, _ in stored if of == table) for table in heads}

    asyncio.run(prepare())
    acknowledged: set[tuple[str, int, str]] = set()
    rng = random.Random(6)
    for life in range(4):
        with python(WRITER, sqlite_url, f"life{life}") as process:
            assert process.stdout is not None
            for _ in range(rng.randint(50, 400)):
                line = process.stdout.readline()
                assert line, process.stderr and process.stderr.read()
                table, seq, name = line.split()
                acknowledged.add((table, int(seq), name))
            process.kill()
            for line in process.stdout.read().splitlines(keepends=True):
                if line.endswith("\n"):
                    table, seq, name = line.split()
                    acknowledged.add((table, int(seq), name))
        stored: set[tuple[str, int, str]] = set()
        asyncio.run(check())
        assert acknowledged <= stored


def test_it_is_flushed_before_it_is_acknowledged(sqlite_url: str) -> None:
    async def go() -> None:
        async with open_store(sqlite_url) as store:
            await begin(store)
        connection = sqlite.connect(path_of(sqlite_url))
        settings = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
        assert settings == ["wal", 2]
        connection.close()

    asyncio.run(go())


def test_all_that_waits_is_one_transaction(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    commit = SqliteStore._commit
    monkeypatch.setattr(
        SqliteStore, "_commit", lambda self, c, batch: (sizes.append(len(batch)), commit(self, c, batch))
    )

    async def go() -> None:
        async with open_store(sqlite_url) as store:
            for number in range(64):
                await begin(store, f"t{number}")
            sizes.clear()
            answers = await asyncio.gather(*(put(store, 1, "c2", table=f"t{number}") for number in range(64)))
            assert answers == [Accepted(2)] * 64

    asyncio.run(go())
    assert sum(sizes) == 64
    assert len(sizes) < 32


def test_a_fault_in_one_job_of_a_transaction_touches_no_other(sqlite_url: str) -> None:
    def faulty() -> Steps[None]:
        yield "UPDATE tables SET head = 99", ()
        raise ZeroDivisionError

    def wrong() -> Steps[None]:
        yield "INSERT INTO tables (id) VALUES ('half')", ()

    async def go() -> None:
        async with sqlite_store(sqlite_url) as store:
            for number in range(9):
                await begin(store, f"t{number}")
            jobs = [put(store, 1, "c2", table=f"t{number}") for number in range(8)]
            jobs[4:4] = [store._write(faulty), store._write(wrong)]  # type: ignore[list-item]
            answers = await asyncio.gather(*jobs, return_exceptions=True)
            assert [type(answer).__name__ for answer in answers] == [
                *["Accepted"] * 4, "ZeroDivisionError", "IntegrityError", *["Accepted"] * 4,
            ]  # fmt: skip
            assert set((await store.heads([f"t{number}" for number in range(9)])).values()) == {1, 2}
            assert await put(store, 1, "c2", table="t8") == Accepted(2)

    asyncio.run(go())


def test_one_who_no_longer_waits_stops_nobody(sqlite_url: str) -> None:
    async def go() -> None:
        async with open_store(sqlite_url) as store:
            await begin(store)
            gone = asyncio.ensure_future(put(store, 1, "c2"))
            await asyncio.sleep(0)
            gone.cancel()
            answer = await put(store, 1, "c2")
            assert answer in (Accepted(2), Repeated(2))
            await put_all(store, 3, first=2)

    asyncio.run(go())


def test_a_closed_store_says_so(sqlite_url: str) -> None:
    async def go() -> None:
        store = open_store(sqlite_url)
        for _ in range(2):
            with pytest.raises(StoreDown, match="closed"):
                await store.rows("t")
            with pytest.raises(StoreDown, match="closed"):
                await begin(store)
            async with store:
                pass

    asyncio.run(go())


# A full disk.


def test_a_full_file_takes_nothing_loses_nothing_and_recovers(sqlite_url: str) -> None:
    async def go() -> None:
        async with sqlite_store(sqlite_url) as store:
            for table in ("t", "u"):
                await begin(store, table)
            await put_all(store, 5)
            before = await store.rows("t")
            await store.cap(1)
            with pytest.raises(StoreFull, match=r"no space to write .*speto\.db: database or disk is full"):
                await put(store, 6, "c7", BIG)
            assert await store.rows("t") == before
            answers = await asyncio.gather(
                put(store, 6, "c7", BIG), put(store, 6, "c7", BIG), put(store, 1, "c2", BIG, table="u"),
                return_exceptions=True,
            )  # fmt: skip
            assert {type(answer) for answer in answers} == {StoreFull}
            assert await store.rows("t") == before
            assert await store.heads(["t", "u"]) == {"t": 6, "u": 1}
            await store.cap(100_000)
            assert await put(store, 6, "c7", BIG) == Accepted(7)
            assert await put(store, 1, "c2", BIG, table="u") == Accepted(2)
        async with open_store(sqlite_url) as again:
            assert [row.id for row in await again.rows("t")] == [row.id for row in before] + ["c7"]

    asyncio.run(go())


def test_what_needs_no_space_is_stored_beside_what_does(sqlite_url: str) -> None:
    async def go() -> None:
        async with sqlite_store(sqlite_url) as store:
            await begin(store)
            await begin(store, "u")
            await store.cap(1)
            big, small, beat = await asyncio.gather(
                put(store, 1, "c2", BIG), put(store, 1, "c2", {}, table="u"), store.beat(5), return_exceptions=True
            )
            assert isinstance(big, StoreFull)
            assert (small, beat) == (Accepted(2), None)

    asyncio.run(go())


FULL_DISK = """
import asyncio, os, resource, sys
from speto.store import open_store
from speto.store.api import Accepted, StoreFull
from tests.store.databases import begin, put, put_all

async def go(url):
    async with open_store(url) as store:
        await begin(store)
        await put_all(store, 3)
        size = os.path.getsize(url.removeprefix("sqlite://") + "-wal")
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 40_000, before[1]))
        head, refused = 4, 0
        while refused < 3:
            try:
                answer = await put(store, head, f"c{head + 1}", {"text": "x" * 9000})
                assert answer == Accepted(head + 1), answer
                head += 1
            except StoreFull:
                refused += 1
                assert len(await store.rows("t")) == head
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        await put_all(store, 3, first=head)
    print(head + 3)

asyncio.run(go(sys.argv[1]))
"""


def test_a_limit_on_the_size_of_files_loses_nothing(sqlite_url: str) -> None:
    process = python(FULL_DISK, sqlite_url)
    out, err = process.communicate()
    assert (process.returncode, err) == (0, "")

    async def go() -> None:
        async with open_store(sqlite_url) as store:
            assert [row.seq for row in await store.rows("t")] == list(range(1, int(out) + 1))

    asyncio.run(go())


# The file.


def test_only_the_owner_may_read_the_file(sqlite_url: str) -> None:
    async def go() -> None:
        async with open_store(sqlite_url) as store:
            await begin(store)
            folder = path_of(sqlite_url).parent
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in [folder, *folder.iterdir()]}
            assert modes == {"data": 0o700, "speto.db": 0o600, "speto.db-wal": 0o600, "speto.db-shm": 0o600}

    asyncio.run(go())


def opened(url: str) -> Callable[[], None]:
    async def go() -> None:
        async with open_store(url):
            pass

    return lambda: asyncio.run(go())


def test_a_file_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE bookmarks (id)")
    connection.close()
    with pytest.raises(StoreError, match=r"other\.db is a database of another program"):
        opened(f"sqlite://{path}")()
    path.write_text("no database at all " * 100)
    with pytest.raises(StoreError, match=r"other\.db is no database, or it is damaged"):
        opened(f"sqlite://{path}")()
    assert path.read_text() == "no database at all " * 100


def test_a_place_that_cannot_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"cannot use .*file"):
        opened(f"sqlite://{tmp_path}/file/speto.db")()
    with pytest.raises(StoreError, match=r"cannot use .*: unable to open database file"):
        opened(f"sqlite://{tmp_path}")()


def test_another_program_that_holds_the_file_is_waited_for_and_then_named(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0.05)

    async def go() -> None:
        async with open_store(sqlite_url) as store:
            await begin(store)
            other = sqlite3.connect(path_of(sqlite_url), isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreDown, match="database is locked"):
                await put(store, 1, "c2")
            assert len(await store.rows("t")) == 1
            other.close()
            assert await put(store, 1, "c2") == Accepted(2)

    asyncio.run(go())
