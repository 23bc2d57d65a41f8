"""Broken records: for each the bytes, what the one line must say of the place, and the rule it must name."""

from __future__ import annotations

import copy
import json
from typing import Any, NamedTuple

from tests.records.played import POSITION, full, played

from speto.cards import TEXTS
from speto.dummy.game import GAME

Tree = Any
ABSENT = object()


class Bad(NamedTuple):
    """A broken record."""

    data: bytes
    place: str = ""
    rule: str | None = None


MATCH = full(played(5, deals=3, rules={"preset": "strict", "target": 400})).to_json()
"""A whole match of three deals, with everything stated."""
TREE: Tree = json.loads(MATCH)
LAST = len(TREE["deals"][0]["actions"])
TEXT = MATCH.decode()


def changed(*changes: tuple[str, Any], base: Tree = TREE) -> bytes:
    """A record with values put at paths such as ``deals.0.start.deck``; ABSENT takes the key away."""
    tree = copy.deepcopy(base)
    for path, value in changes:
        *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        inner = tree
        for step in steps:
            inner = inner[step]
        if value is ABSENT:
            del inner[last]
        elif isinstance(inner, list) and last == len(inner):
            inner.append(value)
        else:
            inner[last] = value
    return json.dumps(tree, ensure_ascii=False).encode()


def place_of(path: str) -> str:
    """How a line names such a path."""
    out = ""
    for step in path.split("."):
        out += f"[{step}]" if step.isdigit() else f".{step}" if out else step
    return out.replace("].", "]: ", 1) if out.startswith("deals[") and ".actions[" not in out else out


def table(text: str) -> list[list[str]]:
    """The cells of a table whose columns are parted by |."""
    return [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]


CASES: dict[str, Bad] = {}


def add(name: str, *case: Any) -> None:
    assert name not in CASES, name
    CASES[name] = Bad(*case)


# Text that is no JSON, or not text.

add("empty", b"", "empty")
add("blank", b" \n\t\r\n", "empty")
add("only a mark", b"\xef\xbb\xbf", "empty")
add("null bytes", bytes(64), "UTF-16")
add("utf-16", TEXT.encode("utf-16"), "UTF-16")
add("utf-16 little end", TEXT.encode("utf-16-le"), "UTF-16")
add("utf-16 big end", TEXT.encode("utf-16-be"), "UTF-16")
add("utf-32", TEXT.encode("utf-32"), "UTF-16 or UTF-32")
add("latin-1", changed(("players.0", "Zoë")).decode().encode("latin-1"), "not UTF-8")
add("tis-620", changed(("players.0", "เกิด")).decode().encode("tis-620"), "not UTF-8")
add("utf-7 in a card", TEXT.replace('"+"', '"+AGE-"', 1).encode("utf-7"), "deals[0].actions[0]", "R8")
add("a byte of no text", MATCH[:40] + b"\xff" + MATCH[40:], "byte 40")
add("overlong utf-8", MATCH.replace(b'"A"', b'"\xc1\x81"', 1), "not UTF-8")
add("surrogate in utf-8", MATCH.replace(b'"A"', b'"\xed\xa0\x80"', 1), "not UTF-8")
add("lone surrogate", MATCH.replace(b'"A"', b'"\\ud800"', 1), "JSON")
add("control character in a text", MATCH.replace(b'"A"', b'"\x01"', 1), "line 1, column")
add("gzip", b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", "not UTF-8")
add("yaml", b"format: speto/1\ngame: dummy\n", "line 1, column 6")
add("xml", b"<record format='speto/1'/>", "line 1, column 1")
add("single quotes", TEXT.replace('"', "'").encode(), "line 1, column 2")
add("comment", b"// a record\n" + MATCH, "line 1, column 1")
add("trailing comma", MATCH[:-1] + b",}", "trailing comma")
add("two records", MATCH + MATCH, "trailing characters")
add("two lines", MATCH + b"\n" + MATCH, "trailing characters at line 2")
add("missing brace", MATCH[:-1], "breaks off")
add("missing colon", MATCH.replace(b'"format":', b'"format"', 1), "line 1, column 10")
add("python", repr(TREE).encode(), "line 1, column 2")
add("NaN", MATCH.replace(b"155", b"NaN", 1), "line 1, column")
add("Infinity", MATCH.replace(b"155", b"Infinity", 1), "line 1, column")
add("leading zero", MATCH.replace(b"155", b"0155", 1), "line 1, column")
add("plus sign", MATCH.replace(b"155", b"+155", 1), "line 1, column")
for part in (1, 2, 9, 30, 100, 250, 400, 600, 1000, len(MATCH) - 300, len(MATCH) - 30, len(MATCH) - 2):
    add(f"truncated at {part}", MATCH[:part], "breaks off")
add("10 MB of [", b"[" * 10_000_000, "a record must be an object")
add("10 MB of {", b'{"format":' * 1_000_000, "format")
add(
    "10 MB of [ in start",
    b'{"format":"speto/1","deals":[{"start":{"a":' + b"[" * 10_000_000,
    "nested too deeply",
)
add(
    "10 MB of { in start",
    b'{"format":"speto/1","deals":[{"start":' + b'{"a":' * 2_000_000,
    "nested too deeply",
)
add("10 MB of [ in rules", b'{"format":"speto/1","rules":{"a":' + b"[" * 10_000_000, "nested too deeply")
add("17 MB of spaces", b" " * 17_000_000 + MATCH, "16 MiB")
add("nesting that is closed", changed(("deals.0.start.deck", [[[[[[[[]]]]]]]])), "deals[0]: deck", "R1")

# A whole record of another kind.

for name, data in {
    "list": b"[]",
    "text": b'"speto/1"',
    "number": b"7",
    "null": b"null",
    "true": b"true",
}.items():
    add(f"a {name} for a record", data, "a record must be an object")
add("empty object", b"{}", "lacks the key 'format'")
add("another format", changed(("format", "speto/2")), "'speto/2'")
add("another format with other keys", b'{"format": "PGN", "moves": []}', "'PGN'")
add("format in capitals", changed(("format", "SPETO/1")), "'SPETO/1'")
add("another game", changed(("game", "chess")), "no game 'chess'")
add("game in capitals", changed(("game", "Dummy")), "no game 'Dummy'")

# Keys.

KEYS = """
    format game rules players deals result.totals result.winner bots.1.level bots.1.weights bots.1.moves
    bots.1.moves.0.seed deals.1.start deals.1.ledger.0.seat deals.1.ledger.0.code deals.1.ledger.0.rule
    deals.1.ledger.0.points
"""
for path in KEYS.split():
    add(f"no key {path}", changed((path, ABSENT)), f"lacks the key '{path.rpartition('.')[2]}'")
for path, where in table("""
    colour              | a record has a key 'colour'
    Format              | a record has a key 'Format'
    deals.2.winner      | deals[2]: a deal has a key 'winner'
    deals.0.action      | deals[0]: a deal has a key 'action'
    deals.2.ledger.1.to | deals[2]: ledger[1] has a key 'to'
    result.note         | result has a key 'note'
    bots.1.name         | bots[1] has a key 'name'
    bots.1.moves.0.time | bots[1].moves[0] has a key 'time'
"""):
    add(f"unknown key {path}", changed((path, 1)), where)
add("unknown key of a start", changed(("deals.1.start.dealer", 1)), "deals[1]: start has no key 'dealer'")
add("unknown key fair", changed(("deals.1.start.fair", {})), "deals[1]: start has no key 'fair'")
for key, before, where in table(r"""
    format   | "format":"speto/1",    | a record has the key 'format' twice
    starter  | "starter":1,           | deals[0]: start has the key 'starter' twice
    actions  | "actions":[],          | deals[0]: a deal has the key 'actions' twice
    preset   | "preset":"short",      | rules has the key 'preset' twice
    target   | "t\u0061rget":500,     | rules has the key 'target' twice
    place    | "place":"a\u003a",     | meta has the key 'place' twice
    points   | "points":1,            | deals[0]: ledger[0] has the key 'points' twice
"""):
    text = TEXT.replace(f'"{key}":', f'{before}"{key}":', 1)
    assert text != TEXT
    add(f"twice {key}", text.encode(), where)

# Types.

OTHERS: dict[str, Any] = {
    "null": None,
    "true": True,
    "number": 7,
    "half": 1.5,
    "text": "x",
    "list": [],
    "object": {},
}
for kind, paths in table("""
    number | deals.0.scores.1 deals.0.ledger.0.seat deals.0.ledger.0.points result.totals.0
    text   | game players.0 deals.0.actions.3 deals.0.ledger.0.code deals.0.ledger.0.rule meta.note
    list   | players deals deals.0.actions deals.0.scores deals.0.ledger bots result.totals
    object | rules deals.0 deals.0.start deals.0.ledger.0 meta result bots.1.moves.0
"""):
    for path in paths.split():
        where = "a value in meta" if path == "meta.note" else place_of(path)
        for number, (other, value) in enumerate(OTHERS.items()):
            if other != kind and number % 2 == len(path) % 2:
                add(f"{path} a {other}", changed((path, value)), where)
add("result.winner a text", changed(("result.winner", "A")), "result.winner")
add("number of 5000 digits", MATCH.replace(b"155", b"1" * 5000, 1), "deals[0]: scores[0]")
add("number of 300 digits", MATCH.replace(b"155", b"1" * 300, 1), "deals[0]: scores[0]")
add("1e400 in a start", MATCH.replace(b'"starter":1', b'"starter":1e400', 1), "deals[0]: a value in start")
add("1.0 for 1", MATCH.replace(b"155", b"155.0", 1), "deals[0]: scores[0]")

# Players, bots, deals.

add("nobody", changed(("players", []), ("bots", []), ("before", ABSENT)), "players, not 0", "R1")
add("one player", changed(("players", ["A"]), ("bots", [None]), ("before", ABSENT)), "players, not 1", "R1")
add("five players", changed(("players", list("ABCDE")), ("bots", ABSENT), ("before", ABSENT)), "players, not 5", "R1")
add("before of one more", changed(("before", [0, 0, 0])), "before has 3 entries for 2 players")
add("before out of range", changed(("before", [0, -(10**7)])), "before: -10000000 is out of range")
add("before a match that was won", changed(("before", [0, 400])), "before: seat 1 has won the match already", "R28")
add("a line in a name", changed(("players.1", "A\nB")), "players[1]")
add("an escape in a name", changed(("players.1", "\x1b[31m")), "players[1]")
add("a name that turns the line around", changed(("players.1", "A\u202eB")), "players[1]")
add("a long name", changed(("players.1", "x" * 81)), "players[1]")
add("three bots for two", changed(("bots", [None] * 3)), "bots")
add("deals empty", changed(("deals", [])), "deals is empty")

# House rules.

for option, values, rule in table("""
    colour               | true                       | D18
    Target               | 500                        | D18
    preset               | "hard" 1 null              | D18
    preset               | "knock"                    | K1
    target               | 49 5001 "500" true 500.0   | D11
    layoff_limit         | 0 14 "2"                   | D1
    ace_value            | "ten" 15                   | D2
    unborn_double_on     | "never"                    | D4
    unborn_double_scope  | []                         | D5
    foolish_condition    | "always"                   | D6
    foolish_speto_amount | 75 "100"                   | D7
    reversal             | true                       | D8
    colour_knock         | 1                          | D12
    qka_closed           | "no" 0                     | D10
    strip_stock          | 4 true                     | D13
    knock_speto          | 1                          | P1
    head_bonus           | null                       | P3
    speto_lure           | "yes"                      | P8
    speto_laid_off       | {}                         | P9
"""):
    for value in values.split():
        add(f"rules {option} {value}", changed((f"rules.{option}", json.loads(value))), option, rule)

# Decks.

DECK: list[str] = TREE["deals"][0]["start"]["deck"].split()
add("deck of 51 cards", changed(("deals.0.start.deck", " ".join(DECK[:51]))), "deals[0]: deck", "R1")
add("deck of 53 cards", changed(("deals.0.start.deck", " ".join([*DECK, "2c"]))), "deals[0]: deck", "R1")
add("deck of no card", changed(("deals.0.start.deck", "")), "deals[0]: deck", "R1")
add("deck as a list", changed(("deals.0.start.deck", DECK)), "deals[0]: deck", "R1")
add("deck null", changed(("deals.0.start.deck", None)), "deals[0]: deck", "R1")
for card in [DECK[1], "*", "1c", "11c", "2x", "2", "c2", "２c", "๒c", "2c,", "joker", "2♥︎"]:
    add(f"deck with {card}", changed(("deals.0.start.deck", " ".join([card, *DECK[1:]]))), "deals[0]: ", "R1")
for key, values, rule in table("""
    starter   | 2 -1 "0" true null 1.0 99999999999999999999 | A28
    direction | 0 2 "1" true null                           | A26
"""):
    for value in values.split():
        add(f"{key} {value}", changed((f"deals.0.start.{key}", json.loads(value))), f"deals[0]: {key}", rule)
add("an empty start", changed(("deals.0.start", {})), "deals[0]: ", "")

# Positions.

AT: Tree = {
    "format": "speto/1",
    "game": "dummy",
    "rules": {"preset": "strict"},
    "players": ["A", "B"],
    "deals": [{"start": POSITION}],
}
for key, value, rule in table("""
    hands     | ["Qd 2c 9h", ""]                 |
    hands     | ["Qd", "3h", "4h"]               |
    hands     | ["Qd"]                           |
    hands     | ["Qd 2c 9h", "3h 9h"]            | R1
    hands     | [7, "3h"]                        |
    hands     | "Qd 3h"                          |
    pile      | ""                               | A56
    pile      | "7h Kd 3s/0 8c/1"                |
    pile      | "Kd/1 7h"                        |
    pile      | "7h Kd/2 8c/1"                   |
    pile      | "7h Kd/x 8c/1"                   |
    pile      | "7h 8c/0"                        |
    pile      | "7h 9h/1"                        | R1
    stock     | "7h"                             | R1
    melds     | ["8s/1 9s/1"]                    | R7
    melds     | ["8s/1 9s/1 Jh/1"]               | R7
    melds     | ["Ks/1 As/1 2s/1"]               | R[67]
    melds     | ["8s 9s Ts"]                     |
    melds     | "8s/1 9s/1 Ts/1"                 |
    born      | [0]                              |
    born      | [0, 1, 1]                        | R11
    born      | [0, 2]                           | R11
    born      | [0, true]                        |
    turn      | 2                                | R8
    turn      | true                             | R8
    direction | 0                                | A26
    head      | "Qd"                             |
    head      | "5s"                             |
    head      | "Kd"                             |
    head      | "1x"                             | R1
    fresh     | 2                                |
    fresh     | -1                               |
    layoffs   | [1]                              |
    layoffs   | [1, -1]                          |
    known     | ["Kc", ""]                       |
    known     | ["Qd"]                           |
    penalties | [[1, "laid"]]                    |
    penalties | [[2, "head_feed"]]               |
    penalties | [[1, "foolish_discard"]]         |
    penalties | [[1]]                            |
"""):
    add(
        f"position {key} {value}",
        changed((f"deals.0.start.{key}", json.loads(value)), base=AT),
        "deals[0]: ",
        rule,
    )
add("a position with a deck", changed(("deals.0.start.deck", "2c"), base=AT), "deals[0]: ")
add(
    "unknown key of a position",
    changed(("deals.0.start.deal", 1), base=AT),
    "deals[0]: start has no key 'deal'",
)
for key in ("hands", "pile", "turn"):
    add(f"position without {key}", changed((f"deals.0.start.{key}", ABSENT), base=AT), "deals[0]: ", "")
add("penalty that is off", changed(("rules.layoff_discard", False), base=AT), "deals[0]: ", "")
unsaid = [("rules.layoff_limit", 2), ("deals.0.start.layoffs", ABSENT)]
add("position without layoffs under a limit", changed(*unsaid, base=AT), "deals[0]: ", "")

# Actions.

NOT_LEGAL = """
    draw ? ++ +7h - -7 -1c -7h7h =7c7d =7c7d8h ^KsAs2s ^7c7c7d Qc> >8c Qc>8c>7c # -7h&Kc * + , ＋ {} -7h-8h
"""
for text in NOT_LEGAL.split():
    add(f"action {text}", changed(("deals.0.actions.1", text)), "deals[0].actions[1]: ", "")
for text in ("", " ", ". ", "+\0", "+\n", "-" * 5000, "\u202e"):
    add(f"action {text[:9]!r}", changed(("deals.0.actions.1", text)), "deals[0].actions[1]: ", "")
FIRST: list[str] = str(GAME.start(GAME.options({}), 2, TREE["deals"][0]["start"]).hands[1]).split()
STRANGER = next(card for card in TEXTS if card not in FIRST and card not in DECK[22:24])
for number, text, rule in (
    (0, f"-{FIRST[0]}", "R8"),
    (0, f"#{FIRST[0]}", "R8"),
    (0, ".", ""),
    (1, "+", "R8"),
    (1, f"-{STRANGER}", "R8"),
    (1, f"#{FIRST[0]}", "R18"),
    (LAST, "+", ""),
    (LAST, ".", ""),
    (LAST, f"-{FIRST[0]}", ""),
):
    changes = [("deals.0.actions.0", "+")] if number == 1 else []
    data = changed(*changes, (f"deals.0.actions.{number}", text))
    add(f"illegal {text} at {number}", data, f"deals[0].actions[{number}]: ", rule)
add("an action lost", changed(("deals.0.actions.2", ABSENT)), "deals[0].actions[", "")

# Deals in a row.

NEXT = TREE["deals"][1]["start"]
add("the wrong starter", changed(("deals.1.start.starter", 1 - NEXT["starter"])), "deals[1]: starter", "R27")
add(
    "the wrong direction",
    changed(("deals.1.start.direction", -NEXT["direction"])),
    "deals[1]: direction",
    "A26",
)
add("a deal after the end of the match", changed(("deals.3", {"start": NEXT})), "deals[3]: ", "R28")
open_deal = [("deals.0.actions", []), ("deals.0.scores", ABSENT), ("deals.0.ledger", ABSENT)]
add("a deal after one that goes on", changed(*open_deal), "deals[1]: ")


# What is stated.


def _plus(path: str, more: int) -> tuple[str, int]:
    inner: Tree = TREE
    for step in path.split("."):
        inner = inner[int(step) if step.isdigit() else step]
    return path, inner + more


LINES = len(TREE["deals"][1]["ledger"])
LEDGER = "deals.1.ledger"
add("a score too high", changed(_plus("deals.2.scores.1", 5)), "deals[2]: scores[1]")
add("a score too many", changed(("deals.2.scores.2", 0)), "deals[2]: scores")
add("a score too few", changed(("deals.2.scores.1", ABSENT)), "deals[2]: scores")
add("scores of a deal that goes on", changed(("deals.2.actions", ["+"])), "deals[2]: scores", None)
add("points too high", changed(_plus(f"{LEDGER}.0.points", 50)), "deals[1]: ledger[0].points", "")
add("another rule", changed((f"{LEDGER}.1.rule", "R1")), "deals[1]: ledger[1].rule", "")
add("another code", changed((f"{LEDGER}.1.code", "gift")), "deals[1]: ledger[1].code", "")
add("another seat", changed((f"{LEDGER}.1.seat", 7)), "deals[1]: ledger[1].seat", "")
add("other cards", changed((f"{LEDGER}.0.cards", "2x")), "deals[1]: ledger[0].cards", "")
add("no cards", changed((f"{LEDGER}.0.cards", ABSENT)), "deals[1]: ledger[0].cards", "")
add("another action", changed((f"{LEDGER}.0.action", 99)), "deals[1]: ledger[0].action", "")
add("by another", changed((f"{LEDGER}.0.by", 5)), "deals[1]: ledger[0].by", "")
add("a line lost", changed((f"{LEDGER}.{LINES - 1}", ABSENT)), f"deals[1]: ledger[{LINES - 1}]", "")
add("a line more", changed((f"{LEDGER}.{LINES}", TREE["deals"][1]["ledger"][0])), f"deals[1]: ledger[{LINES}]")
add("an empty ledger", changed((LEDGER, [])), "deals[1]: ledger[0]", "")
add("a total too high", changed(_plus("result.totals.0", 5)), "result.totals[0]")
add("a total too many", changed(("result.totals.2", 0)), "result.totals")
add("another winner", changed(("result.winner", 0)), "result.winner")
add("no winner", changed(("result.winner", None)), "result.winner")
