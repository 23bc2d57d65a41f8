"""A bad network, two pages of one seat, two servers: everybody still sees one and the same game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from tests.faults.invariants import Log
from tests.faults.people import Person, quiet, seated
from tests.faults.proxy import Proxy
from tests.server.pages import run, serving

from speto.store.memory import MemoryStore


def closed(person: Person) -> int:
    """How often a page was closed by another one of its seat."""
    return sum(note.message.get("reason") == "other_tab" for note in person.notes)


async def verified(store: Any, table: str, people: list[Person]) -> Log:
    loaded = await store.load(table)
    log = Log(table, loaded.secret, loaded.rows, sorted({person.seat for person in people}))
    for person in people:
        log.check(person)
    return log


async def play(people: list[Person], acks: int, enough: Callable[[], bool] = lambda: True) -> None:
    """Play until so many commands were acknowledged, and enough has gone wrong."""
    for person in people:
        person.begin()
    async with asyncio.timeout(80):
        while sum(person.acks for person in people) < acks or not enough():
            await asyncio.sleep(0.005)


def test_a_network_that_delays_cuts_and_resets() -> None:
    async def test() -> None:
        store = MemoryStore()
        async with serving(store) as place:
            name, _, port = place.host.rpartition(":")
            async with Proxy(name, int(port), seed=3) as proxy:
                table, people = await seated(lambda: place.host, 4, 3, via=lambda: proxy.address)
                try:
                    await play(people, 250, lambda: proxy.cuts > 10)
                    proxy.calm = True
                    await quiet(people)
                finally:
                    for person in people:
                        await person.end()
        (await verified(store, table, people)).check_end(people)

    run(test)


def test_two_pages_of_one_seat_that_fight_over_it() -> None:
    async def test() -> None:
        store = MemoryStore()
        async with serving(store) as place:
            table, people = await seated(lambda: place.host, 3, 2, seed="one")
            ann, ben = people
            # The other page of the same seat makes the same ids: half of them name another action.
            twin = Person(lambda: place.host, table, ann.seat, ann.cookie, seed="other")
            try:
                await play([ann, ben, twin], 150, lambda: closed(ann) + closed(twin) > 10)
            finally:
                for person in (ann, ben, twin):
                    await person.end()
        await verified(store, table, [ben])
        loaded = await store.load(table)
        log = Log(table, loaded.secret, loaded.rows, [ann.seat])
        for one in (ann, twin):
            log.check(one)

    run(test)


def test_two_servers_over_one_log() -> None:
    async def test() -> None:
        store = MemoryStore()
        async with serving(store, shared=True) as here, serving(store, shared=True) as there:
            hosts = [here.host, there.host]
            table, people = await seated(lambda: hosts[0], 4, 3)
            for number, person in enumerate(people):
                person.host = partial(_other, hosts, number, person.notes)
            try:
                await play(people, 150)
                await quiet(people)
            finally:
                for person in people:
                    await person.end()
        (await verified(store, table, people)).check_end(people)

    run(test)


def _other(hosts: list[str], number: int, notes: list[Any]) -> str:
    """The server that somebody turns to: by chance another one each time."""
    return hosts[(number + len(notes)) % len(hosts)]


def test_memory_comes_back_after_many_connections() -> None:
    """I13: sockets with bad cookies, bad hellos and none leave nothing behind."""
    import gc

    from tests.server.pages import page

    from speto.server.sockets import Session

    async def test() -> None:
        async with serving(away_after=0.01) as place:
            table, cookie = await place.create()
            for number in range(120):
                key = (table["table"], table["watch"], "ZZZZ", "")[number % 4]
                who = (cookie, "speto=forged.x", "")[number % 3]
                async with page(place, key, who, hello=number % 5 != 0):
                    pass
            async with asyncio.timeout(10):
                while place.server.sessions or place.server.metrics.sockets._value.get():
                    await asyncio.sleep(0.01)
            live = place.server.tables.live[table["table"]]
            assert not live.seats
            assert not live.watchers
            gc.collect()
            assert sum(isinstance(thing, Session) for thing in gc.get_objects()) <= 1
            assert len(place.server.guessed._buckets) == 1

    run(test)
