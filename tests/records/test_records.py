"""Reading and writing: what goes in comes out, and what is no record is refused with its place."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET
from tests.records.played import POSITION, at_position, full, played

from speto.errors import BadText
from speto.records import BotRecord, DealRecord, LedgerLine, Record, Result, read, read_lines, schema

SMALL = Record("speto/1", "dummy", {}, ["A", "B"], [DealRecord({"deck": ""})])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_round_trip(players: int) -> None:
    record = full(played(players, players, deals=2))
    for indent in (None, 0, 2):
        text = record.to_json(indent)
        assert read(text) == record
        assert read(text.decode()) == record
        assert read(text).to_json(indent) == text


def test_absent_keys_are_left_out() -> None:
    assert json.loads(SMALL.to_json()) == {
        "format": "speto/1",
        "game": "dummy",
        "rules": {},
        "players": ["A", "B"],
        "deals": [{"start": {"deck": ""}, "actions": []}],
    }
    line = LedgerLine(0, "hand", "R24", -5)
    assert json.loads(msgspec.json.encode(line)) == {"seat": 0, "code": "hand", "rule": "R24", "points": -5}


def test_keys_keep_their_order() -> None:
    record = full(played(1))
    assert list(json.loads(record.to_json())) == list(Record.__struct_fields__)
    text = at_position().to_json()
    assert list(json.loads(text)["deals"][0]["start"]) == list(POSITION)


def test_actions_may_be_absent() -> None:
    record = read('{"format":"speto/1","game":"dummy","rules":{},"players":[],"deals":[{"start":{}}]}')
    assert record.deals[0].actions == []
    assert record.deals[0].scores is UNSET
    assert record.meta is UNSET


def test_everything_optional_is_read() -> None:
    record = full(played(3, 3))
    again = read(record.to_json())
    assert again.meta == {"place": "a test", "note": "ten: 5"}
    assert isinstance(again.bots, list)
    assert again.bots[:2] == [None, None]
    assert isinstance(again.bots[2], BotRecord)
    assert isinstance(again.result, Result)
    assert isinstance(again.deals[0].ledger, list)


def test_a_mark_before_the_text_is_read() -> None:
    assert read(b"\xef\xbb\xbf" + SMALL.to_json()) == SMALL
    assert read("\ufeff" + SMALL.to_json().decode()) == SMALL


def test_names_may_be_in_any_language_and_empty() -> None:
    for name in ("เกิด", "", "Zoë", "👩\u200d🚀", "x" * 80, "10:15", '"\\'):
        record = msgspec.structs.replace(SMALL, players=[name, name])
        assert read(record.to_json()) == record
        assert read(json.dumps(json.loads(record.to_json()))) == record


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"format":"speto/1","rules":{"a":1,"a":1}', "the text breaks off"),
        ('{"format":"speto/1","format":"speto/1"}', "lacks the key 'game'"),
        ('"\ud800"', "half a character"),
        ('{"format":"speto/1","\ud83d":1}', "half a character"),
    ],
)
def test_text_that_is_no_record(text: str, sentence: str) -> None:
    with pytest.raises(BadText, match=sentence) as caught:
        read(text)
    assert caught.value.at == (None, None)


@pytest.mark.parametrize("colon", [":", "\\u003a", "\\u003A", " : ", '\\":', "\\\\u003a"])
def test_a_key_twice_is_found_whatever_else_holds_a_colon(colon: str) -> None:
    once = SMALL.to_json().decode().replace('"A"', f'"A{colon}B"')
    assert read(once).players[0].startswith("A")
    for key in ('"game":"dummy"', '"ga\\u006de":"dummy"', '"game" : "dummy"', '"game":"dum\\u006dy"'):
        twice = once.replace('"rules":', f'{key},"rules":')
        with pytest.raises(BadText, match="has the key 'game' twice"):
            read(twice)


def test_a_key_twice_is_found_however_deep() -> None:
    deep = '{"a":' * 300 + '{"b":1,"b":2}' + "}" * 300
    text = SMALL.to_json().decode().replace('{"deck":""}', deep)
    with pytest.raises(BadText, match="has the key 'b' twice") as caught:
        read(text)
    assert caught.value.at == (0, None)
    keys = SMALL.to_json().decode().replace('{"deck":""}', '{"a b\\n":[{"c":1,"c":1}]}')
    with pytest.raises(BadText, match="has the key 'c' twice"):
        read(keys)


def test_lines() -> None:
    text = SMALL.to_json() + b"\n" + at_position().to_json(0) + b"\n"
    assert list(read_lines(text.splitlines())) == [SMALL, at_position()]
    with pytest.raises(BadText, match="the text is empty"):
        list(read_lines([SMALL.to_json(), b"\n"]))


def test_the_schema_in_the_docs_is_up_to_date() -> None:
    kept = Path(__file__).parents[2] / "docs" / "schema" / "record.schema.json"
    assert kept.read_bytes() == schema()


def test_the_schema_names_every_key() -> None:
    kinds = json.loads(schema())["$defs"]
    for kind in (Record, DealRecord, LedgerLine, Result, BotRecord):
        described = kinds[kind.__name__]
        assert set(described["properties"]) == set(kind.__struct_fields__)
        assert described["additionalProperties"] is False
    assert kinds["Record"]["required"] == ["format", "game", "rules", "players", "deals"]
    assert kinds["DealRecord"]["required"] == ["start"]
