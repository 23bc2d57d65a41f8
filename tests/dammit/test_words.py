"""Dammit in a terminal: the words for every moment, and a match played there."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from random import Random

import pytest
from tests.dammit.test_properties import walk

from speto.cards import TEXTS
from speto.cli import main
from speto.cli.screen import Words
from speto.dammit import words
from speto.dammit.deal import Deal
from speto.dammit.game import GAME
from speto.dammit.options import Options
from speto.records import read
from speto.replay import replay

NAMES = ["You", "West", "North", "East"]


def show(card: int) -> str:
    return f"<{TEXTS[card]}>"


def test_the_module_holds_what_the_screen_asks_for() -> None:
    for name in (*Words.__annotations__, *(name for name in vars(Words) if not name.startswith("_"))):
        assert hasattr(words, name), name


def test_every_moment_has_words() -> None:
    for seed in range(20):
        before: Deal | None = None
        for deal in walk(seed):
            view = deal.see(0)
            if before is not None:
                action = deal.actions[-1]
                told = words.told(before.see(0), view, action, before.turn == 0, show)
                assert "{" not in told
                if before.turn != 0 and "&" in action:
                    assert show(TEXTS.index(action[-2:])) not in told
                assert words.brief(action, show)
                assert "&" not in words.brief(action, show)
            before = deal.copy()
            assert words.rows(view, NAMES, show)
            for seat in range(deal.players):
                assert len(words.seat_row(view, seat)) == len(words.SEAT_TITLES)
                assert words.seat_note(view, seat, show).count("<") == len(view.known[seat] - view.hand)
            assert words.hand_note(view)
            if deal.turn is not None:
                acting = deal.see(deal.turn)
                assert words.moment(acting)
                listed = [action for _, group in words.groups(acting, "rank", show) for action, _ in group]
                assert set(listed) <= set(deal.legal)
                assert len(listed) == len(deal.legal) or deal.keeping
                assert words.warning(acting, listed[0], show) == ""
        assert "has lost" in words.ending(view, NAMES, show) or "MA16" in words.ending(view, NAMES, show)
        assert "(MA17)" in words.next_deal(view, GAME.follow(Options(), deal.players, [deal]), NAMES)


@pytest.mark.parametrize(
    ("actions", "texts"),
    [
        (["-6d&2c"], ["You play <6d> and draw <2c>", "West plays <6d>"]),
        (["?2c"], ["You turn up <2c>, which does not fit, and pick up 3 cards"]),
        (["?9s"], ["You turn up <9s>, which does not fit, and pick up 3 cards"]),
        (["?4h"], ["You turn up <4h> and play it", "West turns up <4h> and plays it"]),
    ],
)
def test_what_was_done_is_told(actions: list[str], texts: list[str]) -> None:
    start = {
        "hands": ["6d Kh", "Qs"],
        "support": ["2c 9s 4h", "3c"],
        "random": ["7c", "8c"],
        "pile": "4d 5c",
        "turn": 0,
    }
    deal = Deal.from_start(start, players=2)
    before = deal.copy()
    deal.play(actions[0])
    assert f"You {words.told(before.see(0), deal.see(0), actions[0], True, show)}" == texts[0]
    if len(texts) > 1:
        assert f"West {words.told(before.see(1), deal.see(1), actions[0], False, show)}" == texts[1]


def test_dropping_out_taking_and_keeping_are_told() -> None:
    start = {"hands": ["6d", "Qs", ""], "random": ["", "", "7c 8c"], "pile": "2c 3c 4d 5c", "turn": 0}
    deal = Deal.from_start(start, players=3)
    told = []
    for action in ("-6d", "*", "!7c"):
        before = deal.copy()
        deal.play(action)
        told.append(words.told(before.see(0), deal.see(0), action, before.turn == 0, show))
    assert told == ["play <6d>, and are out", "takes the pile of 5 cards", "turns up <7c> and plays it"]
    keep = Deal.from_start(
        {"hands": ["", "Qs"], "random": ["9c 2h", "8c"], "pile": "2c 3c 4d 5c", "turn": 0}, players=2
    )
    keep.play("!9c")
    before = keep.copy()
    keep.play("~2c3c4d9c")
    assert words.told(before.see(0), keep.see(0), "~2c3c4d9c", True, show) == "keep <2c> <3c> <4d> <9c>"
    assert words.told(before.see(1), keep.see(1), "~2c3c4d9c", False, show) == "keeps four cards"


def test_many_ways_to_keep_four_are_not_all_listed() -> None:
    pile = "2c 3c 4d 5c 6c 7c 8c 9c Tc"
    deal = Deal.from_start({"hands": ["", "Qs"], "random": ["2h", "8h"], "pile": pile, "turn": 0}, players=2)
    deal.play("!2h")
    view = deal.see(0)
    assert len(view.legal) == 210
    [(heading, entries)] = words.groups(view, "rank", show)
    assert heading == "keep"
    assert len(entries) == 1
    assert words.moment(view) == "keep four of 10 cards, typed as ~4c5d6h7s (MA12)"


def test_a_match_in_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Always the first move, until the lines run out; what is shown names no card of another hand."""
    file = tmp_path / "match.json"
    monkeypatch.setattr(sys, "stdin", io.StringIO("h\nr MA4\n-2x\n" + "1\n" * 60))
    rules = ("--rules", "classic, max_turns=40", "--seed", "tour", "--players", "3")
    assert main(["play", "--terminal", "--game", "dammit", *rules, "--speed", "2", "--save", str(file)]) == 0
    out = capsys.readouterr().out
    assert "Dammit, classic, max_turns 40: get rid of all your cards" in out
    assert "Score sheet of deal 1" in out
    assert "(MA17)" in out
    assert replay(read(file.read_bytes())).states[0].over
    assert json.loads(file.read_text())["deals"][0]["scores"]


def test_a_player_at_random_plays_a_view() -> None:
    from speto.bots import players

    rng = Random(1)
    deal = Deal(players=2, seed="bot", rules={"max_turns": 30})
    while not deal.over:
        deal.play(rng.choice(deal.chance(players("dammit")["random"](deal.see(deal.turn), rng))))
