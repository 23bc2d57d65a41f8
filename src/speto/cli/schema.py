"""``speto schema``: the JSON Schema of a record."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from speto.cli import complain
from speto.records import schema

FILE = Path(__file__).parents[3] / "docs" / "schema" / "record.schema.json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``--check`` compares instead of printing."""
    parser.add_argument(
        "--check",
        nargs="?",
        const=FILE,
        type=Path,
        metavar="FILE",
        help="say whether FILE is up to date; without FILE the one in docs/ of the source tree",
    )


def run(args: argparse.Namespace) -> int:
    """Print the schema, or compare it with a file."""
    if args.check is None:
        sys.stdout.write(schema().decode())
        return 0
    try:
        kept = args.check.read_bytes()
    except OSError as error:
        args.parser.error(f"{args.check} cannot be read: {error.strerror}")
    if kept != schema():
        complain(f"speto schema: {args.check} is out of date; write it again with `speto schema`")
        return 1
    return 0
