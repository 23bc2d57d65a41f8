"""The facts of a deal of Dammit, as tables of fields; the words of legal actions.

A card is suit × 13 + rank (suits c d h s, ranks 2 … A); a set of cards is an int with those bits set. Support and
random piles are sets: nobody knows their order, so the card that turns up is drawn when it does. Drawing it is an
action of chance, with words of its own.
"""

FIELDS = (
    ("hand", 4, "i8"),  # the cards of each seat; in what a seat sees, only its own
    ("support", 4, "i8"),  # hidden from all, the owner too
    ("random", 4, "i8"),  # hidden from all, the owner too
    ("known", 4, "i8"),  # the cards that everybody saw a seat take and that are still in its hand or support
    ("could", 16, "i8"),  # each hand's places, longest held first: the cards that may lie there for all that is public
    ("in_pile", 1, "i8"),  # the cards of the play pile
    ("turns", 1, "i4"),  # turns that are over (MA16)
    ("pile", 52, "i1"),  # the play pile, oldest first; -1 for no card
    ("deck", 52, "i1"),  # the central deck, the top is the last; -1 for no card and for one that is not seen
    ("held", 4, "i1"),  # how many cards each seat holds in hand,
    ("support_len", 4, "i1"),  # in support,
    ("random_len", 4, "i1"),  # and in its random pile
    ("out", 4, "i1"),  # the seats that have dropped out, in order; -1 for none
    ("place", 4, "i1"),  # the place of each seat, once the deal is over
    ("pile_len", 1, "i1"),
    ("deck_len", 1, "i1"),
    ("outs", 1, "i1"),  # how many seats have dropped out
    ("players", 1, "i1"),
    ("turn", 1, "i1"),  # the seat to act
    ("phase", 1, "i1"),  # PLAY, KEEP, CHANCE or OVER
    ("drawing", 1, "i1"),  # in CHANCE: the word of its outcomes
)

RULES = (("max_turns", 1, "i4"),)  # MA16

ALL = (1 << 52) - 1

# Phases: a seat acts, or chooses which four cards to keep (MA12), or chance acts: a card turns up.
PLAY = 0
KEEP = 1
CHANCE = 2
OVER = 3

# An action is word × 52 + bit. Legal actions are N_WORDS words of 52 bits.
W_PLAY = 0  # a card of the hand
W_TURN = 1  # bit SUPPORT or RANDOM: turn up a card of that pile; bit PILE: take the play pile
W_KEEP = 2  # a card to keep; the four of MA12 are four actions, in any order
W_SUPPORT = 3  # chance: the support card that turns up
W_RANDOM = 4  # chance: the random card that turns up
W_REFILL = 5  # chance: the support card that comes to the hand (M11)
N_WORDS = 6
SUPPORT = 0
RANDOM = 1
PILE = 2
