"""What the server alone knows of a table: from its log and its secret every hand and the stock, at every moment."""

import json
import re
import sqlite3
from pathlib import Path
from typing import Any

from speto.protocol.row import Row
from speto.table.table import Table

WORD = re.compile(r"(?<![0-9A-Za-z])([2-9TJQKA][cdhs])+(?![0-9A-Za-z])")
CARD = re.compile(r"[2-9TJQKA][cdhs]")


def cards_in(text: str) -> set[str]:
    """All cards that stand in a text, alone or close together as in the text of an action."""
    return {card for word in WORD.finditer(text) for card in CARD.findall(word[0])}


class Truth:
    """A table as the store holds it."""

    def __init__(self, data: Path, table: str) -> None:
        database = sqlite3.connect(f"file:{data / 'speto.db'}?mode=ro", uri=True)
        (secret,) = database.execute("SELECT secret FROM secrets WHERE table_id = ?", (table,)).fetchone()
        log = "SELECT seq, id, at, seat, kind, body FROM commands WHERE table_id = ? ORDER BY seq"
        rows = [Row(*row[:5], json.loads(row[5])) for row in database.execute(log, (table,))]
        database.close()
        played = Table(table, secret)
        self._hidden: list[list[set[str]]] = [[]]
        for row in rows:
            played.apply(row)
            self._hidden.append(_hidden(played))

    def hidden(self, seq: int, seat: int | None) -> set[str]:
        """The cards that a seat may not know after this row; None is a watcher, who may know no hand."""
        hidden = self._hidden[seq]
        if not hidden:
            return set()
        *hands, stock = hidden
        return stock.union(*(hand for number, hand in enumerate(hands) if number != seat))


def _hidden(table: Table) -> list[set[str]]:
    """For each seat the cards in hand that nobody saw it take, then the stock; nothing before the first deal."""
    if table.match is None or table.match.state is None:
        return []
    deal: Any = table.match.state
    hands = [set() if deal.over else set(map(str, deal.hands[seat])) for seat in range(deal.players)]
    known = [set(map(str, deal.known[seat])) for seat in range(deal.players)]
    return [*(hand - seen for hand, seen in zip(hands, known, strict=True)), set(map(str, deal.stock))]
