"""Two players without a level: one at random for every game, and the greedy one for Dummy."""

from __future__ import annotations

import random
from typing import Protocol

from speto.dummy.actions import action_text
from speto.dummy.kernel.state import N_WORDS
from speto.dummy.view import View

from .kernel.greedy import decide
from .weights import shipped


class _Seen(Protocol):
    """What every game's view has."""

    @property
    def legal(self) -> list[str]: ...


def at_random(view: _Seen, rng: random.Random) -> str:
    """Any legal action, each equally likely; for every game.

    >>> from speto.dummy.deal import Deal
    >>> at_random(Deal(players=2, seed="tour").see(0), random.Random(1))
    '+'
    """
    return rng.choice(view.legal)


def greedy(view: View, rng: random.Random) -> str:  # noqa: ARG001 - a player is handed chance, used or not
    """Dummy: picks up what gains points, lays what scores, knocks when it can, and throws what it can spare.

    One action ahead, by one row of tuned weights for all rules and numbers of players (``kernel/greedy.py``).

    >>> from speto.dummy.deal import Deal
    >>> greedy(Deal(players=2, seed="tour").see(0), random.Random(1))
    '+'
    """
    action = decide(view._g, view._r, [0] * N_WORDS, shipped()[0].greedy)
    return action_text(view._g, action)
