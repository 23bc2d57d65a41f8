"""The one table of actions: number ↔ text ↔ (word, bit) of the kernel.

A number in the kernel is word × 52 + bit. Only 567 of them can occur; :data:`ACTIONS` lists these, and the place of
an action in that list is its dense id, for learners. The text of a layoff also names its target, which only the
table can tell, and a meld is ``^`` before the draw and ``=`` after it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ..cards import TEXTS, cards_text, parse_card, split_cards
from ..errors import BadText
from .kernel.entries import ACTIONS as REQUEST_ACTIONS
from .kernel.entries import SIGN_MELD, SIGN_PICKUP
from .kernel.entries import TARGETS as REQUEST_TARGETS
from .kernel.legal import target_of
from .kernel.melds import meld_cards
from .kernel.state import (
    DRAW,
    N_WORDS,
    PASS,
    TAKE,
    W_DISCARD,
    W_KNOCK,
    W_LAY_DOWN,
    W_LAY_SET,
    W_LAY_UP,
    W_QUAD,
    W_RUN,
    W_SET,
    W_TAKE,
)

_SET = [W_SET * 52 + bit for bit in range(52)]
_QUAD = [W_QUAD * 52 + rank for rank in range(13)]
_RUN = [
    (W_RUN + length - 3) * 52 + suit * 13 + rank
    for length in range(3, 14)
    for suit in range(4)
    for rank in range(14 - length)
]
MELDS: tuple[int, ...] = tuple(_SET + _QUAD + _RUN)
"""The 329 melds as actions."""

ACTIONS: tuple[int, ...] = (
    W_TAKE * 52 + DRAW,
    W_TAKE * 52 + PASS,
    *MELDS,
    *(W_LAY_SET * 52 + card for card in range(52)),
    *(W_LAY_UP * 52 + card for card in range(52) if card % 13 >= 3),
    *(W_LAY_DOWN * 52 + card for card in range(52) if card % 13 <= 9),
    *(W_DISCARD * 52 + card for card in range(52)),
    *(W_KNOCK * 52 + card for card in range(52)),
)
"""Every action that can occur, by dense id."""

IDS: dict[int, int] = {action: number for number, action in enumerate(ACTIONS)}
"""The dense id of each action."""

MELD_OF_CARDS: dict[int, int] = {meld_cards(action // 52, action % 52): action for action in MELDS}
_MELD_TEXTS = {action: cards_text(meld_cards(action // 52, action % 52)) for action in MELDS}


def action_text(g: Any, action: int) -> str:
    """The canonical text of an action in a state."""
    word, bit = divmod(action, 52)
    request = action
    if W_SET <= word < W_LAY_SET:
        request += (SIGN_PICKUP if g.phase == TAKE else SIGN_MELD) * REQUEST_ACTIONS * REQUEST_TARGETS
    elif W_LAY_SET <= word < W_DISCARD:
        request += (target_of(g, word, bit) + 1) * REQUEST_ACTIONS
    return request_text(request)


def legal_texts(g: Any, words: Any) -> list[str]:
    """The actions of the kernel's words as canonical texts, sorted by code points."""
    return sorted(action_text(g, action) for action in legal_actions(words))


def legal_actions(words: Any) -> list[int]:
    """The actions of the kernel's words as numbers."""
    found = []
    for word in range(N_WORDS):
        bits = int(words[word])
        while bits:
            found.append(word * 52 + (bits & -bits).bit_length() - 1)
            bits &= bits - 1
    return found


@lru_cache(maxsize=16384)
def request_text(request: int) -> str:
    """The text of a request; canonical if a layoff's target is."""
    word, bit = divmod(request % REQUEST_ACTIONS, 52)
    if word == W_TAKE:
        return "+" if bit == DRAW else "."
    if word < W_LAY_SET:
        picked_up = request // (REQUEST_ACTIONS * REQUEST_TARGETS) == SIGN_PICKUP
        return ("^" if picked_up else "=") + _MELD_TEXTS[word * 52 + bit]
    if word < W_DISCARD:
        return f"{TEXTS[bit]}>{TEXTS[request // REQUEST_ACTIONS % REQUEST_TARGETS - 1]}"
    return ("-" if word == W_DISCARD else "#") + TEXTS[bit]


def request_action(request: int) -> int:
    """The action that a request asks for."""
    return request % REQUEST_ACTIONS


@lru_cache(maxsize=16384)
def parse_action(text: str) -> int:
    """What a text asks for, as the kernel's request: the action, a layoff's target, and the sign of a meld.

    Raises:
        BadText: this is no action; the sentence says what is wrong with it.
    """
    if not isinstance(text, str):
        raise BadText(f"an action is a text, not {text!r:.40}", "R8")
    text = "".join(text.split())
    sign, rest = text[:1], text[1:]
    if text == "+":
        return W_TAKE * 52 + DRAW
    if text == ".":
        return W_TAKE * 52 + PASS
    if sign == "^":
        return _parse_meld(rest) + SIGN_PICKUP * REQUEST_ACTIONS * REQUEST_TARGETS
    if sign == "=":
        return _parse_meld(rest) + SIGN_MELD * REQUEST_ACTIONS * REQUEST_TARGETS
    if sign == "-":
        return W_DISCARD * 52 + parse_card(rest)
    if sign == "#":
        return W_KNOCK * 52 + parse_card(rest)
    if ">" in text:
        card, target = text.split(">", 1)
        return _parse_layoff(parse_card(card), parse_card(target))
    shown = repr(text if len(text) <= 40 else text[:37] + "…")
    raise BadText(f"{shown} is no action: + draw, ^ pick up, = meld, 7c>8c lay off, - discard, # knock, . pass", "R8")


def _parse_meld(text: str) -> int:
    bits = 0
    for card in split_cards(text):
        bits |= 1 << card
    action = MELD_OF_CARDS.get(bits)
    if action is None:
        shown = cards_text(bits) or "nothing"
        raise BadText(f"{shown} is no meld: 3 or 4 of a rank, or 3 and more in a row of one suit", "R7")
    return action


def _parse_layoff(card: int, target: int) -> int:
    """The kind of target follows from the two cards: same rank, or above or below in the suit.

    Any other target fits nothing; the kernel finds that out when it looks at the target.
    """
    if card == target:
        raise BadText(f"{TEXTS[card]} cannot be laid off on itself", "R14")
    word = W_LAY_SET
    if card // 13 == target // 13:
        word = W_LAY_UP if target < card else W_LAY_DOWN
    return word * 52 + card + (target + 1) * REQUEST_ACTIONS
