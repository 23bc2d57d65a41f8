"""Where a table's only deal begins that is none from a deck: a turn that is played again for practice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class Opening(NamedTuple):
    """A position, what the seat to act has done in its turn already, and how the match stood: nothing, if it began."""

    start: dict[str, Any]
    actions: list[str]
    totals: Sequence[int] = ()
