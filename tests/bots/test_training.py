"""Training: the same weights from the same settings, whether it was stopped or not and however many work at it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest

from speto import compiled
from speto.bots import training
from speto.bots.training import build
from speto.bots.weights import read_weights

fast = pytest.mark.skipif(not compiled.available(), reason="kernels cannot be compiled here")


def train(folder: Path, jobs: int = 1, steps: int = 3) -> bytes:
    return build(folder, ["short", "strict"], [2], steps, 2000, 1, jobs, lambda _: None)


def test_the_minutes_of_a_set_are_those_of_all_its_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it was stopped between: here each step takes a minute, and the belief fails once."""
    clock = [0.0]

    def step(result: object) -> Callable[..., object]:
        def take(*_: object) -> object:
            clock[0] += 60
            return result

        return take

    def fail(*_: object) -> object:
        clock[0] += 1000
        raise KeyboardInterrupt

    row = np.ones((1, 2), int)
    monkeypatch.setattr(training, "Ground", lambda *_: None)
    monkeypatch.setattr(training, "perf_counter", lambda: clock[0])
    monkeypatch.setattr(training, "tune_policy", step([1]))
    monkeypatch.setattr(training, "fit_values", step(row))
    monkeypatch.setattr(training, "fit_belief", fail)
    monkeypatch.setattr(training, "play_scores", step(None))
    monkeypatch.setattr(training, "fit_race", lambda *_: ([1], 0.7, 1.0))
    with pytest.raises(KeyboardInterrupt):
        training._build_set(tmp_path, "strict", 2, (1, 1, 1))
    monkeypatch.setattr(training, "fit_belief", step(row[0]))
    training._build_set(tmp_path, "strict", 2, (1, 1, 1))
    made = training._finished(tmp_path, "strict", 2, (1, 1, 1))
    assert made.card["minutes"] == "4.0"
    assert (made.policy, made.value, made.belief, made.race) == ([1], [[1, 1]], [1, 1], [1])


def test_a_run_goes_on_only_with_its_settings_and_its_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "settings.json"
    training._begin(file, {"steps": 3})
    training._begin(file, {"steps": 3})
    with pytest.raises(ValueError, match=r'begun with other settings: {"steps":3}$'):
        training._begin(file, {"steps": 4})
    kept = file.read_bytes()
    monkeypatch.setattr(training, "code_hash", lambda: "other")
    for was in (kept, b'{"steps":3}'):
        file.write_bytes(was)
        with pytest.raises(ValueError, match="begun by other code"):
            training._begin(file, {"steps": 3})


def test_the_hash_of_the_code_is_over_all_that_trains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = Path(training.__file__).parents[1]
    for part in ("bots", "dummy", "kit"):
        shutil.copytree(home / part, tmp_path / part)
    monkeypatch.setattr(training, "__file__", str(tmp_path / "bots" / "training.py"))
    hashes = {training.code_hash()}
    for name in ("bots/training.py", "bots/race.py", "bots/kernel/search.py", "dummy/kernel/play.py", "kit/rng.py"):
        with (tmp_path / name).open("a") as file:
            file.write("\n")
        hashes.add(training.code_hash())
    assert len(hashes) == 6
    (tmp_path / "bots" / "agent.py").write_text("")
    assert training.code_hash() in hashes


@fast
@pytest.mark.drill
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
