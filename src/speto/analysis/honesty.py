"""Play a record's bots again: each move must be what its level, weights, worlds and seed give on what the seat saw."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from msgspec import UNSET

from speto.bots.api import MOST_WORLDS, Budget, choose
from speto.bots.weights import shipped
from speto.errors import BadText, Difference
from speto.records import BotMove
from speto.replay import Replay


class Checked(NamedTuple):
    """How many actions the seats of bots have in a record, and how many of them were computed again.

    ``other_weights`` were made by weights that this version does not have. What is left has no account: the record
    does not say how it was chosen, as of a default move, of a bot that stood in, or of an opening.
    """

    moves: int
    recomputed: int
    other_weights: int

    @property
    def no_account(self) -> int:
        """How many the record does not account for."""
        return self.moves - self.recomputed - self.other_weights


def check_bots(replayed: Replay) -> Checked:
    """Recompute every move that the record says a bot made by the weights of this version.

    Raises:
        BadText: all of them were made by other weights, one is not where a bot moved, or its budget is out of range.
        Difference: a bot of that level would have played something else; ``at`` is the place.
    """
    record = replayed.record
    moves = recomputed = 0
    strange: list[str] = []
    for seat, told in enumerate(record.bots if record.bots is not UNSET else []):
        if told is None:
            continue
        made_by = {
            (move.deal, move.action): told.weights if move.weights is UNSET else move.weights for move in told.moves
        }
        budgets = {(move.deal, move.action): _budget(seat, move) for move in told.moves}
        for number, deal in enumerate(record.deals):
            state = replayed.game.start(replayed.options, len(record.players), deal.start)
            totals = tuple(replayed.totals(number))
            for place, action in enumerate(replayed.actions(number)):
                moves += replayed.game.actor(state) == seat
                budget = budgets.pop((number, place), None)
                if budget is not None:
                    if replayed.game.actor(state) != seat:
                        raise BadText(f"bots[{seat}].moves names an action of another seat").located(number, place)
                    if made_by[number, place] in ("", shipped()[1]):
                        view = replayed.game.see(state, seat)
                        found = choose(record.game, told.level, view, replace(budget, totals=totals))
                        if action not in replayed.game.chance(state, found):
                            sentence = f"{told.level} would have played {found}, the record has {action}"
                            raise Difference(sentence).located(number, place)
                        recomputed += 1
                    else:
                        strange.append(made_by[number, place])
                state = replayed.game.apply(state, action)
        if budgets:
            number, place = min(budgets)
            raise BadText(f"bots[{seat}].moves names an action that the record does not have").located(number, place)
    if strange and not recomputed:
        raise BadText(f"the bots played by the weights {strange[0][:40]}; this version has {shipped()[1]}")
    return Checked(moves, recomputed, len(strange))


def _budget(seat: int, move: BotMove) -> Budget:
    if not 0 <= move.worlds <= MOST_WORLDS:
        raise BadText(f"bots[{seat}].moves: {move.worlds} worlds are out of range: 0 to {MOST_WORLDS}")
    try:
        return Budget(move.worlds, bytes.fromhex(move.seed))
    except ValueError:
        raise BadText(f"bots[{seat}].moves: a seed is a hexadecimal number, not {move.seed[:40]!r}") from None
