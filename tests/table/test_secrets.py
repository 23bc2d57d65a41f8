"""Nothing that a viewer is sent depends on a card that it cannot know.

Two cards that a viewer has not seen by some moment are swapped in the deck, and the same log is played again. Every
byte that the viewer got until then must be the same: views, events, hashes, deadlines; and at that moment the answers
to drafts and commands.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest
from tests.table.desk import Desk, bytes_of

from speto import decks
from speto.cards import TEXTS
from speto.dummy.actions import ACTIONS, request_text
from speto.protocol.row import BadLog, Row
from speto.table import secret
from speto.table.table import Table

DEALS = 200
RULES: tuple[dict[str, Any], ...] = ({"preset": "strict"}, {"preset": "short"}, {"preset": "classic", "strip_stock": 5})


@pytest.fixture
def stacked(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[bytes, list[int]]]:
    """Decks by seed, in place of those that are shuffled."""
    stacks: dict[bytes, list[int]] = {}
    shuffled = decks.shuffled
    monkeypatch.setattr(decks, "shuffled", lambda seed: stacks.get(seed) or shuffled(seed))
    yield stacks
    stacks.clear()


def played(seed: int) -> tuple[Desk, random.Random]:
    """Some of a deal, played by one person or by people."""
    rng = random.Random(f"secrets {seed}")
    players = 2 + seed % 3
    people = players if seed % 2 else 1
    clock = rng.choice(["off", "20+60"])
    desk = Desk(
        seed.to_bytes(32, "big"), names="ABCD"[:people], players=players, clock=clock, rules=RULES[seed % len(RULES)]
    )
    desk.bots(*range(people, players), level=rng.choice(["greedy", "random"]))
    desk.ready(*range(people))
    for _ in range(rng.choice([3, 8, 20, 40, 60])):
        if desk.table.stage != "playing":
            break
        if clock != "off" and rng.random() < 0.05:
            desk.meet()
        if desk.table.stage == "playing":
            desk.people_play(rng)
    return desk, rng


def transcript(secret_: bytes, rows: Sequence[Row], viewer: int | None) -> tuple[Table, list[bytes]]:
    """Everything that is sent to a viewer while these rows come. Raises BadLog if they cannot."""
    table = Table("t", secret_)
    sent = []
    for row in rows:
        events = [table.told(event, viewer) for event in table.apply(row)]
        sent.append(msgspec.json.encode(events) + bytes_of(table, viewer))
    return table, sent


def answers(table: Table, viewer: int | None, rng: random.Random) -> bytes:
    """Answers to drafts and to commands to play, legal and not."""
    legal = [] if viewer is None else list(getattr(table.view_for_bot(viewer), "legal", []))
    others = [request_text(action) for action in rng.sample(ACTIONS, 12)]
    asked = [[text] for text in [*legal[:12], *others, "nonsense", "-1c"]]
    for text in legal[:8]:
        asked += [[text, other] for other in rng.sample([*legal, *others, "+", "."], 6)]
    held = [] if viewer is None else table.deal_view(viewer).hand.split()  # type: ignore[union-attr]
    asked += [["+", f"-{card}"] for card in rng.sample(TEXTS, 10)] + [[f"-{card}", "+"] for card in held[:3]]
    return msgspec.json.encode(
        [[table.preview(viewer, actions), table.check("act", viewer, {"actions": actions}, 0)] for actions in asked]
    )


def test_no_byte_depends_on_what_a_viewer_cannot_know(stacked: dict[bytes, list[int]]) -> None:
    compared = 0
    for number in range(DEALS):
        desk, rng = played(number)
        viewer = rng.choice([None, *range(desk.table.setup.players)])
        seed = secret.deal_seed(desk.secret, 1)
        deck = decks.shuffled(seed)
        unseen = sorted(desk.table.game.see(desk.table.match.state, viewer).unseen)  # type: ignore[union-attr]
        table, sent = transcript(desk.secret, desk.rows, viewer)
        asked = rng.random()
        said = answers(table, viewer, random.Random(asked))
        for _ in range(4 if len(unseen) > 1 else 0):
            one, other = rng.sample(unseen, 2)
            swap = {one: other, other: one}
            stacked[seed] = [swap.get(card, card) for card in deck]
            try:
                world, again = transcript(desk.secret, desk.rows, viewer)
            except BadLog:  # in that world somebody could not have done what he did
                continue
            finally:
                stacked.clear()
            if world.stage != table.stage:  # there the deal would have ended by itself (R21)
                continue
            context = f"deal {number}, viewer {viewer}, {TEXTS[one]} and {TEXTS[other]} swapped"
            assert again == sent, context
            assert answers(world, viewer, random.Random(asked)) == said, context
            compared += 1
            break
    assert compared > 0.9 * DEALS


def test_a_draw_is_told_to_nobody_else() -> None:
    desk = Desk(names="ABC", players=3)
    desk.ready(0, 1, 2)
    actor = desk.table.actor
    assert actor is not None
    event = desk.act(actor, "+")[0]
    assert event.text == "+" and event.card in TEXTS
    for viewer in (None, 0, 1, 2):
        told = desk.table.told(event, viewer)
        assert (told.card == event.card) == (viewer == actor)
        assert told.text == "+"


def test_nothing_may_follow_a_draw_in_one_command() -> None:
    """Else the fate of what follows would tell the card before anybody has drawn it."""
    desk = Desk(names="AB", players=2)
    desk.ready(0, 1)
    actor = desk.table.actor
    assert actor is not None
    said = {desk.no("act", actor, actions=["+", f"-{card}"]) for card in TEXTS}
    assert {(refused.reason, refused.at) for refused in said} == {("after_reveal", 1)}
    assert len(said) == 1


def test_what_follows_the_turn_is_not_looked_at() -> None:
    desk = Desk(names="AB", players=2)
    desk.ready(0, 1)
    actor = desk.table.actor
    assert actor is not None
    desk.act(actor, "+")
    card = desk.view(actor).hand.split()[0]
    said = {desk.no("act", actor, actions=[f"-{card}", text]) for text in ("+", ".", "nonsense", "-2c", "#2c")}
    assert {(refused.reason, refused.at) for refused in said} == {("after_turn", 1)}
    assert len(said) == 1


def test_no_message_tells_a_member_or_the_secret() -> None:
    key = bytes(range(32))
    desk = Desk(key, names="AB", players=3)
    desk.bots(2)
    desk.ready(0, 1)
    everything = b"".join(bytes_of(desk.table, viewer) for viewer in (None, 0, 1, 2))
    assert b"mA" not in everything and b"mB" not in everything
    rows = msgspec.json.encode(desk.rows)
    for hidden in (key.hex(), secret.deal_seed(key, 1).hex()):
        assert hidden.encode() not in rows + everything


def test_labels_keep_decks_chance_and_bots_apart() -> None:
    key = bytes(32)
    values = {secret.deal_seed(key, n) for n in range(50)} | {secret.bot_seed(key, n) for n in range(50)}
    assert len(values) == 100
    streams = {tuple(next(stream) for _ in range(4)) for stream in (secret.chance(key, n) for n in range(50))}
    assert len(streams) == 50
    assert secret.bot_seed(key, 1) != secret.bot_seed(bytes([1]) * 32, 1)
