"""A database that does not answer, or whose answer is lost; a table that this program cannot play."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.server.pages import mover, page, run, serving, two

from speto.protocol.messages import Due
from speto.protocol.row import Row
from speto.store.api import Notes, StoreDown
from speto.store.memory import MemoryStore


class Flaky(MemoryStore):
    """A store that can be away, and that can lose its answers."""

    away = False
    mute = False

    def __getattribute__(self, name: str) -> Any:
        if name in ("append", "create", "load", "rows", "heads", "due", "find", "codes", "beat") and self.away:
            raise StoreDown("the database does not answer")
        return super().__getattribute__(name)

    async def append(self, *args: Any, **more: Any) -> Any:
        answer = await super().append(*args, **more)
        if self.mute:
            raise StoreDown("the answer was lost")
        return answer


def test_a_database_that_is_away_for_a_while() -> None:
    async def test() -> None:
        store = Flaky()
        async with serving(store) as place, two(place) as (ann, ben, table):
            first = mover(ann, ben)
            store.away = True
            await first.say("act", id="x", base=first.seq, actions=["+"])
            assert await first.until_closed() == 1012
            async with page(place, table["table"]) as other:
                assert await other.until_closed() == 1012
            for path in (f"/api/tables/{table['code']}", f"/api/tables/{table['table']}"):
                status, answer, _ = await place.http("GET", path)
                assert (status, answer["code"]) == (503, "full")
            assert (await place.http("GET", "/healthz"))[0] == 503
            store.away = False
            async with page(place, table["watch"]) as watcher:
                assert watcher.seq == first.seq
            async with asyncio.timeout(10):
                while (await place.http("GET", "/healthz"))[0] != 200:
                    await asyncio.sleep(0.01)

    run(test)


def test_an_answer_that_is_lost_counts_once() -> None:
    async def test() -> None:
        store = Flaky()
        async with serving(store) as place:
            table, cookie = await place.create()
            async with page(place, table["table"], cookie) as ann:
                store.mute = True
                no = await ann.do("ready", name="r")
                assert (no["t"], no["code"]) == ("nack", "full")
                # It is in the log all the same; the page was told of it, and asks again.
                await ann.at(2)
                store.mute = False
                assert await ann.ask("do", do="ready", name="r") == {"t": "ack", "id": "r", "seq": 2}
                assert len(await store.rows(table["table"])) == 2

    run(test)


@pytest.mark.parametrize("overdue", [False, True])
def test_a_table_of_another_version_is_refused_and_hinders_nobody(overdue: bool) -> None:
    async def test() -> None:
        store = MemoryStore()
        body = {"setup": {"players": 2}, "version": 99, "name": "Ann", "member": "m", "bots": []}
        due = Due(1, "deal") if overdue else None
        row = Row(1, "create", 1, None, "create", body)
        codes = await store.create("a" * 20, bytes(32), row, due, game="dummy", version=99, notes=Notes())
        async with serving(store) as place, two(place) as (ann, ben, _):
            status, answer, _ = await place.http("GET", f"/api/tables/{codes.invite}")
            assert (status, answer["code"]) == (409, "version")
            assert "version 99" in answer["error"]
            async with page(place, codes.watch) as watcher:
                assert await watcher.until_closed() == 4004
            assert (await mover(ann, ben).act("+"))["t"] == "ack"
            assert not [f for f in place.server.metrics.faults.collect()[0].samples if f.name.endswith("_total")]
            if overdue:
                async with asyncio.timeout(10):
                    while not place.server.duty._broken:
                        await asyncio.sleep(0.01)

    run(test)
