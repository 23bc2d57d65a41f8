"""The facts of a deal, as tables of fields; the words of legal actions; the lines of a ledger.

A card is suit × 13 + rank (suits c d h s, ranks 2 … A); a set of cards is an int with those bits set. Fields of the
state are facts that change during a deal. The house rules in force are a second, read-only table of ints.
"""

FIELDS = (
    ("hand", 4, "i8"),  # the cards of each seat; in what a seat sees: those it knows of
    ("known", 4, "i8"),  # of these, the cards that everybody saw the seat take from the pile
    ("placed", 4, "i8"),  # the cards that each seat laid on the table (R24, P9)
    ("sets", 1, "i8"),  # all cards in sets on the table
    ("runs", 1, "i8"),  # all cards in runs on the table
    ("starts", 1, "i8"),  # the lowest card of each run: runs that touch never merge (R13, A53)
    ("in_pile", 1, "i8"),  # the cards of the pile
    ("penalty", 4, "i4"),  # points that each seat was charged so far, as a positive sum
    ("score", 4, "i4"),  # points of each seat, once the deal is over
    ("pile", 52, "i1"),  # R5: oldest first; a pickup leaves its cards above pile_len until the discard
    ("pile_by", 52, "i1"),  # who discarded the card of that place; -1 for the head and for no card (A41)
    ("stock", 52, "i1"),  # the top is the last; -1 for no card and for one that is not seen
    ("held", 4, "i1"),  # how many cards each seat holds
    ("layoffs", 4, "i1"),  # how many cards each seat has laid off (R17, A13)
    ("pile_len", 1, "i1"),
    ("stock_len", 1, "i1"),
    ("players", 1, "i1"),
    ("turn", 1, "i1"),  # the seat to act
    ("direction", 1, "i1"),  # 1 or -1: the order of seats (A26)
    ("phase", 1, "i1"),  # TAKE, LAY or OVER
    ("born", 1, "i1"),  # one bit a seat (R11)
    ("dark", 1, "i1"),  # 1 if the seat to act was not born when its turn began (A17)
    ("must_finish", 1, "i1"),  # 1 if this turn must end in a knock (A15, A23)
    ("taken", 1, "i1"),  # how many cards this turn's pickup took, 0 if none
    (
        "fresh",
        1,
        "i1",
    ),  # how many of the newest pile cards were thrown since this seat's last turn, at turn start
    ("head", 1, "i1"),  # the head card wherever it lies (P3), -1 if none
    ("knocker", 1, "i1"),  # -1 until somebody knocks
    ("knock_card", 1, "i1"),  # -1 until somebody knocks
    ("foolish", 1, "i1"),  # 1 if P0 was charged in this deal (A26)
    ("moves", 1, "i2"),  # actions so far
)

RULES = (
    ("layoff_limit", 1, "i4"),  # R17, D1; NO_LIMIT if none
    ("ace_set", 1, "i4"),  # D2: points of an ace laid in a set,
    ("ace_run", 1, "i4"),  # in a run,
    ("ace_hand", 1, "i4"),  # and held (A54)
    ("unborn_stock_out", 1, "i4"),  # D4: 1 if the deduction applies when the stock runs out, too
    ("unborn_penalties", 1, "i4"),  # D5: 1 if it doubles penalties, too
    ("foolish_condition", 1, "i4"),  # D6: FOOLISH_USED, FOOLISH_ANY, FOOLISH_SINGLE
    ("foolish_speto", 1, "i4"),  # D7: 100 or 50
    ("colour_knock", 1, "i4"),  # D12
    ("qka_closed", 1, "i4"),  # D10
    ("knock_speto", 1, "i4"),  # P1
    ("knock_layable", 1, "i4"),  # P2
    ("head_bonus", 1, "i4"),  # P3
    ("layoff_discard", 1, "i4"),  # P4
    ("full_discard", 1, "i4"),  # P5
    ("head_feed", 1, "i4"),  # P6
    ("speto_feed", 1, "i4"),  # P7
    ("speto_lure", 1, "i4"),  # P8
    ("speto_laid_off", 1, "i4"),  # P9
)

NO_LIMIT = 99
FOOLISH_USED = 0
FOOLISH_ANY = 1
FOOLISH_SINGLE = 2

# Phases: the seat to act takes a card (R8 part 1), then lays and ends its turn (parts 2 and 3).
TAKE = 0
LAY = 1
OVER = 2

# An action is word × 52 + bit. Legal actions are N_WORDS words of 52 bits.
W_TAKE = 0  # bit DRAW or PASS
W_SET = 1  # a set of three: bit of the card of that rank that is missing
W_QUAD = 2  # a set of four: bit of its club
W_RUN = 3  # W_RUN + length - 3: bit of the lowest card, lengths 3 … 13
W_LAY_SET = 14  # lay off on a set
W_LAY_UP = 15  # lay off on the run below the card
W_LAY_DOWN = 16  # lay off on the run above the card
W_DISCARD = 17
W_KNOCK = 18
N_WORDS = 19
DRAW = 0
PASS = 1

# Codes of ledger lines, in the order of speto.dummy.ledger.CODES.
C_LAYOFF_DISCARD = 0
C_FULL_DISCARD = 1
C_HEAD_FEED = 2
C_SPETO_FEED = 3
C_SPETO_LURE = 4
C_SPETO_LAID_OFF = 5
C_FOOLISH_DISCARD = 6
C_LAID = 7
C_HEAD = 8
C_HAND = 9
C_KNOCK_CARD = 10
C_KNOCK_SPETO = 11
C_KNOCK_LAYABLE = 12
C_DARK_KNOCK = 13
C_COLOUR_KNOCK = 14
C_DARK_DEDUCTION = 15

# A log is an array of ints: how many lines, then three ints a line. At most 69 turns (52 draws and 17 pickups,
# A25) with four charges for a discard, two spetos laid off, one foolish discard, seven lines a seat at the end.
LOG_LINES = 320
LOG_SIZE = 1 + 3 * LOG_LINES
