"""A record is enough: replay, undo, copies."""

from __future__ import annotations

from random import Random

import pytest
from tests.property.walks import choose, some_deal, walk

from speto import Deal
from speto.compiled import available
from speto.dummy.kernel.state import FIELDS


def same(one: Deal, other: Deal) -> None:
    """Field by field, and all that people see."""
    for name, _, _ in FIELDS:
        assert getattr(one._g, name) == getattr(other._g, name), name
    lines = 1 + 3 * one._log[0]
    assert one._log[:lines] == other._log[:lines]
    assert one == other
    assert one.actions == other.actions
    assert one.ledger == other.ledger
    assert one.legal == other.legal
    assert str(one) == str(other)


def test_replay_gives_the_same_state() -> None:
    for seed in range(100):
        for deal in walk(some_deal(seed), seed):
            if len(deal.actions) % 29 == 7 or deal.over:
                again = some_deal(seed)
                again.play_all(deal.actions)
                same(again, deal)


def test_replay_compiled_gives_the_same_state() -> None:
    if not available():
        pytest.skip("Numba is not installed")
    from speto.dummy.fast import Replayer

    replayer = Replayer()
    for seed in range(200):
        deal = some_deal(seed)
        for _ in walk(deal, seed):
            pass
        rng = Random(seed)
        cut = rng.randrange(len(deal.actions))
        again = some_deal(seed)
        again.play_fast(deal.actions[:cut], replayer)
        half = some_deal(seed)
        half.play_all(deal.actions[:cut])
        same(again, half)
        again.play_fast(deal.actions[cut:], replayer)
        same(again, deal)


def test_undo_goes_back_one_action() -> None:
    for seed in range(45):
        before: Deal | None = None
        for deal in walk(some_deal(seed), seed):
            if before is not None and (len(deal.actions) % 11 == 3 or deal.over):
                action = deal.actions[-1]
                assert deal.undo() == action
                same(deal, before)
                deal.play(action)
            before = deal.copy()
        assert before is not None
        while before.actions:
            before.undo()
        same(before, some_deal(seed))
        with pytest.raises(IndexError):
            before.undo()


def test_undo_of_a_copy_and_of_a_position_stops_where_it_began() -> None:
    for seed in range(20):
        for deal in walk(some_deal(seed), seed):
            if deal.starting and len(deal.actions) > 12:
                twin = Deal.from_start(deal.position(), players=deal.players, rules=deal.options)
                first = twin.copy()
                rng = Random(seed)
                for _ in range(5):
                    if not twin.over:
                        twin.play(choose(twin.legal, rng))
                while twin.actions:
                    twin.undo()
                same(twin, first)
                break


def test_a_copy_goes_its_own_way() -> None:
    for seed in range(45):
        for deal in walk(some_deal(seed), seed):
            if deal.over or len(deal.actions) % 17 != 5:
                continue
            facts, text, log = deal._g.copy(), str(deal), list(deal._log)
            copy = deal.copy()
            same(copy, deal)
            rng = Random(seed)
            for _ in range(12):
                if not copy.over:
                    copy.play(choose(copy.legal, rng))
            copy.undo()
            assert deal._g == facts
            assert deal._log == log
            assert str(deal) == text
            # And the other way round.
            kept = deal.copy()
            facts = kept._g.copy()
            other = deal.copy()
            other.play(other.legal[0])
            assert kept._g == facts
            kept.ledger.clear()
            kept.actions.clear()
            kept.pile.clear()
            same(kept, deal)
