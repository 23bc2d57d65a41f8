"""Each reason against an action, provoked: its rule and its sentence."""

from __future__ import annotations

import pytest
from tests.rules.board import play, table

from speto import Deal, IllegalAction
from speto.dummy.actions import parse_action
from speto.dummy.kernel import entries, legal
from speto.dummy.kernel.state import N_WORDS
from speto.dummy.reasons import REASONS

NUMBERS = {name: number for name, number in vars(legal).items() if name.startswith("N_") and name != "N_WORDS"}
RUNS = {"melds": ["8c/1 9c/1 Tc/1", "Qh/0 Kh/0 Ah/0"], "born": [0, 1]}


def start(**more: object) -> Deal:
    """Seat 0 begins its turn."""
    return table("7h 8d/0 9d/1", "8h 9h Kc 5s 3d", "4c 5c", **{"stock": "2s 2d 6d", **more})  # type: ignore[arg-type]


def drawn(**more: object) -> Deal:
    """Seat 0 has drawn the 2s."""
    return play(start(**more), "+")


def over() -> Deal:
    """Seat 0 has knocked."""
    return play(table("7h", "8h 9h Kc", "4c 5c", stock="2s"), "^7h8h9h #Kc")


def run_out() -> Deal:
    """The stock has run out, and nobody knocked."""
    return table("Kh", "8h 9h", "4c 5c", stock="")


def last_turn(hand: str = "8h 9h Kc Tc") -> Deal:
    """The stock is empty, and seat 0 may pick up all but the head to knock."""
    return table("6d Ts/0 Td/0 7h/1", hand, "4c 5c", stock="")


def must_finish() -> Deal:
    """An unborn seat that has begun to lay."""
    return play(table("Ks", "7c 7d 7h 8h 9h Th 2c 2d 2h", "4c", stock="Kd"), "+ =2c2d2h")


def one_left() -> Deal:
    """All but one card are laid."""
    return play(table("7h", "8h 9h Kc", "4c 5c", stock="2s"), "^7h8h9h")


def with_runs(**more: object) -> Deal:
    """Seat 0 is born and may lay off."""
    hand = "7c 6c Jc 2h 3h Jh 5s"
    return play(table("4d", hand, "4c 5c", **{"stock": "2s", **RUNS, **more}), "+")  # type: ignore[arg-type]


CASES: dict[str, list[tuple[Deal, str, str, str]]] = {
    "N_OVER": [
        (over(), "+", "R18", "the deal is over"),
        (over(), "#Kc", "R18", "the deal is over"),
        (run_out(), "+", "R21", "the deal is over"),
        (run_out(), "-8h", "R21", "the deal is over"),
    ],
    "N_TAKEN_ALREADY": [
        (drawn(), "+", "R8", "a card was taken already in this turn"),
        (drawn(), ".", "R8", "a card was taken already in this turn"),
        (drawn(), "^7h8h9h", "R8", "a card was taken already in this turn"),
        (one_left(), "^7h8h9h", "R8", "a card was taken already in this turn"),
    ],
    "N_TAKE_FIRST": [
        (start(), "-Kc", "R8", "a turn begins with a draw or a pickup"),
        (start(), "#Kc", "R8", "a turn begins with a draw or a pickup"),
        (start(), "Kc>2c", "R8", "a turn begins with a draw or a pickup"),
        (start(), "=7h8h9h", "R8", "a turn begins with a draw or a pickup"),
    ],
    "N_NO_STOCK": [(last_turn(), "+", "R21", "the stock is empty")],
    "N_PASS": [(start(), ".", "R21", "there is no passing while the stock has cards")],
    "N_NOT_THERE": [
        (start(), "^7h8h9hTh", "R9", "Th is neither in the hand nor in the pile"),
        (start(), "^2c3c4c", "R9", "2c 3c 4c is neither in the hand nor in the pile"),
    ],
    "N_NO_HAND_CARD": [
        (table("7h 7c/0 7d/1", "8h 9h", "4c", stock="2s"), "^7c7d7h", "R9",
         "a pickup's meld needs at least one card of the hand"),
    ],
    "N_NO_PILE_CARD": [
        (table("Kd 7c/1", "8h 9h Th 2c", "4c", stock="2s"), "^8h9hTh", "R9",
         "a pickup's meld needs a card of the pile"),
    ],
    "N_NOTHING_LEFT": [
        (table("7h", "8h 9h", "4c", stock="2s"), "^7h8h9h", "A21",
         "one card must be left to discard or to knock with"),
        (play(table("Kd", "8h 9h", "4c", stock="Th", born=[0]), "+"), "=8h9hTh", "A20",
         "one card must be left to discard or to knock with"),
    ],
    "N_LAST_TURN": [
        (last_turn(), "^7h8h9h", "A23", "the stock is empty, and no knock can follow this pickup in this turn"),
    ],
    "N_NOT_HELD": [
        (drawn(), "-4c", "R8", "4c is not in the hand"),
        (drawn(), "#4c", "R8", "4c is not in the hand"),
        (drawn(born=[0]), "=7h8h9h", "R8", "7h is not in the hand"),
        (with_runs(), "Qc>8c", "R8", "Qc is not in the hand"),
    ],
    "N_LAST_CARD": [
        (one_left(), "-Kc", "A19", "one card is left, so it is the knock card"),
        (one_left(), "Kc>7h", "A19", "one card is left, so it is the knock card"),
    ],
    "N_MUST_FINISH": [
        (must_finish(), "-Kd", "A15", "this turn must end in a knock, so nothing is discarded"),
        (play(last_turn(), "^TcTdTs"), "-Kc", "A23",
         "this turn must end in a knock, so nothing is discarded"),
    ],
    "N_NOT_LAST": [(drawn(), "#Kc", "R18", "a knock leaves just one card, and 6 are held")],
    "N_UNBORN": [
        (play(table("Kd", "8h 9h 2c 3d", "4c", stock="Th"), "+"), "=8h9hTh", "R12",
         "the seat is not born, and no complete knock in this turn can follow"),
        (with_runs(born=[1], melds=RUNS["melds"][:1]), "7c>8c", "R12",
         "the seat is not born, and no complete knock in this turn can follow"),
    ],
    "N_LOSES_KNOCK": [
        (must_finish(), "=7h8h9h", "A15", "this turn must end in a knock, which could not follow any more"),
    ],
    "N_NO_FIT": [
        (with_runs(), "6c>8c", "R14", "6c does not fit that meld"),
        (with_runs(), "7c>Qh", "R14", "7c does not fit that meld"),
        (with_runs(), "5s>9c", "R14", "5s does not fit that meld"),
        (with_runs(), "Jh>8c", "R14", "Jh does not fit that meld"),
    ],
    "N_NO_WRAP": [
        (with_runs(), "2h>Qh", "R16", "2h does not fit: a run ends at the ace"),
        (with_runs(), "3h>Ah", "R16", "3h does not fit: a run ends at the ace"),
    ],
    "N_CLOSED": [
        (with_runs(rules={"qka_closed": True}), "Jh>Qh", "D10",
         "Jh does not fit: a run that holds the ace is closed here"),
    ],
    "N_LIMIT": [
        (play(with_runs(rules={"layoff_limit": 1}, layoffs=[0, 0]), "7c>8c"), "6c>7c", "R17",
         "no more cards may be laid off in this deal: the limit is 1"),
    ],
    "N_NO_TARGET": [
        (with_runs(), "7c>6d", "R15", "no meld on the table holds 6d"),
        (with_runs(), "7c>Jc", "R15", "no meld on the table holds Jc"),
    ],
}  # fmt: skip


def test_every_reason_has_a_case_and_a_sentence() -> None:
    assert set(CASES) == set(NUMBERS)
    assert set(REASONS) == set(NUMBERS.values())
    assert len(set(NUMBERS.values())) == len(NUMBERS)
    assert legal.NO_REASON == 0


@pytest.mark.parametrize(
    ("name", "deal", "action", "rule", "sentence"),
    [
        pytest.param(name, *case, id=f"{name.lower()}-{at}")
        for name, cases in CASES.items()
        for at, case in enumerate(cases)
    ],
)
def test_a_reason(name: str, deal: Deal, action: str, rule: str, sentence: str) -> None:
    refusal = deal.refuse(action)
    assert refusal is not None
    assert (refusal.rule, refusal.sentence) == (rule, sentence)
    before = (str(deal), deal.actions, deal.ledger)
    with pytest.raises(IllegalAction) as caught:
        deal.play(action)
    assert caught.value.rule == rule
    assert caught.value.sentence == f"{action}: {sentence}"
    assert (str(deal), deal.actions, deal.ledger) == before
    request = parse_action(action)
    assert entries.why_not_at([deal._g], 0, [deal._r], [0] * N_WORDS, request) == NUMBERS[name]
