"""Sockets: one for each page that looks at a table, speaking ``speto.v1`` (``docs/protocol.md``)."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import msgspec
from starlette.types import Receive, Scope, Send

from speto import __version__
from speto.protocol.messages import (
    PROTOCOL,
    Ack,
    Act,
    AskHint,
    Bye,
    Do,
    FromPage,
    Hello,
    Nack,
    Ping,
    Pong,
    Preview,
    Said,
    Say,
    Welcome,
)
from speto.protocol.row import BadLog, Refused, refused
from speto.store.api import NoTable, StoreError
from speto.table.attempt import read_actions
from speto.table.check import command

from .limits import Bucket
from .live import Live, Viewer, encode, now_ms
from .logs import log, told
from .routes import network

if TYPE_CHECKING:
    from .app import Server

SUBPROTOCOL = f"speto.v{PROTOCOL}"
MESSAGE = 8 << 10
"""The most bytes of a message."""
WAITING = 64
WAITING_BYTES = 256 << 10
"""What may wait for a socket to read it: so many messages, so many bytes."""
GREETING = 10.0
"""Seconds until the first message must be there."""
UNREADABLE = 20
"""So many messages that cannot be read, and the socket is closed."""
PHRASES = 24
"""12 preset phrases, then 12 emotes; the page has their words."""
CLOSE = {
    "unreadable": 4000,
    "other_tab": 4001,
    "kicked": 4002,
    "protocol": 4003,
    "gone": 4004,
    "slow": 4008,
    "restart": 1012,
}
"""The close code of each reason of a bye."""

_decoder = msgspec.json.Decoder(FromPage)


class Wire(Protocol):
    """What the server may offer beside ASGI (``run.py``)."""

    def write_text(self, payload: bytes) -> bool:
        """Send a text at once; False if the socket takes nothing now."""

    def abort(self) -> None:
        """Cut the socket off."""


class Session:
    """One open socket."""

    __slots__ = (
        "_ended",
        "_queue",
        "_reader",
        "_send",
        "_sending",
        "_size",
        "_stuck",
        "_wake",
        "_wire",
        "address",
        "bucket",
        "lagging",
        "last_draft",
        "live",
        "members",
        "phrases",
        "seat",
        "server",
        "unreadable",
        "viewer",
    )

    def __init__(
        self, server: Server, send: Send, members: tuple[str, ...], address: str, wire: Wire | None = None
    ) -> None:
        now = time.monotonic()
        rate = server.settings.messages
        self.server, self.members, self.address = server, members, address
        self.live: Live | None = None
        self.seat: int | None = None
        self.viewer: Viewer = "watch"
        self.bucket = Bucket(rate, 2 * rate, now)
        self.phrases = Bucket(0.5, 5, now)
        self.unreadable = 0
        self.lagging = False
        self.last_draft: tuple[int, list[str]] | None = None
        self._send = send
        self._queue: deque[bytes] = deque()
        self._size = 0
        self._wake: asyncio.Future[None] | None = None
        self._ended: str | None = None
        self._stuck: asyncio.TimerHandle | None = None
        self._sending = False
        self._wire, self._reader = wire, asyncio.current_task()

    # Out.

    def push(self, payload: bytes) -> None:
        """Send a message when the socket can take it. Nobody waits: who does not read gets one snapshot later."""
        if self.lagging or self._ended is not None:
            return
        self.server.metrics.pushes.add()
        if self._wire is not None and not self._queue and not self._sending and self._wire.write_text(payload):
            return
        if len(self._queue) >= WAITING or self._size + len(payload) > WAITING_BYTES:
            self._queue.clear()
            self._size = 0
            self.lagging = True
            loop = asyncio.get_running_loop()
            self._stuck = loop.call_later(self.server.settings.drain, self._too_slow)
            return
        self._queue.append(payload)
        self._size += len(payload)
        self._awake()

    def say(self, message: Any) -> None:
        """Push a message that is not encoded yet."""
        self.push(encode(message))

    def end(self, reason: str) -> None:
        """Say bye after what waits already, and close."""
        if self._ended is None:
            self.say(Bye(reason))
            self._ended = reason
            self._awake()

    def _awake(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    def _too_slow(self) -> None:
        self.server.metrics.slow.inc()
        self._ended = "slow"
        if self._wire is not None:
            self._wire.abort()  # the reader hears of it after the command that it may be at
        elif self._reader is not None:
            self._reader.cancel()

    async def write(self) -> None:
        """Send what is pushed, until the socket is closed."""
        loop = asyncio.get_running_loop()
        queue = self._queue
        while True:
            while queue:
                payload = queue.popleft()
                self._size -= len(payload)
                self._sending = True
                await self._send({"type": "websocket.send", "text": payload.decode()})
                self._sending = False
            if self._ended is not None:
                await self._send({"type": "websocket.close", "code": CLOSE[self._ended], "reason": self._ended})
                return
            if self.lagging:
                self._caught_up()
                continue
            self._wake = loop.create_future()
            await self._wake

    def _caught_up(self) -> None:
        """The socket has read all that was sent: bring it up to date at once."""
        self.lagging = False
        if self._stuck is not None:
            self._stuck.cancel()
        if self.live is not None:
            self.server.metrics.snapshots.add("lag")
            self.push(self.live.snap(self))

    def closed(self) -> None:
        """Nothing is sent any more."""
        self._ended = self._ended or "gone"
        if self._stuck is not None:
            self._stuck.cancel()


class Sockets:
    """The ASGI application at ``/ws``."""

    def __init__(self, server: Server) -> None:
        self.server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket to its end."""
        server = self.server
        assert (await receive())["type"] == "websocket.connect"
        cookie = next((value for name, value in scope["headers"] if name == b"cookie"), b"").decode("latin-1")
        members, address = server.identity.members(cookie), network(scope.get("client"))
        most = server.settings
        if (
            server.closing
            or len(server.sessions) >= most.sockets
            or server.addresses[address] >= most.sockets_an_address
        ):
            server.metrics.refused.add("sockets")
            await send({"type": "websocket.close", "code": 1013})
            return
        session = Session(server, send, members, address, scope.get("extensions", {}).get("speto.wire"))
        spoken = SUBPROTOCOL if SUBPROTOCOL in scope.get("subprotocols", ()) else None
        await send({"type": "websocket.accept", "subprotocol": spoken})
        server.metrics.sockets.inc()
        server.sessions.add(session)
        server.addresses[address] += 1
        writer = asyncio.create_task(session.write())
        try:
            await self._read(session, receive)
        except asyncio.CancelledError:
            if session._ended is None:
                raise
        finally:
            session.closed()
            server.metrics.sockets.dec()
            server.sessions.discard(session)
            server.addresses[address] -= 1
            if not server.addresses[address]:
                del server.addresses[address]
            if session.live is not None:
                server.tables.leave(session)
            writer.cancel()
            await asyncio.wait([writer])
            if not writer.cancelled() and (error := writer.exception()) is not None and not _hung_up(error):
                server.metrics.faults.labels("write").inc()
                log.error(told("socket fault", why=type(error).__name__), exc_info=error)

    async def _read(self, session: Session, receive: Receive) -> None:
        loop = asyncio.get_running_loop()
        late = loop.call_later(GREETING, self._not_greeted, session)
        try:
            while True:
                message = await receive()
                if message["type"] == "websocket.disconnect":
                    return
                if session._ended is not None:
                    continue
                raw = message.get("text") or message.get("bytes") or ""
                await self._message(session, raw)
        finally:
            late.cancel()

    @staticmethod
    def _not_greeted(session: Session) -> None:
        if session.live is None:
            session.end("unreadable")

    async def _message(self, session: Session, raw: str | bytes) -> None:
        """Answer one message."""
        server = self.server
        seq = session.live.table.seq if session.live is not None else 0
        try:
            if len(raw) > MESSAGE:
                raise msgspec.DecodeError("too long")
            message = _decoder.decode(raw)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            code = "too_long" if len(raw) > MESSAGE else "unreadable"
            server.metrics.refused.add(code)
            session.unreadable += 1
            if session.unreadable > UNREADABLE:
                session.end("unreadable")
            else:
                session.say(Nack("", code, seq))
            return
        kind = type(message)
        server.metrics.messages.add(str(kind.__struct_config__.tag))
        if not session.bucket.take(time.monotonic()):
            server.metrics.refused.add("rate")
            session.say(Nack(getattr(message, "id", ""), "rate", seq))
            return
        try:
            if isinstance(message, Hello):
                await self._hello(session, message)
            elif session.live is None:
                session.say(Nack(getattr(message, "id", ""), "not_now", seq))
            else:
                await self._HANDLERS[kind](self, session, session.live, message)
        except StoreError as error:
            log.error(told("store", what=type(error).__name__, why=error.sentence))
            code = "full"
            server.metrics.refused.add(code)
            session.say(Nack(getattr(message, "id", ""), code, seq))
        except Exception as error:  # noqa: BLE001 - one page's fault is nobody else's
            server.metrics.faults.labels("message").inc()
            table = session.live.id if session.live else None
            log.exception(told("fault", table=table, seq=seq, seat=session.seat, why=type(error).__name__))
            session.say(Nack(getattr(message, "id", ""), "not_now", seq))

    async def _hello(self, session: Session, hello: Hello) -> None:
        server = self.server
        session.say(Welcome(PROTOCOL, __version__, now_ms()))
        if hello.protocol != PROTOCOL:
            session.end("protocol")
            return
        try:
            await server.tables.enter(session, hello)
        except (NoTable, BadLog) as error:
            log.info(told("no entry", why=error.sentence))
            session.end("gone")
        except StoreError as error:
            log.error(told("store", what=type(error).__name__, why=error.sentence))
            session.end("restart")

    async def _act(self, session: Session, live: Live, act: Act) -> None:
        await self._command(session, live, act.id, "act", {"actions": act.actions}, act.base)

    async def _do(self, session: Session, live: Live, do: Do) -> None:
        kind, body = command(do)
        if kind not in DOES:
            session.say(Nack(do.id, "unreadable", live.table.seq, sentence=f"there is no command {kind[:20]!r}"))
            return
        await self._command(session, live, do.id, kind, body, None)

    async def _command(
        self, session: Session, live: Live, id_: str, kind: str, body: dict[str, Any], base: int | None
    ) -> None:
        """A command of a seat: it is acknowledged when it is in the log, or refused with the reason."""
        seq = live.table.seq
        if session.seat is None:
            no = NOT_SEATED
        elif not _fit(id_):
            no = BAD_ID
        else:
            answer = await self.server.tables.command(
                live,
                kind,
                session.seat,
                body,
                f"{live.table.seats.chairs[session.seat]}~{id_}",
                base=base,
                ack=lambda seq: session.say(Ack(id_, seq)),
            )
            if isinstance(answer, int):
                return
            no, seq = answer, live.table.seq
        self.server.metrics.refused.add(no.code)
        session.say(Nack(id_, no.code, seq, no.rule, no.sentence, no.at, no.reason))

    async def _preview(self, session: Session, live: Live, preview: Preview) -> None:
        if session.seat is None:
            session.say(Nack(preview.id, "not_yours", live.table.seq))
            return
        async with live.lock:
            previewed = live.table.preview(session.seat, preview.actions)
            if previewed.ok:
                session.last_draft = (live.moved, preview.actions)
        previewed.id = preview.id
        session.say(previewed)

    async def _ask_hint(self, session: Session, live: Live, ask: AskHint) -> None:
        texts = read_actions(ask.actions)
        hint = None
        if not isinstance(texts, Refused):
            hint = await self.server.tables.hint(live, session.seat, ask.id, texts)
        if hint is None:
            session.say(Nack(ask.id, "not_now", live.table.seq))
        else:
            session.say(hint)

    async def _say(self, session: Session, live: Live, say: Say) -> None:
        setup = live.table.table_view().setup
        text = say.text
        fit = 0 <= say.phrase < PHRASES
        if text is not None:
            fit = setup.chat and not setup.public and 0 < len(text) <= 200 and text.isprintable()
        if session.seat is None or not fit:
            session.say(Nack("", "not_now", live.table.seq))
        elif not session.phrases.take(time.monotonic()):
            session.say(Nack("", "rate", live.table.seq))
        else:
            said = encode(Said(session.seat, say.phrase, text))
            for other in live.sessions():
                other.push(said)

    async def _ping(self, session: Session, live: Live, ping: Ping) -> None:
        session.say(Pong(live.table.seq, now_ms()))

    _HANDLERS: ClassVar[dict[type, Any]] = {
        Act: _act,
        Do: _do,
        Preview: _preview,
        AskHint: _ask_hint,
        Say: _say,
        Ping: _ping,
    }


NOT_SEATED = refused("not_seated")
BAD_ID = Refused("unreadable", None, "an id has 1 to 64 printable ASCII characters, but no space, / or ~")
DOES = frozenset(
    {
        *("ready", "rematch", "leave", "pause", "resume", "kick", "bot", "sit_in", "take_back", "lock", "clock"),
        *("rules", "undo"),
    }
)
"""What a page may ask of the table."""


def _fit(id_: str) -> bool:
    return 0 < len(id_) <= 64 and id_.isascii() and id_.isprintable() and not set(id_) & {"/", "~", " "}


def _hung_up(error: BaseException) -> bool:
    """Whether an error only says that the other side has gone."""
    return isinstance(error, OSError) or type(error).__name__ in ("ClientDisconnected", "WebSocketDisconnected")
