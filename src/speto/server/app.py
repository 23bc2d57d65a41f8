"""The application: what its parts share, and how it starts and ends."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Route, WebSocketRoute

from speto.errors import SpetoError
from speto.store.api import NoTable, Store, StoreError

from .analyses import Analyses
from .bots import Bots
from .duty import Duty
from .http import ROUTES
from .identity import Identity
from .limits import Buckets
from .logs import log, told
from .metrics import Metrics
from .security import Security
from .settings import Settings, cores
from .sockets import Session, Sockets
from .static import Static
from .tables import Tables

_ID = re.compile(r"[0-9a-f]{20}")
REQUESTS = 20
"""An address may ask so many times as often as it may open a table."""


class Server:
    """What the parts of one application share."""

    identity: Identity

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.metrics = Metrics()
        self.bots = Bots(settings.bots or cores(), self.metrics)
        self.duty = Duty(self)
        self.tables = Tables(self)
        self.static = Static(settings.page)
        self.sessions: set[Session] = set()
        self.addresses: Counter[str] = Counter()
        """How many sockets each address has open."""
        a_second = settings.tables_a_minute / 60
        self.opened = Buckets(a_second, settings.tables_a_minute)
        self.guessed = Buckets(a_second, settings.tables_a_minute)
        self.asked = Buckets(REQUESTS * a_second, REQUESTS * settings.tables_a_minute)
        self.replaying = asyncio.Lock()
        """Replays are played one by one, so that they leave time for the tables."""
        self.replays = 0
        """How many are played or wait."""
        self.analyses = Analyses()
        self.healthy = True
        self.closing = False
        self._tasks: set[asyncio.Task[Any]] = set()

    @contextlib.asynccontextmanager
    async def life(self, _: Starlette) -> AsyncIterator[None]:
        """From the opening of the store to its close."""
        async with self.store:
            self.identity = Identity(await self.store.key("cookie"))
            await self.duty.begin()
            sweep = asyncio.create_task(self.duty.sweep())
            self.bots.start()
            try:
                yield
            finally:
                self.closing = True
                tasks = [sweep, *self._tasks]
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                await self.bots.close()

    def run(self, work: Coroutine[Any, Any, Any]) -> None:
        """Have something done beside what is going on; its errors are the log's."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, (StoreError, SpetoError)):
            log.error(told("beside", why=error))
        else:
            self.metrics.faults.labels("beside").inc()
            log.error(told("fault", why=type(error).__name__), exc_info=error)

    async def door(self, key: str, address: str) -> tuple[str, str]:
        """The table that an id or a code opens, and whether one may sit down there: ``guest`` or ``watch``.

        Raises:
            NoTable: neither an id nor a code; or this address has tried too many.
        """
        if _ID.fullmatch(key):
            return key, "guest"
        now = time.monotonic()
        if self.guessed.empty(address, now):
            raise NoTable("too many codes were tried")
        found = await self.store.find(key) if 0 < len(key) <= 20 and key.isascii() and key.isalnum() else None
        if found is None:
            self.guessed.take(address, now)
            raise NoTable("there is no such code")
        return found.table, "watch" if found.role == "watch" else "guest"

    async def farewell(self) -> None:
        """Tell every page that the server restarts, and give the words a moment to leave."""
        self.closing = True
        for session in list(self.sessions):
            session.end("restart")
        begun = time.monotonic()
        while self.sessions and time.monotonic() < begun + 1:
            await asyncio.sleep(0.01)


def make_app(store: Store, settings: Settings | None = None) -> Starlette:
    """The application over a store that is not opened yet; ``app.state.server`` holds its parts."""
    server = Server(store, settings or Settings())
    app = Starlette(
        routes=[
            *ROUTES.routes(server),
            WebSocketRoute("/ws", Sockets(server)),
            Route("/{path:path}", server.static.answer, methods=["GET"]),
        ],
        middleware=[Middleware(Security, origins=server.settings.origins)],
        lifespan=server.life,
    )
    app.state.server = server
    return app
