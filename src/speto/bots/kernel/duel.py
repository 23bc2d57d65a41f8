"""Many deals of rows of weights against each other: for tuning, and for the data that values are fitted to."""

from ...dummy.kernel.play import begin_turn
from ...dummy.kernel.setup import deal
from ...kit.draws import shuffle
from .worlds import finish_deal, lead


def duel(g, r, words, log, policies, rows, deck, rng, players, decks, leads):
    """Duplicate deals: row 0 of ``policies`` in each seat in turn against row 1 in all others, on every deck.

    ``leads`` gets, for each deck, the sum over the seats of row 0's lead times (players - 1).
    """
    for number in range(decks):
        shuffle(deck, rng)
        total = 0
        for seat in range(players):
            deal(g, deck, players, number % players, 1, 0)
            log[0] = 0
            begin_turn(g, r, words, log)
            for other in range(players):
                rows[other] = 0 if other == seat else 1
            finish_deal(g, r, words, log, policies, rows)
            total += lead(g, seat)
        leads[number] = total
