"""The package against the referee: legal lists and ledgers, line for line."""

import os
import time
from collections import Counter

import pytest
from tests.differential.agreement import PRESETS, compare

from speto.dummy.ledger import CODES as CODES_AND_RULES

SEEDS = 600
SHARES = 2
CODES = sorted({code for code, _ in CODES_AND_RULES})
AT_LEAST = 20


@pytest.mark.parametrize("share", range(SHARES))
def test_the_package_agrees_with_the_referee(share: int) -> None:
    """600 deals in all, and positions cut out of each; every ledger code is reached 20 times."""
    codes: Counter[str] = Counter()
    for seed in range(SEEDS * share // SHARES, SEEDS * (share + 1) // SHARES):
        codes += compare(seed)
    rare = {code: codes[code] for code in CODES if codes[code] < AT_LEAST // SHARES}
    assert not rare, f"too few: {rare}"


@pytest.mark.drill
@pytest.mark.parametrize("preset", PRESETS)
def test_the_package_agrees_with_the_referee_at_length(preset: str) -> None:
    """2,000 deals a preset, then more while there is time."""
    end = time.monotonic() + 60 * float(os.environ.get("DRILL_MINUTES", "60")) / 12
    seed = 10_000
    while seed < 12_000 or time.monotonic() < end:
        compare(seed, {"preset": preset})
        seed += 1
