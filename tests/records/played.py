"""Records of Dummy to test with: deals of a player who lays whatever he can, from fixed seeds."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from speto.decks import seed_of_text, shuffled
from speto.dummy.game import GAME
from speto.records import FORMAT, BotMove, BotRecord, DealRecord, Record
from speto.replay import replay


def played(
    seed: int,
    players: int = 2,
    rules: Mapping[str, Any] | None = None,
    deals: int = 1,
    stop: int | None = None,
) -> Record:
    """Deals in a row until there are ``deals`` or somebody has won; the last ends after ``stop`` actions."""
    options = GAME.options(rules or {"preset": "strict"})
    rng = random.Random(seed)
    start: dict[str, int] = {"starter": seed % players, "direction": 1}
    found: list[DealRecord] = []
    states: list[Any] = []
    for number in range(deals):
        deck = shuffled(seed_of_text(f"{seed} {number}"))
        deal = DealRecord(GAME.fresh(options, players, deck, start))
        state = GAME.start(options, players, deal.start)
        while GAME.actor(state) is not None and not (number == deals - 1 and len(deal.actions) == stop):
            legal = GAME.legal(state)
            laying = [action for action in legal if action[0] in "^=#" or ">" in action]
            deal.actions.append(rng.choice(laying or legal))
            state = GAME.apply(state, deal.actions[-1])
        found.append(deal)
        states.append(state)
        settled = GAME.follow(options, players, states)
        if settled.decided:
            break
        start = dict(settled.start)
    return Record(FORMAT, "dummy", dict(rules or {"preset": "strict"}), list("ABCD"[:players]), found)


def full(record: Record) -> Record:
    """The record with all that may stand in one: scores, ledgers, result, points before, meta, bots."""
    stated = replay(record).stated()
    stated.before = [0] * len(record.players)
    stated.meta = {"place": "a test", "note": "ten: 5"}
    bot = BotRecord("plain", "0" * 8, [BotMove(0, 1, 64, "s")])
    stated.bots = [None] * (len(record.players) - 1) + [bot]
    return stated


POSITION: dict[str, Any] = {
    "hands": ["Qd 2c 9h", "3h 4h"],
    "stock": "5s 6s",
    "pile": "7h Kd/1 3s/0 8c/1",
    "melds": ["8s/1 9s/1 Ts/1 Js/0"],
    "born": [0, 1],
    "turn": 0,
    "direction": 1,
    "head": "7h",
    "fresh": 1,
    "layoffs": [1, 0],
    "known": ["Qd", ""],
    "penalties": [[1, "layoff_discard"]],
}
"""The position of ``docs/notation.md``."""


def at_position(rules: Mapping[str, Any] | None = None, **changes: Any) -> Record:
    """A record of that position with changes; a key changed to None is left out."""
    start = {key: value for key, value in {**POSITION, **changes}.items() if value is not None}
    return Record(FORMAT, "dummy", dict(rules or {"preset": "strict"}), ["A", "B"], [DealRecord(start)])
