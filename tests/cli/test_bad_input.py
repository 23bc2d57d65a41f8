"""Every broken record gives exit status 1 and one line: the file, the place, what is wrong, and the rule."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.bad_records import CASES, MATCH, Bad

from speto.cli import main

COMMANDS = ("score", "legal", "show", "verify")


def test_the_record_that_is_broken_here_is_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(MATCH)
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().err == ""


def test_there_are_enough_broken_records() -> None:
    assert len(CASES) >= 200


@pytest.mark.parametrize("name", CASES)
def test_broken(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = CASES[name]
    file = tmp_path / "bad.json"
    file.write_bytes(bad.data)
    command = COMMANDS[sum(map(ord, name)) % 4]
    status = main([command, str(file)])
    out, err = capsys.readouterr()
    assert (status, out) == (1, "")
    assert err.startswith(f"speto {command}: {file}: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    _says(bad, err.removeprefix(f"speto {command}: {file}: ").removesuffix("\n"))


def _says(bad: Bad, line: str) -> None:
    assert bad.place in line
    assert "Traceback" not in line
    assert "fault in Speto" not in line
    assert len(line) < 400
    if bad.rule is not None:
        rule = re.search(r" \(([RPDAEKSM]A?\d+b?)\)$", line)
        assert rule, f"names no rule: {line}"
        assert re.fullmatch(bad.rule or ".*", rule[1]), line


def test_broken_as_lines(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [bad for bad in CASES.values() if b"\n" not in bad.data and len(bad.data) < 1_000_000]
    text = b"\n".join([*(bad.data for bad in cases), MATCH])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert main(["score", "--lines", "-"]) == 1
    out, err = capsys.readouterr()
    answers = [json.loads(line) for line in out.splitlines()]
    assert err == ""
    assert len(answers) == len(cases) + 1
    for bad, answer in zip(cases, answers, strict=False):
        assert set(answer) == {"error", "rule", "at"}
        assert len(answer["at"]) == 2
        if bad.place.startswith("deals["):
            assert answer["at"][0] == int(bad.place[6])
        if bad.rule is not None:
            assert answer["rule"]
    assert answers[-1]["over"]


@pytest.mark.parametrize("name", ["10 MB of [ in start", "utf-16", "action draw", "latin-1"])
def test_broken_in_a_process_of_its_own(name: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(CASES[name].data)
    ran = subprocess.run(
        [sys.executable, "-m", "speto", "score", file], capture_output=True, text=True, encoding="utf-8"
    )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.count("\n") == 1
    _says(CASES[name], ran.stderr.strip())


@pytest.mark.parametrize("command", COMMANDS)
def test_no_file(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for file in (tmp_path, tmp_path / "none.json", tmp_path / "a\nb"):
        for more in ([], ["--lines"]):
            assert main([command, *more, str(file)]) == 1
            out, err = capsys.readouterr()
            assert (out, err.count("\n")) == ("", 1)
