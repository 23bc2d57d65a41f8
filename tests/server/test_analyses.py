"""Analyses of finished deals, turns that are played again, and hints: in workers, bounded, never of what is hidden."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.pages import Place, page, serving

from speto import compiled
from speto.server import analyses
from speto.server.bots import NoWorkers
from speto.store.api import Saved

GOLDEN = Path(__file__).parents[1] / "golden"
FINISHED = json.loads((GOLDEN / "E06-colour-knock-210.json").read_text())
UNFINISHED = {**FINISHED, "deals": [{"start": FINISHED["deals"][0]["start"], "actions": ["+"]}]}
BOOK = "0123456789abcdef0123"

pytestmark = pytest.mark.skipif(not compiled.available(), reason="kernels cannot be compiled here")


class Workers:
    """In place of the workers: what they are asked is done here, when the gate is open."""

    def __init__(self, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.stand, self.lost = True, False
        monkeypatch.setattr(analyses, "WORLDS", 4)
        bots: Any = place.server.bots
        bots.work, bots.stand = self._work, self._stand
        bots.worlds = lambda *_: 4

    async def _stand(self) -> bool:
        return self.stand

    async def _work(self, job: Any, *given: Any, patience: float = 0.0) -> Any:
        await self.gate.wait()
        self.asked.append(job.__name__)
        if self.lost:
            raise NoWorkers
        return job(*given)


def run(test: Any) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


async def keep(place: Place, deal: int, record: Any) -> None:
    saved = Saved(BOOK, deal, 0, "dummy", 1, json.dumps(record).encode())
    await place.server.store.save_record(saved, {0: "somebody"})


def test_a_finished_deal_is_analysed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with serving() as place:
            workers = Workers(place, monkeypatch)
            await keep(place, 1, FINISHED)
            status, found, _ = await place.http("GET", f"/api/records/{BOOK}/1/analysis")
            assert (status, found["format"], found["worlds"]) == (200, "speto-analysis/1", 4)
            assert {one["seat"] for one in found["decisions"]} == {0}
            assert [one["name"] for one in found["seats"]] == ["A", "B", "C", "D"]
            asked = len(workers.asked)
            assert asked == 1
            assert (await place.http("GET", f"/api/records/{BOOK}/1/analysis"))[1] == found
            status, sent, _ = await place.http("POST", "/api/analyses?deal=0", FINISHED)
            assert (status, sent) == (200, found)
            assert len(workers.asked) == asked

    run(test)


def test_a_deal_that_is_not_over_is_never_analysed_nor_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with serving() as place:
            workers = Workers(place, monkeypatch)
            await keep(place, 1, UNFINISHED)
            retry = {"name": "Ann", "action": 0}
            for method, path, body in (
                ("GET", f"/api/records/{BOOK}/1/analysis", None),
                ("POST", "/api/analyses?deal=0", UNFINISHED),
                ("POST", f"/api/records/{BOOK}/1/retry", retry),
                ("POST", "/api/retries", {**retry, "record": UNFINISHED}),
            ):
                status, answer, _ = await place.http(method, path, body)
                assert (status, answer["code"]) == (409, "not_now"), path
            table, _ = await place.create(["greedy"], ready=True)
            _, info, _ = await place.http("GET", f"/api/tables/{table['code']}")
            status, _, _ = await place.http("GET", f"/api/records/{info['table']['book']}/1/analysis")
            assert status == 404
            assert "judge" not in workers.asked

    run(test)


def test_one_deal_at_a_time_for_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with serving() as place:
            workers = Workers(place, monkeypatch)
            other = {**FINISHED, "players": ["E", "F", "G", "H"]}
            await keep(place, 1, FINISHED)
            await keep(place, 2, other)
            workers.gate.clear()
            waiting = [asyncio.create_task(place.http("GET", f"/api/records/{BOOK}/1/analysis")) for _ in range(2)]
            while not place.server.analyses.working:
                await asyncio.sleep(0.001)
            status, answer, _ = await place.http("GET", f"/api/records/{BOOK}/2/analysis")
            assert (status, answer["code"]) == (429, "rate")
            workers.gate.set()
            first, second = await asyncio.gather(*waiting)
            assert first[0] == 200
            assert first[1] == second[1]
            assert len(workers.asked) == 1
            assert (await place.http("GET", f"/api/records/{BOOK}/2/analysis"))[0] == 200

    run(test)


def test_a_server_that_cannot_analyse_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with serving() as place:
            workers = Workers(place, monkeypatch)
            await keep(place, 1, FINISHED)
            workers.stand = False
            status, answer, _ = await place.http("GET", f"/api/records/{BOOK}/1/analysis")
            assert (status, answer["code"]) == (409, "not_now")
            workers.stand, workers.lost = True, True
            status, answer, _ = await place.http("GET", f"/api/records/{BOOK}/1/analysis")
            assert (status, answer["code"]) == (409, "not_now")
            workers.lost = False
            assert (await place.http("GET", f"/api/records/{BOOK}/1/analysis"))[0] == 200
            monkeypatch.setattr(analyses, "WAITING", 0)
            other = {**FINISHED, "players": ["E", "F", "G", "H"]}
            status, answer, _ = await place.http("POST", "/api/analyses", other)
            assert (status, answer["code"]) == (429, "rate")

    run(test)


def test_R28_the_match_before_a_deal_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with serving() as place:
            seen = []

            async def noted(_job: Any, asked: Any, *_given: Any, **_more: Any) -> Any:
                seen.append(asked.totals)
                raise NoWorkers

            Workers(place, monkeypatch)
            place.server.bots.work = noted  # type: ignore[method-assign, assignment]
            await keep(place, 1, FINISHED)
            await keep(place, 2, {**FINISHED, "before": [210, -20, -50, -20]})
            for deal in (1, 2):
                assert (await place.http("GET", f"/api/records/{BOOK}/{deal}/analysis"))[0] == 409
            assert seen == [[0, 0, 0, 0], [210, -20, -50, -20]]

    run(test)


@pytest.mark.parametrize("sent", [False, True])
def test_a_turn_is_played_again_at_a_practice_table(monkeypatch: pytest.MonkeyPatch, sent: bool) -> None:
    async def test() -> None:
        async with serving() as place:
            Workers(place, monkeypatch)
            await keep(place, 1, FINISHED)
            asked = {"name": "Ann", "action": 1}
            if sent:
                status, made, ann = await place.http("POST", "/api/retries", {**asked, "record": FINISHED})
            else:
                status, made, ann = await place.http("POST", f"/api/records/{BOOK}/1/retry", asked)
            assert status == 201
            async with page(place, made["table"], ann) as me:
                await me.until(lambda one: one.deal)
                assert me.deal is not None
                assert me.deal["hand"].split() == ["9h", "Th", "Jh", "Qh", "Ks"]
                assert (me.deal["turn"], me.deal["phase"], me.deal["fresh"]) == (0, "lay", "Ks")
                assert me.table["setup"]["practice"]
                assert [one["kind"] for one in me.table["seats"]] == ["person", "bot", "bot", "bot"]
                hint = await me.ask("ask_hint")
                assert hint["action"].startswith("=")
                assert hint["worlds"] == 4
                after = await me.ask("ask_hint", actions=["=9hThJhQh"])
                assert after["action"] == "#Ks"
                assert (await me.ask("ask_hint", actions=["nonsense"]))["code"] == "not_now"
                await me.act("=9hThJhQh", "#Ks")
                assert (me.table["status"], me.table["winner"], me.table["totals"][0]) == ("over", None, 210)
                assert (await place.http("GET", "/api/records", cookie=ann))[1] == []
                assert (await me.do("rematch"))["t"] == "ack"
                await me.until(lambda one: one.table["status"] == "playing" and one.deal["phase"] == "lay")
                assert me.deal["hand"].split() == ["9h", "Th", "Jh", "Qh", "Ks"]
            # Loaded again it is what it was: the opening stands in the log.
            live = place.server.tables.live[made["table"]]
            place.server.tables.drop(live)
            again = await place.server.tables.get(made["table"])
            assert again.table.deal_view(0) == live.table.deal_view(0)

    run(test)


def test_a_turn_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with serving() as place:
            Workers(place, monkeypatch)
            await keep(place, 1, FINISHED)
            status, answer, _ = await place.http("POST", f"/api/records/{BOOK}/1/retry", {"name": "Ann", "action": 9})
            assert (status, answer["code"]) == (400, "illegal")
            assert "no action 9" in answer["error"]

    run(test)
