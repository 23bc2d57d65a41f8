"""Switching one rule off takes its lines out of the ledger, and nothing else but what they were doubled with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from tests.property.walks import PENALTIES, ended, some_deal

from speto import Card, Deal, Line
from speto.cards import cards_text, parse_cards

ACES = {"flat15": (15, 15), "split15_10": (15, 10), "five": (5, 5)}


def off(deal: Deal, seed: int, switch: str) -> list[Line]:
    """The ledger of the same actions under the same house rules but one."""
    again = some_deal(seed, rules=replace(deal.options, **{switch: False}))
    again.play_all(deal.actions)
    assert again.scores is not None
    return again.ledger


def without_penalty(deal: Deal, code: str) -> list[Line]:
    lines = []
    for line in deal.ledger:
        if line.code == "dark_deduction" and deal.options.unborn_double_scope == "hand_and_penalties":
            saved = sum(-other.points for other in deal.ledger if other.seat == line.seat and other.code == code)
            line = line._replace(points=line.points + saved)
        if line.code != code:
            lines.append(line)
    return lines


def doubled_anew(lines: list[Line]) -> list[Line]:
    """R19, R20: what the doublings add, of the lines as they stand now."""
    base = {line.seat: 0 for line in lines}
    fresh = []
    for line in lines:
        if line.code in ("laid", "head", "knock_card"):
            base[line.seat] += line.points
        if line.code in ("dark_knock", "colour_knock"):
            line = line._replace(points=base[line.seat])
            base[line.seat] *= 2
        fresh.append(line)
    return fresh


def fits_the_table(deal: Deal, card: Card) -> bool:
    """A3: whether the knock card could be laid off on the table at the end."""
    for meld in deal.melds:
        first, last = meld.cards[0], meld.cards[-1]
        if meld.is_set:
            if len(meld.cards) == 3 and card.rank == first.rank:
                return True
        elif not (deal.options.qka_closed and last.rank == "A") and (
            (card == first - 1 and card.suit == first.suit) or (card == last + 1 and card.suit == last.suit)
        ):
            return True
    return False


def without_knock_speto(deal: Deal) -> list[Line]:
    lines = []
    for line in deal.ledger:
        if line.code == "knock_card" and line.rule == "P1":
            assert deal.knock_card is not None
            stays = deal.options.knock_layable and fits_the_table(deal, deal.knock_card)
            line = line._replace(rule="P2") if stays else line._replace(rule="R23", points=50)
        lines.append(line)
    return doubled_anew(lines)


def without_knock_layable(deal: Deal) -> list[Line]:
    lines = []
    for line in deal.ledger:
        if line.code == "knock_card" and line.rule == "P2":
            assert deal.knock_card is not None
            assert fits_the_table(deal, deal.knock_card)
            line = line._replace(rule="R23", points=50)
        elif line.code == "knock_card" and line.rule == "R23" and deal.options.knock_layable:
            assert deal.knock_card is not None
            assert not fits_the_table(deal, deal.knock_card)
        lines.append(line)
    return doubled_anew(lines)


def face(deal: Deal, card: Card) -> int:
    """R22: what the head counts without its bonus."""
    if str(card) in ("2c", "Qs"):
        return 50
    if card.rank == "A":
        return ACES[deal.options.ace_value][not next(meld for meld in deal.melds if card in meld.cards).is_set]
    return 10 if card.rank in "TJQK" else 5


def without_head_bonus(deal: Deal) -> list[Line]:
    lines: list[Line] = []
    for line in deal.ledger:
        if line.code == "head":
            head = deal.head
            assert head is not None
            assert line.points == (100 if str(head) in ("2c", "Qs") else 50)
            laid = lines.pop()
            assert (laid.code, laid.seat) == ("laid", line.seat)
            cards = cards_text(parse_cards(f"{laid.cards}{line.cards}"))
            line = laid._replace(points=laid.points + face(deal, head), cards=cards)
        lines.append(line)
    return doubled_anew(lines)


def without_colour_knock(deal: Deal) -> list[Line]:
    return [line for line in deal.ledger if line.code != "colour_knock"]


CASES: dict[str, Callable[[Deal], list[Line]]] = {
    **{code: (lambda deal, code=code: without_penalty(deal, code)) for code in PENALTIES},
    "knock_speto": without_knock_speto,
    "knock_layable": without_knock_layable,
    "head_bonus": without_head_bonus,
    "colour_knock": without_colour_knock,
}


def test_switching_a_rule_off_takes_its_lines() -> None:
    changed = Counter[str]()
    for seed in range(420):
        deal = ended(seed)
        for switch, expected in CASES.items():
            if getattr(deal.options, switch):
                lines = expected(deal)
                assert off(deal, seed, switch) == lines, f"{switch} off, seed {seed}, {deal.actions}"
                changed[switch] += lines != deal.ledger
    assert all(changed[switch] >= 4 for switch in CASES), changed
