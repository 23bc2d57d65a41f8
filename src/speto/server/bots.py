"""Bots think in processes of their own, one a core: a view goes in, an action comes out.

The event loop never waits for a decision. Workers start with the server; a worker that dies is replaced, and a
decision that does not come in time is the game's default move, so a table never stands still.
"""

from __future__ import annotations

import asyncio
import contextlib
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from time import perf_counter
from typing import Any

from speto.bots.api import Budget, choose
from speto.kit.workers import begin, end

from .logs import log, told
from .metrics import Metrics

PATIENCE = 5.0
"""Seconds that a decision may take."""
BREATH = 3.0
"""Seconds before the first workers start: until then the server needs the machine for all who come back at once."""


class Bots:
    """The workers."""

    def __init__(self, workers: int, metrics: Metrics) -> None:
        self._workers, self._metrics = workers, metrics
        self._pool: ProcessPoolExecutor | None = None
        self._starting: asyncio.Task[None] | None = None
        self._closed = False
        self._breath = BREATH

    def start(self) -> None:
        """Begin to start the workers; nobody waits for that."""
        if not self._closed and (self._starting is None or self._starting.done()):
            self._starting = asyncio.get_running_loop().create_task(self._start())

    async def _start(self) -> None:
        breath, self._breath = self._breath, 0.0
        await asyncio.sleep(breath)
        pool = ProcessPoolExecutor(self._workers, mp_context=get_context("spawn"), initializer=begin)
        try:
            await asyncio.to_thread(_warm, pool, self._workers)
        except (BrokenExecutor, OSError) as error:
            log.error(told("bots do not start", why=error))
            self._metrics.bot_faults.inc()
            pool.shutdown(wait=False)
            return
        except asyncio.CancelledError:
            end(pool)
            raise
        self._pool = pool

    async def close(self) -> None:
        """Let the workers go."""
        self._closed = True
        if self._starting is not None:
            self._starting.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._starting
        if self._pool is not None:
            pool, self._pool = self._pool, None
            await asyncio.to_thread(end, pool)

    async def choose(self, game: str, level: str, view: Any, budget: Budget) -> str | None:
        """What a bot of that level does; None if no answer comes in time. While no worker stands it is done here."""
        begun = perf_counter()
        pool = self._pool
        try:
            if pool is None:
                self.start()
                action = await asyncio.to_thread(choose, game, level, view, budget)
            else:
                thinking = asyncio.get_running_loop().run_in_executor(pool, choose, game, level, view, budget)
                action = await asyncio.wait_for(thinking, PATIENCE)
        except BrokenExecutor:
            log.warning("a bot's worker died; all are started again")
            if pool is not None and self._pool is pool:
                self._pool = None
                pool.shutdown(wait=False)
        except TimeoutError:
            log.warning(told("a bot thinks too long", level=level))
        except Exception as error:  # noqa: BLE001 - whatever it is, the table goes on with the default move
            log.error(told("bot fault", level=level, why=type(error).__name__), exc_info=error)
        else:
            self._metrics.decision.observe(perf_counter() - begun)
            return action
        self._metrics.bot_faults.inc()
        return None


def _warm(pool: ProcessPoolExecutor, workers: int) -> None:
    """Have every worker import what it needs, before anybody waits for it."""
    for done in [pool.submit(_ready) for _ in range(workers)]:
        done.result()


def _ready() -> None:
    from speto.dummy.deal import Deal

    view = Deal(players=2, seed="warm").see(0)
    choose("dummy", "greedy", view, Budget(seed=b"warm"))
