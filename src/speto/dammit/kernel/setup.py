"""From a deck to the first turn."""

from .play import enter_hand, put
from .state import ALL, PLAY


def clear(g):
    """An empty table."""
    for seat in range(4):
        g.hand[seat] = 0
        g.support[seat] = 0
        g.random[seat] = 0
        g.known[seat] = 0
        g.held[seat] = 0
        g.support_len[seat] = 0
        g.random_len[seat] = 0
        g.out[seat] = -1
        g.place[seat] = 0
    for place in range(16):
        g.could[place] = 0
    for place in range(52):
        g.pile[place] = -1
        g.deck[place] = -1
    g.in_pile = 0
    g.pile_len = 0
    g.deck_len = 0
    g.outs = 0
    g.turns = 0
    g.phase = PLAY
    g.drawing = 0


def deal(g, deck, players, dealer):
    """M2, M3, M4, MA11, MA23: twelve cards each, one at a time from the dealer's left; the next starts the pile.

    A seat's first four cards are its hand, the next four its support, the last four its random pile: the deck is
    shuffled, so this is as random a split as any. The rest is the central deck.
    """
    clear(g)
    g.players = players
    for i in range(12 * players):
        g.turn = (dealer + 1 + i) % players
        bit = 1 << deck[i]
        if i < 4 * players:
            enter_hand(g, deck[i], ALL)
        elif i < 8 * players:
            g.support[g.turn] |= bit
            g.support_len[g.turn] += 1
        else:
            g.random[g.turn] |= bit
            g.random_len[g.turn] += 1
    g.turn = (dealer + 1) % players
    put(g, deck[12 * players])
    g.deck_len = 51 - 12 * players
    for i in range(g.deck_len):
        g.deck[i] = deck[51 - i]
