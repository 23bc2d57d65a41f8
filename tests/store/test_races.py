"""Two stores on one database: each row is won once, and nobody waits for the other in a ring."""

from __future__ import annotations

import asyncio
import random

from tests.store.databases import begin, put

from speto.protocol.messages import Due
from speto.store import open_store
from speto.store.api import Accepted, Notes, Repeated, Stale, Store

TABLES = [f"t{number}" for number in range(6)]


async def player(store: Store, name: str, won: dict[tuple[str, int], str], rounds: int, seed: int) -> None:
    """Append to many tables, always after what this store has seen; remember what was acknowledged."""
    rng = random.Random(seed)
    heads = dict.fromkeys(TABLES, 1)
    for number in range(rounds):
        table, command = rng.choice(TABLES), f"{name}-{number}"
        notes = Notes("playing", None, {"n": number}) if number % 3 else None
        while True:
            answer = await put(store, heads[table], command, table=table, due=Due(number, "turn", 0), notes=notes)
            if isinstance(answer, Stale):
                assert [row.seq for row in answer.missing] == list(range(heads[table] + 1, answer.head + 1))
                heads[table] = answer.head
                continue
            assert answer == Accepted(heads[table] + 1)
            heads[table] = answer.seq
            assert (table, answer.seq) not in won
            won[table, answer.seq] = command
            break
        if number % 4 == 0:  # the acknowledgement was lost on the way
            assert await put(store, heads[table] - 1, command, table=table) == Repeated(heads[table])


def test_each_row_is_won_once_and_no_acknowledged_one_is_lost(shared_url: str) -> None:
    async def go() -> None:
        won: dict[tuple[str, int], str] = {}
        async with open_store(shared_url) as one, open_store(shared_url) as two:
            for table in TABLES:
                await begin(one, table)
            players = [player([one, two][n % 2], f"p{n}", won, 12, n) for n in range(10)]
            await asyncio.gather(*players)
            found = {(table, row.seq): row.id for table in TABLES for row in await two.rows(table, 1)}
            assert found == won
            assert len(won) == 120
            for table in TABLES:
                seqs = [row.seq for row in await one.rows(table)]
                assert seqs == list(range(1, len(seqs) + 1))

    asyncio.run(go())


def test_player_and_timer_race_and_one_wins(shared_url: str) -> None:
    async def go() -> None:
        async with open_store(shared_url) as one, open_store(shared_url) as two:
            await begin(one)
            for head in range(1, 16):
                answers = await asyncio.gather(put(one, head, f"act-{head}"), put(two, head, f"timeout:{head}"))
                assert sorted(type(answer).__name__ for answer in answers) == ["Accepted", "Stale"]
            again = await asyncio.gather(*(put(store, 16, "timeout:16") for store in (one, two)))
            assert {type(answer).__name__ for answer in again} == {"Accepted", "Repeated"}
            assert {answer.seq for answer in again if not isinstance(answer, Stale)} == {17}

    asyncio.run(go())


def test_two_stores_open_an_empty_database_at_once(sqlite_url: str, fresh_postgres: str) -> None:
    async def go(url: str) -> None:
        stores = [open_store(url) for _ in range(3)]
        await asyncio.gather(*(store.open() for store in stores))
        await begin(stores[0])
        assert await put(stores[1], 1, "c2") == Accepted(2)
        assert len({await store.key("cookie") for store in stores}) == 1
        for store in stores:
            await store.close()

    asyncio.run(go(sqlite_url))
    asyncio.run(go(fresh_postgres))


def test_a_sweep_and_a_player_race_and_nothing_is_half_gone(shared_url: str) -> None:
    async def go() -> None:
        async with open_store(shared_url) as one, open_store(shared_url) as two:
            for table in TABLES:
                await begin(one, table)
            touched = [put(two, 1, "c2", table=table, at=10**13) for table in TABLES]
            swept, *answers = await asyncio.gather(one.sweep(10**12), *touched, return_exceptions=True)
            assert isinstance(swept, list)
            for table, answer in zip(TABLES, answers, strict=True):
                assert (answer == Accepted(2)) == (table not in swept)
                assert len(await one.rows(table)) == (0 if table in swept else 2)

    asyncio.run(go())
