"""Whether the cards of a seat can have come about as everybody saw it: play is taken back step by step.

Written from the rules, without the kernel: what came to a hand unseen may have been any card of it, so each step back
leads to several hands and support piles. If none is left, the cards contradict the play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.dammit.referee import PACK, neighbours

Cards = frozenset[str]
Moment = tuple[Cards, Cards]
"""A hand and its support pile."""


class Event:
    """What a seat did, as everybody saw it; ``named`` is what only the seat itself could see."""

    def __init__(self, kind: str, card: str, pile: Sequence[str], named: Cards) -> None:
        self.kind = kind
        self.card = card
        self.pile = frozenset(pile)
        self.top = pile[-1] if pile else ""
        self.named = named


def events(start: dict[str, Any], players: int, actions: Sequence[str], by: Sequence[int]) -> list[list[Event]]:
    """What each seat did, from a start that is a deck or a position, and from a view's actions."""
    if "turn" in start:
        pile = start.get("pile", "").split()
        deck = len(start.get("deck", "").split())
        support = [len(row.split()) for row in start["support"]]
    else:
        pile, deck, support = [start["deck"].split()[12 * players]], 51 - 12 * players, [4] * players
    found: list[list[Event]] = [[] for _ in range(players)]
    for action, seat in zip(actions, by, strict=True):
        sign, card, rest = action[0], action[1:3], frozenset[str]()
        fits = not pile or card[:1] in neighbours(pile[-1][0])
        before = list(pile)
        if sign == "-":
            kind = "deck" if deck else "support" if support[seat] else "play"
            rest = frozenset([action[4:]] if "&" in action else [])
            deck -= kind == "deck"
            support[seat] -= kind == "support"
            pile.append(card)
        elif sign == "?":
            kind = "turned" if fits else "failed"
            support[seat] += -1 if fits else len(pile)
            pile = [*pile, card] if fits else []
        elif sign == "!":
            kind = "random" if fits else "few" if len(pile) < 4 else "many"
            support[seat] += len(pile) + 1 - 4 if kind == "many" else 0
            pile = [*pile, card] if fits else []
        elif sign == "*":
            kind = "took"
            support[seat] += len(pile)
            pile = []
        else:
            kind = "keep"
            rest = frozenset(action[at : at + 2] for at in range(1, len(action), 2))
        found[seat].append(Event(kind, card, before, rest))
    return found


def has_past(hand: Cards, support: Cards, done: Sequence[Event], known: Cards | None = None) -> bool:
    """Whether a seat that did all this can hold this hand, with this support.

    ``known``: the cards of the start that everybody knew to be among the two; None is a deck.
    """
    tried: set[tuple[int, Moment]] = set()
    todo: list[tuple[int, Moment]] = [(len(done), (hand, support))]
    while todo:
        left, moment = todo.pop()
        if left == 0:
            if known is None or known <= moment[0] | moment[1]:
                return True
        elif (left, moment) not in tried:
            tried.add((left, moment))
            todo += [(left - 1, before) for before in step_back(*moment, done[left - 1], newest_last(done[:left]))]
    return False


def newest_last(done: Sequence[Event]) -> dict[str, int]:
    """All cards in the order in which the seat last took them: those taken last are tried first."""
    taken = [card for event in done if event.kind in ("failed", "took", "many") for card in {*event.pile, event.card}]
    return {card: place for place, card in enumerate([*PACK, *taken])}


def step_back(hand: Cards, support: Cards, event: Event, order: dict[str, int]) -> list[Moment]:
    """The moments before an event that lead to this one, the likeliest last."""
    card, pile = frozenset([event.card]), event.pile
    match event.kind:
        case "deck" | "support":
            back = [frozenset([came]) for came in sorted(event.named or hand, key=order.__getitem__)]
            to_support = event.kind == "support"
            return [(hand - came | card, support | came if to_support else support) for came in back if came <= hand]
        case "play":
            return [(hand | card, support)] if not support else []
        case "turned":
            return [(hand, support | card)]
        case "failed":
            return [(hand, support - pile)] if pile | card <= support else []
        case "took":
            fits = any(held[0] in neighbours(event.top[0]) for held in hand)
            return [(hand, frozenset())] if support == pile and hand and not fits else []
        case "random":
            return [(hand, support)] if not hand and not support else []
        case "few":
            return [(frozenset(), frozenset())] if hand == pile | card and not support else []
        case "many":
            return [(frozenset(), frozenset())] if not hand and support == pile | card else []
        case "keep":
            named = not event.named or event.named == hand
            return [(frozenset(), hand | support)] if len(hand) == 4 and named else []
    raise AssertionError(event.kind)
