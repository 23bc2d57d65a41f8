"""Random numbers: the published vectors, ours, and no bias. Bits beside them."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from speto.kit.bits import low, popcount
from speto.kit.rng import MASK, below, mix, next32, seed_rng
from speto.kit.states import clone

# By the authors' C code from the state (1, 2), as other implementations of xoroshiro64** publish it.
PUBLISHED = (
    *(3802928447, 813792938, 1618621494, 2955957307, 3252880261),
    *(1129983909, 2539651700, 1327610908, 1757650787, 2763843748),
)
# Ours, frozen: seed, the state that it gives, the first three numbers.
FROZEN = (
    (0, (895040910, 2076603070), (1582101568, 79021376, 1375902520)),
    (1, (3602788899, 3858477343), (1473944244, 975341008, 2388778209)),
    (52, (25917470, 480234706), (1871934071, 692614849, 2236547399)),
    (4294967296, (1017567458, 2517485108), (1455910371, 2055381605, 4099159420)),
    (2026, (922014317, 2468449108), (3521422226, 3556909718, 2740527540)),
    (9223372036854775807, (598996946, 4115082826), (837632091, 3971156607, 468500560)),
)


def test_published_vectors() -> None:
    rng = [1, 2]
    assert tuple(next32(rng) for _ in PUBLISHED) == PUBLISHED


@pytest.mark.parametrize(("seed", "state", "numbers"), FROZEN)
def test_frozen_vectors(seed: int, state: tuple[int, int], numbers: tuple[int, ...]) -> None:
    rng = [0, 0]
    seed_rng(rng, seed)
    assert tuple(rng) == state
    assert tuple(next32(rng) for _ in numbers) == numbers


def unmix(x: int) -> int:
    """The inverse of mix, which proves that it is a permutation."""
    x ^= x >> 16
    x = x * pow(0xC2B2AE35, -1, 1 << 32) & MASK
    x ^= x >> 13 ^ x >> 26
    x = x * pow(0x85EBCA6B, -1, 1 << 32) & MASK
    return x ^ x >> 16


def test_mix_can_be_undone() -> None:
    chance = random.Random(2)
    for x in (0, 1, MASK, *(chance.getrandbits(32) for _ in range(500))):
        assert unmix(mix(x)) == mix(unmix(x)) == x


def test_no_seed_gives_the_state_of_zeros() -> None:
    golden = 0x9E3779B9
    first = second = 0
    second = (unmix(second) - golden & MASK) ^ first
    first = (unmix(first) - golden & MASK) ^ second
    second = (unmix(second) - golden & MASK) ^ first
    first = unmix(first) - golden & MASK
    rng = [0, 0]
    seed_rng(rng, second << 32 | first)
    assert rng == [1, 0]


def test_different_seeds_give_different_states() -> None:
    states = set()
    for seed in (*range(3000), *(k << 32 for k in range(1, 1000)), *(2**63 - k for k in range(1, 1000))):
        rng = [0, 0]
        seed_rng(rng, seed)
        states.add(tuple(rng))
    assert len(states) == 4998


def test_below_draws_again_where_it_would_be_biased() -> None:
    # From a first word of 0 the number is 0, the one of 2**32 that is left over for n = 3.
    rng, twin = [0, 5], [0, 5]
    assert next32(twin) == 0
    assert below(rng, 3) == next32(twin) * 3 >> 32
    assert rng == twin
    # For a power of two nothing is left over.
    rng, twin = [0, 5], [0, 5]
    assert below(rng, 1 << 31) == next32(twin) * (1 << 31) >> 32 == 0
    assert rng == twin


def test_below_is_even() -> None:
    rng = [0, 0]
    seed_rng(rng, 3)
    counts = Counter(below(rng, 7) for _ in range(70_000))
    assert sorted(counts) == list(range(7))
    assert all(9_600 < count < 10_400 for count in counts.values())
    assert [below(rng, 1) for _ in range(5)] == [0] * 5
    assert all(0 <= below(rng, 1 << 31) < 1 << 31 for _ in range(1000))


def test_bits() -> None:
    chance = random.Random(4)
    for _ in range(500):
        bits = chance.sample(range(63), chance.randint(1, 20))
        x = sum(1 << bit for bit in bits)
        assert popcount(x) == len(bits)
        assert low(x) == min(bits)
    assert popcount(0) == 0


def test_clone_makes_a_second_object() -> None:
    class Pot(list[int]):
        def copy(self) -> Pot:
            return Pot(self)

    pots = [Pot([1]), Pot([2])]
    clone(pots, 1, 0)
    pots[1].append(3)
    assert pots == [[1], [1, 3]]
