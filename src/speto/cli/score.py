"""``speto score``: the score sheet of a record."""

from __future__ import annotations

import argparse
import unicodedata
from typing import Any

from speto.cards import TEXTS, split_cards
from speto.cli import lines
from speto.errors import BadText
from speto.game import Line, Outcome
from speto.records import short
from speto.replay import Replay, recorded

add_arguments = lines.add_arguments


def run(args: argparse.Namespace) -> int:
    """Print the score sheet, or the scores as JSON."""
    return lines.run(args, answer, sheet)


def answer(replayed: Replay) -> dict[str, Any]:
    """Scores and ledger of the last deal, and totals over all finished deals."""
    outcome = replayed.outcome
    return {
        "scores": None if outcome is None else outcome.scores,
        "ledger": [recorded(line) for line in replayed.ledger()],
        "over": outcome is not None,
        "totals": replayed.following.totals,
    }


def sheet(replayed: Replay) -> str:
    """The score sheet: the ledger of the last deal by seat, then the totals of the record."""
    record, outcome, deals = replayed.record, replayed.outcome, len(replayed.states)
    names = lines.names(replayed)
    ledger = replayed.ledger()
    rows: list[list[str]] = []
    for seat, name in enumerate(names):
        own = [line for line in ledger if line.seat == seat]
        rows.append([name, "", "", _sum(replayed, seat, own), ""])
        rows.extend(_row(replayed, names, line) for line in own)
    head = f"{record.game}, {_rules(record.rules)}; deal {deals}, {'over' if outcome else 'not over'}"
    parts = [head, _table(rows, right={3}), _loser(outcome, names)]
    if deals > 1:
        parts.append(_totals(replayed, names))
    parts.append(_winner(replayed, names))
    return "\n\n".join(part for part in parts if part)


def _sum(replayed: Replay, seat: int, own: list[Line]) -> str:
    outcome = replayed.outcome
    if outcome is None:
        return str(sum(line.points for line in own))
    return f"place {outcome.scores[seat]}" if outcome.places else str(outcome.scores[seat])


def _row(replayed: Replay, names: list[str], line: Line) -> list[str]:
    cause = ""
    if line.action is not None:
        by = f" by {names[line.by]}" if line.by is not None else ""
        cause = f"{replayed.record.deals[-1].actions[line.action]}{by}, action {line.action}"
    return [f"  {line.code}", line.rule, _cards(line.cards), f"{line.points:+}", cause]


def _cards(text: str | None) -> str:
    """Cards with spaces between them, so that they can be read."""
    try:
        return " ".join(TEXTS[card] for card in split_cards(text or ""))
    except BadText:
        return text or ""


def _rules(rules: dict[str, Any]) -> str:
    preset = rules.get("preset", "the usual rules")
    changed = {name: value for name, value in rules.items() if name != "preset"}
    words = [f"{name} {v if isinstance(v, str) else short(v)}" for name, v in changed.items()]
    return ", ".join([preset, *words])


def _totals(replayed: Replay, names: list[str]) -> str:
    rows = [["", *names]]
    for number, outcome in enumerate(replayed.outcomes):
        scores = ["-"] * len(names) if outcome is None else [str(score) for score in outcome.scores]
        rows.append([f"deal {number + 1}", *scores])
    rows.append(["total", *(str(total) for total in replayed.following.totals)])
    return _table(rows, right=set(range(1, len(names) + 1)))


def _loser(outcome: Outcome | None, names: list[str]) -> str:
    loser = None if outcome is None else outcome.loser
    return "" if loser is None else f"{names[loser]} has lost this deal."


def _winner(replayed: Replay, names: list[str]) -> str:
    following = replayed.following
    if not following.decided or following.winner is None:
        return ""
    rule = f" ({following.rule})" if following.rule else ""
    return f"{names[following.winner]} has won the match{rule}."


def _table(rows: list[list[str]], right: set[int]) -> str:
    """Rows as text, each column as wide as its widest cell; ``right`` names the columns of numbers."""
    wide = [max(_width(row[column]) for row in rows) for column in range(len(rows[0]))]
    out = []
    for row in rows:
        cells = []
        for column, cell in enumerate(row):
            space = " " * (wide[column] - _width(cell))
            cells.append(space + cell if column in right else cell + space)
        out.append("  ".join(cell for cell, width in zip(cells, wide, strict=True) if width).rstrip())
    return "\n".join(out)


def _width(text: str) -> int:
    """The columns that a text takes in a terminal: Thai signs above and below take none, wide letters two."""
    shown = [c for c in text if unicodedata.category(c) not in ("Mn", "Me", "Cf")]
    return len(shown) + sum(unicodedata.east_asian_width(c) in "WF" for c in shown)
