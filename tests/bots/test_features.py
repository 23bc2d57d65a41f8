"""What a seat sees as numbers: of the seat that is asked, whoever's turn it is."""

from __future__ import annotations

from speto.bots.kernel.features import F_REST, N_FEATURES, features
from speto.dummy.deal import Deal

FITTING = F_REST + 22  # cards of the hand that may be laid off, × 8


def test_D1_after_a_discard_the_limit_of_layoffs_is_the_seat_s_own_and_not_the_next_one_s() -> None:
    """Seat 0 has laid off all that `short` lets it, seat 1 nothing: after seat 0's discard its 5s fits in vain."""
    start = {
        "hands": ["5s Kh 9d 4c", "8h 2d 3s 7d"],
        "pile": "7c",
        "stock": "4s 3d Jc 6d",
        "turn": 0,
        "melds": ["5c/1 5d/1 5h/1"],
        "born": [0, 1],
        "layoffs": [0, 0],
    }
    deal = Deal.from_start(start, players=2, rules="short")
    deal.play("+")
    deal.play("-9d")
    view = deal.see(0)
    assert deal.turn == 1
    limit = view._r.layoff_limit
    assert limit < 10
    found = []
    for own, others in ((0, 0), (limit, 0), (0, limit)):
        g = view._g.copy()
        g.layoffs[0], g.layoffs[1] = own, others
        x = [0] * N_FEATURES
        features(g, view._r, 0, x)
        found.append(x[FITTING])
    assert found == [8, 0, 8]
