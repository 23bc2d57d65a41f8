"""A player that weighs one action ahead: the opponent that the ladder is measured against, and what rollouts play.

It looks at its own hand and at what everybody sees, never at other hands or at the stock. Its weights are a row of
ints, 64 for one point. All choices are by integers, so plain and compiled code choose the same.
"""

from ...dummy.kernel.finish import can_finish, can_finish_after
from ...dummy.kernel.legal import depth, keep_finishing, layoffs_left, legal
from ...dummy.kernel.melds import ALL, SPETOS, guards, is_set_word, layable, meld_cards
from ...dummy.kernel.penalties import fills_pile
from ...dummy.kernel.play import next_seat
from ...dummy.kernel.scoring import head_value, held_value
from ...dummy.kernel.state import (
    DRAW,
    NO_LIMIT,
    PASS,
    TAKE,
    W_DISCARD,
    W_KNOCK,
    W_LAY_SET,
    W_SET,
    W_TAKE,
)
from ...kit.bits import low, popcount
from .tables import FACE, OTHERS, OTHERS_FACE

# What a card of the hand is good for, per 64 of the points of each meld of three that it may become; by where the
# two other cards are.
KEEP_MINE = 0  # both in the hand
KEEP_MINE_LYING = 1  # one in the hand, one in the pile
KEEP_MINE_HIDDEN = 2
KEEP_MINE_THEIRS = 3  # one in the hand, the other known to be in another hand
KEEP_LYING = 4  # both in the pile
KEEP_LYING_HIDDEN = 5
KEEP_HIDDEN = 6
KEEP_LAYABLE = 7  # it fits a meld on the table: per 64 of what it counts
# What a discard may give to others, likewise.
GIVE_LYING_HIDDEN = 8
GIVE_LYING_THEIRS = 9
GIVE_HIDDEN = 10
GIVE_HIDDEN_THEIRS = 11
GIVE_THEIRS = 12
GIVE_CHARGE = 13  # of the charges that may follow: head fed, speto fed or lured
GIVE_FOOL = 14  # points × 64 over the next seat's number of cards, if it may use the card
# What a held card costs, per 64 of its points.
HOLD = 15
HOLD_LATE = 16  # for each card by which the stock is below 24
HOLD_UNBORN = 17  # for a seat that is not born
HOLD_SHORT = 18  # when somebody holds three cards or fewer
CHARGE = 19  # per 64 of what the discard is charged at once
# A pickup against a draw.
TAKE_MELD = 20  # per 64 of the meld's points
TAKE_BIRTH = 21  # points × 64 for being born
TAKE_BIRTH_HAND = 22  # per 64 of the hand's points
TAKE_REST = 23  # per 64 of what the other cards are good for, less what they cost
TAKE_KNOCK = 24  # points × 64 if a knock can follow
TAKE_USED = 25  # per 64 of what the meld's hand cards were good for
DRAW_WORTH = 26  # points × 64
LAYOFF_LEAST = 27  # R17: under a limit, what a card must count to be laid off on no way to a knock
N_GREEDY = 28


def decide(g, r, words, w):
    """The action of the seat to act. ``w`` is a row of weights, ``words`` scratch."""
    legal(g, r, words)
    if g.phase == TAKE:
        return take(g, r, words, w)
    hand = g.hand[g.turn]
    if hand & (hand - 1) == 0:
        return W_KNOCK * 52 + low(hand)
    action = lay_something(g, r, words, w)
    return action if action >= 0 else throw(g, r, w)


def hidden_from(g, seat):
    """The cards that this seat cannot place, and those that it knows to be in other hands."""
    theirs = 0
    for other in range(g.players):
        if other != seat:
            theirs |= g.known[other]
    return ALL & ~(g.hand[seat] | g.in_pile | g.sets | g.runs | theirs), theirs


def face(g, r, cards):
    """What cards count when they are laid, roughly: aces 15, the head its bonus."""
    points = 0
    if r.head_bonus and g.head >= 0 and cards >> g.head & 1:
        points = head_value(g.head) - FACE[g.head]
    while cards:
        points += FACE[low(cards)]
        cards &= cards - 1
    return points


def bare_head(g, r):
    """The head card as a bit while it is in no meld and a bonus is in force, and what it adds to its face."""
    if r.head_bonus == 0 or g.head < 0 or (g.sets | g.runs) >> g.head & 1:
        return 0, 0
    return 1 << g.head, head_value(g.head) - FACE[g.head]


def keep(g, r, w, card, hand, hidden, theirs, fitting):
    """What a card is good for, × 64; ``hand`` is the hand that it would be part of."""
    total = 0
    bit = 1 << card
    pile = g.in_pile & ~bit
    head, extra = bare_head(g, r)
    for k in range(6):
        pair = OTHERS[card][k]
        if pair == 0:
            break
        mine = popcount(pair & hand)
        lying = popcount(pair & pile)
        unknown = popcount(pair & hidden)
        if mine == 2:
            rate = w[KEEP_MINE]
        elif mine == 1:
            if lying:
                rate = w[KEEP_MINE_LYING]
            elif unknown:
                rate = w[KEEP_MINE_HIDDEN]
            elif pair & theirs:
                rate = w[KEEP_MINE_THEIRS]
            else:
                rate = 0
        elif lying == 2:
            rate = w[KEEP_LYING]
        elif lying + unknown == 2:
            rate = w[KEEP_LYING_HIDDEN] if lying else w[KEEP_HIDDEN]
        else:
            rate = 0
        points = FACE[card] + OTHERS_FACE[card][k]
        if (pair | bit) & head:
            points += extra
        total += rate * points
    if fitting & bit:
        total += w[KEEP_LAYABLE] * FACE[card]
    return total


def give(g, r, w, card, hidden, theirs):
    """What throwing a card may give to others, × 64."""
    total = 0
    bit = 1 << card
    head, extra = bare_head(g, r)
    fed = 0
    if r.head_feed and g.head >= 0 and g.in_pile >> g.head & 1 and guards(g.head) & bit:
        fed = 1 << g.head
    for k in range(6):
        pair = OTHERS[card][k]
        if pair == 0:
            break
        lying = pair & g.in_pile
        unknown = pair & hidden
        known = pair & theirs
        if lying | unknown | known != pair or lying == pair:
            continue
        if lying:
            rate = w[GIVE_LYING_HIDDEN] if unknown else w[GIVE_LYING_THEIRS]
        elif known == 0:
            rate = w[GIVE_HIDDEN]
        elif unknown:
            rate = w[GIVE_HIDDEN_THEIRS]
        else:
            rate = w[GIVE_THEIRS]
        points = FACE[card] + OTHERS_FACE[card][k]
        if (pair | bit) & head:
            points += extra
        charges = 0
        if lying & fed:
            charges += 50
        if (pair | bit) & SPETOS and (r.speto_feed or r.speto_lure):
            charges += 50
        total += rate * points + (rate * charges * w[GIVE_CHARGE] >> 6)
    if total > 0:
        following = g.held[next_seat(g, g.turn)]
        if following <= 4:
            total += w[GIVE_FOOL] // max(following, 1)
    return total


def hold_rate(g, w, seat):
    """What holding a card costs, per 64 of its points."""
    rate = w[HOLD] + w[HOLD_LATE] * max(24 - g.stock_len, 0)
    if not g.born >> seat & 1:
        rate += w[HOLD_UNBORN]
    for other in range(g.players):
        if other != seat and g.held[other] <= 3:
            return rate + w[HOLD_SHORT]
    return rate


def throw(g, r, w):
    """The discard that costs least."""
    hidden, theirs = hidden_from(g, g.turn)
    fitting = layable(g.sets, g.runs, g.starts, r.qka_closed)
    rate = hold_rate(g, w, g.turn)
    best = -1
    least = 0
    cards = g.hand[g.turn]
    while cards:
        card = low(cards)
        cards &= cards - 1
        cost = discard_cost(g, r, w, card, hidden, theirs, fitting, rate)
        if best < 0 or cost < least:
            best = card
            least = cost
    return W_DISCARD * 52 + best


def discard_cost(g, r, w, card, hidden, theirs, fitting, rate):
    """What a discard costs, × 64: its charges, what it gives, what it was good for, less what holding it costs."""
    bit = 1 << card
    hand = g.hand[g.turn] & ~bit
    charged = 0
    if r.layoff_discard and fitting & bit:
        charged += 50
    if r.full_discard and fills_pile(g, card):
        charged += 50
    if layoffs_left(g, r) <= 0:
        fitting = 0
    cost = charged * w[CHARGE] - rate * held_value(r, bit)
    return cost + keep(g, r, w, card, hand, hidden, theirs, fitting) + give(g, r, w, card, hidden, theirs)


def laid_at_once(g, r, w, cards):
    """Which of these cards are laid off as soon as they fit: all; under a limit those that count enough."""
    if r.layoff_limit == NO_LIMIT:
        return cards
    some = 0
    while cards:
        bit = cards & -cards
        cards &= cards - 1
        if face(g, r, bit) >= w[LAYOFF_LEAST]:
            some |= bit
    return some


def lay_something(g, r, words, w):
    """The meld or layoff that counts most, on the way to a knock if there is one; -1 if there is none."""
    some = 0
    for word in range(W_SET, W_DISCARD):
        some |= words[word]
    if some == 0:
        return -1
    finishing = g.must_finish
    if not finishing and g.born >> g.turn & 1:
        hand = g.hand[g.turn]
        if can_finish(hand, g.sets, g.runs, g.starts, r.qka_closed, layoffs_left(g, r)):
            keep_finishing(g, r, words)
            finishing = 1
    best = -1
    most = -1
    for word in range(W_SET, W_LAY_SET):
        bits = words[word]
        while bits:
            bit = low(bits)
            bits &= bits - 1
            cards = meld_cards(word, bit)
            points = face(g, r, cards)
            if points > most:
                best = word * 52 + bit
                most = points
    if best >= 0:
        return best
    for word in range(W_LAY_SET, W_DISCARD):
        bits = words[word]
        if not finishing:
            bits = laid_at_once(g, r, w, bits)
        while bits:
            bit = low(bits)
            bits &= bits - 1
            points = face(g, r, 1 << bit)
            if points > most:
                best = word * 52 + bit
                most = points
    return best


def take(g, r, words, w):
    """The pickup that gains most, or a draw. With the stock empty every legal pickup leads to a knock."""
    best = W_TAKE * 52 + (DRAW if g.stock_len > 0 else PASS)
    some = 0
    for word in range(W_SET, W_LAY_SET):
        some |= words[word]
    if some == 0:
        return best
    most = w[DRAW_WORTH] if g.stock_len > 0 else -(1 << 40)
    hidden, theirs = hidden_from(g, g.turn)
    fitting = 0
    if layoffs_left(g, r) > 0:
        fitting = layable(g.sets, g.runs, g.starts, r.qka_closed)
    rate = hold_rate(g, w, g.turn)
    for word in range(W_SET, W_LAY_SET):
        bits = words[word]
        while bits:
            bit = low(bits)
            bits &= bits - 1
            gain = pickup_gain(g, r, w, word, meld_cards(word, bit), hidden, theirs, fitting, rate)
            if gain > most:
                best = word * 52 + bit
                most = gain
    return best


def pickup_gain(g, r, w, word, meld, hidden, theirs, fitting, rate):
    """What a pickup is worth, × 64."""
    seat = g.turn
    hand = g.hand[seat]
    taken = 0
    for place in range(depth(g, meld), g.pile_len):
        taken |= 1 << g.pile[place]
    after = (hand | taken) & ~meld
    gain = w[TAKE_MELD] * face(g, r, meld)
    if not g.born >> seat & 1:
        gain += w[TAKE_BIRTH] + w[TAKE_BIRTH_HAND] * held_value(r, hand)
    rest = taken & ~meld
    while rest:
        card = low(rest)
        bit = rest & -rest
        rest &= rest - 1
        good = keep(g, r, w, card, after & ~bit, hidden, theirs, fitting) - rate * held_value(r, bit)
        gain += w[TAKE_REST] * good >> 6
    used = hand & meld
    while used:
        card = low(used)
        bit = used & -used
        used &= used - 1
        good = keep(g, r, w, card, hand & ~bit, hidden, theirs, fitting) - rate * held_value(r, bit)
        gain -= w[TAKE_USED] * good >> 6
    closed = r.qka_closed
    if can_finish_after(after | meld, g.sets, g.runs, g.starts, closed, layoffs_left(g, r), meld, is_set_word(word)):
        gain += w[TAKE_KNOCK]
    return gain
