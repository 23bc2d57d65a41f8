"""Folders of compiled code: where they are, who may write there, when they go."""

from __future__ import annotations

import logging
import os
import tempfile
import threading
import time
from pathlib import Path

import pytest

from speto.kit import cache

DIGEST = "0123456789abcdef" * 2


@pytest.fixture(autouse=True)
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test touches the caches of the person who runs it."""
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    monkeypatch.setenv("SPETO_CACHE_DIR", str(tmp_path / "cache"))


def test_the_user_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache.user_place() == tmp_path / "cache" / "speto"
    monkeypatch.setenv("SPETO_CACHE_DIR", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache.user_place() == tmp_path / "xdg" / "speto"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache.user_place() == tmp_path / "home" / ".cache" / "speto"


def test_a_folder_is_made_and_found_by_its_marker(caplog: pytest.LogCaptureFixture) -> None:
    assert cache.find_folder(DIGEST, "warm") is None
    folder = cache.make_folder(DIGEST)
    assert folder == cache.user_place() / DIGEST
    assert cache.find_folder(DIGEST, "warm") is None
    cache.write_whole(folder / "warm", "yes\n")
    assert cache.find_folder(DIGEST, "warm") == folder
    assert (folder / "warm").read_text() == "yes\n"
    assert [path.name for path in folder.iterdir()] == ["warm"]
    assert caplog.messages == []


def test_a_cache_that_cannot_be_written_is_replaced_with_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SPETO_CACHE_DIR", str(tmp_path / "file"))
    with caplog.at_level(logging.WARNING, "speto"):
        folder = cache.make_folder(DIGEST)
    place = cache.temporary_place()
    assert folder == place / DIGEST
    assert place.stat().st_mode & 0o777 == 0o700
    assert caplog.messages == [
        f"The cache folder {tmp_path / 'file' / 'speto'} cannot be written, so compiled code goes to {place}."
    ]
    cache.write_whole(folder / "warm", "")
    assert cache.find_folder(DIGEST, "warm") == folder


def test_a_temporary_folder_that_others_can_write_is_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPETO_CACHE_DIR", os.devnull)
    place = cache.temporary_place()
    (place / DIGEST).mkdir(parents=True)
    (place / DIGEST / "warm").write_text("")
    place.chmod(0o777)
    assert cache.find_folder(DIGEST, "warm") is None
    other = cache.make_folder(DIGEST)
    assert other.parent != place
    assert cache.is_private(other.parent)
    place.rename(tmp_path / "real")
    (tmp_path / "real").chmod(0o700)
    place.symlink_to(tmp_path / "real")
    assert not cache.is_private(place)


def test_old_folders_go_but_four_and_those_of_the_day_stay(tmp_path: Path) -> None:
    place = cache.user_place()
    now = time.time()
    for age in range(8):
        folder = place / f"{age:032x}"
        folder.mkdir(parents=True)
        cache.use(folder)
        os.utime(folder / "used", (now, now - age * 0.4 * cache.DAY))
    strangers = [place / "notes", place / "0123", place / ("f" * 32)]
    (tmp_path / "elsewhere").mkdir()
    strangers[0].mkdir()
    strangers[1].mkdir()
    strangers[2].symlink_to(tmp_path / "elsewhere")
    cache.prune(place / f"{5:032x}")
    left = sorted(int(path.name, 16) for path in place.iterdir() if path not in strangers)
    assert left == [0, 1, 2, 3, 5], "the four used last, and the one in use"
    assert all(stranger.exists() for stranger in strangers)
    for age in (0, 1, 2, 3, 5):
        os.utime(place / f"{age:032x}" / "used", (now, now - 3600 * age))
    cache.prune(place / f"{0:032x}")
    assert (place / f"{5:032x}").exists(), "used within the day"


def test_a_lock_lets_one_in_at_a_time(tmp_path: Path) -> None:
    inside: list[int] = []
    crowd: list[int] = []

    def enter(number: int) -> None:
        with cache.locked(tmp_path / "lock"):
            inside.append(number)
            crowd.append(len(inside))
            time.sleep(0.01)
            inside.remove(number)

    threads = [threading.Thread(target=enter, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert crowd == [1] * 5
