"""What a stranger may try: other sites' pages, forged addresses, bombs, endless connections, paths out of the page."""

from __future__ import annotations

import asyncio
import gzip
import json
import time
from pathlib import Path
from typing import Any

import pytest
from tests.server.pages import Place, page, serving
from tests.server.processes import served
from tests.server.test_http import head, run
from websockets.exceptions import InvalidStatus

import speto.server.records as records
import speto.server.routes as routes
import speto.server.run as running
from speto.cli.load import ask
from speto.dummy.position import check_reach
from speto.errors import BadStart

JSON = "Content-Type: application/json"
RECORD = json.loads((Path(__file__).parents[1] / "golden" / "E02-layoff-seven-and-six.json").read_text())


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://evil.127.0.0.1", "file://", ""])
def test_a_page_of_another_site_changes_nothing_and_opens_no_socket(origin: str) -> None:
    async def test() -> None:
        async with serving() as place:
            table, cookie = await place.create()
            for method, path in (("POST", f"/api/tables/{table['table']}/link"), ("DELETE", "/api/me")):
                status, _, body = await head(place, method, path, f"Origin: {origin}", f"Cookie: {cookie}", JSON)
                assert (status, json.loads(body)["code"]) == (403, "origin")
            with pytest.raises(InvalidStatus, match="403"):
                async with page(place, table["table"], cookie, origin=origin, hello=False):
                    pass
            assert len((await place.http("GET", "/api/mine", cookie=cookie))[1]) == 1

    run(test)


def test_a_socket_without_origin_is_a_program_and_one_of_our_own_page_is_welcome() -> None:
    async def test() -> None:
        async with serving() as place:
            table, cookie = await place.create()
            for origin in (None, f"http://{place.host}", f"https://{place.host}"):
                async with page(place, table["table"], cookie, origin=origin) as one:
                    assert one.you["seat"] == 0

    run(test)


def test_whoever_asks_too_often_waits_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with serving(tables_a_minute=1) as place:
            seen = [(await place.http("GET", "/api/privacy"))[0] for _ in range(22)]
            assert seen[:20] == [200] * 20
            assert seen[-1] == 429
            monkeypatch.setattr(routes, "network", lambda _: "another")
            assert (await place.http("GET", "/api/privacy"))[0] == 200

    run(test)


def test_what_is_asked_of_an_address_that_is_none_is_answered_in_json() -> None:
    async def test() -> None:
        async with serving() as place:
            for method, path, status in (
                ("GET", "/api/none", 404),
                ("POST", "/api/", 404),
                ("PUT", "/api/tables", 405),
                ("OPTIONS", "/api/me", 405),
                ("TRACE", "/metrics", 405),
                ("DELETE", "/api/tables/x/join", 405),
            ):
                got, headers, body = await head(place, method, path)
                assert (got, json.loads(body)["code"]) == (status, "unknown"), path
                assert ("allow" in headers) == (status == 405)
            assert (await head(place, "PUT", "/api/tables"))[1]["allow"] == "GET, HEAD, POST"
            assert (await head(place, "HEAD", "/api/rules"))[2] == b""

    run(test)


def test_bombs_are_not_unpacked() -> None:
    async def test() -> None:
        async with serving() as place:
            bomb = gzip.compress(b" " * (64 << 20))
            for path in ("/api/tables", "/api/records"):
                status, _, body = await head(place, "POST", path, JSON, "Content-Encoding: gzip", body=bomb[:60_000])
                assert (status, json.loads(body)["code"][:2]) in ((400, "un"), (400, "il"))
            status, _, _ = await head(place, "POST", "/api/records", JSON, body=b" " * (records.RECORD + 1))
            assert status == 413
            many = {**RECORD, "deals": RECORD["deals"][:1] * (records.DEALS + 1)}
            status, answer, _ = await place.http("POST", "/api/records", many)
            assert (status, answer["error"]) == (400, "the record has 101 deals: at most 100 are played")

    run(test)


def test_R2_a_position_that_no_deal_reaches_is_not_played() -> None:
    suits = [f"{rank}{suit}" for suit in "cdhs" for rank in "23456789TJQKA"]
    start: dict[str, Any] = {"hands": [" ".join(suits[:44]), suits[44]], "pile": suits[45], "turn": 0}
    sentence = "hands[0], pile and stock have 45 cards together: with 2 players no deal gives a seat more than 41"

    async def test() -> None:
        async with serving() as place:
            record = {**RECORD, "players": ["A", "B"], "rules": {}, "deals": [{"start": start, "actions": []}]}
            record.pop("result", None)
            status, answer, _ = await place.http("POST", "/api/records", record)
            assert (status, answer["rule"]) == (400, "R2")
            assert answer["error"] == f"deals[0]: {sentence}"

    run(test)
    for players, most in ((2, 41), (3, 34), (4, 31)):
        others = ["Ks"] + [""] * (players - 2)
        for count in (most, most + 1):
            hand = {"hands": [" ".join(suits[: count - 2]), *others], "pile": "Qs", "stock": "As"}
            if count > most:
                with pytest.raises(BadStart, match=f"more than {most}"):
                    check_reach(players, hand)
            else:
                check_reach(players, hand)


def test_replays_are_played_one_by_one_and_few_wait() -> None:
    async def test() -> None:
        async with serving() as place:
            async with place.server.replaying:
                waiting = [asyncio.create_task(place.http("POST", "/api/records", RECORD)) for _ in range(21)]
                done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                assert [task.result()[0] for task in done] == [429]
            assert sorted(answer[0] for answer in await asyncio.gather(*waiting)) == [200] * 20 + [429]
            assert place.server.replays == 0

    run(test)


async def _until_cut(place: Place, begin: bytes) -> bytes:
    """Open a connection, say this and nothing more: what comes until the server has had enough."""
    name, _, port = place.host.rpartition(":")
    reader, writer = await asyncio.open_connection(name, int(port))
    writer.write(begin)
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


def test_a_connection_that_does_not_say_what_it_wants_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "ASKING", 0.1)
    monkeypatch.setattr(routes, "SLOW", 0.1)

    async def test() -> None:
        async with serving() as place:
            asked = f"GET /api/privacy HTTP/1.1\r\nHost: {place.host}\r\n".encode()
            assert await _until_cut(place, b"") == b""
            assert await _until_cut(place, b"GET / HT") == b""
            assert (await _until_cut(place, asked + b"\r\n" + asked)).startswith(b"HTTP/1.1 200")
            long = (
                asked.replace(b"GET /api/privacy", b"POST /api/tables")
                + f"{JSON}\r\nContent-Length: 9\r\n\r\n{{".encode()
            )
            assert (await _until_cut(place, long)).startswith(b"HTTP/1.1 408")
            monkeypatch.setattr(running, "ANSWERING", 0.1)
            async with place.server.replaying:  # an answer that does not come
                body = json.dumps(RECORD).encode()
                lines = (
                    f"POST /api/records HTTP/1.1\r\nHost: {place.host}\r\n{JSON}\r\nContent-Length: {len(body)}\r\n\r\n"
                )
                assert await _until_cut(place, lines.encode() + body) == b""
            # A socket is no request: it stays.
            table, cookie = await place.create()
            async with page(place, table["table"], cookie) as ann:
                begun = time.monotonic()
                await asyncio.sleep(0.3)
                assert time.monotonic() > begun + 0.2
                assert (await ann.do("ready"))["t"] == "ack"

    run(test)


def test_no_path_leads_out_of_the_page(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("<!doctype html><title>page</title>")
    (tmp_path / "secret.txt").write_text("no")

    async def test() -> None:
        async with serving(page=tmp_path / "site") as place:
            for path in (
                "../secret.txt",
                "..%2fsecret.txt",
                "%2e%2e/secret.txt",
                "..%5csecret.txt",
                "//secret.txt",
                "t/../../secret.txt",
            ):
                status, _, body = await head(place, "GET", "/" + path)
                assert body != b"no", path
                assert status == 404 or body.startswith(b"<!doctype"), path

    run(test)


def test_what_a_proxy_says_counts_only_where_it_is_believed(tmp_path: Path) -> None:
    said = ["X-Forwarded-Proto: https", "X-Forwarded-For: 198.51.100.7, 203.0.113.9"]
    body = b'{"name": "Ann"}'

    async def cookie(host: str) -> dict[str, str]:
        place = Place(host, None)  # type: ignore[arg-type]
        return (await head(place, "POST", "/api/tables", JSON, *said, body=body))[1]

    with served(tmp_path / "plain") as server:
        headers = asyncio.run(cookie(server.host))
        assert "Secure" not in headers["set-cookie"]
        assert "strict-transport-security" not in headers
    with served(tmp_path / "proxied", "--proxy-headers", env={"SPETO_TABLES_A_MINUTE": "2"}) as server:
        headers = asyncio.run(cookie(server.host))
        assert headers["set-cookie"].endswith("; HttpOnly; SameSite=Lax; Secure")
        assert headers["strict-transport-security"] == "max-age=31536000"
        # Limits count the address that the proxy saw last; what a client wrote before it counts for nothing.
        said[1] = "X-Forwarded-For: 198.51.100.8, 203.0.113.9"
        asyncio.run(cookie(server.host))
        said[1] = "X-Forwarded-For: 198.51.100.9, 203.0.113.9"
        assert "set-cookie" not in asyncio.run(cookie(server.host))
        said[1] = "X-Forwarded-For: 203.0.113.10"
        assert "set-cookie" in asyncio.run(cookie(server.host))


def test_no_code_and_no_secret_gets_into_the_log(tmp_path: Path) -> None:
    with served(tmp_path, env={"SPETO_LOG": "DEBUG"}) as server:

        async def talk() -> list[str]:
            place = Place(server.host, None)  # type: ignore[arg-type]
            table, cookie = await place.create()
            _, link, _ = await place.http("GET", f"/api/tables/{table['table']}/link", cookie=cookie)
            await place.http("POST", "/api/seat", {"secret": link["secret"]})
            await place.http("GET", f"/api/tables/{table['code']}")
            await ask(server.host, "GET", f"/t/{table['code']}")
            await place.http("POST", "/api/tables", {"name": table["code"], "setup": {"rules": {"x": link["secret"]}}})
            async with page(place, table["watch"], cookie) as ann:
                await ann.say("do", id="x", do=link["secret"])
            return [table["code"], table["watch"], link["secret"], cookie.partition("=")[2]]

        secrets = asyncio.run(talk())
        server.stop()
    written = (tmp_path / "server.log").read_text()
    assert [secret for secret in secrets if secret in written] == []
