"""A turn that was played once, to be played again: what its seat saw stays, what it could not see is drawn anew."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from speto.cards import TEXTS
from speto.dummy.deal import Deal
from speto.dummy.view import imagine
from speto.errors import BadText
from speto.table.opening import Opening


def again(deal: Deal, actions: Sequence[str], place: int, rng: random.Random) -> tuple[int, Opening]:
    """The turn of ``actions[place]`` in a deal that began as ``deal``, up to that action: whose it was, and an opening.

    There that seat is seat 0, where a table's host sits.

    Hidden cards are drawn anew from all that look the same to the seat: else the turn could be played with what was
    learned since. A card that the seat drew before the action stays the one that it drew.

    Raises:
        BadText: the deal has no such action.
        LookupError: no deal was found that looks like this.
    """
    if not 0 <= place < len(actions):
        raise BadText(f"the deal has no action {place}: it has {len(actions)}")
    begun = max((at for at, action in enumerate(actions[:place]) if action[0] == "-"), default=-1) + 1
    then = deal.copy()
    for action in actions[:begun]:
        then.play(action)
    seat = then.turn
    if seat is None:
        raise BadText("the deal is over there")
    start: dict[str, Any] = imagine(then.see(seat), rng).position()
    turn = list(actions[begun:place])
    if turn and turn[0] == "+":
        before = then.hands[seat]
        then.play("+")
        _put_on_top(start, str(then.hands[seat] - before))
    return seat, Opening(_turned(start, deal.players, seat), turn)


def _put_on_top(start: dict[str, Any], card: str) -> None:
    """Let this card be the stock's first, in exchange for the one that is, wherever it was.

    Every deal with the card on top comes of as many deals as every other, so they stay equally likely.
    """
    stock = start["stock"].split()
    top = stock[0]
    swap = {card: top, top: card}
    start["stock"] = " ".join(swap.get(one, one) for one in stock)
    start["hands"] = [_ordered(swap.get(one, one) for one in hand.split()) for hand in start["hands"]]


def _ordered(cards: Any) -> str:
    return " ".join(sorted(cards, key=TEXTS.index))


def _turned(start: dict[str, Any], players: int, seat: int) -> dict[str, Any]:
    """The same position with this seat as seat 0; the others keep their order."""

    def moved(old: int) -> int:
        return (old - seat) % players

    def cards(text: str) -> str:
        words = (word.partition("/") for word in text.split())
        return " ".join(f"{card}/{moved(int(owner))}" if slash else card for card, slash, owner in words)

    found = dict(start)
    for key in ("hands", "layoffs", "known"):
        if key in found:
            found[key] = [found[key][(new + seat) % players] for new in range(players)]
    found["pile"] = cards(start["pile"])
    found["melds"] = [cards(meld) for meld in start["melds"]]
    found["born"] = sorted(map(moved, start["born"]))
    found["turn"] = moved(start["turn"])
    if "penalties" in found:
        found["penalties"] = [[moved(one), code] for one, code in start["penalties"]]
    return found
