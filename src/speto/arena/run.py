"""A run of the arena: which line-ups play which decks, in processes, and the file that lets it go on.

What is played depends on the setting alone, never on the number of jobs or on what the file held before.
"""

from __future__ import annotations

import fcntl
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from itertools import combinations, combinations_with_replacement
from multiprocessing import get_context
from pathlib import Path
from typing import IO

import msgspec

from speto.decks import below, seed_of_text, words
from speto.dummy.options import Options
from speto.errors import BadText
from speto.kit import workers
from speto.kit.hashes import files_hash

from .names import Opponent, opponent
from .play import Tally, play_deck, play_match

FORMAT = 1
RANGES = ("tuning", "final")
"""Ranges of seeds that share no deck: what is tuned on one is measured on the other."""

DECK, MATCH = "deck", "match"


class Figures(msgspec.Struct, frozen=True):
    """What one name took in one line of a file."""

    decisions: int
    seconds: float
    worlds: int
    faults: int


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """One deck, or one seed of matches: a line of a file.

    ``points`` holds, for each rotation, the points by place in the line-up: of the deal, or the totals of the match.
    ``deals`` is how many deals each match took.
    """

    what: str
    number: int
    lineup: list[str]
    points: list[list[int]]
    took: dict[str, Figures]
    deals: list[int] = msgspec.field(default_factory=list)


class Setting(msgspec.Struct, frozen=True):
    """What a file's lines were played under: its first line."""

    arena: int
    names: list[str]
    players: int
    preset: str
    seed: str
    range: str
    bots: str


def setting(names: Sequence[str], players: int, preset: str, seed: str, range_: str) -> Setting:
    """The setting of a run.

    Raises:
        BadText: fewer than two names, or one that nobody has; a number of players that Dummy has not; no such range.
        BadOptions: there is no such preset.
    """
    if len(names) < 2:
        raise BadText("the arena wants at least two names")
    if players not in (2, 3, 4):
        raise BadText(f"Dummy has 2 to 4 players, not {players}")
    if range_ not in RANGES:
        raise BadText(f"there is no range {range_[:40]!r}: {', '.join(RANGES)}")
    if len(names) > 2 and len(set(names)) < len(names):
        raise BadText("a ladder has each name once")
    Options.named(preset)
    for name in dict.fromkeys(names):
        opponent(name).close()
    return Setting(FORMAT, list(names), players, preset, seed, range_, bots_hash())


PLAYS = ("bots", "solver", "dummy", "kit", "envs", "arena/world.py", "arena/ismcts.py", "arena/play.py", "decks.py")
"""What decides how a deal goes, in the package: folders and files."""


def bots_hash(home: Path = Path(__file__).parents[1]) -> str:
    """A hash over all that plays: bots, what they have learned, the rules. A file of others is another run."""
    return files_hash(home, PLAYS)


def lineups(names: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Who plays with whom. Of two names, the first against the second in all other seats.

    Of more, every choice of as many names as there are seats; with fewer names than seats, every way to fill up the
    rest with some of them again.

    >>> lineups(["a", "b"], 3), lineups(["a", "b", "c"], 2)
    ([('a', 'b', 'b')], [('a', 'b'), ('a', 'c'), ('b', 'c')])
    """
    if len(names) == 2:
        return [(names[0], *[names[1]] * (players - 1))]
    if len(names) >= players:
        return list(combinations(names, players))
    return [(*names, *more) for more in combinations_with_replacement(names, players - len(names))]


def lineup_of(setting_: Setting, what: str, number: int) -> tuple[str, ...]:
    """The line-up of a deck: they take turns. The order of more than two names is drawn: anybody may follow anybody."""
    choices = lineups(setting_.names, setting_.players)
    chosen = list(choices[number % len(choices)])
    if len(setting_.names) > 2:
        stream = words(seed_of_text(label(setting_, what, number)), b"lineup")
        for i in range(len(chosen) - 1, 0, -1):
            j = below(stream, i + 1)
            chosen[i], chosen[j] = chosen[j], chosen[i]
    return tuple(chosen)


def label(setting_: Setting, what: str, number: int) -> str:
    """The text whose hash is the seed of a deck or match; who plays, and what, is not in it."""
    return f"arena {setting_.range} {setting_.seed} {what} {number}"


@dataclass
class _Worker:
    """A process's setting, and its opponents: a set for each seat, since a program plays one seat at a time."""

    setting: Setting
    options: Options
    seats: list[dict[str, Opponent]]


_here: list[_Worker] = []
"""The one of this process, between its begin and its end."""


def _begin(setting_: Setting) -> None:
    seats = [{name: opponent(name) for name in setting_.names} for _ in range(setting_.players)]
    _here[:] = [_Worker(setting_, Options.named(setting_.preset), seats)]


def _begin_process(setting_: Setting) -> None:
    workers.begin()
    signal.signal(signal.SIGTERM, _leave)
    _begin(setting_)


def _leave(*_: object) -> None:
    """Programs that play here leave with this process."""
    _close()
    os._exit(0)


def _close() -> None:
    for worker in _here:
        for seat in worker.seats:
            for player in seat.values():
                player.close()
    _here.clear()


def _work(task: tuple[str, int]) -> Result:
    (worker,) = _here
    what, number = task
    setting_, options, seats = worker.setting, worker.options, worker.seats
    lineup = lineup_of(setting_, what, number)
    text = label(setting_, what, number)
    if what == DECK:
        points, took = play_deck(options, lineup, seats, text)
        return Result(what, number, list(lineup), points, _figures(took))
    points, deals, took = play_match(options, lineup, seats, text)
    return Result(what, number, list(lineup), points, _figures(took), deals)


def _figures(took: dict[str, Tally]) -> dict[str, Figures]:
    return {
        name: Figures(**(asdict(tally) | {"seconds": round(tally.seconds, 6)})) for name, tally in sorted(took.items())
    }


def results(
    setting_: Setting,
    decks: int,
    matches: int,
    jobs: int = 1,
    file: Path | None = None,
    told: Callable[[int, int], None] | None = None,
) -> list[Result]:
    """Play what is not in the file yet; all results, decks first, by number.

    ``told`` is called after each with how many of how many are there.

    Raises:
        BadText: the file holds another run, or no run; a worker died.
    """
    tasks = [(DECK, number) for number in range(decks)] + [(MATCH, number) for number in range(matches)]
    with ExitStack() as stack:
        found: dict[tuple[str, int], Result] = {}
        out = None
        if file is not None:
            out = stack.enter_context(file.open("a+b"))
            try:
                found = _read(out, setting_)
            except BadText as error:
                raise BadText(f"{file}: {error}") from None
        left = [task for task in tasks if task not in found]
        for number, result in enumerate(_played(setting_, left, jobs), 1):
            found[result.what, result.number] = result
            if out is not None:
                out.write(msgspec.json.encode(result) + b"\n")
                out.flush()
            if told is not None:
                told(len(tasks) - len(left) + number, len(tasks))
    return [found[task] for task in tasks]


def _played(setting_: Setting, tasks: Sequence[tuple[str, int]], jobs: int) -> Iterator[Result]:
    """Results in the order of the tasks."""
    if jobs == 1 or len(tasks) < 2:
        if tasks:
            _begin(setting_)
        try:
            yield from map(_work, tasks)
        finally:
            _close()
        return
    pool = ProcessPoolExecutor(
        min(jobs, len(tasks)), mp_context=get_context("spawn"), initializer=_begin_process, initargs=(setting_,)
    )
    try:
        yield from pool.map(_work, tasks)
    except BrokenExecutor:
        raise BadText("a process that played died; what it had not finished can be played again") from None
    finally:
        workers.end(pool)


def _read(out: IO[bytes], setting_: Setting) -> dict[tuple[str, int], Result]:
    """The results that a file holds; an empty one gets its first line, one that was cut off loses the piece.

    Raises BadText.
    """
    try:
        fcntl.flock(out, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BadText("another run writes to it") from None
    out.seek(0)
    whole, _, piece = out.read().rpartition(b"\n")
    if piece:
        if not whole and not piece.startswith(b'{"arena":'):
            raise BadText("it is no file of the arena")
        out.truncate(len(whole) + bool(whole))
    lines = whole.splitlines()
    if not lines:
        out.write(msgspec.json.encode(setting_) + b"\n")
        out.flush()
        return {}
    try:
        held = msgspec.json.decode(lines[0], type=Setting)
    except msgspec.DecodeError:
        raise BadText("it is no file of the arena") from None
    for key in Setting.__struct_fields__:
        then, now = getattr(held, key), getattr(setting_, key)
        if then != now:
            raise BadText(f"it holds another run: its {key} is {_said(then)}, not {_said(now)}")
    found = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            result = msgspec.json.decode(line, type=Result)
        except msgspec.DecodeError:
            raise BadText(f"line {number} is no result of the arena") from None
        found[result.what, result.number] = result
    return found


def _said(value: object) -> str:
    return " ".join(value) if isinstance(value, list) else str(value)
