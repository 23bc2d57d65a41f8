"""Runs the application in uvicorn: its settings, an end that says bye, a way to cut off sockets that do not read."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import resource
import socket
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .sockets import MESSAGE

BACKLOG = 1024
FAREWELL = 3
"""Seconds that open requests and sockets get at the end."""
SWITCH = 0.001
"""Seconds after which the loop lets the thread that writes go on: it needs that a few times for each commit."""
COLLECT = (20_000, 10, 20)
"""Thresholds of the garbage collector: nearly all garbage is freed without it, and it stops every table."""
ASKING = 30.0
"""Seconds in which a connection must have said what it asks for."""
ANSWERING = 120.0
"""Seconds from there until it must have read the answer."""


@dataclass(frozen=True, slots=True)
class Listening:
    """How the server is reached."""

    tls_cert: Path | None = None
    tls_key: Path | None = None
    proxy: str | None = None
    """Addresses of proxies whose X-Forwarded headers count; ``*`` for any."""


class _Http(H11Protocol):
    """Cuts off a connection that takes too long to ask, to send a body or to read its answer."""

    _late: asyncio.TimerHandle | None = None

    def _until(self, seconds: float | None) -> None:
        """Cut it off after so many seconds from now; None: never."""
        if self._late is not None:
            self._late.cancel()
        self._late = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._until(ASKING)

    def handle_events(self) -> None:
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:
            self._until(ANSWERING)

    def on_response_complete(self) -> None:
        self._until(ASKING)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._until(None)
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._until(None)
        super().connection_lost(exc)


class _Socket(WebSocketsSansIOProtocol):
    """Gives the application two ways around ASGI: to write without a task's turn, and to cut a socket off.

    The first saves most of what a message costs; the second is for a page that does not read, on which a close waits.
    """

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        scope = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"]["speto.wire"] = self

    def write_text(self, payload: bytes) -> bool:
        """Send a text at once; False if the socket takes nothing now."""
        if not self.writable.is_set() or self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        size = len(payload)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 65536:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self.transport.write(head + payload)
        return True

    def abort(self) -> None:
        """Cut the socket off, with whatever waits."""
        self.transport.abort()


class _Uvicorn(uvicorn.Server):
    """Says bye to every page before it closes."""

    def __init__(self, config: uvicorn.Config, app: Starlette) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End: pages come back when the next process listens."""
        await self._app.state.server.farewell()
        await super().shutdown(sockets)


def config(app: Starlette, listening: Listening) -> uvicorn.Config:
    """The settings of uvicorn."""
    try:
        import uvloop  # noqa: F401

        loop = "uvloop"
    except ModuleNotFoundError:
        loop = "asyncio"
    return uvicorn.Config(
        app,
        loop=loop,
        http=_Http,
        ws=_Socket,
        ws_max_size=2 * MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=25.0,
        ws_ping_timeout=20.0,
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=listening.proxy is not None,
        forwarded_allow_ips=listening.proxy,
        ssl_certfile=listening.tls_cert,
        ssl_keyfile=listening.tls_key,
        timeout_graceful_shutdown=FAREWELL,
        backlog=BACKLOG,
    )


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes a free one. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.getaddrinfo(host, port, family, socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    listening = socket.socket(found[0][0], socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(found[0][4])
        listening.listen(BACKLOG)  # whoever is quicker than the start waits
    except OSError:
        listening.close()
        raise
    listening.set_inheritable(True)
    return listening


def serve(app: Starlette, listening: Listening, sock: socket.socket) -> None:
    """Serve until a signal says stop."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    sys.setswitchinterval(SWITCH)
    gc.freeze()
    gc.set_threshold(*COLLECT)
    with contextlib.suppress(OSError, ValueError):  # each socket is an open file, and the usual limit is 1024
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    _Uvicorn(config(app, listening), app).run(sockets=[sock])
