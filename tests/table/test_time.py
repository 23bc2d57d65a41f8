"""Clocks, timeouts, pauses and bots that sit in: all times come from the rows."""

from __future__ import annotations

import random

import pytest
from tests.table.desk import START, Desk

from speto.protocol.messages import Due, Event
from speto.table.clock import PRESETS, Clock
from speto.table.table import DAY


def timed(names: str = "AB", clock: str = "20+60", **setup: object) -> Desk:
    desk = Desk(names=names, players=len(names), clock=clock, **setup)
    desk.ready(*range(len(names)))
    return desk


def turn(desk: Desk, spent: int) -> None:
    """Whoever is to act takes so long over a turn: a draw and a discard."""
    actor = desk.table.actor
    assert actor is not None
    desk.now += spent
    desk.act(actor, "+")
    desk.act(actor, f"-{desk.view(actor).hand.split()[0]}")


@pytest.mark.parametrize("preset", [name for name, times in PRESETS.items() if times])
def test_a_turn_has_its_time_and_then_the_bank(preset: str) -> None:
    times = PRESETS[preset]
    assert times is not None
    desk = timed(clock=preset)
    first = desk.table.actor
    assert first is not None
    assert desk.table.due() == Due(START + sum(times), "turn", first)
    assert desk.table.table_view().deadline == START + sum(times)
    assert desk.table.table_view().bank == [times[1]] * 2
    turn(desk, times[0] + 5_000)
    bank = desk.table.table_view().bank
    assert bank[first] == times[1] - 5_000 and bank[1 - first] == times[1]
    turn(desk, times[0] - 1)
    assert desk.table.table_view().bank == bank, "a turn in time takes nothing"
    assert desk.table.due() == Due(desk.now + times[0] + bank[first], "turn", first)


def test_the_bank_is_for_a_deal() -> None:
    desk = timed(rules={"target": 5000})
    turn(desk, 50_000)
    assert min(desk.table.table_view().bank) == 30_000
    desk.to_the_end_of_the_deal(random.Random(1))
    assert desk.table.table_view().deadline is None
    desk.ready(0, 1)
    assert desk.table.table_view().bank == [60_000, 60_000]


def test_without_a_clock_nothing_is_due_but_the_end_of_patience() -> None:
    desk = Desk(names="AB", players=2)
    desk.ready(0, 1)
    due = desk.table.due()
    assert due == Due(START + 90 * DAY, "abandon")
    assert desk.table.table_view().deadline is None and desk.table.table_view().bank == []


def test_a_timeout_draws_and_throws_the_least_harmful_card() -> None:
    desk = timed()
    actor = desk.table.actor
    assert actor is not None
    desk.no("timeout", None)
    events = desk.meet()
    assert [event.k for event in events] == ["timeout", "act", "act"]
    actions = desk.rows[-1].body["actions"]
    assert actions[0] == "+" and actions[1][0] == "-"
    assert desk.rows[-1].kind == "timeout" and desk.rows[-1].seat is None
    assert desk.table.actor == 1 - actor
    assert desk.table.table_view().bank[actor] == 0


def test_a_timeout_after_the_draw_only_throws() -> None:
    desk = timed()
    actor = desk.table.actor
    assert actor is not None
    desk.act(actor, "+")
    desk.meet()
    assert [action[0] for action in desk.rows[-1].body["actions"]] == ["-"]


def test_the_default_move_is_the_games() -> None:
    desk = timed()
    actor = desk.table.actor
    assert actor is not None
    desk.act(actor, "+")
    expected = desk.table.game.default(desk.table.view_for_bot(actor))
    desk.meet()
    assert desk.rows[-1].body["actions"] == [expected]


def test_a_draft_that_is_a_whole_turn_is_played_instead() -> None:
    desk = timed()
    actor = desk.table.actor
    assert actor is not None
    desk.act(actor, "+")
    legal = [action for action in desk.table.view_for_bot(actor).legal if action[0] == "-"]
    default = desk.table.game.default(desk.table.view_for_bot(actor))
    other = next(action for action in legal if action != default)
    deadline = desk.table.due()
    assert deadline is not None
    desk.now = deadline.at
    body = desk.table.on_due(deadline)[2]
    for draft in ([other], [other.lower().replace("t", "10")]):
        checked = desk.table.check("timeout", None, {**body, "actions": draft}, desk.now)
        assert isinstance(checked, dict) and checked["actions"] == [other]
    for draft in ([], ["nonsense"], ["+"], [other, "+"], "x", None, [1]):
        checked = desk.table.check("timeout", None, {**body, "actions": draft}, desk.now)
        assert isinstance(checked, dict) and checked["actions"] == [default]


def test_a_draft_that_leaves_the_turn_open_is_dropped() -> None:
    for seed in range(60):
        desk = Desk(bytes([seed]) * 32, names="AB", players=2, clock="20+60")
        desk.ready(0, 1)
        rng = random.Random(seed)
        for _ in range(30):
            actor = desk.table.actor
            if actor is None:
                break
            pickups = [action for action in desk.table.view_for_bot(actor).legal if action[0] == "^"]
            if pickups:
                due = desk.table.due()
                assert due is not None
                checked = desk.table.check("timeout", None, {"seat": actor, "actions": pickups[:1]}, due.at)
                assert isinstance(checked, dict) and checked["actions"][0] == "+"
                return
            desk.people_play(rng)
    raise AssertionError("no pickup found")


def test_two_timeouts_in_a_row_and_a_bot_sits_in() -> None:
    desk = timed("ABC")
    desk.now += 1
    while True:
        first = desk.table.actor
        events = desk.meet()
        if any(event.k == "bot" for event in events):
            break
        assert not any(seat.sitting_in for seat in desk.table.seats.all) and desk.table.seq < 20
    assert first is not None
    seat = desk.table.table_view().seats[first]
    assert seat.sitting_in and seat.kind == "person" and seat.level == "level3" and seat.ready
    assert desk.events[-1].seat == first


def test_an_own_move_between_two_timeouts_counts() -> None:
    desk = timed()
    first = desk.table.actor
    assert first is not None
    desk.meet()
    turn(desk, 1)
    turn(desk, 1)
    turn(desk, 1)
    desk.meet()
    assert not desk.table.seats[first].sitting_in


def sat_in() -> tuple[Desk, int]:
    """A bot sits in for a seat, and it is that seat's turn."""
    desk = timed()
    seat = desk.table.actor
    assert seat is not None
    for _ in range(2):
        desk.meet()
        turn(desk, 1)
    return desk, seat


def test_a_bot_that_sits_in_plays_at_its_pace() -> None:
    desk, seat = sat_in()
    assert desk.table.due() == Due(desk.now + 900, "bot", seat)
    assert desk.table.table_view().deadline is None
    desk.meet()
    assert desk.rows[-1].kind == "act" and desk.rows[-1].seat == seat
    due = desk.table.due()
    assert due is not None and due.at == desk.now + 900


def test_the_seat_is_given_back_with_a_fresh_turn() -> None:
    desk, seat = sat_in()
    desk.meet()
    desk.now += 500
    desk.do("take_back", seat)
    assert desk.events[0].k == "take_back"
    assert not desk.table.table_view().seats[seat].sitting_in
    assert desk.table.due() == Due(desk.now + 20_000, "turn", seat), "the bank is used up"
    assert desk.table.seats[seat].timeouts == 0


def test_the_host_may_ask_for_a_bot_where_somebody_is_away() -> None:
    desk = timed("ABC")
    assert desk.no("bot", 0, seat=1, level="random").reason == "present"
    desk.do("away", None, seat=1)
    assert desk.table.table_view().seats[1].away
    desk.do("bot", 0, seat=1, level="random")
    view = desk.table.table_view().seats[1]
    assert view.sitting_in and view.level == "random" and view.kind == "person" and view.name == "B"
    desk.do("back", None, seat=1)
    assert desk.table.table_view().seats[1].sitting_in, "coming back is one thing, playing again another"
    desk.do("take_back", 1)
    assert not desk.table.table_view().seats[1].sitting_in


def test_an_absent_host_does_not_stop_the_table() -> None:
    desk = Desk(names="ABC", players=3)
    desk.ready(0, 1, 2)
    assert desk.no("sit_in", 1, seat=0).reason == "not_host"
    desk.do("away", None, seat=0)
    assert desk.no("kick", 1, seat=0).reason == "not_host"
    desk.do("sit_in", 1, seat=0)
    assert desk.table.seats.host == 1
    desk.do("take_back", 0)
    assert desk.table.seats.host == 1


def test_a_pause_stops_the_clock() -> None:
    desk = timed()
    before = desk.table.due()
    assert before is not None
    desk.now += 7_000
    desk.do("pause", 0)
    assert desk.table.status == "paused" and desk.table.table_view().deadline is None
    due = desk.table.due()
    assert due is not None and due.kind == "abandon"
    actor = desk.table.actor
    assert desk.no("act", actor, actions=["+"]).reason == "paused"
    assert desk.no("timeout", None).reason == "paused"
    assert desk.table.preview(actor, []).ok
    desk.now += 3_600_000
    desk.do("resume", 0)
    assert desk.table.due() == Due(before.at + 3_600_000, "turn", before.seat)


@pytest.mark.parametrize(("clock", "share"), [("x1.5", 150), ("x2", 200)])
def test_who_needs_longer_has_more_of_both_times(clock: str, share: int) -> None:
    desk = timed()
    first = desk.table.actor
    assert first is not None
    desk.now += 5_000
    desk.do("clock", first, clock=clock)
    assert desk.events == [Event("clock", seat=first, name=clock)]
    assert [seat.clock for seat in desk.table.table_view().seats] == [clock if n == first else "x1" for n in (0, 1)]
    longer = 20_000 * share // 100
    assert desk.table.due() == Due(desk.now + longer + 60_000 * share // 100, "turn", first), "the turn begins anew"
    turn(desk, longer + 1_000)
    assert desk.table.table_view().bank[first] == 60_000 * share // 100 - 1_000
    assert desk.table.due() == Due(desk.now + 80_000, "turn", 1 - first), "others have what they had"


def test_without_a_clock_of_ones_own_no_turn_ends_by_itself() -> None:
    desk = timed(rules={"target": 5000})
    first = desk.table.actor
    assert first is not None
    desk.do("clock", first, clock="off")
    assert desk.table.table_view().deadline is None and desk.table.due().kind == "abandon"  # type: ignore[union-attr]
    turn(desk, 3_600_000)
    assert desk.table.table_view().bank == [60_000, 60_000]
    turn(desk, 1)
    desk.now += 3_600_000
    desk.do("clock", first, clock="x1")
    assert desk.table.due() == Due(desk.now + 80_000, "turn", first), "the hour before counts for nothing"
    desk.to_the_end_of_the_deal(random.Random(1))
    desk.do("clock", first, clock="x2")
    desk.ready(0, 1)
    assert desk.table.table_view().bank[first] == 120_000, "it is for the match"


def test_one_asks_for_oneself_and_the_host_for_anybody() -> None:
    desk = timed("ABC")
    desk.do("clock", 1, clock="x2")
    desk.do("clock", 0, seat=2, clock="off")
    assert [seat.clock for seat in desk.table.seats.all] == ["x1", "x2", "off"]
    assert desk.no("clock", 1, seat=2, clock="x1").reason == "not_host"
    assert desk.no("clock", 1, clock="x2").reason == "as_it_is"
    assert desk.no("clock", 1, clock="x9").reason == "no_body"
    assert desk.no("clock", None, seat=1, clock="x1").reason == "not_seated"
    desk.do("leave", 1)
    desk.do("sit", None, name="B", member="mB")
    assert desk.table.seats[1].clock == "x2", "who comes back has it still"


def test_what_happens_in_a_pause_takes_no_time_and_gives_none() -> None:
    desk = timed()
    first = desk.table.actor
    assert first is not None
    desk.now += 25_000
    desk.do("pause", 0)
    desk.now += 500_000
    desk.do("clock", first, clock="x1.5")
    desk.now += 500_000
    desk.do("resume", 0)
    assert desk.table.table_view().bank[first] == 85_000
    assert desk.table.due() == Due(desk.now + 30_000 + 85_000, "turn", first)


def test_a_pause_stops_bots_and_the_next_deal() -> None:
    desk = Desk(names="A", players=2, rules={"target": 5000})
    desk.bots(1)
    desk.ready(0)
    rng = random.Random(1)
    while desk.table.due().kind != "bot":  # type: ignore[union-attr]
        desk.people_play(rng)
    desk.do("pause", 0)
    assert desk.table.due().kind == "abandon"  # type: ignore[union-attr]
    desk.now += 5000
    desk.do("resume", 0)
    assert desk.table.due() == Due(desk.now + 900, "bot", 1)
    desk.to_the_end_of_the_deal(rng)
    desk.do("pause", 0)
    assert desk.no("ready", 0).reason == "paused"
    assert desk.no("deal", None).reason == "paused"


def test_time_that_no_server_lived_counts_for_nothing() -> None:
    desk = timed()
    before = desk.table.due()
    assert before is not None
    assert desk.no("shift", 0, by=5).reason == "not_server"
    desk.do("shift", None, by=40_000)
    assert desk.table.due() == Due(before.at + 40_000, "turn", before.seat)
    assert desk.events == []
    for by in (0, -1, "x", None, True):
        assert desk.no("shift", None, by=by).reason == "no_body"


def test_nobody_can_bring_a_timeout_forward() -> None:
    desk = timed()
    due = desk.table.due()
    assert due is not None
    desk.now = due.at - 1
    assert desk.no("timeout", None).reason == "early"
    assert desk.no("timeout", 1).reason == "not_server"
    desk.now = due.at
    desk.do("timeout", None)


def test_a_late_move_that_comes_before_the_timeout_counts() -> None:
    desk = timed()
    actor = desk.table.actor
    due = desk.table.due()
    assert due is not None and actor is not None
    turn(desk, due.at - START + 500)
    assert desk.table.table_view().bank[actor] == 0
    assert desk.table.seats[actor].timeouts == 0


def test_a_forgotten_table_is_abandoned() -> None:
    desk = Desk(names="AB", players=2)
    assert desk.table.due() == Due(START + 7 * DAY, "abandon")
    assert desk.no("abandon", None).reason == "early"
    desk.meet()
    assert desk.table.status == "over" and desk.table.closed and desk.table.due() is None
    assert desk.events[0].k == "abandon"
    assert desk.no("ready", 0).reason == "table_closed"


def test_presence_of_others_does_not_delay_a_bot() -> None:
    desk = Desk(names="AB", players=3)
    desk.bots(2)
    desk.ready(0, 1)
    rng = random.Random(2)
    while desk.table.due().kind != "bot":  # type: ignore[union-attr]
        desk.people_play(rng)
    before = desk.table.due()
    desk.now += 300
    desk.do("away", None, seat=1)
    assert desk.table.due() == before


def test_a_clock_that_runs_backward_takes_nothing() -> None:
    clock = Clock("20+60", 2)
    clock.turn(0, 1000)
    clock.turn(1, 0)
    clock.pause(500)
    clock.resume(0)
    assert clock.bank == [60_000, 60_000] and clock.deadline == 80_000
