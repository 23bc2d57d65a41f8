"""The linear value of what an action leads to, and playing by it."""

from ...dummy.kernel.penalties import judge_discard
from ...dummy.kernel.play import apply, discard
from ...dummy.kernel.state import W_DISCARD, W_TAKE
from ...kit.states import clone
from .features import CHOSE_DRAW, DISCARDED, MID_TURN, N_FEATURES, banked_lead, features

SCALE = 1 << 14  # weights are points × this, for one player's lead over the mean of the others


def value_after(states, at, spare, r, words, log, action, x, weights):
    """What the seat to act expects of an action, in points × SCALE: its lead at the end of the deal.

    ``states[spare]`` is scratch; ``x`` keeps the features. A knock is valued by its parent, being forced.
    """
    g = states[at]
    seat = g.turn
    stage = stage_of(action)
    if stage == CHOSE_DRAW:
        features(g, r, seat, x)
        total = banked_lead(g, r, seat) * SCALE // (g.players - 1)
    else:
        clone(states, spare, at)
        after = states[spare]
        if stage == DISCARDED:
            # Not by apply: it begins the next turn, for which it would look at a hand that this seat does not see.
            judge_discard(after, r, log, action % 52)
            discard(after, action % 52)
        else:
            apply(after, r, words, log, action)
        features(after, r, seat, x)
        total = banked_lead(after, r, seat) * SCALE // (g.players - 1)
    for i in range(N_FEATURES):
        if x[i]:
            total += weights[stage][i] * x[i]
    return total


def stage_of(action):
    """The stage that an action leads to."""
    word = action // 52
    if word == W_TAKE:
        return CHOSE_DRAW
    return DISCARDED if word >= W_DISCARD else MID_TURN
