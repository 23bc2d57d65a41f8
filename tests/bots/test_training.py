"""Training: the same weights from the same settings, whether it was stopped or not and however many work at it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from speto import compiled
from speto.bots.training import build
from speto.bots.weights import read_weights

pytestmark = [
    pytest.mark.drill,
    pytest.mark.skipif(not compiled.available(), reason="kernels cannot be compiled here"),
]


def train(folder: Path, jobs: int = 1, steps: int = 3) -> bytes:
    return build(folder, ["short", "strict"], [2], steps, 2000, 1, jobs, lambda _: None)


def test_weights_come_from_their_settings_alone(tmp_path: Path) -> None:
    whole = train(tmp_path / "whole")
    read = read_weights(whole)
    assert [(one.preset, one.players) for one in read.sets] == [("short", 2), ("strict", 2)]
    assert all(any(row) for one in read.sets for row in (*one.value, one.policy, one.belief, one.race))
    assert {key: read.sets[0].card[key] for key in ("steps", "rows", "seed")} == {
        "steps": "3",
        "rows": "10000",
        "seed": "1",
    }

    train(tmp_path / "parts", jobs=2)
    file = tmp_path / "parts" / "strict-2.json"
    part = msgspec.json.decode(file.read_bytes())
    file.write_bytes(msgspec.json.encode({key: part[key] for key in ("policy", "value")}))
    again = read_weights(train(tmp_path / "parts"))
    assert [msgspec.structs.replace(one, card={}) for one in again.sets] == [
        msgspec.structs.replace(one, card={}) for one in read.sets
    ]
    with pytest.raises(ValueError, match="begun with other settings"):
        train(tmp_path / "parts", steps=4)
