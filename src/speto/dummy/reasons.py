"""Why an action is refused: the number that the kernel gives, a rule id, a key and a sentence."""

from __future__ import annotations

from typing import Any

from ..cards import TEXTS, cards_text
from ..game import Refusal
from .actions import request_action
from .kernel import legal as k
from .kernel.melds import meld_cards
from .kernel.state import TAKE, W_LAY_SET, W_TAKE

REASONS: dict[int, tuple[str, str, str]] = {
    k.N_OVER: ("over", "R18", "the deal is over"),
    k.N_TAKEN_ALREADY: ("taken_already", "R8", "a card was taken already in this turn"),
    k.N_TAKE_FIRST: ("take_first", "R8", "a turn begins with a draw or a pickup"),
    k.N_NO_STOCK: ("no_stock", "R21", "the stock is empty"),
    k.N_PASS: ("no_pass", "R21", "there is no passing while the stock has cards"),
    k.N_NOT_THERE: ("not_there", "R9", "{missing} is neither in the hand nor in the pile"),
    k.N_NO_HAND_CARD: ("no_hand_card", "R9", "a pickup's meld needs at least one card of the hand"),
    k.N_NO_PILE_CARD: ("no_pile_card", "R9", "a pickup's meld needs a card of the pile"),
    k.N_NOTHING_LEFT: ("nothing_left", "A20", "one card must be left to discard or to knock with"),
    k.N_LAST_TURN: (
        "last_turn",
        "A23",
        "the stock is empty, and no knock can follow this pickup in this turn",
    ),
    k.N_NOT_HELD: ("not_held", "R8", "{missing} is not in the hand"),
    k.N_LAST_CARD: ("last_card", "A19", "one card is left, so it is the knock card"),
    k.N_MUST_FINISH: ("must_finish", "A15", "this turn must end in a knock, so nothing is discarded"),
    k.N_NOT_LAST: ("not_last", "R18", "a knock leaves just one card, and {held} are held"),
    k.N_UNBORN: ("unborn", "R12", "the seat is not born, and no complete knock in this turn can follow"),
    k.N_LOSES_KNOCK: ("loses_knock", "A15", "this turn must end in a knock, which could not follow any more"),
    k.N_NO_FIT: ("no_fit", "R14", "{cards} does not fit that meld"),
    k.N_NO_WRAP: ("no_wrap", "R16", "{cards} does not fit: a run ends at the ace"),
    k.N_CLOSED: ("closed", "D10", "{cards} does not fit: a run that holds the ace is closed here"),
    k.N_LIMIT: ("layoff_limit", "R17", "no more cards may be laid off in this deal: the limit is {limit}"),
    k.N_NO_TARGET: ("no_target", "R15", "no meld on the table holds {target}"),
}
"""For each reason: its key in the page's catalogue, the rule, the sentence."""


def refusal(g: Any, r: Any, request: int, reason: int) -> Refusal:
    """The reason against a request as a rule and a sentence; it names only cards that the request names."""
    key, rule, sentence = REASONS[reason]
    action = request_action(request)
    word, bit = divmod(action, 52)
    hand = int(g.hand[g.turn])
    cards = 0
    if word != W_TAKE:
        cards = meld_cards(word, bit) if word < W_LAY_SET else 1 << bit
    missing = cards & ~hand & ~(int(g.in_pile) if g.phase == TAKE else 0)
    target = (request >> 10) % 128 - 1
    if reason == k.N_NOTHING_LEFT and g.phase == TAKE:
        rule = "A21"
    if reason == k.N_OVER and g.knocker < 0:
        rule = "R21"
    if reason in (k.N_LOSES_KNOCK, k.N_MUST_FINISH) and g.stock_len == 0 and g.taken:
        rule = "A23"
    return Refusal(
        rule,
        sentence.format(
            missing=cards_text(missing, " "),
            cards=cards_text(cards, " "),
            held=hand.bit_count(),
            limit=r.layoff_limit,
            target=TEXTS[target] if target >= 0 else "that card",
        ),
        key,
    )
