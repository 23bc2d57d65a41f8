"""The deals of one match at a table. Knows no game, no seats and no time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from sys import intern
from typing import Any

from msgspec import UNSET

from speto import decks
from speto.game import Following, Game, Line
from speto.protocol.messages import DealResult, Event, LineView
from speto.records import FORMAT, BotMove, BotRecord, DealRecord, Record
from speto.replay import recorded

from .games import Page
from .opening import Opening
from .secret import deal_seed


class Match:
    """A match: the results of its deals, and the deal that is played or was played last.

    ``numbers`` are the deals' numbers at the table, where those of all matches are counted through. Of deals before
    the last one nothing stays but their results: the store has them as records.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any],
        options: Any,
        players: int,
        page: Page | None,
        opening: Opening | None = None,
    ) -> None:
        self.game, self.options, self.players, self.page = game, options, players, page
        self.opening = opening
        """A turn that is played again: then its deal is the whole match."""
        self.numbers: list[int] = []
        self.results: list[DealResult] = []
        self.following: Following = game.follow(options, players, [])
        if opening is not None and opening.totals:
            self.following = replace(self.following, totals=tuple(opening.totals))
        self.state: Any = None
        """The deal that is played, or was played last; None before the first."""
        self.deal = DealRecord({}, [])
        """That deal as a record has it."""
        self.names: list[str] = []
        """Who sat where when it began."""
        self.bots: list[BotRecord | None] = []
        """Which of them were bots, and with what each of their moves was thought out."""
        self.actors: list[int] = []
        """Who acted in it, action by action."""
        self.drawn = ""
        """What the seat to act alone was told in this turn."""
        self.actor: int | None = None
        """The seat to act, None between deals."""
        self._charged = 0
        """How many lines its ledger has."""

    @property
    def playing(self) -> bool:
        """Whether a deal is being played."""
        return len(self.numbers) > len(self.results)

    def begin(self, secret: bytes, number: int, names: Sequence[str], levels: Sequence[str] = ()) -> list[Event]:
        """Deal the next deal: deck and first starter come from the secret and the number.

        ``levels`` are those of the bots that sit down to it, "" for people.
        """
        seed = deal_seed(secret, number)
        if self.opening is None:
            start = self.game.fresh(self.options, self.players, decks.shuffled(seed), self.following.start)
            if not self.numbers:
                start[_starter_field(start)] = decks.first_starter(seed, self.players)
        else:
            start = self.opening.start
        self.numbers.append(number)
        self.names, self.deal = list(names), DealRecord(start, [])
        self.bots = [BotRecord(level, "", []) if level else None for level in levels]
        self.state = self.game.start(self.options, self.players, start)
        self._charged = len(self.game.ledger(self.state))
        self.actors, self.drawn = [], ""
        self.actor = self.game.actor(self.state)
        events = [Event("deal", seat=self.actor, number=len(self.numbers)), *self._end()]
        for action in self.opening.actions if self.opening else ():
            events += self.play(action)
        return events

    def thought(self, seat: int, level: str, worlds: int, seed: str, weights: str) -> None:
        """The next action was chosen by a bot: how, if it is the one that sat down there."""
        told = self.bots[seat] if seat < len(self.bots) else None
        if told is not None and told.level == level:
            if not told.moves:
                told.weights = weights
            other = UNSET if weights == told.weights else weights
            told.moves.append(BotMove(0, len(self.deal.actions), worlds, seed, other))

    def play(self, action: str, after: Any = None) -> list[Event]:
        """Play a full action of the seat to act; ``after`` is the state that it leads to, if that is at hand.

        The events are what all may hear, and in ``card`` what only the actor may.
        """
        game, before, actor = self.game, self.state, self.actor
        if actor is None or not self.playing:
            raise ValueError("no deal is being played")
        text = game.told(before, action, None)
        own = game.told(before, action, actor).removeprefix(text)
        self.state = state = game.apply(before, action) if after is None else after
        self.deal.actions.append(intern(action))
        self.actors.append(actor)
        self.actor = following = game.actor(state)
        self.drawn = "" if following != actor else own or self.drawn
        events = [Event("act", seat=actor, text=text, card=own or None)]
        lines = game.ledger(state)
        if len(lines) > self._charged:
            new = [line for line in lines[self._charged :] if line.by is not None]
            events += [Event("charge", seat=line.seat, line=line_view(line)) for line in new]
            self._charged = len(lines)
        return events + self._end()

    def _end(self) -> list[Event]:
        """What follows if the deal is over."""
        if self.actor is not None or (outcome := self.game.outcome(self.state)) is None:
            return []
        start = self.deal.start
        if self.page is None:
            result = DealResult(list(outcome.scores), start[_starter_field(start)], 1)
        else:
            result = self.page.result(self.state)
        self.results.append(result)
        self.deal.scores = list(outcome.scores)
        self.deal.ledger = [recorded(line) for line in self.game.ledger(self.state)]
        self.following = self.game.follow(self.options, self.players, [self.state], self.following.totals)
        if self.opening is not None:
            self.following = replace(self.following, decided=True, winner=None)
        events = [Event("end", number=len(self.numbers))]
        if self.following.decided and self.opening is None:
            events.append(Event("match", seat=self.following.winner))
        return events

    def undo(self, left: int) -> None:
        """Go back to so many actions of the deal that is played."""
        deal = self.deal
        if not self.playing or not 0 <= left < len(deal.actions):
            raise ValueError(f"{left} is no earlier moment of a deal that is being played")
        del deal.actions[left:]
        del self.actors[left:]
        for told in self.bots:
            if told is not None:
                told.moves[:] = [move for move in told.moves if move.action < left]
        self.drawn = ""
        start = self.game.start(self.options, self.players, deal.start)
        self.state = self.game.replay(start, deal.actions)
        self._charged = len(self.game.ledger(self.state))
        self.actor = self.game.actor(self.state)

    def turn_start(self, seat: int) -> int | None:
        """How many actions had been played when the seat's last turn in which it acted began; None if there is none."""
        last = len(self.actors)
        while last and self.actors[last - 1] != seat:
            last -= 1
        while last and self.actors[last - 1] == seat:
            last -= 1
        return last if seat in self.actors else None

    def record(self) -> Record | None:
        """The last deal as a record, if it is over."""
        if self.playing or not self.numbers:
            return None
        deal = DealRecord(self.deal.start, list(self.deal.actions), self.deal.scores, self.deal.ledger)
        record = Record(FORMAT, self.game.name, self.game.rules(self.options), self.names, [deal])
        before = [total - points for total, points in zip(self.following.totals, self.deal.scores or (), strict=True)]
        if any(before):
            record.before = before
        if any(self.bots):
            record.bots = self.bots
        return record


def line_view(line: Line) -> LineView:
    """A ledger line for a page."""
    return LineView(line.seat, line.code, line.rule, line.points, line.cards, line.action, line.by)


def _starter_field(start: Mapping[str, object]) -> str:
    """A game has its own word for the seat that begins; it is the first number of a start."""
    return next(name for name, value in start.items() if type(value) is int)
