"""``kill -9`` while people play: nothing that was acknowledged is lost, nothing happens twice, everybody plays on."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from functools import partial
from pathlib import Path

import pytest
from tests.drill import HOUR
from tests.faults.invariants import Log
from tests.faults.people import Person, quiet, seated
from tests.server.processes import Process, served
from tests.store.databases import drop_postgres_schema, postgres_schema

from speto.store import open_store
from speto.store.sqlite import SqliteStore


async def killed(server: Process, kills: int, until: float) -> tuple[list[tuple[str, list[Person]]], int, list[float]]:
    """Tables that were played at while the server was killed again and again; how often, and the times to come back."""
    chance = random.Random(1)
    shapes = ((2, 2), (3, 2), (4, 3))
    tables = [await seated(lambda: server.host, *shape, seed=shape) for shape in shapes]
    people = [person for _, some in tables for person in some]
    for person in people:
        person.begin()
    times: list[float] = []
    done = 0
    try:
        while done < kills and time.monotonic() < until:
            goal = sum(person.acks for person in people) + chance.randrange(5, 40)
            async with asyncio.timeout(60):
                while sum(person.acks for person in people) < goal:
                    await asyncio.sleep(0.005)
            server.kill()
            await asyncio.to_thread(server.start)
            begun, goal = time.monotonic(), sum(person.acks for person in people) + 1
            async with asyncio.timeout(60):
                while sum(person.acks for person in people) < goal:
                    await asyncio.sleep(0.002)
            times.append(time.monotonic() - begun)
            done += 1
        await quiet(people)
    finally:
        for person in people:
            await person.end()
    return tables, done, times


async def verify(data: Path, tables: list[tuple[str, list[Person]]]) -> int:
    """Check the invariants of all tables; how many rows there are."""
    rows = 0
    async with SqliteStore(data / "speto.db") as store:
        for table, people in tables:
            loaded = await store.load(table)
            assert loaded is not None
            log = Log(table, loaded.secret, loaded.rows, [person.seat for person in people])
            for person in people:
                log.check(person)
            log.check_end(people)
            rows += len(loaded.rows)
    return rows


def test_nothing_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    async def test() -> None:
        with served(tmp_path) as server:
            tables, done, _ = await killed(server, 5, time.monotonic() + 90)
            assert done == 5
        assert await verify(tmp_path, tables) > 50

    asyncio.run(test())


def test_one_of_two_servers_over_postgresql_is_killed(tmp_path: Path) -> None:
    url = postgres_schema()

    async def test() -> None:
        database = ("--database", url)
        with served(tmp_path / "a", *database) as here, served(tmp_path / "b", *database) as there:
            table, people = await seated(lambda: here.host, 4, 3)
            for number, person in enumerate(people):
                person.host = partial(_either, here, there, number, person.notes)
                person.begin()
            try:
                for _ in range(3):
                    goal = sum(person.acks for person in people) + 15
                    async with asyncio.timeout(60):
                        while sum(person.acks for person in people) < goal:
                            await asyncio.sleep(0.005)
                    here.kill()
                    await asyncio.to_thread(here.start)
                await quiet(people)
            finally:
                for person in people:
                    await person.end()
        async with open_store(url) as store:
            loaded = await store.load(table)
            assert loaded is not None
            log = Log(table, loaded.secret, loaded.rows, [person.seat for person in people])
            for person in people:
                log.check(person)
            log.check_end(people)

    try:
        asyncio.run(test())
    finally:
        drop_postgres_schema(url)


def _either(here: Process, there: Process, number: int, notes: list[object]) -> str:
    """The server that somebody turns to: now one, now the other."""
    return (here, there)[(number + len(notes)) % 2].host


@pytest.mark.drill
def test_workers_over_postgresql_are_replaced(tmp_path: Path) -> None:
    url = postgres_schema()

    async def test() -> None:
        with served(tmp_path, "--workers", "2", "--database", url) as server:
            assert server.process is not None
            table, people = await seated(lambda: server.host, 3, 2)
            for person in people:
                person.begin()
            try:
                for _ in range(3):
                    goal = sum(person.acks for person in people) + 15
                    async with asyncio.timeout(60):
                        while sum(person.acks for person in people) < goal:
                            await asyncio.sleep(0.005)
                    workers = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
                    os.kill(int(workers[0]), signal.SIGKILL)
                await quiet(people)
            finally:
                for person in people:
                    await person.end()
            assert server.stop() == 0
        async with open_store(url) as store:
            loaded = await store.load(table)
            assert loaded is not None
            log = Log(table, loaded.secret, loaded.rows, [person.seat for person in people])
            for person in people:
                log.check(person)
            log.check_end(people)

    try:
        asyncio.run(test())
    finally:
        drop_postgres_schema(url)


@pytest.mark.drill
def test_a_hundred_kills(tmp_path: Path, drill_minutes: float, capsys: pytest.CaptureFixture[str]) -> None:
    async def test() -> None:
        begun = time.monotonic()
        with served(tmp_path) as server:
            tables, done, times = await killed(server, 100, begun + 60 * drill_minutes / 6)
        rows = await verify(tmp_path, tables)
        with capsys.disabled():
            print(f"\n{done} kills, {rows} rows, first action {max(times):.2f} s after the start at the latest")  # noqa: T201
        assert done == 100 or drill_minutes < HOUR

    asyncio.run(test())
