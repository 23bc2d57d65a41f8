"""The three stores answer alike, whatever they are asked."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.store.databases import begin

from speto.protocol.messages import Due
from speto.store import open_store
from speto.store.api import (
    DAY,
    Notes,
    Person,
    Store,
    StoreError,
)

ANN = Person("6d0f" * 8, "Ann")
BEN = Person("be11" * 8, "Ben")


def steps(seed: int) -> list[Callable[[Store], Any]]:
    """Things to ask of a store, many of them mistaken."""
    rng = random.Random(seed)
    tables = ["a", "b", "c"]
    found: list[Callable[[Store], Any]] = [lambda store, table=table: begin(store, table) for table in tables]
    for number in range(120):
        table, base, name = rng.choice(tables), rng.randint(1, 1 + number // 4), f"c{rng.randint(0, number)}"
        seats = {rng.randrange(3): rng.choice([None, ANN, BEN])} if rng.random() < 0.2 else {}
        status = rng.choice([None, "waiting", "playing", "over"])
        notes = None if rng.random() < 0.4 else Notes(status, rng.choice([None, True, False]), None, seats)
        due = None if rng.random() < 0.4 else Due(rng.randint(0, 99), "turn", 0)
        rows = [(0, "act", {"n": number})] * rng.choice([1, 1, 1, 2])
        at = rng.randint(0, 30) * DAY
        stands = b'{"n":%d}' % number if rng.random() < 0.1 else None
        found.append(
            lambda store, t=table, b=base, n=name, r=rows, a=at, d=due, o=notes, s=stands: store.append(
                t, b, n, r, a, d, o, s
            )
        )
        if stands is not None:
            found.append(lambda store, table=table: store.resume(table))
        if number % 5 == 0:
            now, member = rng.randint(0, 99), rng.choice([ANN, BEN]).member
            found.append(lambda store, now=now: store.due(now))
            found.append(lambda store, now=now: store.public(now * DAY))
            found.append(lambda store, member=member: store.tables_of(member))
        if number % 50 == 49:
            found.append(lambda store: store.delete_member(ANN.member))
            found.append(lambda store: store.sweep(40 * DAY))
            found.extend(lambda store, table=table: begin(store, table) for table in tables)
    found.extend(lambda store, table=table: store.load(table) for table in tables)
    found.extend(lambda store, table=table: store.resume(table) for table in tables)
    return found


async def answers_of(url: str, seed: int) -> list[object]:
    answers: list[object] = []
    async with open_store(url) as store:
        for step in steps(seed):
            try:
                answer = await step(store)
            except StoreError as error:
                answer = error.sentence
            answers.append(type(answer).__name__ if type(answer).__name__ == "Codes" else answer)
    return answers


@pytest.mark.parametrize("seed", range(3))
def test_every_store_answers_alike(shared_url: str, seed: int) -> None:
    expected = asyncio.run(answers_of("memory:", seed))
    assert {type(answer).__name__ for answer in expected} >= {"Accepted", "Stale", "Repeated", "Loaded", "list"}
    assert asyncio.run(answers_of(shared_url, seed)) == expected
