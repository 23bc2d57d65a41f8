"""A server that starts again takes a long match up from its last deal, and has the record of every deal."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import pytest
from tests.server.pages import Page, mover, page, serving

from speto.store.api import StoreFull
from speto.store.memory import MemoryStore


async def ready(page_: Page) -> None:
    """Somebody is ready; his commands have other ids than those of pages that he had before."""
    assert (await page_.do("ready", name=secrets.token_hex(8)))["t"] == "ack"


async def to_the_end(*pages: Page) -> None:
    """Play the deal to its end."""
    while pages[0].table["status"] == "playing":
        actor = mover(*pages)
        action = actor.deal["legal"][0]  # type: ignore[index]
        answer = await actor.act(action, name=secrets.token_hex(8))
        await asyncio.gather(*(one.at(answer["seq"]) for one in pages))


async def deals(place: Any, table: str, ann: str, ben: str, count: int, last: int = -1) -> Page:
    """Play so many deals."""
    async with page(place, table, ann, last=last) as first, page(place, table, ben, last=last) as second:
        for _ in range(count):
            for one in (first, second):
                await ready(one)
            for one in (first, second):
                await one.until(lambda p: p.table["status"] == "playing" and p.deal and not p.deal["scores"])
            await to_the_end(first, second)
        return first


def test_a_match_goes_on_from_its_last_deal() -> None:
    store = MemoryStore()

    async def test() -> None:
        async with serving(store) as place:
            opened, ann = await place.create(rules={"preset": "strict", "target": 5000})
            table = opened["table"]
            _, ben = await place.join(table)
            before = await deals(place, table, ann, ben, 3)
            book = place.server.tables.live[table].table.book
        resumed = await store.resume(table)
        assert resumed is not None
        assert resumed.standing is not None
        assert 0 < len(resumed.rows) < (await store.heads([table]))[table] / 2
        async with serving(store) as place:
            async with page(place, table, ann, last=before.seq) as again:
                for part in ("deals", "totals", "seats", "status"):
                    assert again.table[part] == before.table[part]
                assert again.deal == before.deal
            await deals(place, table, ann, ben, 1)
            assert len(place.server.tables.live[table].table.table_view().deals) == 4
        assert [saved.deal for saved in await store.records(book)] == [1, 2, 3, 4]

    asyncio.run(test())


def test_a_deal_that_was_not_kept_is_kept_before_the_next_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    save, full = store.save_record, True

    async def save_record(*args: Any) -> bool:
        if full:
            raise StoreFull("no space")
        return await save(*args)

    monkeypatch.setattr(store, "save_record", save_record)

    async def test() -> None:
        nonlocal full
        async with serving(store) as place:
            opened, ann = await place.create(rules={"preset": "strict", "target": 5000})
            table = opened["table"]
            _, ben = await place.join(table)
            await deals(place, table, ann, ben, 1)
            live = place.server.tables.live[table]
            async with page(place, table, ann) as first, page(place, table, ben) as second:
                for one in (first, second):
                    await ready(one)
                with pytest.raises(StoreFull):
                    await place.server.tables.command(live, "deal", None, {}, "deal:2")
                assert live.table.dealt == 1
                full = False
                await first.until(lambda p: p.table["status"] == "playing")
            assert [saved.deal for saved in await store.records(live.table.book)] == [1]

    asyncio.run(test())


def test_without_a_standing_that_can_be_read_the_whole_log_is_replayed() -> None:
    store = MemoryStore()

    async def test() -> None:
        async with serving(store) as place:
            opened, ann = await place.create(rules={"preset": "strict", "target": 5000})
            table = opened["table"]
            _, ben = await place.join(table)
            before = await deals(place, table, ann, ben, 2)
        kept = store._tables[table]
        assert kept.standing is not None
        kept.standing = kept.standing[0], b'{"form": 0}'
        async with serving(store) as place, page(place, table, ann) as again:
            assert again.table["totals"] == before.table["totals"]
            assert again.deal == before.deal

    asyncio.run(test())
