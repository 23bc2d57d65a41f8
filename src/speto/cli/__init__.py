"""The command line: ``speto COMMAND …``. Each command is a module here, imported only when it is called.

A command module has ``add_arguments(parser)`` and ``run(args) -> int``, the exit status: 0 fine, 1 a bad
record, 2 bad usage. An error is one line on standard error, never a traceback; Python's ``-X dev`` shows the
traceback of a fault.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from speto.errors import SpetoError

COMMANDS: dict[str, tuple[str, str]] = {
    "play": ("speto.cli.play", "play a match in the terminal against computer players"),
    "serve": ("speto.cli.serve", "the table server"),
    "score": ("speto.cli.score", "the score sheet of a record"),
    "legal": ("speto.cli.legal", "the legal actions at the end of a record"),
    "show": ("speto.cli.show", "the table at the end of a record, as text"),
    "verify": ("speto.cli.verify", "play a record again and compare everything it states"),
    "deal": ("speto.cli.deal", "a new record with a shuffled deck"),
    "rules": ("speto.cli.rules", "the rules by id, and where each one lives"),
    "export": ("speto.cli.export", "the finished deals of a store, as records, one a line"),
    "import": ("speto.cli.import_", "put records into a store, each played again first"),
    "backup": ("speto.cli.backup", "copy the database while the server runs"),
    "load": ("speto.cli.load", "load a server with tables that play, and measure it"),
    "arena": ("speto.cli.arena", "computer players against each other on the same cards"),
    "analyse": ("speto.cli.analyse", "what each decision of a record gained or lost, and why"),
    "train": ("speto.cli.train", "make the weights of the bots anew"),
    "bench": ("speto.cli.bench", "decisions and deals a second, plain and compiled"),
    "warm": ("speto.cli.warm", "compile the fast kernel once, before it is needed"),
    "schema": ("speto.cli.schema", "the JSON Schema of a record"),
}
"""Every command: the module that holds it, and one line of help."""

FAULT = 70
INTERRUPTED = 130
PIPE_CLOSED = 141


def main(argv: list[str] | None = None) -> int:
    """Run a command line and return its exit status.

    >>> main(["legal", "no-such-file.json"])
    1
    """
    words = sys.argv[1:] if argv is None else argv
    _keep_printing()
    name = "speto"
    try:
        args = _parser(words).parse_args(words)
        name = f"speto {args.command}"
        status: int = import_module(COMMANDS[args.command][0]).run(args)
        sys.stdout.flush()
    except SystemExit as leave:  # argparse has said why
        return leave.code if isinstance(leave.code, int) else 2
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # whoever read the answers has gone; nothing may be left to flush at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except (SpetoError, OSError) as error:
        said = error.strerror if isinstance(error, OSError) and error.strerror else error
        file = f"{args.file}: " if "file" in args else ""
        complain(f"{name}: {file}{said}")
        return 1
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        complain(f"{name}: {fault(error)}")
        return FAULT
    return status


def complain(line: str) -> None:
    """One line on standard error; what does not print is escaped."""
    shown = (c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)
    print("".join(shown), file=sys.stderr)


def fault(error: Exception) -> str:
    """The sentence for an error that is nobody's but ours."""
    return f"a fault in Speto, please report it: {type(error).__name__}: {error}"


def _keep_printing() -> None:
    """Names may hold letters that the terminal cannot show; they are escaped, not an error.

    A stream that was closed before the program began is one without an end or without a reader.
    """
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with a command line in one line."""

    def error(self, message: str) -> NoReturn:
        complain(f"{self.prog}: {message}; see {self.prog} --help")
        self.exit(2)


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of all commands, with the arguments of only the one that is called."""
    parser = _Parser(
        prog="speto", allow_abbrev=False, description="Dummy, Thailand's rummy: its rules, its records, its table."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    called = next((word for word in words if not word.startswith("-")), None)
    for name, (module, text) in COMMANDS.items():
        command = commands.add_parser(name, allow_abbrev=False, help=text, description=f"{text[0].upper()}{text[1:]}.")
        command.set_defaults(parser=command)
        if name == called:
            try:
                import_module(module).add_arguments(command)
            except ModuleNotFoundError as error:
                if error.name != module:
                    raise
                command.error("this installation does not have it")
    return parser


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib import metadata

        try:
            found = metadata.version("speto")
        except metadata.PackageNotFoundError:
            found = "(not installed, run from its source)"
        print(f"speto {found}")
        parser.exit()
