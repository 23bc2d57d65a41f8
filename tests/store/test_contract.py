"""What every store does: in memory, in SQLite, in PostgreSQL."""

from __future__ import annotations

import asyncio
import random
import re
from contextlib import suppress
from typing import Any

import pytest
from tests.store.databases import begin, on_store, put, put_all

from speto.errors import BadText
from speto.protocol.messages import Due
from speto.protocol.row import Row
from speto.store.api import (
    ALPHABET,
    Accepted,
    Found,
    Loaded,
    NoTable,
    Notes,
    Person,
    Repeated,
    Seated,
    Stale,
    Store,
    StoreError,
)

ANN = Person("6d0f" * 8, "Ann")
BEN = Person("be11" * 8, "Ben")


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
async def test_many_of_one_table_and_of_others_at_once(store: Store) -> None:
    """More than go into one statement; of each table one wins, and a repeated one is known as such."""
    tables = [f"t{number:02}" for number in range(50)]
    for table in tables:
        await begin(store, table)
    commands = [(table, 1, f"{name}") for name in ("first", "second", "first") for table in tables]
    answers = await asyncio.gather(*(put(store, base, name, table=table) for table, base, name in commands))
    for number, table in enumerate(tables):
        some = answers[number :: len(tables)]
        assert some.count(Accepted(2)) == 1
        rows = await store.rows(table)
        assert [row.seq for row in rows] == [1, 2]
        again = await put(store, 2, rows[1].id, table=table)
        assert again == Repeated(2)
        assert {type(answer) for answer in some} <= {Accepted, Stale, Repeated}


@on_store
async def test_a_table_is_resumed_from_where_it_stood_last(store: Store) -> None:
    await begin(store)
    assert await store.resume("t") == await store.load("t")
    await put(store, 1, "c2")
    assert await put(store, 2, "c3", standing='{"name":"ä"}'.encode()) == Accepted(3)
    await put(store, 3, "c4")
    rows = await store.rows("t")
    assert await store.resume("t") == Loaded(b"s" * 32, rows[2:], '{"name":"ä"}'.encode())
    assert await store.load("t") == Loaded(b"s" * 32, rows)
    for name in ("c3", "stale"):
        assert not isinstance(await put(store, 2, name, standing=b"{}"), Accepted)
    assert (await store.resume("t") or rows)[2] == '{"name":"ä"}'.encode(), "what is not accepted changes nothing"
    await put(store, 4, "c5", standing=b'{"n":2}')
    assert await store.resume("t") == Loaded(b"s" * 32, (await store.rows("t"))[4:], b'{"n":2}')
    assert await store.resume("none") is None


@on_store
async def test_where_somebody_is_forgotten_no_standing_stays(store: Store) -> None:
    for table, person in (("a", ANN), ("b", BEN), ("c", ANN)):
        body = {"name": person.name, "member": person.member} if table == "a" else {}
        await begin(store, table, body=body, notes=Notes(seats={} if table == "a" else {0: person}))
        await put(store, 1, "c2", table=table, standing=b'{"name":"Ann"}')
    assert await store.delete_member(ANN.member) == ["a", "c"]
    found = {table: await store.resume(table) for table in "abc"}
    assert {table: loaded and loaded.standing for table, loaded in found.items()} == {
        "a": None,
        "b": b'{"name":"Ann"}',
        "c": None,
    }
    assert found["a"] == await store.load("a")


@on_store
async def test_heads_of_more_tables_than_one_statement_names(store: Store) -> None:
    await begin(store)
    assert await store.heads([]) == {}
    assert await store.heads([f"x{number}" for number in range(1200)] + ["t"]) == {"t": 1}


@on_store
async def test_nothing_is_found_where_nothing_can_be(store: Store) -> None:
    await begin(store)
    for odd in ("", "T", "\x00", "\ud800", "t\x00", "%", "x" * 10_000):
        for ask in (
            store.load,
            store.rows,
            store.codes,
            store.listed,
            store.records,
            store.tables_of,
            store.records_of,
        ):
            with suppress(BadText):
                assert not await ask(odd)  # type: ignore[operator]
    for number in (-1, 2**31, 2**63, 10**40):
        for look in (store.record, store.seat_secret, store.new_seat_secret):
            with suppress(BadText):
                assert await look("t", number) is None
    await put_all(store, 1)


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
