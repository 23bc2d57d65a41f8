"""The HTTP interface: tables, seats, records, rules, what is refused, and what every answer carries."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.pages import Place, page, run, serving

from speto.bots.api import levels
from speto.cards import TEXTS
from speto.cli.load import ask
from speto.decks import shuffled
from speto.records import read
from speto.replay import replay
from speto.server.http import ROUTES
from speto.server.security import HEADERS, Security

PLAYED = Path(__file__).parents[1] / "golden" / "E02-layoff-seven-and-six.json"


async def head(
    place: Place, method: str, path: str, *lines: str, body: bytes = b""
) -> tuple[int, dict[str, str], bytes]:
    """A request with headers of one's own: status, headers, body."""
    name, _, port = place.host.rpartition(":")
    reader, writer = await asyncio.open_connection(name, int(port))
    first = [f"{method} {path} HTTP/1.1", f"Host: {place.host}", "Connection: close", f"Content-Length: {len(body)}"]
    writer.write("\r\n".join([*first, *lines, "", ""]).encode() + body)
    raw = await reader.read()
    writer.close()
    top, _, answer = raw.partition(b"\r\n\r\n")
    status, *headers = top.decode("latin-1").split("\r\n")
    pairs = (line.partition(": ")[::2] for line in headers)
    return int(status.split()[1]), {name.lower(): value for name, value in pairs}, answer


def test_a_table_is_opened_found_and_joined() -> None:
    async def test() -> None:
        async with serving() as place:
            table, ann = await place.create(players=3)
            assert len(table["code"]) == 4
            assert len(table["watch"]) == 10
            assert table["seat"] == 0
            seat, ben = await place.join(table["code"].lower())
            assert seat == 1
            assert await place.join(table["table"], "Cid", seat=2) != (2, ben)
            for key, cookie, own in ((table["table"], ann, 0), (table["code"], ben, 1), (table["watch"], ben, 1)):
                status, info, _ = await place.http("GET", f"/api/tables/{key}", cookie=cookie)
                assert (status, info["id"], info["seat"]) == (200, table["table"], own)
                assert [one["name"] for one in info["table"]["seats"]] == ["Ann", "Ben", "Cid"]
            status, answer, _ = await place.http("POST", f"/api/tables/{table['code']}/join", {"name": "Dan"})
            assert (status, answer["reason"]) == (409, "full")
            status, again, _ = await place.http(
                "POST", f"/api/tables/{table['code']}/join", {"name": "Ben"}, cookie=ben
            )
            assert (status, again["seat"]) == (200, 1)

    run(test)


def test_a_link_to_watch_does_not_let_one_sit_down() -> None:
    async def test() -> None:
        async with serving() as place:
            table, _ = await place.create()
            status, info, _ = await place.http("GET", f"/api/tables/{table['watch']}")
            assert (status, info["id"], info["code"], info["seat"]) == (200, table["watch"], "", None)
            assert table["table"] not in json.dumps(info)
            assert table["code"] not in json.dumps(info)
            status, answer, _ = await place.http("POST", f"/api/tables/{table['watch']}/join", {"name": "Eve"})
            assert (status, answer["code"]) == (403, "not_yours")
            async with page(place, table["watch"]) as watcher:
                assert all(table["table"] not in raw and table["code"] not in raw for raw in watcher.raw)

    run(test)


def test_bots_sit_where_they_are_asked_to() -> None:
    async def test() -> None:
        async with serving() as place:
            table, _ = await place.create(["greedy", None, "random"], players=4)
            _, info, _ = await place.http("GET", f"/api/tables/{table['code']}")
            assert [(one["kind"], one["level"]) for one in info["table"]["seats"]] == [
                ("person", ""),
                ("bot", "greedy"),
                ("empty", ""),
                ("bot", "random"),
            ]
            status, answer, _ = await place.http("POST", "/api/tables", {"name": "Ann", "bots": [None, "genius"]})
            assert (status, answer["reason"]) == (400, "no_level")

    run(test)


def test_my_tables_and_the_public_ones() -> None:
    async def test() -> None:
        async with serving() as place:
            table, ann = await place.create(public=True, rules={"preset": "strict", "target": 300})
            _, mine, _ = await place.http("GET", "/api/mine", cookie=ann)
            assert [(m["table"], m["code"], m["seat"], m["names"]) for m in mine] == [
                (table["table"], table["code"], 0, ["Ann", ""])
            ]
            assert (mine[0]["status"], mine[0]["target"], mine[0]["turn"]) == ("waiting", 300, None)
            _, public, _ = await place.http("GET", "/api/tables")
            assert [(p["table"], p["code"], p["seat"]) for p in public] == [(table["table"], "", None)]
            _, ben = await place.join(table["table"])
            async with page(place, table["table"], ann) as first, page(place, table["table"], ben) as second:
                await first.do("ready")
                await second.do("ready")
                await first.until(lambda p: p.deal)
                _, mine, _ = await place.http("GET", "/api/mine", cookie=ben)
                assert (mine[0]["status"], mine[0]["deal"], mine[0]["turn"]) == ("playing", 1, first.deal["turn"])
                _, public, _ = await place.http("GET", "/api/tables")
                assert [p["status"] for p in public] == ["playing"]
            assert (await place.http("GET", "/api/mine"))[1] == []

    run(test)


def test_a_seat_moves_to_another_device() -> None:
    async def test() -> None:
        async with serving() as place:
            table, ann = await place.create()
            path = f"/api/tables/{table['table']}/link"
            _, link, _ = await place.http("GET", path, cookie=ann)
            assert link["link"] == f"/s#{link['secret']}"
            own, phone = await place.create()
            status, taken, phone = await place.http("POST", "/api/seat", {"secret": link["secret"]}, cookie=phone)
            assert (status, taken) == (200, {"table": table["table"], "seat": 0})
            async with page(place, table["table"], phone) as one:
                assert one.you == {"role": "player", "seat": 0, "host": True}
            _, mine, _ = await place.http("GET", "/api/mine", cookie=phone)
            assert {m["table"] for m in mine} == {table["table"], own["table"]}
            _, fresh, _ = await place.http("POST", path, {}, cookie=ann)
            assert fresh != link
            for secret in (link["secret"], "", "0" * 32, "../x"):
                status, answer, _ = await place.http("POST", "/api/seat", {"secret": secret})
                assert (status, answer["code"]) == (404, "unknown")
            status, _, _ = await place.http("GET", path)
            assert status == 403
            status, _, _ = await place.http("GET", f"/api/tables/{table['watch']}/link")
            assert status == 403

    run(test)


async def finished(place: Place) -> tuple[dict[str, Any], str]:
    """A table of a person and a bot after its first deal."""
    table, cookie = await place.create(["random"], ready=True, rules={"preset": "classic", "target": 5000})
    async with page(place, table["table"], cookie) as ann:
        while True:
            await ann.until(
                lambda p: p.table["status"] == "between" or (p.deal and p.deal["turn"] == 0 and p.deal["legal"])
            )
            if ann.table["status"] == "between":
                return table, cookie
            await ann.act(ann.deal["legal"][0])


def test_a_link_to_a_replay_opens_finished_deals_and_nothing_else() -> None:
    async def test() -> None:
        async with serving() as place:
            table, _ = await finished(place)
            book = place.server.tables.live[table["table"]].table.book
            assert (await place.http("GET", f"/api/records/{book}/1"))[0] == 200
            for deal in ("2", "0", "-1", "x", "9" * 5000, "%F0"):
                status, answer, _ = await place.http("GET", f"/api/records/{book}/{deal}")
                assert (status, answer["code"]) == (404, "unknown"), deal
            # It is no door of the table ...
            assert (await place.http("GET", f"/api/tables/{book}"))[0] == 404
            assert (await place.http("POST", f"/api/tables/{book}/join", {"name": "Eve"}))[0] == 404
            async with page(place, book) as eve:
                assert await eve.until_closed() == 4004
            # ... and what opens the table is no book.
            for key in (table["table"], table["code"], table["watch"]):
                assert (await place.http("GET", f"/api/records/{key}/1"))[0] == 404
            # Nothing that the book shows tells the table's id or a code.
            for path in (f"/api/records/{book}/1", f"/api/records/{book}/1/replay"):
                raw = (await ask(place.host, "GET", path))[1].decode()
                assert not [key for key in (table["table"], table["code"], table["watch"]) if f'"{key}"' in raw]

    run(test)


def test_a_finished_deal_is_a_record_and_a_replay() -> None:
    async def test() -> None:
        async with serving() as place:
            table, cookie = await finished(place)
            _, info, _ = await place.http("GET", f"/api/tables/{table['watch']}")
            book = info["table"]["book"]
            status, raw, _ = await ask(place.host, "GET", f"/api/records/{book}/1")
            assert status == 200
            record = read(raw)
            replayed = replay(record)
            assert record.players == ["Ann", "random"]
            assert replayed.outcome is not None
            _, lines, _ = await place.http("GET", "/api/records", cookie=cookie)
            assert [(line["book"], line["deal"], line["scores"]) for line in lines] == [
                (book, 1, list(replayed.outcome.scores))
            ]
            path = f"/api/tables/{table['table']}/deals/1/seed"
            _, seed, _ = await place.http("GET", path, cookie=cookie)
            deck = " ".join(TEXTS[card] for card in shuffled(bytes.fromhex(seed["seed"])))
            assert deck == record.deals[0].start["deck"]
            assert (await place.http("GET", path))[0] == 403
            assert (await place.http("GET", path.replace("/1/", "/2/"), cookie=cookie))[0] == 404
            _, shown, _ = await place.http("GET", f"/api/records/{book}/1/replay")
            _, sent, _ = await place.http("POST", "/api/records", json.loads(raw))
            assert shown == sent
            assert shown["actions"] == record.deals[0].actions
            assert len(shown["frames"]) == len(shown["actors"]) + 1 == len(shown["actions"]) + 1
            assert shown["scores"] == list(replayed.outcome.scores)
            cards = " ".join(shown["frames"][0]["shown"]).split()
            assert len(cards) == len(set(cards)) == 22
            assert shown["frames"][-1]["phase"] == "over"

    run(test)


def test_records_that_cannot_be_replayed() -> None:
    async def test() -> None:
        async with serving() as place:
            record = json.loads(PLAYED.read_text())
            status, shown, _ = await place.http("POST", "/api/records", record)
            assert (status, shown["deals"]) == (200, len(record["deals"]))
            status, answer, _ = await place.http("POST", "/api/records?deal=7", record)
            assert (status, answer["code"]) == (400, "illegal")
            status, answer, _ = await place.http("POST", "/api/records?deal=x", record)
            assert (status, answer["code"]) == (400, "unreadable")
            record["deals"][0]["actions"][0] = "-9c"
            status, answer, _ = await place.http("POST", "/api/records", record)
            assert (status, bool(answer["error"])) == (400, True)
            status, _, _ = await head(
                place, "POST", "/api/records", "Content-Type: application/json", body=b"[" * 100_000
            )
            assert status == 400

    run(test)


@pytest.mark.parametrize(
    ("lines", "body", "status", "code"),
    [
        (["Content-Type: application/json"], b"", 400, "unreadable"),
        (["Content-Type: application/json"], b"{", 400, "unreadable"),
        (["Content-Type: application/json"], b"[" * 60_000, 400, "unreadable"),
        (["Content-Type: application/json"], b'{"name": 3}', 400, "unreadable"),
        (["Content-Type: application/json"], b'{"name": "A", "colour": 1}', 400, "unreadable"),
        (["Content-Type: application/json"], b'{"name": "A", "setup": {"players": 9}}', 400, "illegal"),
        (["Content-Type: application/json"], b'{"name": "A", "setup": {"rules": {"x": 1}}}', 400, "illegal"),
        (["Content-Type: application/json"], b'{"name": "A", "setup": {"game": "chess"}}', 400, "illegal"),
        (["Content-Type: application/json"], b'{"name": "\\u0000"}', 400, "unreadable"),
        (["Content-Type: application/json"], b'{"name": ""}', 400, "unreadable"),
        (["Content-Type: application/json"], b" " * 70_000, 413, "too_long"),
        (["Content-Type: text/plain"], b'{"name": "A"}', 400, "unreadable"),
        (["Content-Type: application/json", "Origin: https://evil.example"], b'{"name": "A"}', 403, "origin"),
        (["Content-Type: application/json", "Origin: null"], b'{"name": "A"}', 403, "origin"),
    ],
)
def test_what_is_refused_when_a_table_is_opened(lines: list[str], body: bytes, status: int, code: str) -> None:
    async def test() -> None:
        async with serving() as place:
            got, headers, answer = await head(place, "POST", "/api/tables", *lines, body=body)
            assert (got, json.loads(answer)["code"]) == (status, code)
            assert "set-cookie" not in headers or got == 400
            assert not place.server.tables.live

    run(test)


def test_every_answer_carries_the_headers() -> None:
    async def test() -> None:
        async with serving() as place:
            for method, path in (
                ("GET", "/"),
                ("GET", "/healthz"),
                ("GET", "/none"),
                ("POST", "/healthz"),
                ("GET", "/ws"),
            ):
                _, headers, _ = await head(place, method, path)
                assert HEADERS.items() <= headers.items(), path
                assert "server" not in headers
            policy = HEADERS["content-security-policy"]
            assert "unsafe" not in policy
            assert policy.startswith("default-src 'none'")

    run(test)


@pytest.mark.parametrize(
    ("host", "scheme", "told"),
    [
        ("speto.example", "https", True),
        ("speto.example", "http", False),
        ("192.168.1.20:8000", "http", False),
        ("127.0.0.1.example:8000", "http", False),
        ("127.0.0.1:8000", "http", True),
        ("127.8.9.1", "http", True),
        ("Localhost:8000", "http", True),
        ("table.localhost", "http", True),
        ("[::1]:8000", "http", True),
    ],
)
def test_the_opener_policy_is_told_where_browsers_follow_it(host: str, scheme: str, told: bool) -> None:
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "scheme": scheme, "headers": [(b"host", host.encode())]}
    run(lambda: Security(app)(scope, None, send))  # type: ignore[arg-type]
    assert ((b"cross-origin-opener-policy", b"same-origin") in sent[0]["headers"]) == told


def test_cookies_are_not_for_scripts_nor_other_sites() -> None:
    async def test() -> None:
        async with serving() as place:
            body = b'{"name": "Ann"}'
            json_type = "Content-Type: application/json"
            _, headers, _ = await head(place, "POST", "/api/tables", json_type, body=body)
            name, *rest = headers["set-cookie"].split("; ")
            assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(rest)
            assert "Secure" not in rest
            # A cookie that somebody has changed counts for nothing.
            forged = name[:-3] + ("AAA" if name[-3:] != "AAA" else "BBB")
            assert (await place.http("GET", "/api/mine", cookie=forged))[1] == []
            assert len((await place.http("GET", "/api/mine", cookie=name))[1]) == 1

    run(test)


def test_who_asks_to_be_forgotten_is() -> None:
    async def test() -> None:
        async with serving() as place:
            table, ann = await finished(place)
            book = place.server.tables.live[table["table"]].table.book
            assert b"Ann" in (await ask(place.host, "GET", f"/api/records/{book}/1"))[1]
            status, deleted, cookie = await place.http("DELETE", "/api/me", cookie=ann)
            assert (status, deleted) == (200, {"tables": 1})
            assert cookie == "speto="
            assert (await place.http("GET", "/api/mine", cookie=ann))[1] == []
            _, info, _ = await place.http("GET", f"/api/tables/{table['table']}")
            raw = (await ask(place.host, "GET", f"/api/records/{book}/1"))[1]
            rows = await place.server.store.rows(table["table"])
            assert "Ann" not in json.dumps(info)
            assert read(raw).players == ["", "random"]
            assert b"Ann" not in raw
            assert "Ann" not in repr(rows)

    run(test)


def test_rules_privacy_health_and_metrics() -> None:
    async def test() -> None:
        async with serving() as place:
            _, rules, _ = await place.http("GET", "/api/rules")
            assert list(rules["presets"]) == ["classic", "strict", "short"]
            assert {"name": "target", "rule": "D11", "least": 50, "most": 5000} in rules["options"]
            assert rules["levels"] == levels("dummy")
            status, _, _ = await place.http("GET", "/api/rules?game=chess")
            assert status == 400
            _, texts, _ = await place.http("GET", "/api/rules/text")
            assert {"R1", "P7", "A15"} <= {text["id"] for text in texts}
            _, privacy, _ = await place.http("GET", "/api/privacy")
            assert set(privacy) == {"en", "th"}
            _, health, _ = await place.http("GET", "/healthz")
            assert (health["status"], health["store"], health["tables"]) == ("ok", True, 0)
            _, figures, _ = await ask(place.host, "GET", "/metrics")
            assert b"speto_append_seconds" in figures

    run(test)


def test_limits_on_opening_tables() -> None:
    async def test() -> None:
        async with serving(tables_a_minute=2) as place:
            seen = [(await place.http("POST", "/api/tables", {"name": "Ann"}))[0] for _ in range(3)]
            assert seen == [201, 201, 429]

    run(test)


def test_the_openapi_page_follows_from_the_route_table() -> None:
    async def test() -> None:
        async with serving() as place:
            _, found, _ = await place.http("GET", "/openapi.json")
            operations = {(method.upper(), path) for path, row in found["paths"].items() for method in row}
            assert operations == {(row.method, row.path.replace(":int", "")) for row in ROUTES.rows}
            schemas = found["components"]["schemas"]
            references = set(_references(found))
            assert references <= {f"#/components/schemas/{name}" for name in schemas}
            assert {"Setup", "TableView", "DummyView", "Problem", "Record"} <= set(schemas)

    run(test)


def _references(node: Any) -> Any:
    if isinstance(node, dict):
        yield from [node["$ref"]] if "$ref" in node else []
        node = list(node.values())
    if isinstance(node, list):
        for inner in node:
            yield from _references(inner)


def test_the_page_and_its_own_addresses(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(page=tmp_path / "none") as place:
            status, headers, body = await head(place, "GET", "/t/ABCD")
            assert (status, headers["cache-control"]) == (200, "no-store")
            assert b"make play" in body
        (tmp_path / "assets").mkdir()
        (tmp_path / "index.html").write_text("<!doctype html><title>page</title>" + " " * 500)
        (tmp_path / "assets" / "app-1a2b.js").write_text("export {}")
        (tmp_path / "secret.key").write_text("no")
        async with serving(page=tmp_path) as place:
            for path in ("/", "/t/ABCD", "/w/ABCDEFGHJK", "/r/x/1", "/a/x.1", "/rules", "/learn", "/settings"):
                status, headers, body = await head(place, "GET", path)
                assert (status, headers["cache-control"]) == (200, "no-cache")
                assert body.startswith(b"<!doctype html><title>page")
            for path in (
                "/secret.key",
                "/../secret.key",
                "/..%2fsecret.key",
                "/assets/none.js",
                "/api/none",
                "/wp-login",
            ):
                assert (await head(place, "GET", path))[0] == 404, path
            status, headers, _ = await head(place, "GET", "/assets/app-1a2b.js")
            assert headers["cache-control"] == "public, max-age=31536000, immutable"
            assert headers["content-type"] == "text/javascript; charset=utf-8"
            status, headers, body = await head(place, "GET", "/", "Accept-Encoding: gzip")
            assert headers["content-encoding"] == "gzip"
            status, _, _ = await head(place, "GET", "/", f"If-None-Match: {headers['etag']}")
            assert status == 304
            status, _, body = await head(place, "HEAD", "/")
            assert (status, body) == (200, b"")

    run(test)
