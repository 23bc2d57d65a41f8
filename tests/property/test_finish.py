"""The knock solver against a search that tries everything (A15, A16, A23)."""

from __future__ import annotations

from random import Random

import pytest
from tests.property.walks import walks

from speto import Cards, Deal
from speto.cards import TEXTS, cards_text
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


def case_of(deal: Deal) -> Case:
    """The cards of the seat to act, as a case."""
    assert deal.turn is not None
    melds = tuple((meld.is_set, sum(1 << card for card in meld.cards)) for meld in deal.melds)
    limit = deal.options.layoff_limit
    left = NO_LIMIT if limit is None else limit - deal.layoffs[deal.turn]
    return int(deal.hands[deal.turn]), melds, deal.options.qka_closed, left


def finishing_lays(case: Case) -> set[str]:
    """The melds and layoffs after which a knock can follow."""
    hand, melds, closed, left = case
    found = set()
    for is_set, shapes in ((True, SETS), (False, RUNS)):
        for meld in shapes:
            if not meld & ~hand and brute((hand & ~meld, (*melds, (is_set, meld)), closed, left)):
                found.add("=" + cards_text(meld))
    for card in Cards(hand) if left > 0 else ():
        for at, (is_set, there) in enumerate(melds):
            if fits(card, is_set, there, closed):
                grown = (*melds[:at], (is_set, there | 1 << card), *melds[at + 1 :])
                if brute((hand & ~(1 << card), grown, closed, left - 1)):
                    found.add(f"{card}>{next(iter(Cards(there)))}")
    return found


def test_A15_A16_A65_an_unborn_seat_lays_only_what_can_lead_to_a_knock() -> None:
    found = 0
    for deal in walks(range(7000, 7500)):
        if deal.starting or deal.over or (deal.born[deal.turn or 0] and not deal.must_finish):
            continue
        lays = {action for action in deal.legal if action[0] == "=" or ">" in action}
        if lays or deal.must_finish or len(deal.actions) % 9 == 1:
            assert lays == finishing_lays(case_of(deal)), f"{deal}"
            found += bool(lays)
    assert found > 150


def test_A23_on_the_last_turn_only_pickups_that_can_lead_to_a_knock() -> None:
    some = 0
    for seed in range(500):
        rng = Random(f"last {seed}")
        place = {card: (card % 13 if seed % 2 else card / 4) + rng.gauss(0, 2) for card in range(52)}
        deck = sorted(range(52), key=place.__getitem__)
        held = rng.randint(2, 6)
        mine, pile = deck[:held], deck[held : held + rng.randint(1, 7)]
        rng.shuffle(pile)
        start = {
            "hands": [" ".join(TEXTS[card] for card in mine), TEXTS[deck[51]]],
            "pile": " ".join(f"{TEXTS[card]}/1" for card in pile),
            "turn": 0,
        }
        deal = Deal.from_start(start, players=2, rules={"qka_closed": seed % 3 == 0})
        hand, expected = sum(1 << card for card in mine), set()
        for is_set, shapes in ((True, SETS), (False, RUNS)):
            for meld in shapes:
                thrown = [at for at, card in enumerate(pile) if meld >> card & 1]
                if meld & hand and thrown and meld == meld & (hand | sum(1 << card for card in pile)):
                    taken = sum(1 << card for card in pile[thrown[0] :])
                    if brute(((hand | taken) & ~meld, ((is_set, meld),), deal.options.qka_closed, NO_LIMIT)):
                        expected.add("^" + cards_text(meld))
        assert set(deal.legal) == (expected | {"."} if expected else set()), str(deal)
        assert deal.over is not bool(expected)
        some += bool(expected)
    assert 100 < some < 400, some
