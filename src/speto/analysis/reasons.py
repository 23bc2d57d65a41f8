"""From counts to verdicts and reasons."""

from __future__ import annotations

from speto.bots.agent import Candidate

from .types import Cause, Reason, Verdict

CLEAR = 2.0
"""By so many standard errors of the paired difference an option is clearly better; less is too close to call."""

CLASSES: tuple[tuple[float, Verdict], ...] = ((20.0, "blunder"), (8.0, "mistake"), (3.0, "inaccuracy"))
"""From how many points a clear loss is called what."""

WORTH: dict[Cause, float] = {
    "taken": 30.0,
    "knocks": 100.0,
    "knocked": 60.0,
    "unborn": 60.0,
    "charged": 1.0,
    "held": 1.0,
}
"""Roughly what an event is worth in points, to tell which one says most; charges and held cards are points already."""


def verdict(lost: float, error: float) -> Verdict:
    """What a loss is called.

    >>> verdict(12.0, 2.0), verdict(12.0, 7.0), verdict(0.0, 0.0), verdict(1.0, 0.2)
    ('mistake', 'close', 'best', 'fine')
    """
    if lost <= 0:
        return "best"
    if lost <= CLEAR * error:
        return "close"
    return next((name for least, name in CLASSES if lost >= least), "fine")


def reason(played: Candidate, best: Candidate) -> Reason | None:
    """The event that speaks most for the best action; None if none speaks for it."""
    signs: tuple[tuple[Cause, float], ...] = (
        ("taken", 1),
        ("charged", 1),
        ("knocks", -1),
        ("knocked", 1),
        ("unborn", 1),
        ("held", 1),
    )
    found = [
        Reason(cause, before, after, sign * (before - after) * WORTH[cause])
        for cause, sign in signs
        for before, after in ((getattr(played, cause), getattr(best, cause)),)
    ]
    most = max(found, key=lambda one: one.points)
    return most if most.points > 0.5 else None
