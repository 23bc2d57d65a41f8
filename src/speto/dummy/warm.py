"""Calls every compiled entry of Dummy's kernel once, with the types that are used later."""

from __future__ import annotations

from types import SimpleNamespace

from ..kit.rng import seed_rng
from .fast import Arrays
from .kernel.state import W_DISCARD
from .options import STRICT
from .states import State


def warm(twins: SimpleNamespace) -> None:
    """Compile everything. Called by :func:`speto.compiled.warm`."""
    entries = twins.entries
    a = Arrays(2)
    views = Arrays(1).states
    a.set_rules(STRICT.kernel())
    seed_rng(a.rng, 1)
    a.set_state(State())
    a.deck[:] = range(52)
    entries.deal_at(a.states, 0, a.deck, 2, 0, 1, 0)
    entries.begin_turn_at(a.states, 0, a.rules, a.words, a.log)
    entries.legal_at(a.states, 0, a.rules, a.words)
    entries.why_not_at(a.states, 0, a.rules, a.words, W_DISCARD * 52)
    a.requests[0] = 0
    entries.replay_at(a.states, 0, a.rules, a.words, a.log, a.requests, 1)
    entries.clone_at(a.states, 1, 0)
    entries.see_at(a.states, 0, 0, views, 0)
    entries.imagine_at(views, 0, a.rules, a.words, a.rng, a.states, 1, 10)
    entries.apply_at(a.states, 0, a.rules, a.words, a.log, W_DISCARD * 52)
    entries.play_out_at(a.states, 1, a.rules, a.words, a.no_log, a.rng)
    entries.play_deals_at(a.states, 0, a.rules, a.words, a.no_log, a.deck, a.rng, 2, 2)
    entries.clones_at(a.states, 1, 0, 1)
    entries.can_finish_at(0b111, 0, 0, 0, 0, 13)
