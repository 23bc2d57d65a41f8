"""What a seat sees, as a row of ints: for each meld of three where its cards are, and how the deal stands.

A linear value of this row, one row of weights for each stage of a turn, is what levels without search play by.
"""

from ...dummy.kernel.finish import can_finish
from ...dummy.kernel.melds import CLUBS, SPETOS, layable, pairs, triples
from ...dummy.kernel.play import next_seat
from ...dummy.kernel.scoring import head_value, held_value, laid_value
from ...kit.bits import low, popcount
from .greedy import hidden_from
from .tables import FACE, OTHERS, OTHERS_FACE, TRIPLE_FACE, TRIPLES

# Stages: what the acting seat has just done.
CHOSE_DRAW = 0  # the card is not seen yet
MID_TURN = 1  # a pickup, a meld or a layoff: the turn goes on
DISCARDED = 2
N_STAGES = 3

# Blocks of features. A triple's place among the first twenty: own cards, pile, hidden cards, known in other hands.
F_TRIPLES = 0  # how many, by place
F_POINTS = 20  # their points
F_NEWEST = 40  # those that hold the newest pile card: how many, by the place of the two other cards
F_NEWEST_POINTS = 50
F_REST = 60
N_FEATURES = 108

# The place of a triple with h own cards, p in the pile and u hidden of a sum: row h, column p, then u.
PLACE = tuple(
    tuple(
        tuple(
            sum(1 for h2 in range(4) for p2 in range(4 - h2) for u2 in range(4 - h2 - p2) if (h2, p2, u2) < (h, p, u))
            for u in range(4)
        )
        for p in range(4)
    )
    for h in range(4)
)
PLACE2 = tuple(
    tuple(
        tuple(
            sum(1 for h2 in range(3) for p2 in range(3 - h2) for u2 in range(3 - h2 - p2) if (h2, p2, u2) < (h, p, u))
            for u in range(3)
        )
        for p in range(3)
    )
    for h in range(3)
)


def features(g, r, seat, x):
    """Fill ``x`` for a seat; only what that seat sees goes in."""
    for i in range(N_FEATURES):
        x[i] = 0
    hand = g.hand[seat]
    pile = g.in_pile
    hidden, theirs = hidden_from(g, seat)
    live = hand | pile | hidden | theirs
    head = 0
    extra = 0
    if r.head_bonus and g.head >= 0 and live >> g.head & 1:
        head = 1 << g.head
        extra = head_value(g.head) - FACE[g.head]
    for i in range(96):
        triple = TRIPLES[i]
        if triple & ~live:
            continue
        place = PLACE[popcount(triple & hand)][popcount(triple & pile)][popcount(triple & hidden)]
        x[F_TRIPLES + place] += 1
        x[F_POINTS + place] += TRIPLE_FACE[i] + (extra if triple & head else 0)
    if g.pile_len > 0:
        newest = g.pile[g.pile_len - 1]
        for k in range(6):
            pair = OTHERS[newest][k]
            if pair == 0 or pair & ~live:
                continue
            place = PLACE2[popcount(pair & hand)][popcount(pair & pile)][popcount(pair & hidden)]
            x[F_NEWEST + place] += 1
            points = FACE[newest] + OTHERS_FACE[newest][k]
            if (pair | 1 << newest) & SPETOS:
                points += 50
            x[F_NEWEST_POINTS + place] += points + (extra if (pair | 1 << newest) & head else 0)
    standing(g, r, seat, x, hand, pile, hidden, theirs)


def standing(g, r, seat, x, hand, pile, hidden, theirs):
    """How the deal stands: burdens, the race to knock, what the pile holds."""
    held = held_value(r, hand)
    size = g.held[seat]
    born = g.born >> seat & 1
    unborn = 1 - born
    stock = g.stock_len
    fitting = layable(g.sets, g.runs, g.starts, r.qka_closed)
    left = r.layoff_limit - g.layoffs[seat]  # after a discard it is another seat's turn
    mine = fitting & hand if left > 0 else 0
    following = next_seat(g, seat)
    least = 99
    least_born = 99
    others_born = 0
    known = 0
    for other in range(g.players):
        if other != seat:
            least = min(least, g.held[other])
            known += popcount(g.known[other])
            if g.born >> other & 1:
                others_born += 1
                least_born = min(least_born, g.held[other])
    late = max(20 - stock, 0)
    at = F_REST
    x[at] = 64
    x[at + 1] = held
    x[at + 2] = held * unborn
    x[at + 3] = held * late >> 2
    x[at + 4] = held * unborn * late >> 2
    x[at + 5] = 4 * size
    x[at + 6] = 4 * size * unborn
    x[at + 7] = size * late
    x[at + 8] = 16 * unborn
    x[at + 9] = 16 * others_born
    x[at + 10] = 16 * (g.born >> following & 1)
    x[at + 11] = 4 * g.held[following]
    x[at + 12] = 4 * least
    x[at + 13] = 16 if g.held[following] <= 2 else 0
    x[at + 14] = 16 if least <= 2 else 0
    x[at + 15] = 16 if least <= 4 else 0
    x[at + 16] = 16 if least_born <= 2 else 0
    x[at + 17] = 16 if least_born <= 4 else 0
    x[at + 18] = late
    x[at + 19] = stock
    x[at + 20] = 4 * g.pile_len
    x[at + 21] = held_value(r, pile)
    x[at + 22] = 8 * popcount(mine)
    x[at + 23] = held_value(r, mine)
    x[at + 24] = held_value(r, mine) * unborn
    x[at + 25] = 4 * popcount(fitting)
    x[at + 26] = 16 * popcount(SPETOS & hand)
    x[at + 27] = 16 * popcount(SPETOS & hand) * unborn
    x[at + 28] = 16 * popcount(SPETOS & pile)
    x[at + 29] = 16 * popcount(SPETOS & hidden)
    x[at + 30] = 16 * popcount(SPETOS & fitting & hand)
    x[at + 31] = 16 * popcount(SPETOS & fitting & ~hand)
    if g.head >= 0:
        x[at + 32] = 16 * (pile >> g.head & 1)
        x[at + 33] = 16 * (hand >> g.head & 1)
        x[at + 34] = 16 * (hidden >> g.head & 1)
    of_hand = triples(hand)
    run = pairs(hand)
    run &= run >> 1
    if of_hand or run:
        x[at + 35] = 16
        x[at + 36] = 16 * unborn
    finish = can_finish(hand, g.sets, g.runs, g.starts, r.qka_closed, left)
    if finish:
        x[at + 37] = 16
        x[at + 38] = 16 * unborn
    x[at + 39] = 16 if size <= 2 else 0
    x[at + 40] = 16 if size <= 4 else 0
    x[at + 41] = 16 * born * (size <= 4) * (stock > 0)
    if r.colour_knock:
        placed = g.placed[seat]
        for suit in range(4):
            if placed != 0 and placed & ~(CLUBS << 13 * suit) == 0:
                x[at + 42] = laid_value(g, r, placed) + 50
    x[at + 43] = min(held, 250) * (16 if least <= 3 else 0) >> 4
    x[at + 44] = held_value(r, theirs)
    x[at + 45] = 4 * known
    x[at + 46] = 4 * g.layoffs[seat]
    x[at + 47] = held_value(r, lonely_cards(hand, pile))


def lonely_cards(hand, pile):
    """The cards of the hand that are next to none of hand and pile: lonely ones."""
    both = hand | pile
    lonely = 0
    cards = hand
    while cards:
        bit = cards & -cards
        card = low(cards)
        cards &= cards - 1
        friend = 0
        for k in range(6):
            friend |= OTHERS[card][k] & both
        if friend == 0:
            lonely |= bit
    return lonely


def banked(g, r, seat):
    """What a seat has laid, less its penalties."""
    placed = g.placed[seat]
    points = 0
    if r.head_bonus and g.head >= 0 and placed >> g.head & 1:
        placed &= ~(1 << g.head)
        points = head_value(g.head)
    return points + laid_value(g, r, placed) - g.penalty[seat]


def banked_lead(g, r, seat):
    """The seat's banked points less the mean of the others', times their number."""
    total = 0
    for other in range(g.players):
        total += banked(g, r, other)
    return g.players * banked(g, r, seat) - total
