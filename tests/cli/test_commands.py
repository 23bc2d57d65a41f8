"""Each command: what it prints, for people and as JSON, and its exit status."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace
from tests.records.played import at_position, full, played
from tests.table.desk import Desk

from speto import compiled
from speto.bots.weights import read_weights, shipped
from speto.cli import COMMANDS, main
from speto.decks import first_starter, seed_of_text, shuffled
from speto.records import Record, read
from speto.replay import replay

Capture = pytest.CaptureFixture[str]
SPETO = [sys.executable, "-m", "speto"]
fast = pytest.mark.skipif(not compiled.available(), reason="kernels cannot be compiled here")


def put(tmp_path: Path, record: Record) -> str:
    file = tmp_path / "record.json"
    file.write_bytes(record.to_json(2))
    return str(file)


def said(capsys: Capture, *words: str, status: int = 0) -> str:
    assert main(list(words)) == status
    out, err = capsys.readouterr()
    assert err == ""
    return out


def usage(capsys: Capture, *words: str) -> str:
    assert main(list(words)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


# score


def test_score_of_a_finished_deal(tmp_path: Path, capsys: Capture) -> None:
    record = full(played(1))
    answer = json.loads(said(capsys, "score", put(tmp_path, record), "--json"))
    assert list(answer) == ["scores", "ledger", "over", "totals"]
    assert answer["scores"] == answer["totals"] == record.deals[0].scores
    assert answer["over"] is True
    assert answer["ledger"] == json.loads(record.to_json())["deals"][0]["ledger"]


def test_score_of_a_deal_that_goes_on(tmp_path: Path, capsys: Capture) -> None:
    record = full(played(3, deals=2, stop=10))
    answer = json.loads(said(capsys, "score", put(tmp_path, record), "--json"))
    assert (answer["scores"], answer["over"]) == (None, False)
    assert answer["totals"] == record.deals[0].scores
    assert answer["ledger"] == json.loads(record.to_json())["deals"][1]["ledger"]


def test_score_sheet(tmp_path: Path, capsys: Capture) -> None:
    record = full(played(5, rules={"preset": "strict", "target": 400}, deals=3))
    record.players = ["Ann", "เบน"]
    sheet = said(capsys, "score", put(tmp_path, record))
    head, seats, totals, won = sheet.rstrip("\n").split("\n\n")
    assert head == "dummy, strict, target 400; deal 3, over"
    for line in replay(record).ledger():
        row = next(row for row in seats.splitlines() if f" {line.code} " in row and f"{line.points:+}" in row)
        assert line.rule in row.split()
        if line.action is not None:
            assert f"action {line.action}" in row
            assert record.deals[2].actions[line.action] in row
    assert [row.split()[-2:] for row in totals.splitlines()[1:]] == [
        [str(score) for score in scores] for scores in ([155, 175], [175, 50], [55, 265], [385, 490])
    ]
    assert won == "เบน has won the match (R28)."


def test_score_sheet_names_who_charged_whom(tmp_path: Path, capsys: Capture) -> None:
    record = played(1)
    charged = next(line for line in replay(record).ledger() if line.by is not None)
    assert charged.action is not None
    sheet = said(capsys, "score", put(tmp_path, record))
    by = record.players[charged.by or 0]
    assert f"{record.deals[0].actions[charged.action]} by {by}, action {charged.action}" in sheet


def test_score_sheet_of_a_position_counts_its_penalties(tmp_path: Path, capsys: Capture) -> None:
    sheet = said(capsys, "score", put(tmp_path, at_position()))
    assert "not over" in sheet
    assert [row.split() for row in sheet.splitlines()[2:]] == [
        ["A", "0"],
        ["B", "-50"],
        ["layoff_discard", "P4", "-50"],
    ]


def test_score_sheet_without_names(tmp_path: Path, capsys: Capture) -> None:
    record = played(1)
    record.players = ["", ""]
    assert "\nseat 1 " in said(capsys, "score", put(tmp_path, record))


# legal, show, verify


def test_legal(tmp_path: Path, capsys: Capture) -> None:
    record = played(4, 3, stop=25)
    legal = replay(record).game.legal(replay(record).state)
    file = put(tmp_path, record)
    assert said(capsys, "legal", file).splitlines() == legal == sorted(legal)
    assert json.loads(said(capsys, "legal", file, "--json")) == legal


def test_legal_when_the_deal_is_over(tmp_path: Path, capsys: Capture) -> None:
    file = put(tmp_path, played(4))
    assert said(capsys, "legal", file) == ""
    assert said(capsys, "legal", file, "--json") == "[]\n"


def test_show(tmp_path: Path, capsys: Capture) -> None:
    record = played(4, 3, stop=25)
    again = replay(record)
    file = put(tmp_path, record)
    whole = again.game.text(again.state)
    assert said(capsys, "show", file) == whole + "\n"
    assert json.loads(said(capsys, "show", file, "--json")) == {"text": whole}
    for seat in range(3):
        seen = again.game.text(again.game.see(again.state, seat))
        assert said(capsys, "show", file, "--seat", str(seat)) == seen + "\n" != whole + "\n"


@pytest.mark.parametrize("seat", ["3", "-1", "99", "x", "1.0"])
def test_show_to_a_seat_that_is_not_there(seat: str, tmp_path: Path, capsys: Capture) -> None:
    assert "seat" in usage(capsys, "show", put(tmp_path, played(4, 3)), "--seat", seat)


def test_verify(tmp_path: Path, capsys: Capture) -> None:
    record = full(played(5, deals=2))
    file = put(tmp_path, record)
    assert said(capsys, "verify", file) == "ok: 2 deals; totals: A 330, B 225\n"
    assert said(capsys, "verify", file, "--json") == '{"ok":true}\n'


def of_bots() -> Record:
    """A deal of a table with a bot, as the table keeps it."""
    desk = Desk(b"told" * 8, players=2)
    desk.bots(1)
    desk.ready(0)
    desk.to_the_end_of_the_deal(random.Random(1))
    return desk.deals[0]


def test_verify_bots_says_what_was_computed_again(tmp_path: Path, capsys: Capture) -> None:
    record = of_bots()
    (_, bot) = record.bots or []
    assert bot is not None
    count = len(bot.moves)
    file = put(tmp_path, record)
    plain = said(capsys, "verify", file).rstrip()
    assert said(capsys, "verify", file, "--bots") == f"{plain}; {count} of {count} moves of bots computed again\n"
    found = json.loads(said(capsys, "verify", file, "--bots", "--json"))
    assert found == {"ok": True, "moves": count, "recomputed": count, "other_weights": 0, "no_account": 0}

    kept = bot.moves.copy()
    bot.moves[3:] = [replace(move, weights="0" * 16) for move in kept[3:-2]]
    told = f"3 of {count} moves of bots computed again; {count - 5} by weights that this version does not have"
    assert said(capsys, "verify", put(tmp_path, record), "--bots") == f"{plain}; {told}; 2 have no account\n"
    bot.moves.clear()
    told = f"0 of {count} moves of bots computed again; {count} have no account"
    assert said(capsys, "verify", put(tmp_path, record), "--bots") == f"{plain}; {told}\n"
    record.bots = UNSET
    assert said(capsys, "verify", put(tmp_path, record), "--bots") == f"{plain}; no bot moved\n"


def test_verify_bots_names_the_level_of_a_move_that_differs(tmp_path: Path, capsys: Capture) -> None:
    record = of_bots()
    (_, bot) = record.bots or []
    assert bot is not None
    bot.level = "random"
    assert main(["verify", put(tmp_path, record), "--bots"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "random would have played" in err


# analyse, train


@fast
def test_analyse(tmp_path: Path, capsys: Capture) -> None:
    file = put(tmp_path, of_bots())
    words = ["analyse", file, "--worlds", "2", "--seat", "0"]
    found = json.loads(said(capsys, *words, "--json"))
    assert (found["format"], found["worlds"], [one["name"] for one in found["seats"]]) == ("speto-analysis/1", 2, ["A"])
    head, seat, *lines = said(capsys, *words, "--all").splitlines()
    assert head.startswith(f"speto {found['version']}, weights {found['weights']}; 2 worlds for each option")
    assert seat.startswith(f"A: {found['seats'][0]['decisions']} decisions, ")
    assert sum(line.startswith("deal ") for line in lines) == len(found["decisions"]) > 5
    assert sum(line.startswith("    ") for line in lines) == sum(len(one["options"]) for one in found["decisions"])
    assert "--worlds" in usage(capsys, "analyse", file, "--worlds", "1")


@fast
def test_analyse_says_of_a_seat_without_decisions_that_it_lost_nothing(capsys: Capture) -> None:
    golden = str(Path(__file__).parents[1] / "golden" / "A01-speto-and-layable-knock-card.json")
    assert "B: 0 decisions, +0.0 ± 0.0 points each" in said(capsys, "analyse", golden, "--worlds", "2").splitlines()


@fast
def test_train_makes_what_is_not_made_yet(tmp_path: Path, capsys: Capture) -> None:
    """Of one set all is there, of the greedy one nothing; no change is tried."""
    one = next(one for one in shipped()[0].sets if (one.preset, one.players) == ("short", 2))
    made = {
        "policy": one.policy,
        "value": one.value,
        "belief": one.belief,
        "race": one.race,
        "said": [],
        "seconds": 0.0,
    }
    (tmp_path / "short-2.json").write_text(json.dumps(made))
    words = ["train", str(tmp_path), "--presets", "short", "--players", "2", "--rows", "100"]
    told = said(capsys, *words, "--steps", "0").splitlines()
    data = (tmp_path / "weights.json").read_bytes()
    assert told == ["greedy: policy: 0 of 0 changes kept", f"{tmp_path / 'weights.json'}: {len(data)} bytes"]
    (again,) = read_weights(data).sets
    assert (again.value, again.belief, again.card["rows"]) == (one.value, one.belief, "500")
    assert "begun with other settings" in usage(capsys, *words, "--steps", "1")


@pytest.mark.parametrize("command", ["score", "legal", "show", "verify"])
def test_standard_input(command: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(played(1).to_json())))
    assert main([command, "-"]) == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    assert main([command, "-"]) == 1
    assert capsys.readouterr().err == f"speto {command}: -: the text is empty: no record\n"


# deal


def dealt(capsys: Capture, *words: str) -> Record:
    return read(said(capsys, "deal", *words))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_deal(players: int, capsys: Capture) -> None:
    record = dealt(capsys, "--players", str(players), "--seed", "tour", "--preset", "short")
    again = replay(record)
    start = record.deals[0].start
    seed = seed_of_text("tour")
    assert (record.rules, len(record.players), record.deals[0].actions) == ({"preset": "short"}, players, [])
    assert again.state.starter == start["starter"] == first_starter(seed, players)
    assert again.game.fresh(again.options, players, shuffled(seed), {})["deck"] == start["deck"]


def test_A28_deal_draws_the_starter_from_the_seed(capsys: Capture) -> None:
    starters = {dealt(capsys, "--players", "3", "--seed", seed).deals[0].start["starter"] for seed in "abcdefgh"}
    assert starters == {0, 1, 2}


def test_deal_with_a_starter(capsys: Capture) -> None:
    for starter in (0, 1):
        start = dealt(capsys, "--players", "2", "--starter", str(starter)).deals[0].start
        assert start["starter"] == starter


def test_deal_without_a_seed_is_another_each_time(capsys: Capture) -> None:
    decks = {dealt(capsys, "--players", "2").deals[0].start["deck"] for _ in range(4)}
    assert len(decks) == 4


def test_deal_of_a_seed_stays_for_good(capsys: Capture) -> None:
    start = dealt(capsys, "--players", "4", "--seed", "speto").deals[0].start
    assert start["deck"].startswith("3d Jh 7c 9c Jc 4s ")
    assert start["starter"] == 3


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "--players"),
        ("--players 1", "for 2 to 4 players, not 1"),
        ("--players 0", "not 0"),
        ("--players -3", "not -3"),
        ("--players 99", "not 99"),
        ("--players two", "'two'"),
        ("--players 2 --preset hard", "hard"),
        ("--players 2 --preset knock", "(K1)"),
        ("--players 2 --game whist", "no game 'whist'"),
        ("--players 2 --starter 2", "no seat 2"),
        ("--players 2 --starter -1", "no seat -1"),
        ("--players 2 extra", "extra"),
    ],
)
def test_deal_with_bad_usage(words: str, sentence: str, capsys: Capture) -> None:
    line = usage(capsys, "deal", *words.split())
    assert line.startswith("speto")
    assert sentence in line


# schema


def test_schema_check(tmp_path: Path, capsys: Capture) -> None:
    schema = said(capsys, "schema")
    assert json.loads(schema)["$ref"] == "#/$defs/Record"
    assert said(capsys, "schema", "--check") == ""
    kept = tmp_path / "kept.json"
    kept.write_text(schema, encoding="utf-8")
    assert said(capsys, "schema", "--check", str(kept)) == ""
    kept.write_text(schema + "\n", encoding="utf-8")
    assert main(["schema", "--check", str(kept)]) == 1
    assert "out of date" in capsys.readouterr().err
    assert "cannot be read" in usage(capsys, "schema", "--check", str(tmp_path / "none"))


# The command line itself


@pytest.mark.parametrize("words", [[], ["nix"], ["score"], ["score", "a", "b"], ["score", "--nix", "a"], ["--nix"]])
def test_bad_usage(words: list[str], capsys: Capture) -> None:
    assert "--help" in usage(capsys, *words)


def test_help_lists_every_command(capsys: Capture) -> None:
    out = said(capsys, "--help")
    for name, (_, text) in COMMANDS.items():
        assert name in out
        assert text in out
    assert "--seat" in said(capsys, "show", "--help")


def test_version(capsys: Capture) -> None:
    assert said(capsys, "--version").startswith("speto ")


def test_a_command_that_is_not_installed_breaks_no_other(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMMANDS, "fly", ("speto.cli.no_such_module", "fly"))
    assert "this installation does not have it" in usage(capsys, "fly")
    assert "fly" in said(capsys, "--help")


def test_a_fault_is_one_line(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError("a\nb")

    monkeypatch.setattr("speto.cli.lines.replay", fail)
    file = put(tmp_path, played(1))
    assert main(["verify", file]) == 70
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "ZeroDivisionError: a\\nb" in err


def test_a_name_that_the_terminal_cannot_show(tmp_path: Path) -> None:
    record = played(1)
    record.players = ["เบน", "\u200b"]
    env = {"PYTHONIOENCODING": "ascii", "PYTHONPATH": ":".join(sys.path)}
    ran = subprocess.run([*SPETO, "verify", put(tmp_path, record)], capture_output=True, env=env)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"\\u0e40" in ran.stdout


def test_importing_the_command_line_is_light() -> None:
    code = "import sys, speto.cli; sys.exit(sum(m in sys.modules for m in ('msgspec', 'numpy', 'numba')))"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_reader_that_goes_away_is_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    file.write_bytes((played(1).to_json() + b"\n") * 300)
    with subprocess.Popen(
        [*SPETO, "score", "--lines", file], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode in (0, 141)


def test_options_of_the_terminal_are_refused_for_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--seed", "x"]) == 2
    assert "--seed is for the table in the terminal: add --terminal" in capsys.readouterr().err
