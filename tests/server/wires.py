"""Sockets without a network: the application's own, driven in memory, byte for byte."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from speto.server.app import Server, make_app
from speto.server.settings import Settings
from speto.store.memory import MemoryStore


@contextlib.asynccontextmanager
async def living(**settings: Any) -> AsyncIterator[tuple[Any, Server]]:
    """An application that lives but does not listen."""
    settings = {"sweep": 3600.0, "messages": 1e6, "tables_a_minute": 1e9, **settings}
    app = make_app(MemoryStore(), Settings(**settings))
    server: Server = app.state.server
    server.bots.start = lambda: None  # type: ignore[method-assign]
    async with app.router.lifespan_context(app):
        yield app, server


class Wire:
    """One socket: what it was sent, in order."""

    def __init__(self, app: Any, server: Server, member: str | None = None) -> None:
        self.sent: list[str] = []
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        cookie = server.identity.cookie((member,), secure=False).partition(";")[0] if member else ""
        scope = {
            "type": "websocket",
            "path": "/ws",
            "raw_path": b"/ws",
            "query_string": b"",
            "root_path": "",
            "scheme": "ws",
            "headers": [(b"host", b"here"), (b"cookie", cookie.encode())],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 2),
            "subprotocols": [],
            "extensions": {},
            "state": {},
        }
        self._inbox.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(app(scope, self._inbox.get, self._send))

    async def _send(self, message: dict[str, Any]) -> None:
        self.sent.append(message.get("text") or f"<{message['type']} {message.get('code', '')}>")
        if message["type"] == "websocket.close":
            self._inbox.put_nowait({"type": "websocket.disconnect", "code": message["code"]})

    def say(self, raw: str | bytes) -> None:
        """Send a text as it is."""
        self._inbox.put_nowait({"type": "websocket.receive", "text" if isinstance(raw, str) else "bytes": raw})

    def tell(self, t: str, **more: Any) -> None:
        """Send a message."""
        self.say(msgspec.json.encode({"t": t, **more}).decode())

    def last(self, t: str) -> dict[str, Any]:
        """The last message of a type."""
        for text in reversed(self.sent):
            if text.startswith("{") and (message := msgspec.json.decode(text))["t"] == t:
                found: dict[str, Any] = message
                return found
        raise LookupError(t)

    async def close(self) -> None:
        """Hang up."""
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.task


async def still(turns: int = 12) -> None:
    """Let everything that can happen at once happen."""
    for _ in range(turns):
        await asyncio.sleep(0)
