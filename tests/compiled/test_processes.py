"""The cache between processes: found, never stale, not harmed by a crowd."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.compiled.toy import PLAY, SOURCES, report, start

from speto import compiled

pytest.importorskip("numba")


def test_two_at_once_share_the_work(warmed: dict[str, Any]) -> None:
    first, second = warmed["first"], warmed["second"]
    assert not first["warm_before"]
    assert first["warm"] == second["warm"] is True
    assert (first["played"], first["best"]) == (second["played"], second["best"])
    # One compiled, the other waited and found everything in the cache.
    assert sorted([first["missed"] == [], second["missed"] == []]) == [False, True]


def test_a_later_process_loads_and_compiles_nothing(warmed: dict[str, Any]) -> None:
    code = (
        PLAY
        + """
from numba.core.runtime import rtsys
report["lists"] = rtsys.get_allocation_stats()
"""
    )
    later = report(start(warmed["home"], code, SPETO_CACHE_DIR=warmed["cache"], NUMBA_NRT_STATS="1"))
    assert later["warm_before"]
    assert not later["numba_before"], "is_warm() is asked before Numba is imported"
    assert later["missed"] == []
    assert later["hits"] == 2
    made, freed, *_ = later["lists"]
    assert made == freed > 0, "functions without lists count no references, and leak none"
    assert later["played"] == warmed["first"]["played"]


def test_the_same_source_in_another_place_finds_the_cache(warmed: dict[str, Any], home: Path) -> None:
    other = report(start(home, PLAY, SPETO_CACHE_DIR=warmed["cache"]))
    assert other["digest"] == warmed["first"]["digest"]
    assert other["missed"] == []


def test_a_changed_constant_is_seen_by_callers_in_another_unit(warmed: dict[str, Any], home: Path) -> None:
    state = home / "lower" / "state.py"
    state.write_text(state.read_text().replace("BONUS = 3", "BONUS = 30"))
    code = """
report["digest"], report["warm"] = twins.digest, twins.is_warm()
policy = twins.load("upper").policy
from toy.warm import states
board = states()
board[0]["pot"] = 1
report["last"] = policy.best_at(board, 0, 1, 1)
"""
    new = report(start(home, code, SPETO_CACHE_DIR=warmed["cache"]))
    assert not new["warm"]
    assert new["digest"] != warmed["first"]["digest"]
    assert new["last"] - warmed["first"]["last"] == 2 * 27


def test_bounds_are_checked_on_demand(warmed: dict[str, Any]) -> None:
    code = """
from toy.warm import states
rules = twins.load("lower").rules
report["digest"] = twins.digest
report["played"] = rules.play_at(states(), 0, 3, 20)
try:
    rules.past_the_end_at(states(), 0, 52)
    report["error"] = None
except IndexError as error:
    report["error"] = str(error)
"""
    checked = report(start(warmed["home"], code, SPETO_CACHE_DIR=warmed["cache"], NUMBA_BOUNDSCHECK="1"))
    assert checked["digest"] != warmed["first"]["digest"], "checked and unchecked code are kept apart"
    assert checked["played"] == warmed["first"]["played"][3]
    assert checked["error"] is not None


def test_a_damaged_cache_costs_time_only(warmed: dict[str, Any], tmp_path: Path, home: Path) -> None:
    cache = tmp_path / "cache"
    shutil.copytree(
        Path(warmed["cache"], "speto", warmed["first"]["digest"]), cache / "speto" / warmed["first"]["digest"]
    )
    damaged = [*cache.rglob("*play_at*.nbc"), *cache.rglob("*best_at*.nbi")]
    for file in damaged:
        file.write_bytes(file.read_bytes()[:100])
    after = report(start(home, PLAY, SPETO_CACHE_DIR=str(cache)))
    assert len(damaged) == 2
    assert len(after["missed"]) >= 2
    assert (after["played"], after["best"]) == (warmed["first"]["played"], warmed["first"]["best"])
    healed = report(start(home, PLAY, SPETO_CACHE_DIR=str(cache)))
    assert healed["missed"] == []


def run_module(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    here = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "SPETO_"))}
    here |= {"PYTHONPATH": str(SOURCES)} | environment
    command = [sys.executable, "-W", "error", "-m", "speto.compiled", *arguments]
    return subprocess.run(command, env=here, capture_output=True, text=True, timeout=300)


def test_the_command_says_in_one_sentence_why_it_cannot(tmp_path: Path) -> None:
    done = run_module(SPETO_CACHE_DIR=str(tmp_path), SPETO_KERNEL="plain")
    assert done.returncode == 1
    assert done.stdout == ""
    assert re.fullmatch(r"Kernels cannot be compiled: .*\.\n", done.stderr)


def test_importing_compiled_imports_neither_numba_nor_numpy() -> None:
    code = "import speto.compiled, sys; print('numba' in sys.modules, 'numpy' in sys.modules)"
    here = os.environ | {"PYTHONPATH": str(SOURCES)}
    done = subprocess.run([sys.executable, "-c", code], env=here, capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"


def test_the_command_says_what_it_did(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(compiled, "warm", lambda: None)
    monkeypatch.setattr(compiled.SPETO, "folder", tmp_path)
    assert compiled.main([]) == 0
    assert re.fullmatch(rf"Compiled in 0\.\d s: {re.escape(str(tmp_path))}\n", capsys.readouterr().out)


def test_the_background_process_runs_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPETO_KERNEL", "plain")
    assert compiled.warm_in_background().wait(60) == 1
