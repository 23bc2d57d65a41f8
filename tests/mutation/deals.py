"""A few deals against the referee: the last tests that a mutant meets. Pytest reads this file only when it is named."""

import pytest
from tests.differential.agreement import compare


@pytest.mark.parametrize("seed", range(24))
def test_a_deal_agrees_with_the_referee(seed: int) -> None:
    compare(seed)
