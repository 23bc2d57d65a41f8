"""The vectors of the view's hash, which the page's tests read too."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.protocol.make_vectors import FILE, vectors, written

from speto.dummy import wire
from speto.protocol.messages import DummyView

VECTORS: list[dict[str, Any]] = msgspec.json.decode(FILE.read_bytes())
PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"


def test_the_file_is_what_its_script_makes() -> None:
    assert FILE.read_bytes() == written(vectors())


def test_there_are_twenty_and_they_differ() -> None:
    assert len(VECTORS) == 20
    assert len({vector["hash"] for vector in VECTORS}) == 20
    assert {vector["deal"]["phase"] for vector in VECTORS} == {"take", "lay", "over"}
    assert {vector["viewer"] for vector in VECTORS} >= {None, 0, 1, 2}
    everything = "\n".join(vector["text"] for vector in VECTORS)
    for line in (
        "set ",
        "run ",
        "line ",
        "shown ",
        r"knock \d ",
        "fresh .",
        "scores .*-\\d",
        "seat 1 . 1 . [1-9]",
        "head -",
    ):
        assert re.search(f"^{line}", everything, re.M), line


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["name"]))
def test_text_and_hash_of_a_deal(vector: dict[str, Any]) -> None:
    deal = msgspec.convert(vector["deal"], DummyView)
    assert wire.hash_text(deal) == vector["text"]
    assert hashlib.sha256(vector["text"].encode()).hexdigest()[:8] == vector["hash"]
    assert vector["text"].isascii()


def test_every_field_that_is_hashed_changes_the_text() -> None:
    deal = msgspec.convert(VECTORS[0]["deal"], DummyView)
    text = wire.hash_text(deal)
    free = {"legal", "actors"}
    for field in deal.__struct_fields__:
        value = getattr(deal, field)
        other: Any = {bool: not value, int: 7, str: "x", list: [], type(None): 1}[type(value)]
        if field == "shown":
            other = ["x"]
        if field == "actions":
            other = ["-2c"]
        if field == "scores":
            other = [1, 2, 3]
        if other != value:
            changed = wire.hash_text(msgspec.structs.replace(deal, **{field: other}))
            assert (changed == text) == (field in free), field


def test_the_page_shows_a_vector() -> None:
    """The example in docs/protocol.md is one of the file."""
    page = PAGE.read_text(encoding="utf-8")
    example = re.search(r"^## The view's hash$.*?^```text\n(.*?)\n```$", page, re.M | re.S)
    assert example is not None
    assert example[1] in {vector["text"] for vector in VECTORS}
    digest = hashlib.sha256(example[1].encode()).hexdigest()[:8]
    assert f"`{digest}`" in page
