"""The deals of one match at a table. Knows no game, no seats and no time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from speto import decks
from speto.game import Following, Game, Line
from speto.protocol.messages import DealResult, Event, LineView
from speto.records import FORMAT, DealRecord, Record, Result
from speto.replay import recorded

from .games import Page
from .secret import deal_seed


class Match:
    """A match: its finished deals, and the one that is played.

    ``numbers`` are the deals' numbers at the table, where those of all matches are counted through.
    """

    def __init__(self, game: Game[Any, Any, Any], options: Any, players: int, page: Page | None) -> None:
        self.game, self.options, self.players, self.page = game, options, players, page
        self.numbers: list[int] = []
        self.names: list[list[str]] = []
        """Who sat where when each deal began."""
        self.deals: list[DealRecord] = []
        self.states: list[Any] = []
        self.results: list[DealResult] = []
        self.actors: list[int] = []
        self.drawn = ""
        """What the seat to act alone was told in this turn."""
        self.following: Following = game.follow(options, players, [])

    @property
    def state(self) -> Any:
        """The deal that is played, or was played last."""
        return self.states[-1]

    @property
    def actor(self) -> int | None:
        """The seat to act, None between deals."""
        return self.game.actor(self.state) if len(self.states) > len(self.results) else None

    @property
    def playing(self) -> bool:
        """Whether a deal is being played."""
        return len(self.states) > len(self.results)

    def begin(self, secret: bytes, number: int, names: Sequence[str]) -> list[Event]:
        """Deal the next deal: deck and first starter come from the secret and the number."""
        seed = deal_seed(secret, number)
        start = self.game.fresh(self.options, self.players, decks.shuffled(seed), self.following.start)
        if not self.states:
            start[_starter_field(start)] = decks.first_starter(seed, self.players)
        self.numbers.append(number)
        self.names.append(list(names))
        self.deals.append(DealRecord(start, []))
        self.states.append(self.game.start(self.options, self.players, start))
        self.actors, self.drawn = [], ""
        return [Event("deal", seat=self.game.actor(self.state), number=len(self.deals)), *self._end()]

    def play(self, action: str, after: Any = None) -> list[Event]:
        """Play a full action of the seat to act; ``after`` is the state that it leads to, if that is at hand.

        The events are what all may hear, and in ``card`` what only the actor may.
        """
        game, before = self.game, self.state
        actor = game.actor(before)
        if actor is None or not self.playing:
            raise ValueError("no deal is being played")
        charged = len(game.ledger(before))
        text = game.told(before, action, None)
        own = game.told(before, action, actor).removeprefix(text)
        state = game.apply(before, action) if after is None else after
        self.states[-1] = state
        self.deals[-1].actions.append(action)
        self.actors.append(actor)
        following = game.actor(state)
        self.drawn = "" if following != actor else own or self.drawn
        events = [Event("act", seat=actor, text=text, card=own or None)]
        lines = [line for line in game.ledger(state)[charged:] if line.by is not None]
        events += [Event("charge", seat=line.seat, line=line_view(line)) for line in lines]
        return events + self._end()

    def _end(self) -> list[Event]:
        """What follows if the deal is over."""
        outcome = self.game.outcome(self.state)
        if outcome is None:
            return []
        start = self.deals[-1].start
        if self.page is None:
            result = DealResult(list(outcome.scores), start[_starter_field(start)], 1)
        else:
            result = self.page.result(self.state)
        self.results.append(result)
        self.deals[-1].scores = list(outcome.scores)
        self.deals[-1].ledger = [recorded(line) for line in self.game.ledger(self.state)]
        self.following = self.game.follow(self.options, self.players, self.states)
        events = [Event("end", number=len(self.deals))]
        if self.following.decided:
            events.append(Event("match", seat=self.following.winner))
        return events

    def undo(self, left: int) -> None:
        """Go back to so many actions of the deal that is played."""
        deal = self.deals[-1]
        if not self.playing or not 0 <= left < len(deal.actions):
            raise ValueError(f"{left} is no earlier moment of a deal that is being played")
        del deal.actions[left:]
        del self.actors[left:]
        self.drawn = ""
        start = self.game.start(self.options, self.players, deal.start)
        self.states[-1] = self.game.replay(start, deal.actions)

    def turn_start(self, seat: int) -> int | None:
        """How many actions had been played when the seat's last turn in which it acted began; None if there is none."""
        last = len(self.actors)
        while last and self.actors[last - 1] != seat:
            last -= 1
        while last and self.actors[last - 1] == seat:
            last -= 1
        return last if seat in self.actors else None

    def record(self, deal: int | None = None) -> Record | None:
        """The finished deals as a record with the match's result, or only the one with this index; None without any."""
        ended = self.deals[: len(self.results)]
        result: Result | UnsetType = UNSET
        if deal is None:
            result = Result(list(self.following.totals), self.following.winner)
        else:
            ended = ended[deal : deal + 1]
        if not ended:
            return None
        rules = self.game.rules(self.options)
        names = self.names[len(self.results) - 1 if deal is None else deal]
        deals = [DealRecord(one.start, list(one.actions), one.scores, one.ledger) for one in ended]
        return Record(FORMAT, self.game.name, rules, names, deals, result=result)


def line_view(line: Line) -> LineView:
    """A ledger line for a page."""
    return LineView(line.seat, line.code, line.rule, line.points, line.cards, line.action, line.by)


def _starter_field(start: Mapping[str, object]) -> str:
    """A game has its own word for the seat that begins; it is the first number of a start."""
    return next(name for name, value in start.items() if type(value) is int)
