"""The levels of Dummy's bots: one agent, a row of numbers each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """A level.

    ``forgets``: 2, every card that it saw others take; 1, all but those of the last two pickups; 0, none.
    ``blind``: it does not see what the newest card of the pile gives to others.
    ``worlds``: the mean number of imagined deals for each candidate; 0 is no search. They go out in ``rounds``.
    ``doubt``: by how many standard errors a gain must be clear of 0, squared, × 64. ``noise``: points by which its
    judgement strays. ``most``: how many candidates are played out. ``belief``: worlds are drawn by belief.
    ``race``: once somebody is half way to the target it plays for the match, not for points of the deal. ``ends``:
    where it searches and plays for points, ends that the solver can tell are played exactly.
    """

    name: str
    english: str
    thai: str
    forgets: int = 0
    blind: bool = False
    worlds: int = 0
    rounds: int = 1
    doubt: int = 64
    noise: int = 0
    most: int = 10
    belief: bool = False
    race: bool = False
    ends: bool = False

    def row(self, worlds: int) -> list[int]:
        """The level as the kernel takes it, with so many worlds."""
        flags = int(self.belief), int(self.race)
        return [self.forgets, worlds, self.rounds, self.doubt, self.noise, self.most, *flags]


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level("level1", "Novice", "มือใหม่", forgets=2, blind=True, noise=25),
        Level("level2", "Casual", "มือสมัครเล่น", forgets=1, noise=8),
        Level("level3", "Club", "มือประจำวง"),
        Level("level4", "Strong", "มือแข็ง", worlds=60, rounds=3),
        Level("level5", "Expert", "เซียน", worlds=300, rounds=3, belief=True, ends=True),
        Level("level6", "Master", "เซียนใหญ่", worlds=1000, rounds=3, belief=True, race=True, ends=True),
    )
}
"""The levels by name, the weakest first."""
