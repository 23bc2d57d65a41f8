"""What falls due: a person's time, a bot's decision, the next deal, a table that nobody plays any more.

A deadline is a fact of the table, stored with the row that made it. Whoever finds one that has passed gives the derived
command; its id follows from the table's last row, so that a second one is refused by the store. A timer in this
process only makes it quick: after a crash, or on another node, the sweep finds the same deadline in the store.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Any

from speto.errors import SpetoError
from speto.protocol.messages import Due
from speto.protocol.row import Refused
from speto.store.api import NoTable, StoreError

from .bots import Choice
from .live import Live, now_ms
from .logs import log, told

if TYPE_CHECKING:
    from .app import Server

AT_ONCE = 200
"""So many overdue tables are taken up at a time."""
FAR = 600_000
"""A deadline that is further off than so many ms has no timer: the sweep finds it."""
OUTAGE = 5_000
"""Several servers that have not been heard of for so many ms were down."""
GRACE = 10_000
"""So many ms more, for pages need some time to come back."""
HOUR = 3_600_000
TIDY = 1_800
"""So often, in seconds, are tables removed that nobody has touched for weeks."""
BROKEN = 60.0
"""So long is a table left alone, in seconds, whose duty could not be done."""


class Duty:
    """The timers of this process."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._busy: set[str] = set()
        self._broken: dict[str, float] = {}
        self._thinking: dict[str, tuple[int, asyncio.Task[Choice | None]]] = {}
        self._tidy = time.monotonic() + TIDY
        self.down: tuple[int, int] | None = None
        """From when to when no server lived, if that was just now."""

    async def begin(self) -> None:
        """Find out how long no server has lived, and take up the tables whose clocks were running."""
        now = now_ms()
        before = await self.server.store.beat(now)
        if before is None or (self.server.settings.shared and now - before < OUTAGE):
            return
        self.down = (before, now + GRACE)
        self.server.run(self._take_up(now))

    async def _take_up(self, now: int) -> None:
        for table in await self.server.store.due(now + HOUR, 10_000):
            with contextlib.suppress(SpetoError):
                await self.server.tables.get(table)

    # Timers.

    def set(self, live: Live) -> None:
        """The table has a new row: set its timer anew, and let a bot begin to think."""
        self.forget(live)
        due = live.table.due()
        if due is None:
            return
        wait = due.at - now_ms()
        if wait < FAR:
            loop = asyncio.get_running_loop()
            live.timer = loop.call_later(max(0, wait + 1) / 1000, self._ring, live, live.table.seq)
        if due.kind == "bot":
            self._think(live, due)

    def forget(self, live: Live) -> None:
        """Stop the table's timer."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None

    def _ring(self, live: Live, seq: int) -> None:
        if not live.gone and live.table.seq == seq and not self.server.closing:
            self.server.run(self.meet(live))

    async def loaded(self, live: Live) -> None:
        """A table came into memory: what passed while no server lived counts for nothing."""
        due = live.table.due()
        if self.down is not None and due is not None and due.kind == "turn":
            begun, ended = self.down
            since = max(begun, live.last_at)
            if since < ended:
                await self.server.tables.command(live, "shift", None, {"by": ended - since}, f"shift:{ended}")
                self.server.metrics.shifted.inc()
                return
        self.set(live)

    # What is due.

    async def meet(self, live: Live) -> None:
        """Give the command that a table's deadline asks for, if it has passed."""
        if live.id in self._busy:
            return
        self._busy.add(live.id)
        try:
            await self._meet(live)
        except StoreError as error:
            log.error(told("duty", table=live.id, seq=live.table.seq, why=error.sentence))
        except BaseException:
            self._leave_alone(live.id)
            raise
        finally:
            self._busy.discard(live.id)

    def _leave_alone(self, table: str) -> None:
        self._broken[table] = time.monotonic() + BROKEN

    async def _meet(self, live: Live) -> None:
        table, seq = live.table, live.table.seq
        due = table.due()
        now = now_ms()
        if due is None or live.gone:
            return
        if due.at > now:
            self.set(live)
            return
        self.server.metrics.overdue.observe((now - due.at) / 1000)
        if due.kind == "bot":
            await self._bot(live, due)
            return
        kind, seat, body = table.on_due(due)
        if kind == "timeout" and due.seat in live.seats and (draft := live.seats[due.seat].last_draft) is not None:
            moved, actions = draft
            if moved == live.moved:
                body = {**body, "actions": actions}
        number = f"deal:{body['number']}" if kind == "deal" else f"{kind}:{seq}"
        answer = await self.server.tables.command(live, kind, seat, body, number, base=seq)
        if isinstance(answer, Refused) and answer.code != "stale":
            self._leave_alone(live.id)
            log.error(told("duty refused", table=live.id, seq=seq, kind=kind, code=answer.code, why=answer.reason))

    def _think(self, live: Live, due: Due) -> None:
        seq = live.table.seq
        if due.seat is None or self._thinking.get(live.id, (0,))[0] == seq:
            return
        table = live.table
        view = table.view_for_bot(due.seat)
        level = table.seats[due.seat].level
        choice = self.server.bots.choose(table.game.name, level, view, table.bot_seed(), table.totals)
        self._thinking[live.id] = (seq, asyncio.get_running_loop().create_task(choice))

    async def _bot(self, live: Live, due: Due) -> None:
        self._think(live, due)
        seq, task = self._thinking.get(live.id, (0, None))
        if task is None or seq != live.table.seq or due.seat is None:
            return
        try:
            chosen = await task
        finally:
            if self._thinking.get(live.id, (0, None))[1] is task:
                del self._thinking[live.id]
        for choice in (chosen, None):
            if live.gone or live.table.seq != seq:
                return
            if choice is None:
                body: dict[str, Any] = {"actions": [live.table.game.default(live.table.view_for_bot(due.seat))]}
            else:
                how = {"bot": choice.level, "worlds": choice.worlds, "weights": choice.weights}
                body = {"actions": [choice.action], **how}
            answer = await self.server.tables.command(live, "act", due.seat, body, f"bot:{seq}", base=seq)
            if not isinstance(answer, Refused) or answer.code == "stale":
                return
            self.server.metrics.bot_faults.inc()
            log.error(told("bot refused", table=live.id, seq=seq, seat=due.seat, code=answer.code, why=answer.reason))
        self._leave_alone(live.id)

    # The sweep.

    async def sweep(self) -> None:
        """Ask the store, every few seconds, for what this process does not know of; and tidy up."""
        server = self.server
        while True:
            try:
                await self._sweep()
                server.healthy = True
            except StoreError as error:
                server.healthy = False
                log.error(told("sweep", why=error.sentence))
            except Exception as error:  # noqa: BLE001 - the next sweep may do better
                server.metrics.faults.labels("sweep").inc()
                log.error(told("fault", where="sweep", why=type(error).__name__), exc_info=error)
            await asyncio.sleep(server.settings.sweep)

    async def _sweep(self) -> None:
        server = self.server
        await server.store.beat(now_ms())
        now = time.monotonic()
        self._broken = {table: until for table, until in self._broken.items() if until > now}
        for table in await server.store.due(now_ms(), AT_ONCE + len(self._broken)):
            if table not in self._busy and table not in self._broken:
                await self._take(table)
        if server.settings.shared and (seen := [live for live in server.tables.live.values() if live.sessions()]):
            heads = await server.store.heads([live.id for live in seen])
            for live in seen:
                if heads.get(live.id, 0) > live.table.seq:
                    await server.tables.catch_up(live)
        server.tables.rest()
        if now > self._tidy:
            self._tidy = now + TIDY
            for table in await server.store.sweep(now_ms()):
                if (held := server.tables.live.get(table)) is not None:
                    server.tables.drop(held, "gone")

    async def _take(self, table: str) -> None:
        """Do the duty of a table that the store says is overdue."""
        try:
            live = await self.server.tables.get(table)
        except NoTable:
            return
        except StoreError:
            raise
        except SpetoError as error:  # its log is of another version, or broken: nobody can play it here
            self._leave_alone(table)
            log.error(told("table cannot be loaded", table=table, why=error.sentence))
            return
        self.server.run(self.meet(live))
