"""Worlds: full deals that look like a view, drawn by belief; and playing one out."""

from ...dummy.kernel.play import apply
from ...dummy.kernel.see import copy_view, unseen
from ...dummy.kernel.state import OVER
from ...kit.bits import low, popcount
from ...kit.draws import some_of
from ...kit.rng import below
from .greedy import decide


def draw_world(v, belief, rng, g):
    """Make ``g`` a deal that looks like the view ``v`` of the seat to act: its own hand leaves nothing in doubt (A69).

    ``belief`` has 4 × 52 weights, card by card for each seat: how likely a hidden card is to be in that hand, next
    to the other hidden cards; all alike is no belief. The hands are filled card by card, each by these weights.
    """
    copy_view(v, g)
    pool = unseen(v)
    most = 0
    for seat in range(v.players):
        most = max(most, v.held[seat] - popcount(v.hand[seat]))
    for level in range(most, 0, -1):
        for seat in range(v.players):
            if v.held[seat] - popcount(g.hand[seat]) >= level:
                bit = weighted(pool, belief, seat * 52, rng)
                g.hand[seat] |= bit
                pool &= ~bit
    for place in range(v.stock_len):
        bit = some_of(pool, 1, rng)
        g.stock[place] = low(bit)
        pool &= ~bit


def weighted(pool, belief, row, rng):
    """A card of the pool, as a bit, each as likely as its weight."""
    total = 0
    cards = pool
    while cards:
        total += belief[row + low(cards)]
        cards &= cards - 1
    n = below(rng, total)
    cards = pool
    while cards:
        n -= belief[row + low(cards)]
        if n < 0:
            break
        cards &= cards - 1
    return cards & -cards


def finish_deal(g, r, words, log, policies, rows):
    """Play the deal out, each seat by its row of weights."""
    while g.phase != OVER:
        apply(g, r, words, log, decide(g, r, words, policies[rows[g.turn]]))


def lead(g, seat):
    """The seat's points less the mean of the others', times their number: an int."""
    total = 0
    for other in range(g.players):
        total += g.score[other]
    return g.players * g.score[seat] - total
