"""A hand that took most of the pack: whether it can knock is seen in few steps, for a table waits for the answer."""

from __future__ import annotations

import pytest

from speto.dummy.kernel import finish
from speto.dummy.kernel.finish import can_finish

HANDS = [0x77BA7DD3FE1FF, 0xAFEFFD6FFFFFF, 0xBFFCBAFFDF7FF, 0xB3DFBEFFEFFAA]
"""Hands of 38 to 46 cards that were looked for because they take long."""


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("left", [0, 2, 99])
def test_A16_most_of_the_pack_is_seen_through_in_few_steps(
    hand: int, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = 0
    real = finish.fits

    def counted(*arguments: int) -> int:
        nonlocal steps
        steps += 1
        return real(*arguments)

    monkeypatch.setattr(finish, "fits", counted)
    can_finish(hand, 0, 0, 0, 0, left)
    assert steps < 5_000


def test_A16_of_all_cards_one_can_be_left() -> None:
    every = (1 << 52) - 1
    assert can_finish(every, 0, 0, 0, 0, 0)
    assert can_finish(every & ~1, 0, 0, 0, 0, 0)
