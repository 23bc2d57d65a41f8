"""An opponent that nobody here wrote: OpenSpiel's ISMCTS in Python, over Dummy as OpenSpiel's game.

It gets the same views as any player. Its root is a world imagined from the view, and so is the world of every
simulation; of the root it reads nothing but what the view shows. A node has one set of actions, since the view that
tells the node decides what is legal.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from time import thread_time
from typing import Any

from speto.bots.api import Budget
from speto.dummy.actions import ACTIONS, action_text
from speto.errors import BadText

from .world import World, Worlds


class _TimeIsUp(Exception):
    """Ends a search between two simulations."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How it searches.

    sims: simulations a decision. ms: milliseconds a decision instead, of the processor's time, so that other work on
    the machine takes none of them; no seed repeats that. c: the exploration constant of UCT, in points. rollouts: how
    a leaf is played out, ``random`` or ``ours``.
    """

    sims: int = 1000
    ms: int = 0
    c: int = 30
    rollouts: str = "random"


ROLLOUTS = ("random", "ours")


class _Evaluator:
    """What OpenSpiel's searcher asks of a leaf: how likely each action is, and what the leaf is worth."""

    def __init__(self, rollouts: str) -> None:
        self.ours = rollouts == "ours"

    def prior(self, world: World) -> list[tuple[int, float]]:
        actions = world.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]

    def evaluate(self, world: World) -> list[float]:
        return world.play_out(self.ours)


class Ismcts:
    """The opponent. ``searched`` is how many simulations its last decision took.

    Raises:
        BadText: OpenSpiel is not installed, or there are no such rollouts.
    """

    def __init__(self, settings: Settings, kernel: str = "") -> None:
        try:
            from open_spiel.python.algorithms import ismcts

            from speto.envs import openspiel
        except ImportError:
            raise BadText("openspiel-ismcts needs OpenSpiel: pip install 'speto[openspiel]'") from None
        if settings.rollouts not in ROLLOUTS:
            raise BadText(f"there are no rollouts {settings.rollouts[:40]!r}: {', '.join(ROLLOUTS)}")
        self.settings = settings
        self._ismcts, self._env = ismcts, openspiel
        self._evaluator = _Evaluator(settings.rollouts)
        self._kernel = kernel
        self._worlds: dict[Any, Worlds] = {}
        self.searched = 0

    def choose(self, view: Any, legal: Sequence[str], budget: Budget) -> str:
        """What it would play."""
        import numpy as np

        began = thread_time()
        rng = random.Random(budget.seed)
        worlds = self._of(view)
        bot = self._ismcts.ISMCTSBot(
            worlds.game,
            self._evaluator,
            self.settings.c,
            10**9 if self.settings.ms else self.settings.sims,
            random_state=np.random.RandomState(rng.getrandbits(32)),
            use_observation_string=True,
        )
        root = worlds.look(view, rng)
        until = began + self.settings.ms / 1000 if self.settings.ms else 0.0
        done = 0

        def another(state: Any, player: int) -> World:
            nonlocal done
            if until and done > 1 and thread_time() >= until:
                raise _TimeIsUp
            done += 1
            return worlds.another(state, player)

        bot.set_resampler(another)
        try:
            policy = bot.run_search(root)
        except _TimeIsUp:
            policy = bot.get_final_policy(root, bot._root_node)
        self.searched = done
        best = max(share for _, share in policy)
        action = rng.choice(sorted(action for action, share in policy if share == best))
        return action_text(view._g, ACTIONS[action])

    def _of(self, view: Any) -> Worlds:
        key = (view.players, view.options)
        if key not in self._worlds:
            game = self._env.DummyGame({"players": view.players}, view.options)
            self._worlds[key] = Worlds(game, self._kernel)
        return self._worlds[key]
