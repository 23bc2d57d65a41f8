"""The doors for callers outside: states come as an array and an index. Interpreted, the arrays are lists."""

from .duel import duel
from .greedy import decide
from .learn import label_play, value_duel, watch_play
from .memory import remember_all
from .think import think, weigh


def decide_at(states, index, rules, words, weights):
    """The greedy action of the seat to act, by a row of weights."""
    return decide(states[index], rules[0], words, weights)


def duel_at(states, rules, words, log, policies, rows, deck, rng, players, decks, leads):
    """Duplicate deals of one row of weights against another."""
    duel(states[0], rules[0], words, log, policies, rows, deck, rng, players, decks, leads)


def think_at(
    states, memories, rules, words, log, level, weights, policies, rows, clue_weights, rng, x, y, belief, table
):
    """Choose for the seat to act of the view in the first state: the row chosen, and how many there are."""
    return think(
        states,
        memories[0],
        rules[0],
        words,
        log,
        level,
        weights,
        policies,
        rows,
        clue_weights,
        rng,
        x,
        y,
        belief,
        table,
    )


def weigh_at(
    states, memories, rules, words, log, level, weights, policies, rows, clue_weights, rng, x, y, belief, table, action
):
    """Measure every candidate against an action; returns how many there are."""
    m, r = memories[0], rules[0]
    return weigh(
        states, m, r, words, log, level, weights, policies, rows, clue_weights, rng, x, y, belief, table, action
    )


def remember_at(memories, states, index, rules, actions, count):
    """Remember so many actions from the view of a first turn, which is used up."""
    remember_all(memories[0], states[index], rules[0], actions, count)


def label_play_at(
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
    rows,
    table,
    found,
    goals,
):
    """Play that labels candidates by rollouts."""
    return label_play(
        states,
        rules[0],
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
    )


def value_duel_at(states, rules, words, log, weights, policies, deck, rng, players, decks, x, actions, values, leads):
    """Values against a policy."""
    value_duel(states, rules[0], words, log, weights, policies, deck, rng, players, decks, x, actions, values, leads)


def watch_play_at(
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
    actions,
    values,
    m,
    y,
    clue_rows,
    marks,
):
    """Self-play that notes clues."""
    return watch_play(
        states,
        rules[0],
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
    )
