"""Which code it was: a hash over files of the package."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path


def files_hash(home: Path, parts: Iterable[str]) -> str:
    """16 hexadecimal digits over the names and contents of files, and of all files of folders, below ``home``."""
    digest = hashlib.sha256()
    for part in parts:
        files = [home / part] if part.endswith(".py") else sorted((home / part).rglob("*"))
        for file in files:
            if file.is_file() and file.suffix != ".pyc":
                digest.update(f"{file.relative_to(home)}\n".encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]
