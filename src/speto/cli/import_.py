"""``speto import``: put records into a store. Each is played again first, so that only true ones come in."""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import itertools
import re
import time
from collections.abc import Iterator
from datetime import datetime
from typing import BinaryIO

from msgspec import UNSET

from speto.cli import complain, database, lines
from speto.errors import BadText, SpetoError
from speto.game import game as game_of
from speto.records import read
from speto.replay import replay
from speto.store import Store, open_store
from speto.store.api import Saved

AT_ONCE = 100
"""How many records go to the store together."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE and ``--database``."""
    parser.add_argument("source", metavar="FILE", help="records, one a line; - is standard input")
    database.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Store what can be stored, and name each line that cannot; 1 if there was one."""
    store = open_store(database.address(args))
    try:
        with lines.opened(args.source) as stream:
            new, known, bad = asyncio.run(_store(stream, store))
    except OSError as error:
        raise BadText(f"{args.source}: {error.strerror or error}") from None
    print(f"{new} {'record' if new == 1 else 'records'} imported{f', {known} were there already' if known else ''}")
    return 1 if bad else 0


async def _store(stream: BinaryIO, store: Store) -> tuple[int, int, int]:
    """How many records are new, how many were there, and how many lines are bad."""
    new = known = bad = 0
    async with store:
        found = _read(stream)
        while batch := list(itertools.islice(found, AT_ONCE)):
            for line in batch:
                if isinstance(line, str):
                    complain(line)
            records = [line for line in batch if isinstance(line, Saved)]
            stored = sum(await asyncio.gather(*map(store.save_record, records)))
            new, known, bad = new + stored, known + len(records) - stored, bad + len(batch) - len(records)
    return new, known, bad


def _read(stream: BinaryIO) -> Iterator[Saved | str]:
    """Each line as what is to be stored, or as a sentence that says why not."""
    for number, line in enumerate(stream, 1):
        if line.isspace():
            continue
        try:
            yield saved_of(line)
        except SpetoError as error:
            yield f"speto import: line {number}: {error}"


def saved_of(line: bytes) -> Saved:
    """A line as it is kept, under the table and the number of its ``meta`` if it comes from a store.

    Raises:
        SpetoError: this is no record, or it does not play out as it says, or it is not finished.
    """
    record = read(line)
    game = game_of(record.game)
    meta = {} if record.meta is UNSET else dict(record.meta)
    table, deal = meta.pop("table", ""), meta.pop("deal", "")
    ended, version = meta.pop("ended", ""), meta.pop("version", str(game.version))
    if version != str(game.version):
        raise BadText(f"{game.name} of version {version[:20]!r} has played this; this Speto has version {game.version}")
    replayed = replay(record)
    if game.actor(replayed.state) is not None:
        raise BadText("the last deal is not finished")
    if not (re.fullmatch(r"[\w-]{1,64}", table, re.ASCII) and re.fullmatch(r"[1-9]\d{0,8}", deal, re.ASCII)):
        table, deal = f"import-{hashlib.sha256(line.strip()).hexdigest()[:20]}", "1"
    record.meta = meta or UNSET
    return Saved(table, int(deal), _ms(ended), game.name, game.version, record.to_json())


def _ms(ended: str) -> int:
    """When the deal ended, in ms since 1970; now, if nobody says. Raises BadText."""
    if not ended:
        return int(time.time() * 1000)
    try:
        return round(datetime.fromisoformat(ended).timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        raise BadText(f"meta.ended is no time: {ended[:40]!r}") from None
