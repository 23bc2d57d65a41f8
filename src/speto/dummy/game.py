"""Dummy as a game: what records, command line, table, bots and environments ask for."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..cards import TEXTS
from ..game import Following, Line, Outcome, Refusal
from . import match, view
from .deal import Deal
from .options import Options
from .table import Table
from .view import View

if TYPE_CHECKING:
    from .fast import Replayer

WORTH_COMPILED = 20_000
"""So many actions replayed by the plain kernel take about as long as importing Numba."""


class Dummy:
    """The game of Dummy; see :class:`speto.game.Game`."""

    name = "dummy"
    version = 1
    seats = range(2, 5)
    defaults: Mapping[str, int] = {"starter": 0, "direction": 1}

    def options(self, rules: Mapping[str, object]) -> Options:
        """The house rules of a record's ``rules`` object."""
        return Options.read(rules)

    def rules(self, options: Options) -> dict[str, object]:
        """The shortest ``rules`` object for these options."""
        return options.rules()

    def fresh(self, options: Options, players: int, deck: Sequence[int], start: Mapping[str, int]) -> dict[str, object]:
        """The start of a deal from a whole deck."""
        return {"deck": " ".join(TEXTS[card] for card in deck), **self.defaults, **start}

    def start(self, options: Options, players: int, start: Mapping[str, object]) -> Deal:
        """The deal at a deck or position."""
        return Deal.from_start(start, players=players, rules=options)

    def actor(self, state: Deal) -> int | None:
        """The seat to act."""
        return state.turn

    def legal(self, state: Deal) -> list[str]:
        """All legal actions."""
        return state.legal

    def refuse(self, state: Deal, action: str) -> Refusal | None:
        """Why an action is illegal, None if it is not."""
        return state.refuse(action)

    def chance(self, state: Deal, action: str) -> list[str]:
        """The canonical text alone: nothing is drawn by chance in Dummy, whose stock has its order."""
        return [state.canonical(action)]

    def apply(self, state: Deal, action: str) -> Deal:
        """The deal after an action."""
        deal = state.copy()
        deal.play(action)
        return deal

    def __init__(self) -> None:
        self._replayed = 0
        self._fast: Replayer | None = None

    def replay(self, state: Deal, actions: Sequence[str]) -> Deal:
        """The deal after many actions.

        Once this process has replayed enough to make up for the second that Numba takes to import, the compiled
        kernel does it, if it is there and compiled already. Both give the same.
        """
        deal = state.copy()
        self._replayed += len(actions)
        if self._fast is None and self._replayed >= WORTH_COMPILED:
            self._replayed = 0
            from ..compiled import is_warm

            if is_warm():
                from .fast import Replayer

                self._fast = Replayer()
        if self._fast is None:
            deal.play_all(actions)
        else:
            deal.play_fast(actions, self._fast)
        return deal

    def see(self, state: Deal, seat: int | None) -> View:
        """What a seat may see."""
        return state.see(seat)

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

    def follow(self, options: Options, players: int, deals: Sequence[Deal]) -> Following:
        """What the deals so far settle."""
        return match.follow(options, players, deals)

    def position(self, state: Deal) -> dict[str, object]:
        """The deal as a position."""
        return state.position()

    def text(self, shown: Table) -> str:
        """The table as text."""
        return str(shown)


GAME = Dummy()
"""The game of Dummy."""
