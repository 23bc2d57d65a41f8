"""Ledger lines: from the kernel's log to codes, rules and text."""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import cards_text
from ..game import Line

CODES: tuple[tuple[str, str], ...] = (
    ("layoff_discard", "P4"),
    ("full_discard", "P5"),
    ("head_feed", "P6"),
    ("speto_feed", "P7"),
    ("speto_lure", "P8"),
    ("speto_laid_off", "P9"),
    ("foolish_discard", "P0"),
    ("laid", "R24"),
    ("head", "P3"),
    ("hand", "R24"),
    ("knock_card", "R23"),
    ("knock_card", "P1"),
    ("knock_card", "P2"),
    ("dark_knock", "R19"),
    ("colour_knock", "R20"),
    ("dark_deduction", "R25"),
)
"""Code and rule of each number in ``kernel/state.py``."""

PENALTIES: dict[str, str] = dict(CODES[:6])
"""P4 … P9: what a seat may have been charged before the deal ends; the option has the same name."""


def read_log(log: Sequence[int]) -> list[Line]:
    """The lines of a log (its layout: ``kernel/scoring.py``, write)."""
    lines = []
    for at in range(1, 1 + 3 * int(log[0]), 3):
        packed, points, cards = int(log[at]), int(log[at + 1]), int(log[at + 2])
        code, rule = CODES[packed >> 3 & 31]
        action = (packed >> 8 & 0xFFFF) - 1
        by = (packed >> 24) - 1
        lines.append(
            Line(
                packed & 7,
                code,
                rule,
                points,
                cards_text(cards) if cards else None,
                action if action >= 0 else None,
                by if by >= 0 else None,
            )
        )
    return lines
