"""Dummy on the wire: a deal as one viewer sees it, the text over which its hash goes, and drafts (``drafts.py``).

Everything is made from a :class:`View`, which has no hidden card, but for deals that are over.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from ..cards import TEXTS, cards_text, parse_card
from ..game import Line
from ..protocol.messages import DealResult, DummyView, HandView, LineView, MeldView, Own, PileCard, Previewed
from .deal import Deal
from .drafts import draft
from .kernel.state import LAY, OVER
from .position import melds_of
from .view import View

PHASES = ("take", "lay", "over")
PLACED = tuple(tuple(PileCard(text, seat) for text in TEXTS) for seat in (0, 1, 2, 3, None))
"""A card as somebody placed it, by seat and card; the last row is for the head, which nobody did."""
TEXT = 1
"""Which text for hashing this is; another one gets another number."""


def deal_view(view: View, number: int, drawn: str = "", public: DummyView | None = None) -> DummyView:
    """A deal as its viewer sees it: the match's deal of that number; see :class:`speto.table.games.Page`.

    >>> deal = Deal(players=2, seed="tour")
    >>> seen = deal_view(deal.see(0), 1)
    >>> seen.phase, seen.pile, seen.legal, seen.hands[1].held
    ('take', [PileCard(card='Js', seat=None)], ['+'], 11)
    """
    open_ = _open(view, number) if public is None else public
    if view.seat is None:
        return open_
    mine = own(view, drawn)
    return msgspec.structs.replace(open_, hand=mine.hand, fresh=mine.fresh, legal=mine.legal)


def own(view: View, drawn: str = "") -> Own:
    """What a seat sees beside what all see; see :class:`speto.table.games.Page`."""
    g, seat = view._g, view.seat
    if seat is None:
        return Own()
    fresh = _texts(_fresh(g, drawn) & g.hand[seat]) if g.turn == seat else ""
    return Own(_texts(g.hand[seat]), fresh, view.legal)


def _open(view: View, number: int) -> DummyView:
    """What everybody sees."""
    g = view._g
    seats = range(g.players)
    over = g.phase == OVER
    melds = []
    if g.sets | g.runs:
        owner = {card: seat for seat in seats for card in _cards(g.placed[seat])}
        melds = [
            MeldView("set" if cards[0] % 13 == cards[1] % 13 else "run", [PLACED[owner[c]][c] for c in cards])
            for cards in melds_of(g)
        ]
    pile = [PLACED[seat][card] for card, seat in zip(g.pile[: g.pile_len], g.pile_by, strict=False)]
    hands = [HandView(g.held[s], bool(g.born >> s & 1), _texts(g.known[s]), g.layoffs[s], g.penalty[s]) for s in seats]
    return DummyView(
        number,
        g.direction,
        view.starter,
        None if over else g.turn,
        PHASES[g.phase],  # type: ignore[arg-type]
        bool(g.must_finish),
        g.stock_len,
        pile,
        TEXTS[g.head] if g.head >= 0 else None,
        melds,
        hands,
        actions=view.actions,
        actors=actors(g, view._actions),
        ledger=[line_view(line) for line in view.ledger],
        scores=[g.score[s] for s in seats] if over else None,
        knocker=g.knocker if g.knocker >= 0 else None,
        knock_card=TEXTS[g.knock_card] if g.knock_card >= 0 else None,
        shown=[_texts(g.hand[s]) for s in seats] if over else [],
    )


@lru_cache(maxsize=4096)
def _texts(cards: int) -> str:
    """Cards separated by spaces; most hands are the same as after the action before."""
    return cards_text(cards, " ")


def _cards(bits: int) -> list[int]:
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


def _fresh(g: Any, drawn: str) -> int:
    """The cards that came in this turn: a pickup's lie in the kernel's pile until the discard."""
    if g.phase != LAY:
        return 0
    cards = 1 << parse_card(drawn) if drawn else 0
    for place in range(g.pile_len, g.pile_len + g.taken):
        cards |= 1 << g.pile[place]
    return cards


def actors(g: Any, actions: Sequence[str]) -> list[int]:
    """The seat of each action: a turn ends with a discard, and with nothing else but the deal."""
    players, step = g.players, g.direction
    seat = (g.turn - step * sum([action[0] == "-" for action in actions])) % players
    found = []
    for action in actions:
        found.append(seat)
        if action[0] == "-":
            seat = (seat + step) % players
    return found


def line_view(line: Line) -> LineView:
    """A ledger line for a page."""
    return LineView(line.seat, line.code, line.rule, line.points, line.cards, line.action, line.by)


def open_view(deal: Deal, number: int) -> DummyView:
    """A deal with every hand in ``shown``: for replays of deals that are over."""
    hands = [cards_text(hand, " ") for hand in deal.hands]
    return msgspec.structs.replace(_open(deal.see(None), number), shown=hands)


def preview(view: View, actions: Sequence[str], number: int, drawn: str = "") -> Previewed:
    """What a draft of the viewer's leads to, from the view alone; ``id`` is left empty.

    Pickups, melds and layoffs are played on a copy in which hidden cards stay blank. A discard, a knock or a pass may
    end the draft; then whatever depends on other hands stays open. A draw is refused: nobody knows what it brings.
    """
    answer, after, ends = draft(view, actions)
    if after is not None:
        deal = deal_view(after, number, drawn)
        answer.deal = msgspec.structs.replace(deal, phase="over", turn=None) if ends else deal
    return answer


def result(deal: Deal) -> DealResult:
    """A deal that is over, as the match keeps it."""
    return DealResult(list(deal.scores or ()), deal.starter or 0, deal.direction, deal.knocker)


def hash_text(deal: DummyView) -> str:
    """The text of a deal for hashing, as ``docs/protocol.md`` defines it ("The view's hash").

    >>> print(hash_text(deal_view(Deal(players=2, seed="tour").see(0), 1)))
    dummy 1
    deal 1 1 0 0 take 0 29
    head Js
    pile Js/-
    seat 0 11 0 0 0
    seat 1 11 0 0 0
    played 0 -
    scores -
    knock - -
    hand 2s 4s 5h 6s 7c 8s Qc Qd Kh Ad Ah
    fresh
    """
    return open_text(deal) + own_text(deal)


def open_text(deal: DummyView) -> str:
    """The lines of the text for hashing that are the same for every viewer."""
    played, ledger = deal.actions, deal.ledger
    moment = f"{_or(deal.starter)} {_or(deal.turn)} {deal.phase} {deal.must_finish:d} {deal.stock}"
    lines = [
        f"dummy {TEXT}",
        f"deal {deal.number} {deal.direction} {moment}",
        f"head {_or(deal.head)}",
        _owned("pile", deal.pile),
    ]
    lines += [_owned(meld.kind, meld.cards) for meld in deal.melds]
    lines += [
        f"seat {seat} {hand.held} {hand.born:d} {hand.layoffs} {hand.penalty} {hand.known}".rstrip()
        for seat, hand in enumerate(deal.hands)
    ]
    lines.append(f"played {len(played)} {played[-1] if played else '-'}")
    lines += [f"line {line.seat} {line.code} {line.points} {_or(line.cards)}" for line in ledger]
    lines.append("scores " + ("-" if deal.scores is None else " ".join(map(str, deal.scores))))
    lines.append(f"knock {_or(deal.knocker)} {_or(deal.knock_card)}")
    lines += [f"shown {seat} {cards}".rstrip() for seat, cards in enumerate(deal.shown)]
    return "\n".join(lines) + "\n"


def own_text(deal: DummyView | Own) -> str:
    """The lines about the viewer's own cards."""
    return f"hand {deal.hand}".rstrip() + f"\nfresh {deal.fresh}".rstrip()


def _or(value: object) -> str:
    return "-" if value is None else str(value)


def _owned(what: str, cards: Sequence[PileCard]) -> str:
    return " ".join([what, *map(_placed, cards)])


@lru_cache(maxsize=len(PLACED) * len(TEXTS))
def _placed(card: PileCard) -> str:
    return f"{card.card}/{_or(card.seat)}"
