"""``docs/protocol.md`` says what the code says: routes, messages, codes, kinds of rows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest

from speto.protocol.messages import PROTOCOL, Event, FromPage, FromServer
from speto.protocol.row import REASONS
from speto.server.app import REQUESTS
from speto.server.http import ROUTES
from speto.server.records import DEALS, RECORD
from speto.server.routes import _SAID, SLOW, Endpoint
from speto.server.run import ANSWERING, ASKING
from speto.server.settings import Settings
from speto.server.sockets import CLOSE, DOES, MESSAGE, PHRASES, WAITING, WAITING_BYTES
from speto.table.attempt import MOST
from speto.table.check import CHECKS

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
WORDS = set(re.findall(r"`([^`\n]+)`", PAGE))
NAMED = {word for text in WORDS for word in re.findall(r"[a-z_]+", text)}


@pytest.mark.parametrize("row", ROUTES.rows, ids=lambda row: f"{row.method} {row.path}")
def test_every_route_is_on_the_page(row: Endpoint) -> None:
    path = row.path.replace(":int", "")
    assert any(word.split("?")[0] == f"{row.method} {path}" for word in WORDS)


def test_no_other_route_is_on_the_page() -> None:
    known = {f"{row.method} {row.path.replace(':int', '')}" for row in ROUTES.rows}
    told = {word.split("?")[0] for word in WORDS if re.match(r"(GET|POST|DELETE) /", word)}
    assert told == known


@pytest.mark.parametrize("message", [*get_args(FromPage), *get_args(FromServer)], ids=lambda m: m.__name__)
def test_every_message_is_on_the_page(message: Any) -> None:
    assert message.__struct_config__.tag in NAMED


def test_what_a_page_may_send_is_told_with_its_fields() -> None:
    for message in get_args(FromPage):
        tag = message.__struct_config__.tag
        if tag == "hello":
            continue
        shown = next(word for word in WORDS if re.match(rf"{tag} {{", word))
        fields = re.findall(r"[a-z_]+", shown)[1:]
        assert fields == list(message.__struct_fields__), tag


def test_what_the_server_says_is_told_with_its_fields() -> None:
    for message in get_args(FromServer):
        tag = message.__struct_config__.tag
        shown = next(word for word in WORDS if re.match(rf"{tag} {{", word))
        assert re.findall(r"[a-z_]+", shown)[1:] == list(message.__struct_fields__), tag


def test_events_codes_and_statuses_of_http() -> None:
    kinds = set(re.findall(r"(?::|,)\s+(\w+)(?=\s+\(|,|\.)", (Event.__doc__ or "").partition("``k``")[2]))
    assert {"act", "charge", "sit", "undo", "abandon"} <= kinds <= NAMED
    assert set(Event.__struct_fields__) <= NAMED
    statuses = {int(status) for status in re.findall(r"^\| (\d{3}) \|", PAGE, re.MULTILINE)}
    assert statuses == {*_SAID, 405, 500}
    assert f"not there after {SLOW:.0f} seconds" in PAGE
    assert f"at most {RECORD >> 20} MiB and {DEALS} deals" in PAGE
    assert f"more than {ASKING:.0f} seconds to ask, or {ANSWERING:.0f} to read" in PAGE
    tables = Settings().tables_a_minute
    assert f"{tables:.0f} tables a minute, send as many records, and ask {REQUESTS * tables:.0f} times" in PAGE
    assert f"at most {MOST}, accepted whole" in PAGE


@pytest.mark.parametrize("kind", sorted(CHECKS))
def test_every_kind_of_row_is_on_the_page(kind: str) -> None:
    rows = PAGE[PAGE.index("### Rows of the log") :]
    assert re.search(rf"^\|[^|]*`{kind}`", rows, re.MULTILINE)


def test_codes_reasons_and_limits() -> None:
    codes = {code for code, _ in REASONS.values()} | {"stale", "rate", "full"}
    assert codes <= NAMED
    for reason, code in CLOSE.items():
        assert re.search(rf"^\| `{reason}` \| {code}\b", PAGE, re.MULTILINE), reason
    assert DOES <= NAMED
    assert f"speto.v{PROTOCOL}" in WORDS
    assert f"at most {MESSAGE >> 10} KiB a message" in PAGE
    assert f"{WAITING} messages or {WAITING_BYTES >> 10} KiB wait" in PAGE
    assert f"emotes 12 to {PHRASES - 1}" in PAGE
