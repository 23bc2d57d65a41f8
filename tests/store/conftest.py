"""The stores that the contract holds for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.store.databases import drop_postgres_schema, postgres_run, postgres_schema

from speto.store import open_store

EMPTY = ("tables", "records", "beats", "keys")
"""With what hangs on them, that is all."""


@pytest.fixture(scope="session")
def ready_schema() -> Iterator[str]:
    """A PostgreSQL schema with the tables in it."""

    async def migrate() -> None:
        async with open_store(url):
            pass

    url = postgres_schema()
    asyncio.run(migrate())
    yield url
    drop_postgres_schema(url)


@pytest.fixture
def postgres_url(ready_schema: str) -> str:
    """An empty store in PostgreSQL."""
    schema = ready_schema.rpartition("%3D")[2]
    postgres_run(*(f"DELETE FROM {schema}.{table}" for table in EMPTY))
    return ready_schema


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A store in a file that is not there yet."""
    return f"sqlite://{tmp_path / 'data' / 'speto.db'}"


@pytest.fixture(params=["sqlite", "postgres"])
def shared_url(request: pytest.FixtureRequest) -> str:
    """An empty store that two can open."""
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """An empty store of each kind."""
    if request.param == "memory":
        return "memory:"
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found


@pytest.fixture
def fresh_postgres() -> Iterator[str]:
    """A PostgreSQL schema with nothing in it."""
    url = postgres_schema()
    yield url
    drop_postgres_schema(url)
