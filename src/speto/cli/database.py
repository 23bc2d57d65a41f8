"""What the commands share that use a store: ``--database``."""

from __future__ import annotations

import argparse

from speto.store import Store, StoreError, default_url, open_store, sqlite_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``--database``."""
    parser.add_argument(
        "--database",
        metavar="URL",
        help="sqlite:///PATH or postgresql://…; else $SPETO_DATABASE_URL, else the file in your data directory",
    )


def address(args: argparse.Namespace) -> str:
    """The address of the store that the arguments name. Raises StoreError."""
    return args.database or default_url()


def store_that_exists(args: argparse.Namespace) -> Store:
    """The store that the arguments name, not opened yet. Raises StoreError when its file is not there."""
    url = address(args)
    path = sqlite_file(url)
    if path is not None and not path.is_file():
        raise StoreError(f"there is no database {path}")
    return open_store(url)
