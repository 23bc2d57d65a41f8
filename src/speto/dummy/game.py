"""Dummy as a game: what records, command line, table, bots and environments ask for."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from ..dealing import DealGame
from ..game import Following, Line, Outcome
from . import match, view
from .deal import Deal
from .options import Options
from .view import View


class Dummy(DealGame[Options, Deal, View]):
    """The game of Dummy; see :class:`speto.game.Game`."""

    name = "dummy"
    defaults: Mapping[str, int] = {"starter": 0, "direction": 1}

    def chance(self, state: Deal, action: str) -> list[str]:
        """The canonical text alone: nothing is drawn by chance in Dummy, whose stock has its order."""
        return [state.canonical(action)]

    def told(self, state: Deal, action: str, seat: int | None) -> str:
        """The action's text; who draws hears the card, too."""
        if action == "+" and seat is not None and seat == state.turn:
            return f"+{state.top}"
        return action

    def imagine(self, view_: View, rng: random.Random) -> Deal:
        """A uniformly random deal that looks like this."""
        return view.imagine(view_, rng)

    def default(self, view_: View) -> str:
        """Draw, or pass; finish what must be finished; else the least harmful discard.

        That is one that costs no penalty at once (P4, P5), and of those the card that would count most if held.
        """
        legal = view_.legal
        for action in ("+", "."):
            if action in legal:
                return action
        discards = [action for action in legal if action[0] == "-"]
        if not discards:
            return legal[0]
        return min(discards, key=lambda action: (*view_.cost_of_discard(action[1:]), action))

    def outcome(self, state: Deal) -> Outcome | None:
        """Points, once the deal is over."""
        return None if state.scores is None else Outcome(state.scores)

    def ledger(self, state: Deal) -> list[Line]:
        """Every point so far with its reason."""
        return state.ledger

    def follow(self, options: Options, players: int, deals: Sequence[Deal], before: Sequence[int] = ()) -> Following:
        """What the deals so far settle."""
        return match.follow(options, players, deals, before)


GAME = Dummy(Options, Deal)
"""The game of Dummy."""
