"""The table as plain text: of a deal with every card, of a view with what it shows."""

from __future__ import annotations

from ..cards import Cards
from .table import Table


def table_text(table: Table) -> str:
    """The table, a line for each thing on it.

    >>> from speto.dummy.deal import Deal
    >>> print(Deal(players=2, seed="tour").see(0))
    Dummy, classic, 2 players, direction 1
    stock 29
    pile  Js (head)
    melds none
    > seat 0  11 cards, not born, 0 laid: 2s 4s 5h 6s 7c 8s Qc Qd Kh Ad Ah
      seat 1  11 cards, not born, 0 laid: 11 unseen
    to take a card
    """
    lines = [f"Dummy, {table.options}, {table.players} players, direction {table.direction}"]
    stock = getattr(table, "stock", None)
    top_first = ": " + " ".join(map(str, stock)) if stock else ""
    lines.append(f"stock {table.stock_size}{top_first}")
    lines.append("pile  " + " ".join(_pile(table)))
    lines += [f"melds {'none' if not table.melds else ''}".rstrip()]
    lines += [f"  {meld}" for meld in table.melds]
    lines += [_seat(table, seat) for seat in range(table.players)]
    lines.append(_moment(table))
    return "\n".join(lines)


def _pile(table: Table) -> list[str]:
    cards = zip(table.pile, table.pile_seats, strict=True)
    return [f"{card} (head)" if seat is None else f"{card}/{seat}" for card, seat in cards] or ["empty"]


def _seat(table: Table, seat: int) -> str:
    hand = table.hands[seat]
    hidden = table.held[seat] - len(hand)
    shown = " ".join(filter(None, [str(hand), f"{hidden} unseen" if hidden else ""]))
    known = f" (seen taken: {table.known[seat]})" if table.known[seat] else ""
    mark = ">" if seat == table.turn else " "
    born = "born" if table.born[seat] else "not born"
    laid = len(Cards(int(table._g.placed[seat])))
    return f"{mark} seat {seat}  {table.held[seat]} cards, {born}, {laid} laid: {shown}{known}".rstrip(": ")


def _moment(table: Table) -> str:
    if table.over:
        scores = ", ".join(f"seat {seat} {points:+}" for seat, points in enumerate(table.scores or ()))
        end = "nobody knocked" if table.knocker is None else f"seat {table.knocker} knocked with {table.knock_card}"
        return f"over: {end}; {scores}"
    if table.starting:
        return "to take a card" if table.stock_size else "to pick up and knock, or to pass"
    if table.must_finish:
        return "to lay and knock"
    return "to lay, then discard or knock"
