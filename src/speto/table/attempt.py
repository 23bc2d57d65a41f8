"""Actions tried on a copy of a deal: what a person or a bot asks for, and the default move when time is up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from speto.decks import below
from speto.errors import BadText
from speto.game import Game
from speto.protocol.row import Refused, refused

MOST = 60
"""The most actions of one command: no turn is longer."""
LONGEST = 80
"""The most characters of an action that is looked at."""


class Attempt:
    """Actions played on a copy: their full texts, and the state after each."""

    def __init__(self, game: Game[Any, Any, Any], state: Any, chance: Iterator[int]) -> None:
        self.texts: list[str] = []
        self.states: list[Any] = []
        self._game, self._state, self._chance = game, state, chance
        self._seat = game.actor(state)

    @property
    def open(self) -> bool:
        """Whether the same seat is still to act."""
        return self._game.actor(self._state) == self._seat

    def play(self, actions: Sequence[str]) -> Refused | None:
        """Play what somebody asks for; None if all of it is legal.

        Whatever an answer tells follows from what the seat can see: an action that shows something new is the last
        one, since the fate of one behind it would tell what comes before it is decided; and behind the turn's end
        nothing is looked at.
        """
        for at, action in enumerate(actions):
            if at and not self.open:
                return refused("after_turn", at=at)
            try:
                no = self._game.refuse(self._state, action)
            except BadText as error:
                return refused("no_action", rule=error.rule, at=at, what=error.sentence)
            if no is not None:
                return Refused("illegal", no.rule, no.sentence, no.reason or "illegal", at)
            reveals = self._step(action)
            if reveals and at < len(actions) - 1:
                return refused("after_reveal", at=at + 1)
        return None

    def play_default(self) -> None:
        """Play the rest of the turn with the game's default moves."""
        assert self._seat is not None
        while self.open:
            self._step(self._game.default(self._game.see(self._state, self._seat)))

    def _step(self, action: str) -> bool:
        """Play a legal action. True if it tells its seat something new."""
        game, before = self._game, self._state
        outcomes = game.chance(before, action)
        full = outcomes[below(self._chance, len(outcomes))] if len(outcomes) > 1 else outcomes[0]
        told = game.told(before, full, self._seat)
        reveals = not told == full == action and told not in game.legal(before)
        self._state = game.apply(before, full)
        self.texts.append(full)
        self.states.append(self._state)
        return reveals


def read_actions(value: object) -> list[str] | Refused:
    """The actions of a command or a draft, as far as they are texts at all."""
    if not isinstance(value, (list, tuple)):
        return refused("no_body", what="actions must be a list of texts")
    if len(value) > MOST:
        return refused("too_many", most=MOST)
    for at, action in enumerate(value):
        if not isinstance(action, str):
            return refused("no_body", at=at, what="actions must be a list of texts")
        if len(action) > LONGEST:
            return refused("no_action", at=at, what=f"an action has at most {LONGEST} characters")
    return list(value)
