"""Two more decent players with manners of their own, for tables and the arena: what our rollouts play is neither.

Both weigh as the greedy player does (``kernel/greedy.py``), with its one row of weights for all rules and players;
what they do otherwise is below.
"""

from __future__ import annotations

import random

from speto.dummy.actions import action_text
from speto.dummy.kernel.finish import can_finish
from speto.dummy.kernel.legal import layoffs_left, legal
from speto.dummy.kernel.state import N_WORDS, TAKE
from speto.dummy.view import View

from .kernel.greedy import (
    DRAW_WORTH,
    GIVE_CHARGE,
    GIVE_LYING_HIDDEN,
    KEEP_LAYABLE,
    KEEP_MINE,
    decide,
    take,
    throw,
)
from .weights import shipped

POINT = 64
"""What a point is in a row of weights."""

SHY = 40 * POINT
"""What a draw is worth to the wary one: so much must a pickup gain."""

BOLD = 230 * POINT
"""What a draw is worth to the patient one: less than a knock, more than anything else."""

FEW = 2
"""Somebody who holds so few cards may soon knock."""

LATE = 1
"""So many cards of the stock for each player are the end of a deal."""


def wary(view: View, rng: random.Random) -> str:  # noqa: ARG001 - a player is handed chance, used or not
    """Dummy: hardly picks up, throws what gives others least, and lays at once.

    >>> from speto.dummy.deal import Deal
    >>> wary(Deal(players=2, seed="tour").see(0), random.Random(1))
    '+'
    """
    w = list(shipped()[0].greedy)
    w[DRAW_WORTH] = SHY
    for place in range(KEEP_MINE, KEEP_LAYABLE):
        w[place] //= 2
    for place in range(GIVE_LYING_HIDDEN, GIVE_CHARGE):
        w[place] *= 3
    return action_text(view._g, decide(view._g, view._r, [0] * N_WORDS, w))


def patient(view: View, rng: random.Random) -> str:  # noqa: ARG001
    """Dummy: stays unborn and holds its melds until it can knock, dark if may be; it hurries once the end is near.

    >>> from speto.dummy.deal import Deal
    >>> patient(Deal(players=2, seed="tour").see(0), random.Random(1))
    '+'
    """
    g, r = view._g, view._r
    words = [0] * N_WORDS
    w = list(shipped()[0].greedy)
    others = [g.held[seat] for seat in range(g.players) if seat != g.turn]
    hurried = min(others) <= FEW or g.stock_len <= LATE * g.players
    if hurried:
        return action_text(g, decide(g, r, words, w))
    legal(g, r, words)
    if g.phase == TAKE:
        w[DRAW_WORTH] = BOLD
        return action_text(g, take(g, r, words, w))
    hand = g.hand[g.turn]
    free = hand & (hand - 1) and not g.must_finish
    if free and not can_finish(hand, g.sets, g.runs, g.starts, r.qka_closed, layoffs_left(g, r)):
        return action_text(g, throw(g, r, w))
    return action_text(g, decide(g, r, words, w))


STYLES = {"wary": wary, "patient": patient}
"""Players of other manners than the greedy one, by name."""
