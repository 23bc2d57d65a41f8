"""What every store does: in memory, in SQLite, in PostgreSQL."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from tests.store.databases import begin, on_store, put, put_all

from speto.errors import BadText
from speto.store import open_store, sqlstore
from speto.store.api import (
    ALPHABET,
    DAY,
    KEPT,
    Accepted,
    Found,
    Listed,
    Loaded,
    NoTable,
    Notes,
    Person,
    Repeated,
    Saved,
    Seated,
    Stale,
    Store,
    StoreError,
)
from speto.table.messages import Due
from speto.table.row import Row

ANN = Person("6d0f" * 8, "Ann")
BEN = Person("be11" * 8, "Ben")


def saved(table: str = "t", deal: int = 1, at: int = 5000, json: bytes = b'{"players":["Ann","Ben"]}') -> Saved:
    return Saved(table, deal, at, "dummy", 1, json)


# The log.


@on_store
async def test_what_was_stored_comes_back_as_it_was(store: Store) -> None:
    body = {"z": [1, None, True, {"ü": '\x00 \n " \\ ไพ่ 🂡'}], "a": 2**53, "actions": []}
    await begin(store, body=body)
    assert await store.append("t", 1, "c2", [(None, "deal", {"number": 1})], 1001, None) == Accepted(2)
    rows = [Row(1, "create", 1000, None, "create", body), Row(2, "c2", 1001, None, "deal", {"number": 1})]
    loaded = await store.load("t")
    assert loaded == Loaded(b"s" * 32, rows)
    assert list(loaded.rows[0].body) == list(body)
    assert await store.rows("t") == rows
    assert await store.rows("t", 1) == rows[1:]
    assert await store.rows("t", 2) == []


@on_store
async def test_what_a_caller_does_to_a_body_later_changes_nothing(store: Store) -> None:
    body: dict[str, Any] = {"actions": ["+"]}
    await begin(store)
    await put(store, 1, "c2", body)
    body["actions"].append("-7h")
    (await store.rows("t"))[1].body["actions"].append("-8h")
    assert (await store.rows("t"))[1].body == {"actions": ["+"]}


@on_store
async def test_a_table_is_begun_once(store: Store) -> None:
    await begin(store)
    await put(store, 1, "c2")
    with pytest.raises(StoreError, match="there is a table t already"):
        await begin(store, at=7)
    assert [row.id for row in await store.rows("t")] == ["create", "c2"]


@on_store
async def test_who_is_behind_gets_what_he_missed(store: Store) -> None:
    await begin(store)
    await put_all(store, 3)
    rows = await store.rows("t")
    assert await put(store, 2, "late") == Stale(4, rows[2:])
    assert await put(store, 9, "ahead") == Stale(4, [])
    assert await put(store, 0, "from-nothing") == Stale(4, rows)
    assert await store.rows("t") == rows


@on_store
async def test_a_command_sent_again_is_stored_once(store: Store) -> None:
    await begin(store)
    assert await put(store, 1, "c2") == Accepted(2)
    assert await put(store, 1, "c2") == Repeated(2)
    await put(store, 2, "c3")
    assert await put(store, 1, "c2") == Repeated(2)
    assert await put(store, 3, "c2", {"actions": ["other"]}) == Repeated(2)
    assert await put(store, 3, "create") == Repeated(1)
    assert len(await store.rows("t")) == 3


@on_store
async def test_one_id_may_be_in_many_tables(store: Store) -> None:
    for table in ("a", "b"):
        await begin(store, table)
        assert await put(store, 1, "c2", table=table) == Accepted(2)


@on_store
async def test_a_command_of_several_rows_is_stored_whole(store: Store) -> None:
    await begin(store)
    rows: list[tuple[int | None, str, dict[str, Any]]]
    rows = [(0, "kick", {"seat": 1}), (None, "bot", {"seat": 1}), (1, "ready", {})]
    assert await store.append("t", 1, "c", rows, 2000, None) == Accepted(4)
    assert await store.append("t", 1, "c", rows, 2000, None) == Repeated(4)
    assert await store.append("t", 3, "d", rows, 2000, None) == Stale(4, (await store.rows("t"))[3:])
    found = await store.rows("t", 1)
    assert [(row.seq, row.id, row.seat, row.kind, row.body) for row in found] == [
        (2, "c/1", 0, "kick", {"seat": 1}),
        (3, "c/2", None, "bot", {"seat": 1}),
        (4, "c", 1, "ready", {}),
    ]


@on_store
async def test_of_a_table_that_is_not_there(store: Store) -> None:
    with pytest.raises(NoTable, match="no table nowhere"):
        await put(store, 0, "c1", table="nowhere")
    with pytest.raises(NoTable):
        await put(store, 0, "c1", table="nowhere", notes=Notes(seats={0: ANN}))
    assert await store.load("nowhere") is None
    assert await store.rows("nowhere") == []
    assert await store.codes("nowhere") is None
    assert await store.listed("nowhere") is None
    assert await store.seat_secret("nowhere", 0) is None


@on_store
async def test_ids_and_names_that_cannot_be_kept_are_refused(store: Store) -> None:
    await begin(store)
    for name in ("", "a b", "a/1", "ü", "a\x00", "x" * 101, "\ud800"):
        with pytest.raises(BadText, match="a command's id is"):
            await put(store, 1, name)
    for name in ("\x00", "\udc00"):
        with pytest.raises(BadText, match="a name holds"):
            await put(store, 1, "c2", notes=Notes(seats={0: Person("m", name)}))
        with pytest.raises(BadText, match="a name holds"):
            await begin(store, "u", notes=Notes(seats={0: Person("m", name)}))
    assert len(await store.rows("t")) == 1
    assert await put(store, 1, "x" * 100) == Accepted(2)


@on_store
async def test_of_many_at_once_one_wins(store: Store) -> None:
    await begin(store)
    answers = await asyncio.gather(*(put(store, 1, f"c{number}") for number in range(20)))
    assert sorted(type(answer).__name__ for answer in answers) == ["Accepted"] + ["Stale"] * 19
    winner = next(f"c{number}" for number, answer in enumerate(answers) if isinstance(answer, Accepted))
    assert [row.id for row in await store.rows("t")] == ["create", winner]
    again = await asyncio.gather(*(put(store, 2, "same") for _ in range(20)))
    assert sorted(type(answer).__name__ for answer in again) == ["Accepted"] + ["Repeated"] * 19
    assert {answer.seq for answer in again if isinstance(answer, Accepted | Repeated)} == {3}


@on_store
async def test_many_tables_at_once_and_each_gets_its_own_answer(store: Store) -> None:
    tables = [f"t{number}" for number in range(30)]
    for table in tables:
        await begin(store, table)
    await put_all(store, 1, "t3")

    async def one(number: int, table: str) -> object:
        if number == 5:
            return await put(store, 1, "create", table=table)
        if number == 7:
            with pytest.raises(NoTable):
                await put(store, 1, "c2", table="gone")
            return None
        return await put(store, 1, "x2", {"actions": [table]}, table=table)

    answers = await asyncio.gather(*(one(number, table) for number, table in enumerate(tables)))
    for number, (table, answer) in enumerate(zip(tables, answers, strict=True)):
        rows = await store.rows(table, 1)
        expected = {3: Stale(2, rows), 5: Repeated(1), 7: None}.get(number, Accepted(2))
        assert answer == expected, table
        assert [row.body for row in rows if row.id == "x2"] == ([{"actions": [table]}] if answer == Accepted(2) else [])
    assert await store.heads([*tables, "gone"]) == {table: 1 + (n not in (5, 7)) for n, table in enumerate(tables)}


@on_store
async def test_heads_of_more_tables_than_one_statement_names(store: Store) -> None:
    await begin(store)
    assert await store.heads([]) == {}
    assert await store.heads([f"x{number}" for number in range(1200)] + ["t"]) == {"t": 1}


# Deadlines.


@on_store
async def test_the_deadline_is_written_with_the_command(store: Store) -> None:
    await begin(store, "a", due=Due(300, "abandon"))
    await begin(store, "b", due=Due(200, "turn", 1))
    await begin(store, "c")
    assert await store.due(199) == []
    assert await store.due(300) == ["b", "a"]
    assert await store.due(300, 1) == ["b"]
    await put(store, 1, "c2", table="b", due=Due(400, "bot", 0))
    await put(store, 1, "c2", table="c", due=Due(100, "deal"))
    assert await store.due(300) == ["c", "a"]
    await put(store, 1, "c2", table="a")
    assert await store.due(10**13) == ["c", "b"]
    await put(store, 1, "stale", table="b", due=Due(1, "bot"))
    assert await store.due(300) == ["c"]


# Seats and codes.


@on_store
async def test_codes_let_in_or_let_watch(store: Store) -> None:
    codes = await begin(store)
    other = await begin(store, "u")
    assert re.fullmatch(f"[{ALPHABET}]{{4}}", codes.invite)
    assert re.fullmatch(f"[{ALPHABET}]{{10}}", codes.watch)
    assert not set("01OI") & set(ALPHABET)
    assert len(set(ALPHABET)) == 32
    assert await store.codes("t") == codes != other
    assert await store.find(codes.invite) == Found("t", "invite")
    assert await store.find(f" {codes.invite.lower()}\n") == Found("t", "invite")
    assert await store.find(codes.watch) == Found("t", "watch")
    for wrong in ("", "0O1I", "t", codes.watch[:4] + "2", "\x00", "%", "\ud800", "9" * 5000):
        assert await store.find(wrong) is None


@on_store
async def test_a_code_that_is_taken_is_not_given_again(store: Store) -> None:
    # Of 32 letters, 4 times, one of 2,000 tables would soon meet another: here the first two draws are the same.
    state = random.Random(4)
    letters = ["K7M4", "W" * 10, "K7M4", "K7M4", "P3Q9", "X" * 10]
    kinds = {"speto.store.sql.new_code", "speto.store.memory.new_code"}
    with pytest.MonkeyPatch.context() as patch:
        for name in kinds:
            patch.setattr(
                name, lambda length: letters.pop(0) if letters else "".join(state.choices(ALPHABET, k=length))
            )
        assert (await begin(store)).invite == "K7M4"
        assert (await begin(store, "u")).invite == "P3Q9"
    assert await store.find("K7M4") == Found("t", "invite")


@on_store
async def test_a_seat_secret_opens_its_seat(store: Store) -> None:
    await begin(store, notes=Notes(seats={0: ANN}))
    secret = await store.seat_secret("t", 0)
    assert secret is not None
    assert re.fullmatch(r"[0-9a-f]{32}", secret)
    assert await store.find_seat(secret) == Seated("t", 0, ANN.member)
    await put(store, 1, "c2", notes=Notes(seats={0: Person(ANN.member, "Anna"), 1: BEN}))
    assert await store.seat_secret("t", 0) == secret
    assert (await store.seat_secret("t", 1)) not in (None, secret)
    for wrong in ("", "x", secret[:-1], secret.upper() + "X", "\x00"):
        assert await store.find_seat(wrong) is None


@on_store
async def test_a_seat_secret_ends_with_whoever_sits_there(store: Store) -> None:
    await begin(store, notes=Notes(seats={0: ANN, 1: BEN}))
    secrets = [await store.seat_secret("t", seat) for seat in (0, 1)]
    await put(store, 1, "c2", notes=Notes(seats={0: None, 1: ANN}))
    assert await store.seat_secret("t", 0) is None
    assert await store.seat_secret("t", 1) not in (None, *secrets)
    for secret in secrets:
        assert secret is not None
        assert await store.find_seat(secret) is None


@on_store
async def test_a_seat_secret_can_be_made_anew(store: Store) -> None:
    await begin(store, notes=Notes(seats={0: ANN}))
    old = await store.seat_secret("t", 0)
    new = await store.new_seat_secret("t", 0)
    assert old is not None and new not in (None, old)
    assert await store.seat_secret("t", 0) == new
    assert await store.find_seat(old) is None
    assert await store.new_seat_secret("t", 1) is None
    assert await store.new_seat_secret("nowhere", 0) is None


# Lists.


@on_store
async def test_notes_change_only_what_they_name(store: Store) -> None:
    await begin(store, notes=Notes("waiting", True, {"a": 1}, {0: ANN}))
    at_first = Listed("t", "dummy", 1, "waiting", True, 1, 1000, 1000, {"a": 1}, {0: "Ann"})
    assert await store.listed("t") == at_first
    await put(store, 1, "c2", at=2000)
    await put(store, 2, "c3", at=3000, notes=Notes("playing"))
    found = await store.listed("t")
    assert found == Listed("t", "dummy", 1, "playing", True, 3, 1000, 3000, {"a": 1}, {0: "Ann"})
    await put(store, 3, "c4", notes=Notes(public=False, summary={}, seats={0: None, 1: BEN}))
    found = await store.listed("t")
    assert found == Listed("t", "dummy", 1, "playing", False, 4, 1000, 2000, {}, {1: "Ben"})
    await put(store, 3, "stale", notes=Notes("over", True, {"b": 2}, {0: ANN}))
    assert await store.listed("t") == found


@on_store
async def test_public_tables_that_wait_are_listed_newest_first(store: Store) -> None:
    for number, (status, public) in enumerate([("waiting", True), ("playing", True), ("waiting", False)] * 2):
        await begin(store, f"t{number}", at=number, notes=Notes(status, public))  # type: ignore[arg-type]
    assert [found.id for found in await store.waiting()] == ["t3", "t0"]
    assert [found.id for found in await store.waiting(1)] == ["t3"]
    await put(store, 1, "c2", table="t3", notes=Notes("playing"))
    assert [found.id for found in await store.waiting()] == ["t0"]


@on_store
async def test_a_member_sees_the_tables_where_he_sits(store: Store) -> None:
    await begin(store, "a", at=1, notes=Notes(seats={0: ANN, 1: BEN}))
    await begin(store, "b", at=2, notes=Notes(seats={1: ANN}))
    await begin(store, "c", at=3, notes=Notes(seats={0: BEN}))
    assert [(found.id, found.seat) for found in await store.tables_of(ANN.member)] == [("b", 1), ("a", 0)]
    assert (await store.tables_of(ANN.member))[1].names == {0: "Ann", 1: "Ben"}
    await put(store, 1, "c2", table="a", at=9)
    assert [found.id for found in await store.tables_of(ANN.member)] == ["a", "b"]
    assert [found.id for found in await store.tables_of(ANN.member, 1)] == ["a"]
    await put(store, 2, "c3", table="a", notes=Notes(seats={0: None}))
    assert [found.id for found in await store.tables_of(ANN.member)] == ["b"]
    assert await store.tables_of("nobody") == []


# Records.


@on_store
async def test_a_record_is_kept_once(store: Store) -> None:
    assert await store.save_record(saved(), {0: ANN.member})
    assert not await store.save_record(saved(json=b"{}"), {1: BEN.member})
    assert await store.record("t", 1) == saved()
    assert await store.record("t", 2) is None
    assert await store.records_of(BEN.member) == []


@on_store
async def test_records_by_table_by_member_and_all(store: Store) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlstore, "PAGE", 2)
        for deal in (10, 2, 1):
            await store.save_record(saved(deal=deal, at=deal), {0: ANN.member, 1: BEN.member})
        await store.save_record(saved("u", 3, 5), {0: BEN.member, 1: BEN.member})
        assert [(found.table, found.deal) async for found in store.all_records()] == [
            ("t", 1), ("t", 2), ("t", 10), ("u", 3),
        ]  # fmt: skip
    assert [found.deal for found in await store.records("t")] == [1, 2, 10]
    assert [found.deal for found in await store.records_of(ANN.member)] == [10, 2, 1]
    assert [found.deal for found in await store.records_of(BEN.member)] == [10, 3, 2, 1]
    assert [found.deal for found in await store.records_of(BEN.member, 2)] == [10, 3]


# Housekeeping.


@on_store
async def test_a_person_is_forgotten(store: Store) -> None:
    setup = {"setup": {"players": 2}, "name": "Ann", "member": ANN.member}
    await begin(store, body=setup, notes=Notes(seats={0: ANN}))
    sit = {"seat": 1, "name": "Ben", "member": BEN.member}
    await store.append("t", 1, "c2", [(1, "sit", sit)], 2000, None, Notes(seats={1: BEN}))
    await store.append("t", 2, "c3", [(0, "act", {"actions": ["+"]})], 2000, None)
    await begin(store, "left", body=setup)
    await begin(store, "other", notes=Notes(seats={0: BEN}))
    await store.save_record(saved(), {0: ANN.member, 1: BEN.member})
    secret = await store.seat_secret("t", 0)

    assert await store.delete_member(ANN.member) == ["left", "t"]

    rows = await store.rows("t")
    assert rows[0].body == {"setup": {"players": 2}, "name": "", "member": ""}
    assert (rows[1].body, rows[2].body) == (sit, {"actions": ["+"]})
    assert [row.seq for row in rows] == [1, 2, 3]
    assert (await store.rows("left"))[0].body["name"] == ""
    assert await store.tables_of(ANN.member) == []
    listed = await store.listed("t")
    assert listed is not None and listed.names == {1: "Ben"}
    assert secret is not None and await store.find_seat(secret) is None
    assert await store.record("t", 1) == saved(json=b'{"players":["","Ben"]}')
    assert await store.records_of(ANN.member) == []
    assert await store.records_of(BEN.member) == [saved(json=b'{"players":["","Ben"]}')]
    assert await store.delete_member(ANN.member) == []


@on_store
async def test_nobody_is_not_a_person_to_forget(store: Store) -> None:
    await begin(store, body={"name": "Bot", "member": ""})
    with pytest.raises(BadText, match="no member"):
        await store.delete_member("")
    assert (await store.rows("t"))[0].body["name"] == "Bot"


@on_store
async def test_untouched_tables_go_and_records_stay(store: Store) -> None:
    for status in KEPT:
        await begin(store, status, notes=Notes(status, True, {}, {0: ANN}))
    codes = [await store.codes(status) for status in KEPT]
    await store.save_record(saved("over"))
    assert await store.sweep(1000 + 14 * DAY) == []
    assert await store.sweep(1001 + 14 * DAY) == ["waiting"]
    await put(store, 1, "c2", table="paused", at=1000 + 20 * DAY)
    assert await store.sweep(1001 + 28 * DAY) == ["over"]
    assert await store.sweep(1001 + 12 * 7 * DAY) == ["between", "playing"]
    assert await store.heads(list(KEPT)) == {"paused": 2}
    assert [found.id for found in await store.tables_of(ANN.member)] == ["paused"]
    assert await store.record("over", 1) == saved("over")
    for status, found in zip(KEPT, codes, strict=True):
        assert found is not None
        assert (await store.find(found.invite) is None) == (status != "paused")
    with pytest.raises(NoTable):
        await put(store, 1, "c2", table="over")
    assert await store.load("over") is None
    await begin(store, "over")


@on_store
async def test_a_key_is_made_once(store: Store) -> None:
    keys = await asyncio.gather(*(store.key(name) for name in ("cookie", "cookie", "other")))
    assert keys[0] == keys[1] != keys[2]
    assert len(keys[0]) == 32


@on_store
async def test_a_beat_says_when_the_last_one_was(store: Store) -> None:
    assert await store.beat(100) is None
    assert await store.beat(200) == 100
    assert await store.beat(150) == 200
    assert await store.beat(300) == 200


def test_close_may_be_called_twice(url: str) -> None:
    async def go() -> None:
        store = open_store(url)
        await store.open()
        await store.close()
        await store.close()

    asyncio.run(go())


def test_a_store_opened_again_has_all_there_was(shared_url: str) -> None:
    async def go() -> None:
        store = open_store(shared_url)
        for count in range(3):
            async with store:
                if not count:
                    await begin(store, notes=Notes(seats={0: ANN}), due=Due(5, "turn"))
                await put_all(store, 1, first=count + 1)
        async with open_store(shared_url) as again:
            assert [row.id for row in await again.rows("t")] == ["create", "c2", "c3", "c4"]

    asyncio.run(go())


# The three agree.


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
        found.append(
            lambda store, t=table, b=base, n=name, r=rows, a=at, d=due, o=notes: store.append(t, b, n, r, a, d, o)
        )
        if number % 5 == 0:
            now, member = rng.randint(0, 99), rng.choice([ANN, BEN]).member
            found.append(lambda store, now=now: store.due(now))
            found.append(lambda store: store.waiting())
            found.append(lambda store, member=member: store.tables_of(member))
        if number % 50 == 49:
            found.append(lambda store: store.delete_member(ANN.member))
            found.append(lambda store: store.sweep(40 * DAY))
            found.extend(lambda store, table=table: begin(store, table) for table in tables)
    found.extend(lambda store, table=table: store.load(table) for table in tables)
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
