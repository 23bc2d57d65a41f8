"""Runs: fair by construction, the same for any number of processes, and not lost when they are interrupted."""

from __future__ import annotations

import fcntl
import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from speto.arena import play
from speto.arena.figures import difference, ms_per_decision, tally
from speto.arena.names import opponent
from speto.arena.play import rotated
from speto.arena.run import DECK, MATCH, Result, Setting, bots_hash, label, lineup_of, results, setting
from speto.bots import api
from speto.bots.api import Budget
from speto.cli import main
from speto.decks import seed_of_text, shuffled
from speto.errors import BadText


def of(*names: str, players: int = 2, seed: str = "t", range_: str = "tuning") -> Setting:
    return setting(names, players, "strict", seed, range_)


def arena(words: str) -> int:
    return main(["arena", *words.split()])


def facts(found: Sequence[Result]) -> list[tuple[Any, ...]]:
    """Everything but the seconds."""
    return [
        (r.what, r.number, r.lineup, r.points, r.deals, {n: (t.decisions, t.worlds) for n, t in r.took.items()})
        for r in found
    ]


def test_everybody_sits_everywhere() -> None:
    for lineup in (["a", "b"], ["a", "b", "c", "d"]):
        seats = [rotated(lineup, turn) for turn in range(len(lineup))]
        assert all(set(column) == set(lineup) for column in zip(*seats, strict=True))
        # Whoever is next to act after somebody is so in every rotation.
        for row in seats:
            assert row[(row.index("a") + 1) % len(row)] == lineup[1]


@pytest.mark.parametrize("players", [2, 3])
def test_a_player_against_itself_is_exactly_even(players: int) -> None:
    d = difference(results(of("greedy", "greedy", players=players), decks=3, matches=0), "greedy")
    assert (d.value, d.low, d.high) == (0, 0, 0)


def test_names_the_other_way_round_give_the_same_deals() -> None:
    one = difference(results(of("greedy", "random"), decks=4, matches=0), "greedy")
    other = difference(results(of("random", "greedy"), decks=4, matches=0), "random")
    assert (one.value, one.low) == (-other.value, -other.high)


def test_a_match_that_nobody_wins_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "DEALS", 3)
    (match,) = results(of("random", "random", players=4), decks=0, matches=1)
    assert match.deals == [3] * 4
    assert len(match.points) == 4


def test_ranges_and_seeds_share_no_deck() -> None:
    settings = [of("greedy", "random", seed=seed, range_=range_) for seed in "ab" for range_ in ("tuning", "final")]
    decks = [tuple(shuffled(seed_of_text(label(s, DECK, number)))) for s in settings for number in range(50)]
    assert len(set(decks)) == 200


def test_lineups_take_turns_in_any_order() -> None:
    setting_ = of("greedy", "random", "greedy:worlds=1")
    met = [lineup_of(setting_, MATCH, number) for number in range(60)]
    assert len(set(met)) == 6
    assert {frozenset(met[n]) for n in range(3)} == {frozenset(met[n]) for n in range(3, 6)}


def test_the_number_of_processes_changes_nothing(tmp_path: Path) -> None:
    setting_ = of("greedy", "random", "greedy:worlds=2", players=3)
    one = results(setting_, decks=3, matches=1)
    two = results(setting_, decks=3, matches=1, jobs=2, file=tmp_path / "out")
    assert facts(one) == facts(two)


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    setting_, file = of("greedy", "random"), tmp_path / "out.jsonl"
    whole = results(setting_, decks=3, matches=1, file=file)
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) == 5
    told: list[tuple[int, int]] = []
    # The third result was being written.
    file.write_bytes(b"".join(lines[:3]) + lines[3][:50])
    again = results(setting_, decks=3, matches=1, file=file, told=lambda *how: told.append(how))
    assert facts(again) == facts(whole)
    assert again[:2] == whole[:2]
    assert told == [(3, 4), (4, 4)]
    # More of the same, and less.
    assert results(setting_, decks=4, matches=1, file=file)[:3] == again[:3]
    assert results(setting_, decks=2, matches=0, file=file) == again[:2]


def test_a_file_is_of_another_run_once_anything_changes_that_plays(root: Path, tmp_path: Path) -> None:
    home = tmp_path / "speto"
    shutil.copytree(root / "src" / "speto", home, ignore=shutil.ignore_patterns("*.pyc", "page"))
    whole = bots_hash(home)
    assert whole == bots_hash()

    def changed(name: str) -> bool:
        file = home / name
        held = file.read_bytes()
        file.write_bytes(held + b"\n")
        found = bots_hash(home)
        file.write_bytes(held)
        return found != whole

    plays = ("bots/weights.json", "bots/kernel/search.py", "solver/kernel/cfr.py", "solver/closed.py", "kit/rng.py")
    more = ("dummy/kernel/legal.py", "dummy/view.py", "arena/world.py", "arena/ismcts.py", "envs/openspiel.py")
    assert all(map(changed, (*plays, *more)))
    assert not any(map(changed, ("arena/figures.py", "cli/arena.py", "server/app.py")))


def test_a_file_of_another_run_is_refused_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "out"
    command = ["arena", "greedy", "random", "--decks", "2", "--json", "--out", str(file)]
    assert main(command) == 0
    held = file.read_bytes()
    capsys.readouterr()
    assert main([*command, "--seed", "other"]) == 1
    assert capsys.readouterr().err == f"speto arena: {file}: it holds another run: its seed is 1, not other\n"
    assert main([*command, "--range", "final"]) == 1
    assert "its range is tuning, not final" in capsys.readouterr().err
    assert file.read_bytes() == held
    for text, said in ((b"a letter", "no file of the arena"), (b"{}\n", "no file"), (held + b"{}\n", "line 4 is no")):
        file.write_bytes(text)
        with pytest.raises(BadText, match=said):
            results(of("greedy", "random", seed="1"), decks=2, matches=0, file=file)
        assert file.read_bytes() == text


def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    file = tmp_path / "out"
    with file.open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(BadText, match="another run writes"):
            results(of("greedy", "random"), decks=2, matches=0, file=file)


def test_json_of_two_names_has_these_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("greedy random --players 3 --preset short --decks 3 --seed k --json") == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["a", "b", "players", "preset", "decks", "d", "ci95", "ms_per_decision"]
    low, high = found["ci95"]
    assert low < found["d"] < high
    setting_ = setting(["greedy", "random"], 3, "short", "k", "tuning")
    assert found["d"] == round(difference(results(setting_, 3, 0), "greedy").value, 2)
    assert found["ms_per_decision"] > 0


def test_json_of_two_names_has_matches_too_if_one_asks(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("greedy random --decks 0 --matches 2 --json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["d"], found["matches"], found["matches_won"]) == (None, 4, 1)
    assert found["worlds_per_decision"] == {"greedy": 0, "random": 0}


@pytest.mark.parametrize(("setting_", "worlds"), [("worlds=3", [3, 3, 3]), ("playouts=120", [12, 30, 60])])
def test_a_level_imagines_so_many_worlds_or_plays_so_many_deals_out(setting_: str, worlds: list[int]) -> None:
    given: list[int | None] = []

    class Bot:
        level = api.bot("dummy", "level4").level

        def choose(self, view: Any, legal: Sequence[str], budget: Budget) -> str:
            given.append(budget.worlds)
            return legal[0]

    player = opponent(f"level4:{setting_}")
    player.bot = Bot()
    for choices in (15, 4, 2):
        player.choose(None, ["+"] * choices, b"")
        assert player.worlds == given[-1]
    assert given == worlds


def test_a_report_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("greedy random --decks 2 --matches 1") == 0
    text = capsys.readouterr().out
    assert "greedy against random in the other seat" in text
    assert "matches won 100.0 %" in text
    assert arena("random greedy greedy:worlds=3 --decks 3 --matches 3") == 0
    first, *rungs = capsys.readouterr().out.splitlines()
    assert first.startswith("strict, 2 players, seed 1 (tuning)")
    assert rungs[2].startswith("  random")
    assert arena("random greedy greedy:worlds=3 --decks 3 --matches 3 --json") == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in found["ladder"]][2] == "random"
    assert {row["faults"] for row in found["ladder"]} == {0}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("greedy", "at least two names"),
        ("greedy best", "there is no opponent 'best': random, greedy"),
        ("greedy greedy:depth=3", "greedy has no setting 'depth': worlds"),
        ("greedy greedy:worlds=many", "worlds is a number from 1 on, not 'many'"),
        ("greedy level6:playouts=100001", "level6: playouts is at most 100000, not 100001"),
        (f"greedy greedy:worlds={'9' * 5000}", "greedy: worlds is a number from 1 on, not '999"),
        ("greedy greedy:playouts=9", "greedy has no setting 'playouts': worlds"),
        ("greedy cmd:", "cmd: wants a command"),
        ("greedy cmd:'x", "cannot be read"),
        ("greedy random greedy", "each name once"),
        ("greedy random --players 5", "2 to 4 players, not 5"),
        ("greedy random --preset mine", "mine"),
        ("greedy random --decks 1", "at least 2"),
        ("greedy random --decks 0 --json", "at least 2"),
        ("greedy random --decks -1", "invalid"),
        ("greedy random --jobs 0", "invalid"),
        ("greedy random --range both", "invalid choice"),
    ],
)
def test_bad_usage_is_one_sentence(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert arena(words) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_only_choices_count_as_decisions() -> None:
    found = results(of("greedy", "random"), decks=1, matches=0)
    took = tally(found, "greedy")
    assert 0 < took.decisions < 100
    assert ms_per_decision(took) == round(1000 * took.seconds / took.decisions, 3)
    assert (took.worlds, took.faults) == (0, 0)
