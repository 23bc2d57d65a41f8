"""``speto export``: the finished deals of a store, as records, one a line."""

from __future__ import annotations

import argparse
import asyncio
import sys
from datetime import UTC, datetime

from msgspec import UNSET

from speto.cli import database
from speto.records import Record, read
from speto.store import Store
from speto.store.api import Saved

add_arguments = database.add_arguments


def run(args: argparse.Namespace) -> int:
    """Print every finished deal. No secret is among them; names are."""
    asyncio.run(_print(database.store_that_exists(args)))
    return 0


async def _print(store: Store) -> None:
    out = sys.stdout.buffer
    async with store:
        async for saved in store.all_records():
            out.write(record_of(saved).to_json() + b"\n")
        out.flush()


def record_of(saved: Saved) -> Record:
    """The record with what the store knows of it in its ``meta``, so that another store can keep it as the same."""
    record = read(saved.json)
    ended = datetime.fromtimestamp(saved.at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    known = {"table": saved.table, "deal": str(saved.deal), "ended": ended, "version": str(saved.version)}
    record.meta = {**({} if record.meta is UNSET else record.meta), **known}
    return record
