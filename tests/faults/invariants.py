"""What must hold whatever happened: I1 to I12 of the design, from the log and from what each person wrote down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from tests.faults.people import Message, Person

from speto.protocol.row import Refused, Row
from speto.replay import replay
from speto.table.table import Table

GIVEN = frozenset({"act", "ready", "rematch"})
"""The kinds of commands that these people send."""


class Log:
    """A table's log, played again: what every viewer must have been told at every row."""

    def __init__(self, table: str, secret: bytes, rows: Sequence[Row], seats: Sequence[int]) -> None:
        self.rows = rows
        self.views: dict[tuple[int, int | None], Message | None] = {}
        self.hashes: dict[tuple[int, int | None], str] = {}
        self.events: dict[tuple[int, int | None], list[Message]] = {}
        self.tables: dict[int, Message] = {}
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1)), "I2: the numbers have a gap"
        assert len({row.id for row in rows}) == len(rows), "I1: a command is in the log twice"
        state = Table(table, secret)
        for row in rows:
            if row.kind != "create":
                assert _allowed(state, row), f"I3: row {row.seq} was not allowed: {row}"
            due = state.due()
            if row.kind == "act" and row.id.startswith("bot:"):
                assert (row.id, due and due.kind) == (f"bot:{row.seq - 1}", "bot"), "I7: a bot acted out of turn"
            events = state.apply(row)
            if any(event.k == "end" for event in events):
                record = state.record()
                assert record is not None
                replay(record)  # I4
            for viewer in (None, *seats):
                key = (row.seq, viewer)
                self.views[key] = plain(state.deal_view(viewer))
                self.hashes[key] = state.hash(viewer)
                self.events[key] = [plain(state.told(event, viewer)) for event in events]
            self.tables[row.seq] = plain(state.table_view())
            _count_cards(self.views[row.seq, None])
        self.state = state

    def check(self, person: Person) -> None:
        """What one person wrote down."""
        answers: dict[str, set[int]] = {}
        seen = -1
        for note in person.notes:
            message = note.message
            if note.what == "open":
                seen = note.last
            elif note.what == "in" and message["t"] in ("snap", "step"):
                seen = self._shown(person, message, seen)
            elif note.what == "in" and message["t"] == "ack":
                row = self.rows[message["seq"] - 1]
                assert row.id == f"{person.seat}~{message['id']}", "I1: an acknowledged command is not in the log"
                assert row.seat == person.seat
                assert row.kind in GIVEN
                answers.setdefault(message["id"], set()).add(message["seq"])
        assert all(len(seqs) == 1 for seqs in answers.values()), "I11: a repeated command got another answer"

    def _shown(self, person: Person, message: Message, seen: int) -> int:
        seq, key = message["seq"], (message["seq"], person.seat)
        assert seq <= len(self.rows), "I1: somebody was told of a row that is not in the log"
        if message["t"] == "step":
            assert seq == seen + 1, f"I5: step {seq} after {seen}"
            assert message["events"] == self.events[key], f"I5: other events at {seq}"
            if message["hash"] == "" and "deal" not in message:  # one of several missed steps: the last has the view
                return seq
        else:
            assert seq >= seen, f"I12: {seq} after {seen}"
        if "deal" in message:
            assert message["deal"] == self.views[key], f"I5: another view at {seq}"
        else:
            assert self.views[seq - 1, person.seat] == self.views[key], f"I5: a view was left out at {seq}"
        if message.get("table") is not None:
            assert message["table"] == self.tables[seq], f"I5: another table at {seq}"
        assert message["hash"] == self.hashes[key], f"I4: another hash at {seq}"
        return seq

    def check_end(self, people: Sequence[Person]) -> None:
        """I10: after quiet everybody has seen the last row, and shows what a replay shows."""
        for person in people:
            assert person.seq == len(self.rows)
            assert person.deal == self.views[len(self.rows), person.seat]


def _allowed(state: Table, row: Row) -> bool:
    bodies: list[dict[str, Any]] = [dict(row.body)]
    if row.kind == "timeout":
        bodies.append({"seat": row.body["seat"]})
    for body in bodies:
        found = state.check(row.kind, row.seat, body, row.at)
        if not isinstance(found, Refused) and found == row.body:
            return True
    return False


def _count_cards(view: Message | None) -> None:
    """I9: 52 cards, each in one place."""
    if view is None or view["phase"] == "over":
        return
    melds = sum(len(meld["cards"]) for meld in view["melds"])
    held = sum(hand["held"] for hand in view["hands"])
    assert held + view["stock"] + len(view["pile"]) + melds == 52


def plain(value: object) -> Any:
    """A struct as it comes out of JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))
