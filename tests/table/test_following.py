"""What the sheet between two deals says of the next one, and which record a deal is."""

from __future__ import annotations

import random

from tests.table.desk import Desk


def test_R27_A26_the_view_says_who_starts_the_next_deal_and_which_way() -> None:
    desk = Desk(players=3, rules={"preset": "strict", "target": 5000})
    desk.bots(1, 2)
    rng = random.Random(3)
    assert desk.table.table_view().next == {}
    desk.ready(0)
    desk.to_the_end_of_the_deal(rng)
    for _ in range(6):
        following = desk.table.table_view().next
        assert set(following) == {"starter", "direction"}
        desk.ready(0)
        deal = desk.view(0)
        assert following == {"starter": deal.starter, "direction": deal.direction}
        assert desk.table.table_view().next == {}
        desk.to_the_end_of_the_deal(rng)


def test_after_a_rematch_records_are_counted_on() -> None:
    desk = Desk(players=2, rules={"preset": "strict", "target": 50})
    desk.bots(1)
    rng = random.Random(5)
    while desk.table.stage != "over":
        desk.ready(0)
        desk.to_the_end_of_the_deal(rng)
    played = len(desk.table.table_view().deals)
    assert desk.table.table_view().earlier == 0
    assert desk.table.table_view().next == {}
    desk.do("rematch", 0)
    desk.meet()
    view = desk.table.table_view()
    assert view.earlier == played == desk.table.dealt - 1
    assert desk.view(0).number == 1
