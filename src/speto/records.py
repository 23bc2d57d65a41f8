"""Records: what a record is, read from JSON and written to it. Knows no game; :mod:`speto.replay` plays it.

The format is ``docs/notation.md``. Reading is strict: an unknown key, a key that stands twice, a wrong type
and text that is no JSON are each refused in one sentence with the place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from speto.errors import BadText, Place

FORMAT = "speto/1"
LIMIT = 16 << 20
"""The most bytes that one record may have."""


class LedgerLine(Struct, forbid_unknown_fields=True):
    """One line of a ledger: points of a seat, and why."""

    seat: int
    code: str
    rule: str
    points: int
    cards: str | UnsetType = UNSET
    action: int | UnsetType = UNSET
    by: int | UnsetType = UNSET


class DealRecord(Struct, forbid_unknown_fields=True):
    """One deal: its start (a deck or a position), its actions, and what they are said to come to."""

    start: dict[str, Any]
    actions: list[str] = []
    scores: list[int] | UnsetType = UNSET
    ledger: list[LedgerLine] | UnsetType = UNSET


class BotMove(Struct, forbid_unknown_fields=True):
    """One move of a bot: on which action of which deal it spent how many worlds, from which seed.

    ``weights`` only where they are not the bot's: a deal may outlast an upgrade.
    """

    deal: int
    action: int
    worlds: int
    seed: str
    weights: str | UnsetType = UNSET


class BotRecord(Struct, forbid_unknown_fields=True):
    """Who sat in a bot's seat: its level, the hash of its weights, its moves that are told of. Kept, never judged."""

    level: str
    weights: str
    moves: list[BotMove]


class Result(Struct, forbid_unknown_fields=True):
    """Totals over all finished deals, and the seat that won the match, None while nobody has."""

    totals: list[int]
    winner: int | None


class Record(Struct, forbid_unknown_fields=True):
    """All deals of one table, or some: then ``before`` has each seat's points of the match before the first of them.

    What is absent is ``msgspec.UNSET`` and is left out when written.

    >>> text = '{"format": "speto/1", "game": "dummy", "rules": {}, "players": ["A"], "deals": [{"start": {}}]}'
    >>> record = read(text)
    >>> record.players, record.deals[0].actions
    (['A'], [])
    >>> read(record.to_json()) == record
    True
    """

    format: str
    game: str
    rules: dict[str, Any]
    players: list[str]
    deals: list[DealRecord]
    before: list[int] | UnsetType = UNSET
    meta: dict[str, str] | UnsetType = UNSET
    bots: list[BotRecord | None] | UnsetType = UNSET
    result: Result | UnsetType = UNSET

    def to_json(self, indent: int | None = None) -> bytes:
        """The record as JSON: on one line, or on many with that indent. Keys keep their order."""
        data = msgspec.json.encode(self)
        return data if indent is None else msgspec.json.format(data, indent=indent)


_decoder = msgspec.json.Decoder(Record)
_MARK = b"\xef\xbb\xbf"  # some editors begin UTF-8 text with it


def read(data: bytes | str) -> Record:
    """The record that a JSON text holds. Whether its deals can be played is for :func:`speto.replay.replay`.

    Raises:
        BadText: this is no record; the sentence says what is wrong, ``at`` where.
    """
    raw = _bytes(data)
    try:
        record = _decoder.decode(raw)
        _refuse_repeated_keys(raw, record)
    except RecursionError:
        raise BadText("the JSON is nested too deeply for a record") from None
    except msgspec.ValidationError as error:
        raise _misshapen(raw, str(error)) from None
    except msgspec.DecodeError as error:
        raise _no_json(raw, str(error)) from None
    check(record)
    return record


def read_lines(lines: Iterable[bytes | str]) -> Iterator[Record]:
    """The records of a JSON Lines file, one a line.

    Raises:
        BadText: at the first line that is no record.
    """
    return (read(line) for line in lines)


def check(record: Record) -> None:
    """What the types of a record do not say: the format's name, names that print, at least one deal.

    Raises:
        BadText: with a sentence.
    """
    if record.format != FORMAT:
        raise _other_format(record.format)
    for seat, name in enumerate(record.players):
        if len(name) > 80:
            raise BadText(f"players[{seat}] is a name of {len(name)} characters; at most 80 are kept")
        if _CONTROL.search(name):
            raise BadText(f"players[{seat}] holds a control character: {name!r}")
    if not record.deals:
        raise BadText("deals is empty: a record holds at least one deal")
    if record.before is not UNSET:
        if len(record.before) != len(record.players):
            raise BadText(f"before has {len(record.before)} entries for {len(record.players)} players")
        if far := [points for points in record.before if abs(points) > MOST_POINTS]:
            raise BadText(f"before: {far[0]} is out of range: at most {MOST_POINTS} points either way")
    if record.bots is not UNSET and len(record.bots) != len(record.players):
        raise BadText(f"bots has {len(record.bots)} entries for {len(record.players)} players")


MOST_POINTS = 1_000_000
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")  # these also turn lines around


def schema() -> bytes:
    """The JSON Schema of a record, as ``docs/schema/record.schema.json`` holds it.

    ``start`` and ``rules`` belong to the game and stay open here.
    """
    found = msgspec.json.schema(Record)
    found["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    found["title"] = f"A record, {FORMAT}"
    for kind in found["$defs"].values():
        kind["description"] = kind["description"].partition("\n\n")[0]
    found["$defs"]["Record"]["properties"]["format"] = {"const": FORMAT}
    found["$defs"]["Record"]["properties"]["deals"]["minItems"] = 1
    found["$defs"]["Record"]["properties"]["players"]["items"] = {"type": "string", "maxLength": 80}
    return msgspec.json.format(msgspec.json.encode(found, order="deterministic"), indent=2) + b"\n"


# What is wrong with a text, as a sentence.


def _bytes(data: bytes | str) -> bytes:
    if isinstance(data, str):
        try:
            data = data.encode()
        except UnicodeEncodeError as error:
            raise BadText(f"the text holds half a character at {error.start}, a lone surrogate") from None
    if len(data) > LIMIT:
        raise BadText(f"a record has at most {LIMIT >> 20} MiB")
    data = data.removeprefix(_MARK)
    if not data or data.isspace():
        raise BadText("the text is empty: no record")
    return data


def _no_json(raw: bytes, message: str) -> BadText:
    """The sentence for text that is not JSON; ``message`` is the decoder's."""
    if 0 in raw[:2] or raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return BadText("the text is UTF-16 or UTF-32: a record is UTF-8")
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        return BadText(f"the text is not UTF-8, see byte {error.start}")
    if "truncated" in message:
        return BadText("the text breaks off in the middle of the JSON")
    found = re.fullmatch(r"(?:JSON is malformed: )?(.*) \(byte (\d+)\)", message)
    what, byte = (found[1], int(found[2])) if found else (message, 0)
    line, column = raw.count(b"\n", 0, byte) + 1, byte - raw.rfind(b"\n", 0, byte)
    return BadText(f"the text is no JSON: {what} at line {line}, column {column}")


_TYPES = {
    "int": "a whole number",
    "float": "a number with a point",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
_KEYS: dict[str, type[Struct]] = {
    "": Record,
    ".deals[]": DealRecord,
    ".deals[].ledger[]": LedgerLine,
    ".bots[]": BotRecord,
    ".bots[].moves[]": BotMove,
    ".result": Result,
}


def _misshapen(raw: bytes, message: str) -> BadText:
    """The sentence for JSON that is no record; ``message`` is the decoder's."""
    try:
        whole = msgspec.json.decode(raw)
    except (RecursionError, msgspec.DecodeError):
        whole = None
    if isinstance(whole, dict) and whole.get("format", FORMAT) != FORMAT:
        return _other_format(whole["format"])
    found = re.fullmatch(r"(.*?)(?: - at `(?:key in )?\$([\w.\[\]]*)`)?", message, re.DOTALL)
    assert found is not None
    what, path = found[1], found[2] or ""
    at, place = _place(path)
    if what.startswith("Object contains unknown field "):
        key = what[len("Object contains unknown field `") : -1]
        keys = ", ".join(_KEYS.get(re.sub(r"\d+", "", path), Record).__struct_fields__)
        return BadText(f"{place} has a key {short(key)} that is not known; the keys are {keys}", at=at)
    if what.startswith("Object missing required field "):
        return BadText(f"{place} lacks the key {what.rpartition(' ')[2].strip('`')!r}", at=at)
    if got := re.fullmatch(r"Expected `(.*)`, got `(.*)`", what):
        expected, given = (" or ".join(_TYPES.get(t, t) for t in side.split(" | ")) for side in got.groups())
        return BadText(f"{place} must be {expected}, not {given}", at=at)
    if "out of range" in what:
        return BadText(f"{place} holds a number out of range", at=at)
    return BadText(f"{place}: {what}", at=at)


def _place(path: str) -> tuple[Place, str]:
    """Where a decoder's path points: deal and action, and the rest in words."""
    found = re.fullmatch(r"(?:\.deals\[(\d+)\])?(?:\.actions\[(\d+)\])?\.?(.*)", path, re.DOTALL)
    assert found is not None
    deal, action = (None if number is None else int(number) for number in found.group(1, 2))
    rest = found[3].removesuffix("[...]")
    if not rest:
        rest = "a record" if deal is None else "a deal" if action is None else "an action"
    elif found[3] != rest:
        rest = f"a value in {rest}"
    return (deal, action), rest


def _other_format(value: object) -> BadText:
    return BadText(f"format is {short(value)}: only {FORMAT!r} is read")


def short(value: object) -> str:
    """What somebody wrote, cut to what fits a sentence."""
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "an object"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    shown = repr(value[:60] if isinstance(value, str) else value)
    return shown if len(shown) <= 60 else shown[:57] + "…"


# A key that stands twice. The decoder would silently keep the last.


def _refuse_repeated_keys(raw: bytes, record: Record) -> None:
    """Refuse an object that holds a key twice.

    Each key of the record has its own colon in the JSON, and each text of the record has all of its colons
    there, unless it is escaped. So when JSON and record have equally many, nothing was dropped. Only if they
    differ, or a colon is escaped, the JSON is read a second time, slowly.
    """
    optional = sum(not deal.actions for deal in record.deals)
    hidden = b"\\u003a" in raw or b"\\u003A" in raw
    if not hidden and raw.count(b":") == msgspec.json.encode(record).count(b":") - optional:
        return
    whole = json.loads(raw, object_pairs_hook=_object, parse_int=str, parse_float=str)
    for path, value in _walk(whole, ""):
        if isinstance(value, _Repeated):
            at, place = _place(path)
            raise BadText(f"{place} has the key {short(value.key)} twice", at=at)


class _Repeated:
    """Stands for an object with a key that stands twice in it."""

    def __init__(self, key: str, inside: dict[str, Any]) -> None:
        self.key = key
        self.inside = inside


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any] | _Repeated:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            break
        seen.add(key)
    return _Repeated(key, found)


def _walk(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Every value with its path, from the outside in."""
    yield path, value
    if isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _walk(inner, f"{path}[{index}]")
    elif isinstance(value, (dict, _Repeated)):
        inside = value if isinstance(value, dict) else value.inside
        for key, inner in inside.items():
            step = f".{key}" if key.isidentifier() and len(key) < 40 else "[...]"
            yield from _walk(inner, path + step)
