"""All tables of this process: loading them by replay, and the one way in which a command becomes a row.

Under the table's lock a command is checked, applied, stored and told, in this order; what cannot be stored is taken
back by loading the table again. Nobody outside sees a row before the store has it.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from speto.analysis.advice import advise
from speto.bots.api import usual
from speto.protocol.messages import Hello, Hint, Setup
from speto.protocol.row import Refused, Row
from speto.store.api import (
    Accepted,
    Codes,
    NoTable,
    Notes,
    Person,
    Repeated,
    Saved,
    Stale,
    StoreError,
)
from speto.table.opening import Opening
from speto.table.table import Table

from .bots import NoWorkers
from .live import Live, now_ms

if TYPE_CHECKING:
    from .app import Server
    from .sockets import Session

TRIES = 5
"""How often a command is checked again because another process was quicker."""
FEW = 20
COUNT = 1.0
"""With more watchers than these, all are told once in so many seconds how many they are."""
SLICE = 50
"""So many rows are replayed before others get their turn."""

STALE = Refused("stale", None, "something has happened at the table since then")
RELOADED = Refused("not_now", None, "the table has just been loaded again; try once more")

Ack = Callable[[int], None]


class Tables:
    """The tables in memory, and their commands."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.store = server.store
        self.live: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Future[Live]] = {}

    # In and out of memory.

    async def get(self, table: str) -> Live:
        """The table, loaded if it is not in memory. Raises NoTable, StoreError."""
        live = self.live.get(table)
        if live is not None:
            live.touched = time.monotonic()
            return live
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.ensure_future(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def _load(self, table: str) -> Live:
        begun = await self._begun(table)
        codes = await self.store.codes(table)
        if begun is None or codes is None:
            raise NoTable(f"there is no table {table[:40]}, or it is gone")
        live = Live(begun[0], codes)
        for number, row in enumerate(begun[1]):
            live.remember(row, live.take(row))
            if number % SLICE == SLICE - 1:
                await asyncio.sleep(0)
        live.shown = live.table.seq
        self.live[table] = live
        self.server.metrics.tables.set(len(self.live))
        if live.table.record() is not None:
            self.server.run(self.keep_record(live))
        await self.server.duty.loaded(live)
        return live

    async def _begun(self, table: str, shown: int | None = None) -> tuple[Table, list[Row]] | None:
        """A table as it stood before its last deal, and the rows since then, all those after ``shown`` among them.

        None if there is no such table. Without a standing that can be used the table is empty, and these are all rows.
        """
        loaded = await self.store.resume(table)
        if loaded is None:
            return None
        found = Table(table, loaded.secret)
        if loaded.standing is None or (found.stand(loaded.standing) and (shown is None or found.seq <= shown)):
            return found, loaded.rows
        loaded = await self.store.load(table)
        return None if loaded is None else (Table(table, loaded.secret), loaded.rows)

    def drop(self, live: Live, reason: str = "restart") -> None:
        """Forget a table in memory; its sockets come back and load it again."""
        if self.live.get(live.id) is live:
            del self.live[live.id]
        live.gone = True
        self.server.duty.forget(live)
        self.server.metrics.tables.set(len(self.live))
        for session in live.sessions():
            session.end(reason)

    def rest(self) -> None:
        """Forget the tables that nobody looks at and nothing is due at soon."""
        now = time.monotonic()
        for live in list(self.live.values()):
            if live.seats or live.watchers or live.lock.locked() or now - live.touched < self.server.settings.idle:
                continue
            due = live.table.due()
            if due is None or due.at > now_ms() + 60_000:
                self.drop(live)

    # Commands.

    async def create(
        self, name: str, member: str, setup: Setup, bots: Sequence[str | None], opening: Opening | None = None
    ) -> Live | Refused:
        """Open a table with this host; with an opening that turn is played there. Raises StoreError."""
        secret = secrets.token_bytes(32)
        table = Table(_new_id(), secret)
        now = now_ms()
        asked: dict[str, Any] = {"setup": msgspec.to_builtins(setup), "name": name, "member": member}
        asked["bots"] = list(bots)
        if opening is not None:
            asked["opening"] = opening._asdict()
        body = table.check("create", None, asked, now)
        if isinstance(body, Refused):
            return body
        row = Row(1, "create", now, None, "create", body)
        live = Live(table, Codes("", ""))
        live.remember(row, live.take(row))
        live.shown = 1
        notes = live.notes({}) or Notes()
        game = table.game
        live.codes = await self.store.create(
            table.id, secret, row, table.due(), game=game.name, version=game.version, notes=notes
        )
        self.live[table.id] = live
        self.server.metrics.tables.set(len(self.live))
        self.server.metrics.commands.add("create")
        return live

    async def command(
        self,
        live: Live,
        kind: str,
        seat: int | None,
        body: Mapping[str, Any],
        id_: str,
        *,
        base: int | None = None,
        ack: Ack | None = None,
    ) -> int | Refused:
        """Bring a command into the log: its sequence number, or why not.

        ``base`` is the last row that the sender has seen: the command is stale if the deal has moved since. A command
        whose id is in the log already has the number that it got then.

        Raises:
            StoreError: the store takes nothing now; nothing has changed.
        """
        async with live.lock:
            if live.gone:
                return RELOADED
            live.touched = time.monotonic()
            try:
                return await self._command(live, kind, seat, body, id_, base, ack)
            except StoreError:
                raise
            except BaseException:
                # Memory may be ahead of the log, or behind it: only the log is true.
                self.drop(live)
                raise

    async def _command(
        self,
        live: Live,
        kind: str,
        seat: int | None,
        body: Mapping[str, Any],
        id_: str,
        base: int | None,
        ack: Ack | None,
    ) -> int | Refused:
        metrics = self.server.metrics
        if self.server.settings.shared:  # a query now is cheaper than a row that has to be taken back
            await self._catch_up(live)
        for _ in range(TRIES):
            table = live.table
            if (seq := live.ids.get(id_)) is not None:
                return self._repeated(seq, ack)
            if base is not None and not live.moved <= base <= table.seq:
                return STALE
            now = max(now_ms(), live.last_at)
            checked = table.check(kind, seat, dict(body), now)
            if isinstance(checked, Refused):
                return checked
            standing = None
            if kind == "deal":
                await self.keep_record(live)  # with the next deal the last one leaves memory
                standing = table.standing()
            before = live.people
            row = Row(table.seq + 1, id_, now, seat, kind, checked)
            events = live.take(row)
            notes = live.notes(before)
            begun = time.perf_counter()
            try:
                answer = await self.store.append(
                    table.id, row.seq - 1, id_, [(seat, kind, checked)], now, table.due(), notes, standing
                )
            except StoreError:
                await self._again(live)
                raise
            metrics.append.observe(time.perf_counter() - begun)
            match answer:
                case Accepted(seq):
                    metrics.commands.add(kind)
                    if ack is not None:
                        ack(seq)
                    self._told(live, row, events, before)
                    return seq
                case Repeated(seq):
                    await self._again(live)
                    return self._repeated(seq, ack)
                case Stale():
                    await self._again(live)
        return STALE

    def _repeated(self, seq: int, ack: Ack | None) -> int:
        self.server.metrics.repeated.add()
        if ack is not None:
            ack(seq)
        return seq

    def _told(self, live: Live, row: Row, events: list[Any], before: dict[int, Person]) -> None:
        """Everything that follows from a row that is stored."""
        live.tell(row, events)
        if before is not live.people:
            self._move(live, row, before)
        if any(event.k == "end" for event in events):
            self.server.run(self.keep_record(live))
        self.server.duty.set(live)
        if row.kind == "away" and row.body["seat"] in live.seats:
            self.server.run(self.back(live, row.body["seat"]))

    async def _again(self, live: Live) -> None:
        """Load a table again in place, and tell its viewers what they have not seen. Raises StoreError."""
        shown = live.shown
        try:
            begun = await self._begun(live.id, shown)
        except StoreError:
            self.drop(live)
            raise
        if begun is None:
            self.drop(live, "gone")
            raise NoTable(f"the table {live.id} is gone")
        live.reset(begun[0])
        for row in begun[1]:
            before = live.people
            events = live.take(row)
            if row.seq > shown:
                self._told(live, row, events, before)
            else:
                live.remember(row, events)

    async def _catch_up(self, live: Live) -> None:
        """Apply what other processes have appended."""
        for row in await self.store.rows(live.id, live.table.seq):
            before = live.people
            self._told(live, row, live.take(row), before)

    async def catch_up(self, live: Live) -> None:
        """Apply what other processes have appended, if there are any."""
        if self.server.settings.shared:
            async with live.lock:
                if not live.gone:
                    await self._catch_up(live)

    # Sockets.

    async def enter(self, session: Session, hello: Hello) -> None:
        """A socket comes to a table. Raises NoTable."""
        table, viewer = await self.server.door(hello.table, session.address)
        if session.live is not None and session.live.id != table:
            raise NoTable("a socket stays at its table")
        while True:
            live = await self.get(table)
            await self.catch_up(live)
            async with live.lock:
                if live.gone:
                    continue
                seat = live.seat_of(session.members)
                new = session.live is None
                if new:
                    self._seat(live, session, seat, viewer)
                steps = live.missed(session, hello.last) if hello.last >= 0 else None
                if steps is None:
                    self.server.metrics.snapshots.add("gap" if hello.last >= 0 else "enter")
                    session.push(live.snap(session))
                else:
                    for step in steps:
                        session.push(step)
                break
        if new:
            self._present(live)
        if not new or live.counting:
            session.push(live.presence())
        if session.seat is not None and live.table.seats[session.seat].away:
            await self.back(live, session.seat)

    def _seat(self, live: Live, session: Session, seat: int | None, viewer: str) -> None:
        """Put a socket among the table's: of a seat only the newest stays."""
        session.live, session.seat = live, seat
        if seat is None:
            session.viewer = "watch" if viewer == "watch" else "guest"
            live.watchers.add(session)
        else:
            session.viewer = seat
            older = live.seats.get(seat)
            live.seats[seat] = session
            if older is not None:
                older.live = None
                older.end("other_tab")

    def leave(self, session: Session) -> None:
        """A socket is closed."""
        live, session.live = session.live, None
        if live is None:
            return
        live.watchers.discard(session)
        seat = session.seat
        if seat is not None and live.seats.get(seat) is session:
            del live.seats[seat]
            self._watch_for(live, seat)
        live.touched = time.monotonic()
        self._present(live)

    def _present(self, live: Live) -> None:
        """Tell all who is here: at once, but when many watch only now and then."""
        if len(live.watchers) <= FEW:
            self._tell_presence(live)
        elif not live.counting:
            live.counting = True
            asyncio.get_running_loop().call_later(COUNT, self._tell_presence, live)

    def _tell_presence(self, live: Live) -> None:
        live.counting = False
        presence = live.presence()
        for session in live.sessions():
            session.push(presence)

    def _watch_for(self, live: Live, seat: int) -> None:
        """Nobody's page is at a person's seat: see in a while whether that is so still."""
        asyncio.get_running_loop().call_later(self.server.settings.away_after, self._missing, live, seat)

    def _missing(self, live: Live, seat: int) -> None:
        """A person's socket has been gone for a while."""
        if not live.gone and seat not in live.seats and not self.server.closing:
            self.server.run(self._away(live, seat))

    async def _away(self, live: Live, seat: int) -> None:
        place = live.table.seats[seat]
        if place.kind == "person" and not place.away and seat not in live.seats:
            await self.command(live, "away", None, {"seat": seat}, f"away:{live.table.seq}")

    async def back(self, live: Live, seat: int) -> None:
        """A person who was away is here again."""
        if seat in live.seats and live.table.seats[seat].away:
            await self.command(live, "back", None, {"seat": seat}, f"back:{live.table.seq}")

    def _move(self, live: Live, row: Row, before: dict[int, Person]) -> None:
        """People changed places, who sat as ``before``: so do their sockets."""
        now = live.people
        old = {person.member: seat for seat, person in before.items()}
        for seat, session in list(live.seats.items()):
            if seat not in now or now[seat].member not in session.members:
                del live.seats[seat]
                session.seat, session.viewer = None, "guest"
                if row.kind == "kick":
                    session.live = None
                    session.end("kicked")
                else:
                    live.watchers.add(session)
                    session.push(live.snap(session))
        for session in list(live.watchers):
            own = live.seat_of(session.members)
            if own is not None:
                live.watchers.discard(session)
                self._seat(live, session, own, "guest")
                session.push(live.snap(session))
        for seat, person in now.items():
            if seat not in live.seats and old.get(person.member, seat) != seat:
                self._watch_for(live, seat)  # whoever was gone for less than a while is gone from the new seat
        self._present(live)

    # Beside the log.

    async def hint(self, live: Live, seat: int | None, id_: str, actions: Sequence[str] = ()) -> Hint | None:
        """What is best here, after these actions of a draft; None where the table allows no hints, or out of turn."""
        setup = live.table.table_view().setup
        if seat is None or not (setup.practice or setup.aids == "suggest"):
            return None
        async with live.lock:
            if live.table.actor != seat:
                return None
            view = live.table.view_for_bot(seat)
            seed, game, totals = live.table.bot_seed(), live.table.game.name, live.table.totals
        if not view.legal:
            return None
        bots = self.server.bots
        if game == "dummy":
            worlds = bots.worlds(game, ADVISER)
            try:
                hint = await bots.work(advise, view, actions, worlds, seed, "", totals)
            except NoWorkers:
                # Without search it is thought out at a glance.
                hint = await asyncio.to_thread(advise, view, actions, 0, seed, "plain")
            return None if hint is None else msgspec.structs.replace(hint, id=id_)
        choice = await bots.choose(game, usual(game), view, seed)
        return None if choice is None else Hint(id_, choice.action)

    async def keep_record(self, live: Live) -> None:
        """Keep the last deal, if it is over, as a record. Raises StoreError."""
        table, record = live.table, live.table.record()
        if record is None or live.kept == table.dealt:
            return
        number = table.dealt
        saved = Saved(table.book, number, live.last_at, table.game.name, table.game.version, record.to_json())
        await self.store.save_record(saved, {seat: person.member for seat, person in live.people.items()})
        live.kept = number


ADVISER = "level5"
"""A hint imagines as many worlds as this level."""


def _new_id() -> str:
    """A table's id: whoever has it may sit down, so it is long and nobody guesses it."""
    return secrets.token_hex(10)
