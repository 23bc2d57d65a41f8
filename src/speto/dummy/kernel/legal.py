"""Which actions are legal, as words of bits; and why one is not."""

from ...kit.bits import low, popcount
from .finish import can_finish, can_finish_after
from .melds import (
    ACES,
    CLUBS,
    FOUR,
    down_slots,
    is_set_word,
    layable,
    meld_cards,
    pairs,
    run_bottom,
    set_slots,
    triples,
    up_slots,
)
from .state import (
    DRAW,
    LAY,
    N_WORDS,
    OVER,
    PASS,
    TAKE,
    W_DISCARD,
    W_KNOCK,
    W_LAY_DOWN,
    W_LAY_SET,
    W_LAY_UP,
    W_QUAD,
    W_RUN,
    W_SET,
    W_TAKE,
)

# Why an action is refused; the sentences are in speto.dummy.reasons.
NO_REASON = 0
N_OVER = 1
N_TAKEN_ALREADY = 2
N_TAKE_FIRST = 3
N_NO_STOCK = 4
N_PASS = 5
N_NOT_THERE = 6
N_NO_HAND_CARD = 7
N_NO_PILE_CARD = 8
N_NOTHING_LEFT = 9
N_LAST_TURN = 10
N_NOT_HELD = 11
N_LAST_CARD = 12
N_MUST_FINISH = 13
N_NOT_LAST = 14
N_UNBORN = 15
N_LOSES_KNOCK = 16
N_NO_FIT = 17
N_NO_WRAP = 18
N_CLOSED = 19
N_LIMIT = 20
N_NO_TARGET = 21


def legal(g, r, words):
    """R8, A19, A22, A29, A52: the legal actions of the seat to act: take a card, then lay, then discard or knock.

    Nothing is forced on the first turn, and any card held may be discarded, also one just drawn or picked up.
    """
    for word in range(N_WORDS):
        words[word] = 0
    if g.phase == TAKE:
        if g.stock_len > 0:
            words[W_TAKE] = 1 << DRAW
            pickups(g, words)
        else:
            words[W_TAKE] = 1 << PASS
            pickups(g, words)
            last_turn(g, r, words)
    elif g.phase == LAY:
        hand = g.hand[g.turn]
        if hand & (hand - 1) == 0:
            words[W_KNOCK] = hand
        elif g.must_finish:
            lays(g, r, words)
            keep_finishing(g, r, words)
        else:
            words[W_DISCARD] = hand
            if g.born >> g.turn & 1:
                lays(g, r, words)
            else:
                lays_of_unborn(g, r, words)


def pickups(g, words):
    """R9, A11, A12, A21, A25: take the pile from the deepest card of a new meld, with a card from the hand.

    Any meld in hand and pile that is in neither alone. Its deepest pile card fixes how much is taken, so the meld
    names the pickup. At least one card must be left afterwards.
    """
    hand = g.hand[g.turn]
    pile = g.in_pile
    both = hand | pile
    of_both = triples(both)
    if of_both:
        of_hand = triples(hand)
        of_pile = triples(pile)
        words[W_SET] = of_both & ~of_hand & ~of_pile
        words[W_QUAD] = of_both & both & ~(of_hand & hand) & ~(of_pile & pile) & CLUBS
    run_both = pairs(both)
    run_hand = pairs(hand)
    run_pile = pairs(pile)
    word = W_RUN
    run_both &= run_both >> 1
    while run_both:
        run_hand &= run_hand >> 1
        run_pile &= run_pile >> 1
        words[word] = run_both & ~run_hand & ~run_pile
        run_both &= run_both >> 1
        word += 1
    if one_meld_could_hold(hand):
        for word in range(W_SET, W_LAY_SET):
            bits = words[word]
            while bits:
                meld = meld_cards(word, low(bits))
                if hand & ~meld == 0 and taken_by(g, meld) & ~meld == 0:
                    words[word] &= ~(bits & -bits)
                bits &= bits - 1


def one_meld_could_hold(hand):
    """Whether all these cards are of one suit or of one rank."""
    card = low(hand)
    suit = CLUBS << (card - card % 13)
    return hand & ~suit == 0 or hand & ~(FOUR << (card % 13)) == 0


def depth(g, meld):
    """A10: the place in the pile of the deepest card of a meld."""
    place = 0
    while not meld >> g.pile[place] & 1:
        place += 1
    return place


def taken_by(g, meld):
    """The cards that a pickup with this meld takes: its deepest pile card and everything newer (R9)."""
    cards = 0
    for place in range(depth(g, meld), g.pile_len):
        cards |= 1 << g.pile[place]
    return cards


def last_turn(g, r, words):
    """R21, A23: with the stock empty only pickups from which a knock in this turn can follow are legal."""
    hand = g.hand[g.turn]
    left = layoffs_left(g, r)
    for word in range(W_SET, W_LAY_SET):
        bits = words[word]
        while bits:
            meld = meld_cards(word, low(bits))
            cards = hand | taken_by(g, meld)
            if not can_finish_after(cards, g.sets, g.runs, g.starts, r.qka_closed, left, meld, is_set_word(word)):
                words[word] &= ~(bits & -bits)
            bits &= bits - 1


def layoffs_left(g, r):
    """R17, D1, A13: how many more cards the seat to act may lay off in this deal."""
    return r.layoff_limit - g.layoffs[g.turn]


def lays(g, r, words):
    """R10, R14, A14, A20, A59: melds of the hand, and cards that fit a meld on the table, whoever's; never the last.

    A card that fits two melds is two actions: the action names its target (R15).
    """
    hand = g.hand[g.turn]
    held = popcount(hand)
    if held > 3:
        threes = triples(hand)
        words[W_SET] = threes
        if held > 4:
            words[W_QUAD] = threes & hand & CLUBS
        run = pairs(hand)
        run &= run >> 1
        length = 3
        while run and held > length:
            words[W_RUN + length - 3] = run
            run &= run >> 1
            length += 1
    if layoffs_left(g, r) > 0:
        words[W_LAY_SET] = hand & set_slots(g.sets)
        words[W_LAY_UP] = hand & up_slots(g.runs)
        words[W_LAY_DOWN] = hand & down_slots(g.runs, g.starts, r.qka_closed)


def lays_of_unborn(g, r, words):
    """R12, A15, A57: a seat that is not born may lay only if a complete knock can follow in this turn."""
    if can_finish(g.hand[g.turn], g.sets, g.runs, g.starts, r.qka_closed, layoffs_left(g, r)):
        lays(g, r, words)
        keep_finishing(g, r, words)


def keep_finishing(g, r, words):
    """A65: of the ways to lay, keep those after which a knock in this turn is still reachable (A15)."""
    hand = g.hand[g.turn]
    left = layoffs_left(g, r)
    for word in range(W_SET, W_LAY_SET):
        bits = words[word]
        while bits:
            meld = meld_cards(word, low(bits))
            if not can_finish_after(hand, g.sets, g.runs, g.starts, r.qka_closed, left, meld, is_set_word(word)):
                words[word] &= ~(bits & -bits)
            bits &= bits - 1
    for word in range(W_LAY_SET, W_DISCARD):
        bits = words[word]
        while bits:
            bit = bits & -bits
            bits &= bits - 1
            sets = g.sets
            runs = g.runs
            starts = g.starts
            if word == W_LAY_SET:
                sets |= bit
            else:
                runs |= bit
                if word == W_LAY_DOWN:
                    starts = starts & ~(bit << 1) | bit
            if not can_finish(hand & ~bit, sets, runs, starts, r.qka_closed, left - 1):
                words[word] &= ~bit


def why_not(g, r, words, action):
    """0 exactly when the action is legal, else the number of the reason."""
    legal(g, r, words)
    if words[action // 52] >> (action % 52) & 1:
        return NO_REASON
    if g.phase == OVER:
        return N_OVER
    word = action // 52
    if g.phase == TAKE:
        return why_not_take(g, word, action % 52)
    return why_not_lay(g, r, word, action % 52)


def why_not_take(g, word, bit):
    """Why this is no way to begin the turn (R8, R21)."""
    if word == W_TAKE:
        return N_NO_STOCK if bit == DRAW else N_PASS
    if word >= W_LAY_SET:
        return N_TAKE_FIRST
    hand = g.hand[g.turn]
    meld = meld_cards(word, bit)
    if meld & ~(hand | g.in_pile):
        return N_NOT_THERE
    if meld & hand == 0:
        return N_NO_HAND_CARD
    if meld & g.in_pile == 0:
        return N_NO_PILE_CARD
    if hand & ~meld == 0 and taken_by(g, meld) & ~meld == 0:
        return N_NOTHING_LEFT
    return N_LAST_TURN


def why_not_lay(g, r, word, bit):
    """Why this cannot be laid, discarded or knocked with (R8, R12, R18)."""
    hand = g.hand[g.turn]
    if word == W_TAKE:
        return N_TAKEN_ALREADY
    cards = meld_cards(word, bit) if word < W_LAY_SET else 1 << bit
    if cards & ~hand:
        return N_NOT_HELD
    if word == W_KNOCK:
        return N_NOT_LAST
    if hand & (hand - 1) == 0:
        return N_LAST_CARD
    if word == W_DISCARD:
        return N_MUST_FINISH
    if hand == cards:
        return N_NOTHING_LEFT
    if word >= W_LAY_SET:
        reason = why_not_lay_off(g, r, word, bit)
        if reason != NO_REASON:
            return reason
    return N_LOSES_KNOCK if g.must_finish else N_UNBORN


def why_not_lay_off(g, r, word, card):
    """Why this card joins no meld in this way, if that is so (R14, R16, R17, D10)."""
    fitting = set_slots(g.sets)
    if word == W_LAY_UP:
        fitting = up_slots(g.runs)
    elif word == W_LAY_DOWN:
        fitting = down_slots(g.runs, g.starts, r.qka_closed)
        if (down_slots(g.runs, g.starts, 0) & ~fitting) >> card & 1:
            return N_CLOSED
    if not fitting >> card & 1:
        suit = CLUBS << (card - card % 13)
        wraps = word != W_LAY_SET and card % 13 < 2 and g.runs & ACES & suit
        return N_NO_WRAP if wraps else N_NO_FIT
    return N_LIMIT if layoffs_left(g, r) <= 0 else NO_REASON


def target_holds(g, word, card, target):
    """R15, D14: whether the meld that this layoff joins is the one that holds the target card."""
    bit = 1 << target
    if word == W_LAY_SET:
        return g.sets & bit != 0 and target % 13 == card % 13
    if g.runs & bit == 0 or target // 13 != card // 13:
        return False
    neighbour = card - 1 if word == W_LAY_UP else card + 1
    if neighbour < 0 or neighbour > 51 or not g.runs >> neighbour & 1:
        return False
    return run_bottom(g.starts, neighbour) == run_bottom(g.starts, target)


def target_of(g, word, card):
    """The lowest card, in canonical order, of the meld that this layoff joins: what its text names."""
    if word == W_LAY_SET:
        return low(g.sets & (FOUR << (card % 13)))
    if word == W_LAY_UP:
        return run_bottom(g.starts, card - 1)
    return card + 1


def fits_table(g, r, card):
    """A3, A34: whether this card could be laid off on the table as it lies now, alone and at once.

    Whoever asks, born or not, whatever the layoff limit says, and whether or not anybody will.
    """
    return layable(g.sets, g.runs, g.starts, r.qka_closed) >> card & 1
