"""From counts to verdicts and reasons."""

from __future__ import annotations

from typing import get_args

from speto.bots.agent import Candidate

from .types import Cause, Reason, Verdict

CLEAR = 2.0
"""By so many standard errors of the paired difference an option is clearly better; less is too close to call."""

CLASSES: tuple[tuple[float, Verdict], ...] = ((20.0, "blunder"), (8.0, "mistake"), (3.0, "inaccuracy"))
"""From how many points a clear loss is called what."""

EVENTS: tuple[Cause, ...] = ("knocks", "knocked", "unborn", "taken")
"""What comes about in a world or does not, in the order of ``Candidate.leads``; the other causes are points."""

LEAST = 0.25
"""A cause that explains a smaller part of the gain is no reason: no word is better than a wrong one."""

RARE = 0.02
"""What comes about in a smaller share of the worlds, or in all but so few, has no cost that could be measured."""


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
    """The cause that explains most of what the best action gains; None if none explains a quarter of it.

    Where the best knocks at once, that is the reason for all of it. What gains no points, but the match, has no other.
    """
    if best.knocks == 1 > played.knocks:
        return Reason("knocks", played.knocks, best.knocks, best.gain - played.gain)
    if best.gain <= played.gain:
        return None
    found = [
        Reason(cause, getattr(played, cause), getattr(best, cause), _explains(cause, played, best))
        for cause in get_args(Cause)
    ]
    most = max(found, key=lambda one: one.points)
    return most if most.points > 0.5 and most.points >= LEAST * (best.gain - played.gain) else None


def _explains(cause: Cause, played: Candidate, best: Candidate) -> float:
    """Points of the best action's gain: by how much rarer the event is after it, times what the event costs.

    An event that comes about after one of the two and not after the other explains the whole gain.
    """
    rarer: float = getattr(played, cause) - getattr(best, cause)
    if cause not in EVENTS:
        return rarer
    if (rarer < 0) != (cause == "knocks"):  # only a knock of one's own speaks for what brings it about
        return 0.0
    if abs(rarer) > 1 - RARE:
        return best.gain - played.gain
    return rarer * (cost(cause, played, best) or 0.0)


def cost(event: Cause, *options: Candidate) -> float | None:
    """By how many points the mean lead is lower with an event than without it; None where it is too rare to tell.

    Worlds of different options are not mixed: each option has a difference of its own, and each counts by its cases
    (worlds × share with × share without). So what sets the options apart otherwise is no part of the cost.

    >>> throws = Candidate("-7h", 0, 100, lead=-5.0, taken=0.5, leads=(0, 0, 0, -10.0))  # taken: -20, else: 10
    >>> cost("taken", throws)
    30.0
    """
    at = EVENTS.index(event)
    worlds = sum(one.worlds for one in options)
    shares = [float(getattr(one, event)) for one in options]
    cases = sum(one.worlds * share * (1 - share) for one, share in zip(options, shares, strict=True))
    if cases <= RARE * (1 - RARE) * worlds:
        return None
    return (
        sum(one.worlds * (share * one.lead - one.leads[at]) for one, share in zip(options, shares, strict=True)) / cases
    )


def cost_of(why: Reason) -> float | None:
    """What the event of a reason costs, below 0 what it brings; None for points, and where one action makes it sure."""
    if why.cause not in EVENTS or 1 in (why.played, why.best):
        return None
    return why.points / (why.played - why.best)
