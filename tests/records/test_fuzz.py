"""Whatever is done to a record, reading it ends in a record or in a SpetoError with one printable line."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.records.played import at_position, full, played

from speto.errors import SpetoError
from speto.records import read
from speto.replay import replay

RECORDS = [full(played(2, 3, deals=2)), full(played(5, 2, stop=20)), at_position()]
TEXTS = [record.to_json() for record in RECORDS]
TREES = [json.loads(text) for text in TEXTS]

fuzz = settings(derandomize=True, deadline=None, max_examples=120, database=None)


def bear(data: bytes | str) -> None:
    """Reading either works or says in one line why not."""
    refused: SpetoError | None = None
    try:
        replay(read(data))
    except SpetoError as error:
        refused = error
    if refused is not None:
        assert refused.sentence
        assert len(str(refused)) < 600
        assert "\n" not in str(refused)
        assert refused.rule is None or refused.rule[0].isupper()
        assert all(number is None or number >= 0 for number in refused.at)


@fuzz
@given(st.sampled_from(TEXTS), st.data())
def test_bytes_that_are_changed(text: bytes, data: st.DataObject) -> None:
    changed = bytearray(text)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(changed) - 1))
        changed[at] = data.draw(st.integers(0, 255))
    bear(bytes(changed))


@fuzz
@given(st.sampled_from(TEXTS), st.data())
def test_text_that_is_cut_and_joined(text: bytes, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=4)))
    piece = data.draw(st.sampled_from([b"", b'"', b"}", b"]", b",", b":", b"null", b"\\", b"\\ud800", b"[[", b"1e999"]))
    bear(text[: cuts[0]] + piece + text[cuts[1] :])
    bear(text[: cuts[-1]])
    bear(text[cuts[0] :] + text[: cuts[0]])


@fuzz
@given(st.one_of(st.binary(max_size=60), st.text(max_size=60)))
def test_anything(data: bytes | str) -> None:
    bear(data)


numbers = st.one_of(st.integers(-3, 60), st.integers(), st.floats(allow_nan=False, allow_infinity=False))
words = st.sampled_from(
    ["+", "-7h", "^JdQdKd", "=7c7d7h", "Qc>8c", "#3h", ".", "7h", "7h/1", "deck", "turn", "10d", "♣"]
)
values = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, words, st.text(max_size=8)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=6), inner, max_size=4)),
    max_leaves=6,
)


def places(tree: Any) -> list[tuple[Any, Any]]:
    """Every place in a tree: the list or object, and the index or key."""
    if not isinstance(tree, (list, dict)):
        return []
    keys = list(tree) if isinstance(tree, dict) else range(len(tree))
    return [(tree, key) for key in keys] + [place for key in keys for place in places(tree[key])]


@fuzz
@given(st.sampled_from(TREES), st.data())
def test_trees_that_are_changed(tree: Any, data: st.DataObject) -> None:
    tree = copy.deepcopy(tree)
    for _ in range(data.draw(st.integers(1, 3))):
        found = places(tree)
        inner, key = found[data.draw(st.integers(0, len(found) - 1))]
        what = data.draw(st.sampled_from(["replace", "delete", "swap", "double", "insert"]))
        if what == "replace":
            inner[key] = data.draw(values)
        elif what == "delete":
            del inner[key]
        elif what == "swap":
            other, where = found[data.draw(st.integers(0, len(found) - 1))]
            inner[key], other[where] = copy.deepcopy(other[where]), copy.deepcopy(inner[key])
        elif isinstance(inner, list):
            inner.insert(key, copy.deepcopy(inner[key]) if what == "double" else data.draw(values))
        else:
            inner[data.draw(st.one_of(words, st.text(max_size=6)))] = data.draw(values)
        if not places(tree):
            break
    bear(json.dumps(tree, ensure_ascii=data.draw(st.booleans())).encode("utf-8", "surrogatepass"))


@fuzz
@given(st.sampled_from(TREES), st.data())
def test_starts_that_are_changed(tree: Any, data: st.DataObject) -> None:
    tree = copy.deepcopy(tree)
    start = tree["deals"][0]["start"]
    for _ in range(data.draw(st.integers(1, 3))):
        key = data.draw(st.sampled_from([*start, "head", "fresh", "layoffs", "known", "penalties", "turn", "deck"]))
        start[key] = data.draw(st.one_of(values, st.lists(st.lists(values, max_size=3), max_size=3)))
    bear(json.dumps(tree).encode())


@fuzz
@given(st.sampled_from(TREES), st.data())
def test_actions_that_are_changed(tree: Any, data: st.DataObject) -> None:
    tree = copy.deepcopy(tree)
    actions = tree["deals"][0].setdefault("actions", [])
    at = data.draw(st.integers(0, len(actions)))
    actions[at:at] = data.draw(
        st.lists(st.one_of(words, st.text("+-^=>#.cdhs23456789TJQKA10", max_size=9)), max_size=3)
    )
    bear(json.dumps(tree).encode())
