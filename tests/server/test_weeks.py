"""What lies between two visits: weeks without anybody, an upgrade, a person who wants to be forgotten."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest
from tests.server.pages import Place, mover, page, serving, two
from tests.server.test_http import finished, run

from speto.cli.load import ask
from speto.server import duty, live, tables
from speto.store.api import KEPT
from speto.store.memory import MemoryStore
from speto.store.sqlite import SqliteStore
from speto.table.table import FORGOTTEN

DAY = 24 * 3600 * 1000


def jump(monkeypatch: pytest.MonkeyPatch, place: Place, days: int) -> None:
    """So many days pass, and somebody tidies up."""
    later = live.now_ms() + days * DAY
    for module in (duty, live, tables):
        monkeypatch.setattr(module, "now_ms", lambda: later)
    place.server.duty._tidy = 0


async def gone(place: Place, table: str) -> None:
    async with asyncio.timeout(20):
        while (await place.http("GET", f"/api/tables/{table}"))[0] != 404:
            await asyncio.sleep(0.01)


def test_a_match_that_waits_for_weeks_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with serving(SqliteStore(tmp_path / "speto.db")) as place, two(place) as (ann, ben, table):
            one = mover(ann, ben)
            await one.act(one.deal["legal"][0])
            seq, deal = one.seq, one.deal
            cookie = one.ws.request.headers["cookie"]
        async with serving(SqliteStore(tmp_path / "speto.db")) as place:
            jump(monkeypatch, place, 80)
            async with page(place, table["table"], cookie) as again:
                await again.until(lambda p: p.deal and p.deal["legal"])
                assert (again.deal["hand"], again.deal["pile"]) == (deal["hand"], deal["pile"])
                assert again.seq >= seq
                assert (await again.act(again.deal["legal"][-1]))["t"] == "ack"

    run(test)


def test_a_table_that_nobody_touches_is_cleared_away_and_its_deals_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with serving() as place:
            table, cookie = await finished(place)
            book = place.server.tables.live[table["table"]].table.book
            jump(monkeypatch, place, 85)
            await gone(place, table["table"])
            assert (await place.http("GET", "/api/mine", cookie=cookie))[1] == []
            _, lines, _ = await place.http("GET", "/api/records", cookie=cookie)
            assert [(line["book"], line["deal"]) for line in lines] == [(book, 1)]
            assert (await place.http("GET", f"/api/records/{book}/1/replay"))[0] == 200

    run(test)


def test_a_table_that_never_began_is_closed_and_then_cleared_away(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with serving() as place:
            table, cookie = await place.create()
            jump(monkeypatch, place, 8)
            async with asyncio.timeout(20):
                while (await place.http("GET", f"/api/tables/{table['code']}"))[1]["table"]["status"] != "over":
                    await asyncio.sleep(0.01)
            assert len((await place.http("GET", "/api/mine", cookie=cookie))[1]) == 1
            jump(monkeypatch, place, 29)
            await gone(place, table["table"])

    run(test)


def test_what_the_manual_says_of_how_long_things_stay(root: Path) -> None:
    manual = (root / "docs" / "operations.md").read_text()
    weeks = {status: (FORGOTTEN[status] / 7 / DAY, KEPT[status] / 7 / DAY) for status in KEPT}
    assert weeks["waiting"][0] == weeks["over"][0] == 1
    assert weeks["over"][1] == 4
    assert "closed 1 week after its last command, gone 4 weeks later" in manual
    assert {weeks[status][1] for status in ("playing", "between", "paused")} == {12}
    assert "| a match that waits to go on | 12 weeks after its last command |" in manual


def test_a_table_of_another_version_is_refused_in_a_sentence_and_harms_nobody(tmp_path: Path) -> None:
    """What an upgrade cannot play on stays in the log, and says why."""
    sentence = "this table was made for version 0 of dummy; this program plays version 1"

    async def test() -> None:
        async with serving(SqliteStore(tmp_path / "speto.db")) as place:
            old, ann = await place.create()
            new, _ = await place.create()
        with sqlite3.connect(tmp_path / "speto.db") as base:
            base.execute("UPDATE tables SET version = 0 WHERE id = ?", (old["table"],))
            (body,) = base.execute(
                "SELECT body FROM commands WHERE table_id = ? AND seq = 1", (old["table"],)
            ).fetchone()
            body = json.dumps({**json.loads(body), "version": 0})
            base.execute("UPDATE commands SET body = ? WHERE table_id = ? AND seq = 1", (body, old["table"]))
        base.close()
        async with serving(SqliteStore(tmp_path / "speto.db")) as place:
            for method, path, body in (
                ("GET", f"/api/tables/{old['code']}", None),
                ("POST", f"/api/tables/{old['table']}/join", {"name": "Ben"}),
                ("GET", f"/api/tables/{old['table']}/link", None),
            ):
                status, answer, _ = await place.http(method, path, body, ann)
                assert (status, answer["code"], answer["error"]) == (409, "version", sentence)
            async with page(place, old["table"], ann) as page_of_ann:
                assert await page_of_ann.until_closed() == 4004
            assert len((await place.http("GET", "/api/mine", cookie=ann))[1]) == 1
            assert (await place.http("GET", f"/api/tables/{new['code']}"))[0] == 200
            assert (await place.http("GET", "/healthz"))[0] == 200
            # Nor does it keep anybody's name.
            assert (await place.http("DELETE", "/api/me", cookie=ann))[:2] == (200, {"tables": 1})
            assert "Ann" not in repr(await place.server.store.rows(old["table"]))

    run(test)


def test_a_record_names_the_version_of_its_rules_and_another_one_is_not_played() -> None:
    async def test() -> None:
        async with serving() as place:
            table, _ = await finished(place)
            book = place.server.tables.live[table["table"]].table.book
            record = json.loads((await ask(place.host, "GET", f"/api/records/{book}/1"))[1])
            assert record["meta"]["version"] == "1"
            record["meta"]["version"] = "0"
            status, answer, _ = await place.http("POST", "/api/records", record)
            assert (status, answer["error"]) == (
                400,
                "version '0' of dummy has played this; this server plays version 1",
            )

    run(test)


def test_somebody_is_forgotten_on_all_tables_and_in_all_devices() -> None:
    async def test() -> None:
        async with serving(MemoryStore()) as place, two(place) as (ann, ben, table):
            cookie = ann.ws.request.headers["cookie"]
            _, link, _ = await place.http("GET", f"/api/tables/{table['table']}/link", cookie=cookie)
            status, _, _ = await place.http("DELETE", "/api/me", cookie=cookie)
            assert status == 200
            # The other plays on against a bot; no page shows the name, and the link opens nothing any more.
            async with page(place, table["table"], ben.ws.request.headers["cookie"]) as again:
                await again.until(lambda p: p.table["seats"][0]["kind"] == "bot" or p.table["seats"][0]["sitting_in"])
                assert "Ann" not in again.raw[-1]
                assert "Ann" not in json.dumps(again.table)
            assert (await place.http("POST", "/api/seat", {"secret": link["secret"]}))[0] == 404

    run(test)
