"""``speto load``: tables that play on a server, and how quickly it answers.

The load is open: each action has its planned instant, whether or not the one before was answered, and its time counts
from that instant. So a server that stands still cannot hide it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from speto.cli.wire import Socket, ask
from speto.errors import SpetoError

PLAYERS = 4
RECONNECTS = 0.01 / 60
"""How many of the sockets come anew each second: 1 % a minute."""
IDLE = (100, 400)
"""So many idle sockets are opened, and then so many more, whose memory is measured."""
FLOOD = 200
"""Messages a second of the one who sends too much."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which server, how many tables, how fast, how long."""
    parser.add_argument("--url", metavar="URL", help="the server; if left out one is started for this")
    parser.add_argument(
        "--database", metavar="URL", help="where that one keeps its tables; a new SQLite file if left out"
    )
    parser.add_argument("--tables", type=int, default=200, metavar="N", help="of four people each; 200 if left out")
    parser.add_argument(
        "--rate", type=float, default=400.0, metavar="R", help="actions a second in all; 400 if left out"
    )
    parser.add_argument("--seconds", type=float, default=60.0, metavar="S", help="how long it plays; 60 if left out")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(args: argparse.Namespace) -> int:
    """Load the server and print the figures; 1 if it refused what it should not."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    try:
        import uvloop

        figures = uvloop.run(_load(args))
    except ModuleNotFoundError:
        figures = asyncio.run(_load(args))
    if args.json:
        print(json.dumps(figures, indent=1))
    else:
        for name, value in figures.items():
            print(f"{name:34} {value}")
    return 1 if figures["refused"] else 0


class _Deal(Struct):
    turn: int | None = None
    legal: list[str] = []


class _Place(Struct):
    ready: bool = False


class _Table(Struct):
    status: str = ""
    seats: list[_Place] = []


class _Heard(Struct):
    """What of a message matters here."""

    t: str
    seq: int = -1
    id: str = ""
    code: str = ""
    deal: _Deal | None = None
    table: _Table | None = None


_heard = msgspec.json.Decoder(_Heard)


class Seat:
    """A person at a table: one socket after the other."""

    def __init__(self, game: Table, number: int, cookie: str) -> None:
        self.game, self.number, self.cookie = game, number, cookie
        self.seq = -1
        self.deal = _Deal()
        self.socket: Socket | None = None

    async def enter(self) -> None:
        """Open a socket and say hello."""
        if self.socket is not None:
            self.socket.close()
        name, _, port = self.game.host.rpartition(":")
        loop = asyncio.get_running_loop()
        _, self.socket = await loop.create_connection(
            lambda: Socket(self.game.host, self.cookie, self.hear), name.strip("[]"), int(port)
        )
        await self.socket.open
        self.socket.say({"t": "hello", "table": self.game.id, "protocol": 1, "last": self.seq})

    def hear(self, text: bytes) -> None:
        """Take a message."""
        message = _heard.decode(text)
        if message.t in ("snap", "step"):
            if message.t == "step" and message.seq != self.seq + 1 and self.seq >= 0:
                self.game.load.gaps += 1
            self.seq = message.seq
            if message.deal is not None:
                self.deal = message.deal
            self.game.saw(self, message)
        elif message.t == "ack":
            self.game.acknowledged(message.id)
        elif message.t == "nack":
            self.game.refused(message.id, message.code)


class Watcher(Seat):
    """Somebody who looks at a table and does nothing."""

    def __init__(self, game: Table) -> None:
        super().__init__(game, -1, "")

    def hear(self, text: bytes) -> None:
        """Whatever it is."""


class Table:
    """A table of four that plays at its own instants."""

    def __init__(self, load: Load, number: int, host: str) -> None:
        self.load, self.number, self.host = load, number, host
        self.chance = random.Random(number)
        self.id = ""
        self.seats: list[Seat] = []
        self.status = ""
        self.seq = 0
        self.count = 0
        self.planned: dict[str, float] = {}
        self.asked: dict[int, int] = {}

    async def open(self) -> None:
        """Open the table, and have everybody sit down."""
        answer, cookie = await open_table(self.host, f"P{self.number}")
        self.id = answer["table"]
        self.seats.append(Seat(self, 0, cookie))
        for seat in range(1, PLAYERS):
            status, _, cookie = await ask(self.host, "POST", f"/api/tables/{self.id}/join", {"name": f"P{seat}"})
            if status != 200:
                raise SpetoError(f"the server lets nobody sit down: status {status}")
            self.seats.append(Seat(self, seat, cookie))
        for one in self.seats:
            await one.enter()

    def saw(self, seat: Seat, message: _Heard) -> None:
        """Somebody was shown the table: whoever is not ready for the next deal says so."""
        self.seq = max(self.seq, message.seq)
        if message.table is None:
            return
        self.status = message.table.status
        place = message.table.seats[seat.number]
        if (
            self.status in ("waiting", "between", "over")
            and not place.ready
            and self.asked.get(seat.number) != self.seq
        ):
            self.asked[seat.number] = self.seq
            self.count += 1
            do = "rematch" if self.status == "over" else "ready"
            if do == "ready" or seat.number == 0:
                seat.socket.say({"t": "do", "id": f"r{self.count}", "do": do})  # type: ignore[union-attr]

    async def play(self, begin: float, every: float, until: float) -> None:
        """Act at each planned instant; what is not this table's to do then is done as soon as it can be."""
        planned = begin + self.chance.random() * every
        while planned < until:
            wait = planned - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            while not self.act(planned):
                await asyncio.sleep(0.002)
                if time.perf_counter() > until:
                    return
            planned += every

    def act(self, planned: float) -> bool:
        """The seat to act plays any legal action; False if nobody can just now."""
        if self.status != "playing" or self.planned:
            return False
        for seat in self.seats:
            if seat.deal.turn == seat.number and seat.deal.legal and seat.seq == self.seq and seat.socket is not None:
                self.count += 1
                id_ = f"a{self.count}"
                self.planned[id_] = planned
                action = self.chance.choice(seat.deal.legal)
                seat.socket.say({"t": "act", "id": id_, "base": seat.seq, "actions": [action]})
                seat.deal = _Deal()
                return True
        return False

    def acknowledged(self, id_: str) -> None:
        """An action is in the log."""
        planned = self.planned.pop(id_, None)
        if planned is not None:
            self.load.times.append(time.perf_counter() - planned)

    def refused(self, id_: str, code: str) -> None:
        """Something was refused."""
        if self.planned.pop(id_, None) is not None or id_.startswith("a"):
            self.load.refused[code] += 1

    def forget(self, seat: Seat) -> None:
        """A command may have gone with its socket: its answer is not waited for."""
        if seat.number == 0 or self.planned:
            self.load.lost += len(self.planned)
            self.planned.clear()


class Load:
    """All tables, and what was measured."""

    def __init__(self, host: str, tables: int) -> None:
        self.tables = [Table(self, number, host) for number in range(tables)]
        self.times: list[float] = []
        self.refused: Counter[str] = Counter()
        self.gaps = 0
        self.lost = 0
        self.host = host
        self.watchers: list[Seat] = []

    async def open(self) -> None:
        """Open all tables, some at a time."""
        gate = asyncio.Semaphore(16)

        async def one(table: Table) -> None:
            async with gate:
                await table.open()

        await asyncio.gather(*(one(table) for table in self.tables))

    async def reconnect(self) -> None:
        """Some sockets break and come again."""
        chance = random.Random(0)
        seats = [seat for table in self.tables for seat in table.seats]
        while True:
            await asyncio.sleep(1 / (RECONNECTS * len(seats)))
            seat = chance.choice(seats)
            seat.game.forget(seat)
            await seat.enter()

    async def nuisances(self) -> None:
        """One page that does not read, one that sends too much; both only watch."""
        table = self.tables[0]
        slow, flooder = Watcher(table), Watcher(table)
        self.watchers += [slow, flooder]
        await slow.enter()
        await flooder.enter()
        assert slow.socket is not None
        assert flooder.socket is not None
        assert slow.socket.transport is not None
        slow.socket.transport.pause_reading()
        while not flooder.socket.closed.done():
            flooder.socket.say({"t": "ping", "seq": 0})
            await asyncio.sleep(1 / FLOOD)

    async def idle(self) -> float:
        """Bytes of the server for each socket that only looks at a table."""
        table = Table(self, -1, self.host)
        table.id = (await open_table(self.host, "P"))[0]["table"]
        sockets: list[Socket | None] = []
        sizes = []
        for count in IDLE:
            for _ in range(count):
                watcher = Watcher(table)
                await watcher.enter()
                sockets.append(watcher.socket)
            sizes.append((await self.figures())["process_resident_memory_bytes"])
        for socket in sockets:
            assert socket is not None
            socket.close()
            await socket.closed
        return (sizes[1] - sizes[0]) / IDLE[1]

    async def again(self, server: _Own) -> float:
        """Kill the server and start it again: seconds until it has accepted an action."""
        server.end(kill=True)
        self.times.clear()
        for table in self.tables:
            table.planned.clear()
            for seat in table.seats:  # nobody acts on what was shown before
                seat.deal = _Deal()
        begun = time.perf_counter()
        await server.start()
        entering = asyncio.gather(*(seat.enter() for table in self.tables for seat in table.seats))
        while not self.times:
            for table in self.tables:
                table.act(begun)
            await asyncio.sleep(0.002)
        await entering
        return self.times[0]

    async def close(self) -> None:
        """Close all sockets."""
        seats = [*(seat for table in self.tables for seat in table.seats), *self.watchers]
        sockets = [seat.socket for seat in seats if seat.socket is not None]
        for socket in sockets:
            socket.close()
        await asyncio.gather(*(socket.closed for socket in sockets))

    async def figures(self) -> dict[str, float]:
        """What the server says of itself."""
        _, text, _ = await ask(self.host, "GET", "/metrics")
        rows = (line.rsplit(" ", 1) for line in text.decode().splitlines() if not line.startswith("#"))
        return {name: float(value) for name, value in rows}


async def _load(args: argparse.Namespace) -> dict[str, Any]:
    async with _serving(args) as server:
        load = Load(server.host, args.tables)
        empty = await load.figures()
        idle = await load.idle()
        await load.open()
        beside: list[asyncio.Task[Any]] = [asyncio.create_task(load.reconnect()), asyncio.create_task(load.nuisances())]
        sat = await load.figures()
        try:
            begin = time.perf_counter() + 0.5
            until = begin + args.seconds
            every = args.tables / args.rate
            middle = asyncio.create_task(_at(load, begin + min(60.0, args.seconds / 2)))
            beside.append(middle)
            await asyncio.gather(*(table.play(begin, every, until) for table in load.tables))
            after, half = await load.figures(), await middle
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
        times, refused = sorted(load.times) or [float("inf")], dict(load.refused)
        again = await load.again(server) if isinstance(server, _Own) else None
        await load.close()
    actions = len(times)
    cpu = after["process_cpu_seconds_total"] - sat["process_cpu_seconds_total"]
    memory = [figures["process_resident_memory_bytes"] / 2**20 for figures in (empty, sat, half, after)]
    faults = sum(value for name, value in after.items() if name.startswith("speto_faults_total"))
    return {
        "tables": args.tables,
        "sockets": args.tables * PLAYERS,
        "seconds": args.seconds,
        "planned actions/s": args.rate,
        "actions/s": round(actions / args.seconds, 1),
        "p50 ms": round(1000 * times[len(times) // 2], 1),
        "p99 ms": round(1000 * times[int(len(times) * 0.99)], 1),
        "longest ms": round(1000 * times[-1], 1),
        "commit p50 ms": _quantile(sat, after, "speto_append_seconds", 0.5),
        "commit p99 ms": _quantile(sat, after, "speto_append_seconds", 0.99),
        "refused": refused,
        "gaps in the numbers": load.gaps,
        "server CPU ms/action": round(1000 * cpu / max(1, actions), 3),
        "server CPU of one core": f"{cpu / args.seconds:.0%}",
        "KiB a socket that is idle": round(idle / 1024, 1),
        "memory MiB, empty": round(memory[0], 1),
        "memory MiB, all sat down": round(memory[1], 1),
        "memory MiB, after a minute or half": round(memory[2], 1),
        "memory MiB, at the end": round(memory[3], 1),
        "memory growth since then": f"{memory[3] / memory[2] - 1:.1%}",
        "s from kill -9 to the first action": None if again is None else round(again, 2),
        "faults": int(faults),
    }


async def _at(load: Load, instant: float) -> dict[str, float]:
    await asyncio.sleep(max(0.0, instant - time.perf_counter()))
    return await load.figures()


async def open_table(host: str, name: str) -> tuple[dict[str, Any], str]:
    """A new table's answer and its host's cookie. Raises SpetoError if the server does not open it."""
    status, answer, cookie = await ask(host, "POST", "/api/tables", {"name": name})
    if status >= 300:
        why = json.loads(answer).get("error", status)
        raise SpetoError(f"{host} opens no table: {why}; SPETO_TABLES_A_MINUTE lets one address open more")
    return json.loads(answer), cookie


def _quantile(before: dict[str, float], after: dict[str, float], name: str, part: float) -> str:
    """Between which of a histogram's bounds so large a part of what came in between lies, in ms."""
    bounds = [(key.partition('le="')[2][:-2], after[key] - before[key]) for key in after if key.startswith(f"{name}_b")]
    lower = "0"
    for bound, count in bounds:
        if count >= part * bounds[-1][1]:
            return f"{float(lower) * 1000:g} to {float(bound) * 1000:g}"
        lower = bound
    return "none"


class _Named:
    """A server that somebody has started."""

    def __init__(self, host: str) -> None:
        self.host = host


class _Own(_Named):
    """A server that lives as long as this, on data of its own."""

    def __init__(self, folder: str, database: str | None) -> None:
        super().__init__("")
        self._words = ["--data", folder, *(["--database", database] if database else [])]
        self._port = "0"
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start it, at the address that it had before."""
        command = [sys.executable, "-m", "speto", "serve", "--port", self._port, *self._words]
        env = {**os.environ, "SPETO_TABLES_A_MINUTE": "1000000", "PYTHONWARNINGS": "ignore:resource_tracker"}
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, env=env)
        assert self._process.stdout is not None
        first = await asyncio.to_thread(self._process.stdout.readline)
        if not first:
            raise SpetoError("the server does not start")
        self.host = urlsplit(first.split()[-1].decode()).netloc
        self._port = self.host.rpartition(":")[2]

    def end(self, kill: bool = False) -> None:
        """End it, as an operator does or as a power cut would."""
        process, self._process = self._process, None
        if process is not None:
            (process.kill if kill else process.terminate)()
            process.wait(20)
            assert process.stdout is not None
            process.stdout.close()


@contextlib.asynccontextmanager
async def _serving(args: argparse.Namespace) -> AsyncIterator[_Named]:
    """The server that is named, or one of its own."""
    if args.url:
        yield _Named(urlsplit(args.url).netloc)
        return
    with tempfile.TemporaryDirectory() as folder:
        own = _Own(folder, args.database)
        try:
            await own.start()
            yield own
        finally:
            own.end()
