"""Random playouts of any game, and their states with what a failing check has to say."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.contract.texts import CARD

from speto.decks import seed_of_text, shuffled
from speto.game import Game

AnyGame = Game[Any, Any, Any]
Start = Mapping[str, Any]
Snapshot = tuple[object, ...]


@dataclass(frozen=True, eq=False)
class Play:
    """A playout: ``states[i]`` is the state before ``actions[i]``; snapshots are as old as their states."""

    game: AnyGame
    players: int
    options: Any
    seed: str
    start: Start
    states: list[Any]
    actions: list[str]
    snapshots: list[Snapshot]

    def moments(self) -> Iterator[Moment]:
        return (Moment(self, at) for at in range(len(self.states)))

    @property
    def final(self) -> Any:
        return self.states[-1]


@dataclass(frozen=True, eq=False)
class Moment:
    """The state of a playout after ``at`` actions."""

    play: Play
    at: int

    @property
    def state(self) -> Any:
        return self.play.states[self.at]

    @property
    def viewers(self) -> list[int | None]:
        return [*range(self.play.players), None]

    def rng(self, salt: object) -> random.Random:
        return random.Random(f"{self.play.seed}/{self.at}/{salt}")

    def must(self, holds: object, fault: str) -> None:
        if not holds:
            raise AssertionError(f"{fault}\n{self}")

    def same(self, what: str, is_: object, should_be: object, told: Callable[[], str] = str) -> None:
        if is_ != should_be:
            raise AssertionError(f"{what} is\n{is_}\nand should be\n{should_be}\n{told()}\n{self}")

    def __str__(self) -> str:
        play = self.play
        rules = json.dumps(play.game.rules(play.options))
        return (
            f"game {play.game.name}, {play.players} players, rules {rules}, seed {play.seed!r}\n"
            f"start   {json.dumps(play.start)}\n"
            f"actions {json.dumps(play.actions[: self.at])}\n"
            f"after these {self.at}:\n{play.game.text(self.state)}"
        )


def snapshot(game: AnyGame, state: Any) -> Snapshot:
    """What can be asked of a state, as values that do not change."""
    facts = (game.actor(state), tuple(game.legal(state)), game.outcome(state), tuple(game.ledger(state)))
    return (game.text(state), *facts)


def choose(legal: Sequence[str], rng: random.Random) -> str:
    """A random action, each form (``=xxx``, ``x>x``, ``-x``) equally likely, so that rare ones are met."""
    forms: dict[str, list[str]] = {}
    for text in legal:
        forms.setdefault(CARD.sub("x", text), []).append(text)
    return rng.choice(rng.choice(list(forms.values())))


def play_out(game: AnyGame, players: int, options: Any, start: Start, seed: str, bound: int) -> Play:
    """Random play from a start to the end of the deal, in at most ``bound`` actions."""
    rng = random.Random(seed)
    state = game.start(options, players, start)
    play = Play(game, players, options, seed, start, [state], [], [snapshot(game, state)])
    while game.actor(state) is not None:
        here = Moment(play, len(play.actions))
        here.must(here.at < bound, f"the deal did not end within {bound} actions")
        legal = game.legal(state)
        here.must(legal, "nothing is legal, but the deal is not over")
        play.actions.append(rng.choice(game.chance(state, choose(legal, rng))))
        state = game.apply(state, play.actions[-1])
        play.states.append(state)
        play.snapshots.append(snapshot(game, state))
    return play


def fresh_start(game: AnyGame, players: int, options: Any, seed: str, deals: Sequence[Any] = ()) -> Start:
    """The start of the next deal, with the deck of a seed."""
    following = game.follow(options, players, deals)
    return game.fresh(options, players, shuffled(seed_of_text(seed)), following.start)
