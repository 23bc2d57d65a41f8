from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from speto.compiled import Twins
from tests.compiled import toy


@pytest.fixture(scope="session")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    """The toy package in this process: ``plain`` and ``fast`` modules by name, ``twins``, ``states``."""
    pytest.importorskip("numba")
    home = toy.write(tmp_path_factory.mktemp("toy"))
    twins = Twins("toy", "toy_fast", home)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPETO_CACHE_DIR", str(home.parent / "cache"))
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
