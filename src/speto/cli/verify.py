"""``speto verify``: play a record again and compare everything it states."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from speto.cli import lines
from speto.replay import Replay

if TYPE_CHECKING:
    from speto.analysis.honesty import Checked


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """A record's arguments, and whether its bots play again."""
    lines.add_arguments(parser)
    parser.add_argument("--bots", action="store_true", help="compute the bots' moves again, too, and say of how many")


def run(args: argparse.Namespace) -> int:
    """Say that the record agrees with its replay; that it does not is an error before this."""

    def answer(replayed: Replay) -> dict[str, object]:
        if not args.bots:
            return {"ok": True}
        found = _bots(replayed)
        return {"ok": True, **found._asdict(), "no_account": found.no_account}

    def said(replayed: Replay) -> str:
        return text(replayed) + (bots_text(_bots(replayed)) if args.bots else "")

    return lines.run(args, answer, said)


def _bots(replayed: Replay) -> Checked:
    from speto.analysis.honesty import check_bots

    return check_bots(replayed)


def text(replayed: Replay) -> str:
    """One line that says what was compared."""
    deals = len(replayed.states)
    names = lines.names(replayed)
    totals = ", ".join(f"{name} {total}" for name, total in zip(names, replayed.following.totals, strict=True))
    return f"ok: {deals} {'deal' if deals == 1 else 'deals'}; totals: {totals}"


def bots_text(found: Checked) -> str:
    """What was compared of the bots' moves, and what was not."""
    if not found.moves:
        return "; no bot moved"
    parts = [f"{found.recomputed} of {found.moves} moves of bots computed again"]
    if found.other_weights:
        parts.append(f"{found.other_weights} by weights that this version does not have")
    if found.no_account:
        parts.append(f"{found.no_account} {'has' if found.no_account == 1 else 'have'} no account")
    return "".join(f"; {part}" for part in parts)
