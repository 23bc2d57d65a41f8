"""Uniformly random play: the benchmark, the tests and the bottom of the ladder."""

from ...kit.bits import low
from ...kit.draws import choose, shuffle, some_of
from .legal import legal, outcomes
from .play import apply
from .setup import deal
from .state import CHANCE, OVER


def draw(g, rng):
    """The action of chance: one of its outcomes, each equally likely."""
    return g.drawing * 52 + low(some_of(outcomes(g), 1, rng))


def play_out(g, r, words, rng):
    """Play to the end of the deal. Returns how many decisions that took; what chance does is none."""
    decisions = 0
    while g.phase != OVER:
        if g.phase == CHANCE:
            apply(g, r, draw(g, rng))
        else:
            legal(g, words)
            apply(g, r, choose(words, rng))
            decisions += 1
    return decisions


def play_deals(g, r, words, deck, rng, players, deals):
    """Deal and play out many deals, the dealer going round. Returns the number of decisions."""
    decisions = 0
    for number in range(deals):
        shuffle(deck, rng)
        deal(g, deck, players, number % players)
        decisions += play_out(g, r, words, rng)
    return decisions
