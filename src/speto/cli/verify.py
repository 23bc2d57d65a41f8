"""``speto verify``: play a record again and compare everything it states."""

from __future__ import annotations

import argparse

from speto.cli import lines
from speto.replay import Replay


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """A record's arguments, and whether its bots play again."""
    lines.add_arguments(parser)
    parser.add_argument("--bots", action="store_true", help="recompute the bots' moves, too")


def run(args: argparse.Namespace) -> int:
    """Say that the record agrees with its replay; that it does not is an error before this."""

    def answer(replayed: Replay) -> dict[str, object]:
        return {"ok": True} | ({"moves": _moves(replayed)} if args.bots else {})

    def said(replayed: Replay) -> str:
        return text(replayed) + (f"; {_moves(replayed)} moves of bots recomputed" if args.bots else "")

    return lines.run(args, answer, said)


def _moves(replayed: Replay) -> int:
    from speto.analysis.honesty import check_bots

    return check_bots(replayed)


def text(replayed: Replay) -> str:
    """One line that says what was compared."""
    deals = len(replayed.states)
    names = lines.names(replayed)
    totals = ", ".join(f"{name} {total}" for name, total in zip(names, replayed.following.totals, strict=True))
    return f"ok: {deals} {'deal' if deals == 1 else 'deals'}; totals: {totals}"
