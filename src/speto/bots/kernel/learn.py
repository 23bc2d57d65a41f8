"""Self-play that remembers: features and outcomes that values are fitted to; and values against policies."""

from ...dummy.kernel.melds import layable
from ...dummy.kernel.play import apply, begin_turn
from ...dummy.kernel.see import see, unseen
from ...dummy.kernel.setup import deal
from ...dummy.kernel.state import OVER
from ...kit.bits import low, popcount
from ...kit.draws import shuffle
from ...kit.rng import below
from .belief import EVEN, N_CLUES, clues
from .features import N_FEATURES, banked_lead
from .greedy import decide
from .memory import forget_all, remember
from .search import ACTION, LEAD, WORLDS, search
from .think import list_candidates
from .value import choose_by_value, stage_of, value_after
from .worlds import lead

CANDIDATES = 12  # so many of a decision are labelled at most


def label_play(
    states,
    r,
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
    n = 0
    group = 0
    g = states[4]
    for i in range(208):
        belief[i] = EVEN
    for number in range(deals):
        shuffle(deck, rng)
        deal(g, deck, players, number % players, 1, 0)
        log[0] = 0
        begin_turn(g, r, words, log)
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
                    search(states[0], r, words, log, policies, rows, belief, rng, states, table, count, worlds, 1, 0)
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


def value_duel(states, r, words, log, weights, policies, deck, rng, players, decks, x, actions, values, leads):
    """Duplicate deals: values in each seat in turn against the policy of row 0 in all others."""
    for number in range(decks):
        shuffle(deck, rng)
        total = 0
        for seat in range(players):
            g = states[0]
            deal(g, deck, players, number % players, 1, 0)
            log[0] = 0
            begin_turn(g, r, words, log)
            while g.phase != OVER:
                if g.turn == seat:
                    best, _ = choose_by_value(states, 0, 1, r, words, log, x, weights, actions, values)
                    action = actions[best]
                else:
                    action = decide(g, r, words, policies[0])
                apply(g, r, words, log, action)
            total += lead(g, seat)
        leads[number] = total


def watch_play(
    states,
    r,
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
    actions,
    values,
    m,
    y,
    clue_rows,
    marks,
):
    """Play deals and note, now and then, what speaks for each hidden card and where it truly is.

    A row for each hidden card and other seat: its clues; ``marks`` gets whether the seat holds it, how many hidden
    cards the seat holds, and how many there are. Returns how many rows were written.
    """
    n = 0
    view = states[2]
    for number in range(deals):
        shuffle(deck, rng)
        g = states[0]
        deal(g, deck, players, number % players, 1, 0)
        log[0] = 0
        begin_turn(g, r, words, log)
        forget_all(m[0])
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
                        clues(m[0], view, seat, card, fitting, pool, y)
                        for i in range(N_CLUES):
                            clue_rows[n][i] = y[i]
                        marks[n][0] = g.hand[seat] >> card & 1
                        marks[n][1] = hidden
                        marks[n][2] = total
                        n += 1
            if greedy_seats >> g.turn & 1:
                action = decide(g, r, words, policies[0])
            else:
                best, _ = choose_by_value(states, 0, 1, r, words, log, x, weights, actions, values)
                action = actions[best]
            remember(m[0], g, r, action)
            apply(g, r, words, log, action)
        if n + 200 >= len(clue_rows):
            break
    return n
