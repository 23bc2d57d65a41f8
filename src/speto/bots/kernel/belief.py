"""How likely a card that nobody saw is to be in a seat's hand, next to the stock: a score of clues, made a weight.

The score is a linear one plus that of one hidden layer of ints, so that clues may count for more or less by others.
"""

from math import exp

from ...dummy.kernel.melds import CLUBS, FOUR, SPETOS, layable
from ...dummy.kernel.see import unseen
from ...kit.bits import low, popcount
from .tables import FACE, OTHERS

N_CLUES = 48
HIDDEN = 16
N_WEIGHTS = N_CLUES * (HIDDEN + 1) + HIDDEN  # for each clue its pull on each hidden unit and on the score; then outputs
N_ROW = N_CLUES + HIDDEN + 1  # room for the clues, then for what they sum up to
UNIT = 1 << 16  # sums are nats × this
OUTPUT = 1 << 8  # a hidden unit's weight in the score is × this
EVEN = 64  # the weight of a score of 0
# After the 4 × 52 weights of a belief: for each seat and its last two discards the card, or -1; the cards taken since.
EXPLAINS = 4 * 52
N_BELIEF = EXPLAINS + 16
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
    count_mates(v, seat, card, pool, y)
    live = y[28]
    with_pile = y[29]
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
    y[43] = v.held[seat]
    y[44] = v.stock_len
    y[45] = v.pile_len
    y[46] = last_face(m, seat, 0)
    y[47] = last_face(m, seat, 1)


def count_mates(v, seat, card, pool, y):
    """The melds of three that the card may become: how many, and how many of their other cards the seat may hold."""
    known = v.known[seat]
    hidden = v.held[seat] - popcount(v.hand[seat])
    even = 64 * max(hidden, 0) // max(popcount(pool), 1)
    live = 0
    with_pile = 0
    mates = 0
    mates_of_pile = 0
    both = 0
    for k in range(6):
        pair = OTHERS[card][k]
        if pair and pair & ~(pool | v.in_pile | known) == 0:
            least = pair & -pair
            most = pair & ~least
            first = 64 if known & least else even if pool & least else 0
            second = 64 if known & most else even if pool & most else 0
            if pair & v.in_pile:
                with_pile += 1
                mates_of_pile += first + second
            else:
                live += 1
                mates += first + second
                both += first * second >> 6
    y[28] = live
    y[29] = with_pile
    y[40] = mates
    y[41] = mates_of_pile
    y[42] = both


def last_face(m, seat, age):
    """What the seat's discard of that age counts, in fives; 0 for none."""
    card = m.last[seat * 2 + age]
    return FACE[card] // 5 if card >= 0 else 0


def believe_nothing(belief):
    """Weigh all cards alike for all seats; no discard is to be explained."""
    for i in range(N_BELIEF):
        belief[i] = EVEN if i < EXPLAINS else -1


def believe(m, v, r, weights, y, belief):
    """Fill the 4 × 52 weights for a view, EVEN where nothing is to be said, and what its worlds should explain."""
    pool = unseen(v)
    fitting = layable(v.sets, v.runs, v.starts, r.qka_closed)
    believe_nothing(belief)
    for seat in range(v.players):
        if v.held[seat] == popcount(v.hand[seat]):
            continue
        cards = pool
        while cards:
            card = low(cards)
            cards &= cards - 1
            clues(m, v, seat, card, fitting, pool, y)
            belief[seat * 52 + card] = WEIGHTS[min(max((score(weights, y) * 32 // UNIT) + 128, 0), 256)]
        for age in range(2):
            belief[EXPLAINS + seat * 4 + age * 2] = m.last[seat * 2 + age]
            belief[EXPLAINS + seat * 4 + age * 2 + 1] = m.since[seat * 2 + age]


def score(weights, y):
    """The score of a row of clues, in nats × UNIT. What is summed up is written behind the clues."""
    for h in range(HIDDEN + 1):
        y[N_CLUES + h] = 0
    for i in range(N_CLUES):
        if y[i]:
            for h in range(HIDDEN + 1):
                y[N_CLUES + h] += weights[i * (HIDDEN + 1) + h] * y[i]
    total = y[N_CLUES + HIDDEN]
    for h in range(HIDDEN):
        total += weights[N_CLUES * (HIDDEN + 1) + h] * max(y[N_CLUES + h], 0) // OUTPUT
    return total
