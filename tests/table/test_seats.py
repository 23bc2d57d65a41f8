"""Who sits where: sitting down, leaving and coming back, the host's powers, new rules, rematch, taking back."""

from __future__ import annotations

import random
from typing import Any

from tests.table.desk import Desk, bytes_of

from speto.protocol.messages import Event, SeatView
from speto.replay import replay
from speto.table.seats import Seats


def playing(names: str = "ABC", **setup: Any) -> Desk:
    desk = Desk(names=names, players=len(names), **setup)
    desk.ready(*range(len(names)))
    return desk


def seats(desk: Desk) -> list[SeatView]:
    return desk.table.table_view().seats


def test_a_new_table_has_its_host() -> None:
    desk = Desk(names="A", players=3)
    assert desk.events == [Event("sit", seat=0, name="A")]
    assert [seat.kind for seat in seats(desk)] == ["person", "empty", "empty"]
    assert seats(desk)[0] == SeatView("person", "A", host=True)
    assert desk.table.status == "waiting" and desk.table.deal_view(0) is None and desk.table.hash(0) == ""
    assert desk.table.member(0) == "mA" and desk.table.seat_of("mA") == 0 and desk.table.seat_of("x") is None
    assert desk.table.record() is None


def test_a_practice_table_is_full_of_bots() -> None:
    desk = Desk(names="A", players=4, practice=True)
    assert [seat.kind for seat in seats(desk)] == ["person", "bot", "bot", "bot"]
    assert {seat.level for seat in seats(desk)[1:]} == {"level3"}
    desk.ready(0)
    assert desk.table.status == "playing"


def test_bots_can_be_named_when_the_table_is_made() -> None:
    desk = Desk(names="A", players=2)
    checked = desk.table.check("create", None, {}, 0)
    assert checked.reason == "created"  # type: ignore[union-attr]
    from speto.protocol.row import Row
    from speto.table.table import Table

    table = Table("t", bytes(32))
    body = table.check("create", None, {"name": "A", "setup": {"players": 3}, "bots": ["random"]}, 0)
    assert isinstance(body, dict)
    table.apply(Row(1, "a", 0, None, "create", body))
    assert [seat.level for seat in table.table_view().seats] == ["", "random", ""]
    assert table.member(0) is None


def test_people_take_the_first_free_seat_and_bots_make_room() -> None:
    desk = Desk(names="A", players=3)
    desk.bots(1)
    desk.do("sit", None, name="B", member="mB")
    assert [seat.name for seat in seats(desk)] == ["A", "", "B"]
    desk.do("sit", None, name="C", member="mC")
    assert [seat.name for seat in seats(desk)] == ["A", "C", "B"]
    assert desk.no("sit", None, name="D", member="mD").reason == "full"


def test_one_moves_before_the_first_deal() -> None:
    desk = Desk(names="AB", players=4)
    desk.do("sit", None, seat=3, name="A", member="mA")
    assert [seat.name for seat in seats(desk)] == ["", "B", "", "A"]
    assert desk.table.seats.host == 3
    assert desk.no("sit", None, seat=1, name="A", member="mA").reason == "seat_taken"


def test_the_first_deal_waits_for_full_seats_and_ready_people() -> None:
    desk = Desk(names="AB", players=3)
    desk.do("ready", 0)
    desk.do("ready", 1)
    assert not desk.table.can_deal and desk.no("deal", None).reason == "not_ready"
    desk.bots(2)
    assert desk.table.can_deal
    due = desk.table.due()
    assert due is not None and (due.kind, due.at) == ("deal", desk.now)
    assert desk.table.on_due(due) == ("deal", None, {"number": 1})
    desk.meet()
    assert desk.events[0] == Event("deal", seat=desk.table.actor, number=1)
    assert desk.table.status == "playing" and not any(seat.ready for seat in seats(desk)[:2])


def test_the_next_deal_waits_for_people_not_for_bots() -> None:
    desk = Desk(names="AB", players=3, rules={"target": 5000})
    desk.bots(2)
    desk.ready(0, 1)
    desk.to_the_end_of_the_deal(random.Random(1))
    assert desk.table.status == "between" and desk.view(None).phase == "over"
    assert [seat.ready for seat in seats(desk)] == [False, False, True]
    desk.do("ready", 1)
    assert not desk.table.can_deal
    desk.do("ready", 0)
    desk.meet()
    assert desk.view(None).number == 2


def test_nobody_new_sits_down_during_a_deal_but_between_two_on_a_bots_seat() -> None:
    desk = Desk(names="A", players=2, rules={"target": 5000})
    desk.bots(1)
    desk.ready(0)
    new = {"name": "N", "member": "mN"}
    assert desk.no("sit", None, **new).reason == "dealt"
    assert desk.no("bot", 0, seat=1, level="random").reason == "dealt"
    desk.to_the_end_of_the_deal(random.Random(1))
    desk.do("sit", None, **new)
    assert seats(desk)[1] == SeatView("person", "N")
    desk.ready(0, 1)
    assert desk.table.status == "playing"
    desk.to_the_end_of_the_deal(random.Random(1))
    assert [record.players for record in desk.deals] == [["A", "greedy"], ["A", "N"]]


def test_leaving_before_the_match_frees_the_seat() -> None:
    desk = Desk(names="AB", players=2)
    desk.do("leave", 0)
    assert desk.events == [Event("leave", seat=0, name="A")]
    assert [seat.kind for seat in seats(desk)] == ["empty", "person"]
    assert desk.table.seats.host == 1
    desk.do("leave", 1)
    assert desk.table.seats.host is None
    desk.do("sit", None, name="C", member="mC")
    assert desk.table.seats.host == 0


def test_leaving_in_a_match_keeps_the_seat_and_the_points() -> None:
    desk = playing(rules={"target": 5000})
    rng = random.Random(3)
    desk.do("leave", 0)
    assert seats(desk)[0] == SeatView("person", "A", "level3", away=True, ready=True, sitting_in=True)
    assert desk.table.seats.host == 1 and desk.table.member(0) == "mA"
    assert desk.no("ready", 0).reason == "not_seated"
    assert desk.no("back", None, seat=0).reason == "as_it_is"
    assert desk.no("leave", 0).reason == "as_it_is"
    desk.to_the_end_of_the_deal(rng)
    desk.ready(1, 2)
    assert desk.table.status == "playing", "who has left is not waited for"
    desk.do("sit", None, name="Ann", member="mA")
    assert seats(desk)[0] == SeatView("person", "Ann") and desk.table.seats.host == 1


def test_coming_back_from_leaving_by_take_back() -> None:
    desk = playing()
    desk.do("leave", 2)
    desk.do("take_back", 2)
    assert seats(desk)[2] == SeatView("person", "C")


def test_a_table_that_all_have_left_rests() -> None:
    desk = Desk(names="AB", players=3)
    desk.bots(2)
    desk.ready(0, 1)
    desk.do("leave", 0)
    assert desk.table.due().kind in ("bot", "abandon")  # type: ignore[union-attr]
    desk.do("leave", 1)
    assert desk.table.due().kind == "abandon"  # type: ignore[union-attr]
    desk.do("sit", None, name="B", member="mB")
    assert desk.table.seats.host == 1
    rng = random.Random(1)
    desk.to_the_end_of_the_deal(rng)


def test_bots_alone_begin_no_deal() -> None:
    """When a bot sits in for everybody the deal is played to its end, and the next waits."""
    for seed in range(10):
        desk = Desk(bytes([seed]) * 32, names="A", players=2, clock="20+60", rules={"target": 5000})
        desk.bots(1)
        desk.ready(0)
        while desk.table.stage == "playing":
            desk.meet()
        if desk.table.seats[0].sitting_in:
            break
    assert desk.table.seats[0].sitting_in and not desk.table.can_deal
    desk.do("ready", 0)
    assert not desk.table.seats[0].sitting_in, "who is ready plays again"
    desk.meet()
    assert desk.table.stage == "playing"


def test_a_host_sends_somebody_away() -> None:
    desk = Desk(names="ABC", players=3)
    desk.do("kick", 0, seat=2)
    assert desk.events == [Event("kick", seat=2, name="C")]
    assert seats(desk)[2].kind == "empty"
    assert desk.no("sit", None, name="C", member="mC").reason == "kicked"
    desk.do("sit", None, name="D", member="mD")
    desk.ready(0, 1, 2)
    assert desk.no("kick", 1, seat=2).reason == "not_host"
    desk.do("kick", 0, seat=2)
    assert seats(desk)[2] == SeatView("bot", "", "level3", ready=True)
    assert desk.table.member(2) is None
    assert desk.no("kick", 0, seat=2).reason == "not_person"
    desk.to_the_end_of_the_deal(random.Random(0))


def test_who_was_sent_away_is_barred_until_the_table_is_unlocked() -> None:
    desk = Desk(names="AB", players=2)
    desk.do("kick", 0, seat=1)
    desk.do("lock", 0, locked=True)
    assert desk.no("sit", None, name="B", member="mB").reason == "kicked"
    desk.do("lock", 0, locked=False)
    desk.do("sit", None, name="B", member="mB")
    assert desk.table.member(1) == "mB"


def test_kicking_who_is_to_act_lets_the_bot_act() -> None:
    desk = playing(clock="20+60")
    while desk.table.actor == 0:
        desk.people_play(random.Random(0))
    actor = desk.table.actor
    desk.do("kick", 0, seat=actor)
    due = desk.table.due()
    assert due is not None and (due.kind, due.seat, due.at) == ("bot", actor, desk.now + 900)


def test_a_bot_is_taken_off_before_the_match() -> None:
    desk = Desk(names="A", players=2)
    desk.bots(1)
    desk.bots(1, level="random")
    assert seats(desk)[1].level == "random"
    desk.do("kick", 0, seat=1)
    assert seats(desk)[1].kind == "empty"


def test_a_locked_table_takes_nobody_new() -> None:
    desk = playing(rules={"target": 5000})
    desk.do("lock", 0, locked=True)
    assert desk.events == [Event("lock", number=1)] and desk.table.table_view().locked
    desk.do("leave", 1)
    desk.do("sit", None, name="B", member="mB")
    desk.do("lock", 0, locked=False)
    assert not desk.table.table_view().locked


def test_rules_change_until_the_first_deal_starts() -> None:
    desk = Desk(names="AB", players=4)
    desk.bots(2, 3)
    desk.do("ready", 1)
    desk.do("rules", 0, setup={"players": 2, "rules": {"preset": "strict"}, "clock": "20+60"})
    assert desk.events == [Event("rules")]
    assert len(seats(desk)) == 2 and not seats(desk)[1].ready
    desk.ready(0, 1)
    assert desk.view(0).hands[0].held == 11 and desk.table.table_view().bank == [60_000, 60_000]
    assert desk.no("rules", 0, setup={}).reason == "begun"


def test_people_keep_a_seat_when_there_are_fewer() -> None:
    desk = Desk(names="A", players=4)
    desk.do("sit", None, seat=3, name="B", member="mB")
    desk.bots(1)
    desk.do("rules", 0, setup={"players": 2})
    assert [seat.name for seat in seats(desk)] == ["A", "B"]
    desk.do("rules", 0, setup={"players": 3})
    assert [seat.kind for seat in seats(desk)] == ["person", "person", "empty"]
    assert desk.no("rules", 0, setup={"practice": True}).reason == "practice"


def test_the_host_moves_with_his_seat() -> None:
    desk = Desk(names="A", players=4)
    desk.do("sit", None, seat=3, name="A", member="mA")
    desk.do("rules", 3, setup={"players": 2})
    assert desk.table.seats.host == 0


def over(**setup: Any) -> Desk:
    desk = Desk(b"over" * 8, names="AB", players=3, rules={"target": 60}, **setup)
    desk.bots(2)
    rng = random.Random(1)
    while desk.table.stage != "over":
        desk.ready(0, 1)
        desk.to_the_end_of_the_deal(rng)
    return desk


def test_a_match_ends_with_a_winner() -> None:
    desk = over()
    view = desk.table.table_view()
    assert desk.events[-1] == Event("match", seat=view.winner)
    assert desk.events[-2] == Event("end", number=len(view.deals))
    assert view.status == "over" and view.winner is not None
    assert desk.no("deal", None).reason == "match_over"


def test_a_rematch_keeps_rules_and_seats_and_deals_other_cards() -> None:
    desk = over()
    decks = [record.deals[0].start["deck"] for record in desk.deals]
    dealt = desk.table.dealt
    desk.do("rematch", 1)
    assert desk.events == [Event("rematch", seat=1)]
    view = desk.table.table_view()
    assert (view.status, view.totals, view.deals, view.winner) == ("waiting", [0, 0, 0], [], None)
    assert [seat.name for seat in view.seats] == ["A", "B", ""] and view.seats[1].ready
    assert desk.table.deal_view(0) is None and desk.table.record() is None
    desk.ready(0)
    assert desk.table.dealt == dealt + 1 and desk.view(0).number == 1
    desk.to_the_end_of_the_deal(random.Random(8))
    assert desk.deals[-1].deals[0].start["deck"] not in decks
    replay(desk.match(1))
    assert bytes_of(desk.again(), 0) == bytes_of(desk.table, 0)


def test_at_a_rematch_seats_can_be_drawn_anew() -> None:
    orders = set()
    for secret in range(12):
        desk = Desk(bytes([secret]) * 32, names="ABC", players=4, clock="20+60", rules={"target": 50})
        desk.bots(3)
        desk.ready(0, 1, 2)
        desk.do("clock", 1, clock="x2")
        assert desk.no("rematch", 1, redraw=True).reason == "match_on"
        rng = random.Random(secret)
        while desk.table.stage != "over":
            desk.to_the_end_of_the_deal(rng)
            if desk.table.stage == "between":
                desk.ready(0, 1, 2)
        assert desk.no("rematch", 1, redraw="yes").reason == "no_body"
        desk.do("rematch", 1, redraw=True)
        drawn, view = desk.rows[-1].body["seats"], seats(desk)
        orders.add(tuple(drawn))
        assert [seat.name for seat in view] == ["ABC"[n] if n < 3 else "" for n in drawn]
        assert [seat.clock == "x2" for seat in view] == [seat.ready and seat.kind == "person" for seat in view]
        assert view[drawn.index(0)].host and view[drawn.index(3)].kind == "bot"
        assert desk.events == [Event("rematch", seat=drawn.index(1), number=1)]
        assert bytes_of(desk.again(), 0) == bytes_of(desk.table, 0)
        desk.ready(drawn.index(0), drawn.index(2))
        assert desk.table.stage == "playing"
        assert bytes_of(desk.resumed(), 1) == bytes_of(desk.table, 1)
    assert len(orders) > 6, "each order as likely as any other"


def test_who_has_left_is_not_in_the_rematch() -> None:
    desk = playing(rules={"target": 50})
    rng = random.Random(1)
    desk.do("leave", 0)
    while desk.table.stage != "over":
        desk.to_the_end_of_the_deal(rng)
        if desk.table.stage == "between":
            desk.ready(1, 2)
    desk.do("rematch", 2)
    assert [seat.kind for seat in seats(desk)] == ["empty", "person", "person"]
    assert desk.table.seats.host == 1


def test_who_was_away_before_the_match_loses_no_more_than_the_seat() -> None:
    desk = over()
    desk.do("rematch", 0)
    desk.do("away", None, seat=1)
    desk.do("kick", 0, seat=1)
    desk.do("sit", None, name="B", member="mB")
    assert desk.table.member(1) == "mB"
    desk.do("kick", 0, seat=1)
    assert desk.no("sit", None, name="B", member="mB").reason == "kicked"


def test_who_was_sent_away_may_come_to_the_rematch() -> None:
    desk = over()
    desk.do("kick", 0, seat=1)
    assert desk.no("sit", None, name="B", member="mB").reason == "kicked"
    desk.do("rematch", 0)
    desk.do("sit", None, name="B", member="mB")
    assert desk.table.member(1) == "mB"


def test_an_undo_goes_back_to_the_start_of_the_turn_past_a_draw() -> None:
    desk = Desk(b"undo" * 8, names="A", players=2, practice=True, pace=0)
    desk.ready(0)
    rng = random.Random(0)
    while desk.table.actor != 0:
        desk.meet()
    before = desk.view(0)
    desk.act(0, "+")
    if len(desk.view(0).legal) > 1:
        desk.do("undo", 0)
        assert desk.events == [Event("undo", seat=0, number=len(before.actions))]
        assert desk.view(0) == before
    desk.act(0, "+")
    desk.act(0, next(action for action in desk.view(0).legal if action[0] == "-"))
    while desk.table.stage == "playing" and desk.table.actor != 0:
        desk.meet()
    desk.do("undo", 0)
    assert desk.view(0) == before, "in the bots' turns and after them, to the last own turn"
    assert desk.no("undo", 0).reason == "nothing_to_undo"
    desk.to_the_end_of_the_deal(rng)
    assert desk.no("undo", 0).reason == "not_playing"
    assert replay(desk.match()).outcome is not None
    assert bytes_of(desk.again(), 0) == bytes_of(desk.table, 0)


def test_an_undo_takes_charges_back() -> None:
    for seed in range(30):
        desk = Desk(bytes([seed]) * 32, names="A", players=2, practice=True, rules={"preset": "strict"})
        desk.ready(0)
        rng = random.Random(seed)
        while desk.table.stage == "playing":
            mine = desk.table.actor == 0
            before = desk.view(0)
            desk.people_play(rng)
            if mine and any(event.k == "charge" and event.seat == 0 for event in desk.events):
                desk.do("undo", 0)
                assert len(desk.view(0).ledger) <= len(before.ledger)
                assert desk.view(0).ledger == before.ledger[: len(desk.view(0).ledger)]
                return
    raise AssertionError("nobody was charged")


def test_ids_of_commands_hang_on_a_chair_that_goes_with_the_person() -> None:
    seats = Seats(4)
    seats.sit(3, "Dao", "d")
    seats.resize(2)
    assert (seats[0].name, seats.chairs) == ("Dao", [3, 1])
    seats.resize(4)
    assert seats.chairs == [3, 1, 4, 5]
    seats.redraw([1, 0, 3, 2])
    assert (seats[1].name, seats.chairs) == ("Dao", [1, 3, 5, 4])
