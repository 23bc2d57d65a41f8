"""A table's clock: facts and no time of its own. Whoever asks says what time it is, in ms."""

from __future__ import annotations

from collections.abc import Iterable

PRESETS: dict[str, tuple[int, int] | None] = {
    "off": None,
    "20+60": (20_000, 60_000),
    "30+90": (30_000, 90_000),
    "60+180": (60_000, 180_000),
}
"""Each preset's time for a turn, and its bank, which is for a deal and takes over when a turn's time is used up."""

SHARES: dict[str, int | None] = {"x1": 100, "x1.5": 150, "x2": 200, "off": None}
"""What a seat may have of both, in per cent; None: as long as it likes."""


class Clock:
    """Whose turn has lasted how long, and what is left in each bank.

    >>> clock = Clock("20+60", 2)
    >>> clock.deal(0)
    >>> clock.turn(0, 1_000)
    >>> clock.deadline
    81000
    >>> clock.turn(1, 31_000)  # 10 s over
    >>> clock.bank, clock.deadline
    ([50000, 60000], 111000)
    """

    def __init__(self, preset: str, players: int) -> None:
        self.times = PRESETS[preset]
        self.used = [0] * players
        """What each seat has used of its bank."""
        self._shares: list[int | None] = [100] * players
        self._seat: int | None = None
        self._since = 0
        self._paused: int | None = None

    def share(self, seats: Iterable[str]) -> None:
        """What each seat has of the times from now on: names of :data:`SHARES`."""
        self._shares = [SHARES[name] for name in seats]

    @property
    def bank(self) -> list[int]:
        """What is left in each seat's bank, in ms; empty without a clock."""
        if self.times is None:
            return []
        pairs = zip(self.used, self._shares, strict=True)
        return [max(0, self.times[1] * (share or 100) // 100 - used) for used, share in pairs]

    def _turn_of(self, seat: int) -> int | None:
        """The time of a seat's turn, without its bank; None if nothing ends it."""
        share = self._shares[seat]
        return None if self.times is None or share is None else self.times[0] * share // 100

    def deal(self, at: int) -> None:
        """A deal begins: every bank is full, and no turn has begun."""
        self.turn(None, at)
        self.used = [0] * len(self.used)

    def turn(self, seat: int | None, at: int) -> None:
        """This seat's turn begins, and with it the one before ends; None if nobody's time runs."""
        before = self._seat
        if before is not None and (time := self._turn_of(before)) is not None:
            until = at if self._paused is None else self._paused
            self.used[before] += min(self.bank[before], max(0, until - self._since - time))
        self._seat = seat
        self._since = at
        if self._paused is not None:
            self._paused = at

    def pause(self, at: int) -> None:
        """Time stops."""
        self._paused = at

    def resume(self, at: int) -> None:
        """Time goes on; what has passed since the pause counts for nothing."""
        if self._paused is not None:
            self._since += max(0, at - self._paused)
            self._paused = None

    def shift(self, by: int) -> None:
        """So many ms count for nothing."""
        self._since += by

    @property
    def deadline(self) -> int | None:
        """When the time of the running turn is used up, its bank too."""
        if self._seat is None or self._paused is not None or (time := self._turn_of(self._seat)) is None:
            return None
        return self._since + time + self.bank[self._seat]
