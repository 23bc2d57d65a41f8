"""A server in the test's own loop, and pages that talk to it: what every test of the server stands on."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from uvicorn.server import ServerState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from speto.cli.load import ask
from speto.server.app import Server, make_app
from speto.server.run import Listening, config
from speto.server.settings import Settings
from speto.store.memory import MemoryStore

PATIENCE = 20.0
"""Seconds until a test gives up; no test measures time."""
WHOLE = 100.0
"""Seconds until a whole test gives up."""
Message = dict[str, Any]


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """A test in a loop of its own."""
    asyncio.run(asyncio.wait_for(test(), WHOLE))


@dataclass
class Place:
    """A server that serves."""

    host: str
    server: Server

    async def http(self, method: str, path: str, body: object = None, cookie: str = "") -> tuple[int, Any, str]:
        """One request: status, decoded answer, the cookie from now on."""
        status, raw, cookie = await ask(self.host, method, path, body, cookie)
        return status, json.loads(raw) if raw[:1] in (b"{", b"[") else raw, cookie

    async def create(self, bots: Any = (), ready: bool = False, **setup: Any) -> tuple[Message, str]:
        """Open a table: the answer and the host's cookie."""
        setup = {"players": 2, "pace": 0, **setup}
        body = {"name": "Ann", "setup": setup, "bots": list(bots), "ready": ready}
        status, answer, cookie = await self.http("POST", "/api/tables", body)
        assert status == 201, answer
        return answer, cookie

    async def join(self, table: str, name: str = "Ben", **more: Any) -> tuple[int, str]:
        """Sit down: seat and cookie."""
        status, answer, cookie = await self.http("POST", f"/api/tables/{table}/join", {"name": name, **more})
        assert status == 200, answer
        return answer["seat"], cookie


@contextlib.asynccontextmanager
async def serving(store: Any = None, page: Any = None, workers: bool = False, **settings: Any) -> AsyncIterator[Place]:
    """A server until the block ends; its bots think in threads unless ``workers`` says otherwise."""
    settings = {"sweep": 0.05, "tables_a_minute": 1e9, "messages": 1e6, "bots": 1, **settings}
    app = make_app(MemoryStore() if store is None else store, Settings(page=page, **settings))
    server: Server = app.state.server
    if not workers:
        server.bots.start = lambda: None  # type: ignore[method-assign]
    # Uvicorn's protocols without its main loop, whose ticks would make up most of a test.
    settled, state = config(app, Listening()), ServerState()
    settled.load()
    async with app.router.lifespan_context(app):
        listener = await asyncio.get_running_loop().create_server(
            lambda: settled.http_protocol_class(config=settled, server_state=state, app_state={}), "127.0.0.1", 0
        )
        try:
            yield Place(f"127.0.0.1:{listener.sockets[0].getsockname()[1]}", server)
        finally:
            listener.close()
            await server.farewell()
            for connection in list(state.connections):
                connection.shutdown()
            while state.tasks:
                await asyncio.sleep(0.001)


class Page:
    """A page at a table: what it was told, and what it shows."""

    def __init__(self, ws: ClientConnection, table: str) -> None:
        self.ws, self.table_id = ws, table
        self.heard: list[Message] = []
        self.raw: list[str] = []
        self.seq = -1
        self.table: Message = {}
        self.deal: Message | None = None
        self.you: Message = {}
        self.closed: int | None = None
        self._ids = itertools.count()
        self._more = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for text in self.ws:
                assert isinstance(text, str)
                self.raw.append(text)
                self._take(json.loads(text))
                self._more.set()
        except ConnectionClosed:
            pass
        self.closed = self.ws.close_code
        self._more.set()

    def _take(self, message: Message) -> None:
        self.heard.append(message)
        if message["t"] == "step":
            assert message["seq"] == self.seq + 1, f"step {message['seq']} after {self.seq}"
        if message["t"] in ("snap", "step"):
            self.seq = message["seq"]
            self.table = message.get("table") or self.table
            self.deal = message.get("deal", self.deal)
            self.you = message.get("you") or self.you

    async def until(self, true: Callable[[Page], Any]) -> Any:
        """Wait until something holds of this page."""
        async with asyncio.timeout(PATIENCE):
            while not (found := true(self)):
                assert self.closed is None, f"closed with {self.closed}, heard {self.heard[-3:]}"
                self._more.clear()
                await self._more.wait()
        return found

    async def until_closed(self) -> int | None:
        """Wait until the server has closed the socket: the code."""
        async with asyncio.timeout(PATIENCE):
            await self._reading
        return self.closed

    async def at(self, seq: int) -> None:
        """Wait until this row was told."""
        await self.until(lambda page: page.seq >= seq)

    async def say(self, t: str, **more: Any) -> None:
        """Send a message."""
        await self.ws.send(json.dumps({"t": t, **more}))

    async def ask(self, t: str, *, name: str | None = None, **more: Any) -> Message:
        """Send a message with an id, and wait for its answer."""
        name = f"{t}{next(self._ids)}" if name is None else name
        begin = len(self.heard)
        await self.say(t, id=name, **more)
        return await self.until(lambda page: next((m for m in page.heard[begin:] if m.get("id") == name), None))

    async def act(self, *actions: str, base: int | None = None, name: str | None = None) -> Message:
        """Act, and wait for the answer; with an ``ack`` also for the step."""
        answer = await self.ask("act", base=self.seq if base is None else base, actions=list(actions), name=name)
        if answer["t"] == "ack":
            await self.at(answer["seq"])
        return answer

    async def do(self, do: str, name: str | None = None, **more: Any) -> Message:
        """Give a command, and wait for the answer; with an ``ack`` also for the step."""
        answer = await self.ask("do", do=do, name=name, **more)
        if answer["t"] == "ack":
            await self.at(answer["seq"])
        return answer

    def last(self, t: str) -> Message:
        """The last message of a type."""
        return next(message for message in reversed(self.heard) if message["t"] == t)

    def all(self, t: str) -> list[Message]:
        """All messages of a type."""
        return [message for message in self.heard if message["t"] == t]

    async def close(self) -> None:
        """Close the socket."""
        await self.ws.close()
        await self._reading


@contextlib.asynccontextmanager
async def page(
    place: Place, table: str, cookie: str = "", last: int = -1, origin: str | None = None, hello: bool = True
) -> AsyncIterator[Page]:
    """A page that has come to a table."""
    headers = {"cookie": cookie} if cookie else {}
    url = f"ws://{place.host}/ws"
    async with connect(url, additional_headers=headers, origin=origin, compression=None, ping_interval=None) as ws:
        found = Page(ws, table)
        found.seq = last
        try:
            if hello:
                await found.say("hello", table=table, protocol=1, last=last)
                await found.until(lambda one: one.closed is not None or one.all("presence") or one.all("bye"))
            yield found
        finally:
            await found.close()


@contextlib.asynccontextmanager
async def two(place: Place, **setup: Any) -> AsyncIterator[tuple[Page, Page, Message]]:
    """Two people at a table whose first deal has begun."""
    table, ann = await place.create(**setup)
    _, ben = await place.join(table["code"])
    async with page(place, table["table"], ann) as first, page(place, table["table"], ben) as second:
        for one in (first, second):
            assert (await one.do("ready"))["t"] == "ack"
        for one in (first, second):
            await one.until(lambda page: page.table["status"] == "playing" and page.deal)
        yield first, second, table


def mover(*pages: Page) -> Page:
    """The page whose turn it is."""
    return next(one for one in pages if one.deal and one.deal["turn"] == one.you["seat"])


async def to_the_end(ann: Page, ben: Page, rng: random.Random) -> None:
    """Play any legal actions until the match of these two is over."""
    while ann.table["status"] != "over":
        if ann.table["status"] == "playing":
            one = mover(ann, ben)
            seq = (await one.act(rng.choice(one.deal["legal"])))["seq"]  # type: ignore[index]
        else:
            await ann.do("ready")
            seq = (await ben.do("ready"))["seq"] + 1
        await ann.at(seq)
        await ben.at(seq)
