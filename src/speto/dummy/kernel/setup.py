"""From a deck to the first turn."""

from .play import next_seat
from .state import TAKE


def clear(g):
    """An empty table."""
    for seat in range(4):
        g.hand[seat] = 0
        g.known[seat] = 0
        g.placed[seat] = 0
        g.penalty[seat] = 0
        g.score[seat] = 0
        g.held[seat] = 0
        g.layoffs[seat] = 0
    for place in range(52):
        g.pile[place] = -1
        g.pile_by[place] = -1
        g.stock[place] = -1
    g.sets = 0
    g.runs = 0
    g.starts = 0
    g.in_pile = 0
    g.pile_len = 0
    g.stock_len = 0
    g.phase = TAKE
    g.born = 0
    g.dark = 1
    g.must_finish = 0
    g.taken = 0
    g.fresh = 0
    g.head = -1
    g.knocker = -1
    g.knock_card = -1
    g.foolish = 0
    g.moves = 0


def cards_each(players):
    """R1, R2: 11 cards each to 2 players, 9 to 3, 7 to 4."""
    return 15 - 2 * players


def deal(g, deck, players, starter, direction, strip):
    """R3, R4, D13, A55: one card at a time from the starter on, the next is the head, the rest the stock.

    ``strip`` cards, with two players, come off the bottom of the stock and out of play, unseen.
    """
    clear(g)
    g.players = players
    g.direction = direction
    g.turn = starter
    each = cards_each(players)
    seat = starter
    for i in range(each * players):
        g.hand[seat] |= 1 << deck[i]
        seat = next_seat(g, seat)
    for seat in range(players):
        g.held[seat] = each
    at = each * players
    g.head = deck[at]
    g.pile[0] = g.head
    g.pile_len = 1
    g.in_pile = 1 << g.head
    end = 52 - strip if players == 2 else 52
    g.stock_len = end - at - 1
    for i in range(g.stock_len):
        g.stock[i] = deck[end - 1 - i]
