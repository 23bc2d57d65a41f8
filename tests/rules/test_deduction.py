"""R25: the dark deduction, and whose penalties it doubles."""

from __future__ import annotations

import pytest
from tests.rules.board import lines, play, table

from speto import Deal

P4 = {"layoff_discard": True}
HAND = "Jd Qh Kh Ah"
"""45 points."""


def knocked(hand: str, born: bool, penalties: int = 0, **rules: object) -> tuple[int, list[str]]:
    """Another knocks: the score and the lines of the seat with this hand."""
    start = {"stock": "2d 3d", "born": [0, 1] if born else [0], "penalties": [[1, "layoff_discard"]] * penalties}
    return of_seat_1(play(table("4s", "7c 7s 7h", hand, rules={**P4, **rules}, **start), "+ =7c7h7s #2d"))


def stock_out(hand: str, born: bool, penalties: int = 0, **rules: object) -> tuple[int, list[str]]:
    """Nobody knocks."""
    start = {"stock": "", "born": [0, 1] if born else [0], "penalties": [[1, "layoff_discard"]] * penalties}
    return of_seat_1(table("4s", "7c", hand, rules={**P4, **rules}, **start))


def of_seat_1(deal: Deal) -> tuple[int, list[str]]:
    assert deal.scores is not None
    return deal.scores[1], [line[2:] for line in lines(deal) if line[0] == "1"]


def test_R25_an_unborn_player_loses_double_when_another_knocks() -> None:
    assert knocked("Ah 2c 8d Jc", born=False) == (-160, ["hand R24 -80 2c8dJcAh", "dark_deduction R25 -80"])


def test_R25_a_born_player_does_not() -> None:
    assert knocked("Ah 2c 8d Jc", born=True) == (-80, ["hand R24 -80 2c8dJcAh"])


@pytest.mark.parametrize(("scope", "score", "more"), [("hand_and_penalties", -190, 95), ("hand", -140, 45)])
def test_R25_D5_what_is_doubled(scope: str, score: int, more: int) -> None:
    told = ["layoff_discard P4 -50", "hand R24 -45 JdQhKhAh", f"dark_deduction R25 -{more}"]
    assert knocked(HAND, born=False, penalties=1, unborn_double_scope=scope) == (score, told)
    assert knocked(HAND, born=True, penalties=1, unborn_double_scope=scope) == (-95, told[:2])
    twice = knocked(HAND, born=False, penalties=2, unborn_double_scope=scope)[0]
    assert twice == score - (100 if scope == "hand_and_penalties" else 50)


@pytest.mark.parametrize(("on", "scope", "score"), [
    ("knock_or_stock_out", "hand_and_penalties", -190), ("knock_or_stock_out", "hand", -140),
    ("knock", "hand_and_penalties", -95), ("knock", "hand", -95),
])  # fmt: skip
def test_R25_D4_also_when_the_stock_runs_out(on: str, scope: str, score: int) -> None:
    rules = {"unborn_double_on": on, "unborn_double_scope": scope}
    assert stock_out(HAND, born=False, penalties=1, **rules)[0] == score
    assert stock_out(HAND, born=True, penalties=1, **rules)[0] == -95
    # With a knock it applies under both.
    assert knocked(HAND, born=False, **rules)[0] == -90


def test_R25_D4_D5_the_presets() -> None:
    start = {"stock": "", "born": [0], "penalties": []}
    for preset, score in (("classic", -90), ("strict", -90), ("short", -45)):
        assert of_seat_1(table("4s", "7c", HAND, rules=preset, **start))[0] == score


def test_R25_born_status_is_that_of_the_end() -> None:
    def fresh() -> Deal:
        start = {"stock": "2d 3d 5d", "penalties": [[1, "layoff_discard"]], "born": [0], "turn": 1}
        return table("9h", "7c 7s 7h", "Th Jh Ah 2s", rules=P4, **start)

    unborn = play(fresh(), "+ -2d + =7c7h7s #3d")
    assert of_seat_1(unborn)[0] == -(40 + 50) * 2
    born_later = play(fresh(), "^9hThJh -2s + =7c7h7s #2d")
    told = ["layoff_discard P4 -50", "laid R24 +25 9hThJh", "hand R24 -15 Ah"]
    assert of_seat_1(born_later) == (25 - 15 - 50, told)


def test_R25_the_foolish_penalty_is_doubled_too() -> None:
    for rules, score in (({}, -260), ({"unborn_double_scope": "hand", "foolish_speto_amount": 50}, -110)):
        deal = table("9s", "2c Qh Kh", "3c 4c Kd", stock="Td 6s", rules=rules)
        play(deal, "+ -2c ^2c3c4c #Kd")
        assert deal.scores is not None
        assert deal.scores[0] == score


def test_A6_A31_the_knocker_pays_his_penalties_once() -> None:
    start = {"stock": "2d 3d", "rules": P4, "penalties": [[0, "layoff_discard"], [0, "layoff_discard"]]}
    born = play(table("4s", "7c 7s 7h", "Jd", born=[0], **start), "+ =7c7h7s #2d")
    assert born.scores == (15 + 50 - 100, -20)
    dark = play(table("4s", "7c 7s 7h", "Jd", **start), "+ =7c7h7s #2d")
    assert dark.scores == (2 * (15 + 50) - 100, -20)
    assert [line for line in lines(dark) if line[0] == "0"] == [
        "0 layoff_discard P4 -50",
        "0 layoff_discard P4 -50",
        "0 laid R24 +15 7c7h7s",
        "0 knock_card R23 +50 2d",
        "0 dark_knock R19 +65",
    ]


def test_A6_nor_in_colour() -> None:
    start = {"stock": "2d 3d", "rules": P4, "penalties": [[0, "layoff_discard"]], "born": [0]}
    colour = play(table("4s", "7c 8c 9c", "Jd", **start), "+ =7c8c9c #2d")
    assert colour.scores == (2 * (15 + 50) - 50, -20)


def test_A31_also_those_of_his_own_discards() -> None:
    start = {"melds": ["8c/1 9c/1 Tc/1"], "born": [0, 1], "rules": P4}
    deal = table("4s", "7c 3s 3h", "Jd", stock="3c 5d 6d", **start)
    play(deal, "+ -7c + -5d + =3c3h3s #6d")
    assert [line for line in lines(deal) if line[0] == "0"] == [
        "0 layoff_discard P4 -50 7c",
        "0 laid R24 +15 3c3h3s",
        "0 knock_card R23 +50 6d",
    ]


def test_D15_a_born_player_counts_table_minus_hand_minus_penalties() -> None:
    start = {"stock": "2d", "born": [0, 1], "melds": ["8c/1 9c/1 Tc/1"], "penalties": [[1, "layoff_discard"]]}
    deal = play(table("4s", "7c 7s 7h", "3d", rules=P4, **start), "+ =7c7h7s #2d")
    assert deal.scores == (65, 20 - 5 - 50)
