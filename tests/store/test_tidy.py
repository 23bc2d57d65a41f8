"""SQLite's write-ahead log is tidied beside the writing: it stays short, and nothing in it is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.store.databases import begin, put

from speto.store import open_store, sqlite
from speto.store.api import Accepted
from speto.store.sqlite import SqliteStore

TABLES = [f"t{number}" for number in range(20)]


async def rounds(store: SqliteStore, count: int, first: int = 1) -> None:
    """So many commands at each table."""
    for base in range(first, first + count):
        some = [put(store, base, f"c{base + 1}", table=table) for table in TABLES]
        assert await asyncio.gather(*some) == [Accepted(base + 1)] * len(TABLES)


def test_the_write_ahead_log_is_begun_anew_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def size(tidy: int) -> int:
        monkeypatch.setattr(sqlite, "TIDY", tidy)
        path = tmp_path / f"{tidy}.db"
        async with SqliteStore(path) as store:
            for table in TABLES:
                await begin(store, table)
            await rounds(store, 80)
            return path.with_name(path.name + "-wal").stat().st_size

    assert asyncio.run(size(40)) < asyncio.run(size(1_000_000)) / 2


def test_nothing_is_lost_without_a_tidy_end(sqlite_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A copy of the two files in the middle of it is what a power cut leaves."""
    monkeypatch.setattr(sqlite, "TIDY", 25)
    path = Path(sqlite_url.removeprefix("sqlite://"))
    copy = tmp_path / "copy" / "speto.db"
    copy.parent.mkdir()

    async def test() -> None:
        async with SqliteStore(path) as store:
            for table in TABLES:
                await begin(store, table)
            await rounds(store, 20)
            while (tidier := store._tidier) is not None and tidier._work_queue.qsize():
                await asyncio.sleep(0.01)
            for suffix in ("", "-wal"):
                copy.with_name(copy.name + suffix).write_bytes(path.with_name(path.name + suffix).read_bytes())
        async with open_store(f"sqlite://{copy}") as store:
            assert set((await store.heads(TABLES)).values()) == {21}

    asyncio.run(test())
