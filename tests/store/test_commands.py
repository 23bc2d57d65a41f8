"""``speto export``, ``speto import``, ``speto backup``: records move, copies are whole, secrets stay."""

from __future__ import annotations

import asyncio
import functools
import json
import os
import random
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.store.databases import begin, put

from speto import store as stores
from speto.cli import main
from speto.game import game
from speto.records import FORMAT, DealRecord, Record, read
from speto.replay import replay
from speto.store import open_store
from speto.store.api import Accepted, Notes, Person, Saved

ROOT = Path(__file__).parents[2]


@functools.cache
def finished(seed: int) -> Record:
    """A deal, played to its end without much thought, with what it came to."""
    dummy = game("dummy")
    rng = random.Random(seed)
    deck = rng.sample(range(52), 52)
    options = dummy.options({})
    start = dummy.fresh(options, 2, deck, {})
    start["starter"] = 0
    state = dummy.start(options, 2, start)
    actions = []
    while dummy.actor(state) is not None:
        actions.append(rng.choice(dummy.legal(state)))
        state = dummy.apply(state, actions[-1])
    outcome = dummy.outcome(state)
    assert outcome is not None
    return Record(FORMAT, "dummy", {}, ["Ann", "Ben"], [DealRecord(start, actions, list(outcome.scores))])


def saved(seed: int, table: str = "t") -> Saved:
    return Saved(table, seed + 1, 1_700_000_000_123 + seed, "dummy", 1, finished(seed).to_json())


def fill(url: str, count: int = 3) -> None:
    async def go() -> None:
        async with open_store(url) as store:
            for seed in range(count):
                await store.save_record(saved(seed), {0: "a" * 32})

    asyncio.run(go())


def contents(url: str) -> list[Saved]:
    async def go() -> list[Saved]:
        async with open_store(url) as store:
            return [found async for found in store.all_records()]

    return asyncio.run(go())


def exported(url: str, capsysbinary: pytest.CaptureFixture[bytes], *options: str) -> bytes:
    assert main(["export", *options, "--database", url]) == 0
    out, err = capsysbinary.readouterr()
    assert err == b""
    return out


def lines_file(folder: Path, *records: Record | dict[str, Any] | str) -> str:
    path = folder / "records.jsonl"
    texts = [
        r if isinstance(r, str) else r.to_json().decode() if isinstance(r, Record) else json.dumps(r) for r in records
    ]
    path.write_text("".join(text + "\n" for text in texts))
    return str(path)


# Export and import.


def test_records_move_from_one_store_to_another(
    shared_url: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    fill(shared_url)
    out = exported(shared_url, capsysbinary, "--move")
    path = tmp_path / "records.jsonl"
    path.write_bytes(out)
    other = f"sqlite://{tmp_path}/other.db"
    assert main(["import", str(path), "--database", other]) == 0
    assert capsysbinary.readouterr().out == b"3 records imported\n"
    assert contents(other) == contents(shared_url) == [saved(seed) for seed in range(3)]
    assert exported(other, capsysbinary, "--move") == out
    assert main(["import", str(path), "--database", shared_url]) == 0
    assert capsysbinary.readouterr().out == b"0 records imported, 3 were there already\n"


def test_an_export_is_records_as_every_command_reads_them(
    sqlite_url: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    fill(sqlite_url)
    found = [read(line) for line in exported(sqlite_url, capsysbinary).splitlines()]
    for seed, record in enumerate(found):
        assert replay(record).following.totals == replay(finished(seed)).following.totals
    veiled = "anon-e3b98a4da31a127d4bde"
    assert found[1].meta == {"table": veiled, "deal": "2", "ended": "2023-11-14T22:13:20.124Z", "version": "1"}


def test_an_export_holds_no_secret_and_nothing_of_an_unfinished_deal(
    sqlite_url: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    member = Person("c0ffee" * 5 + "aa", "Ann")

    async def go() -> list[bytes]:
        async with open_store(sqlite_url) as store:
            codes = await begin(store, "open-table", notes=Notes(seats={0: member}))
            await put(store, 1, "c2", {"actions": ["+7h"]}, table="open-table")
            await store.save_record(saved(0, "open-table"), {0: member.member})
            seat = await store.seat_secret("open-table", 0)
            assert seat is not None
            key = await store.key("cookie")
            return [key, key.hex().encode(), *(text.encode() for text in (codes.invite, codes.watch, seat))]

    unwanted = [*asyncio.run(go()), b"s" * 32, member.member.encode(), b"open-table", b"+7h"]
    out = exported(sqlite_url, capsysbinary)
    assert out.count(b"\n") == 1
    for secret in unwanted:
        assert secret not in out


def test_what_was_exported_without_ids_is_exported_again_as_it_was(
    tmp_path: Path, sqlite_url: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    fill(sqlite_url)
    out = exported(sqlite_url, capsysbinary)
    path = tmp_path / "records.jsonl"
    path.write_bytes(out)
    other = f"sqlite://{tmp_path}/other.db"
    assert main(["import", str(path), "--database", other]) == 0
    capsysbinary.readouterr()
    assert exported(other, capsysbinary) == out


def test_a_record_from_elsewhere_is_kept_once(
    tmp_path: Path, sqlite_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    record = finished(1)
    file = lines_file(tmp_path, record, "", record)
    assert main(["import", file, "--database", sqlite_url]) == 0
    assert capsys.readouterr().out == "1 record imported, 1 were there already\n"
    (found,) = contents(sqlite_url)
    assert found.table.startswith("import-")
    assert (found.deal, found.json) == (1, record.to_json())


def test_import_reads_standard_input(sqlite_url: str) -> None:
    command = [sys.executable, "-m", "speto", "import", "-"]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "SPETO_DATABASE_URL": sqlite_url}
    run = subprocess.run(command, env=env, input=finished(0).to_json(), capture_output=True)
    assert (run.returncode, run.stdout, run.stderr) == (0, b"1 record imported\n", b"")


def test_only_what_plays_out_comes_in_and_every_bad_line_is_named(
    tmp_path: Path, sqlite_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = json.loads(finished(0).to_json())

    def changed(**deal: Any) -> dict[str, Any]:
        return {**whole, "deals": [{**whole["deals"][0], **deal}]}

    actions = whole["deals"][0]["actions"]
    unfinished = {"start": whole["deals"][0]["start"], "actions": actions[:-1]}
    file = lines_file(
        tmp_path,
        changed(scores=[1, 2]),
        "no JSON",
        {**whole, "deals": [unfinished]},
        {**whole, "meta": {"version": "2"}},
        {**whole, "meta": {"ended": "tea time"}},
        finished(0),
    )
    assert main(["import", file, "--database", sqlite_url]) == 1
    out, err = capsys.readouterr()
    assert out == "1 record imported\n"
    lines = err.splitlines()
    assert [line.partition(": ")[2][:7] for line in lines] == [f"line {n}:" for n in range(1, 6)]
    assert "scores" in lines[0]
    assert "is no JSON" in lines[1]
    assert lines[2].endswith("the last deal is not finished")
    assert lines[3].endswith("dummy of version '2' has played this; this Speto has version 1")
    assert lines[4].endswith("meta.ended is no time: 'tea time'")
    assert len(contents(sqlite_url)) == 1


def test_a_file_that_is_not_there_is_named(tmp_path: Path, sqlite_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", str(tmp_path / "none.jsonl"), "--database", sqlite_url]) == 1
    assert capsys.readouterr().err == f"speto import: {tmp_path}/none.jsonl: No such file or directory\n"
    for command in (["export"], ["backup", str(tmp_path / "b.db")]):
        assert main([*command, "--database", f"sqlite://{tmp_path}/none.db"]) == 1
        assert capsys.readouterr().err == f"speto {command[0]}: there is no database {tmp_path}/none.db\n"
    assert not (tmp_path / "none.db").exists()


# Where the data lie.


def test_the_default_is_a_file_in_the_users_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SPETO_DATABASE_URL", "SPETO_DATA_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert stores.default_url() == f"sqlite://{tmp_path}/speto/speto.db"
    monkeypatch.setenv("SPETO_DATA_DIR", str(tmp_path / "mine"))
    assert stores.default_url() == f"sqlite://{tmp_path}/mine/speto.db"
    monkeypatch.setenv("SPETO_DATABASE_URL", "memory:")
    assert stores.default_url() == "memory:"
    for name in ("SPETO_DATABASE_URL", "SPETO_DATA_DIR", "XDG_DATA_HOME"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert stores.default_url() == f"sqlite://{tmp_path}/home/.local/share/speto/speto.db"


@pytest.mark.parametrize("url", ["mysql://x", "", "sqlite", "sqlite:", "sqlite://", "sqlite://host/x", "/tmp.db"])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(stores.StoreError, match="address"):
        open_store(url)


def test_a_password_is_not_shown() -> None:
    for url in ("postgresql://ann:pw@db/speto", "postgres://ann:p%40w@db/speto?password=pw", "postgresql://db/speto"):
        assert stores.shown(url) == "postgresql://db/speto"
    assert stores.shown("sqlite:///x/y.db") == "sqlite:///x/y.db"


# Backup.


def test_a_backup_while_commands_come_in_is_whole(
    tmp_path: Path, sqlite_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    copies = [tmp_path / f"copy{number}.db" for number in range(3)]

    async def play(until: asyncio.Event) -> int:
        head = 1
        while not until.is_set():
            assert await put(store, head, f"c{head + 1}", {"text": "x" * 500}) == Accepted(head + 1)
            head += 1
        return head

    async def go() -> list[int]:
        nonlocal store
        async with open_store(sqlite_url) as store:
            await begin(store, notes=Notes("playing", seats={0: Person("m", "Ann")}))
            stop = asyncio.Event()
            playing = asyncio.ensure_future(play(stop))
            before = []
            for copy in copies:
                before.append((await store.heads(["t"]))["t"])
                assert await asyncio.to_thread(main, ["backup", str(copy), "--database", sqlite_url]) == 0
            stop.set()
            before.append(await playing)
            return before

    store: Any = None
    heads = asyncio.run(go())
    assert capsys.readouterr().out.startswith(f"{sqlite_url.removeprefix('sqlite://')} is copied to {copies[0]}\n")
    for number, copy in enumerate(copies):
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        connection = sqlite3.connect(copy)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        connection.close()

        async def look(url: str) -> int:
            async with open_store(url) as found:
                rows = await found.rows("t")
                assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
                assert await put(found, len(rows), "next") == Accepted(len(rows) + 1)
                return len(rows)

        count = asyncio.run(look(f"sqlite://{copy}"))
        assert heads[number] <= count <= heads[-1]
    assert not list(tmp_path.glob("*.part*"))


def test_a_backup_writes_over_nothing(tmp_path: Path, sqlite_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    fill(sqlite_url, 1)
    target = tmp_path / "copy.db"
    target.write_text("mine")
    assert main(["backup", str(target), "--database", sqlite_url]) == 1
    assert capsys.readouterr().err == f"speto backup: {target} is there already; a backup never writes over a file\n"
    assert target.read_text() == "mine"
    assert main(["backup", str(tmp_path / "no" / "copy.db"), "--database", sqlite_url]) == 1
    assert (
        capsys.readouterr().err == f"speto backup: cannot use {tmp_path}/no/copy.db.part: No such file or directory\n"
    )


def test_postgres_has_its_own_tool(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "x.dump", "--database", "postgresql://ann:pw@db/speto"]) == 1
    said = "PostgreSQL has its own tool: pg_dump --format=custom --file=FILE DATABASE"
    assert capsys.readouterr().err == f"speto backup: {said}\n"
    assert main(["backup", "x.dump", "--database", "memory:"]) == 1
    assert capsys.readouterr().err == "speto backup: there is no file to copy\n"
