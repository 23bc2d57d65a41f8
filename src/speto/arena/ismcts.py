"""An opponent that nobody here wrote: OpenSpiel's ISMCTS in Python, over Dummy as OpenSpiel's game.

It gets the same views as any player. Its root is a world imagined from the view, and so is the world of every
simulation; of the root it reads nothing but what the view shows.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from speto.bots.api import Budget
from speto.errors import BadText

Rollout = Callable[[Any, Any, Any], Sequence[int]]
"""Plays a deal out: from a state of the plain kernel (which it may change), the rules as ints, and a generator of
``speto.kit.rng`` to the points of each seat."""


class _TimeIsUp(Exception):
    """Ends a search between two simulations."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How it searches.

    sims: simulations a decision. ms: milliseconds a decision instead, which no seed repeats. c: the exploration
    constant of UCT, in points. rollouts: how a leaf is played out, ``random`` or ``ours``.
    """

    sims: int = 1000
    ms: int = 0
    c: int = 30
    rollouts: str = "random"


def rollout_of(name: str) -> Rollout:
    """The rollouts of that name.

    Raises:
        BadText: there are none of that name.
    """
    if name == "random":
        return _at_random
    if name == "ours":
        from importlib import import_module

        try:
            found: Rollout = import_module("speto.bots.rollouts").rollout
        except (ImportError, AttributeError):
            raise BadText("the bots offer no rollouts to others") from None
        return found
    raise BadText(f"there are no rollouts {name[:40]!r}: random, ours")


def _at_random(g: Any, r: Any, rng: Any) -> Sequence[int]:
    """Uniformly random play to the end."""
    from speto.dummy.kernel.random_play import play_out
    from speto.dummy.kernel.state import N_WORDS

    play_out(g, r, [0] * N_WORDS, [0], rng)
    return list(g.score[: g.players])


class _Evaluator:
    """What OpenSpiel's searcher asks of a leaf: how likely each action is, and what the leaf is worth."""

    def __init__(self, rollout: Rollout, leads: Callable[[Sequence[int]], list[float]]) -> None:
        self.rollout, self.leads = rollout, leads
        self.rng = [1, 2]

    def prior(self, state: Any) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]

    def evaluate(self, state: Any) -> list[float]:
        deal = state.table.deal
        return self.leads(self.rollout(deal._g.copy(), deal._r, self.rng))


class Ismcts:
    """The opponent.

    Raises:
        BadText: OpenSpiel is not installed, or has no such rollouts.
    """

    def __init__(self, settings: Settings) -> None:
        try:
            from open_spiel.python.algorithms import ismcts

            from speto.envs import openspiel
        except ImportError:
            raise BadText("openspiel-ismcts needs OpenSpiel: pip install 'speto[openspiel]'") from None
        self.settings = settings
        self._ismcts, self._env = ismcts, openspiel
        self._evaluator = _Evaluator(rollout_of(settings.rollouts), openspiel.leads)
        self._games: dict[Any, Any] = {}
        self.worlds = 0

    def choose(self, view: Any, legal: Sequence[str], budget: Budget) -> str:
        """What it would play."""
        import numpy as np

        from speto.dummy.view import imagine

        rng = random.Random(budget.seed)
        self._evaluator.rng[:] = [rng.getrandbits(32), rng.getrandbits(32) | 1]
        game = self._game(view)
        until = perf_counter() + self.settings.ms / 1000 if self.settings.ms else 0.0
        bot = self._ismcts.ISMCTSBot(
            game,
            self._evaluator,
            self.settings.c,
            10**9 if until else self.settings.sims,
            random_state=np.random.RandomState(rng.getrandbits(32)),
            use_observation_string=True,
            allow_inconsistent_action_sets=True,
        )
        done = 0

        def world(_state: Any, _player: int) -> Any:
            nonlocal done
            if until and done and perf_counter() >= until:
                raise _TimeIsUp
            done += 1
            return game.state_of(imagine(view, rng))

        bot.set_resampler(world)
        root = game.state_of(imagine(view, rng))
        try:
            policy = bot.run_search(root)
        except _TimeIsUp:
            policy = bot.get_final_policy(root, bot.filter_illegals(bot._root_node, root.legal_actions()))
        self.worlds = done
        best = max(share for _, share in policy)
        action = rng.choice(sorted(action for action, share in policy if share == best))
        text: str = root.table.legal[action]
        return text

    def _game(self, view: Any) -> Any:
        key = (view.players, view.options)
        if key not in self._games:
            self._games[key] = self._env.DummyGame({"players": view.players}, view.options)
        return self._games[key]
