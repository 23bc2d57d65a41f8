"""What every store does, continued: lists, records, forgetting people and old tables."""

from __future__ import annotations

import asyncio

import pytest
from tests.store.databases import begin, on_store, put, put_all

from speto.errors import BadText
from speto.protocol.messages import Due
from speto.store import open_store, sqlstore
from speto.store.api import (
    DAY,
    KEPT,
    Listed,
    NoTable,
    Notes,
    Person,
    Saved,
    Store,
)

ANN = Person("6d0f" * 8, "Ann")
BEN = Person("be11" * 8, "Ben")


def saved(table: str = "t", deal: int = 1, at: int = 5000, json: bytes = b'{"players":["Ann","Ben"]}') -> Saved:
    return Saved(table, deal, at, "dummy", 1, json)


# Lists.


@on_store
async def test_notes_change_only_what_they_name(store: Store) -> None:
    await begin(store, notes=Notes("waiting", True, {"a": 1}, {0: ANN}))
    at_first = Listed("t", "dummy", 1, "waiting", True, 1, 1000, 1000, {"a": 1}, {0: "Ann"})
    assert await store.listed("t") == at_first
    await put(store, 1, "c2", at=2000)
    await put(store, 2, "c3", at=3000, notes=Notes("playing"))
    found = await store.listed("t")
    assert found == Listed("t", "dummy", 1, "playing", True, 3, 1000, 3000, {"a": 1}, {0: "Ann"})
    await put(store, 3, "c4", notes=Notes(public=False, summary={}, seats={0: None, 1: BEN}))
    found = await store.listed("t")
    assert found == Listed("t", "dummy", 1, "playing", False, 4, 1000, 2000, {}, {1: "Ben"})
    await put(store, 3, "stale", notes=Notes("over", True, {"b": 2}, {0: ANN}))
    assert await store.listed("t") == found


@on_store
async def test_public_tables_that_wait_or_are_played_at_are_listed_newest_first(store: Store) -> None:
    for number, (status, public) in enumerate([("waiting", True), ("playing", True), ("waiting", False)] * 2):
        await begin(store, f"t{number}", at=number, notes=Notes(status, public))  # type: ignore[arg-type]

    async def listed(since: int, *limit: int) -> list[str]:
        return [found.id for found in await store.public(since, *limit)]

    assert await listed(0) == ["t4", "t3", "t1", "t0"]
    assert await listed(0, 3) == ["t4", "t3", "t1"]
    assert await listed(4) == ["t4", "t3", "t0"], "where nothing has happened since then nobody plays"
    assert await listed(5) == ["t3", "t0"], "a table that waits, waits as long as it takes"
    await put(store, 1, "c2", table="t1", at=9)
    assert await listed(9) == ["t3", "t1", "t0"]
    for table, status in (("t3", "over"), ("t1", "paused"), ("t4", "between")):
        head = (await store.heads([table]))[table]
        await put(store, head, f"{status}", table=table, at=10, notes=Notes(status))  # type: ignore[arg-type]
    assert await listed(10) == ["t4", "t1", "t0"]


@on_store
async def test_a_member_sees_the_tables_where_he_sits(store: Store) -> None:
    await begin(store, "a", at=1, notes=Notes(seats={0: ANN, 1: BEN}))
    await begin(store, "b", at=2, notes=Notes(seats={1: ANN}))
    await begin(store, "c", at=3, notes=Notes(seats={0: BEN}))
    assert [(found.id, found.seat) for found in await store.tables_of(ANN.member)] == [("b", 1), ("a", 0)]
    assert (await store.tables_of(ANN.member))[1].names == {0: "Ann", 1: "Ben"}
    await put(store, 1, "c2", table="a", at=9)
    assert [found.id for found in await store.tables_of(ANN.member)] == ["a", "b"]
    assert [found.id for found in await store.tables_of(ANN.member, 1)] == ["a"]
    await put(store, 2, "c3", table="a", notes=Notes(seats={0: None}))
    assert [found.id for found in await store.tables_of(ANN.member)] == ["b"]
    assert await store.tables_of("nobody") == []


# Records.


@on_store
async def test_a_record_is_kept_once(store: Store) -> None:
    assert await store.save_record(saved(), {0: ANN.member})
    assert not await store.save_record(saved(json=b"{}"), {1: BEN.member})
    assert await store.record("t", 1) == saved()
    assert await store.record("t", 2) is None
    assert await store.records_of(BEN.member) == []


@on_store
async def test_records_by_table_by_member_and_all(store: Store) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlstore, "PAGE", 2)
        for deal in (10, 2, 1):
            await store.save_record(saved(deal=deal, at=deal), {0: ANN.member, 1: BEN.member})
        await store.save_record(saved("u", 3, 5), {0: BEN.member, 1: BEN.member})
        assert [(found.table, found.deal) async for found in store.all_records()] == [
            ("t", 1), ("t", 2), ("t", 10), ("u", 3),
        ]  # fmt: skip
    assert [found.deal for found in await store.records("t")] == [1, 2, 10]
    assert [found.deal for found in await store.records_of(ANN.member)] == [10, 2, 1]
    assert [found.deal for found in await store.records_of(BEN.member)] == [10, 3, 2, 1]
    assert [found.deal for found in await store.records_of(BEN.member, 2)] == [10, 3]


# Housekeeping.


@on_store
async def test_a_person_is_forgotten(store: Store) -> None:
    setup = {"setup": {"players": 2}, "name": "Ann", "member": ANN.member}
    await begin(store, body=setup, notes=Notes(seats={0: ANN}))
    sit = {"seat": 1, "name": "Ben", "member": BEN.member}
    await store.append("t", 1, "c2", [(1, "sit", sit)], 2000, None, Notes(seats={1: BEN}))
    await store.append("t", 2, "c3", [(0, "act", {"actions": ["+"]})], 2000, None)
    await begin(store, "left", body=setup)
    await begin(store, "other", notes=Notes(seats={0: BEN}))
    await store.save_record(saved(), {0: ANN.member, 1: BEN.member})
    secret = await store.seat_secret("t", 0)

    assert await store.delete_member(ANN.member) == ["left", "t"]

    rows = await store.rows("t")
    assert rows[0].body == {"setup": {"players": 2}, "name": "", "member": ""}
    assert (rows[1].body, rows[2].body) == (sit, {"actions": ["+"]})
    assert [row.seq for row in rows] == [1, 2, 3]
    assert (await store.rows("left"))[0].body["name"] == ""
    assert await store.tables_of(ANN.member) == []
    listed = await store.listed("t")
    assert listed is not None and listed.names == {1: "Ben"}
    assert secret is not None and await store.find_seat(secret) is None
    assert await store.record("t", 1) == saved(json=b'{"players":["","Ben"]}')
    assert await store.records_of(ANN.member) == []
    assert await store.records_of(BEN.member) == [saved(json=b'{"players":["","Ben"]}')]
    assert await store.delete_member(ANN.member) == []


@on_store
async def test_nobody_is_not_a_person_to_forget(store: Store) -> None:
    await begin(store, body={"name": "Bot", "member": ""})
    with pytest.raises(BadText, match="no member"):
        await store.delete_member("")
    assert (await store.rows("t"))[0].body["name"] == "Bot"


@on_store
async def test_untouched_tables_go_and_records_stay(store: Store) -> None:
    for status in KEPT:
        await begin(store, status, notes=Notes(status, True, {}, {0: ANN}))
    codes = [await store.codes(status) for status in KEPT]
    await store.save_record(saved("over"))
    assert await store.sweep(1000 + 14 * DAY) == []
    assert await store.sweep(1001 + 14 * DAY) == ["waiting"]
    await put(store, 1, "c2", table="paused", at=1000 + 20 * DAY)
    assert await store.sweep(1001 + 28 * DAY) == ["over"]
    assert await store.sweep(1001 + 12 * 7 * DAY) == ["between", "playing"]
    assert await store.heads(list(KEPT)) == {"paused": 2}
    assert [found.id for found in await store.tables_of(ANN.member)] == ["paused"]
    assert await store.record("over", 1) == saved("over")
    for status, found in zip(KEPT, codes, strict=True):
        assert found is not None
        assert (await store.find(found.invite) is None) == (status != "paused")
    with pytest.raises(NoTable):
        await put(store, 1, "c2", table="over")
    assert await store.load("over") is None
    await begin(store, "over")


@on_store
async def test_a_key_is_made_once(store: Store) -> None:
    keys = await asyncio.gather(*(store.key(name) for name in ("cookie", "cookie", "other")))
    assert keys[0] == keys[1] != keys[2]
    assert len(keys[0]) == 32


@on_store
async def test_a_beat_says_when_the_last_one_was(store: Store) -> None:
    assert await store.beat(100) is None
    assert await store.beat(200) == 100
    assert await store.beat(150) == 200
    assert await store.beat(300) == 200


def test_close_may_be_called_twice(url: str) -> None:
    async def go() -> None:
        store = open_store(url)
        await store.open()
        await store.close()
        await store.close()

    asyncio.run(go())


def test_a_store_opened_again_has_all_there_was(shared_url: str) -> None:
    async def go() -> None:
        store = open_store(shared_url)
        for count in range(3):
            async with store:
                if not count:
                    await begin(store, notes=Notes(seats={0: ANN}), due=Due(5, "turn"))
                await put_all(store, 1, first=count + 1)
        async with open_store(shared_url) as again:
            assert [row.id for row in await again.rows("t")] == ["create", "c2", "c3", "c4"]

    asyncio.run(go())
