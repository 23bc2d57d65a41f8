"""What a table's secret decides: decks, chance, the seeds of bots, the name of its book, each by a label of its own.

A value is an HMAC of the secret: whoever knows one learns nothing of another, nor of the secret.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator

from speto import decks


def deal_seed(secret: bytes, number: int) -> bytes:
    """The seed of the table's deal with this number, counted from 1 over all its matches."""
    return decks.seed_of_deal(secret, number)


def chance(secret: bytes, seq: int) -> Iterator[int]:
    """The stream of chance for the row with this number."""
    return decks.words(secret, b"chance" + seq.to_bytes(4, "big"))


def bot_seed(secret: bytes, seq: int) -> bytes:
    """Where a bot's chance comes from that decides after the row with this number."""
    return hmac.new(secret, b"bot" + seq.to_bytes(4, "big"), hashlib.sha256).digest()


def draw_seats(secret: bytes, seq: int, count: int) -> list[int]:
    """So many seats in an order drawn by lot, for the row with this number."""
    stream = decks.words(secret, b"seats" + seq.to_bytes(4, "big"))
    left = list(range(count))
    return [left.pop(decks.below(stream, len(left))) for _ in range(count)]


def book(secret: bytes) -> str:
    """The id under which the table's finished deals are kept: it opens them, and no seat and no live deal."""
    return hmac.new(secret, b"book", hashlib.sha256).hexdigest()[:20]
