"""Tables that are made without a page: one asks the server, and plays over sockets. And decks that are known."""

import json
import sqlite3
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple, Self
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


def post(address: str, path: str, body: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """What the server answers somebody whom it does not know, and the cookie that it gives."""
    request = urllib.request.Request(
        f"{address}{path}", json.dumps(body).encode(), {"content-type": "application/json", "origin": address}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer), answer.headers["set-cookie"].split(";")[0].removeprefix("speto=")


def open_table(address: str, bots: list[str | None], *, ready: bool = True, **setup: Any) -> Opened:
    """A table that begins at once when no seat is empty and its host is ready."""
    made, cookie = post(
        address,
        "/api/tables",
        {
            "name": "Somsri",
            "setup": {"players": len(bots) + 1, "pace": 0, "aids": "legal", **setup},
            "bots": bots,
            "ready": ready,
        },
    )
    return Opened(made["table"], made["code"], made["watch"], cookie)


def sit_down(address: str, at: Opened, name: str, seat: int) -> str:
    """Somebody else takes a seat. Their cookie."""
    return post(address, f"/api/tables/{at.code}/join", {"name": name, "seat": seat})[1]


def give_secret(data: Path, table: str, secret: bytes) -> None:
    """From now on the table's decks are those of this secret; no server may run."""
    with sqlite3.connect(data / "speto.db") as database:
        database.execute("UPDATE secrets SET secret = ? WHERE table_id = ?", (secret, table))
    database.close()


class Seat:
    """Somebody at a table without a page."""

    def __init__(self, address: str, table: str, cookie: str) -> None:
        self.table: dict[str, Any] = {}
        self.deal: dict[str, Any] | None = None
        self.seq = 0
        self._open = ExitStack()
        self._socket = self._open.enter_context(
            connect(  # whoever does nothing for a while is not cut off
                f"{address.replace('http', 'ws')}/ws",
                additional_headers={"cookie": f"speto={cookie}"},
                max_size=None,
                max_queue=None,
                ping_interval=None,
            )
        )
        self._send(t="hello", table=table, protocol=1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._open.close()

    def _send(self, **message: Any) -> None:
        self._socket.send(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self._socket.recv(timeout=60))
        if message["t"] in ("snap", "step"):
            self.seq = message["seq"]
            self.table = message.get("table") or self.table
            self.deal = message.get("deal", self.deal)
        return message

    def until(self, enough: Enough) -> None:
        while not enough(self.table, self.deal):
            self.hear()

    def _command(self, **message: Any) -> None:
        """Give a command until it is taken: one may be too quick for the server, or for the steps that are under way."""
        while True:
            name = uuid4().hex
            self._send(id=name, **message)
            answer: dict[str, Any] = {}
            while answer.get("id") != name:
                answer = self.hear()
            if answer["t"] == "ack":
                return
            assert answer["code"] in ("rate", "stale"), answer
            message |= {"base": self.seq} if "base" in message else {}

    def act(self, actions: Sequence[str]) -> None:
        self._command(t="act", base=self.seq, actions=list(actions))

    def do(self, what: str, **about: Any) -> None:
        self._command(t="do", do=what, **about)


def play_on(address: str, at: Opened, enough: Enough) -> str:
    """Play the host's seat, seat 0, until there is enough: what lays cards before what does not. The status."""
    with Seat(address, at.table, at.cookie) as host:

        def mine(table: dict[str, Any], deal: dict[str, Any] | None) -> bool:
            turn = table.get("status") == "playing" and deal is not None and deal["turn"] == 0 and deal["legal"]
            return enough(table, deal) or bool(turn)

        while True:
            host.until(mine)
            assert host.deal is not None
            if enough(host.table, host.deal):
                return str(host.table["status"])
            host.act([wish(host.deal["legal"])])
            played = len(host.deal["actions"])
            host.until(lambda table, deal, played=played: deal is None or len(deal["actions"]) > played)


def wish(legal: list[str]) -> str:
    """A legal action that lays cards, if there is one."""
    return min(legal, key=lambda text: (KINDS.index(">" if ">" in text else text[0]), text))
