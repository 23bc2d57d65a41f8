"""A table in memory: its state, who looks at it, and what each of them is sent.

Everything that leaves for a page is made here or in ``sockets.py``, from the table's view for that viewer.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec
from msgspec import Raw, Struct

from speto.protocol.messages import Event, Presence, TableView, You
from speto.protocol.row import Row
from speto.store.api import Codes, Notes, Person
from speto.table.table import MOVES, Table

if TYPE_CHECKING:
    from .sockets import Session

REMEMBERED = 128
"""So many rows back a page may resume with the steps that it missed."""

Viewer = int | Literal["guest", "watch"]
"""Who is sent the same: a seat, those who may sit down, those who came by the link to watch."""

encode = msgspec.json.Encoder().encode


class _Step(Struct, tag_field="t", tag="step", omit_defaults=True):
    """:class:`speto.protocol.messages.Step` with its large parts encoded already."""

    seq: int
    now: int
    events: Raw
    hash: str
    table: Raw | None = None
    deal: Raw | None = None
    you: You | None = None


class _Snap(Struct, tag_field="t", tag="snap"):
    """:class:`speto.protocol.messages.Snap` with its large parts encoded already."""

    seq: int
    now: int
    you: You
    table: Raw
    deal: Raw
    hash: str


class Past(NamedTuple):
    """A row as viewers are told it: its events as JSON, for all and, if they differ, for one seat."""

    seq: int
    id: str
    events: bytes
    seat: int | None
    own: bytes

    def told(self, seat: int | None) -> Raw:
        """The events as one viewer is told them."""
        return Raw(self.own if seat is not None and seat == self.seat else self.events)


def now_ms() -> int:
    """The server's clock."""
    return time.time_ns() // 1_000_000


class Live:
    """A table in memory."""

    def __init__(self, table: Table, codes: Codes) -> None:
        self.codes = codes
        self.lock = asyncio.Lock()
        self.seats: dict[int, Session] = {}
        self.watchers: set[Session] = set()
        self.reset(table)
        self.shown = 0
        """The last row that viewers were told."""
        self.touched = time.monotonic()
        self.timer: asyncio.TimerHandle | None = None
        """Rings at the table's next deadline."""
        self.counting = False
        """All will be told soon who is here."""
        self.gone = False
        """It left memory: whoever still holds it asks for the table anew."""
        self._table = b""
        self._host: int | None = None
        """The host as of the last row told."""

    def reset(self, table: Table) -> None:
        """Begin again with a table of which no row has been told; the viewers stay."""
        self.table = table
        self.past: deque[Past] = deque()
        """The last rows, for pages that come back."""
        self.ids: dict[str, int] = {}
        """Their ids, so that a repeated command is known without asking the store."""
        self.moved = 0
        """The last row that changed the deal: an action may be based on any row from here on."""
        self.last_at = 0
        self.kept = 0
        """The last deal that is known to be kept as a record."""
        self.people = self._seated()
        """Who holds a seat."""
        self._noted: tuple[object, ...] = ()

    @property
    def id(self) -> str:
        """The table's id."""
        return self.table.id

    def sessions(self) -> list[Session]:
        """All open sockets."""
        return [*self.seats.values(), *self.watchers]

    def viewers(self) -> Iterator[tuple[Viewer, list[Session]]]:
        """The sockets by what they are sent."""
        for seat, session in self.seats.items():
            yield seat, [session]
        if self.watchers:
            for viewer in ("guest", "watch"):
                if some := [session for session in self.watchers if session.viewer == viewer]:
                    yield viewer, some

    # What happened.

    def take(self, row: Row) -> list[Event]:
        """Apply a row."""
        events = self.table.apply(row)
        self.last_at = row.at
        if row.kind in MOVES:
            self.moved = row.seq
        if row.kind in PLACES:
            self.people = self._seated()
        return events

    def _seated(self) -> dict[int, Person]:
        return {
            number: Person(seat.member, seat.name)
            for number, seat in enumerate(self.table.seats.all)
            if seat.kind == "person" and seat.member
        }

    def seat_of(self, members: Iterable[str]) -> int | None:
        """The seat of one of these members, also of one who left and may come back."""
        return next((seat for seat, person in self.people.items() if person.member in members), None)

    def notes(self, before: dict[int, Person]) -> Notes | None:
        """What lists tell of the table, as far as a row has changed it; ``before`` is who held a seat then."""
        table, match, now = self.table, self.table.match, self.people
        seats: dict[int, Person | None] = {}
        if before is not now:
            seats = {seat: now.get(seat) for seat in {*before, *now} if before.get(seat) != now.get(seat)}
        deal = len(match.numbers) if match else 0
        levels = [seat.level for seat in table.seats.all]
        facts = (table.status, table.actor, deal, levels, table.setup)
        if facts == self._noted:
            return Notes(seats=seats) if seats else None
        self._noted = facts
        summary = {
            "rules": table.setup.rules,
            "totals": table.table_view().totals,
            "target": getattr(match.options, "target", None) if match else None,
            "deal": deal,
            "turn": table.actor,
            "levels": levels,
        }
        return Notes(table.status, table.setup.public, summary, seats)

    def remember(self, row: Row, events: list[Event]) -> Past:
        """Keep what a row told, for pages that come back, and its id."""
        told = self.table.told
        seat = next((event.seat for event in events if event.card is not None), None)
        own = b"" if seat is None else encode([told(event, seat) for event in events])
        past = Past(row.seq, row.id, encode([told(event, None) for event in events]), seat, own)
        self.past.append(past)
        self.ids[row.id] = row.seq
        if len(self.past) > REMEMBERED:
            del self.ids[self.past.popleft().id]
        return past

    def tell(self, row: Row, events: list[Event]) -> None:
        """Tell every viewer of a row that was applied."""
        past = self.remember(row, events)
        self.shown = row.seq
        table, now = self.table, now_ms()
        view = encode(table.table_view())
        changed, moved = view != self._table, row.kind in MOVES
        another = table.seats.host != self._host
        self._table, self._host = view, table.seats.host
        for viewer, sessions in self.viewers():
            seat = viewer if isinstance(viewer, int) else None
            you = None
            if another and seat is not None and self.seat_of(sessions[0].members) == seat:
                you = self.you(sessions[0])  # who has changed places is sent a snapshot next
            deal, hash_ = table.shown(seat)
            step = _Step(
                row.seq,
                now,
                past.told(seat),
                hash_,
                Raw(self._table_for(viewer)) if changed else None,
                Raw(deal) if moved else None,
                you,
            )
            payload = encode(step)
            for session in sessions:
                session.push(payload)

    # What a viewer is sent on entering.

    def you(self, session: Session) -> You:
        """Who a socket belongs to. Role and seat change with a snapshot, the host with any row."""
        seat = session.seat
        return You("watcher" if seat is None else "player", seat, seat is not None and self.table.seats.host == seat)

    def snap(self, session: Session) -> bytes:
        """Everything that a viewer may see, as of the last row told."""
        seat = session.seat
        if not self._table:
            self._table = encode(self.table.table_view())
        deal, hash_ = self.table.shown(seat)
        table = Raw(self._table_for(session.viewer))
        return encode(_Snap(self.table.seq, now_ms(), self.you(session), table, Raw(deal), hash_))

    def missed(self, session: Session, last: int) -> list[bytes] | None:
        """The steps after ``last``, of which the latest brings the views; None if a snapshot must do."""
        count = self.table.seq - last
        if last < 0 or not 0 < count <= len(self.past):
            return None
        rows = list(self.past)[-count:]
        if rows[0].seq != last + 1:
            return None
        seat = session.seat
        now = now_ms()
        steps = [_Step(past.seq, now, past.told(seat), "") for past in rows]
        if not self._table:
            self._table = encode(self.table.table_view())
        deal, steps[-1].hash = self.table.shown(seat)
        steps[-1].table = Raw(self._table_for(session.viewer))
        steps[-1].deal = Raw(deal)
        steps[-1].you = self.you(session)
        return [encode(step) for step in steps]

    def _table_for(self, viewer: Viewer) -> bytes:
        """The table's view; to those who may only watch its id is their code, for the id lets one sit down."""
        if viewer != "watch":
            return self._table
        view: TableView = self.table.table_view()
        return encode(msgspec.structs.replace(view, id=self.codes.watch))

    def presence(self) -> bytes:
        """Who has a live page."""
        here = [seat in self.seats for seat in range(len(self.table.seats))]
        return encode(Presence(here, len(self.watchers)))


PLACES = frozenset({"create", "sit", "leave", "kick", "rematch", "rules", "bot"})
"""Kinds of rows after which somebody may sit elsewhere."""
