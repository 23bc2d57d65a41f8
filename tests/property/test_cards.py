"""Wherever cards go, all 52 are there, and the facts of a deal agree with each other."""

from __future__ import annotations

from itertools import chain

from tests.property.walks import PENALTIES, some_deal, walk

from speto import Deal
from speto.dummy.kernel.state import LAY, OVER, TAKE

CHARGES = (*PENALTIES, "foolish_discard")
ALL = (1 << 52) - 1
FOUR = 1 | 1 << 13 | 1 << 26 | 1 << 39
SHAPES = {(True, FOUR << rank & ~(out << rank)) for rank in range(13) for out in (0, 1, 1 << 13, 1 << 26, 1 << 39)} | {
    (False, ((1 << length) - 1) << 13 * suit + low)
    for suit in range(4)
    for length in range(3, 14)
    for low in range(14 - length)
}
"""Every meld: whether it is a set, and its cards as bits."""


def test_R1_R13_52_cards_after_every_action() -> None:
    for seed in range(160):
        deal = some_deal(seed)
        stripped = ALL & ~sum(1 << card for card in chain(*deal.hands, deal.stock, deal.pile))
        assert stripped.bit_count() == (deal.options.strip_stock if deal.players == 2 else 0)
        before: list[tuple[int, int]] = []
        for here in walk(deal, seed):
            melds = [(meld.is_set, sum(1 << card for card in meld.cards)) for meld in here.melds]
            knock_card = 0 if here.knock_card is None else 1 << here.knock_card
            single = (1 << card for card in chain(here._g.pile[: here._g.pile_len], here._g.stock[: here.stock_size]))
            everywhere = [*here._g.hand, *single, *(cards for _, cards in melds), knock_card, stripped]
            assert sum(cards.bit_count() for cards in everywhere) == 52, str(here)
            assert sum(everywhere) == ALL, str(here)
            _check_melds(melds, before)
            _check_facts(here, melds)
            before = melds


def _check_melds(melds: list[tuple[int, int]], before: list[tuple[int, int]]) -> None:
    """R7, R13, A53: melds are melds, and each is one of the action before, grown or not, or a new one."""
    for is_set, cards in melds:
        assert (is_set, cards) in SHAPES
    for was_set, were in before:
        assert sum(cards & were == were and is_set == was_set for is_set, cards in melds) == 1
    for _, cards in melds:
        assert sum(bool(cards & were) for _, were in before) <= 1


def _check_facts(deal: Deal, melds: list[tuple[int, int]]) -> None:
    """What the state says twice, it says the same."""
    g = deal._g
    placed = 0
    for seat in range(deal.players):
        assert g.held[seat] == int(g.hand[seat]).bit_count()
        assert g.known[seat] & ~g.hand[seat] == 0
        assert g.placed[seat] & placed == 0
        placed |= g.placed[seat]
        if not g.born >> seat & 1 and g.placed[seat]:
            assert g.knocker == seat or (g.must_finish and g.turn == seat), "R12"
        assert deal.options.layoff_limit is None or g.layoffs[seat] <= deal.options.layoff_limit
    assert g.sets & g.runs == 0
    assert placed == g.sets | g.runs
    assert g.sets == sum(cards for is_set, cards in melds if is_set)
    assert g.starts == sum(cards & -cards for is_set, cards in melds if not is_set)
    assert g.in_pile == sum(1 << card for card in g.pile[: g.pile_len])
    assert all(g.stock[place] == -1 for place in range(g.stock_len, 52))
    if g.phase == TAKE:
        assert g.pile_len > 0, "A56"
        assert g.taken == g.must_finish == 0
        assert all(g.pile[place] == g.pile_by[place] == -1 for place in range(g.pile_len, 52))
        assert g.pile_len == 1 or g.pile_by[g.pile_len - 1] == (g.turn - g.direction) % g.players
    if g.phase == LAY:
        assert g.hand[g.turn]
    assert 0 <= g.fresh < g.players
    assert not any(hand >> g.head & 1 for hand in g.hand), "A5"
    assert (g.phase == OVER) == (deal.turn is None) == (deal.scores is not None)
    if deal.starting or deal.over:
        charged = [line for line in deal.ledger if line.code in CHARGES]
        for seat in range(deal.players):
            assert g.penalty[seat] == -sum(line.points for line in charged if line.seat == seat)


def test_R24_A31_a_ledger_sums_to_the_scores() -> None:
    for seed in range(250):
        *_, deal = walk(some_deal(seed), seed)
        assert deal.scores is not None
        sums = [sum(line.points for line in deal.ledger if line.seat == seat) for seat in range(deal.players)]
        assert deal.scores == tuple(sums)
        assert all(line.points for line in deal.ledger)
        penalties = [line.code in CHARGES for line in deal.ledger]
        assert penalties == sorted(penalties, reverse=True)
        order = [line.seat for line in deal.ledger if line.code not in CHARGES]
        assert order == sorted(order)
