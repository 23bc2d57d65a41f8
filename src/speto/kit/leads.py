"""What a deal is measured by: D, a seat's points less the mean of the others'."""

from __future__ import annotations

from collections.abc import Sequence


def leads(points: Sequence[int]) -> list[float]:
    """D of each seat.

    >>> leads((90, 30, 0))
    [75.0, -15.0, -60.0]
    """
    return [own - (sum(points) - own) / (len(points) - 1) for own in points]
