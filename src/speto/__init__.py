"""Speto, the home of Dummy (ดัมมี่), the rummy that Thailand plays.

>>> import speto
>>> deal = speto.Deal(players=2, seed="tour")
>>> deal.legal
['+']
"""

from __future__ import annotations

from .cards import Card, Cards
from .dummy.deal import Deal
from .dummy.match import Match
from .dummy.options import Options
from .dummy.view import View, imagine
from .errors import BadOptions, BadStart, BadText, Difference, IllegalAction, SpetoError
from .game import Line, Outcome, Refusal

__version__ = "0.1.0"

__all__ = [
    "BadOptions",
    "BadStart",
    "BadText",
    "Card",
    "Cards",
    "Deal",
    "Difference",
    "IllegalAction",
    "Line",
    "Match",
    "Options",
    "Outcome",
    "Refusal",
    "SpetoError",
    "View",
    "imagine",
]
