"""Why an action is refused: the number that the kernel gives, a rule id, a key and a sentence."""

from __future__ import annotations

from typing import Any

from ..cards import TEXTS, cards_text
from ..game import Refusal
from .kernel import entries as e
from .kernel import legal as k

N_CHOSEN = 15
"""A seat names what chance draws."""

REASONS: dict[int, tuple[str, str, str]] = {
    k.N_OVER: ("over", "MA14", "the deal is over"),
    k.N_KEEP_FIRST: ("keep_first", "MA20", "the turn goes on: four of the cards that were picked up are to be kept"),
    k.N_KEEP_NOTHING: ("keep_nothing", "M12", "four cards are kept only when a random card did not fit"),
    k.N_NOT_HELD: ("not_held", "M7", "{cards} is not in the hand"),
    k.N_NO_FIT: ("no_fit", "M5", "{cards} does not fit on {top}"),
    k.N_NO_SUPPORT: ("no_support", "M7", "there is no support card to turn up"),
    k.N_RANDOM_WAITS: ("random_waits", "MA6", "the random pile waits until hand and support are empty"),
    k.N_CARD_FITS: ("card_fits", "MA3", "a hand card fits, so the pile is not taken"),
    k.N_TURN_SUPPORT: ("turn_support", "MA4", "the pile is not taken before a support card was turned up"),
    k.N_TURN_RANDOM: ("turn_random", "M12", "the pile is not taken before a random card was turned up"),
    k.N_NOT_TAKEN: ("not_taken", "M12", "{missing} was not picked up"),
    e.N_NAME_CARD: ("name_card", "M7", "the card that turned up is to be named, too"),
    e.N_NOT_DRAWN: ("not_drawn", "M7", "{drawn} is not in that pile: which card turns up is drawn, not chosen"),
    e.N_NOTHING_DRAWN: ("nothing_drawn", "MA8", "no support card comes after this play"),
    N_CHOSEN: ("chosen", "M7", "which card turns up is drawn, not chosen"),
}
"""For each reason: its key in the page's catalogue, the rule, the sentence."""

_DRAWN = {e.PLAY_CARD: "M11", e.TURN_SUPPORT: "M7", e.TURN_RANDOM: "M12"}
"""The rule by which a card turns up, by the kind of request."""


def refusal(g: Any, request: int, reason: int) -> Refusal:
    """The reason against a request as a rule and a sentence; it names only cards that the request or the pile shows."""
    key, rule, sentence = REASONS[reason]
    if reason in (e.N_NAME_CARD, e.N_NOT_DRAWN, N_CHOSEN):
        rule = _DRAWN[request % e.KINDS]
    if reason == e.N_NOTHING_DRAWN and g.deck_len > 0:
        rule = "M9"
    card = e.first_action(request) % 52
    drawn = e.drawn_card(request)
    missing = 0
    if reason == k.N_NOT_TAKEN:
        missing = request // e.KINDS & ~g.support[g.turn]
    return Refusal(
        rule,
        sentence.format(
            cards=TEXTS[card],
            top=TEXTS[g.pile[g.pile_len - 1]] if g.pile_len else "the empty pile",
            missing=cards_text(missing, " "),
            drawn=TEXTS[drawn] if drawn >= 0 else "that card",
        ),
        key,
    )
