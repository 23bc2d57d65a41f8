"""What cards are worth, the charges and the lines of a ledger, and the end of a deal."""

from ...kit.bits import popcount
from .legal import fits_table
from .melds import ACES, CLUBS, FOUR, QUEEN_OF_SPADES, SPETOS, TWO_OF_CLUBS
from .state import (
    C_COLOUR_KNOCK,
    C_DARK_DEDUCTION,
    C_DARK_KNOCK,
    C_HAND,
    C_HEAD,
    C_KNOCK_CARD,
    C_KNOCK_LAYABLE,
    C_KNOCK_SPETO,
    C_LAID,
    OVER,
)

TENS = FOUR << 8 | FOUR << 9 | FOUR << 10 | FOUR << 11  # 10 J Q K
NUMBERS = FOUR | FOUR << 1 | FOUR << 2 | FOUR << 3 | FOUR << 4 | FOUR << 5 | FOUR << 6 | FOUR << 7  # 2 … 9


def write(g, log, seat, code, points, cards, cause):
    """Add a line to the log, if there is one: seat, code, action and actor in one int, points, cards.

    ``cause``: 0 for none, 1 for this action, 2 for this action and the seat that took it.
    """
    if len(log) < 2:
        return
    at = 1 + 3 * log[0]
    log[0] += 1
    log[at] = seat | code << 3
    if cause > 0:
        log[at] |= (g.moves + 1) << 8
    if cause > 1:
        log[at] |= (g.turn + 1) << 24
    log[at + 1] = points
    log[at + 2] = cards


def charge(g, log, seat, code, amount, cards):
    """A31: a penalty is a plain deduction from the offender, whoever knocks; nobody receives it."""
    g.penalty[seat] += amount
    write(g, log, seat, code, -amount, cards, 2)


def plain_value(cards):
    """The points of cards but for aces: 2 … 9 five, 10 J Q K ten, spetos 50."""
    spetos = popcount(cards & SPETOS)
    rest = cards & ~SPETOS
    return 50 * spetos + 5 * popcount(rest & NUMBERS) + 10 * popcount(rest & TENS)


def held_value(r, cards):
    """A54: the points of cards in a hand; an ace in hand has the value it has in a set."""
    return plain_value(cards) + r.ace_hand * popcount(cards & ACES)


def laid_value(g, r, cards):
    """R22, D2, D3: the points of cards on the table; the ace's may depend on where it lies."""
    aces = cards & ACES
    return plain_value(cards) + r.ace_set * popcount(aces & g.sets) + r.ace_run * popcount(aces & g.runs)


def head_value(head):
    """P3, A4: a melded head counts 50 instead of its face, 100 if it is a speto."""
    return 100 if head == TWO_OF_CLUBS or head == QUEEN_OF_SPADES else 50


def knock_code(g, r):
    """R23, P1, P2, A1, A2: which rule values the knock card, 50 or 100; asked when all else is laid."""
    if r.knock_speto and SPETOS >> g.knock_card & 1:
        return C_KNOCK_SPETO
    if r.knock_layable and fits_table(g, r, g.knock_card):
        return C_KNOCK_LAYABLE
    return C_KNOCK_CARD


def one_suit(cards):
    """A18: whether all cards that the knocker placed in the deal are of one suit; the knock card is not asked."""
    for suit in range(4):
        if cards != 0 and cards & ~(CLUBS << (13 * suit)) == 0:
            return True
    return False


def settle(g, r, log):
    """R24, R25: the end of a deal. Every seat's lines, in seat order, and the scores, which are their sums."""
    g.phase = OVER
    for seat in range(g.players):
        g.score[seat] = settle_table(g, r, log, seat) + settle_hand(g, r, log, seat) - g.penalty[seat]


def settle_table(g, r, log, seat):
    """R19, R20, D12, A6, A6b: plus for the cards that the seat itself laid; doubled for a knocker, knock card too.

    The multiplier leaves the knocker's own penalties alone.
    """
    laid = g.placed[seat]
    head = 0
    if r.head_bonus and g.head >= 0 and laid >> g.head & 1:
        laid &= ~(1 << g.head)
        head = head_value(g.head)
    points = laid_value(g, r, laid)
    if points:
        write(g, log, seat, C_LAID, points, laid, 0)
    if head:
        write(g, log, seat, C_HEAD, head, 1 << g.head, 0)
    points += head
    if seat != g.knocker:
        return points
    code = knock_code(g, r)
    knock = 50 if code == C_KNOCK_CARD else 100
    points += knock
    write(g, log, seat, code, knock, 1 << g.knock_card, 1)
    if g.dark:
        write(g, log, seat, C_DARK_KNOCK, points, 0, 0)
        points += points
    if r.colour_knock and one_suit(g.placed[seat]):
        write(g, log, seat, C_COLOUR_KNOCK, points, 0, 0)
        points += points
    return points


def settle_hand(g, r, log, seat):
    """D4, D5: minus for every card still held; doubled for a seat not born, with or without its penalties."""
    if seat == g.knocker:
        return 0
    hand = held_value(r, g.hand[seat])
    if hand:
        write(g, log, seat, C_HAND, -hand, g.hand[seat], 0)
    points = -hand
    if not g.born >> seat & 1 and (g.knocker >= 0 or r.unborn_stock_out):
        more = hand + (g.penalty[seat] if r.unborn_penalties else 0)
        if more:
            write(g, log, seat, C_DARK_DEDUCTION, -more, 0, 0)
        points -= more
    return points
