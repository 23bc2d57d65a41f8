"""``speto backup``: a copy of the database, made while the server runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from speto.cli import database
from speto.store import StoreError, is_postgres, sqlite_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE and ``--database``."""
    parser.add_argument("target", metavar="FILE", help="the file to make; it must not be there yet")
    database.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Copy the database and say where it is now."""
    url = database.address(args)
    path = sqlite_file(url)
    if path is None:
        tool = "pg_dump --format=custom --file=FILE DATABASE"
        raise StoreError(f"PostgreSQL has its own tool: {tool}" if is_postgres(url) else "there is no file to copy")
    from speto.store.sqlite import backup

    backup(path, Path(args.target))
    print(f"{path} is copied to {args.target}")
    return 0
