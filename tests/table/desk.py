"""A table with a log and a watch, as tests play at it: what the server does, without waiting."""

from __future__ import annotations

import random
from typing import Any

import msgspec
from tests.contract.toy import TOY

from speto.bots.api import Budget, choose, weights
from speto.game import register
from speto.protocol.messages import DummyView, Event, Previewed
from speto.protocol.row import Refused, Row
from speto.records import Record, Result
from speto.table.table import Table

register(TOY)
START = 1_700_000_000_000
VIEWERS = (None, 0, 1, 2, 3)


class Desk:
    """A table, its log, and the time."""

    def __init__(self, secret: bytes = bytes(32), *, names: str = "A", **setup: Any) -> None:
        self.table = Table("t", secret)
        self.secret = secret
        self.rows: list[Row] = []
        self.now = START
        self.events: list[Event] = []
        self.deals: list[Record] = []
        """The finished deals, as the server keeps them when they end."""
        self.standings: list[tuple[int, bytes]] = []
        """The place in the log of each row that began a deal, and where the table stood before it."""
        self.do("create", None, setup=setup, name=names[0], member=f"m{names[0]}")
        for name in names[1:]:
            self.do("sit", None, name=name, member=f"m{name}")

    def do(self, kind: str, by: int | None = None, /, **body: Any) -> list[Event]:
        """A command that must be accepted."""
        checked = self.table.check(kind, by, body, self.now)
        assert not isinstance(checked, Refused), (kind, by, body, checked)
        self.append(kind, by, checked)
        return self.events

    def append(self, kind: str, seat: int | None, body: dict[str, Any]) -> None:
        row = Row(self.table.seq + 1, f"c{self.table.seq}", self.now, seat, kind, body)
        # As it comes back from a store.
        row = msgspec.json.decode(msgspec.json.encode(row), type=Row)
        if row.kind == "deal":
            self.standings.append((len(self.rows), self.table.standing()))
        self.rows.append(row)
        self.events = self.table.apply(row)
        if any(event.k == "end" for event in self.events):
            record = self.table.record()
            assert record is not None
            self.deals.append(record)

    def no(self, kind: str, by: int | None = None, /, **body: Any) -> Refused:
        """A command that must be refused, and change nothing."""
        refused = self.table.check(kind, by, body, self.now)
        assert isinstance(refused, Refused), (kind, by, body, refused)
        return refused

    def act(self, seat: int, *actions: str) -> list[Event]:
        return self.do("act", seat, actions=list(actions))

    def bots(self, *seats: int, level: str = "greedy") -> None:
        for seat in seats:
            self.do("bot", self.table.seats.host, seat=seat, level=level)

    def ready(self, *seats: int) -> None:
        """These people are ready; the deal begins if it can."""
        for seat in seats:
            self.do("ready", seat)
        due = self.table.due()
        if due is not None and due.kind == "deal":
            self.meet()

    def meet(self) -> list[Event]:
        """Let the next deadline come, and do what follows from it."""
        due = self.table.due()
        assert due is not None
        self.now = max(self.now, due.at)
        kind, seat, body = self.table.on_due(due)
        if kind == "bot":
            assert seat is not None
            name, level = self.table.game.name, body["level"]
            budget = Budget(0, body["seed"], self.table.totals)
            action = choose(name, level, self.table.view_for_bot(seat), budget)
            return self.do("act", seat, actions=[action], bot=level, worlds=0, weights=weights(name, level))
        return self.do(kind, seat, **body)

    def people_play(self, rng: random.Random) -> None:
        """Whoever is to act does something, people at random."""
        actor, due = self.table.actor, self.table.due()
        if actor is not None and due is not None and due.kind != "bot":
            self.now += rng.randrange(1, 9000)
            self.act(actor, rng.choice(self.table.view_for_bot(actor).legal))
        else:
            self.meet()

    def to_the_end_of_the_deal(self, rng: random.Random) -> None:
        while self.table.stage == "playing":
            self.people_play(rng)

    def again(self, until: int | None = None) -> Table:
        """The table that the log makes."""
        table = Table("t", self.secret)
        for row in self.rows[:until]:
            table.apply(row)
        return table

    def resumed(self, standing: int = -1) -> Table:
        """The table that a standing and the rows after it make."""
        first, standing_then = self.standings[standing]
        table = Table("t", self.secret)
        assert table.stand(standing_then)
        for row in self.rows[first:]:
            table.apply(row)
        return table

    def match(self, deals: int | None = None) -> Record:
        """The last so many deals in one record with the result of the match."""
        some = self.deals if deals is None else self.deals[-deals:]
        following = self.table.match.following  # type: ignore[union-attr]
        played = [deal for record in some for deal in record.deals]
        result = Result(list(following.totals), following.winner)
        return msgspec.structs.replace(some[-1], deals=played, before=some[0].before, result=result)

    def view(self, seat: int | None) -> DummyView:
        view = self.table.deal_view(seat)
        assert view is not None
        return view

    def preview(self, seat: int | None, *actions: str) -> Previewed:
        return self.table.preview(seat, list(actions))


def bytes_of(table: Table, seat: int | None) -> bytes:
    """Everything that a viewer is sent of a table."""
    due = table.due()
    return msgspec.json.encode([table.table_view(), table.deal_view(seat), table.hash(seat), due])
