"""What a seat may see, and full states that look the same to it. The only projection there is."""

from ...kit.bits import low, popcount
from ...kit.draws import nth, some_of
from ...kit.rng import below
from .state import ALL, KEEP


def see(g, seat, v):
    """MA18: write into ``v`` what a seat may see; seat -1 is a spectator.

    Its own hand, the play pile, how many cards lie where, and what everybody knows. Support and random piles are hidden
    from their owner too, and the deck from all; nothing is shown when the deal is over. Which cards there are to keep
    is shown to the seat that chooses (MA12).
    """
    v.in_pile = g.in_pile
    v.turns = g.turns
    v.pile_len = g.pile_len
    v.deck_len = g.deck_len
    v.outs = g.outs
    v.players = g.players
    v.turn = g.turn
    v.phase = g.phase
    v.drawing = g.drawing
    for place in range(52):
        v.pile[place] = g.pile[place]
        v.deck[place] = -1
    for place in range(16):
        v.could[place] = g.could[place]
    for other in range(4):
        v.hand[other] = g.hand[other] if other == seat else 0
        v.support[other] = 0
        v.random[other] = 0
        v.known[other] = g.known[other]
        v.held[other] = g.held[other]
        v.support_len[other] = g.support_len[other]
        v.random_len[other] = g.random_len[other]
        v.out[other] = g.out[other]
        v.place[other] = g.place[other]
    if g.phase == KEEP and seat == g.turn:
        v.support[seat] = g.support[seat]


def unseen(v):
    """The cards that this view does not show and that nobody was seen to take."""
    shown = v.in_pile
    for seat in range(v.players):
        shown |= v.hand[seat] | v.known[seat]
    return ALL & ~shown


def is_hidden(v, seat):
    """Whether the cards of this hand are to be imagined."""
    return v.hand[seat] == 0 and v.held[seat] > 0


def strangers(v, seat):
    """How many cards in hand and support of a seat are unseen: neither known nor shown."""
    return v.held[seat] + v.support_len[seat] - popcount(v.known[seat] | v.hand[seat])


def imagine(v, rng, g):
    """Fill in what the view does not show, every way equally likely that :func:`possible` then accepts.

    First, for each hidden hand, which of the known cards are in it: as if hand and support were shuffled together, the
    unseen ones among them alike. Then unseen cards go wherever cards are missing.
    """
    see(v, -1, g)
    pool = unseen(v)
    for seat in range(v.players):
        g.hand[seat] = v.hand[seat]
        if is_hidden(v, seat):
            g.hand[seat] = known_in_hand(v, seat, rng)
            cards = some_of(pool, v.held[seat] - popcount(g.hand[seat]), rng)
            g.hand[seat] |= cards
            pool &= ~cards
    fill_piles(v, rng, g, pool)


def known_in_hand(v, seat, rng):
    """Which known cards are in a hidden hand, every choice as likely as it has ways to fill the hand up.

    An unseen card is taken to fit any place of the hand.
    """
    held = v.held[seat]
    free = v.known[seat] & v.could[seat * 4 + held - 1]
    while True:
        chosen = 0
        others = strangers(v, seat)
        left = free
        for _ in range(held):
            count = popcount(left)
            n = below(rng, count + others)
            if n < count:
                bit = nth(left, n)
                chosen |= bit
                left &= ~bit
            else:
                others -= 1
        if fill_places(v, seat, chosen, held - popcount(chosen)):
            return chosen


def fill_places(g, seat, cards, wild):
    """Whether these cards of a hand, and so many that fit anywhere, can lie in its places as ``could`` has them.

    Each place's set is part of the next place's, so it is enough to count: up to each place there must be cards enough.
    """
    for place in range(g.held[seat]):
        if popcount(cards & g.could[seat * 4 + place]) + wild <= place:
            return False
    return True


def fill_piles(v, rng, g, pool):
    """Known cards that are in no hand lie in support; unseen ones go to support, random piles and deck."""
    for seat in range(v.players):
        g.support[seat] = v.known[seat] & ~g.hand[seat]
        cards = some_of(pool, v.support_len[seat] - popcount(g.support[seat]), rng)
        g.support[seat] |= cards
        pool &= ~cards
        g.random[seat] = some_of(pool, v.random_len[seat], rng)
        pool &= ~g.random[seat]
    for place in range(v.deck_len):
        bit = some_of(pool, 1, rng)
        g.deck[place] = low(bit)
        pool &= ~bit


def possible(g):
    """Whether every hand could have come about: its cards can lie in its places."""
    for seat in range(g.players):
        if not fill_places(g, seat, g.hand[seat], 0):
            return False
    return True


def imagine_somehow(v, rng, g):
    """As :func:`imagine`, but place by place with cards that may lie there: not every way is equally likely.

    True if it came out well: it does not if a place is left without a card.
    """
    see(v, -1, g)
    pool = unseen(v)
    for seat in range(v.players):
        g.hand[seat] = v.hand[seat]
        if is_hidden(v, seat):
            others = strangers(v, seat)
            for place in range(v.held[seat]):
                cards = v.known[seat] | pool if others > 0 else v.known[seat]
                cards &= v.could[seat * 4 + place] & ~g.hand[seat]
                if cards == 0:
                    return False
                bit = some_of(cards, 1, rng)
                g.hand[seat] |= bit
                if pool & bit:
                    others -= 1
                    pool &= ~bit
    fill_piles(v, rng, g, pool)
    return True
