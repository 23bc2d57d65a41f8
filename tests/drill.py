"""How long a drill goes on."""

import time
from collections.abc import Iterator

HOUR = 60.0


def rounds(minutes: float, share: float, whole: int) -> Iterator[int]:
    """0, 1, 2 … for as long as this share of the drill lasts; in a drill of an hour at least the whole number.

    A shorter drill does less: it is capped, whatever it leaves undone.
    """
    end = time.monotonic() + 60 * minutes * share
    number = 0
    while time.monotonic() < end or (minutes >= HOUR and number < whole):
        yield number
        number += 1
