"""Opponents by name: the bots' levels, OpenSpiel's ISMCTS, any command that speaks the line protocol.

A name may carry settings: ``NAME:key=value,key=value``. What follows ``cmd:`` is a command line.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import thread_time
from typing import Any, Protocol

from speto.bots import api
from speto.bots.api import Bot, Budget
from speto.errors import BadText

GAME = "dummy"
ISMCTS = "openspiel-ismcts"
COMMAND = "cmd"


class Fault(Exception):
    """An opponent gave no action that can be played: an error, a time-out, an illegal action."""


class Opponent(Protocol):
    """A player at the arena's table.

    ``worlds`` is how many worlds the last decision took.
    """

    worlds: int

    def begin(self, opening: Mapping[str, Any]) -> None:
        """A deal begins. ``opening`` is the message of the line protocol: seat, players, rules, totals."""

    def choose(self, view: Any, legal: Sequence[str], seed: bytes) -> str:
        """One of at least two legal actions. Raises Fault."""

    def clock(self) -> float:
        """Seconds, from some instant on, that count as its own while it thinks."""

    def end(self, view: Any) -> None:
        """A deal is over; this is what the seat sees of it then."""

    def close(self) -> None:
        """It is needed no longer."""


@dataclass(slots=True)
class Ours:
    """A bot of this house, or one that is called like it.

    ``budget`` is how many worlds it may imagine, or ``playouts`` how many deals it may play out in all: the worlds
    times the candidates that are searched, of which a level has at most ``most``.
    """

    bot: Bot
    budget: int = 0
    playouts: int = 0
    most: int = 1
    worlds: int = 0
    totals: tuple[int, ...] = ()

    def begin(self, opening: Mapping[str, Any]) -> None:
        """It keeps how the match stands."""
        self.totals = tuple(opening["totals"])

    def choose(self, view: Any, legal: Sequence[str], seed: bytes) -> str:
        """What it plays."""
        worlds = self.budget
        if self.playouts:
            worlds = max(self.playouts // min(len(legal), self.most), 1)
        action = self.bot.choose(view, legal, Budget(worlds, seed, self.totals))
        self.worlds = getattr(self.bot, "searched", worlds)
        return action

    def clock(self) -> float:
        """Of the processor, so that other work on the machine is not counted."""
        return thread_time()

    def end(self, view: Any) -> None:
        """It keeps nothing."""

    def close(self) -> None:
        """It holds nothing."""


def opponent(name: str) -> Opponent:
    """The opponent of that name.

    Raises:
        BadText: there is none, or it has no such setting.

    >>> opponent("greedy").worlds
    0
    >>> opponent("greedy:sims=3")
    Traceback (most recent call last):
    speto.errors.BadText: greedy has no setting 'sims': worlds
    """
    kind, _, rest = name.partition(":")
    if kind == COMMAND:
        from .command import Command

        try:
            words = shlex.split(rest)
        except ValueError as error:
            raise BadText(f"the command {rest[:80]!r} cannot be read: {error}") from None
        if not words:
            raise BadText("cmd: wants a command, as in cmd:'node my-bot.mjs'")
        return Command(words)
    if kind == ISMCTS:
        from .ismcts import Ismcts, Settings

        numbers = dict.fromkeys(("sims", "ms", "c"), int)
        settings = Settings(**_settings(kind, rest, {**numbers, "rollouts": str}))
        return Ours(Ismcts(settings))
    try:
        bot = api.bot(GAME, kind)
    except BadText:
        known = ", ".join(api.levels(GAME))
        raise BadText(f"there is no opponent {name[:60]!r}: {known}, {ISMCTS}, {COMMAND}:COMMAND") from None
    level = getattr(bot, "level", None)
    keys: dict[str, type] = {"worlds": int} if level is None else {"worlds": int, "playouts": int}
    given = _settings(kind, rest, keys)
    for key, value in given.items():  # few candidates get all playouts as worlds
        if value > api.MOST_WORLDS:
            raise BadText(f"{kind}: {key} is at most {api.MOST_WORLDS}, not {value}")
    if level is None:
        return Ours(bot, given.get("worlds", 0))
    return Ours(bot, given.get("worlds", level.worlds), given.get("playouts", 0), level.most)


def _settings(kind: str, text: str, types: Mapping[str, type]) -> dict[str, Any]:
    """The settings behind a name. Raises BadText."""
    found: dict[str, Any] = {}
    for part in text.split(",") if text else []:
        key, _, value = part.partition("=")
        if key not in types:
            raise BadText(f"{kind} has no setting {key[:40]!r}: {', '.join(types)}")
        if types[key] is int:
            if not (value.isascii() and value.isdigit() and len(value) <= 8) or not 0 < int(value) <= 10**7:
                raise BadText(f"{kind}: {key} is a number from 1 on, not {value[:40]!r}")
            found[key] = int(value)
        else:
            found[key] = value
    return found
