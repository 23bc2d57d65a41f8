"""The two questions about a set of bits that every kernel asks. Compiled, each is one instruction."""

from __future__ import annotations


def popcount(x: int) -> int:
    """How many bits of ``x`` are set; ``x`` is not negative.

    >>> popcount(0b1011)
    3
    """
    return x.bit_count()


def low(x: int) -> int:
    """The index of the lowest set bit; ``x`` has one (for 0 the plain and the compiled answer differ).

    >>> low(0b1000)
    3
    """
    return (x & -x).bit_length() - 1
