"""Shuffled decks from seeds: one stream, the same on every machine and for good.

Block k of the stream is HMAC-SHA256(seed, "deck" ‖ k as 32 bits, big end first), read as 32-bit words. An index
in [0, i] is a word modulo i + 1; words at or above the largest multiple of i + 1 are skipped, so every deck is
equally likely. The shuffle is Fisher–Yates from the last card down.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator


def seed_of_text(text: str) -> bytes:
    """The 32-byte seed that a text stands for: SHA-256 of its UTF-8 bytes."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def fresh_seed() -> bytes:
    """A seed from the operating system's randomness."""
    return secrets.token_bytes(32)


def seed_of_deal(seed: bytes, number: int) -> bytes:
    """The seed of a match's deal with this number; the first, number 0, is dealt from the match's own seed."""
    return hmac.new(seed, b"deal" + number.to_bytes(4, "big"), hashlib.sha256).digest()


def words(seed: bytes, label: bytes = b"deck") -> Iterator[int]:
    """The endless stream of 32-bit words of a seed; another label is another stream, unrelated to it."""
    block = 0
    while True:
        digest = hmac.new(seed, label + block.to_bytes(4, "big"), hashlib.sha256).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def below(stream: Iterator[int], n: int) -> int:
    """A uniform number in 0 … n − 1, by rejection."""
    limit = 2**32 // n * n
    for word in stream:
        if word < limit:
            return word % n
    raise AssertionError("the stream does not end")


def shuffled(seed: bytes) -> list[int]:
    """The deck of a seed: 52 cards in the order in which they are dealt.

    >>> from speto.cards import TEXTS
    >>> " ".join(TEXTS[card] for card in shuffled(seed_of_text("speto"))[:6])
    '3d Jh 7c 9c Jc 4s'
    """
    stream = words(seed)
    deck = list(range(52))
    for i in range(51, 0, -1):
        j = below(stream, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def first_starter(seed: bytes, players: int) -> int:
    """A28: the seat that begins the first deal: the first fair number of the seed's stream "starter".

    >>> first_starter(seed_of_text("speto"), 4)
    3
    """
    return below(words(seed, b"starter"), players)
