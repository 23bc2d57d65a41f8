"""Folders for compiled code: one a version, found by its hash, shared by processes, dropped when old."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

KEPT = 4  # folders that stay in any case
DAY = 24 * 60 * 60


def user_place() -> Path:
    """Where the folders are: ``speto`` in $SPETO_CACHE_DIR, else $XDG_CACHE_HOME, else ~/.cache."""
    base = os.environ.get("SPETO_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    try:
        return Path(base or Path.home() / ".cache").absolute() / "speto"
    except RuntimeError:  # a user without a home
        return Path(os.devnull, "speto")


def temporary_place() -> Path:
    """Where they are if the user's cache cannot be written."""
    import tempfile

    owner = "" if sys.platform == "win32" else f"-{os.getuid()}"
    return Path(tempfile.gettempdir()) / f"speto{owner}"


def is_private(place: Path) -> bool:
    """Whether only this user can write there: code is loaded from these files."""
    try:
        found = place.lstat()
    except OSError:
        return False
    mine = sys.platform == "win32" or (found.st_uid == os.getuid() and not found.st_mode & 0o022)
    return stat.S_ISDIR(found.st_mode) and mine


def find_folder(digest: str, marker: str) -> Path | None:
    """The folder of this hash that holds the marker, if there is one."""
    for place in (user_place(), temporary_place()):
        if (place / digest / marker).is_file() and (place == user_place() or is_private(place)):
            return place / digest
    return None


def make_folder(digest: str) -> Path:
    """A folder for this hash that can be written.

    Says so, in one sentence on the log, if it is not in the user's cache.
    """
    import tempfile

    folder = user_place() / digest
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        place = temporary_place()
        with suppress(OSError):
            place.mkdir(mode=0o700)
        if not is_private(place):
            place = Path(tempfile.mkdtemp(prefix="speto-"))
        import logging

        message = "The cache folder %s cannot be written, so compiled code goes to %s."
        logging.getLogger("speto").warning(message, user_place(), place)
        folder = place / digest
        folder.mkdir(exist_ok=True)
    return folder


def write_whole(path: Path, text: str) -> None:
    """Write a file so that others see all of it or nothing."""
    import tempfile

    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    Path(name).replace(path)


def use(folder: Path) -> None:
    """Note that this folder is in use today."""
    with suppress(OSError):
        (folder / "used").touch()


def last_use(folder: Path) -> float:
    """When :func:`use` was last called for this folder, in seconds."""
    for path in (folder / "used", folder):
        with suppress(OSError):
            return path.stat().st_mtime
    return time.time()


def is_digest(name: str) -> bool:
    """Whether this can be the name of a folder that is ours to remove."""
    return len(name) == 32 and set(name) <= set("0123456789abcdef")


def prune(keep: Path) -> None:
    """Remove the folders beside this one that were used least recently; 4 stay, and all of the last day."""
    beside = [path for path in keep.parent.iterdir() if is_digest(path.name) and not path.is_symlink()]
    import shutil

    beside.sort(key=last_use, reverse=True)
    for folder in beside[KEPT:]:
        if folder != keep and time.time() - last_use(folder) > DAY:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock between processes. The system drops it when its process ends, so none can go stale.

    On file systems without locks the block runs all the same. Raises OSError if the file cannot be opened.
    """
    with path.open("ab") as file:
        if sys.platform == "win32":
            import msvcrt

            while True:
                with suppress(OSError):  # gives up after ten seconds
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
        else:
            import fcntl

            with suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_EX)
        yield
