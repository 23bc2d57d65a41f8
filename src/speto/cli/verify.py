"""``speto verify``: play a record again and compare everything it states."""

from __future__ import annotations

import argparse

from speto.cli import lines
from speto.replay import Replay

add_arguments = lines.add_arguments


def run(args: argparse.Namespace) -> int:
    """Say that the record agrees with its replay; that it does not is an error before this."""
    return lines.run(args, lambda _: {"ok": True}, text)


def text(replayed: Replay) -> str:
    """One line that says what was compared."""
    deals = len(replayed.states)
    names = lines.names(replayed)
    totals = ", ".join(f"{name} {total}" for name, total in zip(names, replayed.following.totals, strict=True))
    return f"ok: {deals} {'deal' if deals == 1 else 'deals'}; totals: {totals}"
