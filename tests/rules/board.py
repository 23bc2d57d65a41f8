"""Small positions, and what comes of them as text that a test can compare."""

from __future__ import annotations

from collections.abc import Mapping

from speto import Deal
from speto.cards import CANONICAL, TEXTS, cards_text, parse_cards, split_cards
from speto.game import Line

PACK = [TEXTS[card] for card in CANONICAL]


def table(
    pile: str, *hands: str, stock: str | None = None, rules: str | Mapping[str, object] = "classic", **start: object
) -> Deal:
    """A position, seat 0 to act unless it says another. Without a stock the cards that are named nowhere lie there."""
    melds = start.get("melds", [])
    assert isinstance(melds, list)
    if stock is None:
        words = [word.partition("/")[0] for text in (pile, *melds) for word in text.split()]
        used = {*words, *(TEXTS[card] for hand in hands for card in split_cards(hand)), start.get("head")}
        stock = " ".join(card for card in PACK if card not in used)
    whole = {"hands": list(hands), "pile": pile, "stock": stock, "turn": 0, **start}
    return Deal.from_start(whole, players=len(hands), rules=rules)


def play(deal: Deal, actions: str) -> Deal:
    """Play actions, written with spaces between; returns the same deal."""
    deal.play_all(actions.split())
    return deal


def rule(deal: Deal, action: str) -> str | None:
    """The rule against an action; None if it is legal."""
    refusal = deal.refuse(action)
    return refusal.rule if refusal else None


def legal(deal: Deal, *signs: str) -> str:
    """The legal actions that hold one of these signs, with spaces between."""
    return " ".join(action for action in deal.legal if any(sign in action for sign in signs))


def lines(deal: Deal, *codes: str) -> list[str]:
    """The ledger, or its lines with these codes: seat, code, rule, points, cards."""
    return [_text(line) for line in deal.ledger if not codes or line.code in codes]


def _text(line: Line) -> str:
    return f"{line.seat} {line.code} {line.rule} {line.points:+d}" + (f" {line.cards}" if line.cards else "")


def discards(hand: str) -> str:
    """The discards of a hand as legal actions print, with spaces between."""
    return " ".join(sorted("-" + TEXTS[card] for card in split_cards(hand)))


def cards(text: str) -> str:
    """Cards in canonical order, as hands print."""
    return cards_text(parse_cards(text), " ")
