"""``speto warm``: compile the fast kernel once, before it is needed."""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing to say: it is done, or it was done already."""


def run(_args: argparse.Namespace) -> int:
    """Compile into the cache."""
    from speto.compiled import main

    return main([])
