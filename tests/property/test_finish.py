"""The knock solver against a search that tries everything (A15, A16, A23)."""

from __future__ import annotations

from random import Random

import pytest

from speto.compiled import available, load
from speto.dummy.kernel import entries
from speto.dummy.kernel.state import NO_LIMIT

FOUR = 1 | 1 << 13 | 1 << 26 | 1 << 39
SETS = [FOUR << rank & ~(out << rank) for rank in range(13) for out in (0, 1, 1 << 13, 1 << 26, 1 << 39)]
RUNS = [((1 << n) - 1) << 13 * suit + low for suit in range(4) for n in range(3, 14) for low in range(14 - n)]

Melds = tuple[tuple[bool, int], ...]
Case = tuple[int, Melds, bool, int]
"""A hand, the melds on the table (is it a set, its cards), whether D10 closes runs, the layoffs left."""


def fits(card: int, is_set: bool, cards: int, closed: bool) -> bool:
    """R14, R16, D10: whether a card can be laid off on a meld."""
    if is_set:
        return cards.bit_count() == 3 and bool(FOUR << card % 13 & cards) and not cards >> card & 1
    low, high = (cards & -cards).bit_length() - 1, cards.bit_length() - 1
    if low // 13 != card // 13 or (closed and high % 13 == 12):
        return False
    return card in (low - 1, high + 1)


def brute(case: Case) -> bool:
    """Whether all but one card of the hand can be laid: every meld and every layoff in every order."""
    hand, melds, closed, left = case
    own = [(True, meld) for meld in SETS if not meld & ~hand] + [(False, meld) for meld in RUNS if not meld & ~hand]
    lost: set[tuple[int, Melds]] = set()

    def search(hand: int, melds: Melds, left: int) -> bool:
        if not hand & (hand - 1):
            return hand != 0
        if (hand, melds) in lost:
            return False
        for meld in own:
            if not meld[1] & ~hand and meld[1] != hand and search(hand & ~meld[1], tuple(sorted((*melds, meld))), left):
                return True
        cards = hand if left > 0 else 0
        while cards:
            bit = cards & -cards
            cards ^= bit
            for at, (is_set, there) in enumerate(melds):
                if fits(bit.bit_length() - 1, is_set, there, closed):
                    grown = (*melds[:at], (is_set, there | bit), *melds[at + 1 :])
                    if search(hand ^ bit, tuple(sorted(grown)), left - 1):
                        return True
        lost.add((hand, melds))
        return False

    return search(hand, tuple(sorted(melds)), left)


def one_of(bits: int, rng: Random) -> int:
    """A random card of these."""
    while True:
        card = rng.randrange(52)
        if bits >> card & 1:
            return card


def some_meld(rng: Random, free: int, most: int) -> tuple[bool, int] | None:
    """A meld of free cards, of at most so many, if the first one thought of is one."""
    is_set = rng.random() < 0.45
    meld = rng.choice(SETS if is_set else RUNS)
    return None if meld & ~free or meld.bit_count() > most else (is_set, meld)


def some_case(rng: Random) -> Case:
    """A hand put together from melds and from cards that fit, and one card more; then spoilt or not."""
    closed = rng.random() < 0.3
    free, hand = (1 << 52) - 1, 0
    table: list[tuple[bool, int]] = []
    for _ in range(rng.choice((0, 2, 4, 6))):
        if meld := some_meld(rng, free, 7):
            table.append(meld)
            free &= ~meld[1]
    size = rng.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 9))
    grown = table.copy()
    while hand.bit_count() < size:
        meld = some_meld(rng, free, size - hand.bit_count()) if rng.random() < 0.6 else None
        if meld:
            grown.append(meld)
            hand |= meld[1]
            free &= ~meld[1]
            continue
        card = one_of(free, rng)
        spots = [at for at, there in enumerate(grown) if fits(card, *there, closed)]
        if spots:
            at = rng.choice(spots)
            grown[at] = (grown[at][0], grown[at][1] | 1 << card)
        elif rng.random() < 0.95:
            continue
        hand |= 1 << card
        free &= ~(1 << card)
    for _ in range(rng.choice((1, 1, 1, 2))):
        hand |= 1 << one_of(free & ~hand, rng)
    if hand.bit_count() > 1 and rng.random() < 0.2:
        hand ^= 1 << one_of(hand, rng)
        hand |= 1 << one_of(free & ~hand, rng)
    return hand, tuple(table), closed, rng.choice((0, 1, 2, 3, NO_LIMIT, NO_LIMIT))


def numbers(case: Case) -> tuple[int, int, int, int, int, int]:
    """A case as the kernel takes it."""
    hand, melds, closed, left = case
    sets = sum(cards for is_set, cards in melds if is_set)
    runs = sum(cards for is_set, cards in melds if not is_set)
    starts = sum(cards & -cards for is_set, cards in melds if not is_set)
    return hand, sets, runs, starts, int(closed), left


@pytest.fixture(scope="module")
def judged() -> list[tuple[Case, bool]]:
    """22,000 cases, a third and more of each answer."""
    rng = Random(5)
    found = [(case, brute(case)) for case in (some_case(rng) for _ in range(22_000))]
    yes = sum(answer for _, answer in found)
    assert 7_000 < yes < 15_000, yes
    return found


def test_A15_A16_A23_the_solver_agrees_with_brute_force(judged: list[tuple[Case, bool]]) -> None:
    for case, answer in judged:
        assert bool(entries.can_finish_at(*numbers(case))) == answer, case


def test_the_compiled_solver_agrees_too(judged: list[tuple[Case, bool]]) -> None:
    if not available():
        pytest.skip("Numba is not installed")
    solve = load("dummy").entries.can_finish_at
    for case, answer in judged:
        assert bool(solve(*numbers(case))) == answer, case


def test_what_brute_force_says_of_hands_that_a_person_can_judge() -> None:
    def bits(text: str) -> int:
        return sum(1 << "cdhs".index(card[1]) * 13 + "23456789TJQKA".index(card[0]) for card in text.split())

    run, queens = (False, bits("8c 9c Tc Jc")), (True, bits("Qd Qh Qs"))
    for hand, melds, closed, left, answer in (
        ("Kd", (), False, 0, True),
        ("Kd Ks", (), False, 9, False),
        ("7c Kd", (run,), False, 1, True),
        ("7c Kd", (run,), False, 0, False),
        ("6c 7c Kd", (run,), False, 2, True),
        ("6c 7c Kd", (run,), False, 1, False),
        ("6c Kd", (run,), False, 9, False),
        ("Qc Kc Ac 7c Kd", (run,), False, 4, True),
        ("Qc Kc Ac 7c Kd", (run,), True, 4, True),  # 7c first, the ace last
        ("Qc Kc Kd", (run, queens), False, 9, True),
        ("Qc Kc Ac Kd", (run, queens), True, 0, True),  # a new run
        ("Jh 2d", ((False, bits("Qh Kh Ah")),), True, 9, False),
        ("Jh 2d", ((False, bits("Qh Kh Ah")),), False, 9, True),
        ("3s 4s 5s 6s 8c 8d 8h 2h", (), False, 0, True),
        ("7c 7d 7h 8h 9h 2h", (), False, 0, False),
    ):
        case = (bits(hand), melds, closed, left)
        assert brute(case) == answer, hand
        assert bool(entries.can_finish_at(*numbers(case))) == answer, hand
