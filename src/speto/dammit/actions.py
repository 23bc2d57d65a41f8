"""Actions as text and as the kernel's requests (``kernel/entries.py``).

What a seat sends names no card that chance draws: ``?``, ``-7h``. What a record holds names it: ``?7h``, ``-7h&Kc``.
What the other seats see of an action names only what was shown: ``-7h``, and ``~`` for the four cards that were kept.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Any

from ..cards import CANONICAL, TEXTS, cards_text, parse_card, parse_cards
from ..errors import BadText
from .kernel.entries import KEEP_FOUR, KINDS, PLAY_CARD, SEATS, TAKE_PILE, TURN_RANDOM, TURN_SUPPORT, drawn_card
from .kernel.state import PILE, RANDOM, SUPPORT, W_KEEP, W_PLAY, W_TURN

_SIGNS = {TURN_SUPPORT: "?", TURN_RANDOM: "!", TAKE_PILE: "*"}
_KINDS = {"?": TURN_SUPPORT, "!": TURN_RANDOM}


def legal_texts(words: Any) -> list[str]:
    """The actions of the kernel's words as a seat sends them, sorted by code points."""
    found = ["-" + TEXTS[card] for card in range(52) if words[W_PLAY] >> card & 1]
    signs = ((SUPPORT, "?"), (RANDOM, "!"), (PILE, "*"))
    found += [sign for bit, sign in signs if words[W_TURN] >> bit & 1]
    choice = [TEXTS[card] for card in CANONICAL if words[W_KEEP] >> card & 1]
    found += ["~" + "".join(four) for four in combinations(choice, 4)]
    return sorted(found)


@lru_cache(maxsize=16384)
def request_text(request: int) -> str:
    """A request as a record holds it."""
    sent = sent_text(request)
    card = drawn_card(request % SEATS)
    if card < 0:
        return sent
    return f"{sent}{'&' if sent[0] == '-' else ''}{TEXTS[card]}"


@lru_cache(maxsize=16384)
def sent_text(request: int) -> str:
    """A request as a seat sends it."""
    named, kind = divmod(request % SEATS, KINDS)
    if kind == PLAY_CARD:
        return "-" + TEXTS[named % 64]
    return _SIGNS[kind] if kind in _SIGNS else "~" + cards_text(named)


def seen_text(request: int) -> str:
    """A request as the other seats see it played."""
    kind = request % SEATS % KINDS
    if kind == KEEP_FOUR:
        return "~"
    return sent_text(request) if kind == PLAY_CARD else request_text(request)


@lru_cache(maxsize=16384)
def parse_action(text: str) -> int:
    """What a text asks for, as the kernel's request.

    Raises:
        BadText: this is no action; the sentence says what is wrong with it.
    """
    sign, rest = text[:1], text[1:]
    if sign == "-":
        played, drawn, came = rest.partition("&")
        card = parse_card(played)
        if not drawn:
            return PLAY_CARD + KINDS * card
        return PLAY_CARD + KINDS * (card + 64 * (parse_card(came) + 1))
    if sign in _KINDS:
        return _KINDS[sign] + KINDS * (parse_card(rest) + 1 if rest else 0)
    if text == "*":
        return TAKE_PILE
    if sign == "~":
        cards = parse_cards(rest)
        if cards.bit_count() != 4:
            raise BadText(f"{cards.bit_count()} cards are named after ~: four are kept", "M12")
        return KEEP_FOUR + KINDS * cards
    shown = repr(text if len(text) <= 40 else text[:37] + "…")
    raise BadText(f"{shown} is no action: -7h play, ? support, ! random, * take the pile, ~4c5d6h7s keep four", "M7")
