"""P9: a speto laid off next to another player's card."""

from __future__ import annotations

import pytest
from tests.rules.board import lines, play, table

from speto import Deal

P9 = {"speto_laid_off": True}
HANDS = ["2c Qs 3c Js Kd 9d", "4h 5h", "6d 7d", "8d 9h"]


def laid_off(
    melds: list[str], actions: str, rules: dict[str, object] = P9, born: tuple[int, ...] = (0, 1, 2, 3)
) -> Deal:
    """Seat 0 has drawn and lays off; four play."""
    used = " ".join(melds)
    hands = [" ".join(card for card in hand.split() if card not in used) for hand in HANDS]
    deal = table("5s", *hands, stock="Ad 8h", melds=melds, born=list(born), layoffs=[0] * 4, rules=rules)
    return play(deal, "+ " + actions)


@pytest.mark.parametrize(("melds", "action", "payer"), [
    (["3c/1 4c/1 5c/1 6c/1"], "2c>3c", 1),
    (["3c/2 4c/1 5c/1 6c/1"], "2c>3c", 2),
    (["3c/0 4c/1 5c/1 6c/1"], "2c>3c", None),
    (["9s/2 Ts/2 Js/2"], "Qs>9s", 2),
    (["8s/2 9s/2 Ts/2 Js/1"], "Qs>8s", 1),
    (["8s/2 9s/2 Ts/2 Js/0"], "Qs>8s", None),
    (["Qc/3 Qd/3 Qh/3"], "Qs>Qc", 3),
    (["Qc/0 Qd/0 Qh/0"], "Qs>Qc", None),
    (["2d/1 2h/1 2s/1"], "2c>2d", 1),
    (["2d/0 2h/0 2s/0"], "2c>2d", None),
])  # fmt: skip
def test_P9_A44_who_placed_the_connecting_card_pays(melds: list[str], action: str, payer: int | None) -> None:
    speto = action[:2]
    told = [] if payer is None else [f"{payer} speto_laid_off P9 -50 {speto}"]
    assert lines(laid_off(melds, action)) == told
    assert lines(laid_off(melds, action, {})) == []


def test_P9_A44_the_last_layer_of_the_run_pays_not_its_owner() -> None:
    deal = laid_off(["8s/2 9s/2 Ts/2 Js/3"], "Qs>8s")
    assert lines(deal) == ["3 speto_laid_off P9 -50 Qs"]
    assert [(line.action, line.by) for line in deal.ledger] == [(1, 0)]


def test_P9_A44_not_when_the_layer_placed_the_connecting_card_himself() -> None:
    assert lines(laid_off(["4c/1 5c/1 6c/1"], "3c>4c 2c>3c")) == []
    assert lines(laid_off(["8s/2 9s/2 Ts/2"], "Js>8s Qs>8s")) == []


def test_P9_A44_in_two_steps_of_different_turns() -> None:
    for layer, told in ((0, []), (1, ["0 speto_laid_off P9 -50 2c"])):
        hands = ["3c Kd 9d Jc", "4h 5h 8d"]
        hands[layer] += " 2c"
        deal = table("5s", *hands, stock="Ad 8h Ts 9s", melds=["4c/1 5c/1 6c/1"], born=[0, 1], rules=P9)
        play(deal, "+ 3c>4c -Ad +" + (" 2c>3c" if layer == 1 else " -8h + 2c>3c"))
        assert lines(deal) == told


def test_P9_only_spetos() -> None:
    deal = laid_off(["3c/1 4c/1 5c/1", "8s/2 9s/2 Ts/2"], "Js>8s")
    assert lines(deal) == []
    deal = table(
        "5s", "2d Qc Kd 9d", "4h 5h", stock="Ad", melds=["3d/1 4d/1 5d/1", "9c/1 Tc/1 Jc/1"], born=[0, 1], rules=P9
    )
    assert lines(play(deal, "+ 2d>3d Qc>9c")) == []


def test_P9_not_for_a_speto_in_a_new_meld() -> None:
    deal = table("5s", "2c 3c 4c Kd", "4h 5h", stock="Ad", melds=["5c/1 6c/1 7c/1"], born=[0, 1], rules=P9)
    assert lines(play(deal, "+ =2c3c4c")) == []


def test_P9_both_spetos_in_one_turn() -> None:
    deal = laid_off(["3c/1 4c/1 5c/1", "9s/2 Ts/2 Js/2"], "2c>3c Qs>9s")
    assert lines(deal) == ["1 speto_laid_off P9 -50 2c", "2 speto_laid_off P9 -50 Qs"]


def test_P9_the_fourth_of_the_rank_on_a_run_not_on_its_set() -> None:
    melds = ["2d/1 2h/1 2s/1", "3c/2 4c/2 5c/2"]
    assert lines(laid_off(melds, "2c>2d")) == ["1 speto_laid_off P9 -50 2c"]
    assert lines(laid_off(melds, "2c>3c")) == ["2 speto_laid_off P9 -50 2c"]


def test_P9_A45_in_a_knocking_turn_too() -> None:
    melds = ["3c/1 4c/1 5c/1"]
    born = table("5s", "2c 7c 7d 7h", "4h", stock="Ad", melds=melds, born=[0, 1], rules=P9)
    play(born, "+ =7c7d7h 2c>3c #Ad")
    assert lines(born, "speto_laid_off") == ["1 speto_laid_off P9 -50 2c"]
    assert born.scores == (65 + 50, 15 - 5 - 50)
    dark = table("5s", "2c 7c 7d 7h", "4h", stock="Ad", melds=melds, born=[1], rules=P9)
    play(dark, "+ 2c>3c =7c7d7h #Ad")
    assert lines(dark, "speto_laid_off") == ["1 speto_laid_off P9 -50 2c"]
    assert dark.scores == (2 * (65 + 50), 15 - 5 - 50)


def test_P9_D10_a_closed_run_takes_no_speto() -> None:
    # With the ace in it the run needs no queen, so this can only be seen from below: nothing is charged.
    melds = ["Qs/1 Ks/1 As/1"]
    deal = table("5s", "Js 7c 7d 7h", "4h", stock="Ad", melds=melds, born=[0, 1], rules={**P9, "qka_closed": True})
    play(deal, "+")
    assert [action for action in deal.legal if ">" in action] == []
