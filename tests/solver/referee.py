"""The open-card end of a deal a second time: nothing but the rules, as :class:`speto.Deal` gives them.

Every action of every turn is tried. Two orders of the same melds and layoffs within one turn are looked at once;
that is all that is merged, so this is slow and plain.
"""

from __future__ import annotations

from typing import Any

from speto import Deal

Leads = tuple[int, ...]


class TooMany(Exception):
    """More actions than were allowed."""


def leads(deal: Deal) -> Leads:
    """Of each seat: players × its points less all points, which is D times the number of opponents."""
    scores = deal.scores
    assert scores is not None
    return tuple(deal.players * score - sum(scores) for score in scores)


def order_of(deal: Deal) -> list[int]:
    """The seats from the one to act on: whose lead is looked at first, and then whose."""
    assert deal.turn is not None
    return [(deal.turn + deal.direction * step) % deal.players for step in range(deal.players)]


def best(deal: Deal, room: list[int], turn: dict[Any, Leads]) -> Leads:
    """What every seat comes to if each does the best for itself, ties by the next seat's lead, then the one after."""
    if deal.over:
        return leads(deal)
    key = None
    if not deal.starting:
        charged = tuple(sum(line.points for line in deal.ledger if line.seat == seat) for seat in range(deal.players))
        key = (deal.hands, tuple(deal.melds), deal.layoffs, charged, deal.must_finish)
        if key in turn:
            return turn[key]
    order = order_of(deal)
    found = max(_values(deal, room, turn).values(), key=lambda value: [value[seat] for seat in order])
    if key is not None:
        turn[key] = found
    return found


def _values(deal: Deal, room: list[int], turn: dict[Any, Leads]) -> dict[str, Leads]:
    found = {}
    for action in deal.legal:
        room[0] -= 1
        if room[0] < 0:
            raise TooMany
        after = deal.copy()
        after.play(action)
        found[action] = best(after, room, {} if deal.starting or after.starting else turn)
    return found


def values(deal: Deal, most: int) -> dict[str, Leads]:
    """What each legal action leads to. Raises TooMany if that takes more actions."""
    return _values(deal, [most], {})
