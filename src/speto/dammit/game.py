"""Dammit as a game: what records, command line, table, bots and environments ask for."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from ..dealing import DealGame
from ..game import Following, Outcome
from . import view
from .deal import Deal
from .options import Options
from .view import View


class Dammit(DealGame[Options, Deal, View]):
    """The game of Dammit; see :class:`speto.game.Game`."""

    name = "dammit"
    defaults: Mapping[str, int] = {"dealer": 0}

    def chance(self, state: Deal, action: str) -> list[str]:
        """What a legal action may turn into: a text for each card that may turn up."""
        return state.chance(action)

    def told(self, state: Deal, action: str, seat: int | None) -> str:
        """The action's text; the card of a refill and the four that are kept are for the seat that acts."""
        if seat is not None and seat == state.turn:
            return action
        return "~" if action[:1] == "~" else action.partition("&")[0]

    def imagine(self, view_: View, rng: random.Random) -> Deal:
        """A uniformly random deal that looks like this."""
        return view.imagine(view_, rng)

    def default(self, view_: View) -> str:
        """A hand card that fits, else what must be."""
        return view.default(view_)

    def outcome(self, state: Deal) -> Outcome | None:
        """Places, once the deal is over."""
        return None if state.scores is None else Outcome(state.scores, places=True)

    def follow(self, options: Options, players: int, deals: Sequence[Deal], before: Sequence[int] = ()) -> Following:
        """MA17, MA25: totals are sums of places and decide nothing; the loser deals next.

        Without a loser the seat after the last dealer deals; after a position anybody may.
        """
        totals = list(before) or [0] * players
        for deal in deals:
            for seat, place in enumerate(deal.scores or ()):
                totals[seat] += place
        start: dict[str, int] = {}
        if deals and deals[-1].over and deals[-1].dealer is not None:
            last = deals[-1]
            start["dealer"] = (deals[-1].dealer + 1) % players if last.loser is None else last.loser
        return Following(tuple(totals), start, {"dealer": "MA17"})


GAME = Dammit(Options, Deal)
"""The game of Dammit."""
