"""One source, two forms: interpreted and compiled they say the same."""

from __future__ import annotations

import importlib
import random
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from speto import compiled
from speto.compiled import Unit
from speto.kit import bits, rng
from speto.kit.fields import plain_class


@pytest.fixture
def boards(here: SimpleNamespace) -> SimpleNamespace:
    state = plain_class(here.plain.state.FIELDS)
    to_record, from_record = compiled.converters(state)
    return SimpleNamespace(plain=[state(), state()], fast=here.states(), to=to_record, back=from_record)


def test_plain_and_compiled_play_alike(here: SimpleNamespace, boards: SimpleNamespace) -> None:
    for seed in (*range(40), 2**40, 2**63 - 1):
        size = 5 + seed % 40
        plain = here.plain.rules.play_at(boards.plain, 0, seed, size)
        assert here.fast.rules.play_at(boards.fast, 0, seed, size) == plain
        assert boards.back(boards.fast, 0) == boards.plain[0]


def test_one_unit_on_another_plays_alike_and_clones(here: SimpleNamespace, boards: SimpleNamespace) -> None:
    here.plain.rules.deal(boards.plain[0], 5, 12)
    boards.to(boards.plain[0], boards.fast, 0)
    pot = boards.plain[0].pot
    plain = here.plain_policy.best_at(boards.plain, 0, 1, 10)
    assert here.policy.best_at(boards.fast, 0, 1, 10) == plain
    assert boards.plain[0].pot == boards.fast[0]["pot"] == pot
    assert [boards.back(boards.fast, i) for i in (0, 1)] == boards.plain


def test_bits_compiled_from_every_width(here: SimpleNamespace, boards: SimpleNamespace) -> None:
    for pot in (0, 1, 1 << 51, (1 << 52) - 1, 0b1011 << 40, 2**63 - 1):
        for card in (0, 1, 6, 51):
            boards.plain[0].pot, boards.plain[0].order[0] = pot, card
            boards.to(boards.plain[0], boards.fast, 0)
            answer = bits.popcount(pot) * 100 + bits.low(card | 64)
            assert here.plain.rules.bits_at(boards.plain, 0) == answer
            assert here.fast.rules.bits_at(boards.fast, 0) == answer


def test_random_numbers_wrap_to_the_same(here: SimpleNamespace) -> None:
    chance = random.Random(1)
    plain, fast = [0, 0], np.zeros(2, np.int64)
    for _ in range(50):
        seed = chance.getrandbits(63)
        rng.seed_rng(plain, seed)
        here.kit.rng.seed_rng(fast, seed)
        assert fast.tolist() == plain
        for _ in range(40):
            assert here.kit.rng.next32(fast) == rng.next32(plain)
            n = chance.choice((1, 2, 3, 52, 2**31 - 1, 2**31))
            assert here.kit.rng.below(fast, n) == rng.below(plain, n)


def test_tables_become_constant_arrays(here: SimpleNamespace) -> None:
    assert here.fast.state.POINTS.tolist() == list(here.plain.state.POINTS)
    assert here.fast.state.PAIRS.shape == (13, 2)
    assert here.fast.state.FIELDS == here.plain.state.FIELDS
    with pytest.raises(ValueError):
        here.fast.state.POINTS[0] = 1


def test_packages_on_the_way_are_empty(here: SimpleNamespace) -> None:
    assert importlib.import_module("toy.lower").EXECUTED == 1
    assert not hasattr(importlib.import_module("toy_fast.lower"), "EXECUTED")


def test_a_module_outside_the_units_has_no_twin(here: SimpleNamespace) -> None:
    with pytest.raises(ImportError, match=r"^toy\.warm has no compiled twin: it is in no unit of toy\.units\.$"):
        importlib.import_module("toy_fast.warm")
    with pytest.raises(ImportError, match="has no compiled twin"):
        importlib.import_module("speto_fast.compiled")
    with pytest.raises(ValueError, match="there is no unit 'middle'; the units are kit, lower, upper"):
        here.twins.load("middle")


def test_without_numba_or_by_wish_all_stays_plain(here: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiled.available()
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert not compiled.available()
    monkeypatch.delenv("NUMBA_DISABLE_JIT")
    monkeypatch.setenv("SPETO_KERNEL", "plain")
    assert not compiled.available()
    assert not here.twins.is_warm()
    twins = compiled.Twins("toy", "toy_other", here.twins.home)
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, twins])
    with pytest.raises(ImportError, match=r"pip install 'speto\[fast\]'"):
        twins.load("kit")


@pytest.mark.parametrize(
    ("units", "sentence"),
    [
        ((Unit("a", ("toy.kit.bits",)), Unit("a", ())), "two units are called 'a'"),
        ((Unit("a", ("toy.kit.bits", "toy.lower.bits")),), "two modules of the same last name"),
        ((Unit("a", ("toy.kit.bats",)),), "the unit 'a' lists toy.kit.bats, but there is no such file"),
        ((Unit("a", ("speto.kit.bits",)),), "lists speto.kit.bits, but there is no such file"),
    ],
)
def test_faulty_units_are_refused(
    here: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, units: tuple[Unit, ...], sentence: str
) -> None:
    monkeypatch.setattr("toy.units.UNITS", units)
    with pytest.raises(ValueError, match=sentence):
        _ = compiled.Twins("toy", "toy_fast", here.twins.home).units


def test_a_number_beyond_64_bits_in_a_table_is_refused(here: SimpleNamespace) -> None:
    from speto import twin

    empty = type(importlib)("toy_fast.empty")
    with pytest.raises(ImportError, match=r"toy_fast\.empty\.T holds a number beyond 64 bits with a sign\."):
        twin.build(empty, "empty", b"T = (1, 1 << 63)", here.twins.home, here.twins.folder)


def test_what_is_a_table() -> None:
    from speto.twin import is_table

    assert all(map(is_table, ((1, 2), (1.5, 2), ((1, 2), (3, 4)))))
    assert not any(map(is_table, ((), [1], (1, "a"), ((1, 2), (3,)), ((1, 2), 3), 1)))


def test_speto_lists_well_formed_units() -> None:
    assert "kit" in compiled.SPETO.units
    assert set(compiled.SPETO.sources) >= {"speto.kit.bits", "speto.kit.rng"}
