"""``speto play``: a person at the terminal, and everything that he can type."""

from __future__ import annotations

import io
import json
import os
import random
import re
import signal
import subprocess
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.cli.at_terminal import PLAY, AtTerminal, environment

from speto.cli import main
from speto.cli.match import Play
from speto.cli.play import read_rules
from speto.cli.terminal import NARROWEST, Terminal, card
from speto.dummy import words
from speto.dummy.deal import Deal
from speto.dummy.ledger import CODES
from speto.dummy.options import Options
from speto.game import game
from speto.records import DealRecord, read
from speto.replay import replay


def piped(folder: Path, lines: str, *args: str, status: int = 0, **more: str) -> str:
    """What the program says to these lines."""
    done = subprocess.run(
        [*PLAY, *args], input=lines.encode(), capture_output=True, env=environment(folder, **more), timeout=60
    )
    assert done.stderr.decode() == ""
    assert done.returncode == status
    return done.stdout.decode()


def begun(lines: str, players: int, rules: str, seed: str | None = None, file: Path | None = None) -> Play:
    """A match in this process, before its first deal, with these lines to come."""
    t = Terminal("never", io.StringIO(lines), io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), {})
    return Play(t, game("dummy"), Options.of(rules), players, 0, None, seed, 0, False, file)


def scripted(lines: str, seed: str, players: int = 2, rules: str = "classic", file: Path | None = None) -> Play:
    """A match after these lines."""
    play = begun(lines, players, rules, seed, file)
    with suppress(EOFError):
        play.match()
    return play


def at(lines: str, rules: str = "classic", **start: Any) -> Play:
    """A turn of the person, seat 0, from a position, after these lines."""
    play = begun(lines, len(start["hands"]), rules)
    play.deals = [DealRecord({"turn": 0, **start})]
    play.states = [play.game.start(play.options, play.count, play.deals[0].start)]
    play.last = [[] for _ in start["hands"]]
    with suppress(EOFError):
        play.turn()
    return play


def said(play: Play) -> str:
    out: Any = play.t._out
    return str(out.buffer.getvalue().decode())


def actions(play: Play) -> list[str]:
    return play.deals[0].actions


def saved(folder: Path) -> Path:
    (file,) = (folder / "speto").iterdir()
    return file


def verified(file: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["verify", "--bots", "--json", str(file)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["ok"]
    assert said["recomputed"] == said["moves"]
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def test_a_whole_deal_at_a_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = AtTerminal(tmp_path, "--players", "3", "--seed", "tour", "--rules", "strict", "--name", "เบน")
    asked = at.until("> ", "n) ", "): ")
    for _ in range(200):
        if asked.endswith("): "):
            break
        assert asked.endswith("n) ") or "\nhand     " in asked
        at.type("y" if asked.endswith("n) ") else "1")
        asked = at.until("> ", "n) ", "): ")
    sheet = asked[asked.index("Score sheet of deal 1") :]
    at.type("q")
    at.until()
    assert at.ended() == 0
    assert "\x1b[38;5;" in at.text
    assert "Traceback" not in at.text
    record = verified(saved(tmp_path), capsys)
    assert record["players"] == ["เบน", "West", "East"]
    assert [bot and bot["level"] for bot in record["bots"]] == [None, "greedy", "greedy"]
    assert record["meta"] == {"seed": "tour"}
    (deal,) = record["deals"]
    rows = sheet.splitlines()
    for line in deal["ledger"]:
        what = words.CODES[line["code"]]
        found = [
            n for n, row in enumerate(rows) if what in row and line["rule"] in row and f"{line['points']:+}" in row
        ]
        assert found
        if "by" in line:
            assert any(f"action {line['action']}" in rows[n] + rows[n + 1] for n in found)
    assert ["deal", "1", *map(str, deal["scores"])] in [row.split() for row in rows]
    assert re.search(r"(begins \(R27\)|begin \(R27\))\. Turns go ", sheet)


def test_control_c_leaves_politely(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = AtTerminal(tmp_path, "--seed", "tour")
    at.until("You> ")
    at.type("+")
    at.until("You> ")
    at.interrupt()
    at.until()
    assert at.ended() == 130
    assert "Traceback" not in at.text
    assert "You have left the table." in at.text
    assert f"The record is in {saved(tmp_path)} " in at.text.replace("\n", " ")
    verified(saved(tmp_path), capsys)


def test_the_end_of_input_at_a_terminal(tmp_path: Path) -> None:
    at = AtTerminal(tmp_path, "--seed", "tour")
    at.until("> ")
    os.write(at.terminal, b"\x04")
    at.until()
    assert at.ended() == 0
    assert "The input has ended" in at.text


def test_a_whole_match_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.json"
    rules = "short, target=150, layoff_limit 3"
    out = piped(tmp_path, "1\n\n" * 2000, "--seed", "m", "--rules", rules, "--save", str(file), "--players", "4")
    assert re.search(r"(You have|\w+ has) won the match\.\nThe record is in\s", out)
    record = verified(file, capsys)
    assert record["rules"] == {"preset": "short", "target": 150, "layoff_limit": 3}
    assert record["result"]["winner"] is not None
    assert out.count("Score sheet of deal") == len(record["deals"])
    assert not (tmp_path / "speto").exists()


def test_no_input_ends_at_once_and_leaves_nothing_behind(tmp_path: Path) -> None:
    out = piped(tmp_path, "", "--seed", "e")
    assert out.endswith("The input has ended, so the match stops here.\n")
    assert list(tmp_path.iterdir()) == []


def test_without_terminal_a_page_is_served(tmp_path: Path) -> None:
    around = {**environment(tmp_path), "SPETO_DATA_DIR": str(tmp_path / "data"), "SPETO_BROWSER": "none"}
    with subprocess.Popen(PLAY[:4], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=around, text=True) as server:
        said = server.stdout.readline() if server.stdout else ""
        address = said.partition(" at ")[2].strip()
        with urllib.request.urlopen(f"{address}/healthz") as answer:
            assert answer.status == 200
        server.send_signal(signal.SIGINT)
    assert server.returncode in (0, 130)


def test_plain_ascii_where_the_terminal_has_no_more(tmp_path: Path) -> None:
    out = piped(tmp_path, "1\n" * 8, "--seed", "e", PYTHONIOENCODING="ascii")
    assert out.isascii()
    assert re.search(r"^pile     \[?[2-9TJQKA][cdhs]", out, re.MULTILINE)


def test_colours_are_asked_for_or_left_out(tmp_path: Path) -> None:
    assert "\x1b" not in piped(tmp_path, "", "--seed", "e")
    assert "\x1b[38;5;" in piped(tmp_path, "", "--seed", "e", "--colour", "always", NO_COLOR="1")
    at = AtTerminal(tmp_path, "--seed", "e", NO_COLOR="1")
    at.until("> ")
    at.type("q")
    at.until()
    assert at.ended() == 0
    assert "\x1b[3" not in at.text
    assert "\x1b[1m" not in at.text


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--players", "5"), "2 to 4 players"),
        (("--players", "3", "--seat", "3"), "there is no seat 3"),
        (("--rules", "strict, targt=300"), "did you mean 'target'?"),
        (("--rules", "target=49"), "target cannot be 49"),
        (("--preset", "knock"), "not built yet"),
        (("--preset", "strict", "--rules", "strict"), "not allowed with"),
        (("--game", "chess"), "there is no game 'chess'"),
        (("--name", "\x1b[1m"), "characters that print"),
        (("--save", "."), "is there already"),
        (("--save", "no/such/folder/x"), "No such file"),
    ],
)
def test_bad_usage_is_one_line(args: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--terminal", *args]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert says in err


def test_rules_as_people_write_them() -> None:
    assert read_rules("short,layoff_limit=null , colour_knock=true") == {
        "preset": "short",
        "layoff_limit": None,
        "colour_knock": True,
    }
    for rules in ("strict", "classic, target 300", "short, head_bonus, reversal off, ace_value=five"):
        options = Options.read(read_rules(rules))
        assert Options.read(read_rules(str(options))) == options


# Turns, from positions.

TURN: dict[str, Any] = {
    "hands": ["Qd Qh 3c 4c Ts 8s", "3h 4h 5s"],
    "stock": "5c 6s 8d 9d",
    "pile": "7h Kd/1 Qs/0 2d/1",
    "melds": ["Jd/1 Jh/1 Jc/1"],
    "born": [1],
}


def test_R9_R11_a_pickup_is_offered_and_told_in_words() -> None:
    text = said(at("2\n", **TURN))
    assert "take     1 +        draw from the stock\n" in text
    assert "         2 ^QdQhQs  pick up 2 cards from Q♠, lay Q♦Q♥Q♠ (+70), keep 2♦\n" in text
    assert "You pick up 2 cards from Q♠, lay Q♦Q♥Q♠ and are born." in text
    assert "pile     [7♥] K♦\n" in text
    assert re.search(r"^melds    J♣ J♦ J♥ \(North\) +Q♦ Q♥ Q♠ \(You\)$", text, re.MULTILINE)


def test_undo_takes_a_pickup_and_what_follows_back() -> None:
    before = at("", **TURN)
    pickup = "^QdQhQs"
    after = at(f"{pickup}\nu\nu\n", **TURN)
    assert after.state == before.state
    assert actions(after) == []
    assert f"Taken back: {pickup}." in said(after)
    assert "Nothing can be taken back" in said(after)
    again = at(f"{pickup}\n-2d\nu\n", **TURN)
    assert actions(again) == [pickup, "-2d"]
    assert again.state.turn == 1


def test_undo_goes_back_to_the_draw_and_no_further() -> None:
    born = {**TURN, "born": [0, 1], "hands": ["Qd Qh Qs Js 3c", "3h 4h 5s"], "pile": "7h Kd/1"}
    drawn = at("+\n", **born)
    after = at("+\n=QdQhQs\nJs>Jd\nu\nu\nu\n", **born)
    assert after.state == drawn.state
    assert actions(after) == ["+"]
    assert re.findall(r"Taken back: (.*)\.\n", said(after)) == ["Js>Jc", "=QdQhQs"]
    assert "Nothing can be taken back: not a card that was revealed" in said(after)
    assert "You draw 5♣." in said(after)


def test_refused_input_says_why_with_the_rule_and_loses_nothing() -> None:
    before = at("+\n", **TURN)
    lines = ["-2c", "w", "xx", "=2c3c", "=3c4c5c", "+", "99", "w #2c", "w -3c", "r", "8s"]
    after = at("\n".join(["+", *lines, ""]), **TURN)
    text = said(after)
    assert after.state == before.state
    assert actions(after) == ["+"]
    assert "Not played: 2♣ is not in the hand (R8); w tells more." in text
    assert "-2c: 2♣ is not in the hand.\nR8\n  Rule: A turn = (1) draw" in text
    assert "Not played: 'xx' is no action" in text
    assert "2c3c is no meld" in text
    assert "(R7)" in text
    assert "and no complete knock in this turn can" in text
    assert "(R12)" in text
    assert "a card was taken already in this turn (R8)" in text
    assert "There is no move 99" in text
    assert "#2c: 2♣ is not in the hand." in text
    assert "-3c can be played." in text
    assert "'r' is no action" in text
    assert "'8s' is no action" in text


@pytest.mark.parametrize("text", ["-Ts", "-ts", "-10S", "- 10 s", "-10♠", "5"])
def test_notation_is_read_in_any_form(text: str) -> None:
    assert actions(at(f"+\n{text}\n", **{**TURN, "hands": ["Qd Qh 3c Ts", "3h 4h 5s"]}))[1:] == ["-Ts"]


COSTLY: dict[str, tuple[list[str], int, dict[str, Any]]] = {
    "P4": (["P4"], 50, {**TURN, "hands": ["Js 3c 9c", "3h 4h"]}),
    "P5": (["P5"], 50, {**TURN, "hands": ["Js 3c 9c", "3h 4h"], "melds": [], "born": [], "pile": "Jd Jh/0 2d/1"}),
    "E19": (["P4", "P5"], 100, {**TURN, "hands": ["Js 3c 9c", "3h 4h"], "pile": "7h Qs/0 Ts/0 2d/1"}),
}


@pytest.mark.parametrize("case", ["P4", "P5", "E19"])
def test_a_discard_that_costs_at_once_is_asked_for_once(case: str) -> None:
    rules, amount, start = COSTLY[case]
    before = at("+\n", "strict", **start)
    assert f"J♠ costs {amount} ({'+'.join(rules)})" in said(before)
    for no in ("-Js\nn\n", "-Js\n\n", "-Js\nl\n", "-Js\n-2c\n"):
        kept = at(f"+\n{no}", "strict", **start)
        text = said(kept).replace("\n", " ")
        assert kept.state == before.state
        assert all(f"({rule})" in text for rule in rules)
        assert "J♠ costs 50, since " in text
        assert "twice that if you are still not born at the end (R25)" in text
    for yes in ("-Js\ny\n", "-Js\n-Js\n", "-Js\nYES\n"):
        played = at(f"+\n{yes}", "strict", **start)
        assert actions(played) == ["+", "-Js"]
        played.command("l")
        for line in played.game.ledger(played.state):
            what = words.CODES[line.code]
            assert (line.seat, line.points) == (0, -50)
            assert f"You are charged 50: {what} J♠ ({line.rule})" in said(played)
            assert re.search(rf"  {what} +{line.rule} +-50  J♠, by your -Js, action 1\n", said(played))
    other = at("+\n-Js\n-3c\n", "strict", **start)
    assert actions(other) == ["+", "-3c"]
    assert actions(at("+\n-Js\n", "classic", **start)) == ["+", "-Js"]


def test_A15_A19_a_turn_that_must_end_in_a_knock_says_so() -> None:
    start = {**TURN, "hands": ["Qd Qh Qc 9s", "3h 4h"], "stock": "9d 5c"}
    text = said(at("+\n=QcQdQh\n", **start))
    assert "this turn must end in a knock (A15)" not in text
    start["hands"] = ["Qd Qh Qc 9s 9h 9c", "3h 4h"]
    start["stock"] = "2s 9d"
    knocking = at("+\n=QcQdQh\n1\n", **start)
    assert "this turn must end in a knock (A15)" in said(knocking)
    assert "You: one card is left, knock with it (A19)" in said(knocking)
    assert "knock    1 #2s  knock with 2♠ face down" in said(knocking)


def test_A23_the_last_turn_says_so() -> None:
    text = said(at("", **{**TURN, "hands": ["Qd Qh 9s", "3h 4h"], "stock": "", "pile": "7h Qs/1"}))
    assert "the stock is empty: pick up and knock, or pass (A23)" in text
    assert "end the deal without a knock" in text


def test_questions_change_nothing() -> None:
    asked = scripted("?\nh\nl\nw\nr P7\nr p0\nr Z9\no\no\n\n", "q")
    assert asked.deals == scripted("", "q").deals
    text = said(asked)
    for line in (
        "undo, within your turn",
        "Nothing has been charged",
        "Nothing has been refused",
        "There is no rule 'Z9'",
    ):
        assert line in text
    assert "P7  speto_feed" in text
    assert "P0  foolish_discard" in text


def test_o_sorts_the_hand_by_suit_or_rank() -> None:
    hands = re.findall(r"^hand     (.*?)   -\d+ if held|^hand     (.*)$", said(scripted("o\no\n", "q")), re.MULTILINE)
    by_suit, by_rank, again = ("".join(found) for found in hands)
    assert by_suit == again != by_rank
    suits = [one[-1] for one in by_suit.split()]
    assert suits == sorted(suits, key="♣♦♥♠".index)
    ranks = [one[:-1] for one in by_rank.split()]
    assert ranks == sorted(ranks, key=["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"].index)


def test_other_hands_show_only_when_they_are_open() -> None:
    closed = scripted("", "q", 4)
    opened = scripted("", "q", 4)
    opened.open_hands = True
    opened.t._in = io.StringIO("")
    with suppress(EOFError):
        opened.turn()
    for seat in (1, 2, 3):
        row = " ".join(map(opened.t.face, sorted(opened.state.hands[seat])))
        assert row in said(opened).replace("  ", " ")
        assert row not in said(closed).replace("  ", " ")


def test_a_record_that_cannot_be_saved_is_told(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    out = piped(blocked, "+\nq\n", "--seed", "e")
    assert "The record could not be saved: " in out


# Screens.


@pytest.mark.parametrize("columns", [60, 80, 100])
def test_lines_fit_the_terminal(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for players, rules in ((2, "strict"), (4, "strict"), (3, "short")):
        play = scripted("?\nr P7\nr A23\nl\n" + "1\n1\n\n" * 150, f"wide {players}", players, rules)
        assert len(play.deals) > 1
        for line in said(play).splitlines():
            assert play.t.width(line) < columns or line.startswith("Enter for deal"), line


def test_a_terminal_measures_and_wraps() -> None:
    t = Terminal("never", io.StringIO(), io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), {})
    assert [t.width(text) for text in ("abc", card(8), card(0), "ดัมมี่", "漢")] == [3, 3, 2, 3, 2]
    assert t.wrap("aa bb cc", 5) == ["aa bb", "cc"]
    assert t.wrap("  aa bb", 5) == ["  aa", "  bb"]
    assert t.wrap("aaaaaaaa b", 5) == ["aaaaaaaa", "b"]
    assert t.wrap("=" + "".join(map(card, range(5))), 6) == ["=" + card(0) + card(1), card(2) + card(3) + card(4)]
    assert t.side_by_side(["a", "bb", "c"], 8) == ["a    bb", "c"]
    assert t.columns >= NARROWEST - 1


def test_every_action_and_code_has_words() -> None:
    assert set(words.CODES) == {code for code, _ in CODES}
    for number in range(12):
        rng = random.Random(number)
        deal = Deal(players=2 + number % 3, rules=rng.choice(["classic", "strict", "short"]), seed=f"words {number}")
        names = ["You", "West", "North", "East"][: deal.players]
        while deal.turn is not None:
            view = deal.see(deal.turn)
            for order in words.ORDERS:
                groups = words.groups(view, order, str_card)
                assert sorted(action for _, entries in groups for action, _ in entries) == view.legal
                assert all(text and "{" not in text for _, entries in groups for _, text in entries)
                assert sum(len(group) for group in words.hand(view, order)) == len(view.hand)
            action = rng.choice([a for a in view.legal if a[0] in "^=#" or ">" in a] or view.legal)
            deal.play(action)
            for you in (True, False):
                assert "{" not in words.told(view, deal.see(view.seat), action, you, str_card)
            assert words.brief(action, str_card)
            assert words.moment(view)
            assert len(words.seat_row(view, 0)) == len(words.SEAT_TITLES)
        over = deal.see(0)
        assert deal.scores is not None
        laid = [
            sum(x.points for x in deal.ledger if x.seat == s and x.code in ("laid", "head"))
            for s in range(deal.players)
        ]
        assert [words.laid_points(over, seat) for seat in range(deal.players) if seat != deal.knocker] == [
            points for seat, points in enumerate(laid) if seat != deal.knocker
        ]
        assert words.ending(over, names, str_card)


def str_card(number: int) -> str:
    return Terminal("never", io.StringIO(), io.TextIOWrapper(io.BytesIO(), encoding="ascii"), {}).face(number)


def test_a_match_is_the_same_match_from_the_same_seed(tmp_path: Path) -> None:
    one, two = (scripted("1\n\n" * 80, "same", 3, file=tmp_path / name) for name in "ab")
    assert one.deals == two.deals
    one.save()
    record = read((tmp_path / "a").read_bytes())
    assert replay(record).stated() == record
