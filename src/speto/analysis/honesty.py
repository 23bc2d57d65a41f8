"""Play a record's bots again: each move must be what its level, weights, worlds and seed give on what the seat saw."""

from __future__ import annotations

from dataclasses import replace

from msgspec import UNSET

from speto.bots.api import MOST_WORLDS, Budget, choose
from speto.bots.weights import shipped
from speto.errors import BadText, Difference
from speto.records import BotMove
from speto.replay import Replay


def check_bots(replayed: Replay) -> int:
    """Recompute every move that the record says a bot made; returns how many there were.

    Raises:
        BadText: the bots' weights are not those of this version, or a seed is no hexadecimal number.
        Difference: a bot of that level would have played something else; ``at`` is the place.
    """
    record = replayed.record
    checked = 0
    for seat, told in enumerate(record.bots if record.bots is not UNSET else []):
        if told is None or not told.moves:
            continue
        if told.weights not in ("", shipped()[1]):
            raise BadText(f"bots[{seat}] played by the weights {told.weights[:40]}; this version has {shipped()[1]}")
        budgets = {(move.deal, move.action): _budget(seat, move) for move in told.moves}
        for number, deal in enumerate(record.deals):
            state = replayed.game.start(replayed.options, len(record.players), deal.start)
            totals = tuple(replayed.totals(number))
            for place, action in enumerate(replayed.actions(number)):
                budget = budgets.pop((number, place), None)
                if budget is not None:
                    if replayed.game.actor(state) != seat:
                        raise BadText(f"bots[{seat}].moves names an action of another seat").located(number, place)
                    view = replayed.game.see(state, seat)
                    found = choose(record.game, told.level, view, replace(budget, totals=totals))
                    if found != action:
                        sentence = f"{told.level} would have played {found}, the record has {action}"
                        raise Difference(sentence).located(number, place)
                    checked += 1
                state = replayed.game.apply(state, action)
        if budgets:
            number, place = min(budgets)
            raise BadText(f"bots[{seat}].moves names an action that the record does not have").located(number, place)
    return checked


def _budget(seat: int, move: BotMove) -> Budget:
    if not 0 <= move.worlds <= MOST_WORLDS:
        raise BadText(f"bots[{seat}].moves: {move.worlds} worlds are out of range: 0 to {MOST_WORLDS}")
    try:
        return Budget(move.worlds, bytes.fromhex(move.seed))
    except ValueError:
        raise BadText(f"bots[{seat}].moves: a seed is a hexadecimal number, not {move.seed[:40]!r}") from None
