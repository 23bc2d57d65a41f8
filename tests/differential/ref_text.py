"""The referee's cards, melds and options, as plain text and sets.

Written from `rules.md` and `records.md` alone. Nothing here comes from the package: a card is a string
like "Td", a meld is a frozenset of cards.
"""

from collections.abc import Iterable
from typing import Any

Cards = frozenset[str]

RANKS = "23456789TJQKA"
SUITS = "cdhs"
PACK = [rank + suit for rank in RANKS for suit in SUITS]  # in canonical order
SPETOS = ("2c", "Qs")

DEFAULTS: dict[str, Any] = {
    "layoff_limit": None,
    "ace_value": "flat15",
    "unborn_double_on": "knock_or_stock_out",
    "unborn_double_scope": "hand_and_penalties",
    "foolish_condition": "used",
    "foolish_speto_amount": 100,
    "reversal": "toggle",
    "target": 500,
    "colour_knock": True,
    "qka_closed": False,
    "strip_stock": 0,
    "knock_speto": False,
    "knock_layable": False,
    "head_bonus": False,
    "layoff_discard": False,
    "full_discard": False,
    "head_feed": False,
    "speto_feed": False,
    "speto_lure": False,
    "speto_laid_off": False,
}

OPTIONAL_RULES = (
    "knock_speto",
    "knock_layable",
    "head_bonus",
    "layoff_discard",
    "full_discard",
    "head_feed",
    "speto_feed",
    "speto_lure",
    "speto_laid_off",
)

PRESETS: dict[str, dict[str, Any]] = {
    "classic": {},
    "strict": dict.fromkeys(OPTIONAL_RULES, True),
    "short": {
        "layoff_limit": 2,
        "unborn_double_on": "knock",
        "unborn_double_scope": "hand",
        "foolish_condition": "single_card",
        "foolish_speto_amount": 50,
        "reversal": "next_deal",
        "colour_knock": False,
        "qka_closed": True,
    },
}

PENALTY_RULES = {
    "foolish_discard": "P0",
    "layoff_discard": "P4",
    "full_discard": "P5",
    "head_feed": "P6",
    "speto_feed": "P7",
    "speto_lure": "P8",
    "speto_laid_off": "P9",
}


def full_rules(rules: dict[str, Any]) -> dict[str, Any]:
    """Every option with its value, from a record's `rules` object."""
    preset = rules.get("preset", "classic")
    assert preset in PRESETS, f"unknown preset {preset!r}"
    own = {name: value for name, value in rules.items() if name != "preset"}
    assert set(own) <= set(DEFAULTS), f"unknown option in {own}"
    return {**DEFAULTS, **PRESETS[preset], **own}


def rank_of(card: str) -> int:
    return RANKS.index(card[0])


def suit_of(card: str) -> str:
    return card[1]


def in_order(cards: Iterable[str]) -> list[str]:
    """Canonical order: by rank, then suit c d h s."""
    return sorted(cards, key=PACK.index)


def text(cards: Iterable[str]) -> str:
    return "".join(in_order(cards))


def cards_in(spaced: str) -> list[str]:
    """The cards of a text like "7h Kd 3s"."""
    cards = spaced.split()
    assert set(cards) <= set(PACK), f"bad card in {spaced!r}"
    return cards


def cards_run_together(joined: str) -> Cards:
    """The cards of an action's text like "JdQdKd"."""
    return frozenset(joined[i : i + 2] for i in range(0, len(joined), 2))


def is_set(cards: Iterable[str]) -> bool:
    cards = set(cards)
    return len(cards) >= 3 and len({rank_of(c) for c in cards}) == 1


def is_run(cards: Iterable[str]) -> bool:
    """Three or more in a row of one suit; 2 is low, the ace is high, no wrap (R6 R7)."""
    cards = set(cards)
    ranks = sorted(rank_of(c) for c in cards)
    return (
        len(cards) >= 3
        and len({suit_of(c) for c in cards}) == 1
        and ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    )


def _all_melds() -> list[Cards]:
    melds = []
    for rank in RANKS:
        four = [rank + suit for suit in SUITS]
        melds.append(frozenset(four))
        melds.extend(frozenset(four) - {left_out} for left_out in four)
    for suit in SUITS:
        for low in range(13):
            runs = [RANKS[low : high + 1] for high in range(low + 2, 13)]
            melds.extend(frozenset(rank + suit for rank in run) for run in runs)
    return melds


MELDS = _all_melds()  # all 329


def guards(card: str) -> set[str]:
    """Same suit within two ranks, or same rank (section 2)."""
    return {
        other
        for other in PACK
        if other != card
        and (
            rank_of(other) == rank_of(card)
            or (suit_of(other) == suit_of(card) and abs(rank_of(other) - rank_of(card)) <= 2)
        )
    }


def fits(card: str, meld: Iterable[str], qka_closed: bool) -> bool:
    """Whether the card could be laid off on this meld (R14 R16 D10)."""
    cards = set(meld)
    if is_set(cards):
        return len(cards) == 3 and rank_of(card) == rank_of(min(cards))
    if qka_closed and any(c[0] == "A" for c in cards):
        return False
    return is_run(cards | {card}) and card not in cards


def value(card: str, ace_value: str, meld: Iterable[str] | None = None) -> int:
    """Face value (R22): of a card in `meld` on the table, or in a hand if there is no meld (D2 A54)."""
    if card in SPETOS:
        return 50
    if card[0] == "A":
        if ace_value == "five":
            return 5
        if ace_value == "split15_10" and meld is not None and is_run(meld):
            return 10
        return 15
    return 10 if card[0] in "TJQK" else 5
