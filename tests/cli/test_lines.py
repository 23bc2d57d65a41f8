"""``--lines``: a record a line in, an answer a line out, in order."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.records.played import full, played

from speto.cli import main
from speto.records import LIMIT

Capture = pytest.CaptureFixture[str]
RECORDS = [full(played(seed, 2 + seed % 3, stop=seed % 2 * 20 or None)) for seed in range(6)]
LINES = [record.to_json() for record in RECORDS]


def answers(capsys: Capture, monkeypatch: pytest.MonkeyPatch, text: bytes, *words: str, status: int = 0) -> list[Any]:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert main([*words, "--lines", "-"]) == status
    out, err = capsys.readouterr()
    assert err == ""
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.parametrize("words", [["score"], ["legal"], ["show"], ["show", "--seat", "1"], ["verify"]])
def test_lines_answer_what_json_answers(
    words: list[str], tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = answers(capsys, monkeypatch, b"\n".join(LINES) + b"\n", *words)
    for line, answer in zip(LINES, found, strict=True):
        file = tmp_path / "one.json"
        file.write_bytes(line)
        assert main([*words, "--json", str(file)]) == 0
        assert json.loads(capsys.readouterr().out) == answer


def test_the_kinds_of_answer(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answers(capsys, monkeypatch, LINES[0], "verify") == [{"ok": True}]
    assert answers(capsys, monkeypatch, LINES[0], "legal") == [[]]
    assert list(answers(capsys, monkeypatch, LINES[0], "show")[0]) == ["text"]
    assert list(answers(capsys, monkeypatch, LINES[0], "score")[0]) == ["scores", "ledger", "over", "totals"]


def test_no_lines_no_answers(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answers(capsys, monkeypatch, b"", "score") == []


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_the_last_line_may_lack_its_end(end: bytes, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(answers(capsys, monkeypatch, LINES[0] + b"\r\n" + LINES[1] + end, "verify")) == 2


def test_an_error_is_an_answer_and_the_rest_goes_on(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.loads(LINES[0])
    data["deals"][0]["actions"][1] = "+"
    text = b"\n".join([LINES[0], b"", json.dumps(data).encode(), b"{", LINES[1], b"nonsense\xff"])
    found = answers(capsys, monkeypatch, text, "score", status=1)
    assert [set(answer) == {"error", "rule", "at"} for answer in found] == [
        False,
        True,
        True,
        True,
        False,
        True,
    ]
    assert found[1] == {"error": "the text is empty: no record", "rule": None, "at": [None, None]}
    assert (found[2]["rule"], found[2]["at"]) == ("R8", [0, 1])
    assert "deals[0]" not in found[2]["error"]


def test_a_seat_that_one_record_lacks(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    found = answers(capsys, monkeypatch, b"\n".join(LINES[:3]), "show", "--seat", "3", status=1)
    assert ["error" in answer for answer in found] == [True, True, False]


def test_a_line_longer_than_any_record(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"\n".join([LINES[0], b"[" * (LIMIT + 3_000_000), LINES[1]])
    found = answers(capsys, monkeypatch, text, "verify", status=1)
    assert [answer.get("error") for answer in found] == [None, "a record has at most 16 MiB", None]


def test_a_fault_is_an_answer(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Any) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("speto.cli.lines.replay", fail)
    found = answers(capsys, monkeypatch, LINES[0], "verify", status=1)
    assert found[0]["error"] == "a fault in Speto, please report it: ZeroDivisionError: oh"


def test_an_interrupt_leaves_no_traceback() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "speto", "verify", "--lines", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(LINES[0] + b"\n")
        process.stdin.flush()
        assert process.stdout.readline() == b'{"ok":true}\n'
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == b""
    assert process.returncode == 130


def test_each_answer_comes_before_the_next_line_is_awaited() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "speto", "score", "--lines", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in (*LINES, b"{}"):
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())
        process.stdin.close()
        assert process.stdout.read() == b""
    assert process.returncode == 1
