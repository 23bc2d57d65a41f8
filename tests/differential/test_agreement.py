"""The package against the referee: legal lists and ledgers, line for line."""

from collections import Counter

import pytest
from tests.differential.agreement import PRESETS, compare
from tests.drill import rounds

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
def test_the_package_agrees_with_the_referee_at_length(preset: str, drill_minutes: float) -> None:
    """2,000 deals a preset in an hour's drill, then more while there is time."""
    for seed in rounds(drill_minutes, 1 / 12, 2000):
        compare(10_000 + seed, {"preset": preset})
