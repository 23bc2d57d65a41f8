"""How likely a card that nobody saw is to be in a seat's hand, next to the stock: a linear score, made a weight."""

from math import exp

from ...dummy.kernel.melds import CLUBS, FOUR, SPETOS, layable
from ...dummy.kernel.see import unseen
from ...kit.bits import low, popcount
from .tables import FACE, OTHERS

N_CLUES = 40
UNIT = 256  # scores are nats × this
EVEN = 64  # the weight of a score of 0
WEIGHTS = tuple(max(round(EVEN * exp((i - 128) / 32)), 1) for i in range(257))  # by score, 1/32 nat a step


def clues(m, v, seat, card, fitting, pool, y):
    """What speaks for and against the card being in the seat's hand: a row of small ints."""
    for i in range(N_CLUES):
        y[i] = 0
    bit = 1 << card
    for age in range(3):
        y[age * 2] = m.passed[seat * 6 + age * 2] >> card & 1
        y[age * 2 + 1] = m.passed[seat * 6 + age * 2 + 1] >> card & 1
        y[6 + age] = m.paired[seat * 3 + age] >> card & 1
    suit = CLUBS << card - card % 13
    rank = FOUR << card % 13
    beside = (bit << 1 | bit >> 1) & suit
    beyond = (bit << 2 | bit >> 2) & suit
    for age in range(3):
        thrown = m.thrown[seat * 3 + age]
        y[9 + age] = popcount(thrown & rank)
        y[12 + age] = popcount(thrown & beside)
        y[15 + age] = popcount(thrown & beyond)
    born = v.born >> seat & 1
    unborn = 1 - born
    late = max(20 - v.stock_len, 0)
    y[18] = m.fitted[seat] >> card & 1
    y[19] = born * (fitting >> card & 1)
    y[20] = unborn * (fitting >> card & 1)
    y[21] = FACE[card] // 5
    y[22] = unborn * (FACE[card] // 5)
    y[23] = FACE[card] * late // 40
    y[24] = SPETOS >> card & 1
    known = v.known[seat]
    y[25] = popcount(known & rank)
    y[26] = popcount(known & beside)
    y[27] = popcount(known & beyond)
    live = 0
    with_pile = 0
    for k in range(6):
        pair = OTHERS[card][k]
        if pair and pair & ~(pool | v.in_pile | known) == 0:
            if pair & v.in_pile:
                with_pile += 1
            else:
                live += 1
    y[28] = live
    y[29] = with_pile
    y[30] = live * unborn
    y[31] = with_pile * unborn
    turns = min(m.turns[seat], 8)
    y[32] = live * turns
    y[33] = with_pile * turns
    y[34] = FACE[card] // 5 * turns
    y[35] = 1
    y[36] = unborn
    y[37] = turns
    y[38] = 1 if v.held[seat] <= 3 else 0
    y[39] = late


def believe_nothing(belief):
    """Weigh all cards alike for all seats."""
    for i in range(4 * 52):
        belief[i] = EVEN


def believe(m, v, r, weights, y, belief):
    """Fill the 4 × 52 weights for a view; EVEN where nothing is to be said."""
    pool = unseen(v)
    fitting = layable(v.sets, v.runs, v.starts, r.qka_closed)
    believe_nothing(belief)
    for seat in range(v.players):
        cards = pool
        while cards:
            card = low(cards)
            cards &= cards - 1
            clues(m, v, seat, card, fitting, pool, y)
            score = 0
            for i in range(N_CLUES):
                score += weights[i] * y[i]
            belief[seat * 52 + card] = WEIGHTS[min(max(score * 32 // UNIT + 128, 0), 256)]
