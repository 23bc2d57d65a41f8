"""Plays a whole match of Dummy against bots, over the socket: the protocol of docs/protocol.md from a program's side.

    speto serve --port 8000
    python examples/client.py http://127.0.0.1:8000

Needs Python 3.11 and the package ``websockets``.
"""

import asyncio
import itertools
import json
import random
import sys
import urllib.request
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Message = dict[str, Any]
SETUP = {"players": 3, "rules": {"preset": "classic", "target": 100}, "pace": 0}


def create(server: str) -> tuple[Message, str]:
    """Open a table with two bots; the answer, and the cookie that says who we are."""
    body = json.dumps({"name": "Robot", "setup": SETUP, "bots": ["greedy", "random"], "ready": True}).encode()
    request = urllib.request.Request(f"{server}/api/tables", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer), answer.headers["set-cookie"].partition(";")[0]


class Client:
    """A seat at a table: what it was shown last, and what it has asked for."""

    def __init__(self, table: str) -> None:
        self.table, self.chance, self.numbers = table, random.Random(table), itertools.count()
        self.seq = -1
        self.view: Message = {}
        self.deal: Message | None = None
        self.seat: int | None = None
        self.asked: Message | None = None  # on its way; keeps its id until it is answered
        self.acknowledged = -1

    def hello(self, last: int) -> str:
        """The first message, and the one that asks for everything (``last`` -1)."""
        return json.dumps({"t": "hello", "table": self.table, "protocol": 1, "last": last})

    async def match(self, server: str, cookie: str) -> Message:
        """Play until the match is over, whatever happens to the connection; the table's last view."""
        url, headers = server.replace("http", "ws", 1) + "/ws", {"cookie": cookie}
        while self.view.get("status") != "over":
            try:
                async with connect(url, additional_headers=headers) as ws:
                    await ws.send(self.hello(self.seq))
                    if self.asked:  # it may have been lost; if it was not, it counts once all the same
                        await ws.send(json.dumps(self.asked))
                    while self.view.get("status") != "over":
                        await self.hear(ws, json.loads(await ws.recv()))
            except (ConnectionClosed, OSError):
                await asyncio.sleep(0.5)
        return self.view

    async def hear(self, ws: ClientConnection, message: Message) -> None:
        """Take one message, and answer if it is our turn."""
        match message["t"]:
            case "step" if message["seq"] > self.seq + 1:  # something is missing: ask for everything
                await ws.send(self.hello(-1))
            case "snap" | "step" if message["seq"] > self.seq or message["t"] == "snap":
                self.seq = message["seq"]
                self.view = message.get("table") or self.view
                self.deal = message.get("deal", self.deal)
                self.seat = message["you"]["seat"] if message.get("you") else self.seat
            case "nack" if self.asked and message["code"] == "rate":  # too quick for a person
                await asyncio.sleep(0.2)
                await ws.send(json.dumps(self.asked))
            case "nack" if self.asked and message["id"] == self.asked["id"]:
                self.asked = None
                print("refused:", message["code"], message.get("sentence", ""))
            case "ack" if self.asked and message["id"] == self.asked["id"]:
                self.asked, self.acknowledged = None, message["seq"]  # its step comes next
        await self.play(ws)

    async def play(self, ws: ClientConnection) -> None:
        """Ask for an action when it is our turn, and for the next deal when one is over."""
        if self.asked or self.seat is None or self.seq < self.acknowledged:
            return
        if self.view["status"] == "playing" and self.deal and self.deal["turn"] == self.seat and self.deal["legal"]:
            action = self.chance.choice(self.deal["legal"])
            self.asked = {"t": "act", "id": f"a{next(self.numbers)}", "base": self.seq, "actions": [action]}
        elif self.view["status"] == "between" and not self.view["seats"][self.seat]["ready"]:
            self.asked = {"t": "do", "id": f"r{next(self.numbers)}", "do": "ready"}
        if self.asked:
            await ws.send(json.dumps(self.asked))


if __name__ == "__main__":
    address = sys.argv[1].rstrip("/") if len(sys.argv) > 1 else "http://127.0.0.1:8000"
    opened, cookie = create(address)
    last = asyncio.run(Client(opened["table"]).match(address, cookie))
    print("totals:", *last["totals"], "winner: seat", last["winner"])
