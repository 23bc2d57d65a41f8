"""A table of another game, with chance, blind cards and places, and nothing to show on a page."""

from __future__ import annotations

import random

import pytest
from tests.contract.toy import TOY
from tests.table.desk import VIEWERS, Desk, bytes_of

from speto.replay import replay
from speto.table.games import page_of


def toy(players: int, **setup: object) -> Desk:
    desk = Desk(b"toy!" * 8, names="ABCD"[:players], game="toy", players=players, **setup)
    desk.ready(*range(players))
    return desk


def person(desk: Desk, rng: random.Random) -> None:
    actor = desk.table.actor
    assert actor is not None
    desk.act(actor, rng.choice(TOY.legal(desk.table.match.state)))  # type: ignore[union-attr]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_deals_of_a_game_with_chance(players: int) -> None:
    desk = toy(players)
    rng = random.Random(players)
    for _ in range(3):
        while desk.table.stage == "playing":
            actor, blank = desk.table.actor, "+"
            person(desk, rng)
            for event in desk.events:
                if event.k == "act" and event.text == blank:
                    assert event.card and event.seat == actor
                    assert desk.table.told(event, None).card is None
        desk.ready(*range(players))
    replay(desk.match())
    assert [bytes_of(desk.resumed(), viewer) for viewer in VIEWERS] == [bytes_of(desk.table, v) for v in VIEWERS]
    assert [bytes_of(desk.again(), viewer) for viewer in VIEWERS] == [bytes_of(desk.table, v) for v in VIEWERS]
    assert desk.table.deal_view(0) is None and desk.table.hash(0) == "" and not desk.preview(0, "+").ok


def test_chance_is_drawn_from_secret_and_number() -> None:
    """The same command at the same place turns out the same; a row later it may not."""
    found = set()
    for secret in (b"a" * 32, b"b" * 32, b"c" * 32, b"d" * 32):
        desk = Desk(secret, names="AB", game="toy", players=2)
        desk.ready(0, 1)
        rng = random.Random(1)
        while "+" not in TOY.legal(desk.table.match.state):  # type: ignore[union-attr]
            person(desk, rng)
        actor = desk.table.actor
        checked = [desk.table.check("act", actor, {"actions": ["+"]}, desk.now) for _ in range(3)]
        assert checked[0] == checked[1] == checked[2]
        desk.act(actor or 0, "+")
        found.add(desk.rows[-1].body["actions"][0])
    assert len(found) > 1 and all(len(text) == 3 for text in found)


def test_what_shows_something_new_ends_the_command() -> None:
    desk = toy(2)
    rng = random.Random(3)
    while TOY.legal(desk.table.match.state) != ["+"]:  # type: ignore[union-attr]
        person(desk, rng)
    hand = desk.table.view_for_bot(desk.table.actor or 0).hands[desk.table.actor or 0]
    refused = desk.no("act", desk.table.actor, actions=["+", f"~{hand[0]}"])
    assert (refused.reason, refused.at) == ("after_reveal", 1)


def test_a_timeout_plays_the_turn_to_its_end_with_its_chances() -> None:
    desk = toy(2, clock="20+60")
    kinds = set()
    while desk.table.stage == "playing":
        actor = desk.table.actor
        if desk.table.seats[actor or 0].sitting_in:
            desk.do("take_back", actor)
        desk.meet()
        assert desk.table.actor != actor
        kinds.add("".join(text[0] for text in desk.rows[-1].body["actions"]))
    assert "+~" in kinds


def test_a_bot_of_another_game() -> None:
    desk = Desk(names="A", game="toy", players=2)
    desk.do("bot", 0, seat=1)
    assert desk.table.table_view().seats[1].level == "random"
    assert desk.no("bot", 0, seat=1, level="greedy").reason == "no_level"


def test_a_game_without_a_page() -> None:
    assert page_of("toy") is None and page_of("no such game") is None
    assert page_of("dummy") is not None
