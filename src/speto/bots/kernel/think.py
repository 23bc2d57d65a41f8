"""One agent for all levels: candidates by value, then, if the level has worlds to spend, search."""

from math import log

from ...dummy.kernel.legal import legal
from ...dummy.kernel.penalties import discard_price
from ...dummy.kernel.play import draw
from ...dummy.kernel.see import unseen
from ...dummy.kernel.state import N_WORDS, W_DISCARD
from ...kit.bits import low
from ...kit.rng import below
from ...kit.states import clone
from .belief import believe, believe_nothing
from .search import ACTION, GAIN, N_COLUMNS, VALUE, WINS, search
from .value import SCALE, value_after

# A level: a row of ints.
FORGETS = 0  # 2: every card that others took; 1: all but the newest pickups; 0: none
WORLDS = 1  # the mean number of imagined worlds for each candidate; 0: no search
ROUNDS = 2
DOUBT = 3  # × 64: the square of how many standard errors a gain must be away from 0
NOISE = 4  # points: how far judgement strays
MOST = 5  # how many candidates are searched at most
BELIEVES = 6  # 1: worlds are drawn by belief
RACES = 7  # 1: it plays for the match, not for points of the deal

# Quantiles of the Gumbel distribution, × 64: noise by which the best of noisy values is drawn as by a softmax.
GUMBEL = tuple(round(-64 * log(-log((i + 0.5) / 256))) for i in range(256))


def think(states, m, r, words, ledger, level, weights, policies, rows, clue_weights, race, rng, x, y, belief, table):
    """Fill the table of candidates for the seat to act of the view in ``states[0]``, the prior's choice first.

    Returns the row that is chosen and how many there are. ``m`` is what the seat remembers, ``states`` has room for
    four: the view, two for search, one for values. ``race`` is how the match stands. The other arrays are scratch but
    for the weights.
    """
    v = states[0]
    forget(v, m, level[FORGETS])
    count = list_candidates(states, r, words, ledger, weights, x, table)
    if count > 1 and level[NOISE]:
        stray(v, r, table, count, level[NOISE], rng)
    if count == 1 or level[WORLDS] == 0:
        return 0, count
    if level[BELIEVES]:
        believe(m, v, r, clue_weights, y, belief)
    else:
        believe_nothing(belief)
    searched = min(count, level[MOST])
    worlds, rounds, doubt, aim = level[WORLDS], level[ROUNDS], level[DOUBT], aim_of(level)
    row = search(
        states, r, words, ledger, policies, rows, belief, race, rng, table, searched, worlds, rounds, doubt, aim
    )
    return row, count


def weigh(
    states,
    m,
    r,
    words,
    ledger,
    level,
    weights,
    policies,
    rows,
    clue_weights,
    race,
    rng,
    x,
    y,
    belief,
    table,
    action,
    rival,
):
    """As :func:`think`, yet every candidate is measured against this action, in row 0, and nothing is chosen.

    With a rival that one alone is measured, in row 1: the two share the playouts that all candidates would have had.
    Without one (-1) the playouts go to all, in rounds. Returns how many candidates there are.
    """
    v = states[0]
    count = list_candidates(states, r, words, ledger, weights, x, table)
    searched, worlds = count, level[WORLDS]
    if rival >= 0:
        bring_first(table, row_of(table, rival))
        searched, worlds = 2, worlds * count // 2
    bring_first(table, row_of(table, action))
    if count > 1:
        believe(m, v, r, clue_weights, y, belief)
        rounds, aim = level[ROUNDS], aim_of(level)
        search(states, r, words, ledger, policies, rows, belief, race, rng, table, searched, worlds, rounds, 0, aim)
    return count


def aim_of(level):
    """The column of what counts for a level."""
    return WINS if level[RACES] else GAIN


def row_of(table, action):
    """The row of a legal action."""
    row = 0
    while table[row][ACTION] != action:
        row += 1
    return row


def hope(states, r, words, ledger, weights, x, table, hopes):
    """What the best action is worth once the seat to act has drawn: ``hopes`` gets it for each card that may come.

    Other cards get 0. The view stands in ``states[0]``; three others are scratch.
    """
    clone(states, 2, 0)
    pool = unseen(states[2])
    for card in range(52):
        hopes[card] = 0
        if pool >> card & 1:
            clone(states, 0, 2)
            v = states[0]
            v.stock[v.stock_len - 1] = card
            draw(v)
            list_candidates(states, r, words, ledger, weights, x, table)
            hopes[card] = table[0][VALUE]
    clone(states, 0, 2)


def forget(v, m, how):
    """Weak players forget which cards others took from the pile: all of them, or all but the last two pickups."""
    kept = 0
    if how == 1:
        kept = m.took[0] | m.took[1]
    if how > 0:
        for seat in range(v.players):
            if seat != v.turn:
                v.known[seat] &= kept
                v.hand[seat] &= kept


def list_candidates(states, r, words, ledger, weights, x, table):
    """Write every legal action with its value, the best first; returns how many there are."""
    legal(states[0], r, words)
    count = 0
    for word in range(N_WORDS):
        bits = words[word]
        while bits:
            for column in range(N_COLUMNS):
                table[count][column] = 0
            table[count][ACTION] = word * 52 + low(bits)
            bits &= bits - 1
            count += 1
    if count > 1:
        for row in range(count):
            table[row][VALUE] = value_after(states, 0, 3, r, words, ledger, table[row][ACTION], x, weights)
        sort_by_value(table, count)
    return count


def sort_by_value(table, count):
    """Sort rows by value, the best first; rows of the same value keep their order."""
    for row in range(1, count):
        action = table[row][ACTION]
        value = table[row][VALUE]
        at = row
        while at > 0 and table[at - 1][VALUE] < value:
            table[at][ACTION] = table[at - 1][ACTION]
            table[at][VALUE] = table[at - 1][VALUE]
            at -= 1
        table[at][ACTION] = action
        table[at][VALUE] = value


def stray(v, r, table, count, noise, rng):
    """Put first the best by noisy values, a softmax of so many points; no charged discard strays in (P4, P5)."""
    best = 0
    most = 0
    for row in range(count):
        action = table[row][ACTION]
        if row > 0 and action // 52 == W_DISCARD and discard_price(v, r, action % 52) > 0:
            continue
        value = table[row][VALUE] + noise * GUMBEL[below(rng, 256)] * (SCALE // 64)
        if row == 0 or value > most:
            best = row
            most = value
    bring_first(table, best)


def bring_first(table, row):
    """Put a row first; those before it move down by one."""
    action = table[row][ACTION]
    value = table[row][VALUE]
    for at in range(row, 0, -1):
        table[at][ACTION] = table[at - 1][ACTION]
        table[at][VALUE] = table[at - 1][VALUE]
    table[0][ACTION] = action
    table[0][VALUE] = value
