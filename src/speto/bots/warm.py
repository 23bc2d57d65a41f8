"""Calls the doors through which bots think, with the types that are used later. Training compiles its own when used."""

from __future__ import annotations

from types import SimpleNamespace

from speto.dummy.kernel.setup import deal
from speto.dummy.options import STRICT
from speto.dummy.states import State
from speto.kit.rng import seed_rng

from .agent import FIRST, Desk
from .kernel.race import N_RATES, NEEDS
from .levels import Level
from .weights import choose_set, shipped


def warm(twins: SimpleNamespace) -> None:
    """Compile what plays. Called by :func:`speto.compiled.warm`."""
    level = Level("warm", "", "", forgets=1, worlds=1, rounds=1, noise=1, belief=True)
    one = choose_set(shipped()[0], STRICT, 2).set
    desk = Desk(twins.entries)
    g = State()
    deal(g, list(range(52)), 2, 0, 1, 0)
    desk.look(g, g, STRICT.kernel())
    seed_rng(desk.rng, 1)
    twins.entries.remember_at(desk.memories, desk.states, FIRST, desk.rules, desk.numbers([0]), 1)
    level_and_race = level.row(1), [0] * (NEEDS + N_RATES)
    weights = desk.numbers(one.value), desk.numbers([one.policy]), desk.numbers(one.belief)
    twins.entries.think_at(*desk.given(*level_and_race, *weights))
    desk.look(g, g, STRICT.kernel())
    twins.entries.finish_at(desk.states, 0, desk.rules, desk.words, desk.no_log, weights[1], desk.rows)
    desk.look(g, g, STRICT.kernel())
    twins.entries.weigh_at(*desk.given(*level_and_race, *weights), 0, -1)
    twins.entries.hope_at(desk.states, desk.rules, desk.words, desk.no_log, weights[0], desk.x, desk.table, desk.belief)
    twins.entries.decide_at(desk.states, 0, desk.rules, desk.words, desk.numbers(one.policy))
