"""Whole matches over the table alone: they end, their logs make equal tables, their records verify."""

from __future__ import annotations

import random
from hashlib import sha256
from itertools import product
from typing import Any

import msgspec
import pytest
from tests.table.desk import VIEWERS, Desk, bytes_of

from speto import decks
from speto.dummy import wire
from speto.protocol.messages import DummyView
from speto.protocol.row import BadLog, Row
from speto.records import read
from speto.replay import replay
from speto.table.clock import PRESETS
from speto.table.match import Match
from speto.table.table import Table

SHORT = {"preset": "strict", "target": 100}


def whole_match(desk: Desk, people: tuple[int, ...], rng: random.Random) -> Desk:
    while desk.table.stage != "over":
        desk.ready(*people)
        desk.to_the_end_of_the_deal(rng)
    return desk


@pytest.mark.parametrize(("players", "clock"), [*product((2, 3, 4), PRESETS)])
def test_a_match_with_greedy_bots_ends_and_its_records_verify(players: int, clock: str) -> None:
    desk = Desk(clock.encode() * 4, players=players, clock=clock, rules=SHORT)
    desk.bots(*range(1, players))
    whole_match(desk, (0,), random.Random(f"{players} {clock}"))
    table = desk.table
    view = table.table_view()
    assert view.winner is not None and view.totals[view.winner] == max(view.totals) >= 100
    assert [sum(deal.scores[seat] for deal in view.deals) for seat in range(players)] == view.totals
    record = desk.match()
    again = replay(read(record.to_json()))
    assert again.following.winner == view.winner and again.following.totals == tuple(view.totals)
    assert record.players == ["A", *["greedy"] * (players - 1)]
    assert len(desk.deals) == len(view.deals)
    assert all(replay(one).outcome is not None for one in desk.deals)
    assert table.record() == desk.deals[-1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_people_and_random_bots(players: int) -> None:
    desk = Desk(b"people" * 6, names="ABC"[: players - 1], players=players, rules={"target": 60}, pace=0)
    desk.bots(players - 1, level="random")
    whole_match(desk, tuple(range(players - 1)), random.Random(players))
    assert replay(desk.match()).following.decided


@pytest.mark.parametrize("clock", ["off", "20+60"])
def test_the_log_makes_an_equal_table(clock: str) -> None:
    """Views, hashes and deadlines are equal after every row, played live or from the log alone."""
    desk = Desk(b"again!" * 6, names="AB", players=3, clock=clock, rules=SHORT)
    desk.bots(2)
    rng = random.Random(clock)
    seen = []
    desk.ready(0, 1)
    other = Table("t", desk.secret)
    done = 0
    for _ in range(3):
        while desk.table.stage == "playing":
            if rng.random() < 0.1 and clock != "off" and not desk.table.paused:
                desk.meet()
            else:
                desk.people_play(rng)
            for row in desk.rows[done:]:
                events = other.apply(row)
            done = len(desk.rows)
            assert events == desk.events
            seen.append([bytes_of(desk.table, viewer) for viewer in VIEWERS[:4]])
            assert [bytes_of(other, viewer) for viewer in VIEWERS[:4]] == seen[-1]
        desk.ready(*[seat for seat in (0, 1) if desk.table.stage == "between" and not desk.table.seats[seat].ready])
    assert [bytes_of(desk.again(), viewer) for viewer in VIEWERS[:4]] == [bytes_of(desk.table, v) for v in VIEWERS[:4]]
    assert len(set(map(tuple, seen))) == len(seen)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_spectator_sees_what_all_see(players: int) -> None:
    """Each viewer's deal is the spectator's but for the own cards; worked out alone or from what was shown before."""
    desk = Desk(names="ABCD"[:players], players=players, rules=SHORT)
    desk.ready(*range(players))
    rng = random.Random(1)
    page = desk.table.page
    assert page is not None
    while True:
        everybody = desk.view(None)
        assert desk.table.shown(None)[0] == msgspec.json.encode(everybody)
        for seat in range(players):
            own = desk.view(seat)
            drawn = desk.table.match.drawn if seat == desk.table.actor else ""  # type: ignore[union-attr]
            assert own == page.deal_view(desk.table.view_for_bot(seat), 1, drawn)
            assert desk.table.shown(seat)[0] == msgspec.json.encode(own)
            assert desk.table.hash(seat) == sha256(wire.hash_text(own).encode()).hexdigest()[:8]
            assert msgspec.structs.replace(own, hand="", fresh="", legal=[]) == everybody
            assert len(own.hand.split()) == own.hands[seat].held
            assert bool(own.legal) == (seat == own.turn)
        if desk.table.stage != "playing":
            break
        desk.people_play(rng)
    assert desk.view(None).shown == desk.view(0).shown != []


def test_the_actors_are_who_acted() -> None:
    for players, seed in product((2, 3, 4), range(4)):
        desk = Desk(bytes([seed]) * 32, names="ABCD"[:players], players=players, rules={"target": 100})
        desk.ready(*range(players))
        desk.to_the_end_of_the_deal(random.Random(seed))
        match = desk.table.match
        assert isinstance(match, Match)
        assert desk.view(None).actors == match.actors
        assert len(match.actors) == len(desk.view(None).actions) > 0


def test_what_came_in_this_turn() -> None:
    desk = Desk(names="AB", players=2)
    desk.ready(0, 1)
    actor = desk.table.actor
    assert actor is not None
    before = desk.view(actor)
    assert before.fresh == ""
    events = desk.act(actor, "+")
    after = desk.view(actor)
    new = set(after.hand.split()) - set(before.hand.split())
    assert {after.fresh} == new == {events[0].card}
    assert desk.view(1 - actor).fresh == desk.view(None).fresh == ""
    desk.act(actor, f"-{after.fresh}")
    assert desk.view(actor).fresh == ""


def test_decks_and_the_first_starter_come_from_the_secret_and_the_number() -> None:
    desk = Desk(b"\x07" * 32, names="AB", players=2, rules={"target": 5000})
    rng = random.Random(0)
    for number in (1, 2, 3):
        assert desk.table.deal_secret(number) is None
        desk.ready(0, 1)
        assert desk.table.deal_secret(number) is None, "the deal is still played"
        desk.to_the_end_of_the_deal(rng)
        seed = decks.seed_of_deal(b"\x07" * 32, number)
        assert desk.table.deal_secret(number) == seed.hex()
        record = desk.deals[number - 1]
        from speto.cards import split_cards

        assert split_cards(record.deals[0].start["deck"]) == decks.shuffled(seed)
        if number == 1:
            assert record.deals[0].start["starter"] == decks.first_starter(seed, 2)


def test_no_row_holds_a_card_that_is_hidden() -> None:
    """The log names only cards that were shown: those of melds, layoffs, discards and knocks."""
    desk = Desk(b"rows" * 8, names="AB", players=2)
    desk.ready(0, 1)
    desk.to_the_end_of_the_deal(random.Random(4))
    for row in desk.rows:
        if row.kind == "deal":
            assert row.body == {"number": 1}
        for action in row.body.get("actions", []):
            assert action == "+" or action[0] in "^=-#." or ">" in action


def test_a_view_for_a_bot_can_be_pickled() -> None:
    import pickle

    desk = Desk(names="AB", players=2)
    desk.ready(0, 1)
    view = desk.table.view_for_bot(0)
    assert pickle.loads(pickle.dumps(view)) == view


@pytest.mark.parametrize(
    "row",
    [
        Row(3, "x", 0, None, "ready", {"seat": 0}),
        Row(2, "x", 0, None, "create", {}),
        Row(2, "x", 0, None, "dance", {}),
        Row(2, "x", 0, None, "due", {}),
        Row(2, "x", 0, 0, "act", {"actions": ["+"]}),
        Row(2, "x", 0, None, "deal", {"number": 2}),
        Row(2, "x", 0, None, "sit", {"seat": 9, "name": "B", "member": "m"}),
        Row(2, "x", 0, None, "timeout", {"seat": 0, "actions": ["+"], "level": "greedy"}),
        Row(2, "x", 0, None, "ready", {}),
        Row(2, "x", 0, 0, "undo", {"actions": 0}),
        Row(2, "x", 0, 0, "rules", {"setup": {"clock": "9"}, "version": 1}),
        Row(2, "x", 0, 0, "rules", {"setup": {}, "version": 0}),
    ],
    ids=lambda row: row.kind,
)
def test_a_corrupt_log_is_told(row: Row) -> None:
    desk = Desk(names="A", players=2)
    with pytest.raises(BadLog) as caught:
        desk.table.apply(row)
    assert "Traceback" not in caught.value.sentence


def test_a_table_of_another_version_is_refused_in_a_sentence() -> None:
    desk = Desk(names="A", players=2)
    body: dict[str, Any] = {**desk.rows[0].body, "version": 0}
    with pytest.raises(BadLog, match="made for version 0 of dummy; this program plays version 1"):
        Table("old", bytes(32)).apply(Row(1, "x", 0, None, "create", body))


def test_an_illegal_action_in_the_log_is_told() -> None:
    desk = Desk(names="AB", players=2)
    desk.ready(0, 1)
    seq, actor = desk.table.seq + 1, desk.table.actor
    with pytest.raises(BadLog, match="a turn begins with a draw or a pickup"):
        desk.table.apply(Row(seq, "x", 0, actor, "act", {"actions": ["-2c"]}))


def test_views_survive_the_wire() -> None:
    desk = Desk(names="AB", players=2, rules=SHORT)
    desk.ready(0, 1)
    desk.to_the_end_of_the_deal(random.Random(5))
    for viewer in VIEWERS[:3]:
        view = desk.view(viewer)
        assert msgspec.json.decode(msgspec.json.encode(view), type=DummyView) == view
