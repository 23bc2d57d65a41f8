"""What a bot is to a table: a function of what its seat may see, of a budget, and of nothing else.

The budget is in counts, never in seconds, and chance comes from its seed alone: the same view, budget and level give
the same action on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from speto.bots import Player, players
from speto.errors import BadText


@dataclass(frozen=True, slots=True)
class Budget:
    """What a bot is given for one decision beside the view.

    ``worlds`` is how many it may imagine, None the level's own number, less on the plain kernel; ``seed`` where its
    chance comes from; ``totals`` each seat's points of the match before this deal, none where a match begins.
    """

    worlds: int | None = None
    seed: bytes = b""
    totals: tuple[int, ...] = ()


class Bot(Protocol):
    """A bot: it returns one of the legal actions."""

    def choose(self, view: Any, legal: Sequence[str], budget: Budget) -> str:
        """One of the legal actions."""


@dataclass(frozen=True, slots=True)
class _Simple:
    """A player that needs no budget."""

    player: Player

    def choose(self, view: Any, legal: Sequence[str], budget: Budget) -> str:
        return self.player(view, random.Random(budget.seed))


@dataclass(frozen=True, slots=True)
class _Agent:
    """A level of Dummy's agent."""

    level: Any

    @property
    def worlds(self) -> int:
        """How many worlds it imagines if nobody says otherwise."""
        return int(self.level.worlds)

    def choose(self, view: Any, legal: Sequence[str], budget: Budget) -> str:
        from .agent import kernel_now, think

        if len(legal) == 1:
            return legal[0]
        worlds = budget.worlds
        if worlds is None:
            worlds = worlds_for("dummy", self.level.name, 0, kernel_now() == "compiled")
        return think(view, self.level, budget.seed, worlds, totals=budget.totals).action


def levels(game: str) -> list[str]:
    """The names of a game's bots: those without a level, then the levels, the weakest first.

    >>> levels("dummy")
    ['random', 'greedy', 'wary', 'patient', 'level1', 'level2', 'level3', 'level4', 'level5', 'level6']
    >>> levels("dammit")
    ['random']
    """
    names = list(players(game))
    if game == "dummy":
        from .levels import LEVELS
        from .styles import STYLES

        names += [*STYLES, *LEVELS]
    return names


def weights(game: str, level: str) -> str:
    """The hash of the weights that a bot plays by; "" for one without weights.

    >>> weights("dummy", "random"), len(weights("dummy", "level5"))
    ('', 16)
    """
    if game != "dummy" or level == "random":
        return ""
    from .weights import shipped

    return shipped()[1]


def worlds_for(game: str, level: str, waiting: float, compiled: bool) -> int:
    """How many worlds a bot imagines, chosen before it thinks: fewer while many wait, none on the plain kernel.

    There a world takes some ms for each candidate, and a level of search plays by value.
    ``waiting`` is how many decisions wait for each process that thinks.

    >>> [worlds_for("dummy", "level5", waiting, True) for waiting in (0, 3, 10, 50)]
    [300, 100, 60, 30]
    >>> worlds_for("dummy", "level5", 0, False), worlds_for("dummy", "greedy", 0, True)
    (0, 0)
    """
    from .levels import LEVELS

    if game != "dummy" or level not in LEVELS or not compiled:
        return 0
    fair = next((worlds for most, worlds in LOADS if waiting <= most), 30)
    return min(LEVELS[level].worlds, fair)


MOST_WORLDS = 100_000
"""More nobody may ask for: sums stay within 64 bits."""

LOADS = ((1, 1000), (2, 300), (4, 100), (16, 60))
"""Up to so many waiting decisions a process, so many worlds."""


def usual(game: str) -> str:
    """The bot that takes a seat where nobody has chosen one: a decent one that needs no search.

    >>> usual("dummy"), usual("dammit")
    ('level3', 'random')
    """
    names = levels(game)
    return "level3" if "level3" in names else names[-1]


def bot(game: str, level: str) -> Bot:
    """The bot of that name; ``5`` is short for ``level5``.

    Raises:
        BadText: there is no such bot.
    """
    found = players(game)
    if level in found:
        return _Simple(found[level])
    if game == "dummy":
        from .levels import LEVELS
        from .styles import STYLES

        if level in STYLES:
            return _Simple(STYLES[level])
        name = f"level{level}" if level.isdecimal() else level
        if name in LEVELS:
            return _Agent(LEVELS[name])
    raise BadText(f"there is no bot {level[:40]!r} for {game}: {', '.join(levels(game))}")


def choose(game: str, level: str, view: Any, budget: Budget) -> str:
    """What a bot of that level does with this view: what a worker is asked.

    Raises:
        BadText: there is no such level.

    >>> from speto.dummy.deal import Deal
    >>> choose("dummy", "greedy", Deal(players=2, seed="tour").see(0), Budget(seed=b"1"))
    '+'
    """
    return bot(game, level).choose(view, view.legal, budget)
