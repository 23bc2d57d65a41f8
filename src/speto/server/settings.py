"""What a server is told when it starts."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Settings:
    """Times are in seconds."""

    data: Path | None = None
    """Where the key of the cookies lies, and SQLite's file; None keeps both in memory."""
    shared: bool = False
    """Other processes serve the same store: look there for what they appended."""
    origins: tuple[str, ...] = ()
    """Origins that may open sockets and post, beside the server's own."""
    bots: int = 0
    """Worker processes for bots: 0 is one a core."""
    page: Path | None = None
    """The page's files; None takes those of the package."""
    away_after: float = 10.0
    """So long may a person's socket be gone before the table says so."""
    drain: float = 10.0
    """So long may a socket take to read what it lags behind."""
    sweep: float = 2.0
    """How often the store is asked for deadlines, and other processes' rows."""
    idle: float = 120.0
    """A table that nobody looks at leaves memory after this time."""
    messages: float = 10.0
    """Messages a second that a socket may send, with twice as many at once."""
    sockets: int = 20_000
    sockets_an_address: int = 1_000
    """The most open sockets, in all and of one address."""
    tables_a_minute: float = 30.0
    """Tables that one address may open a minute, and codes that it may try; it may ask twenty times as often."""
