"""Many deals of rows of weights against each other, for tuning. A door itself: it takes arrays of states and rules."""

from ...dummy.kernel.play import begin_turn
from ...dummy.kernel.setup import deal
from ...kit.draws import shuffle
from .worlds import finish_deal, lead


def begin_deal(g, r, words, log, deck, players, starter):
    """Deal a deck, and begin the first turn."""
    deal(g, deck, players, starter, 1, 0)
    log[0] = 0
    begin_turn(g, r, words, log)


def duel(states, rules, words, log, policies, rows, deck, rng, players, decks, leads):
    """Duplicate deals: row 0 of ``policies`` in each seat in turn against row 1 in all others, on every deck.

    ``leads`` gets, for each deck, the sum over the seats of row 0's lead times (players - 1).
    """
    g = states[0]
    r = rules[0]
    for number in range(decks):
        shuffle(deck, rng)
        total = 0
        for seat in range(players):
            begin_deal(g, r, words, log, deck, players, number % players)
            for other in range(players):
                rows[other] = 0 if other == seat else 1
            finish_deal(g, r, words, log, policies, rows)
            total += lead(g, seat)
        leads[number] = total


def deal_scores(states, rules, words, log, policies, rows, deck, rng, players, deals, scores):
    """Deals of row 0 of ``policies`` among itself; ``scores`` gets the points of each seat, a row a deal."""
    g = states[0]
    r = rules[0]
    for seat in range(players):
        rows[seat] = 0
    for number in range(deals):
        shuffle(deck, rng)
        begin_deal(g, r, words, log, deck, players, number % players)
        finish_deal(g, r, words, log, policies, rows)
        for seat in range(players):
            scores[number][seat] = g.score[seat]
