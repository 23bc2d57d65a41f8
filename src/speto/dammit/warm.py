"""Calls every compiled entry of Dammit's kernel once, with the types that are used later."""

from __future__ import annotations

from types import SimpleNamespace

from ..kit.rng import seed_rng
from .fast import Arrays
from .kernel.entries import KINDS, TURN_SUPPORT
from .kernel.state import SUPPORT, W_TURN
from .options import CLASSIC
from .states import State


def warm(twins: SimpleNamespace) -> None:
    """Compile everything. Called by :func:`speto.compiled.warm`."""
    entries = twins.entries
    a = Arrays(2)
    views = Arrays(1).states
    a.set_rules(CLASSIC.kernel())
    seed_rng(a.rng, 1)
    a.set_state(State())
    a.deck[:] = range(52)
    entries.deal_at(a.states, 0, a.deck, 2, 0)
    entries.legal_at(a.states, 0, a.words)
    entries.why_not_at(a.states, 0, a.words, TURN_SUPPORT)
    entries.why_not_recorded_at(a.states, 0, a.words, TURN_SUPPORT)
    a.requests[0] = TURN_SUPPORT
    entries.replay_at(a.states, 0, a.rules, a.words, a.requests, 1)
    entries.clone_at(a.states, 1, 0)
    entries.see_at(a.states, 0, 0, views, 0)
    entries.imagine_at(views, 0, a.rng, a.states, 1, 10)
    entries.imagine_somehow_at(views, 0, a.rng, a.states, 1, 10)
    entries.apply_at(a.states, 0, a.rules, W_TURN * 52 + SUPPORT)
    entries.apply_at(a.states, 0, a.rules, entries.draw_at(a.states, 0, a.rng))
    card = int(a.states[1]["support"][a.states[1]["turn"]]).bit_length() - 1
    entries.play_at(a.states, 1, a.rules, TURN_SUPPORT + KINDS * (card + 1))
    entries.play_deals_at(a.states, 0, a.rules, a.words, a.deck, a.rng, 2, 2)
    entries.clones_at(a.states, 1, 0, 1)
