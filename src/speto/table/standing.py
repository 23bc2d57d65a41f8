"""Where a table stands between two deals, as plain data: whoever has it need not replay the deals before.

It follows from the log and says nothing that the log does not say; without it the whole log is replayed. It is taken
right before a deal begins, so nothing of a deal is in it, nor of the clock, which begins anew with each deal.
"""

from __future__ import annotations

from msgspec import Struct

from speto.protocol.messages import DealResult, Setup

from .seats import Seat

FORM = 2
"""The number of this form: one of another number is not read."""


class Standing(Struct, forbid_unknown_fields=True):
    """A table's facts as of row ``seq``, before the first deal of a match or between two."""

    form: int
    version: int
    seq: int
    setup: Setup
    seats: list[Seat]
    chairs: list[int]
    host: int | None
    locked: bool
    kicked: list[str]
    dealt: int
    numbers: list[int]
    results: list[DealResult]
    totals: list[int]
    start: dict[str, int]
