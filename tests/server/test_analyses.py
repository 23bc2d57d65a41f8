"""Analyses of finished deals, turns that are played again, and hints: in workers, bounded, never of what is hidden."""

from __future__ import annotations

import asyncio
import json
import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from tests.analysis.test_analyse import record
from tests.server.pages import Place, page, run, serving

from speto import compiled
from speto.analysis.analyse import Asked
from speto.game import game
from speto.records import read
from speto.replay import replay
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
        self.given: tuple[Any, ...] = ()
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
        self.given = given
        if self.lost:
            raise NoWorkers
        return job(*given)


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
            Workers(place, monkeypatch)
            await keep(place, 1, FINISHED)
            await keep(place, 2, {**FINISHED, "before": [210, -20, -50, -20]})
            seen = []
            of = place.server.analyses.of

            async def noted(*given: Any) -> Any:
                seen.append(given[2].totals(given[3]))
                return await of(*given)

            place.server.analyses.of = noted  # type: ignore[method-assign]
            for deal in (1, 2):
                assert (await place.http("GET", f"/api/records/{BOOK}/{deal}/analysis"))[0] == 200
            assert seen == [[0, 0, 0, 0], [210, -20, -50, -20]]

    run(test)


@pytest.mark.parametrize("sent", [False, True])
def test_a_turn_is_played_again_at_a_practice_table(monkeypatch: pytest.MonkeyPatch, sent: bool) -> None:
    async def test() -> None:
        async with serving() as place:
            workers = Workers(place, monkeypatch)
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
                assert workers.given[-1] == (0, 0, 0, 0)  # each seat's totals: near the target they count
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


def test_R28_a_turn_played_again_stands_where_the_match_stood(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seat's own totals first, for it is seat 0 there; a rematch begins there again; the record says it."""
    made = record("again").record
    made.before = [480, 300]
    turn = next(n for n, action in enumerate(made.deals[0].actions) if action[0] == "-")

    async def test() -> None:
        async with serving() as place:
            workers = Workers(place, monkeypatch)
            asked = {"name": "Ann", "action": turn + 1, "record": json.loads(made.to_json())}
            status, table, ann = await place.http("POST", "/api/retries", asked)
            assert status == 201
            async with page(place, table["table"], ann) as me:
                await me.until(lambda one: one.deal)
                assert me.table["totals"] == [300, 480]
                assert (await me.ask("ask_hint"))["t"] == "hint"
                assert workers.given[-1] == (300, 480)
            live = place.server.tables.live[table["table"]]
            place.server.tables.drop(live)
            assert (await place.server.tables.get(table["table"])).table.totals == (300, 480)

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


def test_texts_of_a_record_may_be_loose(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is judged and played again is the action, however the record writes it."""

    async def test() -> None:
        async with serving() as place:
            Workers(place, monkeypatch)
            start = {**FINISHED["deals"][0]["start"], "pile": "7s 2h/3"}
            deal = game("dummy").start(game("dummy").options({}), 4, start)
            while not deal.over:
                deal.play(deal.legal[0] if deal.legal[0][0] in "+-" else deal.legal[-1])
            loose = [f" {text[0]} {text[1:]}" for text in deal.actions]
            tight = {**FINISHED, "deals": [{"start": start, "actions": deal.actions}]}
            sent = {**FINISHED, "deals": [{"start": start, "actions": loose}]}
            found = await place.http("POST", "/api/analyses", tight)
            assert found[0] == 200
            assert (await place.http("POST", "/api/analyses", sent))[1] == found[1]
            shown = (await place.http("POST", "/api/records", sent))[1]
            assert shown["actions"] == deal.actions
            _, made, cookie = await place.http("POST", "/api/retries", {"name": "Ann", "action": 3, "record": sent})
            async with page(place, made["table"], cookie) as me:
                await me.until(lambda one: one.deal)
                assert me.deal is not None
                assert len(me.deal["hand"].split()) == 3  # of seat 1, who has drawn
                assert "2d" in me.deal["hand"]

    run(test)


def test_hands_that_take_minutes_are_neither_analysed_nor_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with serving() as place:
            workers = Workers(place, monkeypatch)
            pack = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
            most = analyses.HELD
            for count, analysed, again in ((most + 1, 400, 400), (most, 400, 201), (most - 1, 200, 201)):
                start = {"hands": [" ".join(pack[:count]), pack[21]], "stock": pack[22], "pile": pack[23], "turn": 0}
                sent = {**FINISHED, "players": ["A", "B"], "deals": [{"start": start, "actions": ["+", f"-{pack[0]}"]}]}
                status, found, _ = await place.http("POST", "/api/analyses", sent)
                assert status == analysed, found
                assert bool(workers.asked) == (analysed == 200)
                status, found, _ = await place.http("POST", "/api/retries", {"name": "A", "action": 1, "record": sent})
                assert status == again, found

    run(test)


def test_no_worker_is_asked_for_many_options_at_once() -> None:
    record = replay(read(json.dumps(FINISHED).encode()))
    asked = Asked(record.record.rules, 4, record.record.deals[0].start, record.actions(0), [0] * 4, 0)
    assert analyses._pieces(asked, {0}) == [range(3)]
    pack = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    start = {"hands": [" ".join(pack[:11]), pack[20]], "stock": pack[21], "pile": pack[22], "turn": 0, "born": [0, 1]}
    actions = ["+", "=2c3c4c", "=5c6c7c", "-8c"]
    asked = asked._replace(players=2, start=start, actions=actions)
    assert analyses._pieces(asked, {0}) == [range(2), range(2, 4)]
    assert analyses._pieces(asked, {1}) == [range(4)]


def test_a_worker_that_dies_of_an_analysis_is_replaced() -> None:
    async def test() -> None:
        async with serving() as place:
            bots = place.server.bots
            bots._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
            with pytest.raises(NoWorkers):
                await bots.work(os._exit, 1, patience=30.0)
            assert bots._pool is None

    run(test)
