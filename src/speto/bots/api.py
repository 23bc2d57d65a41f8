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
    """What a bot may spend on one decision: so many imagined worlds, and where its chance comes from."""

    worlds: int = 0
    seed: bytes = b""


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


def levels(game: str) -> list[str]:
    """The levels of a game's bots, the weakest first.

    >>> levels("dummy")
    ['random', 'greedy']
    """
    return list(players(game))


def bot(game: str, level: str) -> Bot:
    """The bot of that level.

    Raises:
        BadText: there is no such level.
    """
    found = players(game)
    if level not in found:
        raise BadText(f"there is no bot {level[:40]!r} for {game}: {', '.join(found)}")
    return _Simple(found[level])


def choose(game: str, level: str, view: Any, budget: Budget) -> str:
    """What a bot of that level does with this view: what a worker is asked.

    Raises:
        BadText: there is no such level.

    >>> from speto.dummy.deal import Deal
    >>> choose("dummy", "greedy", Deal(players=2, seed="tour").see(0), Budget(seed=b"1"))
    '+'
    """
    return bot(game, level).choose(view, view.legal, budget)
