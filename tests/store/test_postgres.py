"""PostgreSQL: what is its own. The contract and the races hold for it too."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import asyncpg
import pytest
from tests.store.databases import begin, put, put_all

from speto.store import StoreError, open_store, postgres
from speto.store.api import Accepted, Notes, Repeated, Stale, StoreDown, StoreFull
from speto.store.postgres import PostgresStore


def postgres_store(url: str) -> PostgresStore:
    store = open_store(url)
    assert isinstance(store, PostgresStore)
    return store


async def until_waiting(connection: Any) -> None:
    """Until somebody waits for a row that this connection holds."""
    while not await connection.fetchval(
        "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"
    ):
        await asyncio.sleep(0.01)


async def end_connections(url: str) -> None:
    """As a restart of the server does."""
    other = await asyncpg.connect(url)
    await other.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE application_name = 'speto' AND pid <> pg_backend_pid()"
    )
    await other.close()


def test_a_batch_is_one_statement(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    batches: list[int] = []
    real = PostgresStore._append_batch
    monkeypatch.setattr(
        PostgresStore, "_append_batch", lambda self, commands: (batches.append(len(commands)), real(self, commands))[1]
    )

    async def go() -> None:
        async with open_store(postgres_url) as store:
            for number in range(40):
                await begin(store, f"t{number}")
            notes = Notes("playing", None, {"turn": 1})
            answers = await asyncio.gather(*(put(store, 1, "c2", table=f"t{n}", notes=notes) for n in range(40)))
            assert answers == [Accepted(2)] * 40
            found = await store.listed("t7")
            assert found is not None and (found.status, found.summary) == ("playing", {"turn": 1})

    asyncio.run(go())
    assert batches == [40]


def test_a_command_that_another_node_stores_meanwhile_is_stored_once(postgres_url: str) -> None:
    """The other's row is committed while this statement waits for its lock, and is not in its snapshot."""

    async def go() -> None:
        async with open_store(postgres_url) as store:
            await begin(store)
            await begin(store, "u")
            other = await asyncpg.connect(postgres_url)
            change = other.transaction()
            await change.start()
            await other.execute("UPDATE tables SET head = 2 WHERE id = 't'")
            await other.execute("INSERT INTO commands VALUES ('t', 2, 'same', 0, 0, 'act', '{}', NULL)")
            jobs = [put(store, 2, "same"), put(store, 1, "c2", table="u")]
            tasks = [asyncio.ensure_future(job) for job in jobs]
            await until_waiting(other)
            await change.commit()
            await other.close()
            assert await asyncio.gather(*tasks) == [Repeated(2), Accepted(2)]
            assert [row.seq for row in await store.rows("t")] == [1, 2]
            assert await put(store, 2, "c3") == Accepted(3)

    asyncio.run(go())


def test_who_waited_for_another_node_is_behind(postgres_url: str) -> None:
    async def go() -> None:
        async with open_store(postgres_url) as store:
            await begin(store)
            other = await asyncpg.connect(postgres_url)
            change = other.transaction()
            await change.start()
            await other.execute("UPDATE tables SET head = 2 WHERE id = 't'")
            await other.execute("INSERT INTO commands VALUES ('t', 2, 'theirs', 0, 0, 'act', '{}', NULL)")
            mine = asyncio.ensure_future(put(store, 1, "mine"))
            await until_waiting(other)
            await change.commit()
            await other.close()
            answer = await mine
            assert isinstance(answer, Stale)
            assert (answer.head, [row.id for row in answer.missing]) == (2, ["theirs"])

    asyncio.run(go())


def test_connections_that_end_are_replaced(postgres_url: str) -> None:
    async def go() -> None:
        async with open_store(postgres_url) as store:
            await begin(store)
            for head in range(1, 6):
                await end_connections(postgres_url)
                assert await put(store, head, f"c{head + 1}") == Accepted(head + 1)
                await end_connections(postgres_url)
                assert len(await store.rows("t")) == head + 1

    asyncio.run(go())


def test_a_command_whose_connection_ended_amid_it_is_tried_again(postgres_url: str) -> None:
    async def go() -> None:
        async with open_store(postgres_url) as store:
            await begin(store)
            holder = await asyncpg.connect(postgres_url)
            change = holder.transaction()
            await change.start()
            await holder.execute("SELECT 1 FROM tables FOR UPDATE")
            mine = asyncio.ensure_future(put(store, 1, "c2"))
            await until_waiting(holder)
            await end_connections(postgres_url)
            await until_waiting(holder)
            await change.rollback()
            await holder.close()
            assert await mine == Accepted(2)

    asyncio.run(go())


def test_a_lock_that_is_not_given_back_is_not_waited_for_for_ever(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(postgres.SETTINGS, "lock_timeout", "50ms")

    async def go() -> None:
        async with open_store(postgres_url) as store:
            await begin(store)
            holder = await asyncpg.connect(postgres_url)
            change = holder.transaction()
            await change.start()
            await holder.execute("SELECT 1 FROM tables FOR UPDATE")
            with pytest.raises(StoreDown, match="cannot do this now: canceling statement due to lock timeout"):
                await put(store, 1, "c2")
            await change.rollback()
            await holder.close()
            await put_all(store, 2)

    asyncio.run(go())


def test_a_full_disk_is_said_to_be_one() -> None:
    with pytest.raises(StoreFull, match="no space to write in postgresql://db/speto: could not extend file"):
        raise_said(asyncpg.DiskFullError("could not extend file"))


def raise_said(error: Exception) -> None:
    with postgres._said("postgresql://db/speto"):
        raise error


@pytest.mark.parametrize(
    ("change", "error", "sentence"),
    [
        (lambda _: "postgresql://ann:verysecret@127.0.0.1:1/speto", StoreDown, r"postgresql://127\.0\.0\.1:1/speto"),
        (lambda url: url.replace("/postgres?", "/no_such_database?"), StoreError, r'database "no_such_database" does'),
    ],
)
def test_a_server_that_cannot_be_used_is_named_without_its_password(
    postgres_url: str, change: Any, error: type[Exception], sentence: str
) -> None:
    if error is StoreError and "/postgres?" not in postgres_url:
        pytest.skip("the named server has another form of address")

    async def go() -> None:
        async with open_store(change(postgres_url)):
            pass

    with pytest.raises(error, match=sentence) as refused:
        asyncio.run(go())
    assert "verysecret" not in str(refused.value)


def test_without_its_driver_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    monkeypatch.delitem(sys.modules, "speto.store.postgres")
    with pytest.raises(StoreError, match=r"needs the package asyncpg: pip install 'speto\[postgres\]'"):
        open_store("postgresql://db/speto")


def test_a_closed_store_says_so(postgres_url: str) -> None:
    async def go() -> None:
        store = postgres_store(postgres_url)
        with pytest.raises(StoreDown, match="closed"):
            await store.rows("t")
        async with store:
            await begin(store)
            waiting = asyncio.ensure_future(put(store, 1, "c2"))
            await asyncio.sleep(0)
        assert await waiting == Accepted(2)
        with pytest.raises(StoreDown, match="closed"):
            await put(store, 2, "c3")

    asyncio.run(go())
