"""What a seat may see, and full states that look the same to it. The only projection there is."""

from ...kit.bits import low, popcount
from ...kit.draws import some_of
from .legal import legal
from .melds import ALL
from .state import N_WORDS, OVER


def see(g, seat, v):
    """A60, A68: write into ``v`` what a seat may see; seat -1 is a spectator.

    Of other hands only their number of cards and those that everybody saw them take; of the stock its number. When
    the deal is over all hands and the knock card are public; the stock stays face down.
    """
    v.sets = g.sets
    v.runs = g.runs
    v.starts = g.starts
    v.in_pile = g.in_pile
    v.pile_len = g.pile_len
    v.stock_len = g.stock_len
    v.players = g.players
    v.turn = g.turn
    v.direction = g.direction
    v.phase = g.phase
    v.born = g.born
    v.dark = g.dark
    v.must_finish = g.must_finish
    v.taken = g.taken
    v.fresh = g.fresh
    v.head = g.head
    v.knocker = g.knocker
    v.knock_card = g.knock_card
    v.foolish = g.foolish
    v.moves = g.moves
    for place in range(52):
        v.pile[place] = g.pile[place]
        v.pile_by[place] = g.pile_by[place]
        v.stock[place] = -1
    for other in range(4):
        v.known[other] = g.known[other]
        v.placed[other] = g.placed[other]
        v.penalty[other] = g.penalty[other]
        v.score[other] = g.score[other]
        v.held[other] = g.held[other]
        v.layoffs[other] = g.layoffs[other]
        if other == seat or g.phase == OVER:
            v.hand[other] = g.hand[other]
        else:
            v.hand[other] = g.known[other]


def unseen(v):
    """The cards that this view does not show: in other hands, in the stock, or out of play."""
    shown = v.sets | v.runs
    for place in range(52):
        if v.pile[place] >= 0:
            shown |= 1 << v.pile[place]
    if v.knock_card >= 0:
        shown |= 1 << v.knock_card
    for seat in range(v.players):
        shown |= v.hand[seat]
    return ALL & ~shown


def copy_view(v, g):
    """Make ``g`` a copy of the view, hidden cards still blank."""
    see(v, -1, g)
    for seat in range(4):
        g.hand[seat] = v.hand[seat]


def imagine(v, rng, g):
    """Fill in what the view does not show, every way equally likely; known cards stay where they are.

    The cards that nobody saw go to the hands, then to the stock; what is left over is out of play (R3).
    """
    copy_view(v, g)
    pool = unseen(v)
    for seat in range(v.players):
        cards = some_of(pool, v.held[seat] - popcount(v.hand[seat]), rng)
        g.hand[seat] |= cards
        pool &= ~cards
    for place in range(v.stock_len):
        bit = some_of(pool, 1, rng)
        g.stock[place] = low(bit)
        pool &= ~bit


def possible(g, r, words):
    """Whether the seat to act has a legal action, as it must: after A15 and A23 its hidden cards are no free choice."""
    legal(g, r, words)
    if g.phase == OVER:
        return True
    found = 0
    for word in range(1, N_WORDS):
        found |= words[word]
    return found != 0 or (g.stock_len > 0 and words[0] != 0)
