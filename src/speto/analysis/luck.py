"""Luck: what a seat was dealt and what it drew, against what might have come instead. It is no part of a judgement."""

from __future__ import annotations

import random
from collections.abc import Collection
from statistics import fmean, pvariance
from typing import NamedTuple

from speto.bots.agent import hopes
from speto.bots.rollouts import PlainRoom, room
from speto.dummy.deal import Deal
from speto.dummy.view import TRIES, View, imagine
from speto.kit.leads import leads

VIEW, WORLD = range(2)


class Luck(NamedTuple):
    """Points of lead, with the standard error."""

    points: float
    error: float


def luck_of_hands(deal: Deal, seats: Collection[int], worlds: int, number: int, kernel: str = "") -> dict[int, Luck]:
    """By how much each seat's hand was better than the mean of all that might have been dealt.

    ``deal`` stands before its first action. What a hand is worth is the mean lead when the deal is played out by the
    bots' policy in so many worlds, in which the others' cards are redrawn; against as many in which all hands are.
    """
    place = room(2, kernel)
    place.begin(deal.options, deal.players)
    rng = random.Random(f"hands {number}")
    all_ = _played_out(place, deal.see(None), worlds, rng)
    found = {}
    for seat in sorted(seats):
        own, any_ = ([each[seat] for each in some] for some in (_played_out(place, deal.see(seat), worlds, rng), all_))
        found[seat] = Luck(fmean(own) - fmean(any_), ((pvariance(own) + pvariance(any_)) / worlds) ** 0.5)
    return found


def _played_out(place: PlainRoom, view: View, worlds: int, rng: random.Random) -> list[list[float]]:
    """Each seat's lead over the mean of the others, in so many worlds that look like a view."""
    place.put(VIEW, view._g)
    place.rng[:] = [rng.getrandbits(32), rng.getrandbits(32) | 1]
    found = []
    for _ in range(worlds):
        if not place.imagine(VIEW, WORLD, TRIES):
            place.put(WORLD, imagine(view, rng)._g)
        place.rollout(WORLD)
        found.append(leads([int(points) for points in place.fact("score", WORLD)[: view.players]]))
    return found


def luck_of_draw(deal: Deal, seat: int) -> float:
    """By how much the card that is drawn now is better than the mean of all cards that the seat has not seen.

    Each is judged the same way, by value without search, so that over all draws that might come luck is nothing.
    """
    found = hopes(deal.see(seat))
    after = deal.copy()
    after.play("+")
    (drawn,) = set(after.hands[seat]) - set(deal.hands[seat])
    return found[str(drawn)] - fmean(found.values())
