"""Who sits where: people, bots, empty seats; the host; who is ready, away, or has a bot sitting in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from speto.protocol.messages import SeatClock, SeatKind, SeatView

TIMEOUTS = 2
"""After so many timeouts in a row a bot sits in."""


@dataclass(slots=True)
class Seat:
    """A seat. ``left``: the person went and may come back; ``member`` is who may, and no message ever tells it."""

    kind: SeatKind = "empty"
    name: str = ""
    member: str = ""
    level: str = ""
    away: bool = False
    left: bool = False
    ready: bool = False
    sitting_in: bool = False
    timeouts: int = 0
    clock: SeatClock = "x1"

    @property
    def bot_plays(self) -> bool:
        """Whether a bot decides here, for itself or for somebody."""
        return self.kind == "bot" or self.sitting_in

    @property
    def person_plays(self) -> bool:
        """Whether a person decides here, present or not."""
        return self.kind == "person" and not self.sitting_in

    @property
    def label(self) -> str:
        """The name for a record: a person's, or a bot's level."""
        return self.name or self.level


class Seats:
    """The seats of a table.

    ``chairs`` number them too, and go with a person who is moved to another seat: ids of commands hang on these, so
    that one sent again is known after a move, and is never taken for that of who sat there before.
    """

    def __init__(self, count: int) -> None:
        self.all = [Seat() for _ in range(count)]
        self.chairs = list(range(count))
        self.host: int | None = None
        self.locked = False
        self.kicked: set[str] = set()

    def __getitem__(self, seat: int) -> Seat:
        return self.all[seat]

    def __len__(self) -> int:
        return len(self.all)

    def of(self, member: str) -> int | None:
        """The seat of a member, also of one who left and may come back."""
        return next((n for n, seat in enumerate(self.all) if seat.member == member), None) if member else None

    def first(self, kinds: Iterable[SeatKind]) -> int | None:
        """The first seat of one of these kinds, tried in their order."""
        for kind in kinds:
            for number, seat in enumerate(self.all):
                if seat.kind == kind:
                    return number
        return None

    @property
    def anybody(self) -> bool:
        """Whether a person sits here who has not left."""
        return any(seat.kind == "person" and not seat.left for seat in self.all)

    @property
    def all_ready(self) -> bool:
        """Whether the next deal can begin: no seat is empty, and the people who play, one at least, are ready."""
        people = [seat for seat in self.all if seat.person_plays]
        return bool(people) and all(seat.ready for seat in people) and all(seat.kind != "empty" for seat in self.all)

    def sit(self, number: int, name: str, member: str) -> None:
        """A person sits down, moves, or comes back to the own seat."""
        before = self.of(member)
        if before != number:
            clock = "x1" if before is None else self.all[before].clock
            if before is not None:
                self.all[before] = Seat()
            self.all[number] = Seat("person", name, member, clock=clock)
        else:
            self.all[number].name = name
            self.give_back(number)
        if self.host is None or self.host == before or self.all[self.host].left:
            self.host = number

    def seat_bot(self, number: int, level: str) -> None:
        """A bot takes a seat that is empty or another bot's."""
        self.all[number] = Seat("bot", level=level)

    def sit_in(self, number: int, level: str) -> None:
        """A bot plays for the person of this seat."""
        seat = self.all[number]
        seat.sitting_in, seat.level = True, level
        self._pass_host(number)

    def give_back(self, number: int) -> None:
        """The person plays again."""
        seat = self.all[number]
        seat.away = seat.left = seat.sitting_in = False
        seat.level, seat.timeouts = "", 0

    def leave(self, number: int, level: str, begun: bool) -> None:
        """The person goes; in a match a bot sits in until it comes back."""
        if begun:
            seat = self.all[number]
            seat.left = seat.away = True
            seat.ready = False
            self.sit_in(number, level)
        else:
            self.all[number] = Seat()
            self._pass_host(number)

    def kick(self, number: int, level: str, begun: bool) -> None:
        """The person is sent away, or a bot is taken off; in a match a bot takes the seat over.

        Who was sent away may not come back before the next match, or before the host unlocks the table; but who was not
        there before a match begins loses no more than the seat.
        """
        seat = self.all[number]
        if seat.member and (begun or not seat.away):
            self.kicked.add(seat.member)
        self.all[number] = Seat("bot", level=level) if begun else Seat()

    def lock(self, locked: bool) -> None:
        """Nobody new may sit down; or whoever comes, those too who were sent away."""
        self.locked = locked
        if not locked:
            self.kicked.clear()

    def timed_out(self, number: int, level: str) -> bool:
        """The time of this seat is used up. True if a bot sits in from now on."""
        seat = self.all[number]
        seat.timeouts += 1
        if seat.timeouts < TIMEOUTS or seat.sitting_in:
            return False
        self.sit_in(number, level)
        return True

    def resize(self, count: int) -> None:
        """So many seats; people keep theirs, or move to the front if those are gone."""
        homeless = [n for n in range(count, len(self.all)) if self.all[n].kind == "person"]
        old = self.all
        self.all = [*old[:count], *(Seat() for _ in range(count - len(old)))]
        chairs, more = self.chairs, max(self.chairs, default=-1) + 1
        self.chairs = [*chairs[:count], *range(more, more + count - len(old))]
        for number in homeless:
            free = self.first(("empty", "bot"))
            assert free is not None
            self.all[free], self.chairs[free] = old[number], chairs[number]
            if self.host == number:
                self.host = free

    def begin_match(self) -> None:
        """A new match with the same people: who has left, has left; nobody is ready, and nobody is barred."""
        self.kicked.clear()
        for number, seat in enumerate(self.all):
            if seat.left:
                self.all[number] = Seat()
            elif seat.kind == "person":
                away = seat.away
                self.give_back(number)
                seat.away, seat.ready = away, False
        if self.host is not None and self.all[self.host].kind != "person":
            self.host = self.first(["person"])

    def redraw(self, drawn: list[int]) -> None:
        """Who sat in seat ``drawn[n]`` sits in seat n from now on."""
        if sorted(drawn) != list(range(len(self.all))):
            raise ValueError(f"{drawn} is no order of {len(self.all)} seats")
        self.all = [self.all[number] for number in drawn]
        self.chairs = [self.chairs[number] for number in drawn]
        if self.host is not None:
            self.host = drawn.index(self.host)

    def unready(self) -> None:
        """Everybody has to say again that he is ready."""
        for seat in self.all:
            seat.ready = False

    def _pass_host(self, number: int) -> None:
        """The host's powers go to the next person who plays, if there is one."""
        if self.host != number:
            return
        for step in range(1, len(self.all)):
            following = (number + step) % len(self.all)
            if self.all[following].person_plays:
                self.host = following
                return
        if self.all[number].kind != "person":
            self.host = None

    def names(self) -> list[str]:
        """The names for a record."""
        return [seat.label for seat in self.all]

    def levels(self) -> list[str]:
        """The level of each seat that is a bot's, "" for the others."""
        return [seat.level if seat.kind == "bot" else "" for seat in self.all]

    def view(self) -> list[SeatView]:
        """The seats as everybody sees them."""
        return [
            SeatView(
                seat.kind,
                seat.name,
                seat.level,
                seat.away,
                seat.ready or seat.bot_plays,
                number == self.host,
                seat.sitting_in,
                seat.clock,
            )
            for number, seat in enumerate(self.all)
        ]
