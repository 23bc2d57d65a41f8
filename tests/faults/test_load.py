"""``speto load`` measures what it says, on a server of its own that it kills at the end."""

from __future__ import annotations

import json

import pytest

from speto.cli import main


def test_a_short_load_plays_and_prints_every_figure(capfd: pytest.CaptureFixture[str]) -> None:
    words = ["load", "--tables", "2", "--rate", "20", "--seconds", "1", "--json"]
    assert main(words) == 0
    figures = json.loads(capfd.readouterr().out)
    assert (figures["tables"], figures["sockets"], figures["refused"], figures["faults"]) == (2, 8, {}, 0)
    assert figures["gaps in the numbers"] == 0
    for name in (
        *("actions/s", "p50 ms", "p99 ms", "server CPU ms/action", "memory MiB, after a minute or half"),
        *("memory MiB, at the end", "KiB a socket that is idle", "s from kill -9 to the first action"),
    ):
        assert figures[name] > 0, name
