"""Nobody is sent a byte that depends on cards that he cannot know: whatever he asks, and whatever others do.

Two worlds are played that differ in two cards which a viewer cannot tell apart, each in another hand or in the stock.
Everything that the viewer is sent must be the same, byte for byte and message for message.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.drill import rounds
from tests.server.wires import Wire, living, still

from speto import decks
from speto.bots.api import Budget, choose
from speto.cards import TEXTS
from speto.errors import SpetoError
from speto.protocol.messages import Setup
from speto.protocol.row import Refused
from speto.server import duty, live, sockets, tables
from speto.server.bots import Choice

MEMBERS = [f"member-{number:015d}" for number in range(4)]
CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
TIME = 1_800_000_000_000
WATCHER = "watcher"


@pytest.fixture(autouse=True)
def still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (live, sockets, tables, duty):
        if hasattr(module, "now_ms"):
            monkeypatch.setattr(module, "now_ms", lambda: TIME)
    monkeypatch.setattr(tables, "_new_id", lambda: "0" * 20)
    monkeypatch.setattr(tables.secrets, "token_bytes", bytes)
    monkeypatch.setattr("speto.store.memory.new_code", lambda length: "ABCDEFGHJK"[:length])


class World:
    """One table with its four sockets and one that watches, dealt from a given deck."""

    def __init__(self, app: Any, server: Any, players: int) -> None:
        self.app, self.server, self.players = app, server, players
        self.wires: dict[int | str, Wire] = {}
        self.outside: list[bytes] = []
        self.states: list[Any] = []

    async def open(self, preset: str) -> None:
        setup = Setup(players=self.players, rules={"preset": preset}, pace=0, aids="suggest")
        found = await self.server.tables.create("Ann", MEMBERS[0], setup, [])
        assert not isinstance(found, Refused)
        self.live = found
        for number in range(1, self.players):
            body = {"name": f"P{number}", "member": MEMBERS[number]}
            await self.server.tables.command(self.live, "sit", None, body, f"sit:{number}")
        for seat in range(self.players):
            self.wires[seat] = Wire(self.app, self.server, MEMBERS[seat])
        self.wires[WATCHER] = Wire(self.app, self.server)
        for who, wire in self.wires.items():
            wire.tell("hello", table="0" * 20 if who != WATCHER else self.live.codes.watch, protocol=1)
        await still()
        for seat in range(self.players):
            await self.server.tables.command(self.live, "ready", seat, {}, f"ready:{seat}")
        answer = await self.server.tables.command(self.live, "deal", None, {}, "deal:1")
        assert isinstance(answer, int)

    async def close(self) -> None:
        for wire in self.wires.values():
            await wire.close()


def questions(rng: random.Random, seq: int, legal: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a viewer asks at one moment; the same in both worlds."""
    some = rng.choice(TEXTS)
    drafts = [[f"-{some}"], [f"={some}{rng.choice(TEXTS)}{rng.choice(TEXTS)}"], [f"{some}>{rng.choice(TEXTS)}"]]
    drafts += [[f"^{some}{rng.choice(TEXTS)}{rng.choice(TEXTS)}"], [f"#{some}"], ["+", f"-{some}"], ["."]]
    if legal:
        drafts.append([rng.choice(legal)])
    for number, draft in enumerate(drafts):
        if rng.random() < 0.15:
            yield "preview", {"id": f"p{seq}-{number}", "actions": draft}
        illegal = [action for action in draft if action not in legal]
        if illegal and rng.random() < 0.15:
            yield "act", {"id": f"a{seq}-{number}", "base": seq, "actions": illegal}
    if rng.random() < 0.1:
        yield "ask_hint", {"id": f"h{seq}"}
    if rng.random() < 0.1:
        yield "hello", {"table": "0" * 20, "protocol": 1, "last": rng.choice([-1, seq - 3])}
    yield "ping", {"seq": seq}


async def played(
    deck: list[int], seed: int, actions: list[str] | None, viewers: list[int | str]
) -> tuple[World, list[str]]:
    """A world in which so many actions were played: given ones, or random ones."""
    rng = random.Random(seed)
    asks = {viewer: random.Random(f"{seed} {viewer}") for viewer in viewers}
    players = 2 + seed % 3
    preset = ("classic", "strict", "short")[seed % 5 % 3]
    length = rng.randrange(2, 40)
    async with living() as (app, server):
        server.bots.choose = _at_once  # type: ignore[method-assign]
        server.bots.work = _in_place  # type: ignore[assignment, method-assign]
        server.bots.worlds = lambda *_: 4  # type: ignore[method-assign]
        world = World(app, server, players)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(decks, "shuffled", lambda _: list(deck))
            patch.setattr(decks, "first_starter", lambda *_: seed % players)
            await world.open(preset)
        table, done = world.live.table, []
        dealt = table.match.state  # type: ignore[union-attr]
        for step in range(length if actions is None else len(actions)):
            seat = table.actor
            if seat is None:
                break
            for viewer in viewers:
                own = table.deal_view(viewer).legal if viewer == seat else []  # type: ignore[arg-type, union-attr]
                for t, more in questions(asks[viewer], table.seq, own):
                    table_key = {"table": world.live.codes.watch} if t == "hello" and viewer == WATCHER else {}
                    world.wires[viewer].tell(t, **{**more, **table_key})
            await still(6)
            legal = table.deal_view(seat).legal
            action = rng.choice(legal) if actions is None else actions[step]
            if actions is not None and action not in legal:
                raise LookupError(action)
            answer = await server.tables.command(world.live, "act", seat, {"actions": [action]}, f"act:{step}")
            assert isinstance(answer, int), answer
            done.append(action)
            await still(2)
        await still()
        paths = (f"/api/tables/{'0' * 20}", "/api/tables", f"/api/records/{'0' * 20}/1")
        world.outside = [await _get(app, path) for path in paths]
        world.states = [dealt, table.match.state]  # type: ignore[union-attr]
        await world.close()
    return world, done


async def _at_once(game: str, level: str, view: Any, seed: bytes) -> Choice:
    """Think in this thread: another one would answer sooner or later."""
    return Choice(choose(game, level, view, Budget(0, seed)), level, 0, "")


async def _in_place(job: Any, *given: Any, patience: float = 0.0) -> Any:
    """The same for what workers are asked: hints here."""
    return job(*given)


async def _get(app: Any, path: str) -> bytes:
    """One request, in memory."""
    parts: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        parts.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b""}
    more = {"root_path": "", "scheme": "http", "headers": [(b"host", b"here")], "client": None, "server": ("here", 80)}
    await app({**scope, **more, "http_version": "1.1", "extensions": {}, "state": {}}, receive, send)
    return repr(parts).encode()


def swap(deck: list[int], a: int, b: int) -> list[int]:
    other = {a: b, b: a}
    return [other.get(card, card) for card in deck]


def unknown(world: World, viewer: int | str) -> list[int]:
    """The cards that a viewer cannot place: in hands that are not his and not seen to be taken, and in the stock."""
    view = world.states[0].see(None if viewer == WATCHER else viewer)
    now = world.states[-1].see(None if viewer == WATCHER else viewer)
    return sorted(set(view.unseen) & set(now.unseen))


async def compare(seed: int) -> int:
    """Play one deal and its twin; 0 if it has none."""
    rng = random.Random(seed)
    deck = list(range(52))
    rng.shuffle(deck)
    players = 2 + seed % 3
    viewers: list[int | str] = [rng.randrange(players), WATCHER]
    world, actions = await played(deck, seed, None, viewers)
    if world.states[-1].turn is None:
        return 0  # the deal is over and all hands are shown
    # What the seat cannot know the watcher cannot know either; now and then a pair that the seat itself holds.
    viewer = WATCHER if seed % 4 == 3 else viewers[0]
    hidden = unknown(world, viewer)
    for _ in range(4):
        if len(hidden) < 2:
            break
        a, b = rng.sample(hidden, 2)
        try:
            twin, _ = await played(swap(deck, a, b), seed, actions, viewers)
        except (LookupError, SpetoError):
            continue  # in that world somebody could not have played like this
        for who in {viewer, WATCHER}:
            assert twin.wires[who].sent == world.wires[who].sent, f"seed {seed}: {who} can tell {a} from {b}"
        assert twin.outside == world.outside
        return 1
    return 0


def test_nobody_can_tell_hidden_cards_apart(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "speto.server")
    assert sum(asyncio.run(compare(seed)) for seed in range(200)) > 150
    assert not any(CARD.search(record.getMessage()) for record in caplog.records)


async def some() -> None:
    for seed in range(40):
        await compare(seed)


@pytest.mark.drill
def test_nobody_can_tell_hidden_cards_apart_in_a_thousand_deals(drill_minutes: float) -> None:
    told = [asyncio.run(compare(1000 + seed)) for seed in rounds(drill_minutes, 1 / 12, 1000)]
    assert sum(told) > 0.7 * len(told)


def test_the_comparison_finds_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were the card of a draw told to all, this test would say so."""
    monkeypatch.setattr("speto.table.table.Table.told", lambda _, event, __: event)
    with pytest.raises(AssertionError, match="can tell"):
        asyncio.run(some())
