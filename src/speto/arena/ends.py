"""What opponents give away in ends of deals that the solver has solved."""

from __future__ import annotations

from collections.abc import Sequence

from speto.dummy.view import View
from speto.errors import BadText
from speto.solver.endgames import Choose, Regret, table
from speto.solver.positions import read

from .names import Opponent, opponent


def regrets(names: Sequence[str], count: int, seed: str, range_: str = "tuning") -> dict[str, Regret]:
    """Each name's regret in so many ends of the solver's file: the first, for ``tuning``, or the last, ``final``.

    Raises:
        BadText: there is no opponent of a name, or there are not so many ends.
    """
    players = {name: opponent(name) for name in names}
    try:
        ends = read()
        if not 1 <= count <= len(ends):
            raise BadText(f"there are {len(ends)} solved ends: 1 to {len(ends)} can be played, not {count}")
        ends = ends[-count:] if range_ == "final" else ends[:count]
        return table({name: _chooser(player, seed) for name, player in players.items()}, ends)
    finally:
        for player in players.values():
            player.close()


def _chooser(player: Opponent, seed: str) -> Choose:
    def choose(view: View) -> str:
        legal = view.legal
        return legal[0] if len(legal) == 1 else player.choose(view, legal, f"{seed} {len(view.actions)}".encode())

    return choose
