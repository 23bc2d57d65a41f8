"""A disk that is full: the server says so, accepts nothing, loses nothing, and goes on when there is room."""

from __future__ import annotations

import asyncio
import json
import resource
import sys
from pathlib import Path

import pytest
from tests.faults.invariants import Log
from tests.faults.people import Person, quiet, seated
from tests.server.pages import page, run, serving, two
from tests.server.processes import served

from speto.cli.load import ask
from speto.store.sqlite import SqliteStore


def refusals(people: list[Person]) -> int:
    return sum(note.message.get("code") == "full" for person in people for note in person.notes)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets one limit another process's files")
def test_a_server_whose_files_may_not_grow(tmp_path: Path) -> None:
    async def test() -> None:
        with served(tmp_path) as server:
            assert server.process is not None
            pid = server.process.pid
            table, people = await seated(lambda: server.host, 3, 2)
            for person in people:
                person.begin()
            try:
                await people[0].until(lambda: people[0].acks >= 3)
                _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
                now = max(file.stat().st_size for file in tmp_path.glob("speto.db*"))
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (now, most))
                async with asyncio.timeout(60):
                    while refusals(people) < 3:
                        await asyncio.sleep(0.01)
                seqs = {person.seq for person in people}
                status, raw, _ = await ask(server.host, "POST", "/api/tables", {"name": "Late"})
                assert (status, json.loads(raw)["code"]) == (503, "full")
                assert b"disk" in raw
                for _ in range(2):  # whoever looks is still shown the table
                    status, raw, _ = await ask(server.host, "GET", f"/api/tables/{table}")
                    assert status == 200
                assert {person.seq for person in people} == seqs
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))
                goal = sum(person.acks for person in people) + 5
                async with asyncio.timeout(60):
                    while sum(person.acks for person in people) < goal:
                        await asyncio.sleep(0.01)
                await quiet(people)
            finally:
                for person in people:
                    await person.end()
        async with SqliteStore(tmp_path / "speto.db") as store:
            loaded = await store.load(table)
            assert loaded is not None
            log = Log(table, loaded.secret, loaded.rows, [person.seat for person in people])
            for person in people:
                log.check(person)
            log.check_end(people)

    run(test)


def test_a_database_that_may_not_grow(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path / "speto.db")
        async with serving(store) as place, two(place, practice=False) as (ann, ben, table):
            first = ann if ann.deal["turn"] == ann.you["seat"] else ben
            await store.cap(1)
            answers = []
            for number in range(200):
                answers.append(await first.act("+", name=f"draw{number}"))
                if answers[-1]["t"] == "nack":
                    break
                discard = next(action for action in first.deal["legal"] if action[0] in "-!")
                answers.append(await first.act(discard, name=f"discard{number}"))
                if answers[-1]["t"] == "nack":
                    break
                other = ben if first is ann else ann
                await other.at(answers[-1]["seq"])
                first = other
            assert answers[-1]["code"] == "full"
            seq = first.seq
            status, answer, _ = await place.http("POST", "/api/tables", {"name": "Late"})
            assert (status, answer["code"]) == (503, "full")
            assert len(await store.rows(table["table"])) == seq
            await store.cap(1 << 30)
            again = await first.ask("act", name=answers[-1]["id"], base=seq, actions=[first.deal["legal"][0]])
            assert again == {"t": "ack", "id": answers[-1]["id"], "seq": seq + 1}
            async with page(place, table["watch"]) as watcher:
                assert watcher.seq == seq + 1

    run(test)
