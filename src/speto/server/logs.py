"""The server's log: one line for each thing that an operator may ask about.

A line names table, sequence number, seat and command, never what a command or a message holds: no card, no name, no
code, no secret can get into it.
"""

from __future__ import annotations

import logging
import sys

log = logging.getLogger("speto.server")


def told(event: str, **facts: object) -> str:
    """An event with its facts as ``key=value``; a fact that is None is left out.

    >>> told("nack", table="k3", seq=7, code="stale", rule=None)
    'nack table=k3 seq=7 code=stale'
    """
    return " ".join([event, *(f"{name}={_plain(value)}" for name, value in facts.items() if value is not None)])


def _plain(value: object) -> str:
    text = str(value)
    return text if text.isprintable() and " " not in text else repr(text)


def set_up(level: str = "INFO") -> None:
    """Write the server's log, and only the warnings of what is below it, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    log.setLevel(level)
