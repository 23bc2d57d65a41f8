"""The schema has one definition, an old one is brought up to date, a newer one is refused."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from tests.store.databases import begin, put

from speto.store import migrations, open_store, shown, sqlite
from speto.store.api import Accepted, StoreError, StoreNewer

ROOT = Path(__file__).parents[2]
T = TypeVar("T")
NEXT = '''
"""A later schema."""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "9998", "{before}"

def upgrade():
    op.add_column("tables", sa.Column("mood", sa.Text, nullable=False, server_default="merry"))
{more}
'''


@pytest.fixture(params=["sqlite", "postgres"])
def empty_url(request: pytest.FixtureRequest) -> str:
    """A database with nothing in it."""
    found: str = request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "fresh_postgres")
    return found


def opened(url: str) -> None:
    async def go() -> None:
        async with open_store(url):
            pass

    asyncio.run(go())


def through(url: str, ask: Callable[[Any], T]) -> T:
    """What a function of a SQLAlchemy connection says of this database."""
    import asyncpg
    from sqlalchemy import NullPool, create_engine
    from sqlalchemy.ext.asyncio import create_async_engine

    if url.startswith("sqlite"):
        engine = create_engine(f"sqlite:///{url.removeprefix('sqlite://')}", poolclass=NullPool)
        with engine.begin() as connection:
            return ask(connection)

    async def go() -> T:
        creator = lambda: asyncpg.connect(url)  # noqa: E731
        engine = create_async_engine("postgresql+asyncpg://", async_creator=creator, poolclass=NullPool)
        async with engine.begin() as connection:
            return await connection.run_sync(ask)

    return asyncio.run(go())


def with_later(monkeypatch: pytest.MonkeyPatch, folder: Path, more: str = "") -> None:
    """As if this were a later Speto, with one more migration."""
    (folder / "v9998_mood.py").write_text(NEXT.format(before=migrations.HEAD, more=more))
    monkeypatch.setattr(migrations, "VERSIONS", [*migrations.VERSIONS, folder])
    monkeypatch.setattr(migrations, "HEAD", "9998")
    monkeypatch.setattr(sqlite, "HEAD", "9998")
    monkeypatch.setattr("speto.store.postgres.HEAD", "9998")


def test_head_is_the_last_migration_and_there_is_one_line_of_them() -> None:
    from alembic.script import ScriptDirectory

    script = ScriptDirectory.from_config(migrations.config())
    assert script.get_heads() == [migrations.HEAD]
    assert script.get_bases() == ["0001"]


def test_migrations_make_what_the_schema_says(empty_url: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext

    from speto.store.schema import metadata

    opened(empty_url)
    options = {"compare_type": True, "compare_server_default": True}
    found = through(empty_url, lambda c: compare_metadata(MigrationContext.configure(c, opts=options), metadata))
    assert found == []


def test_constraints_and_conditions_are_the_same_too(empty_url: str) -> None:
    """What a comparison does not see: names, foreign keys that cascade, conditions, tables without row ids."""
    from sqlalchemy import inspect, text

    from speto.store.schema import metadata

    def made(connection: Any) -> dict[str, Any]:
        found = inspect(connection)
        asked = (found.get_pk_constraint, found.get_foreign_keys, found.get_unique_constraints, found.get_indexes)
        parts = {table: [plain(ask(table)) for ask in asked] for table in metadata.tables}
        if connection.dialect.name == "sqlite":
            rows = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")).all()
            parts.update({f"{name} by rowid": "WITHOUT ROWID" not in sql for name, sql in rows if name in parts})
        return parts

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(part) for key, part in value.items()}
        return sorted(map(plain, value), key=str) if isinstance(value, list) else str(value)

    opened(empty_url)
    before = through(empty_url, made)
    assert any("CASCADE" in str(part) for part in before.values())
    through(empty_url, lambda c: (metadata.drop_all(c), metadata.create_all(c)))
    assert through(empty_url, made) == before


def test_an_old_database_is_brought_up_to_date_with_all_that_is_in_it(
    empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sqlalchemy import text

    async def fill() -> None:
        async with open_store(empty_url) as store:
            await begin(store)
            await put(store, 1, "c2")

    async def check() -> None:
        async with open_store(empty_url) as store:
            assert [row.id for row in await store.rows("t")] == ["create", "c2"]
            assert await put(store, 2, "c3") == Accepted(3)

    asyncio.run(fill())
    with_later(monkeypatch, tmp_path)
    asyncio.run(check())
    assert through(empty_url, lambda c: c.execute(text("SELECT mood FROM tables")).scalars().all()) == ["merry"]
    assert through(empty_url, lambda c: c.execute(text("SELECT * FROM alembic_version")).scalars().all()) == ["9998"]


def test_a_migration_that_fails_changes_nothing(
    empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(empty_url)
    with monkeypatch.context() as later:
        with_later(later, tmp_path, "    raise RuntimeError('half way')")
        with pytest.raises(RuntimeError, match="half way"):
            opened(empty_url)
    opened(empty_url)
    from sqlalchemy import inspect

    columns = through(empty_url, lambda c: [column["name"] for column in inspect(c).get_columns("tables")])
    assert "mood" not in columns


def test_a_newer_database_is_refused_in_a_sentence(
    empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as later:
        with_later(later, tmp_path)
        opened(empty_url)
    name = shown(empty_url).removeprefix("sqlite://")
    with pytest.raises(StoreNewer) as refused:
        opened(empty_url)
    assert refused.value.sentence == (
        f"a newer Speto has written {name}: its schema is 9998, this Speto knows {migrations.HEAD};"
        " install the newer one, or name another database"
    )


def test_tables_of_another_program_in_postgres_are_left_alone(fresh_postgres: str) -> None:
    from sqlalchemy import text

    through(fresh_postgres, lambda c: c.execute(text("CREATE TABLE bookmarks (id int)")))
    with pytest.raises(StoreError, match="holds tables of another program"):
        opened(fresh_postgres)


def loaded(source: str, *names: str) -> set[str]:
    """Which of these packages a program loads."""
    code = f"import sys\n{source}\nprint(*({names!r} & sys.modules.keys()))".replace(repr(names), repr(set(names)))
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    return set(run.stdout.splitlines()[-1].split())


def test_only_a_migration_loads_sqlalchemy(sqlite_url: str) -> None:
    packages = ("sqlalchemy", "alembic", "asyncpg", "sqlite3")
    assert loaded("import speto, speto.store, speto.cli", *packages) == set()
    golden = next((ROOT / "tests" / "golden").glob("A01*.json"))
    assert loaded(f"from speto.cli import main\nmain(['score', {str(golden)!r}])", *packages) == set()
    opened(sqlite_url)
    source = f"import asyncio\nfrom speto.store import open_store\nasyncio.run(open_store({sqlite_url!r}).open())"
    assert loaded(source, *packages) == {"sqlite3"}
