"""What happens without anybody asking: bots, time that runs out, people who are gone, tables after an outage."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from tests.server.pages import Page, mover, page, run, serving, two

from speto.bots.api import weights
from speto.protocol.row import Row
from speto.server import duty, live
from speto.server.live import now_ms
from speto.server.tables import Tables
from speto.store.memory import MemoryStore
from speto.store.sqlite import SqliteStore
from speto.table.clock import PRESETS


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that runs out while a test waits."""
    monkeypatch.setitem(PRESETS, "20+60", (150, 100))


def ids(rows: list[Row]) -> list[str]:
    return [row.id for row in rows]


def test_bots_think_in_workers_of_their_own_and_a_dead_one_is_replaced() -> None:
    async def test() -> None:
        async with serving(workers=True) as place:
            table, cookie = await place.create(["greedy"], ready=True, rules={"preset": "classic", "target": 5000})
            bots = place.server.bots
            async with asyncio.timeout(30):
                while bots._pool is None:
                    await asyncio.sleep(0.01)
            first = bots._pool
            async with page(place, table["table"], cookie) as ann:
                for number in range(8):
                    await ann.until(lambda p: p.table["status"] != "playing" or p.deal["turn"] == 0)
                    if ann.table["status"] != "playing":
                        break
                    if number == 2:
                        for process in list(first._processes.values()):
                            os.kill(process.pid, signal.SIGKILL)
                    await ann.act(ann.deal["legal"][0])
                    if ann.deal["turn"] == 0:
                        await ann.act(next(a for a in ann.deal["legal"] if a[0] in "-!"))
            rows = await place.server.store.rows(table["table"])
            acted = [row for row in rows if row.kind == "act" and row.seat == 1]
            assert acted
            assert all(row.id == f"bot:{row.seq - 1}" for row in acted)
            how = [(row.body["bot"], row.body["worlds"], row.body["weights"]) for row in acted if "bot" in row.body]
            assert set(how) == {("greedy", 0, weights("dummy", "greedy"))}
            assert bots._pool is not first

    run(test)


def test_time_that_runs_out_plays_the_default_move_once(quick: None) -> None:
    async def test() -> None:
        async with serving() as place, two(place, clock="20+60") as (ann, ben, table):
            first = mover(ann, ben)
            seat = first.you["seat"]
            await first.until(lambda p: any(e["k"] == "timeout" for m in p.all("step") for e in m["events"]))
            rows = await place.server.store.rows(table["table"])
            late = next(row for row in rows if row.kind == "timeout")
            assert (late.id, late.body["seat"]) == (f"timeout:{late.seq - 1}", seat)
            assert late.body["actions"][0] == "+"
            before = next(row for row in rows if row.seq == late.seq - 1)
            assert late.at - before.at >= 250

    run(test)


def test_the_last_legal_draft_is_played_when_time_runs_out(quick: None) -> None:
    async def test() -> None:
        async with serving() as place, two(place, clock="20+60") as (ann, ben, table):
            first = mover(ann, ben)
            await first.act("+")
            discards = [action for action in first.deal["legal"] if action[0] == "-"]
            for action in discards:
                assert (await first.ask("preview", actions=[action]))["ok"]
            await first.until(lambda p: any(e["k"] == "timeout" for m in p.all("step") for e in m["events"]))
            rows = await place.server.store.rows(table["table"])
            late = next(row for row in rows if row.kind == "timeout")
            assert late.body["actions"] == [discards[-1]]

    run(test)


def test_after_two_timeouts_a_bot_sits_in_until_the_person_takes_the_seat_back(quick: None) -> None:
    async def test() -> None:
        async with serving() as place, two(place, clock="20+60") as (ann, _, _):
            await ann.until(lambda p: p.table["seats"][0]["sitting_in"] or p.table["status"] != "playing")
            if ann.table["seats"][0]["sitting_in"]:
                assert (await ann.do("take_back"))["t"] == "ack"
                assert not ann.table["seats"][0]["sitting_in"]

    run(test)


def test_who_is_gone_for_a_while_is_away_and_comes_back() -> None:
    async def test() -> None:
        async with serving(away_after=0.05) as place:
            table, ann = await place.create()
            _, ben = await place.join(table["code"])
            async with page(place, table["table"], ann) as host:
                async with page(place, table["table"], ben):
                    await host.until(lambda p: p.last("presence")["here"] == [True, True])
                await host.until(lambda p: p.table["seats"][1]["away"])
                async with page(place, table["table"], ben):
                    await host.until(lambda p: not p.table["seats"][1]["away"])

    run(test)


def test_who_comes_back_quickly_was_never_away() -> None:
    async def test() -> None:
        async with serving(away_after=5.0) as place:
            table, ann = await place.create()
            for _ in range(3):
                async with page(place, table["table"], ann):
                    pass
            assert len(await place.server.store.rows(table["table"])) == 1

    run(test)


def test_deadlines_are_met_after_a_restart(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path / "speto.db")
        async with serving(store) as place:
            table, cookie = await place.create(["random", "random"], ready=True, players=3, pace=2_000)
            async with page(place, table["table"], cookie) as ann:
                await ann.until(lambda p: p.deal)
        again = SqliteStore(tmp_path / "speto.db")
        async with serving(again) as place, page(place, table["table"], cookie) as ann:
            await ann.until(lambda p: p.deal["turn"] == 0 or p.deal["actions"])

    run(test)


def test_nobody_loses_on_time_because_the_server_was_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PRESETS, "20+60", (1_000, 1_000))
    monkeypatch.setattr(duty, "GRACE", 2_000)

    async def test() -> None:
        store = MemoryStore()
        async with serving(store) as place, two(place, clock="20+60") as (ann, ben, table):
            turn = mover(ann, ben).you["seat"]
            deadline = ann.table["deadline"]
        await asyncio.sleep(max(0, deadline + 300 - now_ms()) / 1000)
        async with serving(store) as place:
            shifted = place.server.metrics.shifted
            async with asyncio.timeout(10):
                while not shifted._value.get():
                    await asyncio.sleep(0.01)
            rows = await store.rows(table["table"])
            assert [row.kind for row in rows].count("timeout") == 0
            shift = rows[-1]
            assert (shift.kind, shift.seat) == ("shift", None)
            again = place.server.tables.live[table["table"]].table
            assert again.clock.deadline == deadline + shift.body["by"] > now_ms()
            assert again.actor == turn

    run(test)


def test_two_servers_over_one_store_do_nothing_twice(quick: None) -> None:
    """I7: whatever falls due happens once, and each server's pages see what the other accepts."""

    async def test() -> None:
        store = MemoryStore()
        async with serving(store, shared=True) as here, serving(store, shared=True) as there:
            table, ann = await here.create(["random"], ready=True, players=3, clock="20+60")
            _, ben = await there.join(table["code"], seat=2)
            async with page(here, table["table"], ann) as first, page(there, table["table"], ben) as second:
                await second.do("ready")
                for _ in range(6):
                    await first.until(lambda p: p.table["status"] == "between" or (p.deal and p.deal["turn"] in (0, 2)))
                    if first.table["status"] == "between":
                        break
                    await second.at(first.seq)
                    actor: Page = first if first.deal["turn"] == 0 else second
                    if actor.deal["turn"] == actor.you["seat"] and actor.deal["legal"]:
                        await actor.act(actor.deal["legal"][0])
                last = max(first.seq, second.seq)
                await first.at(last)
                await second.at(last)
        rows = await store.rows(table["table"])
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        assert len(set(ids(rows))) == len(rows)
        assert {row.kind for row in rows} >= {"act", "deal"}

    run(test)


def test_a_table_that_nobody_looks_at_leaves_memory_and_comes_back() -> None:
    async def test() -> None:
        async with serving(idle=0.0) as place:
            table, cookie = await place.create()
            async with asyncio.timeout(10):
                while place.server.tables.live:
                    await asyncio.sleep(0.01)
            async with page(place, table["table"], cookie) as ann:
                assert ann.you["seat"] == 0
                assert (await ann.do("ready"))["t"] == "ack"

    run(test)


def test_an_abandoned_table_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with serving() as place:
            table, cookie = await place.create()
            later = now_ms() + 8 * 24 * 3600 * 1000
            for module in (duty, live):
                monkeypatch.setattr(module, "now_ms", lambda: later)
            monkeypatch.setattr("speto.server.tables.now_ms", lambda: later)
            async with asyncio.timeout(10):
                while (await place.server.store.rows(table["table"]))[-1].kind != "abandon":
                    await asyncio.sleep(0.01)
            async with page(place, table["table"], cookie) as ann:
                assert ann.table["status"] == "over"
                assert (await ann.do("ready"))["code"] == "not_now"

    run(test)


def test_a_fault_in_memory_is_mended_by_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong between applying and storing, pages come back to what the log says."""

    async def test() -> None:
        async with serving() as place, two(place) as (ann, ben, table):
            first = mover(ann, ben)
            before = first.seq

            def broken(*_: Any) -> None:
                raise ZeroDivisionError

            with monkeypatch.context() as patch:
                patch.setattr(Tables, "_told", broken)
                await first.say("act", id="x", base=before, actions=["+"])
                assert await first.until_closed() == 1012
            rows = await place.server.store.rows(table["table"])
            async with page(place, table["table"], last=before) as again:
                assert again.seq == len(rows) == before + 1

    run(test)
