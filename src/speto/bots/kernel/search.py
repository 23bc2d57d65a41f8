"""Search: every candidate is played out in the same imagined worlds, and the prior's choice is left only for cause.

The prior's choice stands unless another candidate's mean gain over it, world by world, is clearly above 0. Worlds go
out in rounds; after each the worse half of the candidates is let go, so that the budget goes where the choice is.
"""

from ...dummy.kernel.play import apply
from ...dummy.kernel.scoring import held_value
from ...dummy.kernel.state import W_DISCARD
from ...kit.states import clone
from .race import win_chance
from .worlds import draw_world, finish_deal, lead

# Columns of a table of candidates, all ints.
ACTION = 0
WORLDS = 1  # in how many worlds it was played out
GAIN = 2  # the sum of its leads less those of the prior's choice
SQUARES = 3  # the sum of the squares of these differences
LEAD = 4  # the sum of its own leads
OUT = 5  # 1 once it was let go
VALUE = 6  # what the prior expects of it
# How its worlds ended: in how many …
KNOCKS = 7  # … the seat knocked
KNOCKED = 8  # … another did
UNBORN = 9  # … the seat was never born
TAKEN = 10  # … its discard was taken by another
CHARGED = 11  # the sum of what the seat was charged from here on
HELD = 12  # the sum of what the seat held at the end
# The match: the sum of its chances to be won less those of the prior's choice, and of the squares of the differences.
WINS = 13
WIN_SQUARES = 14
# What the ends were like: the sum of its own leads over the worlds in which …
KNOCKS_LEAD = 15  # … the seat knocked
KNOCKED_LEAD = 16  # … another did
UNBORN_LEAD = 17  # … the seat was never born
TAKEN_LEAD = 18  # … its discard was taken by another
N_COLUMNS = 19


def search(states, r, words, log, policies, rows, belief, race, rng, table, count, worlds, rounds, doubt, aim):
    """Play the candidates of the table out, the prior's choice being the first; returns the row that is chosen.

    ``worlds`` is the mean number of worlds for each candidate, ``doubt`` the square of how many standard errors a
    gain must be away from 0, × 64. ``aim`` is the column of what counts: GAIN, points of the deal, or WINS, the
    match; its squares are in the next. ``states[0]`` is the view; ``states[1]`` and ``states[2]`` are scratch, and so
    are the hands of those that keep the past.
    """
    v = states[0]
    seat = v.turn
    alive = count
    for part in range(rounds):
        share = max(worlds * count // (rounds * alive), 1)
        for _ in range(share):
            draw_world(states, r, policies[0], belief, rng)
            base = 0
            base_chance = 0
            for row in range(count):
                if table[row][OUT] == 0:
                    clone(states, 2, 1)
                    g = states[2]
                    apply(g, r, words, log, table[row][ACTION])
                    finish_deal(g, r, words, log, policies, rows)
                    points = lead(g, seat)
                    chance = win_chance(race, g, seat)
                    if row == 0:
                        base = points
                        base_chance = chance
                    gain = points - base
                    table[row][WORLDS] += 1
                    table[row][LEAD] += points
                    table[row][GAIN] += gain
                    table[row][SQUARES] += gain * gain
                    table[row][WINS] += chance - base_chance
                    table[row][WIN_SQUARES] += (chance - base_chance) * (chance - base_chance)
                    note_end(g, r, seat, v.penalty[seat], points, table, row)
        if part < rounds - 1:
            alive = halve(table, count, alive, aim)
    row = gate(table, count, doubt, aim)
    if row == 0 and aim == WINS:
        # The match does not tell; points do, among those that do not win it less often.
        for other in range(1, count):
            if table[other][WINS] < 0:
                table[other][OUT] = 1
        row = gate(table, count, doubt, GAIN)
    return row


def note_end(g, r, seat, charged, points, table, row):
    """Count how the deal ended for a seat that was charged so much before, with this lead.

    Reasons are told from this, no choice.
    """
    if g.knocker == seat:
        table[row][KNOCKS] += 1
        table[row][KNOCKS_LEAD] += points
    elif g.knocker >= 0:
        table[row][KNOCKED] += 1
        table[row][KNOCKED_LEAD] += points
    if not g.born >> seat & 1:
        table[row][UNBORN] += 1
        table[row][UNBORN_LEAD] += points
    table[row][CHARGED] += g.penalty[seat] - charged
    table[row][HELD] += held_value(r, g.hand[seat])
    action = table[row][ACTION]
    if action // 52 == W_DISCARD:
        bit = 1 << action % 52
        if g.in_pile & bit == 0 and (g.hand[seat] | g.placed[seat]) & bit == 0:
            table[row][TAKEN] += 1
            table[row][TAKEN_LEAD] += points


def halve(table, count, alive, aim):
    """Let the worse half go, never the prior's choice; returns how many are left, at least two."""
    keep = max((alive + 1) // 2, min(alive, 2))
    while alive > keep:
        worst = -1
        for row in range(1, count):
            if table[row][OUT] == 0 and (worst < 0 or table[row][aim] <= table[worst][aim]):
                worst = row
        table[worst][OUT] = 1
        alive -= 1
    return alive


def gate(table, count, doubt, aim):
    """The candidate that gains most, if that is clearly more than 0; else the prior's choice."""
    best = 0
    for row in range(1, count):
        if table[row][OUT] == 0 and table[row][aim] > table[best][aim]:
            best = row
    n = table[best][WORLDS]
    gain = table[best][aim]
    if best == 0 or n < 2:
        return 0
    due = (
        gain * gain // n
    )  # what squares would come to if every world gained the mean; divided early, to stay in 64 bits
    return best if 64 * due * (n - 1) > doubt * (table[best][aim + 1] - due) else 0
