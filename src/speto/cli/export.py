"""``speto export``: the finished deals of a store, as records, one a line."""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import sys
from datetime import UTC, datetime

from msgspec import UNSET, structs

from speto.cli import database
from speto.records import Record, read
from speto.store import Store
from speto.store.api import Saved

NOT_OPEN = ("anon-", "import-")
"""How the ids begin that no table has."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``--move`` and ``--database``."""
    parser.add_argument(
        "--move", action="store_true", help="keep the ids of tables, for another store of your own; do not publish that"
    )
    database.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Print every finished deal. No secret is among them; names are."""
    asyncio.run(_print(database.store_that_exists(args), args.move))
    return 0


async def _print(store: Store, move: bool) -> None:
    out = sys.stdout.buffer
    async with store:
        async for saved in store.all_records():
            out.write(record_of(saved if move else structs.replace(saved, table=veiled(saved.table))).to_json() + b"\n")
        out.flush()


def veiled(table: str) -> str:
    """Something that tells tables apart, but opens none: whoever has a table's id can come to it.

    >>> veiled("4f1c9a"), veiled(veiled("4f1c9a")) == veiled("4f1c9a")
    ('anon-881aa7858294d0567383', True)
    """
    return table if table.startswith(NOT_OPEN) else f"anon-{hashlib.sha256(table.encode()).hexdigest()[:20]}"


def record_of(saved: Saved) -> Record:
    """The record with what the store knows of it in its ``meta``, so that another store can keep it as the same."""
    record = read(saved.json)
    ended = datetime.fromtimestamp(saved.at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    known = {"table": saved.table, "deal": str(saved.deal), "ended": ended, "version": str(saved.version)}
    record.meta = {**({} if record.meta is UNSET else record.meta), **known}
    return record
