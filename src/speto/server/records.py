"""The HTTP interface to finished deals: kept ones by the book of their table, and records that somebody has."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from typing import TypeVar

import msgspec
from starlette.responses import Response

from speto.dummy.position import check_reach
from speto.errors import BadStart, BadText, SpetoError
from speto.game import game as game_of
from speto.records import Record, read
from speto.replay import Replay, is_position, replay
from speto.table.games import page_of
from speto.table.match import line_view

from .routes import Call, Refuse, Table, query, refuse
from .shapes import RecordLine, Replayed

T = TypeVar("T")
RECORD = 1 << 20
"""The most bytes of a record that is sent to be replayed."""
DEALS = 100
"""The most deals of such a record: all of them are played, to check the one that is shown."""
WAITING = 20
"""So many replays may wait for the one that is being played."""

RECORDS = Table()
_BOOK = re.compile(r"[0-9a-f]{20}")


@RECORDS.add("GET", "/api/records", "The caller's finished deals, the newest first", list[RecordLine])
async def list_records(call: Call) -> list[RecordLine]:
    """The caller's finished deals, the newest first."""
    found = [saved for member in call.members for saved in await call.server.store.records_of(member)]
    found.sort(key=lambda saved: (-saved.at, -saved.deal))
    lines = []
    for saved in found:
        record = read(saved.json)
        if is_position(record.deals[0].start):  # a turn played again for practice
            continue
        scores = record.deals[0].scores
        lines.append(RecordLine(saved.table, saved.deal, record.players, scores or [], saved.at))
    return lines


@RECORDS.add("GET", "/api/records/{book}/{deal:int}", "A finished deal as a record", Record, problems=[404])
async def get_record(call: Call) -> Response:
    """The record of a finished deal, to keep."""
    body = await stored(call)
    name = f"speto-{call.path['book'][:10]}-{call.path['deal']}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(body, 200, headers, "application/json")


@RECORDS.add(
    "GET", "/api/records/{book}/{deal:int}/replay", "A finished deal, frame by frame", Replayed, problems=[400, 404]
)
async def replay_stored(call: Call) -> Replayed:
    """A finished deal of a table, played again."""
    return await one_by_one(call, _frames, await stored(call), 0)


@RECORDS.add(
    "POST",
    "/api/records",
    "A record that somebody has, frame by frame: its deal number ``deal``, from 0",
    Replayed,
    body=Record,
    raw=True,
    query={"deal": int},
    limit=RECORD,
)
async def replay_sent(call: Call) -> Replayed:
    """A record played again. Nothing is stored."""
    if not call.server.opened.take(call.address(), time.monotonic()):
        raise refuse("many_records")
    return await one_by_one(call, _frames, call.body, query(call, "deal", 0))


async def stored(call: Call) -> bytes:
    """The record that the path names, with the version of the rules in its ``meta``. Raises Refuse."""
    book, deal, server = call.path["book"], call.path["deal"], call.server
    saved = None
    if _BOOK.fullmatch(book):
        saved = await server.store.record(book, deal)
        if saved is None:  # it may be about to be kept
            for live in [live for live in server.tables.live.values() if live.table.book == book]:
                await server.tables.keep_record(live)
                saved = await server.store.record(book, deal)
    if saved is None:
        raise Refuse(404, "unknown", "there is no such deal, or it is not over")
    record = read(saved.json)
    record.meta = {**(record.meta or {}), "version": str(saved.version)}
    return record.to_json()


async def one_by_one(call: Call, job: Callable[[bytes, int], T], body: bytes, number: int) -> T:
    """What is found in one deal of a record, beside the event loop: one at a time. Raises Refuse, SpetoError."""
    server = call.server
    if server.replays >= WAITING:
        raise refuse("many_replays")
    server.replays += 1
    try:
        async with server.replaying:
            return await asyncio.to_thread(job, body, number)
    except SpetoError as error:
        sentence = f"{error.where}: {error.sentence}" if error.where else error.sentence
        raise Refuse(400, "illegal", sentence, error.rule) from None
    finally:
        server.replays -= 1


def _frames(body: bytes, number: int) -> Replayed:
    """One deal of a record, frame by frame. Raises SpetoError."""
    replayed = played(body, number)
    record, game = replayed.record, replayed.game
    page = page_of(record.game)
    assert page is not None
    actions = replayed.actions(number)
    state = game.start(replayed.options, len(record.players), record.deals[number].start)
    frames, actors = [page.open_view(state, number + 1)], []
    for action in actions:
        actor = game.actor(state)
        assert actor is not None
        actors.append(actor)
        state = game.apply(state, action)
        frames.append(page.open_view(state, number + 1))
    bare = [msgspec.structs.replace(frame, legal=[], actions=[], actors=[]) for frame in frames]
    outcome = replayed.outcomes[number]
    scores = None if outcome is None else list(outcome.scores)
    ledger = [line_view(line) for line in replayed.ledgers[number]]
    return Replayed(replayed.stated(), len(record.deals), number, actions, actors, bare, ledger, scores)


def played(body: bytes, number: int) -> Replay:
    """A stranger's record, checked and played, of which this deal is wanted. Raises SpetoError."""
    record = read(body)
    if len(record.deals) > DEALS:
        raise BadText(f"the record has {len(record.deals)} deals: at most {DEALS} are played")
    if not 0 <= number < len(record.deals):
        raise BadText(f"the record has deals 0 to {len(record.deals) - 1}, not {number}")
    players = len(record.players)
    if page_of(record.game) is None:
        raise BadText(f"{record.game[:20]!r} is no game that can be shown on a page")
    for place, deal in enumerate(record.deals):
        if is_position(deal.start) and players in game_of(record.game).seats:
            try:
                check_reach(players, deal.start)
            except BadStart as error:
                raise error.located(place) from None
    game = game_of(record.game)
    made = (record.meta or {}).get("version", str(game.version))
    if made != str(game.version):
        raise BadText(f"version {made[:20]!r} of {game.name} has played this; this server plays version {game.version}")
    return replay(record)
