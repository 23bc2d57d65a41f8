"""A table's facts, and how each row of the log changes them. What can be asked of a table is in ``table.py``."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from speto.errors import SpetoError
from speto.game import Game
from speto.game import game as game_of
from speto.protocol.messages import Event, Setup, Status
from speto.protocol.row import BadLog, Row

from .attempt import Attempt
from .clock import Clock
from .games import Page, page_of
from .match import Match
from .opening import Opening
from .seats import Seats
from .secret import bot_seed
from .standing import FORM, Standing


class Facts:
    """What a table is, as its rows have made it; empty until its row ``create``."""

    _secret: bytes

    def __init__(self, id: str) -> None:  # noqa: A002
        self.id = id
        self.seq = 0
        self.setup = Setup()
        self.seats = Seats(0)
        self.clock = Clock("off", 0)
        self.match: Match | None = None
        self.page: Page | None = None
        """How the game looks on a page."""
        self.dealt = 0
        """How many deals have begun at this table, in all its matches."""
        self.paused = False
        self.closed = False
        self._at = 0
        self._turn_at = 0
        self._tried: tuple[int, Attempt] | None = None

    # What the table is.

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The game that is played here."""
        return game_of(self.setup.game)

    @property
    def status(self) -> Status:
        """Before the first deal, during one, between two, paused, after the match."""
        if self.closed:
            return "over"
        return "paused" if self.paused else self.stage

    @property
    def stage(self) -> Status:
        """The status but for a pause."""
        if self.match is None or not self.match.numbers:
            return "waiting"
        if self.match.playing:
            return "playing"
        return "over" if self.match.following.decided else "between"

    @property
    def begun(self) -> bool:
        """Whether a match is under way: its first deal has begun and it is not over."""
        return self.stage in ("playing", "between")

    @property
    def actor(self) -> int | None:
        """The seat whose action the deal waits for; also while the table is paused."""
        return self.match.actor if self.match else None

    def member(self, seat: int) -> str | None:
        """Whose seat it is, also if that person has left; None for a bot's and an empty one."""
        return self.seats[seat].member or None

    def seat_of(self, member: str) -> int | None:
        """The seat of a member, also of one who has left and may come back."""
        return self.seats.of(member)

    # Between two deals.

    def standing(self) -> bytes | None:
        """Where the table stands now that the next deal is about to begin: JSON for :meth:`stand`.

        None where a turn is played again: a standing holds no cards, and the log is short.
        """
        seats, match = self.seats, self.match
        assert match is not None
        assert not match.playing
        if match.opening is not None:
            return None
        standing = Standing(
            FORM,
            self.game.version,
            self.seq,
            self.setup,
            seats.all,
            seats.chairs,
            seats.host,
            seats.locked,
            sorted(seats.kicked),
            self.dealt,
            match.numbers,
            match.results,
            list(match.following.totals),
            dict(match.following.start),
        )
        return msgspec.json.encode(standing)

    def stand(self, standing: bytes) -> bool:
        """Make an empty table what it was; the next row is then the one that begins a deal.

        False, and nothing has changed, if another version of this program has written it: then the log is needed.
        """
        try:
            found = msgspec.json.decode(standing, type=Standing)
            if found.form != FORM:
                return False
            self._take_setup({"setup": found.setup, "version": found.version})
        except (msgspec.MsgspecError, SpetoError):
            return False
        self.seq, self.dealt = found.seq, found.dealt
        self.seats = Seats(0)
        self.seats.all, self.seats.host, self.seats.locked = found.seats, found.host, found.locked
        self.seats.chairs, self.seats.kicked = found.chairs, set(found.kicked)
        self.clock.share(seat.clock for seat in found.seats)
        match = self.match
        assert match is not None
        match.numbers, match.results = found.numbers, found.results
        match.following = replace(match.following, totals=tuple(found.totals), start=found.start)
        return True

    def _take(self, row: Row) -> list[Event]:
        """Change as a row of the log says. Raises BadLog."""
        if row.seq != self.seq + 1:
            raise BadLog(f"table {self.id}: row {row.seq} comes after row {self.seq}")
        handler = getattr(self, f"_on_{row.kind}", None)
        if handler is None or (row.kind == "create") != (self.seq == 0):
            raise BadLog(f"table {self.id}: row {row.seq} is {row.kind!r}, which cannot be there")
        try:
            events: list[Event] = handler(row)
        except BadLog:
            raise
        except (SpetoError, ValueError, LookupError, TypeError, AttributeError, AssertionError) as error:
            raise BadLog(f"table {self.id}: row {row.seq}, {row.kind!r}, cannot be taken: {error}") from error
        self.seq, self._at = row.seq, row.at
        self._tried = None
        self.clock.share(seat.clock for seat in self.seats.all)
        return events

    # How each row changes the table.

    def _on_create(self, row: Row) -> list[Event]:
        body = row.body
        self._take_setup(body)
        self.seats = Seats(self.setup.players)
        self.seats.sit(0, body["name"], body.get("member", ""))
        for number, level in enumerate(body.get("bots", ()), start=1):
            self.seats.seat_bot(number, level)
        return [Event("sit", seat=0, name=body["name"])]

    def _take_setup(self, body: dict[str, Any]) -> None:
        setup = msgspec.convert(body["setup"], Setup)
        game = game_of(setup.game)
        if body["version"] != game.version:
            made, played = body["version"], game.version
            raise BadLog(f"this table was made for version {made} of {game.name}; this program plays version {played}")
        self.setup = setup
        self.clock = Clock(setup.clock, setup.players)
        self.page = page_of(setup.game)
        opening = body.get("opening")
        found = None if opening is None else Opening(opening["start"], opening["actions"], opening.get("totals", ()))
        self.match = Match(game, game.options(setup.rules), setup.players, self.page, found)

    def _on_rules(self, row: Row) -> list[Event]:
        self._take_setup(row.body)
        self.seats.resize(self.setup.players)
        self.seats.unready()
        return [Event("rules")]

    def _on_sit(self, row: Row) -> list[Event]:
        seat, name = row.body["seat"], row.body["name"]
        self.seats.sit(seat, name, row.body["member"])
        self._hand_over(seat, row.at)
        return [Event("sit", seat=seat, name=name)]

    def _on_bot(self, row: Row) -> list[Event]:
        seat, level = row.body["seat"], row.body["level"]
        if self.seats[seat].kind == "person":
            return self._on_sit_in(row)
        self.seats.seat_bot(seat, level)
        return [Event("sit", seat=seat, name=level)]

    def _on_leave(self, row: Row) -> list[Event]:
        seat = row.body["seat"]
        name = self.seats[seat].name
        self.seats.leave(seat, row.body["level"], self.begun)
        self._hand_over(seat, row.at)
        return [Event("leave", seat=seat, name=name)]

    def _on_kick(self, row: Row) -> list[Event]:
        seat = row.body["seat"]
        name = self.seats[seat].label
        self.seats.kick(seat, row.body["level"], self.begun)
        self._hand_over(seat, row.at)
        return [Event("kick", seat=seat, name=name)]

    def _on_sit_in(self, row: Row) -> list[Event]:
        seat = row.body["seat"]
        self.seats.sit_in(seat, row.body["level"])
        self._hand_over(seat, row.at)
        return [Event("bot", seat=seat)]

    def _on_take_back(self, row: Row) -> list[Event]:
        seat = row.body["seat"]
        self.seats.give_back(seat)
        self._hand_over(seat, row.at)
        return [Event("take_back", seat=seat)]

    def _on_away(self, row: Row) -> list[Event]:
        self.seats[row.body["seat"]].away = True
        return [Event("away", seat=row.body["seat"])]

    def _on_back(self, row: Row) -> list[Event]:
        self.seats[row.body["seat"]].away = False
        return [Event("back", seat=row.body["seat"])]

    def _on_lock(self, row: Row) -> list[Event]:
        self.seats.lock(row.body["locked"])
        return [Event("lock", number=int(self.seats.locked))]

    def _on_clock(self, row: Row) -> list[Event]:
        seat, clock = row.body["seat"], row.body["clock"]
        self._hand_over(seat, row.at)
        self.seats[seat].clock = clock
        return [Event("clock", seat=seat, name=clock)]

    def _on_ready(self, row: Row) -> list[Event]:
        seat = row.body["seat"]
        self.seats.give_back(seat)
        self.seats[seat].ready = True
        return [Event("ready", seat=seat)]

    def _on_pause(self, row: Row) -> list[Event]:
        self.paused = True
        self.clock.pause(row.at)
        return [Event("pause", seat=row.seat)]

    def _on_resume(self, row: Row) -> list[Event]:
        self.paused = False
        self.clock.resume(row.at)
        self._turn_at = row.at
        return [Event("resume", seat=row.seat)]

    def _on_shift(self, row: Row) -> list[Event]:
        self.clock.shift(row.body["by"])
        return []

    def _on_deal(self, row: Row) -> list[Event]:
        assert self.match is not None
        if row.body["number"] != self.dealt + 1:
            raise ValueError(f"deal {row.body['number']} comes after deal {self.dealt}")
        self.dealt += 1
        self.seats.unready()
        self.clock.deal(row.at)
        events = self.match.begin(self._secret, self.dealt, self.seats.names(), self.seats.levels())
        self._turn(row.at)
        return events

    def _on_act(self, row: Row) -> list[Event]:
        if row.seat is None or row.seat != self.actor:
            raise ValueError(f"it is the turn of seat {self.actor}, not of seat {row.seat}")
        seat = self.seats[row.seat]
        if not seat.sitting_in:
            seat.timeouts = 0
        return self._play(row)

    def _on_timeout(self, row: Row) -> list[Event]:
        seat = row.body["seat"]
        if seat != self.actor:
            raise ValueError(f"it is the turn of seat {self.actor}, not of seat {seat}")
        events = [Event("timeout", seat=seat), *self._play(row)]
        if self.seats.timed_out(seat, row.body["level"]):
            events.append(Event("bot", seat=seat))
        return events

    def _play(self, row: Row) -> list[Event]:
        assert self.match is not None
        actor, actions = self.actor, row.body["actions"]
        states: list[Any] = [None] * len(actions)
        if self._tried and self._tried[0] == row.seq and self._tried[1].texts == actions:
            states = self._tried[1].states
        # Older rows do not name the weights: how such a move was made is not known, so no record accounts for it.
        if actor is not None and (weights := row.body.get("weights")) is not None:
            seed = bot_seed(self._secret, row.seq - 1).hex()
            self.match.thought(actor, row.body["bot"], row.body["worlds"], seed, weights)
        events = [e for text, state in zip(actions, states, strict=True) for e in self.match.play(text, state)]
        if self.actor != actor:
            self._turn(row.at)
        elif actor is not None and self.seats[actor].bot_plays:
            self._turn_at = row.at
        return events

    def _on_undo(self, row: Row) -> list[Event]:
        assert self.match is not None
        self.match.undo(row.body["actions"])
        self._turn(row.at)
        return [Event("undo", seat=row.seat, number=row.body["actions"])]

    def _on_rematch(self, row: Row) -> list[Event]:
        assert self.match is not None
        self.match = Match(self.game, self.match.options, self.setup.players, self.page, self.match.opening)
        self.clock.deal(row.at)
        self.seats.begin_match()
        seat, drawn = row.body["seat"], row.body.get("seats")
        self.seats[seat].ready = True
        if drawn is None:
            return [Event("rematch", seat=seat)]
        self.seats.redraw(drawn)
        return [Event("rematch", seat=drawn.index(seat), number=1)]

    def _on_abandon(self, row: Row) -> list[Event]:
        self.closed = True
        return [Event("abandon")]

    def _turn(self, at: int) -> None:
        """A turn begins at this time, or the deal has ended."""
        actor = self.actor
        person = actor is not None and self.seats[actor].person_plays
        self.clock.turn(actor if person else None, at)
        self._turn_at = at

    def _hand_over(self, seat: int, at: int) -> None:
        """Somebody else plays this seat from now on; if it is to act its turn begins anew."""
        if seat == self.actor:
            self._turn(at)
