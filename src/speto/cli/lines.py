"""What the commands share that read a record: its file, ``--json``, and ``--lines`` for many records."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from speto.cli import fault
from speto.errors import BadText, SpetoError
from speto.records import LIMIT, read
from speto.replay import Replay, replay


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE, ``--json`` and ``--lines``."""
    parser.add_argument("file", metavar="FILE", help="a record; - is standard input")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    parser.add_argument("--lines", action="store_true", help="one record a line in, one line of JSON out for each")


def run(args: argparse.Namespace, answer: Callable[[Replay], object], text: Callable[[Replay], str]) -> int:
    """Replay the record of FILE and print what the command says about it, for machines or for people.

    Raises:
        OSError: FILE cannot be read.
        SpetoError: the record is bad. With ``--lines`` that is the answer to its line instead, and the exit
            status 1 after all lines.
    """
    with opened(args.file) as stream:
        if args.lines:
            return _answer_lines(stream, answer)
        replayed = replay(read(stream.read(LIMIT + 1)))
    if args.json:
        sys.stdout.buffer.write(msgspec.json.encode(answer(replayed)) + b"\n")
    elif said := text(replayed):
        print(said)
    return 0


def names(replayed: Replay) -> list[str]:
    """The players' names, for people: one that is empty is the seat's number."""
    return [name or f"seat {seat}" for seat, name in enumerate(replayed.record.players)]


@contextmanager
def opened(file: str) -> Iterator[BinaryIO]:
    """The bytes of a file, or of standard input for ``-``. Raises OSError."""
    if file == "-":
        yield sys.stdin.buffer
    else:
        with Path(file).open("rb") as stream:
            yield stream


def _answer_lines(stream: BinaryIO, answer: Callable[[Replay], object]) -> int:
    failed = False
    out = sys.stdout.buffer
    for batch in _batches(stream):
        for line in batch:
            try:
                said = answer(replay(read(line)))
            except SpetoError as error:
                said, failed = _refused(error), True
            except Exception as error:
                if sys.flags.dev_mode:
                    raise
                said, failed = _refused(BadText(fault(error))), True
            out.write(msgspec.json.encode(said))
            out.write(b"\n")
        out.flush()  # the next read may wait for a long time
    return 1 if failed else 0


def _refused(error: SpetoError) -> dict[str, Any]:
    return {"error": error.sentence, "rule": error.rule, "at": error.at}


def _batches(stream: BinaryIO) -> Iterator[list[bytes]]:
    """The lines of a stream as they come; of a line longer than any record only the beginning is kept."""
    rest = b""
    while chunk := stream.read1(1 << 16):  # type: ignore[attr-defined]
        *lines, rest = (rest + chunk).split(b"\n")
        rest = rest[: LIMIT + 1]
        yield lines
    if rest:
        yield [rest]
