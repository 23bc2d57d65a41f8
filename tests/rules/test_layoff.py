"""Laying off on melds of the table."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rules.board import discards, legal, play, rule, table

from speto import BadText, Deal

PRESETS = ["classic", "strict", "short"]


def on(
    melds: list[str], hand: str, other: str = "5h 6s", *, drawn: str = "2s", after: str = "3s 3h", **more: Any
) -> Deal:
    """Seat 0, born, has drawn and may lay off on these melds."""
    seats = range(2)
    more = {"born": list(seats), "layoffs": [0, 0], **more}
    return play(table("Kh", hand, other, stock=f"{drawn} {after}", melds=melds, **more), "+")


def test_R14_on_either_end_of_a_run_whoever_laid_it() -> None:
    for owner in (0, 1):
        deal = on([f"8c/{owner} 9c/{owner} Tc/{owner} Jc/{owner}"], "Qc 7c 6c Ad")
        assert legal(deal, ">") == "7c>8c Qc>8c"
        assert rule(deal, "6c>8c") == "R14"


def test_R14_A14_on_a_card_that_was_laid_off() -> None:
    deal = on(["8c/1 9c/1 Tc/1 Jc/1"], "7c 6c 2d Ad", "Qc 5c 4c Td")
    play(deal, "7c>8c")
    assert legal(deal, ">") == "6c>7c"
    play(deal, "6c>7c -2s +")
    assert legal(deal, ">") == "5c>6c Qc>6c"
    play(deal, "5c>6c 4c>5c")
    assert [str(meld) for meld in deal.melds] == ["4c/1 5c/1 6c/0 7c/0 8c/1 9c/1 Tc/1 Jc/1"]
    assert deal.layoffs == (2, 2)


def test_R14_on_the_next_turn_anyone_born_builds_on_it() -> None:
    start = {"melds": ["8c/2 9c/2 Tc/2 Jc/2"], "stock": "2s 3s 4s 5s"}
    hands = ("Ad 6d 7d", "Qd 2h 6c 9h", "3d 4h 9d", "7c 8h Kc")
    deal = play(table("Kh", *hands, turn=3, born=[1, 2, 3], **start), "+ 7c>8c -2s + -Ad +")
    assert deal.turn == 1
    assert legal(deal, ">") == "6c>7c"
    unborn = play(table("Kh", *hands, turn=3, born=[2, 3], **start), "+ 7c>8c -2s + -Ad +")
    assert rule(unborn, "6c>7c") == "R12"


def test_R14_is_never_forced() -> None:
    deal = on(["8c/1 9c/1 Tc/1"], "7c 6d 2d Ad")
    assert legal(deal, "-") == discards("7c 6d 2d Ad 2s")


def test_R14_the_fourth_of_a_set() -> None:
    deal = on(["9c/1 9d/1 9h/1"], "9s 6d 2d Ad")
    assert legal(deal, ">") == "9s>9c"
    play(deal, "9s>9c")
    assert [str(meld) for meld in deal.melds] == ["9c/1 9d/1 9h/1 9s/0"]
    assert legal(on(["9c/1 9d/1 9h/1"], "Ts 6d 8c Ad"), ">") == ""
    assert legal(on(["9c/1 9d/1 9h/1 9s/1"], "Ts 6d 8c Ad"), ">") == ""


@pytest.mark.parametrize("preset", PRESETS)
def test_R15_D14_a_card_that_fits_two_melds_names_one(preset: str) -> None:
    def fresh() -> Deal:
        return on(["6c/1 7c/1 8c/1", "9d/0 9h/0 9s/0"], "9c Tc 2d Ad", rules=preset)

    deal = fresh()
    assert legal(deal, ">") == "9c>6c 9c>9d"
    with pytest.raises(BadText):
        deal.refuse("9c")
    with pytest.raises(BadText):
        deal.refuse("9c>")
    play(deal, "9c>6c")
    assert [str(meld) for meld in deal.melds] == ["9d/0 9h/0 9s/0", "6c/1 7c/1 8c/1 9c/0"]
    assert legal(deal, ">") == "Tc>6c"
    deal = play(fresh(), "9c>9d")
    assert [str(meld) for meld in deal.melds] == ["9c/0 9d/0 9h/0 9s/0", "6c/1 7c/1 8c/1"]
    assert legal(deal, ">") == ""


@pytest.mark.parametrize(("text", "printed"), [
    ("9c>6c", "9c>6c"), ("9c>8c", "9c>6c"), ("9c>7c", "9c>6c"), ("9C>8♣", "9c>6c"),
    ("9c>9d", "9c>9d"), ("9c>9s", "9c>9d"), ("9c>9h", "9c>9d"),
])  # fmt: skip
def test_R15_any_card_of_the_meld_names_it(text: str, printed: str) -> None:
    deal = on(["6c/1 7c/1 8c/1", "9d/0 9h/0 9s/0"], "9c Tc 2d Ad")
    play(deal, text)
    assert deal.actions[-1] == printed


@pytest.mark.parametrize(
    ("action", "why"),
    [("9c>9h", "R14"), ("9c>5c", "R15"), ("9c>Kd", "R15"), ("9c>Jc", "R14"), ("9c>2d", "R15"), ("Tc>8c", "R14")],
)
def test_R14_R15_only_a_meld_that_it_fits(action: str, why: str) -> None:
    deal = on(["6c/1 7c/1 8c/1", "Jc/0 Qc/0 Kc/0", "9h/0 Th/0 Jh/0"], "9c Tc 2d Ad")
    assert rule(deal, action) == why


def test_R16_a_run_that_ends_with_the_ace_takes_nothing_above() -> None:
    deal = on(["Qc/1 Kc/1 Ac/1"], "2c 3c Jc Ad")
    assert legal(deal, ">") == "Jc>Qc"
    assert rule(deal, "2c>Qc") == "R16"
    assert rule(deal, "3c>Ac") == "R16"
    assert rule(deal, "2c>Ac") == "R16"
    assert legal(play(deal, "Jc>Qc"), ">") == ""


def test_R16_nor_a_run_that_begins_with_the_two_an_ace_below() -> None:
    deal = on(["2c/1 3c/1 4c/1"], "Ac Kc 5c Ad")
    assert legal(deal, ">") == "5c>2c"
    assert rule(deal, "Ac>2c") == "R14"


def test_R16_suits_do_not_touch() -> None:
    # The ace of clubs stands beside the two of diamonds in the pack's order.
    assert legal(on(["Qc/1 Kc/1 Ac/1"], "2d 3d 9h As"), ">") == ""
    assert legal(on(["2d/1 3d/1 4d/1"], "Ac Kc 9h As"), ">") == ""


def test_D10_a_run_with_the_ace_may_be_closed() -> None:
    closed = {"qka_closed": True}
    deal = on(["Qc/1 Kc/1 Ac/1"], "2c 3c Jc Ad", rules=closed)
    assert legal(deal, ">") == ""
    assert rule(deal, "Jc>Qc") == "D10"
    assert rule(deal, "2c>Qc") == "R16"
    assert legal(on(["9c/1 Tc/1 Jc/1 Qc/1 Kc/1 Ac/1"], "8c 7c 4d Ad", rules=closed), ">") == ""
    assert legal(on(["9c/1 Tc/1 Jc/1 Qc/1 Kc/1"], "8c 7c Ac Ad", rules=closed), ">") == "8c>9c Ac>9c"


def test_D10_closes_when_the_ace_is_laid_off_and_only_that_run() -> None:
    closed = {"qka_closed": True}
    deal = on(["Jc/1 Qc/1 Kc/1", "6c/1 7c/1 8c/1"], "Ac Tc 5c 4d 9c", rules=closed)
    assert legal(deal, ">") == "5c>6c 9c>6c Ac>Jc Tc>Jc"
    play(deal, "Ac>Jc")
    assert legal(deal, ">") == "5c>6c 9c>6c"
    assert rule(deal, "Tc>Jc") == "D10"
    play(deal, "9c>6c")
    assert legal(deal, ">") == "5c>6c Tc>6c"
    open_ = on(["Jc/1 Qc/1 Kc/1"], "Ac Tc 5c 4d 9c", rules={"qka_closed": False})
    assert legal(play(open_, "Ac>Jc"), ">") == "Tc>Jc"


def test_R13_A53_runs_that_touch_are_not_one() -> None:
    deal = on(["3c/1 4c/1 5c/1", "7c/0 8c/0 9c/0"], "6c Tc 2c Kd 2d")
    assert legal(deal, ">") == "2c>3c 6c>3c 6c>7c Tc>7c"
    play(deal, "6c>3c")
    assert [str(meld) for meld in deal.melds] == ["3c/1 4c/1 5c/1 6c/0", "7c/0 8c/0 9c/0"]
    assert legal(deal, ">") == "2c>3c Tc>7c"
    assert rule(deal, "Tc>3c") == "R14"
    assert rule(deal, "2c>7c") == "R14"


def test_R13_A53_nor_when_laid_side_by_side() -> None:
    deal = on(["3c/1 4c/1 5c/1"], "6c 7c 8c Kd 9d 2c")
    assert legal(deal, ">", "=") == "2c>3c 6c>3c =6c7c8c"
    play(deal, "=6c7c8c")
    assert [str(meld) for meld in deal.melds] == ["3c/1 4c/1 5c/1", "6c/0 7c/0 8c/0"]


def test_R17_D1_A13_a_limit_for_each_seat_and_deal() -> None:
    run = ["8c/1 9c/1 Tc/1 Jc/1"]
    deal = on(run, "Qc 7c 6c Ad", "5c 5d Kc 2h", rules={"layoff_limit": 2})
    play(deal, "7c>8c")
    assert legal(deal, ">") == "6c>7c Qc>7c"
    play(deal, "Qc>7c")
    assert legal(deal, ">") == ""
    assert rule(deal, "6c>7c") == "R17"
    play(deal, "-2s +")
    assert legal(deal, ">") == "Kc>7c"
    play(deal, "Kc>7c -2h +")
    assert deal.turn == 0
    assert rule(deal, "6c>7c") == "R17"


@pytest.mark.parametrize(("limit", "allowed"), [(None, "6c>7c"), (1, ""), (2, "6c>7c"), (13, "6c>7c")])
def test_R17_D1_the_limit_counts_cards(limit: int | None, allowed: str) -> None:
    deal = on(["8c/1 9c/1 Tc/1"], "7c 6c 2d Ad", rules={"layoff_limit": limit})
    play(deal, "7c>8c")
    assert legal(deal, ">") == allowed
    assert rule(deal, "6c>7c") == (None if allowed else "R17")


def test_R17_A13_a_position_says_how_many_were_laid_off() -> None:
    start = {"rules": "short", "hand": "7c 6d 2d Ad"}
    run = ["8c/1 9c/1 Tc/1 Jc/0 Qc/0"]
    assert legal(on(run, **start, layoffs=[1, 0]), ">") == "7c>8c"
    assert rule(on(run, **start, layoffs=[2, 0]), "7c>8c") == "R17"
    assert legal(on(run, **start, layoffs=[1, 2]), ">") == "7c>8c"


def test_R17_A13_new_melds_do_not_count() -> None:
    deal = on(["8c/1 9c/1 Tc/1"], "7c 6c 5c 4c 3d Ad", rules={"layoff_limit": 1})
    play(deal, "=4c5c6c 7c>8c")
    assert deal.layoffs == (1, 0)
    assert [str(meld) for meld in deal.melds] == ["4c/0 5c/0 6c/0", "7c/0 8c/1 9c/1 Tc/1"]
