"""Replay: play a record's deals again and compare whatever the record states with what comes out.

Nothing that a record says is believed: the game must allow its starts and its actions, its deals must follow
from each other (R27, R28), and scores, ledgers and result must be those of the replay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET

from speto.errors import BadStart, BadText, Difference, SpetoError
from speto.game import Following, Game, Line, Outcome
from speto.game import game as game_of
from speto.records import DealRecord, LedgerLine, Record, Result, short


@dataclass(frozen=True, slots=True)
class Replay:
    """A record that was played again and agrees with itself.

    ``states``, ``outcomes`` and ``ledgers`` hold, for each deal, the state at its end, how it ended (None: it goes on)
    and its ledger;
    ``following`` is what all finished deals settle.
    """

    record: Record
    game: Game[Any, Any, Any]
    options: Any
    states: tuple[Any, ...]
    outcomes: tuple[Outcome | None, ...]
    ledgers: tuple[list[Line], ...]
    following: Following

    @property
    def state(self) -> Any:
        """The state at the end of the last deal."""
        return self.states[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the last deal ended, None if it goes on."""
        return self.outcomes[-1]

    def ledger(self, deal: int = -1) -> list[Line]:
        """The ledger of a deal, of the last if none is named."""
        return self.ledgers[deal]

    def actions(self, deal: int) -> list[str]:
        """A deal's actions as canonical texts, whatever the record writes."""
        return list(self.states[deal].actions)

    def totals(self, deal: int) -> list[int]:
        """Each seat's points of the match before a deal."""
        record = self.record
        totals = [0] * len(record.players) if record.before is UNSET else list(record.before)
        for outcome in self.outcomes[:deal]:
            for seat, points in enumerate(outcome.scores if outcome else ()):
                totals[seat] += points
        return totals

    def stated(self) -> Record:
        """The record with everything stated that a reader checks: scores, ledgers and result."""
        deals = [
            DealRecord(
                deal.start,
                deal.actions,
                UNSET if outcome is None else list(outcome.scores),
                [recorded(line) for line in ledger],
            )
            for deal, outcome, ledger in zip(self.record.deals, self.outcomes, self.ledgers, strict=True)
        ]
        result = Result(list(self.following.totals), self.following.winner)
        return msgspec.structs.replace(self.record, deals=deals, result=result)


def replay(record: Record) -> Replay:
    """Play a record again.

    Raises:
        SpetoError: the first thing that is wrong with it, with its place and, if a rule says so, the rule.
    """
    game = game_of(record.game)
    players = len(record.players)
    options = _options(game.name, msgspec.json.encode(record.rules))
    if players not in game.seats:
        game.start(options, players, record.deals[0].start)  # the game may know the rule that says so
        raise BadText(f"{game.name} is for {game.seats[0]} to {game.seats[-1]} players, not {players}")
    states: list[Any] = []
    outcomes: list[Outcome | None] = []
    ledgers: list[list[Line]] = []
    ended: list[Any] = []
    before = () if record.before is UNSET else record.before
    begun = game.follow(options, players, [], before)
    if begun.decided:
        raise BadText(f"before: seat {begun.winner} has won the match already", begun.rule)
    for number, deal in enumerate(record.deals):
        try:
            state = game.start(options, players, deal.start)
            if number and not is_position(deal.start):
                settled = game.follow(options, players, ended, before)
                _check_follows(game, settled, record.deals, number, outcomes[-1] is not None)
            state = game.replay(state, deal.actions)
            outcome = game.outcome(state)
            ledger = game.ledger(state)
            _compare(deal, outcome, ledger)
        except SpetoError as error:
            raise error.located(number) from None
        states.append(state)
        outcomes.append(outcome)
        ledgers.append(ledger)
        if outcome is not None:
            ended.append(state)
    following = game.follow(options, players, ended, before)
    if record.result is not UNSET:
        _compare_numbers("result.totals", record.result.totals, following.totals)
        if record.result.winner != following.winner:
            stated, found = short(record.result.winner), short(following.winner)
            raise Difference(f"result.winner is {stated}, the replay gives {found}")
    return Replay(record, game, options, tuple(states), tuple(outcomes), tuple(ledgers), following)


def is_position(start: Mapping[str, object]) -> bool:
    """Whether a start is a position, not a deal from a deck: it says whose turn it is."""
    return "turn" in start


def recorded(line: Line) -> LedgerLine:
    """A ledger line as a record holds it."""
    return LedgerLine(
        line.seat,
        line.code,
        line.rule,
        line.points,
        UNSET if line.cards is None else line.cards,
        UNSET if line.action is None else line.action,
        UNSET if line.by is None else line.by,
    )


@lru_cache(maxsize=64)
def _options(game: str, rules: bytes) -> Any:
    """The options of a ``rules`` object: archives hold few different ones."""
    return game_of(game).options(msgspec.json.decode(rules))


def _check_follows(
    game: Game[Any, Any, Any], settled: Following, deals: Sequence[DealRecord], number: int, ended: bool
) -> None:
    """A deal from a deck takes what the one before it settles (R27); none follows a decided match (R28).

    A position is free of both, and a deck after a position of the first.
    """
    if settled.decided:
        raise BadStart("the match is decided before this deal", settled.rule or None)
    if is_position(deals[number - 1].start):
        return
    if not ended:
        raise BadStart(f"this deal begins before deals[{number - 1}] is over")
    for name, value in settled.start.items():
        stated = deals[number].start.get(name, game.defaults.get(name))
        if stated != value:
            sentence = f"{name} is {short(stated)}, but after deals[{number - 1}] it must be {value}"
            raise BadStart(sentence, settled.rules.get(name))


def _compare(deal: DealRecord, outcome: Outcome | None, ledger: Sequence[Line]) -> None:
    """What a deal states against what its replay gives."""
    if deal.scores is not UNSET:
        if outcome is None:
            raise Difference("scores are stated, but the deal is not over")
        _compare_numbers("scores", deal.scores, outcome.scores)
    if deal.ledger is not UNSET:
        _compare_ledgers(deal.ledger, [recorded(line) for line in ledger])


def _compare_numbers(name: str, stated: Sequence[int], found: Sequence[int]) -> None:
    if len(stated) != len(found):
        raise Difference(f"{name} has {len(stated)} numbers for {len(found)} players")
    for seat, (told, true) in enumerate(zip(stated, found, strict=True)):
        if told != true:
            raise Difference(f"{name}[{seat}] is {short(told)}, the replay gives {true}")


def _compare_ledgers(stated: list[LedgerLine], found: list[LedgerLine]) -> None:
    if stated == found:
        return
    for index, (told, true) in enumerate(zip(stated, found, strict=False)):
        for name in LedgerLine.__struct_fields__:
            a, b = getattr(told, name), getattr(true, name)
            if a != b:
                sentence = f"ledger[{index}].{name} is {_shown(a)}, the replay gives {_shown(b)}"
                raise Difference(sentence, true.rule)
    index = min(len(stated), len(found))
    if index < len(found):
        lost = found[index]
        sentence = f"ledger[{index}] is missing, the replay gives {lost.code} {lost.points} for seat {lost.seat}"
        raise Difference(sentence, lost.rule)
    raise Difference(f"ledger[{index}] is more than the replay gives: {index} lines")


def _shown(value: object) -> str:
    return "absent" if value is UNSET else short(value)
