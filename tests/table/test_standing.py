"""A table made from where it stood when a deal began, and from the rows since then, is the table of the whole log."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import msgspec
import pytest
from tests.table.desk import VIEWERS, Desk, bytes_of

from speto.protocol.row import Refused
from speto.table.match import Match
from speto.table.seats import Seats
from speto.table.table import Table

OF_EARLIER_DEALS = {"_due", "_table", "_deal", "_own", "_tried"}
"""What a table only keeps so as not to work it out again."""


def facts(table: Table) -> dict[str, Any]:
    """Everything that a table is."""
    found = {name: value for name, value in vars(table).items() if name not in OF_EARLIER_DEALS}
    for name, value in found.items():
        if isinstance(value, (Match, Seats)) or name == "clock":
            found[name] = {**vars(value), "following": getattr(value, "following", None) and vars_of(value)}
    return found


def vars_of(match: Match) -> tuple[Any, ...]:
    """What follows from a match's deals; which rule says so is the game's and not the match's."""
    following = match.following
    return following.totals, dict(following.start), following.decided, following.winner


def some(desk: Desk, rng: random.Random) -> None:
    """Something that somebody may do beside playing, if it is allowed now."""
    seat, host = rng.randrange(3), desk.table.seats.host
    name = "ABC"[seat]
    commands: list[tuple[str, int | None, dict[str, Any]]] = [
        ("leave", seat, {}),
        ("sit", None, {"seat": seat, "name": name, "member": f"m{name}"}),
        ("sit", None, {"seat": seat, "name": name, "member": f"m{name}"}),
        ("lock", host, {"locked": rng.random() < 0.3}),
        ("pause", host, {}),
        ("away", None, {"seat": seat}),
        ("back", None, {"seat": seat}),
        ("take_back", seat, {}),
        ("sit_in", host, {"seat": seat}),
        ("clock", seat, {"clock": rng.choice(["x1", "x1.5", "x2", "off"])}),
    ]
    kind, by, body = rng.choice(commands)
    checked = desk.table.check(kind, by, body, desk.now)
    if not isinstance(checked, Refused):
        desk.append(kind, by, checked)
    if desk.table.paused:
        desk.now += 999
        desk.do("resume", desk.table.seats.host)


@cache
def busy(seed: int) -> Desk:
    """A match at which everything happens that can, a rematch too."""
    rng = random.Random(seed)
    desk = Desk(bytes([seed]) * 32, names="ABC", players=4, clock="20+60", rules={"preset": "strict", "target": 80})
    desk.bots(3, level="random")
    for _ in range(3000):
        table = desk.table
        if len(desk.standings) == 8:
            break
        if rng.random() < 0.1 or (table.stage != "playing" and not table.seats.anybody):
            some(desk, rng)
        elif table.stage == "playing":
            due = table.due()
            if rng.random() < 0.05 or (due is not None and due.kind == "abandon"):
                some(desk, rng)
                if (due := table.due()) is not None and due.kind == "turn":
                    desk.meet()
            else:
                desk.people_play(rng)
        else:
            for seat in range(3):
                kind = "rematch" if table.stage == "over" else "ready"
                if not isinstance(table.check(kind, seat, {}, desk.now), Refused):
                    desk.ready(seat) if kind == "ready" else desk.do(kind, seat)
    return desk


SEEDS = (0, 3, 5)


def test_at_the_busy_tables_everything_happens() -> None:
    kinds = {row.kind for seed in SEEDS for row in busy(seed).rows}
    assert kinds >= {"leave", "sit", "lock", "pause", "away", "back", "timeout", "act", "clock"}, kinds


@pytest.mark.parametrize("seed", SEEDS)
def test_a_resumed_table_is_the_table_of_the_whole_log(seed: int) -> None:
    desk = busy(seed)
    for number, (first, _) in enumerate(desk.standings):
        whole, resumed = desk.again(first), Table("t", desk.secret)
        assert resumed.stand(desk.standings[number][1])
        assert resumed.standing() == whole.standing()
        for row in desk.rows[first:]:
            assert resumed.apply(row) == whole.apply(row)
            assert bytes_of(resumed, 0) == bytes_of(whole, 0)
        assert facts(resumed) == facts(whole)
        assert [bytes_of(resumed, viewer) for viewer in VIEWERS] == [bytes_of(whole, viewer) for viewer in VIEWERS]


@pytest.mark.parametrize("wrong", [{"form": 1}, {"form": 0}, {"version": 9}, {"seats": 3}, {"more": 1}])
def test_what_another_version_has_written_is_left_alone(wrong: dict[str, Any]) -> None:
    desk = Desk(names="AB", players=2)
    desk.ready(0, 1)
    written = {**msgspec.json.decode(desk.standings[0][1]), **wrong}
    table = Table("t", desk.secret)
    assert not table.stand(msgspec.json.encode(written))
    for row in desk.rows:
        table.apply(row)
    assert bytes_of(table, 0) == bytes_of(desk.table, 0)


def test_a_standing_tells_nothing_of_a_deal() -> None:
    """No card and no seed: it lies in the same database as the log, and is read by whoever reads that."""
    desk = busy(3)
    for _, standing in desk.standings:
        found = msgspec.json.decode(standing)
        assert set(found) == {
            *("form", "version", "seq", "setup", "seats", "chairs", "host", "locked", "kicked", "dealt"),
            *("numbers", "results", "totals", "start"),
        }
