"""Where each rule lives: its home in the code, and the tests that name it.

The home of a rule is the function, class or constant whose docstring begins with its id: ``R9, A10: …``.
Tests name a rule in their own name (``test_R9_needs_a_hand_card``), in the id of a case (``id="E17"``) or in
the name of a golden record. Everything is read from the sources; nothing is imported.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from speto.rules_text import ID, TREE

PACKAGE = Path(__file__).parent
_DOCSTRING = re.compile(rf"({ID}(?:, {ID})*): ")


def homes(package: Path = PACKAGE) -> dict[str, list[str]]:
    """The homes of each rule, as ``speto.dummy.kernel.penalties:lays_off``."""
    found: dict[str, list[str]] = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        module = ".".join(parts).removesuffix(".__init__")
        for name, docstring in _documented(ast.parse(path.read_bytes()), ""):
            if ids := _DOCSTRING.match(docstring):
                for id_ in ids[1].split(", "):
                    found.setdefault(id_, []).append(f"{module}:{name}")
    return found


def _documented(tree: ast.AST, prefix: str) -> Iterator[tuple[str, str]]:
    """What has a docstring in a module or class: functions, classes, and constants with a text below them."""
    body: list[ast.stmt] = getattr(tree, "body", [])
    for node, after in zip(body, [*body[1:], None], strict=False):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield prefix + node.name, ast.get_docstring(node) or ""
            yield from _documented(node, f"{prefix}{node.name}.")
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(after, ast.Expr):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            match target, after.value:
                case ast.Name(name), ast.Constant(str(text)):
                    yield prefix + name, text


def named(root: Path = TREE) -> dict[str, list[str]]:
    """The tests that name each rule, as ``tests/rules/test_birth.py::test_R12_…``; none without sources."""
    found: dict[str, list[str]] = {}
    for path in sorted((root / "tests").rglob("*")):
        place = path.relative_to(root).as_posix()
        if path.suffix == ".py" and path.name.startswith("test_"):
            for name in _cases(ast.parse(path.read_bytes())):
                _note(found, name, f"{place}::{name}")
        elif "golden" in path.parts and path.suffix in (".json", ".jsonl"):
            _note(found, path.stem, place)
    return found


def _cases(tree: ast.Module) -> Iterator[str]:
    """The names of test functions, and the ids of parametrised cases."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name
        if isinstance(node, ast.keyword) and node.arg in ("id", "ids"):
            for inner in ast.walk(node.value):
                match inner:
                    case ast.Constant(str(text)):
                        yield text


def _note(found: dict[str, list[str]], words: str, place: str) -> None:
    for word in re.split(r"[^A-Za-z0-9]+", words):
        if re.fullmatch(ID, word) and place not in found.setdefault(word, []):
            found[word].append(place)
