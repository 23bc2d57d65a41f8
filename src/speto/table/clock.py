"""A table's clock: facts and no time of its own. Whoever asks says what time it is, in ms."""

from __future__ import annotations

PRESETS: dict[str, tuple[int, int] | None] = {
    "off": None,
    "20+60": (20_000, 60_000),
    "30+90": (30_000, 90_000),
    "60+180": (60_000, 180_000),
}
"""Each preset's time for a turn, and its bank, which is for a deal and takes over when a turn's time is used up."""


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
        self.players = players
        self.bank: list[int] = []
        self._seat: int | None = None
        self._since = 0
        self._paused: int | None = None
        self.refill()

    def refill(self) -> None:
        """Every bank is full."""
        self.bank = [] if self.times is None else [self.times[1]] * self.players

    def deal(self, at: int) -> None:
        """A deal begins: every bank is full, and no turn has begun."""
        self.turn(None, at)
        self.refill()

    def turn(self, seat: int | None, at: int) -> None:
        """This seat's turn begins, and with it the one before ends; None if nobody's time runs."""
        if self.times is not None and self._seat is not None:
            over = max(0, at - self._since - self.times[0])
            self.bank[self._seat] = max(0, self.bank[self._seat] - over)
        self._seat = seat
        self._since = at

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
        if self.times is None or self._seat is None or self._paused is not None:
            return None
        return self._since + self.times[0] + self.bank[self._seat]
