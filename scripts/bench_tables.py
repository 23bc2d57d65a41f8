"""How many tables of one person and three bots a core carries, in two ways.

``.venv/bin/python scripts/bench_tables.py --decks 20`` plays whole deals of four bots without a server: processor time
a decision, and from the pace of people and bots how many such tables keep one core busy.

``.venv/bin/python scripts/bench_tables.py --tables 120 --seconds 180`` starts a server of its own on data of its own,
opens so many tables, and plays them at that pace. It ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from speto.bots.api import Budget, bot
from speto.cli import load
from speto.cli.wire import ask
from speto.decks import seed_of_text, shuffled
from speto.dummy.deal import Deal

PLAYERS = 4
TURN = 8.0
"""Seconds that a person takes over a turn; each further action of the turn takes a second more."""
MORE = 1.0
PACE = 0.9
"""Seconds that a bot takes over an action, thinking included: a table's usual setting."""


def alone(level: str, decks: int, preset: str) -> dict[str, Any]:
    """Whole deals of four bots: what a decision costs, and what that makes at a table with one person."""
    player = bot("dummy", level)
    cpu, chosen, actions, turns = 0.0, 0, 0, 0
    for number in range(-1, decks):
        if number == 0:  # the first deal loads the compiled kernel
            cpu, chosen, actions, turns = 0.0, 0, 0, 0
        deal = Deal(shuffled(seed_of_text(f"tables {number}")), players=PLAYERS, rules=preset, starter=number % PLAYERS)
        while deal.turn is not None:
            view = deal.see(deal.turn)
            legal, seed = view.legal, seed_of_text(f"{number} {len(view.actions)}")
            actions += 1
            turns += view.starting
            if len(legal) > 1:
                begun = time.process_time()
                action = player.choose(view, legal, Budget(getattr(player, "worlds", 0), seed))
                cpu += time.process_time() - begun
                chosen += 1
            else:
                action = legal[0]
            deal.play(action)
    person, bots = 1 / PLAYERS, (PLAYERS - 1) / PLAYERS
    lasts = (turns * person * TURN + (actions - turns) * person * MORE + actions * bots * PACE) / decks
    spent = cpu * bots / decks
    return {
        "deals": decks,
        "worlds": getattr(player, "worlds", 0),
        "CPU ms a decision": round(1000 * cpu / chosen, 1),
        "decisions of three bots a deal": round(chosen * bots / decks, 1),
        "seconds that a deal lasts": round(lasts, 1),
        "CPU seconds of bots a deal": round(spent, 2),
        "tables a core": int(lasts / spent),
    }


class Table(load.Table):
    """A person, played from here, and three bots."""

    def __init__(self, all_: load.Load, number: int, host: str, level: str, preset: str) -> None:
        super().__init__(all_, number, host)
        self.setup = {"rules": {"preset": preset}, "players": PLAYERS, "pace": int(1000 * PACE)}
        self.level = level

    async def open(self) -> None:
        """Open the table; the first deal begins at once."""
        body = {"name": "P", "setup": self.setup, "bots": [self.level] * (PLAYERS - 1), "ready": True}
        status, answer, cookie = await ask(self.host, "POST", "/api/tables", body)
        if status >= 300:
            raise SystemExit(f"bench_tables: the server opens no table: {answer.decode()}")
        self.id = msgspec.json.decode(answer)["table"]
        self.seats = [load.Seat(self, 0, cookie)]
        await self.seats[0].enter()

    async def person(self, until: float) -> None:
        """Act at a person's pace: knock, lay, lay off, pick up, else draw, and discard anything."""
        (seat,) = self.seats
        first = True
        await asyncio.sleep(self.chance.random() * TURN)
        while time.perf_counter() < until:
            if seat.deal.turn != 0 or not seat.deal.legal or seat.socket is None:
                first = True
                await asyncio.sleep(0.05)
                continue
            await asyncio.sleep(TURN if first else MORE)
            legal, first = seat.deal.legal, False
            action = next((a for kind in "#=>^+" for a in legal if kind in a), "") or self.chance.choice(legal)
            self.count += 1
            seat.socket.say({"t": "act", "id": f"a{self.count}", "base": seat.seq, "actions": [action]})
            seat.deal = load._Deal()


def cpu_of(pid: int) -> tuple[float, float]:
    """Seconds of the processor that a process took, and that its children took."""
    own, children = 0.0, 0.0
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            if int(folder.name) == pid:
                own = seconds
            elif int(fields[1]) == pid:
                children += seconds
    return own, children


async def served(args: argparse.Namespace) -> dict[str, Any]:
    """Tables on a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        server = load._Own(folder, None)
        await server.start()
        try:
            return await _served(args, server, folder)
        finally:
            server.end()


async def _served(args: argparse.Namespace, server: load._Own, folder: str) -> dict[str, Any]:
    everything = load.Load(server.host, 0)
    tables = [Table(everything, number, server.host, args.level, args.preset) for number in range(args.tables)]
    await asyncio.sleep(10)  # the bots' workers start
    for table in tables:
        await table.open()
    assert server._process is not None
    pid = server._process.pid
    begun = time.perf_counter() + 10
    people = [asyncio.create_task(table.person(begun + args.seconds)) for table in tables]
    await asyncio.sleep(begun - time.perf_counter())
    before, cpu_before, at = await everything.figures(), cpu_of(pid), int(1000 * time.time())
    await asyncio.gather(*people)
    after, cpu_after = await everything.figures(), cpu_of(pid)
    for table in tables:
        table.seats[0].socket.close()  # type: ignore[union-attr]
    serving, thinking = ((two - one) / args.seconds for one, two in zip(cpu_before, cpu_after, strict=True))
    decided = after["speto_decision_seconds_count"] - before["speto_decision_seconds_count"]
    worlds = moves(folder, at)
    return {
        "tables": args.tables,
        "seconds": args.seconds,
        "actions of bots/s": round(decided / args.seconds, 1),
        "decision p50 ms": load._quantile(before, after, "speto_decision_seconds", 0.5),
        "decision p95 ms": load._quantile(before, after, "speto_decision_seconds", 0.95),
        "decision p99 ms": load._quantile(before, after, "speto_decision_seconds", 0.99),
        "worlds, share of actions": {
            worlds_: round(count / worlds.total(), 3) for worlds_, count in sorted(worlds.items())
        },
        "late or failed": int(after["speto_bot_faults_total"] - before["speto_bot_faults_total"]),
        "cores busy: server, bots": [round(serving, 2), round(thinking, 2)],
        "tables a core": int(args.tables / (serving + thinking)),
        "refused": dict(everything.refused),
    }


def moves(folder: str, since: int) -> Counter[int]:
    """How many of the bots' actions in the log since then were thought out in how many worlds."""
    found: Counter[int] = Counter()
    (file,) = (path for path in Path(folder).rglob("*") if path.suffix in (".db", ".sqlite", ".sqlite3"))
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as base:
        for (body,) in base.execute("SELECT body FROM commands WHERE at >= ?", (since,)):
            told = msgspec.json.decode(body)
            if "worlds" in told:
                found[told["worlds"]] += 1
    return found


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", default="level5")
    parser.add_argument("--preset", default="strict")
    parser.add_argument("--decks", type=int, default=0, help="so many deals without a server")
    parser.add_argument("--tables", type=int, default=0, help="so many tables on a server")
    parser.add_argument("--seconds", type=float, default=120.0, help="how long these play; 120 if left out")
    args = parser.parse_args()
    random.seed(1)
    if not args.decks and not args.tables:
        parser.error("--decks or --tables says what to measure")
    if args.decks:
        tell(alone(args.level, args.decks, args.preset))
    if args.tables:
        tell(asyncio.run(served(args)))
    return 0


def tell(figures: dict[str, Any]) -> None:
    """Print figures."""
    for name, value in figures.items():
        print(f"{name:34} {value}")


if __name__ == "__main__":
    sys.exit(main())
