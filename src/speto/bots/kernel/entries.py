"""The doors for those who play: states come as an array and an index. Interpreted, the arrays are lists.

Training has its own, in ``duel.py`` and ``learn.py``.
"""

from .greedy import decide
from .memory import remember_all
from .think import hope, think, weigh
from .worlds import finish_deal


def decide_at(states, index, rules, words, weights):
    """The greedy action of the seat to act, by a row of weights."""
    return decide(states[index], rules[0], words, weights)


def think_at(
    states, memories, rules, words, log, level, weights, policies, rows, clue_weights, race, rng, x, y, belief, table
):
    """Choose for the seat to act of the view in the first state: the row chosen, and how many there are."""
    m, r = memories[0], rules[0]
    return think(states, m, r, words, log, level, weights, policies, rows, clue_weights, race, rng, x, y, belief, table)


def weigh_at(
    states,
    memories,
    rules,
    words,
    log,
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
    """Measure every candidate, or one rival alone, against an action; returns how many there are."""
    m, r = memories[0], rules[0]
    return weigh(
        states,
        m,
        r,
        words,
        log,
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
    )


def hope_at(states, rules, words, log, weights, x, table, hopes):
    """What the best action is worth after each draw."""
    hope(states, rules[0], words, log, weights, x, table, hopes)


def remember_at(memories, states, index, rules, actions, count):
    """Remember so many actions from the view of a first turn, which is used up."""
    remember_all(states, index, memories[0], rules[0], actions, count)


def finish_at(states, index, rules, words, log, policies, rows):
    """Play a deal out, each seat by its row of weights."""
    finish_deal(states[index], rules[0], words, log, policies, rows)
