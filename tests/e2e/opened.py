"""Tables that are made without a page: one asks the server, and plays some turns over a socket."""

import json
import urllib.request
from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import uuid4

from websockets.sync.client import connect

Enough = Callable[[dict[str, Any], dict[str, Any] | None], bool]
KINDS = "#^=>+-."
"""What comes first when one chooses: what lays cards before what does not."""


class Opened(NamedTuple):
    """A table with its host's cookie."""

    table: str
    code: str
    watch: str
    cookie: str


def open_table(address: str, bots: list[str | None], **setup: Any) -> Opened:
    """A table that begins at once when no seat is empty."""
    body = {
        "name": "Somsri",
        "setup": {"players": len(bots) + 1, "pace": 0, "aids": "legal", **setup},
        "bots": bots,
        "ready": True,
    }
    request = urllib.request.Request(
        f"{address}/api/tables", json.dumps(body).encode(), {"content-type": "application/json", "origin": address}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        made = json.load(answer)
        cookie = answer.headers["set-cookie"].split(";")[0].removeprefix("speto=")
    return Opened(made["table"], made["code"], made["watch"], cookie)


def play_on(address: str, at: Opened, enough: Enough) -> str:
    """Play the host's seat, seat 0, until there is enough: what lays cards before what does not. The status."""
    headers = {"cookie": f"speto={at.cookie}"}
    with connect(f"{address.replace('http', 'ws')}/ws", additional_headers=headers, max_size=None) as socket:
        socket.send(json.dumps({"t": "hello", "table": at.table, "protocol": 1}))
        table: dict[str, Any] = {}
        deal: dict[str, Any] | None = None
        asked = False
        seq = 0
        while True:
            message = json.loads(socket.recv(timeout=60))
            if message["t"] in ("snap", "step"):
                seq = message["seq"]
                table = message.get("table") or table
                asked = asked and "deal" not in message
                deal = message.get("deal", deal)
                if enough(table, deal):
                    return str(table["status"])
            elif message["t"] == "nack":
                asked = False
            if not asked and table.get("status") == "playing" and deal and deal["turn"] == 0 and deal["legal"]:
                asked = True
                socket.send(json.dumps({"t": "act", "id": uuid4().hex, "base": seq, "actions": [wish(deal["legal"])]}))


def wish(legal: list[str]) -> str:
    """A legal action that lays cards, if there is one."""
    return min(legal, key=lambda text: (KINDS.index(">" if ">" in text else text[0]), text))
