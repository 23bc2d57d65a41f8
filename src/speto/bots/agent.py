"""The agent of all levels: from a view to an action, and what it thought of every candidate.

What it does is a function of the view, the level, the weights, the number of worlds and the seed, and of nothing
else: on every machine, plain or compiled, it is the same.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple, cast

from speto import compiled
from speto.cards import TEXTS
from speto.dummy.actions import ACTIONS, action_text, parse_action, request_action
from speto.dummy.kernel.finish import can_finish
from speto.dummy.kernel.legal import layoffs_left
from speto.dummy.kernel.see import unseen
from speto.dummy.kernel.state import LAY, N_WORDS
from speto.dummy.states import State
from speto.dummy.view import View
from speto.kit.fields import plain_class
from speto.kit.rng import seed_rng

from .ends import settle
from .kernel import entries as plain_entries
from .kernel.belief import EVEN, N_BELIEF, N_ROW
from .kernel.features import F_NEWEST, F_REST, N_FEATURES
from .kernel.memory import MEMORY, N_STATES
from .kernel.race import WON
from .kernel.search import (
    ACTION,
    CHARGED,
    GAIN,
    HELD,
    KNOCKED,
    KNOCKED_LEAD,
    KNOCKS,
    KNOCKS_LEAD,
    LEAD,
    N_COLUMNS,
    SQUARES,
    TAKEN,
    TAKEN_LEAD,
    UNBORN,
    UNBORN_LEAD,
    VALUE,
    WIN_SQUARES,
    WINS,
    WORLDS,
)
from .kernel.value import SCALE
from .levels import Level
from .race import is_near, race_row
from .weights import Set, choose_set, shipped

Memory = plain_class(MEMORY, "Memory")
ROOM = len(ACTIONS)  # rows of a table of candidates: a large hand has some hundred actions
FIRST = 4  # after the view, two for search, one for values: the deal's first turn; then the past


class Candidate(NamedTuple):
    """What the agent thinks of an action, in points of its lead over the mean of the others.

    ``value`` is the prior's opinion. ``worlds`` is in how many worlds it was played out; then ``lead`` is its mean
    lead there, ``gain`` how much more that is than the first candidate had in the same worlds, ``error`` the standard
    error of the gain. The rest says how those worlds ended for the seat: the shares in which it knocked, in which
    another did, in which it was never born, in which its discard was taken by another; and the mean points that it
    was charged from here on, and that it held at the end. ``win`` is by how much more often than with the first
    candidate the match is won, a share, ``win_error`` its standard error. ``leads`` are what each of the four events
    brings to the lead: the mean over all worlds of its lead where the event came about, and of 0 where it did not.
    """

    action: str
    value: float
    worlds: int = 0
    lead: float = 0.0
    gain: float = 0.0
    error: float = 0.0
    knocks: float = 0.0
    knocked: float = 0.0
    unborn: float = 0.0
    taken: float = 0.0
    charged: float = 0.0
    held: float = 0.0
    win: float = 0.0
    win_error: float = 0.0
    leads: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)


class Thought(NamedTuple):
    """A choice and all candidates, the prior's choice first. ``row`` is the choice's place among them."""

    row: int
    candidates: list[Candidate]

    @property
    def action(self) -> str:
        """The action that was chosen."""
        return self.candidates[self.row].action


class PlainDesk:
    """Room to think in, interpreted: lists."""

    entries: Any = plain_entries

    def __init__(self) -> None:
        self.states: Any = [State() for _ in range(N_STATES)]
        self.memories: Any = [Memory()]
        self.rules: Any = [None]
        self.words: Any = [0] * N_WORDS
        self.no_log: Any = [0]
        self.rng: Any = [0, 0]
        self.x: Any = [0] * N_FEATURES
        self.y: Any = [0] * N_ROW
        self.belief: Any = [EVEN] * N_BELIEF
        self.table: Any = [[0] * N_COLUMNS for _ in range(ROOM)]
        self.rows: Any = [0] * 4

    def look(self, g: Any, opening: Any, rules: Any) -> None:
        """Put a view, the view of the deal's first turn, and the rules on the desk."""
        self.rules[0] = rules
        self.states[0] = g.copy()
        self.states[FIRST] = opening.copy()

    def numbers(self, row: Any) -> Any:
        """Numbers as the kernel takes them."""
        return row

    def given(self, level: list[int], race: list[int], value: Any, policies: Any, belief: Any) -> tuple[Any, ...]:
        """What the doors of thought take, in order."""
        given = (self.states, self.memories, self.rules, self.words, self.no_log, self.numbers(level), value, policies)
        return (*given, self.rows, belief, self.numbers(race), self.rng, self.x, self.y, self.belief, self.table)


class Desk(PlainDesk):
    """Room to think in, compiled: arrays."""

    def __init__(self, entries: Any) -> None:
        import numpy as np

        from speto.dummy.fast import Arrays

        self.entries = entries
        self._arrays = Arrays(N_STATES)
        self.states = self._arrays.states
        self.rules = self._arrays.rules
        self.words = self._arrays.words
        self.no_log = self._arrays.no_log
        self.rng = self._arrays.rng
        self.memories = np.zeros(1, compiled.dtype_of(MEMORY))
        self.x = np.zeros(N_FEATURES, np.int64)
        self.y = np.zeros(N_ROW, np.int64)
        self.belief = np.zeros(N_BELIEF, np.int64)
        self.table = np.zeros((ROOM, N_COLUMNS), np.int64)
        self.rows = np.zeros(4, np.int64)

    def look(self, g: Any, opening: Any, rules: Any) -> None:
        """Put a view, the view of the deal's first turn, and the rules on the desk."""
        self._arrays.set_rules(rules)
        self._arrays.set_state(g)
        compiled.converters(State)[0](opening, self.states, FIRST)

    def numbers(self, row: Any) -> Any:
        """Numbers as the kernel takes them."""
        import numpy as np

        return np.array(row, np.int64)


_rooms = threading.local()


def room(kernel: str) -> PlainDesk:
    """This thread's room to think in: ``plain`` or ``compiled``."""
    found = getattr(_rooms, kernel, None)
    if found is None:
        found = PlainDesk() if kernel == "plain" else Desk(compiled.load("bots").entries)
        setattr(_rooms, kernel, found)
    return cast(PlainDesk, found)


def kernel_now() -> str:
    """``compiled`` if the compiler's work is done already, else ``plain``: nobody waits for it."""
    return "compiled" if compiled.is_warm() else "plain"


@cache
def _numbers(preset: str, players: int, blind: bool, kernel: str) -> tuple[Any, Any, Any]:
    """The weights of a set as the kernel takes them: value, policies, belief."""
    weights, _ = shipped()
    one = next(one for one in weights.sets if (one.preset, one.players) == (preset, players))
    value = [list(row) for row in one.value]
    if blind:
        for row in value:
            row[F_NEWEST:F_REST] = [0] * (F_REST - F_NEWEST)
    numbers = room(kernel).numbers
    return numbers(value), numbers([one.policy]), numbers(one.belief)


def think(
    view: View,
    level: Level,
    seed: bytes = b"",
    worlds: int | None = None,
    kernel: str = "",
    totals: Sequence[int] = (),
) -> Thought:
    """Choose for the seat whose view this is; it is its turn.

    ``worlds`` instead of the level's own number; ``kernel`` as :func:`room`, else what :func:`kernel_now` says.
    ``totals`` are each seat's points of the match before this deal; none is a match that begins.
    """
    worlds = level.worlds if worlds is None else worlds
    kernel = kernel or kernel_now()
    if level.noise and knock_is_there(view):
        level = replace(level, noise=0)
    level = _now(level, view, totals)
    desk, given = _prepare(view, level, seed, worlds, kernel, totals)
    chose, count = desk.entries.think_at(*given)
    thought = Thought(int(chose), [_candidate(view, desk.table[row]) for row in range(count)])
    if level.ends and worlds and not level.race:  # exact ends are for points of the deal
        actions = [one.action for one in thought.candidates]
        return thought._replace(row=settle(view, actions, thought.row, kernel))
    return thought


def knock_is_there(view: View) -> bool:
    """Whether the seat to act, having drawn or picked up, can knock in this turn: there nobody's judgement strays."""
    g, r = view._g, view._r
    if g.phase != LAY:
        return False
    return bool(can_finish(g.hand[g.turn], g.sets, g.runs, g.starts, r.qka_closed, layoffs_left(g, r)))


def weigh(
    view: View,
    action: str,
    level: Level,
    seed: bytes = b"",
    kernel: str = "",
    totals: Sequence[int] = (),
    rival: str | None = None,
) -> list[Candidate]:
    """Every legal action measured against one of them, which comes first: gains are over that one.

    Worlds go out in the level's rounds, and after each the worse half of the others is let go, by points or, for a
    level that races, by the match once the target is near; those that were not have as many ``worlds`` as the first.
    With a ``rival`` only these two are measured, the rival second, in all the playouts that the others would have had;
    what is left has no worlds.

    Raises:
        ValueError: the action, or its rival, is not legal here, or they are the same.
    """
    if wrong := [one for one in (action, rival) if one is not None and one not in view.legal]:
        raise ValueError(f"{wrong[0]} is not legal here")
    if action == rival:
        raise ValueError(f"{action} has no gain over itself")
    level = _now(level, view, totals)
    desk, given = _prepare(view, level, seed, level.worlds, kernel or kernel_now(), totals)
    numbers = [-1 if one is None else request_action(parse_action(one)) for one in (action, rival)]
    count = desk.entries.weigh_at(*given, *numbers)
    return [_candidate(view, desk.table[row]) for row in range(count)]


def _now(level: Level, view: View, totals: Sequence[int]) -> Level:
    """The level as the match stands: far from the target one that races plays for points, too."""
    return replace(level, race=is_near(view.options.target, totals)) if level.race else level


def still_in(found: Sequence[Candidate]) -> list[Candidate]:
    """Those of the actions that were weighed that no round let go."""
    return [one for one in found if one.worlds == found[0].worlds]


def hopes(view: View, kernel: str = "") -> dict[str, float]:
    """For each card that a draw may bring the seat to act, what the best action then is worth, in points of its lead.

    Judged by value, without search.

    >>> from speto import Deal
    >>> found = hopes(Deal(players=2, seed="tour").see(0))
    >>> len(found), found["Ks"] > found["9d"]
    (40, True)
    """
    desk, _, (value, _, _) = _look(view, False, kernel or kernel_now())
    desk.entries.hope_at(desk.states, desk.rules, desk.words, desk.no_log, value, desk.x, desk.table, desk.belief)
    pool = unseen(view._g)
    return {TEXTS[card]: int(desk.belief[card]) / SCALE for card in range(52) if pool >> card & 1}


def _look(view: View, blind: bool, kernel: str) -> tuple[PlainDesk, Set, tuple[Any, Any, Any]]:
    """A desk with the view on it, the set of weights for its rules, and these as the kernel takes them."""
    desk = room(kernel)
    chosen = choose_set(shipped()[0], view.options, view.players).set
    desk.look(view._g, view._opening, view._r)
    return desk, chosen, _numbers(chosen.preset, chosen.players, blind, kernel)


def _prepare(
    view: View, level: Level, seed: bytes, worlds: int, kernel: str, totals: Sequence[int]
) -> tuple[PlainDesk, tuple[Any, ...]]:
    """A desk with the view on it, and what the kernel's doors take."""
    desk, chosen, (value, policies, belief) = _look(view, level.blind, kernel)
    seed_rng(desk.rng, int.from_bytes(hashlib.sha256(seed).digest()[:7], "little"))
    actions = [request_action(parse_action(action)) for action in view._actions]
    desk.entries.remember_at(desk.memories, desk.states, FIRST, desk.rules, desk.numbers(actions or [0]), len(actions))
    race = race_row(chosen.race, view.options.target, totals or [0] * view.players)
    return desk, desk.given(level.row(worlds), race, value, policies, belief)


def _candidate(view: View, row: Any) -> Candidate:
    others = view.players - 1
    value = int(row[VALUE]) / SCALE
    text = action_text(view._g, int(row[ACTION]))
    n = int(row[WORLDS])
    if n == 0:
        return Candidate(text, value)
    gain, error = _mean(n, int(row[GAIN]), int(row[SQUARES]))
    win, win_error = _mean(n, int(row[WINS]), int(row[WIN_SQUARES]))
    ends: Any = (int(row[column]) / n for column in (KNOCKS, KNOCKED, UNBORN, TAKEN, CHARGED, HELD))
    lead = int(row[LEAD]) / n / others
    knocks, knocked, unborn, taken = (
        int(row[column]) / n / others for column in (KNOCKS_LEAD, KNOCKED_LEAD, UNBORN_LEAD, TAKEN_LEAD)
    )
    found = Candidate(text, value, n, lead, gain / others, error / others, *ends)
    return found._replace(win=win / WON, win_error=win_error / WON, leads=(knocks, knocked, unborn, taken))


def _mean(n: int, total: int, squares: int) -> tuple[float, float]:
    """The mean of n numbers and its standard error, from their sum and that of their squares."""
    mean = total / n
    return mean, (max(squares / n - mean * mean, 0.0) / max(n - 1, 1)) ** 0.5
