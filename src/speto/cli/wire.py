"""One WebSocket and one HTTP request that cost little: who measures a server shares the machine with it."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec


class Socket(asyncio.Protocol):
    """A WebSocket without tasks: what it hears it hands on at once."""

    def __init__(self, host: str, cookie: str, hear: Any) -> None:
        from websockets.client import ClientProtocol
        from websockets.uri import parse_uri

        self.wire = ClientProtocol(parse_uri(f"ws://{host}/ws"), max_size=None)
        self.cookie, self.hear = cookie, hear
        self.transport: asyncio.Transport | None = None
        loop = asyncio.get_running_loop()
        self.open: asyncio.Future[None] = loop.create_future()
        self.closed: asyncio.Future[None] = loop.create_future()

    def connection_made(self, transport: Any) -> None:
        """Ask for the upgrade."""
        self.transport = transport
        request = self.wire.connect()
        request.headers["Cookie"] = self.cookie
        self.wire.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Hand each text on."""
        from websockets.frames import Frame, Opcode
        from websockets.http11 import Response

        self.wire.receive_data(data)
        for event in self.wire.events_received():
            if isinstance(event, Response):
                self.open.set_result(None)
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self.hear(event.data)
        self._flush()

    def connection_lost(self, _: Exception | None) -> None:
        """It is over."""
        for future in (self.open, self.closed):
            if not future.done():
                future.set_result(None)

    def say(self, message: dict[str, Any]) -> None:
        """Send a message, if the socket is open."""
        if self.transport is not None and not self.transport.is_closing():
            with contextlib.suppress(Exception):
                self.wire.send_text(msgspec.json.encode(message))
            self._flush()

    def close(self) -> None:
        """Cut it off."""
        if self.transport is not None:
            self.transport.abort()

    def _flush(self) -> None:
        if self.transport is not None:
            self.transport.writelines(self.wire.data_to_send())


async def ask(host: str, method: str, path: str, body: object = None, cookie: str = "") -> tuple[int, bytes, str]:
    """One HTTP request: status, body, and the cookie to send from now on."""
    name, _, port = host.rpartition(":")
    reader, writer = await asyncio.open_connection(name.strip("[]"), int(port))
    payload = b"" if body is None else msgspec.json.encode(body)
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close", f"Content-Length: {len(payload)}"]
    if body is not None:
        lines.append("Content-Type: application/json")
    if cookie:
        lines.append(f"Cookie: {cookie}")
    writer.write("\r\n".join([*lines, "", ""]).encode() + payload)
    raw = await reader.read()
    writer.close()
    head, _, answer = raw.partition(b"\r\n\r\n")
    first, *headers = head.decode("latin-1").split("\r\n")
    for header in headers:
        if header.lower().startswith("set-cookie:"):
            cookie = header.partition(":")[2].partition(";")[0].strip()
    return int(first.split()[1]), answer, cookie
