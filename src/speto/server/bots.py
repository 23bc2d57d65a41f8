"""Bots think in processes of their own, one a core: a view goes in, an action comes out.

The event loop never waits for a decision. Workers start with the server; a worker that dies is replaced, and a
decision that does not come in time is the game's default move, so a table never stands still.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from subprocess import Popen
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from speto import compiled
from speto.bots import players
from speto.bots.api import Budget, choose, weights, worlds_for
from speto.kit.workers import begin, end

from .logs import log, told
from .metrics import Metrics

T = TypeVar("T")
PATIENCE = 5.0
"""Seconds that a decision may take."""
STARTING = 20.0
"""Seconds that somebody may wait for workers that are starting."""
BREATH = 3.0
"""Seconds before the first workers start: until then the server needs the machine for all who come back at once."""


class Choice(NamedTuple):
    """What a bot chose, which bot it was in truth, how many worlds it imagined, and the hash of its weights."""

    action: str
    level: str
    worlds: int
    weights: str


class NoWorkers(Exception):
    """No worker can be asked now."""


class Bots:
    """The workers."""

    def __init__(self, workers: int, metrics: Metrics) -> None:
        self._workers, self._metrics = workers, metrics
        self._pool: ProcessPoolExecutor | None = None
        self._starting: asyncio.Task[None] | None = None
        self._closed = False
        self._breath = BREATH
        self._waiting = 0
        self._compiling: Popen[bytes] | None = None

    def start(self) -> None:
        """Begin to start the workers; nobody waits for that."""
        if not self._closed and (self._starting is None or self._starting.done()):
            self._starting = asyncio.get_running_loop().create_task(self._start())

    async def _start(self) -> None:
        breath, self._breath = self._breath, 0.0
        await asyncio.sleep(breath)
        if self._compiling is None and compiled.available() and not compiled.is_warm():
            self._compiling = compiled.warm_in_background()
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
        if self._compiling is not None:
            self._compiling.terminate()
            await asyncio.to_thread(self._compiling.wait)
        if self._pool is not None:
            pool, self._pool = self._pool, None
            await asyncio.to_thread(end, pool)

    async def stand(self) -> bool:
        """Wait a while for the workers, if they are only starting; whether they can weigh then."""
        if self._pool is None:
            self.start()
            if self._starting is not None:
                await asyncio.wait({self._starting}, timeout=STARTING)
        return self.weigh()

    def weigh(self) -> bool:
        """Whether the workers stand and have the compiled kernel: without it nothing is weighed in many worlds."""
        return self._pool is not None and compiled.is_warm()

    def worlds(self, game: str, level: str) -> int:
        """How many worlds a bot imagines now, by how many decisions wait."""
        return worlds_for(game, level, self._waiting / self._workers, self.weigh())

    async def work(self, job: Callable[..., T], *given: Any, patience: float = PATIENCE) -> T:
        """What a function gives in a worker: one short enough that those who play do not notice it.

        Raises:
            NoWorkers: none stand, they died, or it took too long.
        """
        pool = self._pool
        if pool is None:
            self.start()
            raise NoWorkers
        self._waiting += 1
        try:
            return await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(pool, job, *given), patience)
        except (BrokenExecutor, TimeoutError) as error:
            if isinstance(error, BrokenExecutor):
                self._lost(pool)
            log.warning(told("work in vain", why=type(error).__name__))
            self._metrics.bot_faults.inc()
            raise NoWorkers from None
        finally:
            self._waiting -= 1

    def _lost(self, pool: ProcessPoolExecutor | None) -> None:
        """A worker died, and its pool with it: who asks next starts another."""
        log.warning("a bot's worker died; all are started again")
        if pool is not None and self._pool is pool:
            self._pool = None
            pool.shutdown(wait=False)

    async def choose(
        self, game: str, level: str, view: Any, seed: bytes, totals: tuple[int, ...] = ()
    ) -> Choice | None:
        """What a bot of that level does; None if no answer comes in time.

        While no worker stands a simple bot answers, in a thread: one that searches would load the compiler here. How
        many worlds a bot imagines is settled here, by how many decisions wait.
        """
        begun = perf_counter()
        pool = self._pool
        if pool is None:
            level = simple(game, level)
        worlds = self.worlds(game, level)
        budget = Budget(worlds, seed, totals)
        self._waiting += 1
        try:
            if pool is None:
                self.start()
                found = await asyncio.to_thread(decide, game, level, view, budget)
            else:
                thinking = asyncio.get_running_loop().run_in_executor(pool, decide, game, level, view, budget)
                found = await asyncio.wait_for(thinking, PATIENCE)
        except BrokenExecutor:
            self._lost(pool)
        except TimeoutError:
            log.warning(told("a bot thinks too long", level=level))
        except Exception as error:  # noqa: BLE001 - whatever it is, the table goes on with the default move
            log.error(told("bot fault", level=level, why=type(error).__name__), exc_info=error)
        else:
            self._metrics.decision.observe(perf_counter() - begun)
            return found
        finally:
            self._waiting -= 1
        self._metrics.bot_faults.inc()
        return None


def decide(game: str, level: str, view: Any, budget: Budget) -> Choice:
    """A bot's choice, and by what it was made: the process that chose says by which weights."""
    return Choice(choose(game, level, view, budget), level, budget.worlds or 0, weights(game, level))


def simple(game: str, level: str) -> str:
    """The level itself if it decides at a glance, else the best that does.

    >>> simple("dummy", "random"), simple("dummy", "level6")
    ('random', 'greedy')
    """
    found = list(players(game))
    return level if level in found else found[-1]


def _warm(pool: ProcessPoolExecutor, workers: int) -> None:
    """Have every worker import what it needs, before anybody waits for it."""
    for done in [pool.submit(_ready) for _ in range(workers)]:
        done.result()


def _ready() -> None:
    from speto.dummy.deal import Deal

    worlds = 2 if compiled.is_warm() else 0
    deal = Deal(players=2, seed="warm")
    deal.play("+")
    choose("dummy", "level5", deal.see(0), Budget(worlds, b"warm"))
    # An end, for the solver is loaded with the first one.
    end = {"hands": ["2d 3d Kh", "9c 9h"], "stock": "5c", "pile": "Ts 4d/1", "turn": 0, "born": [0, 1]}
    choose("dummy", "level5", Deal.from_start(end, players=2).see(0), Budget(worlds, b"warm"))
