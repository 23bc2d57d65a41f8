"""Migrations: how a database of an older Speto becomes one of this. They run by themselves when a store opens.

Each is a file in ``versions``, written by hand; :data:`HEAD` names the last one. A database that a newer Speto has
changed is refused.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from speto.store.api import StoreNewer

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

HEAD = "0002"
"""The version of the schema that this Speto reads and writes. A store that has it opens without Alembic."""
HERE = Path(__file__).parent
VERSIONS = [HERE / "versions"]
_alone = threading.Lock()
"""Alembic keeps what it is doing in modules: one migration at a time in a process."""


def upgrade_sqlite(connection: sqlite3.Connection, name: str) -> None:
    """Upgrade the file behind a connection, in one transaction. Raises StoreNewer."""
    from sqlalchemy import StaticPool, create_engine, event

    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    # The connection begins nothing by itself, and a second process must wait here until this one is ready.
    event.listen(engine, "begin", lambda begun: begun.exec_driver_sql("BEGIN IMMEDIATE"))
    with _alone, engine.connect() as through:
        upgrade(through, name)


async def upgrade_postgres(connect: Callable[[], Awaitable[Any]], name: str) -> None:
    """Upgrade the database that ``connect()`` leads to, in one transaction. Raises StoreNewer."""

    def run() -> None:
        with _alone:
            asyncio.run(_upgrade_postgres(connect, name))

    await asyncio.to_thread(run)


async def _upgrade_postgres(connect: Callable[[], Awaitable[Any]], name: str) -> None:
    from sqlalchemy import NullPool
    from sqlalchemy.ext.asyncio import create_async_engine

    engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, poolclass=NullPool)
    try:
        async with engine.connect() as through:
            await through.run_sync(upgrade, name)
    finally:
        await engine.dispose()


def upgrade(connection: Connection, name: str) -> None:
    """Run the migrations that are still to do, all or none."""
    from alembic import command

    found = config()
    found.attributes["connection"] = connection
    refuse_newer(connection, found, name)
    command.upgrade(found, "head")


def config() -> Config:
    """Alembic's settings, without a file."""
    from alembic.config import Config

    found = Config()
    found.set_main_option("script_location", str(HERE).replace("%", "%%"))
    found.set_main_option("path_separator", "newline")
    found.set_main_option("version_locations", "\n".join(map(str, VERSIONS)).replace("%", "%%"))
    return found


def refuse_newer(connection: Connection, settings: Config, name: str) -> None:
    """Raises StoreNewer when the database has a version that this Speto does not know."""
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    known = {script.revision for script in ScriptDirectory.from_config(settings).walk_revisions()}
    for version in MigrationContext.configure(connection).get_current_heads():
        if version not in known:
            raise StoreNewer(
                f"a newer Speto has written {name}: its schema is {version}, this Speto knows {HEAD};"
                " install the newer one, or name another database"
            )
    connection.rollback()
