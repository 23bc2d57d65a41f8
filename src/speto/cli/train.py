"""``speto train``: make the weights of the bots anew."""

from __future__ import annotations

import argparse
from pathlib import Path

from speto.bots.training import build
from speto.dummy.options import PRESETS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where to, for which rules and players, and how long."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the steps and weights.json go")
    parser.add_argument("--presets", nargs="+", choices=list(PRESETS), default=list(PRESETS), metavar="P")
    parser.add_argument("--players", nargs="+", type=int, choices=(2, 3, 4), default=[2, 3, 4], metavar="N")
    parser.add_argument("--steps", type=int, default=150, help="changes of a policy that are tried; 150 if left out")
    parser.add_argument(
        "--rows",
        type=int,
        default=60_000,
        help="candidates for each generation of values; 60000 if left out",
    )
    parser.add_argument("--seed", type=int, default=1, help="1 if left out")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="processes that share the sets; 1 if left out")


def run(args: argparse.Namespace) -> int:
    """Train, or go on with it; every step is told as it is done."""
    try:
        data = build(
            args.folder,
            args.presets,
            args.players,
            args.steps,
            args.rows,
            args.seed,
            max(args.jobs, 1),
            lambda line: print(line, flush=True),
        )
    except (ImportError, ValueError) as error:
        args.parser.error(str(error))
    file = args.folder / "weights.json"
    file.write_bytes(data)
    print(f"{file}: {len(data)} bytes")
    return 0
