"""The links that people hand on: what the server says, and what the page's router knows (``router.test.ts``)."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.server.pages import serving

from speto.cli.load import ask

LINKS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "links.json").read_text())


def shape(link: str) -> str:
    """A link without what differs from table to table."""
    return re.sub(r"[0-9a-f]{16,}|[2-9A-HJ-NP-Z]{4,}", "…", link)


def test_the_links_are_those_that_the_server_hands_out(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html><title>page</title>")

    async def test() -> None:
        async with serving(page=tmp_path) as place:
            table, cookie = await place.create()
            _, seat, _ = await place.http("GET", f"/api/tables/{table['table']}/link", cookie=cookie)
            _, info, _ = await place.http("GET", f"/api/tables/{table['code']}")
            made = [f"/t/{table['code']}", f"/w/{table['watch']}", f"/r/{info['table']['book']}.3", seat["link"]]
            assert [shape(link) for link in made] == [shape(one["link"]) for one in LINKS]
            for one in LINKS:
                parts = urlsplit(one["link"])
                status, body, _ = await ask(place.host, "GET", parts.path)
                assert (status, body[:9]) == (200, b"<!doctype"), one
                # A secret never stands where a browser sends it, and a log may keep it.
                assert one.get("secret", "") == parts.fragment
            secret = urlsplit(seat["link"]).fragment
            status, taken, _ = await place.http("POST", "/api/seat", {"secret": secret})
            assert (status, taken) == (200, {"table": table["table"], "seat": 0})

    asyncio.run(asyncio.wait_for(test(), 60))
