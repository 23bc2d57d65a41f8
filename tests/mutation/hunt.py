"""One process of the hunt for mutants.

    python -m tests.mutation.hunt SHARE SHARES SECONDS FILE

takes every SHARES-th mutant from SHARE on, until the time is up, runs the tests on each, and writes a line of JSON to
the file: the mutant's number and the test that killed it, or null. Only the plain kernel is changed, and only in
this process: a function gets the code of its mutant, so whoever has imported it runs that.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import json
import signal
import sys
import tempfile
import time
from pathlib import Path
from types import FrameType, FunctionType, ModuleType

import pytest
from _pytest.runner import runtestprotocol
from tests.mutation.mutate import Mutant, mutants

MODULES = {name: importlib.import_module(f"speto.dummy.kernel.{name}") for name in ("penalties", "scoring")}
DEALS = "tests/mutation/deals.py"
SUITE = ("tests/rules", "tests/golden", DEALS)
NOT_ASKED = "tests/rules/test_rule_homes.py"
"""It reads sources, so no mutant can change what it finds."""
ENDLESS = 20
"""So many times its usual CPU time, and a second more, and a test has met a loop without end."""


class Endless(BaseException):
    """Raised inside a test that does not come to its end; nothing that catches Exception may catch it."""


def source(module: ModuleType) -> str:
    """The text of a module."""
    return Path(str(module.__file__)).read_text(encoding="utf-8")


def all_mutants() -> list[Mutant]:
    """Those of both files, mixed in an order that is the same everywhere: its beginning is a fair sample."""
    found = [mutant for name, module in MODULES.items() for mutant in mutants(name, source(module))]
    return sorted(found, key=lambda mutant: hashlib.sha256(repr(mutant[:4]).encode()).digest())


def install(module: ModuleType, text: str, reached: set[int] | None = None) -> None:
    """Let a module's functions and numbers be what this text says; if asked, note the lines that are reached.

    Raises:
        Exception: whatever the text raises when it is run.
    """
    names: dict[str, object] = {"__name__": module.__name__, "__package__": module.__package__}
    exec(compile(text if reached is None else _noting(text), str(module.__file__), "exec"), names)
    for name, value in names.items():
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            getattr(module, name).__code__ = value.__code__
        elif isinstance(value, int):
            setattr(module, name, value)
    module.__dict__["_reached"] = reached


def _noting(text: str) -> ast.Module:
    """The module, in which each statement of a function first notes its line in `_reached`."""
    tree = ast.parse(text)
    for node in list(ast.walk(tree)):
        for field in ("body", "orelse"):
            inner = getattr(node, field, None)
            if isinstance(inner, list) and not isinstance(node, ast.Module):
                notes = [ast.parse(f"_reached.add({statement.lineno})").body[0] for statement in inner]
                setattr(node, field, [part for pair in zip(notes, inner, strict=True) for part in pair])
    return ast.fix_missing_locations(tree)


class Hunt:
    """A pytest plugin: in the place of one run of the tests it makes one for each mutant."""

    def __init__(self, share: int, shares: int, seconds: float, file: Path) -> None:
        self.numbered = list(enumerate(all_mutants()))[share::shares]
        self.seconds = seconds
        self.file = file
        self.kills: dict[pytest.Item, int] = {}
        self.cost: dict[pytest.Item, float] = {}
        self.reach: dict[tuple[str, int], list[pytest.Item]] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Called by pytest when the tests are collected."""
        signal.signal(signal.SIGVTALRM, _end)
        self.note_reach(session.items)
        end = time.monotonic() + self.seconds
        with self.file.open("w", encoding="utf-8", buffering=1) as file:
            for number, mutant in self.numbered:
                if time.monotonic() > end:
                    break
                file.write(json.dumps([number, self.killer(mutant)]) + "\n")
        return True

    def note_reach(self, items: list[pytest.Item]) -> None:
        """Run all tests without a fault, and see which lines each of them reaches."""
        lines: dict[str, set[int]] = {name: set() for name in MODULES}
        for name, module in MODULES.items():
            install(module, source(module), lines[name])
        for item in items:
            begun = time.process_time()
            if (failed := failure(item)) is not None:
                raise pytest.UsageError(f"{item.nodeid} fails without any fault:\n{failed}")
            self.cost[item] = time.process_time() - begun
            self.kills[item] = 0
            for name, reached in lines.items():
                for line in reached:
                    self.reach.setdefault((name, line), []).append(item)
                reached.clear()
        for module in MODULES.values():
            install(module, source(module))

    def killer(self, mutant: Mutant) -> str | None:
        """The first test that fails, None if all pass: cheap ones and those that killed others first, deals last."""
        name, inside, _ = mutant.where.partition(".")
        module = MODULES[name]
        able = self.reach.get((name, mutant.line), []) if inside else list(self.cost)
        able = sorted(able, key=lambda item: (DEALS in item.nodeid, -self.kills[item], self.cost[item]))
        try:
            install(module, mutant.source)
        except (ArithmeticError, TypeError, ValueError):
            return "its own import"
        killer = next((item for item in able if failure(item, 1 + ENDLESS * self.cost[item]) is not None), None)
        install(module, source(module))
        if killer is None:
            return None
        if (failed := failure(killer)) is not None:
            raise pytest.UsageError(f"{killer.nodeid} fails without this fault, too:\n{mutant.difference}\n{failed}")
        self.kills[killer] += 1
        return killer.nodeid


def failure(item: pytest.Item, seconds: float = 0) -> str | None:
    """Run one test, for so many seconds of CPU time at most if a number is given. None if it passes."""
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        reports = runtestprotocol(item, log=False, nextitem=None)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return next((report.longreprtext for report in reports if report.failed), None)


def _end(_signal: int, _frame: FrameType | None) -> None:
    raise Endless


def main(share: str, shares: str, seconds: str, file: str) -> int:
    """Hunt this share of the mutants."""
    hunt = Hunt(int(share), int(shares), float(seconds), Path(file))
    with tempfile.TemporaryDirectory() as folder:
        words = ["-q", "--tb=native", "-p", "no:cacheprovider", f"--basetemp={folder}/tests", f"--ignore={NOT_ASKED}"]
        return int(pytest.main([*words, *SUITE], plugins=[hunt]))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
