"""Uniformly random play: the benchmark, the tests and the bottom of the ladder."""

from ...kit.draws import choose, shuffle
from .legal import legal
from .play import apply
from .setup import deal
from .state import OVER


def play_out(g, r, words, log, rng):
    """Play to the end of the deal. Returns how many decisions that took."""
    decisions = 0
    while g.phase != OVER:
        legal(g, r, words)
        apply(g, r, words, log, choose(words, rng))
        decisions += 1
    return decisions


def play_deals(g, r, words, log, deck, rng, players, deals):
    """Deal and play out many deals, the starter going round. Returns the number of decisions."""
    decisions = 0
    for number in range(deals):
        shuffle(deck, rng)
        log[0] = 0
        deal(g, deck, players, number % players, 1, 0)
        decisions += play_out(g, r, words, log, rng)
    return decisions
