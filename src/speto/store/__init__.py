"""Where tables and records are kept: in memory, in a SQLite file, or in PostgreSQL.

>>> import asyncio
>>> async def tables():
...     async with open_store("memory:") as store:
...         return await store.public(since=0)
>>> asyncio.run(tables())
[]
"""

from __future__ import annotations

import os
from pathlib import Path

from speto.store.api import Store, StoreError

__all__ = ["Store", "StoreError", "data_folder", "default_url", "is_postgres", "open_store", "shown", "sqlite_file"]


def open_store(url: str | None = None) -> Store:
    """The store that an address names, not opened yet: use it with ``async with``.

    ``memory:``, ``sqlite:///absolute/path``, ``sqlite:relative/path`` or ``postgresql://user@host/database``; without
    one :func:`default_url`.

    Raises:
        StoreError: this is no such address, or its driver is not installed.
    """
    url = default_url() if url is None else url
    if url == "memory:":
        from speto.store.memory import MemoryStore

        return MemoryStore()
    if (path := sqlite_file(url)) is not None:
        from speto.store.sqlite import SqliteStore

        return SqliteStore(path)
    if is_postgres(url):
        try:
            from speto.store.postgres import PostgresStore
        except ModuleNotFoundError as error:
            raise StoreError(f"PostgreSQL needs the package {error.name}: pip install 'speto[postgres]'") from None
        return PostgresStore(url)
    raise StoreError("the database's address must begin with sqlite:, postgresql:// or memory:")


def default_url() -> str:
    """$SPETO_DATABASE_URL, else the file ``speto.db`` in :func:`data_folder`."""
    return os.environ.get("SPETO_DATABASE_URL") or f"sqlite://{(data_folder() / 'speto.db').as_posix()}"


def data_folder() -> Path:
    """Where a user's data lie: $SPETO_DATA_DIR, else ``speto`` in $XDG_DATA_HOME, else in ~/.local/share.

    Raises:
        StoreError: this user has no home.
    """
    if own := os.environ.get("SPETO_DATA_DIR"):
        return Path(own).absolute()
    try:
        return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share").absolute() / "speto"
    except RuntimeError:
        raise StoreError("this user has no home: say where the data shall lie in SPETO_DATA_DIR") from None


def sqlite_file(url: str) -> Path | None:
    """The file of a SQLite address, None for another address. Raises StoreError when it names none."""
    if not url.startswith("sqlite:"):
        return None
    name = url.removeprefix("sqlite:")
    name = name.removeprefix("//") if name.startswith("///") else name
    if not name or name.startswith("//"):
        raise StoreError("a SQLite address is sqlite:///absolute/path or sqlite:relative/path")
    return Path(name).expanduser().absolute()


def is_postgres(url: str) -> bool:
    """Whether this is an address of PostgreSQL."""
    return url.startswith(("postgresql://", "postgres://"))


def shown(url: str) -> str:
    """An address as it may be printed: without a password.

    >>> shown("postgresql://ann:pw@db.example/speto?sslmode=require")
    'postgresql://db.example/speto'
    """
    if not is_postgres(url):
        return url
    from urllib.parse import urlsplit

    parts = urlsplit(url)
    place = parts.netloc.rpartition("@")[2]
    return f"postgresql://{place}{parts.path}"
