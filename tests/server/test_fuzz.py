"""Nonsense: whatever somebody sends, the server answers or closes his socket, and nobody else notices."""

from __future__ import annotations

import asyncio
import json
import os
import random
from typing import Any

import msgspec
import pytest
from tests.server.pages import mover, serving, two
from tests.server.wires import Wire, living, still

from speto.protocol.messages import Setup
from speto.protocol.row import Refused
from speto.server.http import ROUTES

GOOD: list[dict[str, Any]] = [
    {"t": "hello", "table": "0" * 20, "protocol": 1, "last": 3},
    {"t": "act", "id": "a1", "base": 7, "actions": ["+", "-3c", "=JdQdKd", "9c>8c", "#2c", "^2c3c4c", "."]},
    {"t": "do", "id": "d1", "do": "ready", "seat": 1, "level": "greedy", "setup": {"players": 3, "rules": {}}},
    {"t": "do", "id": "d2", "do": "kick", "seat": 0},
    {"t": "preview", "id": "p1", "actions": ["+"]},
    {"t": "ask_hint", "id": "h1"},
    {"t": "say", "phrase": 1, "text": "hello"},
    {"t": "ping", "seq": 3},
]
VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    2**31,
    2**63,
    2**70,
    1e308,
    "",
    "a" * 300,
    "\x00",
    "\ud800",
    "ก",
    [],
    {},
    [[]],
    {"t": 1},
]
VALUES += [
    "create",
    "deal",
    "timeout",
    "shift",
    "abandon",
    "sit",
    "bot",
    "'; drop table tables; --",
    "../..",
    "-" * 81,
    ["+"] * 61,
]


def nonsense(rng: random.Random) -> str | bytes:
    """One message that somebody might send."""
    message = json.loads(json.dumps(rng.choice(GOOD)))
    kind = rng.randrange(8)
    if kind == 0:
        return os.urandom(0) + rng.randbytes(rng.randrange(200))
    if kind == 1:
        return "[" * rng.choice([1, 50, 4000]) + "]" * rng.randrange(50)
    if kind in (2, 3):
        for _ in range(rng.randrange(1, 3)):
            message[rng.choice([*message, "x"])] = rng.choice(VALUES)
    if kind == 4:
        del message[rng.choice(list(message))]
    if kind == 5:
        message = {"t": rng.choice(["act", "do", "nobody", "", "snap", "welcome"]), **rng.choice(GOOD)}
        message["t"] = rng.choice(["act", "do", "nobody", "", "snap"])
    if kind == 6 and "actions" in message:
        message["actions"] = ["".join(rng.choices("23456789TJQKAcdhs+-=#^>. ก", k=rng.randrange(9)))]
    text = json.dumps(message)
    if kind == 7:
        place = rng.randrange(len(text))
        text = text[:place] + rng.choice(["", '"', "}", "\\", "\x7f", "9" * 40, "ÿ"]) + text[place + rng.randrange(3) :]
    return text.encode() if rng.random() < 0.1 else text


async def fuzzed(count: int, seed: int) -> None:
    """So many messages, from a seat and from watchers, while two others sit there."""
    rng = random.Random(seed)
    async with living() as (app, server):
        live = await server.tables.create("Ann", "member-000000000000000", Setup(players=3, pace=0), ["random"])
        assert not isinstance(live, Refused)
        members = [f"member-{number:015d}" for number in range(2)]
        body = {"name": "Ben", "member": members[1], "seat": 2}
        await server.tables.command(live, "sit", None, body, "sit")
        await server.tables.command(live, "ready", 0, {}, "r0")
        await server.tables.command(live, "ready", 2, {}, "r2")
        await still()
        ben = Wire(app, server, members[1])
        ben.tell("hello", table=live.id, protocol=1)
        await still()
        fuzzer = Wire(app, server, members[0])
        for number in range(count):
            if fuzzer.task.done():
                fuzzer.task.result()
                fuzzer = Wire(app, server, rng.choice([None, members[0], members[0]]))
                if rng.random() < 0.9:
                    fuzzer.tell("hello", table=live.id, protocol=1)
            fuzzer.say(nonsense(rng))
            if number % 10 == 0:
                await still()
        await still(50)
        ben.tell("ping", seq=1)
        await still(30)
        assert not ben.task.done()
        assert ben.last("pong")["seq"] == live.table.seq
        steps = [m["seq"] for m in map(json.loads, ben.sent[1:]) if m["t"] == "step"]
        assert steps == list(range(steps[0], steps[0] + len(steps))) if steps else True
        assert not [f for f in server.metrics.faults.collect()[0].samples if f.name.endswith("_total")]
        assert server.tables.live[live.id] is live
        read = sum(server.metrics.messages.counts.values())
        not_read = server.metrics.refused.counts["unreadable"]
        assert min(read, not_read) > count / 10
        await fuzzer.close()
        await ben.close()


def test_ten_thousand_messages_of_nonsense() -> None:
    asyncio.run(fuzzed(10_000, 1))


def test_requests_of_nonsense() -> None:
    async def test() -> None:
        rng = random.Random(5)
        async with serving() as place:
            table, cookie = await place.create()
            rows = [row for row in ROUTES.rows if row.path not in ("/metrics", "/openapi.json", "/api/rules/text")]
            for _ in range(250):
                row = rng.choice(rows)
                key = rng.choice([table["table"], table["code"], table["watch"], "x", "%00", "a%2fb", "0" * 20])
                path = row.path.replace("{table}", key).replace("{deal:int}", str(rng.choice([0, 1, 10**30])))
                body: Any = None
                if row.body is not None or rng.random() < 0.1:
                    body = rng.choice([*VALUES, {"name": rng.choice(VALUES)}, {"secret": rng.choice(VALUES)}])
                    body = None if isinstance(body, str) and "\ud800" in body else body
                    if isinstance(body, dict):
                        body = {k: "x" if isinstance(v, str) and "\ud800" in v else v for k, v in body.items()}
                status, answer, _ = await place.http(row.method, path, body, cookie=rng.choice(["", cookie, "speto=x"]))
                assert status < 500, (row.method, path, body, answer)
            assert not [f for f in place.server.metrics.faults.collect()[0].samples if f.name.endswith("_total")]

    asyncio.run(asyncio.wait_for(test(), 60))


@pytest.mark.parametrize(
    "frames",
    [
        b"\x81\x05hello",  # not masked
        b"\x83\x80\x00\x00\x00\x00",  # a kind that does not exist
        b"\xf1\x80\x00\x00\x00\x00",  # reserved bits
        b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00",  # a message of 2**63 bytes
        b"\x81\x82\x00\x00\x00\x00\xff\xfe",  # no UTF-8
        b"\x80\x81\x00\x00\x00\x00a",  # goes on with what has not begun
        b"\x89\xfe\x00\x7e\x00\x00\x00\x00" + b"x" * 126,  # a ping that is too long
        b"\x01\x81\x00\x00\x00\x00{" * 3,  # begins anew in the middle
        b"GET / HTTP/1.1\r\n\r\n",
        bytes(range(256)) * 40,
    ],
    ids=str.split("unmasked kind bits size utf8 continued ping begun http all"),
)
def test_frames_of_nonsense(frames: bytes) -> None:
    async def test() -> None:
        async with serving() as place, two(place) as (ann, ben, _):
            name, _, port = place.host.rpartition(":")
            reader, writer = await asyncio.open_connection(name, int(port))
            lines = ["GET /ws HTTP/1.1", f"Host: {place.host}", "Upgrade: websocket", "Connection: Upgrade"]
            lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]
            writer.write("\r\n".join([*lines, "", ""]).encode())
            assert b"101" in await reader.readline()
            writer.write(frames)
            async with asyncio.timeout(20):
                while await reader.read(65536):
                    pass
            writer.close()
            assert (await mover(ann, ben).act("+"))["t"] == "ack"

    asyncio.run(asyncio.wait_for(test(), 60))


def test_what_is_sent_is_what_the_types_say() -> None:
    """Every message that the server sends decodes as one of ``FromServer``."""
    from speto.protocol.messages import FromServer

    decoder = msgspec.json.Decoder(FromServer)

    async def test() -> None:
        async with serving() as place, two(place, aids="suggest") as (ann, ben, _):
            first = mover(ann, ben)
            await first.act("+")
            await first.act("nonsense")
            await first.ask("preview", actions=[first.deal["legal"][0]])
            await first.ask("ask_hint")
            await first.say("say", phrase=1)
            await first.say("ping", seq=0)
            await first.say("hello", table=ann.table["id"], protocol=1)
            await first.until(lambda p: len(p.all("snap")) == 2)
            await ben.do("leave")
            for one in (ann, ben):
                for raw in one.raw:
                    decoder.decode(raw)
            told = {message["t"] for one in (ann, ben) for message in one.heard}
            assert told >= {"welcome", "snap", "step", "ack", "nack", "previewed", "hint", "said", "pong", "presence"}

    asyncio.run(asyncio.wait_for(test(), 60))
