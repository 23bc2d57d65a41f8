"""A terminal: its width, what it can show, lines in and out. Knows no game.

A card in a text is one private character until it is printed, so a text can be cut, measured and wrapped before
anybody knows whether the terminal has suit signs or colours.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
import time
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TextIO

from speto.cards import RANKS, SUITS, TEXTS

_CARDS = 0xE000
BOLD, WARNING, PLAIN = "\ue100", "\ue101", "\ue102"
"""Put into a text to begin bold or a warning's colour, and to end either."""

_SIGNS = "♣♦♥♠"
# Of the fixed 256 colours those that are at least 3:1 on white and on black; spades keep the text's own colour.
_COLOURS = {"c": "38;5;28", "d": "38;5;32", "h": "38;5;196", "s": ""}
_FEW_COLOURS = {"c": "32", "d": "36", "h": "31", "s": ""}
NARROWEST, WIDEST = 60, 100
ROOM = 18
"""A column of text that is narrower is hard to read."""


def card(number: int) -> str:
    """A card as it stands in a text that is not printed yet."""
    return chr(_CARDS + number)


def _number(sign: str) -> int:
    """The card that a character stands for; outside 0 … 51 it is an ordinary one."""
    return ord(sign) - _CARDS


class Terminal:
    """Where a person reads and types.

    ``colour`` is auto, always or never: auto is a terminal's own colours unless ``NO_COLOR`` is set.
    """

    def __init__(
        self,
        colour: str = "auto",
        lines_in: TextIO | None = None,
        out: TextIO | None = None,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        # Started without any input, Python has no sys.stdin.
        self._in: TextIO = lines_in or sys.stdin or io.StringIO()
        self._out = sys.stdout if out is None else out
        kind = environment.get("TERM", "")
        able = self._out.isatty() and kind != "dumb" and not environment.get("NO_COLOR")
        self.colours = colour == "always" or (colour == "auto" and able)
        self.signs = (self._out.encoding or "").lower().replace("-", "") == "utf8"
        self.live = self._in.isatty()
        """Whether a person types here, not a file or another program."""
        many = "256" in kind or "COLORTERM" in environment or not kind
        self._suits = _COLOURS if many else _FEW_COLOURS
        if hasattr(self._in, "reconfigure"):
            self._in.reconfigure(errors="replace")
        if self.live and self._in is sys.stdin:
            with suppress(ImportError):
                import readline  # noqa: F401  # input() edits its line with it

    @property
    def columns(self) -> int:
        """How wide a line may be now: the terminal may have been resized."""
        return max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns)) - 1

    def say(self, *lines: str) -> None:
        """Print lines; longer ones go on, indented, on the next."""
        for line in lines:
            for part in self.wrap(line):
                self._out.write(self._shown(part) + "\n")
        self._out.flush()

    def ask(self, prompt: str) -> str:
        """The next line that is typed. Raises EOFError when there is none."""
        if self.live and self._in is sys.stdin and self._out is sys.stdout:
            return input(self._shown(prompt))
        self._out.write(self._shown(prompt))
        self._out.flush()
        line = self._in.readline()
        # What a file or program sends is shown like what a person types, so that the whole can be read again.
        self._out.write(line if line.endswith("\n") else line + "\n")
        if not line:
            raise EOFError
        return line.rstrip("\n")

    def pause(self, seconds: float) -> None:
        """Let a person read."""
        if self.live and seconds > 0:
            time.sleep(seconds)

    def face(self, number: int) -> str:
        """A card as this terminal shows it, without colour."""
        if not self.signs:
            return TEXTS[number]
        rank = RANKS[number % 13]
        return ("10" if rank == "T" else rank) + _SIGNS[number // 13]

    def _shown(self, text: str) -> str:
        """The text with its cards and colours as the terminal takes them."""
        shown = []
        ordinary = "39"  # the colour to go back to after a card
        for sign in text:
            number = _number(sign)
            if 0 <= number < 52:
                colour = self._suits[SUITS[number // 13]] if self.colours else ""
                face = self.face(number)
                shown.append(f"\x1b[{colour}m{face}\x1b[{ordinary}m" if colour else face)
            elif sign in (BOLD, WARNING, PLAIN):
                ordinary = self._suits["h"] if sign == WARNING else "39"
                code = {BOLD: "1", WARNING: f"1;{ordinary}", PLAIN: "0"}[sign]
                shown.append(f"\x1b[{code}m" if self.colours else "")
            else:
                shown.append(sign)
        return "".join(shown)

    def width(self, text: str) -> int:
        """The columns that a text takes: Thai signs above and below take none, wide letters two, a card its face."""
        wide = 0
        for sign in text:
            number = _number(sign)
            if 0 <= number < 52:
                wide += len(self.face(number))
            elif sign not in (BOLD, WARNING, PLAIN) and unicodedata.category(sign) not in ("Mn", "Me", "Cf"):
                wide += 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        return wide

    def pad(self, text: str, wide: int, right: bool = False) -> str:
        """A text with spaces up to a width, before it if ``right``."""
        space = " " * (wide - self.width(text))
        return space + text if right else text + space

    def wrap(self, text: str, wide: int | None = None, indent: str | None = None) -> list[str]:
        """A text as lines of at most a width, cut at spaces; what follows the first is indented, by default as it is.

        Spaces inside a line stay as they are. A row of cards that is too long for a line is cut between two of them.
        """
        wide = self.columns if wide is None else wide
        if self.width(text) <= wide:
            return [text]
        lead = text[: len(text) - len(text.lstrip(" "))]
        indent = lead if indent is None else indent
        lines, line, gap = [], lead, ""
        words = [part for word in text.strip(" ").split(" ") for part in self._cut(word, wide - self.width(indent))]
        for word in words:
            if word and line.strip(" ") and self.width(line + gap + word) > wide:
                lines.append(line)
                line, gap = indent, ""
            if not word:
                gap += " "
                continue
            line += (gap if line.strip(" ") else "") + word
            gap = " "
        return [*lines, line]

    def _cut(self, word: str, wide: int) -> list[str]:
        """A word in as many parts as it needs to fit, if it is a row of cards."""
        first = next((at for at, sign in enumerate(word) if 0 <= _number(sign) < 52), None)
        if first is None or self.width(word) <= wide:
            return [word]
        parts, part = [], word[:first]
        for sign in word[first:]:
            if part and self.width(part + sign) > wide:
                parts.append(part)
                part = ""
            part += sign
        return [*parts, part]

    def labelled(self, label: str, text: str, wide: int) -> list[str]:
        """A label in a column of its own, and a text beside it that wraps there."""
        first, *more = self.wrap(text, self.columns - wide, "")
        return [self.pad(label, wide) + first, *(" " * wide + line for line in more)]

    def side_by_side(self, items: Sequence[str], wide: int) -> list[str]:
        """Items in as many columns as fit a width; they read across."""
        if not items:
            return []
        cell = max(self.width(item) for item in items) + 3
        each = max(1, (wide + 3) // cell)
        rows = [items[at : at + each] for at in range(0, len(items), each)]
        return ["".join(self.pad(item, cell) for item in row).rstrip() for row in rows]

    def table(self, rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> list[str]:
        """Rows in columns as wide as their widest cell, numbers to the ``right``.

        The last column wraps; where there is no room for it, its cells stand on lines of their own.
        """
        numbers = set(right)
        last = len(rows[0]) - 1
        wide = [max(self.width(row[column]) for row in rows) for column in range(last)]
        before = sum(one + 2 for one in wide if one)
        beside = self.columns - before >= ROOM
        margin = " " * (before if beside else 4)
        lines = []
        for row in rows:
            cells = [self.pad(row[column], wide[column], column in numbers) for column in range(last) if wide[column]]
            more = self.wrap(row[last], self.columns - len(margin), "") if row[last] else []
            if beside and more:
                cells.append(more.pop(0))
            lines.append("  ".join(cells).rstrip())
            lines.extend(margin + line for line in more)
        return lines

    def ruled(self, title: str) -> str:
        """A title in a line across the terminal."""
        dash = "─" if self.signs else "-"
        rest = self.columns - self.width(title) - 4
        return f"{dash * 2} {BOLD}{title}{PLAIN} {dash * max(2, rest)}"
