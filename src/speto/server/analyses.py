"""The HTTP interface to what finished deals could teach: their analysis, and turns of them that are played again.

A deal is analysed in the bots' workers, a few actions at a time, so that those who play go on between; one deal after
the other. What was found stays for a while, for it is the same each time.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections import OrderedDict
from collections.abc import Collection, Iterable
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from speto import compiled
from speto.analysis.again import again
from speto.analysis.analyse import Asked, judge, judged_seats, together
from speto.analysis.types import Analysis
from speto.bots.api import levels, usual
from speto.bots.weights import shipped
from speto.dummy.deal import Deal
from speto.errors import BadText
from speto.game import game as game_of
from speto.protocol.messages import Setup
from speto.protocol.row import Refused
from speto.records import Record
from speto.replay import Replay
from speto.table.opening import Opening

from .bots import NoWorkers
from .records import RECORD, one_by_one, played, stored
from .routes import Call, Refuse, Table, query, refuse
from .shapes import Created, Retry, RetrySent

if TYPE_CHECKING:
    from .app import Server

WORLDS = 1000
"""Imagined worlds for each option. A deal takes a few seconds of one core so (docs/bots.md)."""
AT_ONCE = 60
"""So many options of a deal are judged by a worker before others get their turn, if one decision has no more."""
HELD = 20
"""A deal in which a seat holds more cards is not analysed, nor such a turn played again: bots think too long there."""
PATIENCE = 30.0
"""Seconds that these may take, where many wait for the workers."""
WAITING = 10
"""So many deals may wait for the one that is analysed."""
KEPT = 200
"""So many analyses stay in memory, some ten KiB each."""

ANALYSES = Table()


class Analyses:
    """What was found, what is being worked on, and for whom."""

    def __init__(self) -> None:
        self.found: OrderedDict[bytes, Analysis] = OrderedDict()
        self.working: dict[bytes, tuple[str, asyncio.Task[Analysis]]] = {}
        self.turn = asyncio.Lock()
        """Deals are analysed one by one."""

    async def of(self, server: Server, address: str, replayed: Replay, number: int) -> Analysis:
        """The analysis of one deal of a record that was played.

        Raises:
            Refuse: the server is busy, another deal of this address is being analysed, or no worker stands.
            SpetoError: it cannot be analysed.
        """
        record = replayed.record
        wanted = judged_seats(record)
        if not replayed.outcomes[number]:
            raise refuse("unfinished")
        deal, bots = record.deals[number], [*map(bool, record.bots or ())]
        actions, totals = replayed.actions(number), replayed.totals(number)
        asked = Asked(record.rules, len(record.players), deal.start, actions, totals, number)
        key = sha256(msgspec.json.encode([*asked, record.players, bots, shipped()[1]])).digest()
        if key in self.found:
            self.found.move_to_end(key)
            return self.found[key]
        if key not in self.working:
            if any(whose == address for whose, _ in self.working.values()):
                raise refuse("analysing")
            if len(self.working) >= WAITING:
                raise refuse("queue")
            task = asyncio.create_task(self._work(server, record, asked, wanted))
            self.working[key] = address, task
            task.add_done_callback(lambda _: self.working.pop(key, None))
        try:
            found = await asyncio.shield(self.working[key][1])  # who leaves does not end it for others
        except NoWorkers:
            raise refuse("workers_lost") from None
        self.found[key] = found
        while len(self.found) > KEPT:
            self.found.popitem(last=False)
        return found

    async def _work(self, server: Server, record: Record, asked: Asked, wanted: set[int]) -> Analysis:
        """Judge a deal, a few actions at a time. Raises NoWorkers, Refuse, BadText."""
        pieces = await asyncio.to_thread(_pieces, asked, wanted)
        async with self.turn:
            if not await server.bots.stand():
                raise refuse("starting" if compiled.available() else "no_compiler")
            parts = [
                await server.bots.work(judge, asked, wanted, WORLDS, places, patience=PATIENCE) for places in pieces
            ]
        return together(record, wanted, WORLDS, parts)


def _pieces(asked: Asked, wanted: Collection[int]) -> list[range]:
    """A deal's actions in pieces, each of which a worker judges at once. Raises BadText."""
    deal = Deal.from_start(asked.start, players=asked.players, rules=asked.rules)
    pieces, first, waiting = [], 0, 0
    for place, action in enumerate(asked.actions):
        _check_held(deal.held)
        options = len(deal.legal) if deal.turn in wanted else 0
        if waiting and waiting + options > AT_ONCE:
            pieces.append(range(first, place))
            first, waiting = place, 0
        waiting += options
        deal.play(action)
    return [*pieces, range(first, len(asked.actions))]


def _check_held(held: Iterable[int]) -> None:
    if (most := max(held)) > HELD:
        raise BadText(f"a seat holds {most} cards here: bots think about at most {HELD}")


@ANALYSES.add(
    "GET",
    "/api/records/{book}/{deal:int}/analysis",
    "What each decision of a finished deal gained or lost",
    Analysis,
    problems=[400, 404, 409],
)
async def analyse_stored(call: Call) -> Analysis:
    """The analysis of a finished deal of a table: of the seats where people sat."""
    replayed = await one_by_one(call, played, await stored(call), 0)
    return await call.server.analyses.of(call.server, call.address(), replayed, 0)


@ANALYSES.add(
    "POST",
    "/api/analyses",
    "The same of a record that somebody has: of its deal number ``deal``, from 0",
    Analysis,
    body=Record,
    raw=True,
    query={"deal": int},
    limit=RECORD,
    problems=[409],
)
async def analyse_sent(call: Call) -> Analysis:
    """The analysis of a deal of a record. Nothing is stored."""
    if not call.server.opened.take(call.address(), time.monotonic()):
        raise refuse("many_records")
    number = query(call, "deal", 0)
    replayed = await one_by_one(call, played, call.body, number)
    return await call.server.analyses.of(call.server, call.address(), replayed, number)


@ANALYSES.add(
    "POST",
    "/api/records/{book}/{deal:int}/retry",
    "Play a turn of a finished deal again, at a practice table",
    Created,
    body=Retry,
    status=201,
    problems=[404, 409],
)
async def retry_stored(call: Call) -> Created:
    """A practice table that begins with the turn; what its seat could not see is drawn anew."""
    return await _retry(call, await stored(call), 0, call.body)


@ANALYSES.add(
    "POST",
    "/api/retries",
    "The same of a record that somebody has",
    Created,
    body=RetrySent,
    status=201,
    limit=RECORD,
    problems=[409],
)
async def retry_sent(call: Call) -> Created:
    """A practice table that begins with a turn of a record."""
    asked: RetrySent = call.body
    return await _retry(call, asked.record.to_json(), asked.deal, asked)


async def _retry(call: Call, body: bytes, number: int, asked: Retry) -> Created:
    """Open the table. Raises Refuse, BadText, StoreError."""
    server = call.server
    if not server.opened.take(call.address(), time.monotonic()):
        raise refuse("many_tables")
    replayed = await one_by_one(call, played, body, number)
    judged_seats(replayed.record)
    if not replayed.outcomes[number]:
        raise refuse("unfinished")
    try:
        seat, opening = await asyncio.to_thread(_opening, replayed, number, asked.action)
    except LookupError:
        raise refuse("no_deal_fits") from None
    record = replayed.record
    players = len(record.players)
    setup = Setup("dummy", game_of("dummy").rules(replayed.options), players, aids="suggest", practice=True)
    told: list[Any] = list(record.bots or [None] * players)
    known = levels("dummy")
    bots = [
        bot.level if (bot := told[(seat + n) % players]) is not None and bot.level in known else usual("dummy")
        for n in range(1, players)
    ]
    live = await server.tables.create(asked.name, call.member(), setup, bots, opening)
    if isinstance(live, Refused):
        raise Refuse(400, live.code, live.sentence, live.rule)
    await server.tables.command(live, "ready", 0, {}, "create:ready")
    server.duty.set(live)
    return Created(live.id, live.codes.invite, live.codes.watch, 0)


def _opening(replayed: Replay, number: int, place: int) -> tuple[int, Opening]:
    deal = replayed.record.deals[number]
    begun = replayed.game.start(replayed.options, len(replayed.record.players), deal.start)
    seat, opening = again(begun, replayed.actions(number), place, random.Random(secrets.randbits(64)))
    _check_held(len(hand.split()) for hand in opening.start["hands"])
    totals = replayed.totals(number)
    return seat, opening._replace(totals=[*totals[seat:], *totals[:seat]])
