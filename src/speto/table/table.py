"""One table: rows of accepted commands in, events and views out. No clock, no chance of its own, nothing to wait for."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from speto.errors import SpetoError
from speto.game import Game
from speto.game import game as game_of
from speto.records import Record

from .attempt import Attempt, read_actions
from .check import check
from .clock import Clock
from .games import Page, page_of
from .match import Match
from .messages import Due, DummyView, Event, Previewed, Setup, Status, TableView
from .row import BadLog, Refused, Row, refused
from .seats import Seats
from .secret import bot_seed, chance, deal_seed

DAY = 24 * 3600 * 1000
FORGOTTEN = {"waiting": 7 * DAY, "playing": 90 * DAY, "between": 90 * DAY, "paused": 90 * DAY, "over": 7 * DAY}
"""A table in which nothing happens for so long is abandoned, by its status."""


class Table:
    """A table, as its rows have made it; empty until its row ``create``.

    >>> from speto.table.row import Row
    >>> table = Table("t1", bytes(32))
    >>> body = table.check("create", None, {"setup": {"players": 2, "practice": True}, "name": "Ann"}, now=0)
    >>> events = table.apply(Row(1, "a", 0, None, "create", body))
    >>> table.status, [seat.kind for seat in table.table_view().seats]
    ('waiting', ['person', 'bot'])
    """

    def __init__(self, id: str, secret: bytes) -> None:  # noqa: A002
        self.id = id
        self.seq = 0
        self.setup = Setup()
        self.seats = Seats(0)
        self.clock = Clock("off", 0)
        self.match: Match | None = None
        self.dealt = 0
        """How many deals have begun at this table, in all its matches."""
        self.paused = False
        self.closed = False
        self._secret = secret
        self._at = 0
        self._turn_at = 0
        self._tried: tuple[int, Attempt] | None = None
        self._seen: dict[int | None, tuple[DummyView, str]] = {}
        self._open: TableView | None = None

    # What the table is.

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The game that is played here."""
        return game_of(self.setup.game)

    @property
    def page(self) -> Page | None:
        """How the game looks on a page."""
        return page_of(self.setup.game)

    @property
    def status(self) -> Status:
        """Before the first deal, during one, between two, paused, after the match."""
        if self.closed:
            return "over"
        return "paused" if self.paused else self.stage

    @property
    def stage(self) -> Status:
        """The status but for a pause."""
        if self.match is None or not self.match.states:
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

    @property
    def default_level(self) -> str:
        """The bot that takes over when nobody has chosen one."""
        from speto.bots import players

        return list(players(self.setup.game))[-1]

    def member(self, seat: int) -> str | None:
        """Whose seat it is, also if that person has left; None for a bot's and an empty one."""
        return self.seats[seat].member or None

    def seat_of(self, member: str) -> int | None:
        """The seat of a member, also of one who has left and may come back."""
        return self.seats.of(member)

    # Commands.

    def check(self, kind: str, seat: int | None, body: Any, now: int) -> dict[str, Any] | Refused:
        """The body to store for a command, or why it is refused. Never raises, whatever a client has sent.

        ``seat`` is the seat that gives the command, None for the server. Nothing changes.
        """
        return check(self, kind, seat, body, now)

    def attempt(self) -> Attempt:
        """A copy of the deal to try actions on, with the chance of the next row."""
        assert self.match is not None
        return Attempt(self.game, self.match.state, chance(self._secret, self.seq + 1))

    def remember(self, tried: Attempt) -> None:
        """What was tried need not be worked out again if it is the next row."""
        self._tried = (self.seq + 1, tried)

    def apply(self, row: Row) -> list[Event]:
        """Take a row of the log. The events are full: :meth:`told` blanks them for a viewer.

        Raises:
            BadLog: no table can have accepted this row here. The table is of no use any more.
        """
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
        self._tried, self._open = None, None
        self._seen.clear()
        return events

    def told(self, event: Event, seat: int | None) -> Event:
        """An event as a viewer may have it; None is a spectator."""
        if event.card is None or (seat is not None and seat == event.seat):
            return event
        return msgspec.structs.replace(event, card=None)

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
        self.match = Match(game, game.options(setup.rules), setup.players, page_of(setup.game))

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
        self.seats.leave(seat, self.default_level, self.begun)
        self._hand_over(seat, row.at)
        return [Event("leave", seat=seat, name=name)]

    def _on_kick(self, row: Row) -> list[Event]:
        seat = row.body["seat"]
        name = self.seats[seat].label
        self.seats.kick(seat, self.default_level, self.begun)
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
        self.seats.locked = row.body["locked"]
        return [Event("lock", number=int(self.seats.locked))]

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
        events = self.match.begin(self._secret, self.dealt)
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
        if self.seats.timed_out(seat, self.default_level):
            events.append(Event("bot", seat=seat))
        return events

    def _play(self, row: Row) -> list[Event]:
        assert self.match is not None
        actor, actions = self.actor, row.body["actions"]
        states: list[Any] = [None] * len(actions)
        if self._tried and self._tried[0] == row.seq and self._tried[1].texts == actions:
            states = self._tried[1].states
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
        self.match = Match(self.game, self.match.options, self.setup.players, self.page)
        self.clock.deal(row.at)
        self.seats.begin_match()
        self.seats[row.body["seat"]].ready = True
        return [Event("rematch", seat=row.body["seat"])]

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

    # Deadlines.

    def due(self) -> Due | None:
        """The table's next deadline; None before it is created and once it is closed."""
        if self.seq == 0 or self.closed:
            return None
        if not self.paused and self.seats.anybody:
            actor = self.actor
            if actor is not None and self.seats[actor].bot_plays:
                return Due(self._turn_at + self.setup.pace, "bot", actor)
            if (deadline := self.clock.deadline) is not None:
                return Due(deadline, "turn", actor)
            if self.can_deal:
                return Due(self._at, "deal")
        return Due(self._at + FORGOTTEN[self.status], "abandon")

    @property
    def can_deal(self) -> bool:
        """Whether the next deal may begin."""
        return self.status in ("waiting", "between") and self.seats.all_ready

    def on_due(self, due: Due) -> tuple[str, int | None, dict[str, Any]]:
        """What follows from a deadline that has passed: kind, seat and body for :meth:`check`.

        For a bot it is no command yet: its worker gets :meth:`view_for_bot`, the level and the seed in the body, and
        answers with an ``act`` of that seat. To a timeout's body the server may add ``actions``, the seat's last
        draft: it is played if it is a whole legal turn, else the default move.
        """
        if due.kind == "turn":
            return "timeout", None, {"seat": due.seat}
        if due.kind == "deal":
            return "deal", None, {"number": self.dealt + 1}
        if due.kind == "bot" and due.seat is not None:
            return "bot", due.seat, {"level": self.seats[due.seat].level, "seed": self.bot_seed()}
        return "abandon", None, {}

    # Views.

    def table_view(self) -> TableView:
        """The table without its deal; the same for everybody."""
        if self._open is None:
            match = self.match
            self._open = TableView(
                self.id,
                self.setup,
                self.status,
                self.seats.view(),
                list(match.following.totals) if match else [],
                list(match.results) if match else [],
                match.following.winner if match else None,
                self.seats.locked,
                self.clock.deadline,
                list(self.clock.bank),
            )
        return self._open

    def deal_view(self, seat: int | None) -> DummyView | None:
        """The deal that is played, or was played last, as a seat may see it; None without one."""
        return self._see(seat)[0] if self.page and self.match and self.match.states else None

    def hash(self, seat: int | None) -> str:
        """First 8 hex digits of the SHA-256 of the view's text for hashing; "" without a deal."""
        return self._see(seat)[1] if self.page and self.match and self.match.states else ""

    def _see(self, seat: int | None) -> tuple[DummyView, str]:
        seen = self._seen.get(seat)
        if seen is None:
            page, match = self.page, self.match
            assert page is not None
            assert match is not None
            view, number = self.game.see(match.state, seat), len(match.deals)
            if seat is None:
                deal = page.deal_view(view, number)
            else:
                deal = page.deal_view(view, number, self._drawn(seat), self._see(None)[0])
            digest = hashlib.sha256(page.hash_text(deal).encode()).hexdigest()[:8]
            seen = self._seen[seat] = (deal, digest)
        return seen

    def _drawn(self, seat: int) -> str:
        return self.match.drawn if self.match and seat == self.actor else ""

    def preview(self, seat: int | None, actions: Any) -> Previewed:
        """What a draft leads to, from the seat's own view alone; ``id`` is left to the server. Never raises."""
        no: Refused | None = None
        texts = read_actions(actions)
        if isinstance(texts, Refused):
            no = texts
        elif self.match is None or not self.match.playing or self.page is None:
            no = refused("not_playing")
        elif seat is None or seat != self.actor:
            no = refused("not_your_turn")
        else:
            view, number = self.game.see(self.match.state, seat), len(self.match.deals)
            found = self.page.preview(view, texts, number, self._drawn(seat))
            if not self.setup.warnings:
                found.risks = {}
            return found
        return Previewed("", False, rule=no.rule, sentence=no.sentence, reason=no.reason, at=no.at)

    def view_for_bot(self, seat: int) -> Any:
        """What a seat may see, as a bot gets it; it can be pickled."""
        assert self.match is not None
        return self.game.see(self.match.state, seat)

    def bot_seed(self) -> bytes:
        """Where the chance of a bot comes from that decides now."""
        return bot_seed(self._secret, self.seq)

    # What is kept of deals that are over.

    def names(self) -> list[str]:
        """The players' names, for a record."""
        return [seat.label for seat in self.seats.all]

    def records(self) -> Record | None:
        """The finished deals of this match as one record with its result; None before the first has ended."""
        return self.match.record(self.names()) if self.match else None

    def record(self, number: int) -> Record | None:
        """A finished deal of this match as a record; its number is counted over all matches of the table, from 1."""
        index = self._finished(number)
        return None if index is None or self.match is None else self.match.record(self.names(), index)

    def deal_secret(self, number: int) -> str | None:
        """The seed of a finished deal of this match in hex, from which its deck follows; None for any other."""
        return None if self._finished(number) is None else deal_seed(self._secret, number).hex()

    def _finished(self, number: int) -> int | None:
        ended = self.match.numbers[: len(self.match.results)] if self.match else []
        return ended.index(number) if number in ended else None
