"""What a draft of a turn leads to: its points, the risk of each discard, the sum of a knock. From a view alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..cards import TEXTS, cards_text
from ..errors import BadText
from ..protocol.messages import KnockSum, LineView, Previewed, Risk
from ..protocol.row import Refused, refused
from .actions import MELD_OF_CARDS, action_text, parse_action, request_action
from .kernel import entries as kernel
from .kernel.legal import fits_table
from .kernel.melds import FOUR, SPETOS, guards
from .kernel.penalties import feeds_head, feeds_speto, fills_pile, judge_discard, judge_knock, lays_off, lures
from .kernel.play import discard, knock
from .kernel.scoring import settle_table
from .kernel.see import copy_view, unseen
from .kernel.state import LAY, LOG_SIZE, N_WORDS, TAKE, W_DISCARD, W_KNOCK, W_TAKE
from .ledger import read_log
from .position import melds_of
from .reasons import refusal
from .states import State
from .view import View

COST = 50
"""What each of P4 … P8 costs."""

MELDS_WITH: tuple[tuple[int, ...], ...] = tuple(
    tuple(meld for meld in MELD_OF_CARDS if meld >> card & 1) for card in range(52)
)
"""The melds that hold a card, by card."""


def draft(view: View, actions: Sequence[str]) -> tuple[Previewed, View | None, bool]:
    """The answer to a draft but for its ``deal``, the view after it, and whether it ends the deal.

    The view is None when the draft is refused.
    """
    if view.seat is None or view.turn != view.seat:
        return _no(refused("not_your_turn"))
    copy = _copy(view)
    g, r, log = copy._g, copy._r, copy._log
    before = _laid(g, r, view.seat)
    answer = Previewed("", True)
    done = ends = False
    for at, text in enumerate(actions):
        if done:
            return _no(refused("after_turn", at=at))
        try:
            request = parse_action(text)
        except BadText as error:
            return _no(refused("no_action", rule=error.rule, at=at, what=error.sentence))
        words = [0] * N_WORDS
        reason = kernel.why_not_at([g], 0, [r], words, request)
        if reason:
            why = refusal(g, r, request, reason)
            return _no(Refused("illegal", why.rule, why.sentence, why.reason, at))
        action = request_action(request)
        word, card = divmod(action, 52)
        copy._actions.append(action_text(g, action))
        if word == W_TAKE and text == "+":
            return _no(refused("no_preview", at=at))
        if word == W_TAKE:
            done = ends = True
        elif word < W_DISCARD:
            kernel.apply_at([g], 0, [r], words, log, action)
        elif word == W_DISCARD:
            answer.risks = {TEXTS[card]: risks(g, r, card)}
            judge_discard(g, r, log, card)
            discard(g, card)
            g.phase, g.taken, g.must_finish = TAKE, 0, 0
            g.moves += 1
            done = True
        elif word == W_KNOCK:
            answer.knock = knock_sum(g, r, copy)
            knock(g, card)
            judge_knock(g, r, log, card)
            g.moves += 1
            done = ends = True
    answer.gained = _laid(g, r, view.seat) - before
    if not done and g.phase == LAY:
        _look_ahead(answer, copy)
    copy._log = log[: 1 + 3 * log[0]]
    return answer, copy, ends


def _no(why: Refused) -> tuple[Previewed, None, bool]:
    return Previewed("", False, rule=why.rule, sentence=why.sentence, reason=why.reason, at=why.at), None, False


def _copy(view: View) -> View:
    """The same view, to be played on."""
    copy = View.__new__(View)
    copy.__dict__.update(view.__dict__)
    copy._g = State()
    copy_view(view._g, copy._g)
    copy._log = list(view._log) + [0] * (LOG_SIZE - len(view._log))
    copy._actions = list(view._actions)
    return copy


def _laid(g: Any, r: Any, seat: int) -> int:
    """The points that a seat has laid so far."""
    knocker, g.knocker = g.knocker, -1
    points: int = settle_table(g, r, [0], seat)
    g.knocker = knocker
    return points


def _look_ahead(answer: Previewed, copy: View) -> None:
    """What may end the turn: the risk of each discard, the sum of a knock."""
    g, r = copy._g, copy._r
    words = [0] * N_WORDS
    kernel.legal_at([g], 0, [r], words)
    answer.risks = {}
    for card in range(52):
        if words[W_DISCARD] >> card & 1 and (found := risks(g, r, card)):
            answer.risks[TEXTS[card]] = found
    if words[W_KNOCK]:
        answer.knock = knock_sum(g, r, copy)


def knock_sum(g: Any, r: Any, table: View) -> KnockSum:
    """The ledger lines of the seat to act if it knocks with its last card; asked before it does."""
    h = g.copy()
    seat, hand = h.turn, int(h.hand[h.turn])
    card = hand.bit_length() - 1
    knock(h, card)
    log = [0] * LOG_SIZE
    settle_table(h, r, log, seat)
    charged = [line for line in [*table._earlier, *read_log(table._log)] if line.seat == seat]
    lines = [LineView(*line) for line in [*charged, *read_log(log)]]
    total = sum(line.points for line in lines)
    return KnockSum(TEXTS[card], lines, total, bool(h.dark), any(line.code == "colour_knock" for line in lines))


def risks(g: Any, r: Any, card: int) -> list[Risk]:
    """What a discard costs, at once or perhaps; asked before the card leaves the hand.

    P4 and P5 are certain. P6, P7 and P8 are named if some meld of cards that nobody can rule out would cost them:
    cards of the pile, cards that others were seen to take, and cards that the viewer has not seen.
    """
    found = []
    if r.layoff_discard and lays_off(g, r, card):
        found.append(Risk("layoff_discard", "P4", -COST, True, cards_text(_melds_that_take(g, r, card), " ")))
    if r.full_discard and fills_pile(g, card):
        found.append(Risk("full_discard", "P5", -COST, True, cards_text(_filled(g, card), " ")))
    for code, rule, cards in _feeds(g, r, card):
        if cards:
            found.append(Risk(code, rule, -COST, False, cards_text(cards, " ")))
    return found


def _melds_that_take(g: Any, r: Any, card: int) -> int:
    """The cards of the melds that the card fits."""
    taking = 0
    for cards in melds_of(g):
        if cards[0] % 13 == cards[1] % 13:
            fits = card % 13 == cards[0] % 13
        else:
            above = card == cards[-1] + 1 and card % 13 > 0
            below = card == cards[0] - 1 and card % 13 < 12 and not (r.qka_closed and cards[-1] % 13 == 12)
            fits = above or below
        if fits and fits_table(g, r, card):
            taking |= sum(1 << one for one in cards)
    return taking


def _filled(g: Any, card: int) -> int:
    """The pile's cards with which the card makes a set, or a run of three and more."""
    of_rank = g.in_pile & (FOUR << (card % 13))
    filled = of_rank if of_rank & (of_rank - 1) else 0
    low = high = card
    while low % 13 > 0 and g.in_pile >> (low - 1) & 1:
        low -= 1
    while high % 13 < 12 and g.in_pile >> (high + 1) & 1:
        high += 1
    if high - low >= 2:
        filled |= ((1 << (high + 1)) - (1 << low)) & ~(1 << card)
    return int(filled)


def _feeds(g: Any, r: Any, card: int) -> list[tuple[str, str, int]]:
    """For P6, P7 and P8 the cards that would be melded with the discard; none where that cannot be."""
    pile, bit = int(g.in_pile), 1 << card
    head_near = r.head_feed and g.head >= 0 and pile >> g.head & 1 and guards(g.head) >> card & 1
    speto_near = (r.speto_feed or r.speto_lure) and any(
        (guards(speto) | 1 << speto) >> card & 1 for speto in range(52) if SPETOS >> speto & 1
    )
    if not head_near and not speto_near:
        return []
    hidden = unseen(g)
    for seat in range(g.players):
        if seat != g.turn:
            hidden |= g.hand[seat]
    by_head = by_feed = by_lure = 0
    for meld in MELDS_WITH[card]:
        if meld & ~(pile | hidden | bit):
            continue
        others = meld & ~bit
        # The head is the oldest card, so its meld is the pickup's own, which needs a card of the hand (R9).
        if head_near and others & hidden and feeds_head(g, meld, card, pile):
            by_head |= 1 << g.head
        if r.speto_feed and feeds_speto(meld, card, pile):
            by_feed |= others & (SPETOS | pile & _family(others & SPETOS | bit & SPETOS))
        if r.speto_lure and lures(meld, card, pile):
            by_lure |= others & SPETOS
    return [("head_feed", "P6", by_head), ("speto_feed", "P7", by_feed), ("speto_lure", "P8", by_lure)]


def _family(spetos: int) -> int:
    """These spetos and all their guards."""
    found = spetos
    while spetos:
        lowest = spetos & -spetos
        found |= guards(lowest.bit_length() - 1)
        spetos ^= lowest
    return found
