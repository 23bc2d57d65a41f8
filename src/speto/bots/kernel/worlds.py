"""Worlds: full deals that look like a view, drawn by belief; and playing one out."""

from ...dummy.kernel.finish import can_finish
from ...dummy.kernel.legal import layoffs_left
from ...dummy.kernel.melds import layable, pairs, triples
from ...dummy.kernel.play import apply
from ...dummy.kernel.see import copy_view, unseen
from ...dummy.kernel.state import OVER
from ...kit.bits import low, popcount
from ...kit.draws import some_of
from ...kit.rng import below
from .belief import EXPLAINS
from .greedy import decide, discard_cost, hidden_from, hold_rate, laid_at_once
from .memory import PAST

TRIES = 6  # so often a hand is drawn at most
LENIENT = (4, 8)  # of 16 hands that would have thrown another card so many are let stand; by the discard's age


def draw_world(states, r, policy, belief, rng):
    """Make ``states[1]`` a deal that looks like the view ``states[0]``: the own hand leaves nothing in doubt (A69).

    ``belief`` has 4 × 52 weights, card by card for each seat: how likely a hidden card is to be in that hand, next
    to the other hidden cards; all alike is no belief. The hands are filled card by card, each by these weights.
    Then it names discards: most hands from which the policy would have thrown another card are drawn again.
    """
    v = states[0]
    g = states[1]
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
    for seat in range(v.players):
        if belief[EXPLAINS + seat * 4] >= 0 and g.hand[seat] != v.hand[seat]:
            for _ in range(TRIES - 1):
                if stands(states, r, policy, belief, seat, rng):
                    break
                pool |= g.hand[seat] & ~v.hand[seat]
                g.hand[seat] = v.hand[seat]
                for _ in range(v.held[seat] - popcount(v.hand[seat])):
                    bit = weighted(pool, belief, seat * 52, rng)
                    g.hand[seat] |= bit
                    pool &= ~bit
    for place in range(v.stock_len):
        bit = some_of(pool, 1, rng)
        g.stock[place] = low(bit)
        pool &= ~bit


def stands(states, r, policy, belief, seat, rng):
    """Whether the seat's hand explains its last two discards, or is let stand though it does not.

    What it drew since the older one is not known: the hand then is taken to be what it holds, what it threw since,
    and not what it took since.
    """
    hand = states[1].hand[seat]
    for age in range(2):
        card = belief[EXPLAINS + seat * 4 + age * 2]
        if card < 0:
            break
        hand = hand & ~belief[EXPLAINS + seat * 4 + age * 2 + 1] | 1 << card
        g = states[PAST + 2 * seat + age]
        g.hand[seat] = hand
        if below(rng, 16) >= LENIENT[age] and not would_throw(g, r, policy, card):
            return False
    return True


def would_throw(g, r, w, card):
    """Whether the policy would have laid nothing more and thrown this card: no other costs less."""
    seat = g.turn
    hand = g.hand[seat]
    fitting = layable(g.sets, g.runs, g.starts, r.qka_closed)
    if g.born >> seat & 1:
        run = pairs(hand)
        melds = triples(hand) | (run & run >> 1)
        if melds and popcount(hand) > 3:
            return False
        left = layoffs_left(g, r)
        if left > 0 and fitting & hand:
            if laid_at_once(g, r, w, fitting & hand):
                return False
            if can_finish(hand, g.sets, g.runs, g.starts, r.qka_closed, left):
                return False
    hidden, theirs = hidden_from(g, seat)
    rate = hold_rate(g, w, seat)
    cost = discard_cost(g, r, w, card, hidden, theirs, fitting, rate)
    cards = hand & ~(1 << card)
    while cards:
        other = low(cards)
        cards &= cards - 1
        if discard_cost(g, r, w, other, hidden, theirs, fitting, rate) < cost:
            return False
    return True


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
