"""The table as plain text: of a deal with every card, of a view with what it shows."""

from __future__ import annotations

from collections.abc import Iterable

from ..cards import Card
from .table import Table


def table_text(table: Table) -> str:
    """The table, a line for each thing on it.

    >>> from speto.dammit.deal import Deal
    >>> print(Deal(players=2, seed="tour").see(0))
    Dammit, classic, 2 players, 0 turns played
    deck  27
    pile  Kd
      seat 0  hand 4: 8c 8h Jc Jh; support 4; random 4
    > seat 1  hand 4; support 4; random 4
    to play a card or turn one up
    """
    lines = [f"Dammit, {table.options}, {table.players} players, {table.turns} turns played"]
    lines.append(_pile("deck ", table.deck_size, table.deck))
    lines.append("pile  " + (" ".join(map(str, table.pile)) or "empty"))
    lines += [_seat(table, seat) for seat in range(table.players)]
    lines.append(_moment(table))
    return "\n".join(lines)


def _seat(table: Table, seat: int) -> str:
    mark = ">" if seat == table.turn else " "
    if seat in table.out:
        return f"{mark} seat {seat}  out"
    parts = [
        _pile("hand", table.held[seat], table.hands[seat]),
        _pile("support", table.support_sizes[seat], table.supports[seat]),
        _pile("random", table.random_sizes[seat], table.randoms[seat]),
    ]
    if table.known[seat]:
        parts.append(f"seen taken: {table.known[seat]}")
    return f"{mark} seat {seat}  " + "; ".join(parts)


def _pile(name: str, size: int, cards: Iterable[Card]) -> str:
    shown = " ".join(map(str, cards))
    return f"{name} {size}: {shown}" if shown else f"{name} {size}"


def _moment(table: Table) -> str:
    if table.over:
        places = ", ".join(f"seat {seat} is {place}" for seat, place in enumerate(table.scores or ()))
        loser = "nobody loses" if table.loser is None else f"seat {table.loser} loses"
        return f"over: {places}; {loser}"
    return "to keep four cards" if table.keeping else "to play a card or turn one up"
