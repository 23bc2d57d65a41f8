"""A turn's start written as a position and read again has the same future."""

from __future__ import annotations

import json

import pytest
from tests.property.walks import some_deal, walk

from speto import BadStart, Deal, Line
from speto.dummy.kernel.state import FIELDS

PAST = ("moves",)
"""What a position does not tell: how many actions came before."""


def later(line: Line, earlier: int) -> Line:
    """A line as a deal shows it that began so many actions later."""
    return line if line.action is None else line._replace(action=line.action - earlier)


def test_a_position_has_the_same_facts_and_the_same_future() -> None:
    starts = 0
    for seed in range(150):
        written: list[tuple[int, dict[str, object], list[Line]]] = []
        legal: list[list[str]] = []
        deal = some_deal(seed)
        for here in walk(deal, seed):
            legal.append(here.legal)
            if here.over or not here.starting:
                with pytest.raises(BadStart):
                    here.position()
                continue
            position = here.position()
            twin = read(position, here)
            for name, _, _ in FIELDS:
                assert name in PAST or getattr(twin._g, name) == getattr(here._g, name), f"{name} of {position}"
            assert twin.position() == position
            if len(here.actions) % 13 == 4:
                written.append((len(here.actions), position, here.ledger))
        for at, position, ledger in written:
            check_future(read(position, deal), deal, at, ledger, legal)
            starts += 1
    assert starts > 150


def read(position: dict[str, object], deal: Deal) -> Deal:
    """The position as a record would hold it."""
    return Deal.from_start(json.loads(json.dumps(position)), players=deal.players, rules=deal.options)


def check_future(twin: Deal, deal: Deal, at: int, ledger: list[Line], legal: list[list[str]]) -> None:
    for number, action in enumerate(deal.actions[at:], at):
        assert twin.legal == legal[number]
        twin.play(action)
    assert twin.over
    assert twin.scores == deal.scores
    assert (twin.knocker, twin.knock_card, twin.foolish) == (deal.knocker, deal.knock_card, deal.foolish)
    bare = [line._replace(cards=None, action=None, by=None) for line in ledger]
    assert twin.ledger == bare + [later(line, at) for line in deal.ledger[len(ledger) :]]


def test_what_is_left_out_of_a_position_is_what_a_reader_takes() -> None:
    """``fresh``, ``layoffs``, ``known``, ``head`` and ``penalties`` stand in it only when they are needed."""
    kept = dict.fromkeys(("fresh", "layoffs", "known", "head", "penalties"), 0)
    for seed in range(110):
        for here in walk(some_deal(seed), seed):
            if here.over or not here.starting:
                continue
            position = here.position()
            for key in kept:
                if key not in position:
                    continue
                kept[key] += 1
                less = {name: value for name, value in position.items() if name != key}
                if key == "layoffs" and here.options.layoff_limit is not None:
                    with pytest.raises(BadStart):
                        read(less, here)
                else:
                    assert read(less, here)._g != here._g
    assert min(kept.values()) > 0, kept
