from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.compiled import toy

from speto.compiled import Twins


@pytest.fixture(scope="session")
def warmed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A cache that two processes began to warm at the same time, and what they told."""
    pytest.importorskip("numba")
    place = tmp_path_factory.mktemp("warmed")
    home, cache = toy.write(place), str(place / "cache")
    first, second = (toy.start(home, toy.PLAY, SPETO_CACHE_DIR=cache) for _ in range(2))
    return {"home": home, "cache": cache, "first": toy.report(first), "second": toy.report(second)}


@pytest.fixture(scope="session")
def here(warmed: dict[str, Any]) -> Iterator[SimpleNamespace]:
    """The toy package in this process: ``plain`` and ``fast`` modules by name, ``twins``, ``states``."""
    home = warmed["home"]
    twins = Twins("toy", "toy_fast", home)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPETO_CACHE_DIR", warmed["cache"])
        patch.syspath_prepend(str(home.parent))
        patch.setattr(sys, "meta_path", [*sys.meta_path, twins])
        names = ("rules", "state")
        yield SimpleNamespace(
            twins=twins,
            kit=twins.load("kit"),
            fast=twins.load("lower"),
            policy=twins.load("upper").policy,
            plain=SimpleNamespace(**{name: importlib.import_module(f"toy.lower.{name}") for name in names}),
            plain_policy=importlib.import_module("toy.upper.policy"),
            states=importlib.import_module("toy.warm").states,
        )
        for name in [name for name in sys.modules if name.partition(".")[0] in ("toy", "toy_fast")]:
            del sys.modules[name]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A fresh copy of the toy package."""
    return toy.write(tmp_path)
