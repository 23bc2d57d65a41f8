"""Play that training learns from: candidates played out, clues of hidden cards; and values against policies.

These are doors themselves: they take the array of rules, and nobody but training calls them.
"""

from ...dummy.kernel.melds import layable
from ...dummy.kernel.play import apply
from ...dummy.kernel.see import see, unseen
from ...dummy.kernel.state import OVER
from ...kit.bits import low, popcount
from ...kit.draws import shuffle
from ...kit.rng import below
from .belief import N_CLUES, believe_nothing, clues
from .duel import begin_deal
from .features import N_FEATURES, banked_lead
from .greedy import decide
from .memory import forget_all, remember
from .search import ACTION, GAIN, LEAD, WORLDS, search
from .think import list_candidates
from .value import stage_of, value_after
from .worlds import lead

CANDIDATES = 12  # so many of a decision are labelled at most


def label_play(
    states,
    rules,
    words,
    log,
    weights,
    policies,
    by_value,
    deck,
    rng,
    players,
    deals,
    worlds,
    one_in,
    odd,
    x,
    belief,
    race,
    rows,
    table,
    found,
    goals,
):
    """Play deals, and at one in so many decisions play every candidate out in the same imagined worlds.

    A row for each candidate: ``found`` gets the features after it, ``goals`` its stage, the sum of its leads, in how
    many worlds, the lead that is banked then, and the number of the decision. Of 1024 decisions ``odd`` are played at
    random, the others by value or by the policy. ``states`` has room for five. Returns how many rows were written.
    """
    r = rules[0]
    n = 0
    group = 0
    g = states[4]
    believe_nothing(belief)
    for number in range(deals):
        shuffle(deck, rng)
        begin_deal(g, r, words, log, deck, players, number % players)
        while g.phase != OVER:
            see(g, g.turn, states[0])
            count = list_candidates(states, r, words, log, weights, x, table)
            action = table[0][ACTION]
            if by_value == 0:
                action = decide(g, r, words, policies[0])
            if count > 1:
                if below(rng, 1024) < odd:
                    action = table[below(rng, count)][ACTION]
                if below(rng, one_in) == 0 and n + CANDIDATES < len(found):
                    count = min(count, CANDIDATES)
                    search(states, r, words, log, policies, rows, belief, race, rng, table, count, worlds, 1, 0, GAIN)
                    for row in range(count):
                        chosen = table[row][ACTION]
                        value_after(states, 0, 3, r, words, log, chosen, x, weights)
                        for i in range(N_FEATURES):
                            found[n][i] = x[i]
                        stage = stage_of(chosen)
                        goals[n][0] = stage
                        goals[n][1] = table[row][LEAD]
                        goals[n][2] = table[row][WORLDS]
                        goals[n][3] = banked_lead(states[0] if stage == 0 else states[3], r, g.turn)
                        goals[n][4] = group
                        n += 1
                    group += 1
            apply(g, r, words, log, action)
        if n + CANDIDATES >= len(found):
            break
    return n


def value_duel(states, rules, words, log, weights, policies, deck, rng, players, decks, x, table, leads):
    """Duplicate deals: values in each seat in turn against the policy of row 0 in all others."""
    r = rules[0]
    for number in range(decks):
        shuffle(deck, rng)
        total = 0
        for seat in range(players):
            g = states[0]
            begin_deal(g, r, words, log, deck, players, number % players)
            while g.phase != OVER:
                if g.turn == seat:
                    list_candidates(states, r, words, log, weights, x, table)
                    action = table[0][ACTION]
                else:
                    action = decide(g, r, words, policies[0])
                apply(g, r, words, log, action)
            total += lead(g, seat)
        leads[number] = total


def watch_play(
    states,
    rules,
    words,
    log,
    weights,
    policies,
    greedy_seats,
    deck,
    rng,
    players,
    deals,
    x,
    table,
    memories,
    y,
    clue_rows,
    marks,
):
    """Play deals and note, now and then, what speaks for each hidden card and where it truly is.

    A row for each hidden card and other seat: its clues; ``marks`` gets whether the seat holds it, how many hidden
    cards the seat holds, and how many there are. Returns how many rows were written.
    """
    r = rules[0]
    m = memories[0]
    n = 0
    view = states[2]
    for number in range(deals):
        shuffle(deck, rng)
        g = states[0]
        begin_deal(g, r, words, log, deck, players, number % players)
        forget_all(m)
        while g.phase != OVER:
            if below(rng, 8) == 0 and n + 200 < len(clue_rows):
                see(g, g.turn, view)
                pool = unseen(view)
                fitting = layable(g.sets, g.runs, g.starts, r.qka_closed)
                total = popcount(pool)
                for seat in range(players):
                    hidden = g.held[seat] - popcount(view.hand[seat])
                    if seat == g.turn or hidden == 0:
                        continue
                    cards = pool
                    while cards:
                        card = low(cards)
                        cards &= cards - 1
                        clues(m, view, seat, card, fitting, pool, y)
                        for i in range(N_CLUES):
                            clue_rows[n][i] = y[i]
                        marks[n][0] = g.hand[seat] >> card & 1
                        marks[n][1] = hidden
                        marks[n][2] = total
                        n += 1
            if greedy_seats >> g.turn & 1:
                action = decide(g, r, words, policies[0])
            else:
                list_candidates(states, r, words, log, weights, x, table)
                action = table[0][ACTION]
            remember(m, g, r, action)
            apply(g, r, words, log, action)
        if n + 200 >= len(clue_rows):
            break
    return n
