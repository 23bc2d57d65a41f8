"""Random numbers for search and simulation: xoroshiro64** by David Blackman and Sebastiano Vigna.

The generator is ``rng``, two 32-bit words in a list or an int64 array (a field of length 2 will do); its
numbers have 32 bits. Every step keeps the low 32 bits only, so Python's ints, which grow, and int64, which
wraps, give the same numbers. Decks are not dealt from it: they come from :mod:`speto.decks`.
"""

from __future__ import annotations

from typing import Any

MASK = 0xFFFFFFFF


def mix(x: int) -> int:
    """A permutation of the 32-bit numbers that spreads every bit over all (MurmurHash3's finaliser)."""
    x = ((x ^ (x >> 16)) * 0x85EBCA6B) & MASK
    x = ((x ^ (x >> 13)) * 0xC2B2AE35) & MASK
    return x ^ (x >> 16)


def seed_rng(rng: Any, seed: int) -> None:
    """Start the generator from a seed in 0 … 2**63 - 1.

    The two halves of the seed are mixed into each other in turn. Each step can be undone, so different seeds
    give different states; only the one that would give (0, 0), which the generator never leaves, gets (1, 0).

    >>> rng = [0, 0]
    >>> seed_rng(rng, 2026)
    >>> next32(rng), next32(rng)
    (3521422226, 3556909718)
    """
    first = seed & MASK
    second = (seed >> 32) & MASK
    first = mix((first + 0x9E3779B9) & MASK)
    second = mix(((second ^ first) + 0x9E3779B9) & MASK)
    first = mix(((first ^ second) + 0x9E3779B9) & MASK)
    second = mix(((second ^ first) + 0x9E3779B9) & MASK)
    if first == 0 and second == 0:
        first = 1
    rng[0] = first
    rng[1] = second


def next32(rng: Any) -> int:
    """The next number, in 0 … 2**32 - 1.

    >>> next32([1, 2])
    3802928447
    """
    first: int = rng[0]
    second = rng[1] ^ first
    x = (first * 0x9E3779BB) & MASK
    x = ((x << 5) | (x >> 27)) & MASK
    rng[0] = (((first << 26) | (first >> 6)) ^ second ^ (second << 9)) & MASK
    rng[1] = ((second << 13) | (second >> 19)) & MASK
    return (x * 5) & MASK


def below(rng: Any, n: int) -> int:
    """A uniform number in 0 … n - 1, for n in 1 … 2**31, without a trace of bias (Lemire's method).

    The number is the upper half of a product. Lower halves under 2**32 mod n are left over: draw again.

    >>> rng = [1, 2]
    >>> [below(rng, 6) for _ in range(8)]
    [5, 1, 2, 4, 4, 1, 3, 1]
    """
    product = next32(rng) * n
    if product & MASK < n:
        extra = (MASK + 1) % n
        while product & MASK < extra:
            product = next32(rng) * n
    return product >> 32
