"""What goes over a socket: hello, steps, refusals, resuming, bye."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

import pytest
from tests.server.pages import Page, mover, page, run, serving, two

CARDS = "23456789TJQKA"


def test_hello_brings_welcome_snap_and_presence() -> None:
    async def test() -> None:
        async with serving() as place:
            table, cookie = await place.create()
            async with page(place, table["table"], cookie) as ann:
                assert [m["t"] for m in ann.heard] == ["welcome", "snap", "presence"]
                assert ann.you == {"role": "player", "seat": 0, "host": True}
                assert ann.table["id"] == table["table"]
                assert ann.heard[2] == {"t": "presence", "here": [True, False], "watchers": 0}

    run(test)


def test_a_person_plays_and_bots_answer() -> None:
    async def test() -> None:
        async with serving() as place:
            table, cookie = await place.create(["random", "greedy", "random"], ready=True, players=4)
            async with page(place, table["table"], cookie) as ann:
                for _ in range(6):
                    await ann.until(lambda p: p.deal and (p.deal["turn"] == 0 or p.deal["phase"] == "over"))
                    if ann.deal["phase"] == "over":
                        break
                    assert (await ann.act(ann.deal["legal"][0]))["t"] == "ack"
                acted = {event["seat"] for m in ann.all("step") for event in m["events"] if event["k"] == "act"}
                assert acted == {0, 1, 2, 3}

    run(test)


def test_everybody_gets_the_same_numbers_and_only_the_own_cards() -> None:
    async def test() -> None:
        async with serving() as place, two(place) as (ann, ben, table), page(place, table["watch"]) as watcher:
            first = mover(ann, ben)
            other = ben if first is ann else ann
            answer = await first.act("+")
            for one in (other, watcher):
                await one.at(answer["seq"])
            card = first.last("step")["events"][0]["card"]
            assert card[0] in CARDS
            assert card in first.deal["hand"].split()
            assert "card" not in other.last("step")["events"][0]
            assert "card" not in watcher.last("step")["events"][0]
            assert watcher.deal["hand"] == ""
            assert watcher.deal["legal"] == []
            assert other.deal["legal"] == []
            assert [one.deal["hands"] for one in (first, other, watcher)].count(first.deal["hands"]) == 3
            assert watcher.you == {"role": "watcher", "seat": None, "host": False}

    run(test)


def test_an_action_is_refused_with_its_rule() -> None:
    async def test() -> None:
        async with serving() as place, two(place) as (ann, ben, _):
            first = mover(ann, ben)
            other = ben if first is ann else ann
            no = await first.act("-" + first.deal["hand"].split()[0])
            assert (no["t"], no["code"], no["at"]) == ("nack", "illegal", 0)
            assert no["rule"]
            assert no["sentence"]
            assert (await other.act("+"))["code"] == "not_yours"
            assert (await first.act())["code"] == "unreadable"
            assert (await first.act("+", name="a/b"))["code"] == "unreadable"
            assert first.seq == other.seq == no["seq"]

    run(test)


def test_a_repeated_command_gets_the_same_answer() -> None:
    async def test() -> None:
        async with serving() as place, two(place) as (ann, ben, table):
            first = mover(ann, ben)
            base = first.seq
            once = await first.act("+", base=base, name="draw")
            again = await first.act("+", base=base, name="draw")
            assert once == again
            rows = await place.server.store.rows(table["table"])
            assert [row.seq for row in rows if row.id.endswith("~draw")] == [once["seq"]]
            # The same id of somebody else is another command.
            other = ben if first is ann else ann
            assert (await other.act("+", name="draw"))["code"] == "not_yours"

    run(test)


def test_an_old_base_is_stale_and_the_missing_steps_come_first() -> None:
    async def test() -> None:
        async with serving() as place, two(place) as (ann, ben, _):
            first = mover(ann, ben)
            base = first.seq
            await first.act("+")
            no = await first.act(first.deal["legal"][-1], base=base)
            assert no["code"] == "stale"
            assert first.seq == no["seq"] > base
            assert (await first.act("-" + first.deal["hand"].split()[0], base=10_000))["code"] == "stale"
            # What does not move the deal does not make an action stale.
            base = first.seq
            await (ben if first is ann else ann).do("leave")
            await first.at(base + 1)
            discard = next(action for action in first.deal["legal"] if action[0] == "-")
            assert (await first.act(discard, base=base))["t"] == "ack"

    run(test)


def test_a_page_resumes_with_the_steps_it_missed() -> None:
    async def test() -> None:
        async with serving() as place, two(place) as (ann, ben, table):
            first = mover(ann, ben)
            last = first.seq
            await first.act("+")
            await first.act(next(action for action in first.deal["legal"] if action[0] == "-"))
            async with page(place, table["watch"], last=last) as watcher:
                steps = watcher.all("step")
                assert [step["seq"] for step in steps] == [last + 1, last + 2]
                assert [bool(step.get("deal")) for step in steps] == [False, True]
                assert steps[0]["hash"] == ""
                assert steps[1]["hash"]
                assert steps[1]["you"]["role"] == "watcher"
            async with page(place, table["watch"], last=9_999) as ahead:
                assert ahead.last("snap")["seq"] == first.seq
            async with page(place, table["watch"], last=0) as early:
                assert early.seq == first.seq

    run(test)


def test_a_second_hello_brings_everything_again() -> None:
    async def test() -> None:
        async with serving() as place, two(place) as (ann, _, table):
            await ann.say("hello", table=table["table"], protocol=1)
            await ann.until(lambda p: len(p.all("snap")) == 2)
            again = ann.last("snap")
            assert again["seq"] == ann.seq
            assert again["deal"]["hand"]
            other, _ = await place.create()
            await ann.say("hello", table=other["table"], protocol=1)
            assert await ann.until_closed() == 4004

    run(test)


def test_a_newer_page_of_a_seat_closes_the_older() -> None:
    async def test() -> None:
        async with serving() as place:
            table, cookie = await place.create()
            async with page(place, table["table"], cookie) as old, page(place, table["table"], cookie) as new:
                assert await old.until_closed() == 4001
                assert old.last("bye") == {"t": "bye", "reason": "other_tab"}
                assert (await new.do("ready"))["t"] == "ack"
                assert not new.table["seats"][0]["away"]

    run(test)


def test_a_watcher_who_sits_down_becomes_a_player() -> None:
    async def test() -> None:
        async with serving() as place:
            table, ann = await place.create()
            _, cookie = await place.create()
            async with page(place, table["code"], cookie) as ben, page(place, table["table"], ann) as host:
                assert ben.you["role"] == "watcher"
                status, answer, _ = await place.http(
                    "POST", f"/api/tables/{table['code']}/join", {"name": "Ben"}, cookie=cookie
                )
                assert (status, answer["seat"]) == (200, 1)
                await ben.until(lambda p: p.you["seat"] == 1)
                assert (await ben.do("ready"))["t"] == "ack"
                await host.until(lambda p: p.table["seats"][1]["ready"])

    run(test)


@pytest.mark.parametrize("aids", ["none", "legal", "suggest"])
def test_the_mover_gets_a_hint_only_where_the_table_suggests(aids: str) -> None:
    async def test() -> None:
        async with serving() as place, two(place, aids=aids) as (ann, ben, _):
            answer = await mover(ann, ben).ask("ask_hint")
            assert (answer["t"], answer.get("code")) == (("hint", None) if aids == "suggest" else ("nack", "not_now"))

    run(test)


def test_preview_hint_say_and_ping() -> None:
    async def test() -> None:
        async with serving() as place, two(place, aids="suggest", chat=True) as (ann, ben, table):
            first = mover(ann, ben)
            other = ben if first is ann else ann
            hint = await first.ask("ask_hint")
            assert hint["action"] in first.deal["legal"]
            assert (await other.ask("ask_hint"))["code"] == "not_now"
            await first.act("+")
            seq = first.seq
            card = first.deal["hand"].split()[0]
            shown = await first.ask("preview", actions=["-" + card])
            assert shown["ok"]
            assert card not in shown["deal"]["hand"].split()
            assert not (await first.ask("preview", actions=["nonsense"]))["ok"]
            assert not (await other.ask("preview", actions=["+"]))["ok"]
            assert first.seq == seq
            await first.say("ping", seq=seq)
            pong = await first.until(lambda p: p.all("pong"))
            assert pong[0]["seq"] == seq
            await first.say("say", phrase=3)
            await first.say("say", phrase=0, text="hello")
            said = await other.until(lambda p: len(p.all("said")) == 2 and p.all("said"))
            assert [m.get("text") for m in said] == [None, "hello"]
            await first.say("say", phrase=99)
            assert (await first.until(lambda p: p.all("nack")))[-1]["code"] == "not_now"
            async with page(place, table["watch"]) as watcher:
                assert (await watcher.ask("preview", actions=["+"]))["code"] == "not_yours"
                assert (await watcher.act("+"))["code"] == "not_yours"
                assert (await watcher.ask("ask_hint"))["code"] == "not_now"
                await watcher.say("say", phrase=1)
                await watcher.until(lambda p: p.all("nack")[-1]["id"] == "")

    run(test)


def test_free_text_is_for_private_tables_that_want_it() -> None:
    async def test() -> None:
        for setup in ({}, {"chat": True, "public": True}):
            async with serving() as place, two(place, **setup) as (ann, _, _):
                await ann.say("say", phrase=0, text="hello")
                assert (await ann.until(lambda p: p.all("nack")))[0]["code"] == "not_now"

    run(test)


@pytest.mark.parametrize(
    ("hello", "reason", "code"),
    [
        ({"table": "0" * 20, "protocol": 1}, "gone", 4004),
        ({"table": "", "protocol": 1}, "gone", 4004),
        ({"table": "ÄÖÜß", "protocol": 1}, "gone", 4004),
        ({"table": "x" * 4000, "protocol": 1}, "gone", 4004),
        ({"table": "ABCD", "protocol": 2}, "protocol", 4003),
    ],
)
def test_a_hello_that_leads_nowhere(hello: dict[str, Any], reason: str, code: int) -> None:
    async def test() -> None:
        async with serving() as place, page(place, "", hello=False) as lost:
            await lost.say("hello", **hello)
            assert await lost.until_closed() == code
            assert [m["t"] for m in lost.heard] == ["welcome", "bye"]
            assert lost.heard[-1]["reason"] == reason

    run(test)


def test_codes_cannot_be_guessed_for_long() -> None:
    async def test() -> None:
        async with serving(tables_a_minute=3) as place:
            table, _ = await place.create()
            for guess in ("AAAA", "AAAB", "AAAC"):
                status, answer, _ = await place.http("GET", f"/api/tables/{guess}")
                assert (status, answer["code"]) == (404, "unknown")
            status, _, _ = await place.http("GET", f"/api/tables/{table['code']}")
            assert status == 404
            status, _, _ = await place.http("GET", f"/api/tables/{table['table']}")
            assert status == 200

    run(test)


def test_what_cannot_be_read_is_answered_and_after_a_while_the_socket_is_closed() -> None:
    async def test() -> None:
        async with serving() as place, two(place) as (ann, ben, _):
            bad: list[Any] = [
                "",
                "[]",
                '{"t":"act"}',
                '{"t":"nobody"}',
                "x" * 9000,
                b"\x00\xff",
                "null",
                '{"t":"ping","seq":"1"}',
            ]
            for text in bad:
                count = len(ann.all("nack"))
                await ann.ws.send(text)
                no = (await ann.until(lambda p, count=count: len(p.all("nack")) > count and p.all("nack")))[-1]
                assert no["code"] == ("too_long" if len(text) > 8192 else "unreadable")
            assert (await ben.do("ready"))["t"] == "nack"
            assert ann.closed is None
            for _ in range(20):
                await ann.ws.send("?")
            assert await ann.until_closed() == 4000
            assert ben.closed is None

    run(test)


def test_a_message_too_large_to_take_in_closes_the_socket() -> None:
    async def test() -> None:
        async with serving() as place, two(place) as (ann, ben, _):
            await ann.ws.send("x" * 20_000)
            assert await ann.until_closed() == 1009
            assert (await ben.do("ready"))["t"] == "nack"

    run(test)


def test_too_many_messages_are_refused_with_their_id() -> None:
    async def test() -> None:
        async with serving(messages=10) as place, two(place) as (ann, _, _):
            for number in range(40):
                await ann.say("preview", id=f"p{number}", actions=["+"])
            await ann.until(lambda p: len([m for m in p.heard if m.get("id", "").startswith("p")]) == 40)
            refused = [m["id"] for m in ann.all("nack") if m["code"] == "rate"]
            assert 10 < len(refused) < 30

    run(test)


def test_before_the_hello_nothing_is_followed() -> None:
    async def test() -> None:
        async with serving() as place:
            table, cookie = await place.create()
            async with page(place, table["table"], cookie, hello=False) as ann:
                no = await ann.ask("do", do="ready")
                assert (no["t"], no["code"]) == ("nack", "not_now")

    run(test)


def test_another_sites_page_gets_no_socket() -> None:
    async def test() -> None:
        async with serving(origins=("https://friend.example",)) as place:
            table, cookie = await place.create()
            for origin in (f"http://{place.host}", "https://friend.example"):
                async with page(place, table["table"], cookie, origin=origin) as ann:
                    assert ann.you["seat"] == 0
            for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
                with pytest.raises(Exception, match="403"):
                    async with page(place, table["table"], cookie, origin=origin):
                        pass

    run(test)


def test_the_subprotocol_is_taken_when_it_is_offered() -> None:
    from websockets.asyncio.client import connect
    from websockets.typing import Subprotocol

    async def test() -> None:
        async with serving() as place:
            offered = [Subprotocol("speto.v1")]
            async with connect(f"ws://{place.host}/ws", subprotocols=offered) as ws:
                assert ws.subprotocol == "speto.v1"

    run(test)


def test_the_end_of_the_server_is_said() -> None:
    async def test() -> None:
        async with serving() as place:
            table, cookie = await place.create()
            async with page(place, table["table"], cookie) as ann:
                await place.server.farewell()
                assert await ann.until_closed() == 1012
                assert ann.last("bye")["reason"] == "restart"

    run(test)


def slow_reader(page: Page) -> None:
    """Stop reading: what the server sends stays in the way."""
    page.ws.transport.pause_reading()


def test_a_slow_page_gets_one_snapshot_and_one_that_never_reads_is_cut_off() -> None:
    async def test() -> None:
        async with serving(drain=0.3) as place, two(place) as (ann, ben, table):
            async with page(place, table["watch"]) as slow:
                session = next(iter(place.server.tables.live[table["table"]].watchers))
                slow_reader(slow)
                text = json.dumps({"t": "said", "seat": 0, "phrase": 0, "text": "x" * 4000}).encode()
                while not session.lagging:
                    for _ in range(50):
                        session.push(text)
                    await asyncio.sleep(0)
                assert not session._queue
                assert (await mover(ann, ben).act("+"))["t"] == "ack"
                slow.ws.transport.resume_reading()
                await slow.until(lambda p: len(p.all("snap")) == 2)
                assert slow.seq == ann.seq
            async with page(place, table["watch"]) as dead:
                session = next(iter(place.server.tables.live[table["table"]].watchers))
                slow_reader(dead)
                while not session.lagging:
                    for _ in range(50):
                        session.push(text)
                    await asyncio.sleep(0)
                live = place.server.tables.live[table["table"]]
                async with asyncio.timeout(20):
                    while live.watchers:
                        await asyncio.sleep(0.01)
                dead.ws.transport.abort()
            assert ann.closed is None

    run(test)


def test_an_address_has_only_so_many_sockets() -> None:
    async def test() -> None:
        async with serving(sockets_an_address=2) as place:
            table, _ = await place.create()
            async with page(place, table["watch"]), page(place, table["watch"]) as second:
                with pytest.raises(Exception, match="403"):
                    async with page(place, table["watch"]):
                        pass
                await second.close()
                async with asyncio.timeout(10):
                    while len(place.server.sessions) == 2:
                        await asyncio.sleep(0.01)
                async with page(place, table["watch"]) as third:
                    assert third.seq == 1

    run(test)


def test_many_watchers_are_counted_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("speto.server.tables.FEW", 2)
    monkeypatch.setattr("speto.server.tables.COUNT", 0.1)

    async def test() -> None:
        async with serving() as place, contextlib.AsyncExitStack() as stack:
            table, cookie = await place.create()
            ann = await stack.enter_async_context(page(place, table["table"], cookie))
            for _ in range(6):
                await stack.enter_async_context(page(place, table["watch"]))
            await ann.until(lambda p: p.last("presence")["watchers"] == 6)
            assert len(ann.all("presence")) < 7

    run(test)
