"""Sets and runs as bits: which melds a set of cards holds, and what fits a meld on the table."""

from ...kit.bits import low
from .state import W_QUAD, W_RUN, W_SET

ALL = (1 << 52) - 1
CLUBS = (1 << 13) - 1
FOUR = 1 | 1 << 13 | 1 << 26 | 1 << 39  # one rank in every suit
ACES = FOUR << 12
NO_ACE = ALL & ~ACES
NO_TWO = ALL & ~FOUR
TWO_OF_CLUBS = 0
QUEEN_OF_SPADES = 49
SPETOS = 1 << TWO_OF_CLUBS | 1 << QUEEN_OF_SPADES


def turned(cards, suits):
    """The cards with every suit moved on by 1 … 3 suits, the ranks kept."""
    shift = 13 * suits
    return ((cards & (ALL >> shift)) << shift) | (cards >> (52 - shift))


def triples(cards):
    """R7: sets of three in the cards, each as the bit of the fourth card of its rank."""
    before = ((cards & (ALL >> 13)) << 13) | (cards >> 39)
    both = cards & before
    return before & (((both & (ALL >> 26)) << 26) | (both >> 26))


def pairs(cards):
    """R6: the cards whose neighbour above in the suit is there, too; nothing is above an ace."""
    return cards & (cards >> 1) & NO_ACE


def meld_cards(word, bit):
    """The cards of the meld that an action names."""
    if word == W_SET:
        return (FOUR << (bit % 13)) & ~(1 << bit)
    if word == W_QUAD:
        return FOUR << bit
    return ((1 << (word - W_RUN + 3)) - 1) << bit


def is_set_word(word):
    """1 if an action of this word lays or takes a set."""
    return word == W_SET or word == W_QUAD


def set_slots(sets):
    """The cards that fit a set on the table: the fourth of a rank (R14)."""
    return triples(sets) & ~sets


def up_slots(runs):
    """R16: the cards that fit the top of a run. Nothing goes above an ace, so no 2 or 3 joins Q-K-A."""
    return (runs & NO_ACE) << 1 & ~runs


def down_slots(runs, starts, closed):
    """D10: the cards that fit the bottom of a run; with ``closed`` no run that holds the ace takes any."""
    slots = (runs & NO_TWO) >> 1 & ~runs
    if closed:
        aces = runs & ACES
        while aces:
            start = low(aces)
            aces &= aces - 1
            while not starts >> start & 1:
                start -= 1
            if start % 13:
                slots &= ~(1 << (start - 1))
    return slots


def run_bottom(starts, card):
    """The lowest card of the run on the table that holds this card."""
    while not starts >> card & 1:
        card -= 1
    return card


def layable(sets, runs, starts, closed):
    """Every card that could be laid off on the table as it stands (R14, R16; P2 and P4 ask this)."""
    return set_slots(sets) | up_slots(runs) | down_slots(runs, starts, closed)


def guards(card):
    """Section 2, guards: the same suit at a distance of 1 or 2 (no wrap), or the same rank (P6, P7, P8)."""
    suit = CLUBS << (card - card % 13)
    bit = 1 << card
    above = (bit & NO_ACE) << 1
    above |= (above & NO_ACE) << 1
    below = bit >> 1 | bit >> 2
    return ((above | below) & suit) | ((FOUR << (card % 13)) & ~bit)
