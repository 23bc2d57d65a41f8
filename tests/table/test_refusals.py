"""Every reason for which a table refuses a command, provoked; and nothing that a client sends makes it raise."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.table.desk import START, Desk

from speto.dummy.reasons import REASONS as RULES
from speto.protocol.messages import Do, Setup
from speto.protocol.row import REASONS, Refused
from speto.table.check import CHECKS, command
from speto.table.table import Table


def waiting(names: str = "AB", players: int = 3, **setup: Any) -> Desk:
    return Desk(names=names, players=players, **setup)


def playing(names: str = "AB", **setup: Any) -> Desk:
    desk = Desk(names=names, players=len(names), **setup)
    desk.ready(*range(len(names)))
    return desk


def between() -> Desk:
    desk = playing(rules={"target": 5000})
    desk.to_the_end_of_the_deal(random.Random(1))
    return desk


def over() -> Desk:
    desk = playing(rules={"target": 50})
    rng = random.Random(1)
    while desk.table.stage != "over":
        desk.to_the_end_of_the_deal(rng)
        if desk.table.stage == "between":
            desk.ready(0, 1)
    return desk


def paused() -> Desk:
    desk = playing()
    desk.do("pause", 0)
    return desk


def closed() -> Desk:
    desk = waiting()
    desk.meet()
    return desk


def full() -> Desk:
    return waiting("ABC")


def locked() -> Desk:
    desk = waiting()
    desk.do("lock", 0)
    return desk


def kicked() -> Desk:
    desk = waiting()
    desk.do("kick", 0, seat=1)
    return desk


def acting(desk: Desk, *actions: Any) -> Refused:
    return desk.no("act", desk.table.actor, actions=list(actions))


def drawn() -> Desk:
    desk = playing()
    assert desk.table.actor is not None
    desk.act(desk.table.actor, "+")
    return desk


def after_the_turn() -> Refused:
    desk = drawn()
    assert desk.table.actor is not None
    card = desk.view(desk.table.actor).hand.split()[0]
    return acting(desk, f"-{card}", "+")


def toy_nonsense() -> Refused:
    desk = Desk(names="AB", game="toy", players=2)
    desk.ready(0, 1)
    return acting(desk, "-2c" if "-2c" not in desk.table.view_for_bot(0).hands[0] else "-3c")


def out_of_turn(desk: Desk) -> Refused:
    assert desk.table.actor is not None
    return desk.no("act", 1 - desk.table.actor, actions=["+"])


def previewed(desk: Desk, *actions: str) -> Refused:
    answer = desk.preview(desk.table.actor, *actions)
    assert not answer.ok and answer.sentence and answer.deal is None
    code = REASONS[answer.reason][0] if answer.reason in REASONS else "illegal"
    return Refused(code, answer.rule, answer.sentence, answer.reason, answer.at)


def _fresh(kind: str) -> Refused:
    refused = Table("t", bytes(32)).check(kind, None, {}, 0)
    assert isinstance(refused, Refused)
    return refused


def _ready_twice() -> Refused:
    desk = waiting()
    desk.do("ready", 1)
    return desk.no("ready", 1)


def _practice() -> Desk:
    desk = Desk(names="A", players=2, practice=True)
    desk.ready(0)
    return desk


NEW = {"name": "N", "member": "new"}
PROVOKED: dict[str, Callable[[], Refused]] = {
    "no_command": lambda: waiting().no("dance", 0),
    "no_body": lambda: waiting().no("sit", None, name="", member="m"),
    "too_many": lambda: acting(playing(), *["+"] * 61),
    "created": lambda: waiting().no("create", None),
    "not_created": lambda: _fresh("ready"),
    "table_closed": lambda: closed().no("ready", 0),
    "not_seated": lambda: waiting().no("ready", None),
    "not_host": lambda: waiting().no("lock", 1),
    "not_person": lambda: waiting().no("kick", 0, seat=2),
    "not_server": lambda: waiting().no("away", 0, seat=0),
    "no_seat": lambda: waiting().no("kick", 0, seat=3),
    "no_level": lambda: waiting().no("bot", 0, seat=2, level="godlike"),
    "bad_rules": lambda: waiting().no("rules", 0, setup={"rules": {"layoff_limit": 99}}),
    "seats_taken": lambda: full().no("rules", 0, setup={"players": 2}),
    "locked": lambda: locked().no("sit", None, **NEW),
    "kicked": lambda: kicked().no("sit", None, name="B", member="mB"),
    "seat_taken": lambda: waiting().no("sit", None, seat=1, **NEW),
    "seated": lambda: waiting().no("sit", None, name="A", member="mA"),
    "full": lambda: full().no("sit", None, **NEW),
    "practice": lambda: waiting("A", practice=True).no("sit", None, seat=1, **NEW),
    "not_practice": lambda: playing().no("undo", 0),
    "begun": lambda: playing().no("rules", 0, setup={}),
    "not_begun": lambda: waiting().no("pause", 0),
    "dealt": lambda: playing().no("ready", 0),
    "not_playing": lambda: between().no("act", 0, actions=["+"]),
    "paused": lambda: paused().no("act", 0, actions=["+"]),
    "not_paused": lambda: playing().no("resume", 0),
    "match_over": lambda: over().no("ready", 0),
    "match_on": lambda: between().no("rematch", 0),
    "not_ready": lambda: between().no("deal", None, number=2),
    "ready_already": _ready_twice,
    "as_it_is": lambda: locked().no("lock", 0, locked=True),
    "no_clock": lambda: playing().no("clock", 0, clock="x2"),
    "present": lambda: playing().no("sit_in", 0, seat=1),
    "self": lambda: waiting().no("kick", 0, seat=0),
    "early": lambda: playing(clock="20+60").no("timeout", None),
    "not_your_turn": lambda: out_of_turn(playing()),
    "no_action": lambda: acting(playing(), "nonsense"),
    "illegal": toy_nonsense,
    "no_actions": lambda: acting(playing()),
    "after_turn": after_the_turn,
    "after_reveal": lambda: acting(playing(), "+", "-2c"),
    "no_preview": lambda: previewed(playing(), "+"),
    "nothing_to_undo": lambda: _practice().no("undo", 0),
}


def test_every_reason_is_provoked() -> None:
    assert set(PROVOKED) == set(REASONS)
    assert not {key for key, _, _ in RULES.values()} & set(REASONS)


@pytest.mark.parametrize("reason", REASONS)
def test_a_reason_has_its_code_and_a_sentence(reason: str) -> None:
    refused = PROVOKED[reason]()
    assert refused.reason == reason
    assert refused.code == REASONS[reason][0]
    assert refused.code in ("illegal", "not_yours", "not_now", "unreadable", "too_long")
    assert refused.sentence and "{" not in refused.sentence and not refused.sentence.endswith(".")


def test_an_illegal_action_has_the_rule_its_sentence_and_its_place() -> None:
    desk = drawn()
    refused = acting(desk, "+")
    assert refused == Refused("illegal", "R8", "a card was taken already in this turn", "taken_already", 0)
    card = desk.view(desk.table.actor).hand.split()[0]
    refused = acting(desk, f"#{card}")
    assert (refused.code, refused.rule, refused.reason) == ("illegal", "R18", "not_last")
    refused = acting(desk, "=2c2d2h", f"-{card}")
    assert (refused.rule, refused.at) in (("R8", 0), ("R12", 0))
    refused = acting(playing(), "10x")
    assert (refused.code, refused.rule, refused.reason, refused.at) == ("illegal", "R8", "no_action", 0)


def test_a_list_is_accepted_whole_or_refused_whole() -> None:
    """The error names the action at fault, and nothing has been played."""
    for seed in range(40):
        desk = Desk(bytes([seed]) * 32, names="AB", players=2)
        desk.ready(0, 1)
        rng = random.Random(seed)
        while desk.table.stage == "playing":
            actor = desk.table.actor
            assert actor is not None
            pickups = [a for a in desk.table.view_for_bot(actor).legal if a[0] == "^"]
            if pickups:
                before = desk.view(actor)
                refused = desk.no("act", actor, actions=[pickups[0], "+"])
                assert (refused.reason, refused.at) == ("taken_already", 1)
                assert desk.view(actor) == before
                drafted = desk.preview(actor, pickups[0]).deal
                assert drafted is not None
                ends = [a for a in drafted.legal if a[0] in "-#"]
                desk.act(actor, pickups[0], ends[0])
                assert desk.table.match.deal.actions[-2:] == [pickups[0], ends[0]]  # type: ignore[union-attr]
                return
            desk.people_play(rng)
    raise AssertionError("no pickup in 40 deals")


def test_canonical_texts_are_stored() -> None:
    desk = drawn()
    actor = desk.table.actor
    assert actor is not None
    card = desk.view(actor).hand.split()[0]
    desk.act(actor, f"-{card.lower()}" if "T" not in card else f"-10{card[1]}")
    assert desk.rows[-1].body["actions"] == [f"-{card}"]


def test_the_rules_are_stored_in_their_shortest_form() -> None:
    desk = Desk(players=2, rules={"preset": "strict", "target": 500, "speto_lure": False})
    assert desk.rows[0].body["setup"]["rules"] == {"preset": "strict", "speto_lure": False}
    assert desk.rows[0].body["version"] == 1


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        ({"players": 5}, "dummy is for 2 to 4 players, not 5"),
        ({"game": "chess"}, "there is no game 'chess': dammit, dummy"),
        ({"clock": "1+1"}, "the setup cannot be read"),
        ({"pace": -1}, "pace is 0 to 10000 ms"),
        ({"rules": {"preset": "knock"}}, "knock"),
        ({"colour": 1}, "the setup cannot be read"),
        (7, "the setup cannot be read"),
        (None, "the setup cannot be read"),
    ],
)
def test_a_setup_is_refused_in_a_sentence(setup: Any, sentence: str) -> None:
    refused = Table("t", bytes(32)).check("create", None, {"setup": setup, "name": "A"}, 0)
    assert isinstance(refused, Refused)
    assert sentence.removesuffix("dammit, dummy") in refused.sentence


def test_bad_bots_of_a_new_table() -> None:
    for bots in ("greedy", [7], ["godlike"], ["greedy"] * 4):
        refused = Table("t", bytes(32)).check("create", None, {"name": "A", "bots": bots}, 0)
        assert isinstance(refused, Refused)


def test_a_page_says_do() -> None:
    assert command(Do("1", "kick", seat=2)) == ("kick", {"seat": 2})
    assert command(Do("1", "bot", seat=2, level="random")) == ("bot", {"seat": 2, "level": "random"})
    assert command(Do("1", "lock")) == ("lock", {"locked": True})
    kind, body = command(Do("1", "rules", setup=Setup(players=2)))
    desk = waiting()
    desk.do(kind, 0, **body)
    assert desk.table.setup == Setup(players=2, rules={"preset": "classic"})


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9) | st.sampled_from(["+", "-2c", "mA"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from(["seat", "actions", "setup", "name", "member", "level", "locked", "by", "bots", "number"])
DESKS = [waiting(), playing(), between(), over(), paused(), _practice()]


@given(st.sampled_from([*CHECKS, "x", ""]), st.none() | st.integers(-2, 5), st.dictionaries(KEYS, JUNK) | JUNK)
def test_no_input_makes_a_table_raise(kind: str, seat: int | None, body: Any) -> None:
    for desk in DESKS:
        seq = desk.table.seq
        answer = desk.table.check(kind, seat, body, START)
        assert isinstance(answer, (dict, Refused))
        if isinstance(answer, dict):
            msgspec.json.encode(answer)
        else:
            assert answer.sentence
        previewed = desk.table.preview(seat, body)
        assert previewed.ok or previewed.sentence
        assert desk.table.seq == seq


@given(st.lists(st.sampled_from("+.^=-#>2TAJcdhs♣ 10") | st.text(max_size=3), max_size=8).map("".join))
def test_no_text_of_an_action_makes_a_table_raise(text: str) -> None:
    desk = DESKS[1]
    assert desk.table.check("act", desk.table.actor, {"actions": [text]}, START)
    desk.table.preview(desk.table.actor, [text])
