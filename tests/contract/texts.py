"""Ways to write actions, right and wrong, in the notation that all games share."""

from __future__ import annotations

import random
import re

from speto.cards import CANONICAL, TEXTS, parse_card

CARD = re.compile("(?:10|[2-9TtJjQqKkAa])[CcDdHhSs♣♦♥♠]")
PRINTED = re.compile("\\b(?:[2-9TJQKA][cdhs]|(?:10|[2-9JQKA])[♣♦♥♠])(?!\\w)")
CARD_ROW = re.compile(f"(?:{CARD.pattern})+")
NONSENSE = ("", " ", "nonsense", "-", "-7", "-7x", "7h", "-７h", "-7h\0", "-" * 60, "&Kc", "\ud800", "Ω")


def plain(text: str) -> str:
    """The text with its cards as they are printed.

    >>> plain("^QdJ♦10D")
    '^TdJdQd'
    """

    def printed(row: re.Match[str]) -> str:
        cards = [parse_card(card) for card in CARD.findall(row[0])]
        return "".join(TEXTS[card] for card in sorted(cards, key=CANONICAL.index))

    return CARD_ROW.sub(printed, text)


def respellings(text: str) -> list[str]:
    """Other ways to write an action that readers take."""
    signs = text.translate(str.maketrans("cdhs", "♣♦♥♠")).replace("T", "10")
    backwards = CARD_ROW.sub(lambda row: "".join(reversed(CARD.findall(row[0]))), text)
    return [other for other in (signs, text.swapcase(), backwards) if other != text]


def mutations(text: str, rng: random.Random) -> list[str]:
    """Texts that look like this one: most are illegal, some are no actions."""
    card, sign = rng.choice(TEXTS), rng.choice("+^=-#.>~?!*&")
    cards = CARD.findall(text)
    return [
        CARD.sub(card, text, count=1),
        text.replace(cards[-1], card) if cards else text + card,
        sign + text[1:],
        text + card,
        text + (cards[0] if cards else sign),
        text[:-1],
        text[: len(text) // 2],
        f"{text}>{card}",
        f"{text}&{card}",
        text * 2,
    ]


def shown_cards(text: str) -> set[str]:
    """The cards that a text for people names, each as a word."""
    return {TEXTS[parse_card(card)] for card in PRINTED.findall(text)}


def is_sentence(text: object) -> bool:
    """Whether a reason can be shown to a person on one line."""
    return isinstance(text, str) and 5 < len(text) < 300 and text.isprintable()
