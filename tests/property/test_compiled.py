"""Plain and compiled are one kernel: the same legal words, states, ledgers, views and worlds, action for action."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from tests.property.walks import PRESETS, some_deck, some_options

from speto import Options
from speto.compiled import available, converters, load
from speto.dummy.actions import ACTIONS
from speto.dummy.kernel import entries as plain
from speto.dummy.kernel.entries import SIGN_MELD, SIGN_PICKUP
from speto.dummy.kernel.state import LOG_SIZE, N_WORDS, OVER, W_DISCARD, W_LAY_SET, W_SET
from speto.dummy.states import State
from speto.kit.rng import seed_rng

pytestmark = pytest.mark.skipif(not available(), reason="Numba is not installed")

DECISIONS = 100_000
COMBINATIONS = 60


class Both:
    """One deal on the plain kernel and on the compiled one."""

    def __init__(self) -> None:
        from speto.dummy.fast import Arrays

        self.fast: SimpleNamespace = load("dummy").entries
        self.arrays, self.views = Arrays(2), Arrays(1)
        _, self.from_record = converters(State)
        self.states = [State(), State()]
        self.words, self.log, self.rng = [0] * N_WORDS, [0] * LOG_SIZE, [0, 0]

    def deal(self, options: Options, deck: list[int], players: int, starter: int, direction: int) -> None:
        self.rules = [options.kernel()]
        self.arrays.set_rules(self.rules[0])
        self.arrays.deck[:] = deck
        self.log[0] = self.arrays.log[0] = 0
        a, strip = self.arrays, options.strip_stock
        plain.deal_at(self.states, 0, deck, players, starter, direction, strip)
        self.fast.deal_at(a.states, 0, a.deck, players, starter, direction, strip)
        plain.begin_turn_at(self.states, 0, self.rules, self.words, self.log)
        self.fast.begin_turn_at(a.states, 0, a.rules, a.words, a.log)

    @property
    def g(self) -> Any:
        return self.states[0]

    def same_state(self, at: int = 0) -> None:
        assert self.from_record(self.arrays.states, at) == self.states[at]

    def same_ledger(self) -> None:
        size = 1 + 3 * self.log[0]
        assert self.arrays.log[:size].tolist() == self.log[:size]

    def legal(self) -> list[int]:
        a = self.arrays
        plain.legal_at(self.states, 0, self.rules, self.words)
        self.fast.legal_at(a.states, 0, a.rules, a.words)
        assert a.words.tolist() == self.words
        return self.words

    def apply(self, action: int) -> None:
        a = self.arrays
        plain.apply_at(self.states, 0, self.rules, self.words, self.log, action)
        self.fast.apply_at(a.states, 0, a.rules, a.words, a.log, action)

    def same_reasons(self, requests: list[int]) -> None:
        a = self.arrays
        for request in requests:
            reason = plain.why_not_at(self.states, 0, self.rules, self.words, request)
            assert self.fast.why_not_at(a.states, 0, a.rules, a.words, request) == reason

    def same_sight(self, seat: int, seed: int) -> None:
        """What a seat sees, and what it imagines."""
        a, views = self.arrays, [State()]
        plain.see_at(self.states, 0, seat, views, 0)
        self.fast.see_at(a.states, 0, seat, self.views.states, 0)
        assert self.from_record(self.views.states, 0) == views[0]
        seed_rng(self.rng, seed)
        a.rng[:] = self.rng
        args = (self.rules, self.words, self.rng, self.states, 1, 3)
        found = plain.imagine_at(views, 0, *args)
        assert found == self.fast.imagine_at(self.views.states, 0, a.rules, a.words, a.rng, a.states, 1, 3)
        assert a.rng.tolist() == self.rng
        self.same_state(1)
        self.fast.clone_at(a.states, 1, 0)
        plain.clone_at(self.states, 1, 0)
        self.same_state(1)


def some_action(words: list[int], rng: Random, eagerness: float) -> int:
    """An action of the words; so often a pickup, meld or layoff if there is one."""
    lays = range(W_SET, W_DISCARD)
    which = lays if rng.random() < eagerness and any(words[W_SET:W_DISCARD]) else range(N_WORDS)
    actions = []
    for word in which:
        bits = words[word]
        while bits:
            actions.append(52 * word + (bits & -bits).bit_length() - 1)
            bits &= bits - 1
    return rng.choice(actions)


def some_request(rng: Random) -> int:
    """What a text may ask for: an action, the sign of a meld, the target of a layoff."""
    action = rng.choice(ACTIONS)
    if W_SET <= action // 52 < W_LAY_SET:
        return action + rng.choice((SIGN_PICKUP, SIGN_MELD)) * plain.ACTIONS * plain.TARGETS
    return action + (rng.randint(1, 52) * plain.ACTIONS if W_LAY_SET <= action // 52 < W_DISCARD else 0)


def test_plain_and_compiled_play_alike() -> None:
    both, rng = Both(), Random(13)
    combinations = [some_options(rng) for _ in range(COMBINATIONS)] + [Options.of(name) for name in PRESETS] * 8
    decisions = deals = knocks = must_finish = 0
    while decisions < DECISIONS:
        options, players = combinations[deals % len(combinations)], 2 + deals % 3
        deals += 1
        both.deal(options, some_deck(rng, players), players, rng.randrange(players), rng.choice((1, -1)))
        eagerness = rng.choice((0.0, 0.6, 0.9))
        while both.g.phase != OVER:
            words = both.legal()
            action = some_action(words, rng, eagerness)
            must_finish += both.g.must_finish
            if decisions % 50 == 0:
                both.same_sight(rng.randrange(-1, players), decisions)
                both.same_reasons([some_request(rng) for _ in range(6)])
                both.legal()
            both.apply(action)
            both.same_state()
            decisions += 1
        both.same_ledger()
        both.same_sight(rng.randrange(-1, players), decisions)
        knocks += both.g.knocker >= 0
    assert deals > 3 * len(combinations)
    assert knocks > deals / 3
    assert must_finish > 500


def test_random_play_is_the_same_random_play() -> None:
    """The same generator deals the same decks and chooses the same actions on both."""
    both = Both()
    for players in (2, 3, 4):
        both.rules = [Options.of("strict").kernel()]
        both.arrays.set_rules(both.rules[0])
        seed_rng(both.rng, players)
        both.arrays.rng[:] = both.rng
        a, deck = both.arrays, [0] * 52
        args = (both.rules, both.words, both.log, deck, both.rng, players, 60)
        decisions = plain.play_deals_at(both.states, 0, *args)
        assert both.fast.play_deals_at(a.states, 0, a.rules, a.words, a.log, a.deck, a.rng, players, 60) == decisions
        assert a.deck.tolist() == deck
        assert a.rng.tolist() == both.rng
        both.same_state()
        both.same_ledger()
        # Without a log nothing else changes.
        seed_rng(both.rng, players)
        a.rng[:] = both.rng
        assert both.fast.play_deals_at(a.states, 0, a.rules, a.words, a.no_log, a.deck, a.rng, players, 60) == decisions
        both.same_state()
