"""P4 and P5: discards that cost at once."""

from __future__ import annotations

import pytest
from tests.rules.board import lines, play, table

from speto import Deal

P4 = {"layoff_discard": True}
P5 = {"full_discard": True}
BOTH = P4 | P5


def thrown(card: str, rules: dict[str, object], pile: str = "Kh", hand: str = "2h 3s", **more: object) -> Deal:
    """Seat 0 draws a card and discards it."""
    start = {"stock": f"{card} 4h 5h", "born": [1], "layoffs": [0, 0], **more}
    return play(table(pile, hand, "6s 4d", rules=rules, **start), f"+ -{card}")  # type: ignore[arg-type]


RUN = ["8c/1 9c/1 Tc/1"]
SET = ["9c/1 9d/1 9h/1"]


@pytest.mark.parametrize(("melds", "card", "fits"), [
    (RUN, "7c", True), (RUN, "Jc", True), (RUN, "6c", False), (RUN, "Qc", False), (RUN, "7d", False),
    (SET, "9s", True), (SET, "Ts", False), ([], "9s", False), (["Qc/1 Kc/1 Ac/1"], "Jc", True),
    (["Qc/1 Kc/1 Ac/1"], "2c", False), (["2c/1 3c/1 4c/1"], "Ac", False),
])  # fmt: skip
def test_P4_a_discard_that_fits_the_table(melds: list[str], card: str, fits: bool) -> None:
    deal = thrown(card, P4, melds=melds)
    assert lines(deal) == ([f"0 layoff_discard P4 -50 {card}"] if fits else [])
    assert lines(thrown(card, P5, melds=melds)) == []


def test_P4_A35_at_once_by_whoever_could_use_it() -> None:
    # Seat 0 laid the run itself, seat 1 is not born, and nobody will use the card.
    deal = thrown("7c", P4, melds=["8c/0 9c/0 Tc/0"], born=[0])
    assert lines(deal) == ["0 layoff_discard P4 -50 7c"]
    assert [(line.action, line.by) for line in deal.ledger] == [(1, 0)]
    play(deal, "+ -4h")
    assert lines(deal) == ["0 layoff_discard P4 -50 7c"]


def test_P4_each_time() -> None:
    deal = play(thrown("7c", P4, melds=RUN, stock="7c 4h Jc 5h"), "+ -4h + -Jc")
    assert lines(deal) == ["0 layoff_discard P4 -50 7c", "0 layoff_discard P4 -50 Jc"]


def test_P4_A32_unborn_or_out_of_layoffs() -> None:
    unborn = thrown("7c", P4, melds=RUN)
    assert unborn.born == (False, True)
    assert lines(unborn) == ["0 layoff_discard P4 -50 7c"]
    limit = {**P4, "layoff_limit": 1}
    out = thrown("7c", limit, melds=["8c/1 9c/1 Tc/1 Jc/0"], born=[0, 1], layoffs=[1, 0])
    assert lines(out) == ["0 layoff_discard P4 -50 7c"]


def test_P4_A32_doubled_for_who_stays_unborn() -> None:
    deal = thrown("7c", P4, melds=RUN, stock="7c")
    assert deal.over
    assert [line for line in lines(deal) if line[0] == "0"] == [
        "0 layoff_discard P4 -50 7c",
        "0 hand R24 -10 2h3s",
        "0 dark_deduction R25 -60",
    ]


def test_P4_A33_even_if_every_card_of_the_hand_fits() -> None:
    deal = thrown("7c", P4, hand="Jc 5s", melds=[*RUN, "5c/1 5d/1 5h/1"], stock="7c 4h")
    assert lines(deal) == ["0 layoff_discard P4 -50 7c"]


def test_P4_A34_not_a_card_that_fits_only_after_another() -> None:
    deal = thrown("6c", P4, hand="7c 3s", melds=RUN, born=[0, 1])
    assert lines(deal) == []
    after = play(table("Kh", "7c 3s", "6s 4d", stock="6c 4h", melds=RUN, born=[0, 1], rules=P4), "+ 7c>8c -6c")
    assert lines(after) == ["0 layoff_discard P4 -50 6c"]


def test_P4_D10_a_closed_run_takes_no_card() -> None:
    ace = ["Qc/1 Kc/1 Ac/1"]
    assert lines(thrown("Jc", {**P4, "qka_closed": True}, melds=ace)) == []
    assert lines(thrown("Jc", {"preset": "short", **P4}, melds=ace)) == []
    assert lines(thrown("Jc", {**P4, "qka_closed": True}, melds=["Tc/1 9c/1 8c/1"])) == ["0 layoff_discard P4 -50 Jc"]


@pytest.mark.parametrize(("pile", "card", "full"), [
    ("Kh Tc/0 Qc/1", "Jc", True),
    ("Kh Tc/0 5d/1 9h/0 Qc/1", "Jc", True),
    ("Kh Tc/0 Jc/1", "Qc", True),
    ("Kh Qc/0 Jc/1", "Tc", True),
    ("Kh Tc/0 Qc/1", "9c", False),
    ("Kh Tc/0 Qd/1", "Jc", False),
    ("Kh Tc/1", "Jc", False),
    ("Kh Kd/1", "Ks", True),
    ("Kh 5s/0 Kd/1", "Ks", True),
    ("Kh 5s/1", "Ks", False),
    ("Ac 2c/1", "3c", False),
    ("Ac 2c/0 3c/1", "4c", True),
    ("Kc Ac/1", "2c", False),
    ("Kc Ac/1", "Qc", True),
    ("Kc 2d/0 3d/1", "Ac", False),
    ("Tc 9c/0 Qc/0 Kc/1", "Jc", True),
])  # fmt: skip
def test_P5_A36_a_discard_that_makes_a_meld_with_the_pile(pile: str, card: str, full: bool) -> None:
    deal = thrown(card, P5, pile=pile)
    assert lines(deal) == ([f"0 full_discard P5 -50 {card}"] if full else [])
    assert lines(thrown(card, P4, pile=pile)) == []


def test_P5_A36_the_head_counts() -> None:
    assert lines(thrown("Jc", P5, pile="Tc Qc/1")) == ["0 full_discard P5 -50 Jc"]


def test_P5_A36_once_for_each_discard() -> None:
    deal = thrown("Jc", P5, pile="9c Tc/1 Qc/0 Jd/1 Jh/0 Kc/1")
    assert lines(deal) == ["0 full_discard P5 -50 Jc"]


def test_P4_P5_add() -> None:
    deal = thrown("5h", BOTH, pile="6h 7h/1", melds=["5c/1 5d/1 5s/1"], stock="5h 4h")
    assert lines(deal) == ["0 layoff_discard P4 -50 5h", "0 full_discard P5 -50 5h"]


@pytest.mark.parametrize(("rules", "prices"), [
    ({}, [0, 0, 0, 0]), (P4, [50, 50, 0, 0]), (P5, [50, 0, 50, 0]), (BOTH, [100, 50, 50, 0]),
])  # fmt: skip
def test_P4_P5_the_price_of_a_discard_is_what_it_is_charged(rules: dict[str, object], prices: list[int]) -> None:
    cards = ["7c", "Jc", "7s", "Qd"]  # both, fits the run, fills the pile, neither
    start = {"stock": "2h 4h 5h", "born": [1], "layoffs": [0, 0], "melds": RUN}
    deal = play(table("7d 7h/1", " ".join(cards), "6s 4d", rules=rules, **start), "+")  # type: ignore[arg-type]
    assert [deal.see(0).cost_of_discard(card)[0] for card in cards] == prices
    for card, price in zip(cards, prices, strict=True):
        assert -sum(line.points for line in play(deal.copy(), f"-{card}").ledger) == price
