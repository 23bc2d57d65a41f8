"""One table: rows of accepted commands in, events and views out. Pure: it has no clock, and waits for nothing."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from speto.protocol.messages import Due, DummyView, Event, Previewed, TableView
from speto.protocol.row import Refused, Row, refused
from speto.records import Record

from .attempt import Attempt, read_actions
from .check import check
from .facts import Facts
from .secret import bot_seed, chance, deal_seed

DAY = 24 * 3600 * 1000
FORGOTTEN = {"waiting": 7 * DAY, "playing": 90 * DAY, "between": 90 * DAY, "paused": 90 * DAY, "over": 7 * DAY}
"""A table in which nothing happens for so long is abandoned, by its status."""


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
        self._all: tuple[DummyView, str] | None = None
        self._seen: dict[int | None, tuple[DummyView, str]] = {}
        self._open: TableView | None = None

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
        events = self._take(row)
        self._open = self._all = None
        self._seen.clear()
        return events

    def told(self, event: Event, seat: int | None) -> Event:
        """An event as a viewer may have it; None is a spectator."""
        if event.card is None or (seat is not None and seat == event.seat):
            return event
        return msgspec.structs.replace(event, card=None)

    # Deadlines.

    def due(self) -> Due | None:
        """The table's next deadline; None before it is created and once it is closed."""
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
        if self._open is None:
            match = self.match
            self._open = TableView(
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
            )
        return self._open

    def deal_view(self, seat: int | None) -> DummyView | None:
        """The deal that is played, or was played last, as a seat may see it; None without one."""
        seen = self._see(seat)
        return seen and seen[0]

    def hash(self, seat: int | None) -> str:
        """First 8 hex digits of the SHA-256 of the view's text for hashing; "" without a deal."""
        seen = self._see(seat)
        return seen[1] if seen else ""

    def _see(self, seat: int | None) -> tuple[DummyView, str] | None:
        """A viewer's deal and its hash."""
        page, match = self.page, self.match
        if page is None or match is None or not match.states:
            return None
        if seat not in self._seen:
            number = len(match.deals)
            if self._all is None:
                everybody = page.deal_view(self.game.see(match.state, None), number)
                self._all = everybody, page.open_text(everybody)
            everybody, text = self._all
            deal = everybody
            if seat is not None:
                deal = page.deal_view(self.game.see(match.state, seat), number, self._drawn(seat), everybody)
            self._seen[seat] = deal, sha256((text + page.own_text(deal)).encode()).hexdigest()[:8]
        return self._seen[seat]

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
            view, number = self.game.see(self.match.state, seat), len(self.match.deals)
            found = self.page.preview(view, texts, number, self._drawn(seat))
            if not self.setup.warnings:
                found.risks = {}
            return found
        return Previewed("", False, rule=no.rule, sentence=no.sentence, reason=no.reason, at=no.at)

    def view_for_bot(self, seat: int) -> Any:
        """What a seat may see, as a bot gets it; it can be pickled."""
        assert self.match is not None
        return self.game.see(self.match.state, seat)

    def bot_seed(self) -> bytes:
        """Where the chance of a bot comes from that decides now."""
        return bot_seed(self._secret, self.seq)

    # What is kept of deals that are over.

    def records(self) -> Record | None:
        """The finished deals of this match as one record with its result; None before the first has ended."""
        return self.match.record() if self.match else None

    def record(self, number: int) -> Record | None:
        """A finished deal of this match as a record, by its number in the match, from 1."""
        return self.match.record(number - 1) if self.match and self._finished(number) else None

    def deal_secret(self, number: int) -> str | None:
        """The seed of a finished deal of this match in hex, from which its deck follows; None for any other."""
        if self.match is None or not self._finished(number):
            return None
        return deal_seed(self._secret, self.match.numbers[number - 1]).hex()

    def _finished(self, number: int) -> bool:
        return self.match is not None and 0 < number <= len(self.match.results)
