"""People who play on whatever happens, and write down every message: what the invariants are checked against."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from speto.cli.load import ask

Message = dict[str, Any]
Host = Callable[[], str]
AGAIN = 0.05
"""Seconds until somebody tries again to connect."""
UNANSWERED = 2.0
"""Seconds after which a command without an answer is sent again on the same socket."""


@dataclass
class Note:
    """One line of a transcript: ``open`` with the hello's number, ``out``, ``in``, ``closed``."""

    what: str
    message: Message = field(default_factory=dict)
    last: int = -1


class Person:
    """Somebody in a seat: plays any legal action, sends a tenth of it twice, and comes back after every fault."""

    def __init__(self, host: Host, table: str, seat: int, cookie: str, seed: object = 0) -> None:
        self.host, self.table, self.seat, self.cookie = host, table, seat, cookie
        self.chance = random.Random(f"{seed} {seat}")
        self.notes: list[Note] = []
        self.seq = -1
        self.view: Message = {}
        self.deal: Message | None = None
        self.asked: Message | None = None
        self.asked_at = 0.0
        self.acknowledged = -1
        self.acks = 0
        self.resting = False
        """Sends no new command."""
        self._ids = itertools.count()
        self._task: asyncio.Task[None] | None = None
        self.moved = asyncio.Event()

    def begin(self) -> None:
        """Come to the table."""
        self._task = asyncio.create_task(self._live())

    async def end(self) -> None:
        """Leave. Raises what went wrong inside."""
        assert self._task is not None
        if not self._task.done():
            self._task.cancel()
        await asyncio.wait([self._task])
        if not self._task.cancelled():
            self._task.result()

    def waits_for_others(self) -> bool:
        """Whether something will happen at the table without any person."""
        seats = self.view["seats"]
        if self.view["status"] == "playing":
            return self.deal is None or seats[self.deal["turn"]]["kind"] == "bot"
        return all(seat["ready"] for seat in seats)

    async def until(self, true: Callable[[], Any], seconds: float = 60) -> None:
        """Wait until something holds."""
        async with asyncio.timeout(seconds):
            while not true():
                assert self._task is not None
                if self._task.done():
                    self._task.result()
                self.moved.clear()
                await self.moved.wait()

    async def _live(self) -> None:
        while True:
            try:
                url, headers = f"ws://{self.host()}/ws", {"cookie": self.cookie}
                async with connect(
                    url,
                    additional_headers=headers,
                    compression=None,
                    open_timeout=3,
                    ping_interval=None,
                    close_timeout=1,
                ) as ws:
                    await self._visit(ws)
            except (OSError, TimeoutError, ConnectionClosed, InvalidHandshake, InvalidMessage, EOFError):
                pass
            self.notes.append(Note("closed"))
            self.moved.set()
            await asyncio.sleep(AGAIN)

    async def _visit(self, ws: ClientConnection) -> None:
        self.notes.append(Note("open", last=self.seq))
        await self._say(ws, {"t": "hello", "table": self.table, "protocol": 1, "last": self.seq})
        first = True
        while True:
            try:
                async with asyncio.timeout(UNANSWERED):
                    text = await ws.recv()
            except TimeoutError:
                if self.asked is not None:
                    await self._say(ws, self.asked)
                else:
                    await self._act(ws)
                continue
            message = json.loads(text)
            self.notes.append(Note("in", message))
            self._take(message)
            self.moved.set()
            if message["t"] == "presence" and first:
                first = False
                if self.asked is not None:
                    await self._say(ws, self.asked)
            if not first:
                await self._act(ws)

    def _take(self, message: Message) -> None:
        match message["t"]:
            case "snap" | "step":
                self.seq = message["seq"]
                self.view = message.get("table") or self.view
                self.deal = message.get("deal", self.deal)
            case "ack" if self.asked and message["id"] == self.asked["id"]:
                self.asked, self.acknowledged = None, message["seq"]
                self.acks += 1
            case "nack" if self.asked and message["id"] == self.asked["id"] and message["code"] not in ("full", "rate"):
                self.asked = None

    async def _act(self, ws: ClientConnection) -> None:
        if self.resting or self.asked or self.seq < self.acknowledged or not self.view:
            return
        status, ready = self.view["status"], self.view["seats"][self.seat]["ready"]
        if status == "playing" and self.deal and self.deal["turn"] == self.seat and self.deal["legal"]:
            base = self.seq if self.chance.random() < 0.95 else self.chance.choice([0, self.seq - 1, self.seq + 1])
            action = self.chance.choice(self.deal["legal"])
            self.asked = {"t": "act", "id": f"a{next(self._ids)}", "base": base, "actions": [action]}
        elif status in ("waiting", "between") and not ready:
            self.asked = {"t": "do", "id": f"r{next(self._ids)}", "do": "ready"}
        elif status == "over" and self.seat == 0:
            self.asked = {"t": "do", "id": f"m{next(self._ids)}", "do": "rematch"}
        if self.asked:
            for _ in range(2 if self.chance.random() < 0.1 else 1):
                await self._say(ws, self.asked)

    async def _say(self, ws: ClientConnection, message: Message) -> None:
        self.notes.append(Note("out", message))
        await ws.send(json.dumps(message))


async def seated(
    host: Callable[[], str],
    players: int,
    people: int,
    seed: object = 0,
    via: Callable[[], str] | None = None,
    **setup: Any,
) -> tuple[str, list[Person]]:
    """A table with so many people, the other seats are bots'; its id and the people, who have not come yet."""
    setup = {"players": players, "pace": 0, "rules": {"preset": "strict", "target": 200}, **setup}
    bots = [None] * (people - 1) + ["random"] * (players - people)
    status, raw, cookie = await ask(host(), "POST", "/api/tables", {"name": "P0", "setup": setup, "bots": bots})
    assert status == 201, raw
    table = json.loads(raw)["table"]
    via = via or host
    found = [Person(via, table, 0, cookie, seed)]
    for number in range(1, people):
        status, raw, cookie = await ask(host(), "POST", f"/api/tables/{table}/join", {"name": f"P{number}"})
        assert status == 200, raw
        found.append(Person(via, table, json.loads(raw)["seat"], cookie, seed))
    return table, found


async def quiet(people: list[Person]) -> None:
    """Nobody sends anything new; wait until every command is answered and all at a table have seen the same row."""
    for person in people:
        person.resting = True

    def restless() -> bool:
        shown = {(person.table, person.seq) for person in people}
        going = any(person.asked or person.waits_for_others() for person in people)
        behind = any(person.seq < person.acknowledged for person in people)  # an answer comes before what it answers
        return going or behind or len(shown) > len({table for table, _ in shown})

    async with asyncio.timeout(60):
        while restless():
            await asyncio.sleep(0.01)
