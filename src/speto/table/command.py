"""A command that somebody gives at a table, and what is asked of every command: who gives it, whom it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from speto.bots.api import levels, usual
from speto.errors import SpetoError
from speto.game import Game
from speto.game import game as game_of
from speto.protocol.messages import Setup
from speto.protocol.row import Refused, refused

if TYPE_CHECKING:
    from .seats import Seat
    from .table import Table

Body = dict[str, Any]

NAME = 40
"""The most characters of a name."""
MEMBER = 64
"""The most characters of a member's id."""
PACE = 10_000
"""The longest that a bot may take over a decision, in ms."""


class No(Exception):
    """A command is refused, for one of the table's reasons."""

    def __init__(self, reason: str | Refused, **words: Any) -> None:
        super().__init__()
        self.why = refused(reason, **words) if isinstance(reason, str) else reason


class Command:
    """A command before it is accepted. Every method raises :class:`No` where it must be refused."""

    def __init__(self, table: Table, seat: int | None, body: Any, now: int) -> None:
        self.table, self.seat, self.now = table, seat, now
        if not isinstance(body, dict):
            raise No("no_body", what="a command's body is an object")
        self.body: Body = body
        if seat is not None and not self._is_seat(seat):
            raise No("no_seat", what=short(seat))

    def _is_seat(self, value: object) -> bool:
        return type(value) is int and 0 <= value < len(self.table.seats)

    # Who gives it.

    def of_server(self) -> None:
        """The server gives it."""
        if self.seat is not None:
            raise No("not_server")

    def person(self) -> int:
        """The seat of the person who gives it."""
        if self.seat is None:
            raise No("not_seated")
        seat = self.table.seats[self.seat]
        if seat.kind != "person" or seat.left:
            raise No("not_seated")
        return self.seat

    def host(self) -> int:
        """The host's seat, who gives it."""
        person = self.person()
        if person != self.table.seats.host:
            raise No("not_host")
        return person

    def host_or_stand_in(self) -> int:
        """The host or, while the host is away, anybody: for what must not wait for one person."""
        host = self.table.seats.host
        return self.person() if host is None or self.table.seats[host].away else self.host()

    # Whom it is about.

    def target(self) -> int:
        """The seat in the body."""
        seat = self.body.get("seat")
        if not self._is_seat(seat):
            raise No("no_seat", what=short(seat))
        return int(seat)  # type: ignore[arg-type]

    def about(self) -> tuple[int, Seat]:
        """The person whom it is about: who gives it, or whom the server names."""
        number = self.target() if self.seat is None else self.seat
        seat = self.table.seats[number]
        if seat.kind != "person":
            raise No("not_person", seat=number)
        return number, seat

    # What is in it.

    def text(self, key: str, most: int, what: str) -> str:
        """A text that people read."""
        value = self.body.get(key)
        text = value.strip() if isinstance(value, str) else ""
        if not 0 < len(text) <= most or not text.isprintable():
            raise No("no_body", what=f"{what} has 1 to {most} characters that print")
        return text

    def level(self) -> str:
        """The level of a bot; the usual one if none is named."""
        level = self.body.get("level")
        return self.usual_level() if level is None else known_level(self.table.setup.game, level)

    def usual_level(self) -> str:
        """The bot that takes over where nobody has chosen one."""
        return usual(self.table.setup.game)

    def setup(self) -> tuple[Setup, Game[Any, Any, Any]]:
        """What a table is to be set up with, the rules in their shortest form."""
        value = self.body.get("setup", {})
        try:
            setup = value if isinstance(value, Setup) else msgspec.convert(value, Setup)
        except msgspec.ValidationError as error:
            raise No("no_body", what=f"the setup cannot be read: {error}") from None
        try:
            game = game_of(setup.game)
            rules = game.rules(game.options(setup.rules))
        except SpetoError as error:
            raise No("bad_rules", rule=error.rule, what=error.sentence) from None
        if setup.players not in game.seats:
            least, most = game.seats[0], game.seats[-1]
            raise No("bad_rules", rule="R1", what=f"{game.name} is for {least} to {most} players, not {setup.players}")
        if not 0 <= setup.pace <= PACE:
            raise No("no_body", what=f"pace is 0 to {PACE} ms")
        return msgspec.structs.replace(setup, rules=rules), game

    # When it is given.

    def while_playing(self) -> None:
        """A deal is being played."""
        if self.table.stage != "playing":
            raise No("not_playing")
        if self.table.paused:
            raise No("paused")

    def between_deals(self) -> None:
        """The next deal is waited for."""
        if self.table.paused:
            raise No("paused")
        if self.table.stage == "playing":
            raise No("dealt")
        if self.table.stage == "over":
            raise No("match_over")


def known_level(game: str, level: object) -> str:
    """A level that a game's bots have. Raises No."""
    known = levels(game)
    if not isinstance(level, str) or level not in known:
        raise No("no_level", what=short(level), known=", ".join(known))
    return level


def short(value: object) -> str:
    """What somebody sent, cut to what fits a sentence."""
    shown = repr(value)
    return shown if len(shown) <= 40 else shown[:37] + "…"
