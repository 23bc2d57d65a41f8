"""How bots chose is in the log and in the record, and from there their moves come out again."""

from __future__ import annotations

import random

import msgspec
import pytest
from tests.table import desk as desks
from tests.table.desk import Desk

from speto.analysis.honesty import Checked, check_bots
from speto.bots.weights import shipped
from speto.records import Record, read
from speto.replay import replay
from speto.table.table import Table


def checked(record: Record) -> Checked:
    """The bots of a record as a file holds it, computed again."""
    return check_bots(replay(read(record.to_json())))


def moved(record: Record) -> int:
    return sum(len(bot.moves) for bot in record.bots or [] if bot)


@pytest.mark.parametrize(("game", "levels"), [("dummy", ("level1", "greedy")), ("dammit", ("random", "random"))])
def test_every_move_of_the_bots_of_a_table_comes_out_again(game: str, levels: tuple[str, str]) -> None:
    desk, rng = Desk(b"honest" * 6, players=3, game=game), random.Random(1)
    for seat, level in enumerate(levels, start=1):
        desk.bots(seat, level=level)
    for _ in range(2):
        desk.ready(0)
        desk.to_the_end_of_the_deal(rng)
        count = moved(desk.deals[-1])
        assert checked(desk.deals[-1]) == (count, count, 0)
        assert count > 10


def test_weights_are_those_that_a_move_was_made_by(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal that outlasts an upgrade accuses nobody, whichever version reads its log; nor do older rows."""
    desk, rng = Desk(b"weights" * 5, players=2, names="A"), random.Random(1)
    desk.bots(1, level="level1")
    desk.ready(0)
    monkeypatch.setattr(desks, "weights", lambda *_: "0" * 16)
    while len(desk.rows) < 15:
        desk.people_play(rng)
    monkeypatch.undo()
    desk.to_the_end_of_the_deal(rng)
    (record,) = desk.deals
    (_, bot) = record.bots or []
    assert bot is not None
    assert bot.weights == "0" * 16
    assert {move.weights for move in bot.moves} == {msgspec.UNSET, shipped()[1]}
    count, others = len(bot.moves), sum(move.weights is msgspec.UNSET for move in bot.moves)
    assert checked(record) == (count, count - others, others)

    older = Table("t", desk.secret)
    for row in desk.rows:
        body = {key: value for key, value in row.body.items() if key != "weights"}
        older.apply(msgspec.structs.replace(row, body=body))
    silent = older.record()
    assert silent is not None
    assert silent.deals == record.deals
    assert checked(silent) == (count, 0, 0)
