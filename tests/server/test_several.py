"""Two servers over one PostgreSQL database tell the same of it."""

from __future__ import annotations

import asyncio

from tests.server.pages import page, serving
from tests.store.databases import drop_postgres_schema, postgres_schema

from speto.store import open_store


def test_a_public_table_is_listed_by_the_server_that_does_not_serve_it() -> None:
    """Waiting, being played at, and gone from the list after the match; the deals played here replay there."""
    url = postgres_schema()

    async def test() -> None:
        async with (
            serving(open_store(url), shared=True) as here,
            serving(open_store(url), shared=True) as there,
        ):
            table, ann = await here.create(public=True)
            _, ben = await here.join(table["code"])

            async def listed() -> list[tuple[str, str, list[str], int]]:
                lists = [(await place.http("GET", "/api/tables"))[1] for place in (here, there)]
                assert lists[0] == lists[1]
                return [(line["table"], line["status"], line["names"], line["deal"]) for line in lists[1]]

            assert await listed() == [(table["table"], "waiting", ["Ann", "Ben"], 0)]
            async with page(here, table["table"], ann) as first, page(here, table["table"], ben) as second:
                await first.do("ready")
                await second.do("ready")
                await first.until(lambda p: p.deal)
                assert await listed() == [(table["table"], "playing", ["Ann", "Ben"], 1)]
                async with page(there, table["watch"]) as watcher:
                    assert watcher.deal and watcher.table["status"] == "playing"
                await first.do("pause")
                assert [line[1] for line in await listed()] == ["paused"]
                await first.do("resume")

    try:
        asyncio.run(test())
    finally:
        drop_postgres_schema(url)
