"""Where a table's only deal begins that is none from a deck: a turn that is played again for practice."""

from __future__ import annotations

from typing import Any, NamedTuple


class Opening(NamedTuple):
    """A position, and what the seat to act has done in its turn already."""

    start: dict[str, Any]
    actions: list[str]
