"""Computer players: each takes what its seat may see and a source of chance, and returns one action's text.

A player reaches nothing else. Modules of this package may import a game's view, actions and kernel functions, but
never its deals or matches, nor records: then no player can name what it may not see.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

Player = Callable[[Any, random.Random], str]
"""A computer player: from a view in which its seat is to act, and a source of chance, to a legal action."""


def players(game: str) -> dict[str, Player]:
    """The players of a game by name, the weakest first.

    >>> list(players("dummy"))
    ['random', 'greedy']
    """
    from speto.bots import simple

    found: dict[str, Player] = {"random": simple.at_random}
    if game == "dummy":
        found["greedy"] = simple.greedy
    return found
