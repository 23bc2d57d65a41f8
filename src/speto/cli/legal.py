"""``speto legal``: the legal actions at the end of a record."""

from __future__ import annotations

import argparse

from speto.cli import lines
from speto.replay import Replay

add_arguments = lines.add_arguments


def run(args: argparse.Namespace) -> int:
    """Print the legal actions, one a line, or as a JSON list; none when the deal is over."""
    return lines.run(args, answer, lambda replayed: "\n".join(answer(replayed)))


def answer(replayed: Replay) -> list[str]:
    """The legal actions, sorted."""
    return replayed.game.legal(replayed.state)
