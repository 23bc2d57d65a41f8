"""The package against the referee, action by action."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.dammit.agreement import compare
from tests.drill import rounds

SEEDS = 1020
LIMITS = (20, 40, 60, 90)
"""Most deals are cut off by these: then places are shared, and there is time for many deals."""
AT_LEAST = {"-": 500, "-&": 500, "?": 500, "!": 50, "*": 100, "~": 5, "played out": 10, "out of turns": 500}


def test_the_package_agrees_with_the_referee() -> None:
    """1,020 deals with 2, 3 and 4 players; every 60th goes on for up to 1,000 turns."""
    played: Counter[str] = Counter()
    for seed in range(SEEDS):
        played += compare(seed, 1000 if seed % 60 == 0 else LIMITS[seed % 4])
    rare = {kind: played[kind] for kind, least in AT_LEAST.items() if played[kind] < least}
    assert not rare, f"too few: {rare} of {played}"


@pytest.mark.drill
def test_the_package_agrees_with_the_referee_at_length(drill_minutes: float) -> None:
    """10,000 deals in an hour's drill, then more while there is time."""
    for seed in rounds(drill_minutes, 1 / 12, 10_000):
        compare(10_000 + seed, 1000 if seed % 20 == 0 else LIMITS[seed % 4])
