"""One table of fields, three forms: the class, the dtype, and the way between them."""

from __future__ import annotations

import pickle
import random
import struct
import sys

import pytest

from speto.compiled import converters, dtype_of
from speto.kit.fields import Fields, plain_class

FIELDS = (
    ("turn", 1, "i1"),
    ("hand", 4, "i8"),
    ("order", 13, "i1"),
    ("moves", 1, "i2"),
    ("score", 2, "i4"),
    ("last", 1, "i1"),
)
Pot = plain_class(FIELDS, "Pot")


def random_pot(chance: random.Random) -> Pot:
    pot = Pot()
    for name, length, width in FIELDS:
        top = 8 * int(width[1]) - 1
        values = [chance.randrange(-(1 << top), 1 << top) for _ in range(length)]
        setattr(pot, name, values[0] if length == 1 else values)
    return pot


def test_a_new_state_is_all_zeros() -> None:
    pot = Pot()
    assert pot.turn == 0
    assert pot.order == [0] * 13
    assert repr(pot).startswith("Pot(turn=0, hand=[0, 0, 0, 0], order=[0, ")
    assert Pot.FIELDS is FIELDS
    with pytest.raises(AttributeError):
        pot.trun = 1


def test_a_copy_is_equal_and_apart() -> None:
    pot = random_pot(random.Random(1))
    other = pot.copy()
    assert other == pot
    for name, length, _ in FIELDS:
        changed = pot.copy()
        if length == 1:
            setattr(changed, name, 0)
        else:
            getattr(changed, name)[length - 1] = 0
        assert changed != pot
    assert other == pot
    assert pot != plain_class(FIELDS, "Pot")()


def test_states_pickle() -> None:
    pot = random_pot(random.Random(2))
    assert Pot.__module__ == __name__
    if __name__ in sys.modules:
        assert pickle.loads(pickle.dumps(pot)) == pot


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ((("a", 1, "i1"), ("a", 2, "i1")), "the field 'a' is listed twice"),
        ((("a", 0, "i1"),), "the field 'a' has length 0; the least is 1"),
        ((("a", 1, "u8"),), "the field 'a' has width 'u8'; widths are i1, i2, i4, i8"),
        ((("from", 1, "i1"),), "a field cannot be called 'from'"),
        ((("copy", 1, "i1"),), "a field cannot be called 'copy'"),
        ((("a b", 1, "i1"),), "a field cannot be called 'a b'"),
    ],
)
def test_faulty_tables_are_refused(fields: Fields, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        plain_class(fields)


def test_records_hold_what_states_hold() -> None:
    np = pytest.importorskip("numpy")
    to_record, from_record = converters(Pot)
    chance = random.Random(3)
    pots = [random_pot(chance) for _ in range(20)]
    array = np.zeros(len(pots), dtype_of(FIELDS))
    for i, pot in enumerate(pots):
        to_record(pot, array, i)
    for i, pot in enumerate(pots):
        assert from_record(array, i) == pot
        assert all(np.all(array[i][name] == getattr(pot, name)) for name, _, _ in FIELDS)


def test_fields_are_aligned() -> None:
    pytest.importorskip("numpy")
    dtype = dtype_of(FIELDS)
    assert dtype.isalignedstruct
    assert dtype.itemsize == 72
    assert dtype_of(FIELDS) is dtype


def test_records_refuse_what_does_not_fit() -> None:
    np = pytest.importorskip("numpy")
    to_record, from_record = converters(Pot)
    array = np.zeros(2, dtype_of(FIELDS))
    pot = Pot()
    pot.turn = 128
    with pytest.raises(struct.error):
        to_record(pot, array, 0)
    for index in (2, -3):
        with pytest.raises(struct.error):
            to_record(Pot(), array, index)
    with pytest.raises(ValueError, match="the array's records are not those of Pot"):
        from_record(np.zeros(2, np.int64), 0)
