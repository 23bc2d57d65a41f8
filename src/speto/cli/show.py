"""``speto show``: the table at the end of a record, as text."""

from __future__ import annotations

import argparse

from speto.cli import lines
from speto.errors import BadText
from speto.replay import Replay


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """A record's arguments, and the seat that looks."""
    lines.add_arguments(parser)
    parser.add_argument("--seat", type=int, metavar="N", help="only what this seat may see, from 0")


def run(args: argparse.Namespace) -> int:
    """Print the table, all of it or what one seat may see."""

    def text(replayed: Replay) -> str:
        if args.seat is None:
            return replayed.game.text(replayed.state)
        seats = len(replayed.record.players)
        if not 0 <= args.seat < seats:
            sentence = f"there is no seat {args.seat}: the seats are 0 to {seats - 1}"
            raise BadText(sentence) if args.lines else args.parser.error(sentence)
        return replayed.game.text(replayed.game.see(replayed.state, args.seat))

    return lines.run(args, lambda replayed: {"text": text(replayed)}, text)
