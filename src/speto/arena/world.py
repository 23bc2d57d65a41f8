"""A state of Dummy for searchers written in Python: it answers what OpenSpiel's ``ISMCTSBot`` asks, and little more.

It is the game of ``envs/openspiel.py``, with the same ids of actions and the same payments, but quick: it lives in
the compiled kernel where that is warm. A node is told by the view of the seat to act and nothing else. What a seat
draws is the top of the imagined stock, so chance has no nodes of its own: it comes with the world.
"""

from __future__ import annotations

import random
from typing import Any

from speto.bots.rollouts import room
from speto.dummy.actions import ACTIONS, IDS, legal_actions
from speto.dummy.kernel.state import OVER
from speto.dummy.view import TRIES, View, imagine
from speto.kit.leads import leads

VIEW, ROOT, WORLD, SEEN = range(4)


class Worlds:
    """Deals that look like a view: the root, and one world at a time.

    ``kernel`` is ``plain`` or ``compiled``, else what is warm now.
    """

    def __init__(self, game: Any, kernel: str = "") -> None:
        self.game = game
        self.room = room(4, kernel)

    def look(self, view: View, rng: random.Random) -> World:
        """Begin with a view; returns the root, a world that looks like it."""
        self.view, self.rng = view, rng
        self.room.put(VIEW, view._g)
        self.room.begin(view.options, view.players)
        self.room.rng[:] = [rng.getrandbits(32), rng.getrandbits(32) | 1]
        return self._imagine(ROOT)

    def another(self, _state: Any, _player: int) -> World:
        """One more world, in the place of the last: what OpenSpiel calls to resample."""
        return self._imagine(WORLD)

    def _imagine(self, place: int) -> World:
        if not self.room.imagine(VIEW, place, TRIES):
            self.room.put(place, imagine(self.view, self.rng)._g)
        return World(self, place)


class World:
    """A moment of a deal, in a place of its room."""

    __slots__ = ("_key", "_legal", "_place", "_room", "_worlds")

    def __init__(self, worlds: Worlds, place: int) -> None:
        self._worlds, self._room, self._place = worlds, worlds.room, place
        self._key: Any = None
        self._legal: list[int] | None = None

    def get_game(self) -> Any:
        """The game."""
        return self._worlds.game

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return bool(self._room.fact("phase", self._place) == OVER)

    def is_chance_node(self) -> bool:
        """Never: chance came with the world."""
        return False

    def current_player(self) -> int:
        """The seat to act."""
        return int(self._room.fact("turn", self._place))

    def legal_actions(self) -> list[int]:
        """The ids of legal actions, sorted."""
        if self._legal is None:
            self._legal = [IDS[action] for action in legal_actions(self._room.legal(self._place))]
        return self._legal

    def observation_string(self) -> Any:
        """What the seat to act sees: no text, but as good as one to tell nodes apart."""
        if self._key is None:
            self._key = self._room.seen(self._place, self.current_player(), SEEN)
        return self._key

    def apply_action(self, action: int) -> None:
        """Play."""
        self._room.apply(self._place, ACTIONS[action])
        self._key = self._legal = None

    def returns(self) -> list[float]:
        """Each seat's lead over the mean of the others."""
        players = self._worlds.game.num_players()
        return leads([int(points) for points in self._room.fact("score", self._place)[:players]])

    def play_out(self, ours: bool) -> list[float]:
        """What each seat is paid when the deal is played out from here, which uses the world up."""
        if ours:
            self._room.rollout(self._place)
        else:
            self._room.at_random(self._place)
        return self.returns()
