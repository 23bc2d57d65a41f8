"""One table: rows of accepted commands in, events and views out. Pure: it has no clock, and waits for nothing."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from speto.protocol.messages import Due, DummyView, Event, Own, Previewed, TableView
from speto.protocol.row import Refused, Row, refused
from speto.records import Record

from .attempt import Attempt, read_actions
from .check import check
from .facts import Facts
from .secret import book, bot_seed, chance, deal_seed, draw_seats

DAY = 24 * 3600 * 1000
FORGOTTEN = {"waiting": 7 * DAY, "playing": 90 * DAY, "between": 90 * DAY, "paused": 90 * DAY, "over": 7 * DAY}
"""A table in which nothing happens for so long is abandoned, by its status."""
MOVES = frozenset({"deal", "act", "timeout", "undo", "rematch", "rules", "abandon"})
"""Kinds of rows that change the deal."""

_encode = msgspec.json.Encoder().encode
_NO_OWN = _encode(Own())[1:-1]
"""What stands in a spectator's view where a seat's own part stands in its view."""


class _Open:
    """A deal as all see it, made once for all viewers: as a view, as JSON in two parts, as the beginning of a hash."""

    def __init__(self, view: DummyView, text: str) -> None:
        self.view = view
        self.before, _, self.after = _encode(view).partition(_NO_OWN)
        self.hashed = sha256(text.encode())


class _Own(NamedTuple):
    """A viewer's own part: as a view, as JSON without its braces, as the rest of the hash's text."""

    view: Own
    json: bytes
    text: bytes


class Table(Facts):
    """A table, as its rows have made it; empty until its row ``create``.

    >>> from speto.protocol.row import Row
    >>> table = Table("t1", bytes(32))
    >>> body = table.check("create", None, {"setup": {"players": 2, "practice": True}, "name": "Ann"}, now=0)
    >>> events = table.apply(Row(1, "a", 0, None, "create", body))
    >>> table.status, [seat.kind for seat in table.table_view().seats]
    ('waiting', ['person', 'bot'])
    """

    def __init__(self, id: str, secret: bytes) -> None:  # noqa: A002
        super().__init__(id)
        self._secret = secret
        self.book = book(secret)
        """Where its finished deals are kept."""
        self._deal: _Open | None = None
        self._own: dict[int | None, _Own] = {}
        self._table: TableView | None = None
        self._due: Due | None = None

    # Commands.

    def check(self, kind: str, seat: int | None, body: Any, now: int) -> dict[str, Any] | Refused:
        """The body to store for a command, or why it is refused. Never raises, whatever a client has sent.

        ``seat`` is the seat that gives the command, None for the server. Nothing changes.
        """
        return check(self, kind, seat, body, now)

    def attempt(self) -> Attempt:
        """A copy of the deal to try actions on, with the chance of the next row."""
        assert self.match is not None
        return Attempt(self.game, self.match.state, chance(self._secret, self.seq + 1))

    def remember(self, tried: Attempt) -> None:
        """What was tried need not be worked out again if it is the next row."""
        self._tried = (self.seq + 1, tried)

    def apply(self, row: Row) -> list[Event]:
        """Take a row of the log. The events are full: :meth:`told` blanks them for a viewer.

        Raises:
            BadLog: no table can have accepted this row here. The table is of no use any more.
        """
        before = self.actor
        events = self._take(row)
        self._table = self._due = None
        if row.kind in MOVES:
            self._deal = None
            if row.kind in ("act", "timeout"):
                for seat in (before, self.actor):
                    if seat is not None:
                        self._own.pop(seat, None)
            else:
                self._own.clear()
        return events

    def told(self, event: Event, seat: int | None) -> Event:
        """An event as a viewer may have it; None is a spectator."""
        if event.card is None or (seat is not None and seat == event.seat):
            return event
        return msgspec.structs.replace(event, card=None)

    # Deadlines.

    def due(self) -> Due | None:
        """The table's next deadline; None before it is created and once it is closed."""
        if self._due is None:
            self._due = self._next_due()
        return self._due

    def _next_due(self) -> Due | None:
        if self.seq == 0 or self.closed:
            return None
        if not self.paused and self.seats.anybody:
            actor = self.actor
            if actor is not None and self.seats[actor].bot_plays:
                return Due(self._turn_at + self.setup.pace, "bot", actor)
            if (deadline := self.clock.deadline) is not None:
                return Due(deadline, "turn", actor)
            if self.can_deal:
                return Due(self._at, "deal")
        return Due(self._at + FORGOTTEN[self.status], "abandon")

    @property
    def can_deal(self) -> bool:
        """Whether the next deal may begin."""
        return self.status in ("waiting", "between") and self.seats.all_ready

    def on_due(self, due: Due) -> tuple[str, int | None, dict[str, Any]]:
        """What follows from a deadline that has passed: kind, seat and body for :meth:`check`.

        For a bot it is no command yet: its worker gets :meth:`view_for_bot`, the level and the seed in the body, and
        answers with an ``act`` of that seat. To a timeout's body the server may add ``actions``, the seat's last
        draft: it is played if it is a whole legal turn, else the default move.
        """
        if due.kind == "turn":
            return "timeout", None, {"seat": due.seat}
        if due.kind == "deal":
            return "deal", None, {"number": self.dealt + 1}
        if due.kind == "bot" and due.seat is not None:
            return "bot", due.seat, {"level": self.seats[due.seat].level, "seed": self.bot_seed()}
        return "abandon", None, {}

    # Views.

    def table_view(self) -> TableView:
        """The table without its deal; the same for everybody."""
        if self._table is None:
            match = self.match
            self._table = TableView(
                self.id,
                self.setup,
                self.status,
                self.seats.view(),
                list(match.following.totals) if match else [],
                list(match.results) if match else [],
                match.following.winner if match else None,
                self.seats.locked,
                self.clock.deadline,
                list(self.clock.bank),
                match.numbers[0] - 1 if match and match.numbers else 0,
                dict(match.following.start) if match and self.status == "between" else {},
                self.book,
            )
        return self._table

    def deal_view(self, seat: int | None) -> DummyView | None:
        """The deal that is played, or was played last, as a seat may see it; None without one."""
        deal = self._seen()
        if deal is None:
            return None
        if seat is None:
            return deal.view
        own = self._own_part(seat).view
        return msgspec.structs.replace(deal.view, hand=own.hand, fresh=own.fresh, legal=own.legal)

    def shown(self, seat: int | None) -> tuple[bytes, str]:
        """:meth:`deal_view` as JSON, and its :meth:`hash`."""
        deal = self._seen()
        if deal is None:
            return b"null", ""
        own = self._own_part(seat)
        hashed = deal.hashed.copy()
        hashed.update(own.text)
        return b"".join((deal.before, own.json, deal.after)), hashed.hexdigest()[:8]

    def hash(self, seat: int | None) -> str:
        """First 8 hex digits of the SHA-256 of the view's text for hashing; "" without a deal."""
        return self.shown(seat)[1]

    def _seen(self) -> _Open | None:
        """The deal as all see it; None without one."""
        page, match = self.page, self.match
        if self._deal is None and page is not None and match is not None and match.state is not None:
            view = page.deal_view(self.game.see(match.state, None), len(match.numbers))
            self._deal = _Open(view, page.open_text(view))
        return self._deal

    def _own_part(self, seat: int | None) -> _Own:
        """What a viewer sees beside what all see; with most rows that stays what it was."""
        own = self._own.get(seat)
        if own is None:
            page, match = self.page, self.match
            assert page is not None
            assert match is not None
            view = Own() if seat is None else page.own(self.game.see(match.state, seat), self._drawn(seat))
            own = self._own[seat] = _Own(view, _encode(view)[1:-1], page.own_text(view).encode())
        return own

    def _drawn(self, seat: int) -> str:
        return self.match.drawn if self.match and seat == self.actor else ""

    def preview(self, seat: int | None, actions: Any) -> Previewed:
        """What a draft leads to, from the seat's own view alone; ``id`` is left to the server. Never raises."""
        no: Refused | None = None
        texts = read_actions(actions)
        if isinstance(texts, Refused):
            no = texts
        elif self.match is None or not self.match.playing or self.page is None:
            no = refused("not_playing")
        elif seat is None or seat != self.actor:
            no = refused("not_your_turn")
        else:
            view, number = self.game.see(self.match.state, seat), len(self.match.numbers)
            found = self.page.preview(view, texts, number, self._drawn(seat))
            if not self.setup.warnings:
                found.risks = {}
            return found
        return Previewed("", False, rule=no.rule, sentence=no.sentence, reason=no.reason, at=no.at)

    def view_for_bot(self, seat: int) -> Any:
        """What a seat may see, as a bot gets it; it can be pickled."""
        assert self.match is not None
        return self.game.see(self.match.state, seat)

    @property
    def totals(self) -> tuple[int, ...]:
        """Each seat's points of the match in the deals that are over."""
        return self.match.following.totals if self.match else ()

    def bot_seed(self) -> bytes:
        """Where the chance of a bot comes from that decides now."""
        return bot_seed(self._secret, self.seq)

    def draw_seats(self) -> list[int]:
        """Seats drawn by lot (จับใหญ่) with the next row: who shall sit in each, by where they sit now."""
        return draw_seats(self._secret, self.seq + 1, len(self.seats))

    # What is kept of deals that are over.

    def record(self) -> Record | None:
        """The deal that was played last as a record, from its end until the next one begins."""
        return self.match.record() if self.match else None

    def deal_secret(self, number: int) -> str | None:
        """The seed of a finished deal of this match in hex, from which its deck follows; None for any other."""
        if self.match is None or not 0 < number <= len(self.match.results):
            return None
        return deal_seed(self._secret, self.match.numbers[number - 1]).hex()
