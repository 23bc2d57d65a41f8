"""Making the weights: tuning a policy, fitting values to self-play, fitting belief to what hands truly were.

Every step is seeded and writes its result before the next begins, so a run that was stopped goes on where it was.
Needs the compiled kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
import numpy as np

from speto import compiled
from speto.dummy.fast import Arrays
from speto.dummy.options import PRESETS
from speto.kit.hashes import files_hash
from speto.kit.rng import seed_rng
from speto.kit.workers import begin

from .agent import ROOM
from .kernel.belief import HIDDEN, N_BELIEF, N_CLUES, N_ROW, OUTPUT, UNIT
from .kernel.features import N_FEATURES, N_STAGES
from .kernel.greedy import LAYOFF_LEAST, N_GREEDY
from .kernel.memory import MEMORY, N_STATES
from .kernel.race import N_RATES, NEEDS
from .kernel.search import N_COLUMNS
from .kernel.value import SCALE
from .race import fit_race
from .weights import FORMAT, Set, Weights

Say = Callable[[str], None]

START = (
    *(148, 25, 18, 22, 16, 1, 0, 85),  # what a card is good for
    *(12, 19, 6, 6, 15, 69, 30),  # what a discard gives
    *(4, 1, 14, 28, 76),  # what holding costs, and charges
    *(91, 1726, 45, 32, 14826, 25, 6),  # pickups
    11,  # a layoff under a limit
)
"""Where tuning begins for all players at once: what earlier runs came to, which had begun with common sense."""

STARTS = {
    2: (
        *(196, 0, 26, 14, 9, 1, 2, 88),  # what a card is good for
        *(15, 56, 4, 16, 27, 127, 0),  # what a discard gives
        *(2, 0, 0, 9, 91),  # what holding costs, and charges
        *(49, 1809, 20, 26, 13501, 33, 13),  # pickups
        11,  # a layoff under a limit
    ),
    3: (
        *(148, 19, 15, 16, 16, 1, 0, 85),  # what a card is good for
        *(12, 19, 3, 6, 15, 69, 30),  # what a discard gives
        *(4, 1, 14, 28, 63),  # what holding costs, and charges
        *(98, 1726, 45, 32, 14826, 20, 0),  # pickups
        11,  # a layoff under a limit
    ),
    4: (
        *(148, 19, 23, 16, 16, 1, 0, 85),  # what a card is good for
        *(12, 19, 3, 6, 15, 69, 30),  # what a discard gives
        *(4, 4, 14, 28, 76),  # what holding costs, and charges
        *(98, 1726, 45, 32, 14826, 20, 6),  # pickups
        10,  # a layoff under a limit
    ),
}
"""Likewise under ``strict``, for so many players: where the policies of sets begin."""

GENERATIONS = 5


class Ground:
    """One preset and number of players: the kernel and the arrays to play many deals on."""

    def __init__(self, preset: str, players: int) -> None:
        self.preset, self.players = preset, players
        self.twins: Any = compiled.load("bots")
        self.a = Arrays(N_STATES)
        self.limits = PRESETS[preset].layoff_limit is not None
        self.a.set_rules(PRESETS[preset].kernel())
        self.x = np.zeros(N_FEATURES, np.int64)
        self.table = np.zeros((ROOM, N_COLUMNS), np.int64)

    def duel(self, row: Any, against: Any, decks: int, seed: int) -> tuple[float, float]:
        """A policy against another on duplicate decks: its lead in points a deal, and the standard error."""
        seed_rng(self.a.rng, seed)
        leads = np.zeros(decks, np.int64)
        a = self.a
        policies = np.array([row, against], np.int64)
        rows = np.zeros(4, np.int64)
        self.twins.duel.duel(
            a.states, a.rules, a.words, a.no_log, policies, rows, a.deck, a.rng, self.players, decks, leads
        )
        return self._mean(leads)

    def value_duel(self, value: Any, against: Any, decks: int, seed: int) -> tuple[float, float]:
        """Values against a policy, likewise."""
        seed_rng(self.a.rng, seed)
        leads = np.zeros(decks, np.int64)
        a = self.a
        policies = np.array([against], np.int64)
        self.twins.learn.value_duel(
            a.states, a.rules, a.words, a.no_log, value, policies, a.deck, a.rng, self.players, decks,
            self.x, self.table, leads,
        )  # fmt: skip
        return self._mean(leads)

    def _mean(self, leads: Any) -> tuple[float, float]:
        each = leads / (self.players * (self.players - 1))
        return float(each.mean()), float(each.std() / len(each) ** 0.5)


def tune_policy(grounds: Sequence[Ground], start: Sequence[int], steps: int, seed: int, say: Say) -> list[int]:
    """Climb: change one to three weights at random, and keep what wins twice on fresh duplicate decks."""
    chance = np.random.default_rng(seed)
    # The last weight matters only where layoffs are limited (R17).
    tuned = N_GREEDY if any(ground.limits for ground in grounds) else LAYOFF_LEAST
    best = np.array(start, np.int64)
    spread = np.maximum(np.abs(best) * 0.35, 4)
    kept = 0
    for step in range(steps):
        where = chance.choice(tuned, chance.integers(1, 4), replace=False)
        row = best.copy()
        row[where] += np.rint(chance.normal(0, 1, len(where)) * spread[where]).astype(np.int64)
        row = np.maximum(row, 0)
        if (row == best).all():
            continue
        base = seed * 1_000_003 + 2 * step
        if _wins(grounds, row, best, 4000, base, 1.0) and _wins(grounds, row, best, 16000, base + 1, 1.3):
            best, kept = row, kept + 1
    say(f"policy: {kept} of {steps} changes kept")
    return [int(weight) for weight in best]


def _wins(grounds: Sequence[Ground], row: Any, best: Any, deals: int, seed: int, clear: float) -> bool:
    total = 0.0
    for ground in grounds:
        lead, error = ground.duel(row, best, deals // ground.players // len(grounds), seed)
        total += lead / max(error, 1e-9)
    return bool(total / len(grounds) ** 0.5 > clear)


def fit_values(ground: Ground, policy: Sequence[int], rows: int, seed: int, say: Say) -> Any:
    """Fit a linear value to rollouts: what each candidate of a decision gains over the others in the same worlds.

    Within a decision most of the chance cancels out, so few rollouts say much. The first generation plays by the
    policy, later ones by the values so far; rollouts are the policy's. The best by duplicate deals is kept.
    """
    squares, products = np.zeros((N_ALL, N_ALL)), np.zeros(N_ALL)
    value, best, most = np.zeros((N_STAGES, N_FEATURES), np.int64), None, -1e9
    for generation in range(GENERATIONS):
        found, goals = label(ground, value, policy, int(generation > 0), rows, seed * 1009 + generation)
        wide, goal, group = _spread(found, goals, ground.players)
        size = np.bincount(group)
        means = np.stack([np.bincount(group, column) for column in wide.T], 1) / size[:, None]
        mean = np.bincount(group, goal) / size
        inner, target = wide - means[group], goal - mean[group]
        squares += inner.T @ inner + LEVEL * means.T @ means
        products += inner.T @ target + LEVEL * means.T @ mean
        scale = np.sqrt(np.diag(squares)) + 1e-9
        solved = np.linalg.solve(squares / np.outer(scale, scale) + RIDGE * np.eye(N_ALL), products / scale) / scale
        value = np.rint(solved.reshape(N_STAGES, N_FEATURES) * SCALE).astype(np.int64)
        lead, error = ground.value_duel(value, policy, 12000 // ground.players, 99)
        if lead > most:
            best, most = value.copy(), lead
        say(f"values, generation {generation}: {lead:+.1f} ± {error:.1f} over the policy")
    return best


N_ALL = N_STAGES * N_FEATURES
RIDGE = 1e-3
LEVEL = 0.02
"""What a decision's mean weighs next to a candidate's difference from it: the level of values is told, too."""


def label(
    ground: Ground, value: Any, policy: Sequence[int], by_value: int, rows: int, seed: int, worlds: int = 24
) -> tuple[Any, Any]:
    """Candidates of decisions, played out: their features, and stage, leads, worlds, banked lead and decision."""
    seed_rng(ground.a.rng, seed)
    a = ground.a
    found, goals = np.zeros((rows, N_FEATURES), np.int64), np.zeros((rows, 5), np.int64)
    belief = np.zeros(N_BELIEF, np.int64)
    written = ground.twins.learn.label_play(
        a.states, a.rules, a.words, a.no_log, value, np.array([policy], np.int64), by_value, a.deck, a.rng,
        ground.players, 1 << 30, worlds, 4, 60, ground.x, belief, np.zeros(NEEDS + N_RATES, np.int64),
        np.zeros(4, np.int64), ground.table, found, goals,
    )  # fmt: skip
    return found[:written], goals[:written]


def _spread(found: Any, goals: Any, players: int) -> tuple[Any, Any, Any]:
    """Features side by side for each stage, what they should give in points, and the decision of each row."""
    stage, leads, worlds, banked, group = goals.T
    wide = np.zeros((len(found), N_ALL))
    for number in range(N_STAGES):
        here = stage == number
        wide[here, number * N_FEATURES : (number + 1) * N_FEATURES] = found[here]
    return wide, (leads / np.maximum(worlds, 1) - banked) / (players - 1), group


def watch(ground: Ground, value: Any, policy: Sequence[int], mask: int, rows: int, seed: int) -> tuple[Any, Any]:
    """Clues of hidden cards from play, and for each whether the seat held it and the chance without clues."""
    seed_rng(ground.a.rng, seed)
    a = ground.a
    memory, y = np.zeros(1, compiled.dtype_of(MEMORY)), np.zeros(N_ROW, np.int64)
    found, marks = np.zeros((rows, N_CLUES), np.int64), np.zeros((rows, 3), np.int64)
    written = ground.twins.learn.watch_play(
        a.states, a.rules, a.words, a.no_log, value, np.array([policy], np.int64), mask, a.deck, a.rng, ground.players,
        1 << 30, ground.x, ground.table, memory, y, found, marks,
    )  # fmt: skip
    held, hidden, total = marks[:written].T
    open_ = hidden < total
    return found[:written][open_].astype(np.float32), np.stack([held, hidden / total])[:, open_]


def fit_belief(ground: Ground, value: Any, policy: Sequence[int], rows: int, seed: int, say: Say) -> Any:
    """Fit what clues say to where hidden cards were, on play by values and play by the policy, half and half."""
    everyone = (1 << ground.players) - 1
    parts = [watch(ground, value, policy, mask, rows // 2, seed + 1 + mask) for mask in (0, everyone)]
    clues = np.concatenate([part[0] for part in parts])
    held, even = np.concatenate([part[1] for part in parts], axis=1)
    whole = fit_clues(clues, held, even, seed)
    for name, mask in (("values", 0), ("the policy", everyone)):
        plain, learned = bits(ground, value, policy, whole, mask, rows // 4, seed + 900)
        say(f"belief, against {name}: {learned:.4f} bits a card, {plain:.4f} without clues")
    return whole


ROUNDS = 12  # times that every row is looked at
BATCH = 1024


def fit_clues(clues: Any, held: Any, even: Any, seed: int) -> Any:
    """Fit one hidden layer beside a linear score, in small steps down the slope of the log-loss (Adam)."""
    chance = np.random.default_rng(seed)
    scale = np.sqrt(np.mean(clues * clues, 0)) + 1e-6
    clues = clues / scale
    offset = np.log(even / (1 - even)).astype(np.float32)
    held = held.astype(np.float32)
    inner = chance.normal(0, N_CLUES**-0.5, (N_CLUES, HIDDEN + 1))
    inner[:, HIDDEN] = 0
    parts = [inner.astype(np.float32), chance.normal(0, 0.1, HIDDEN).astype(np.float32)]
    slow = [np.zeros_like(part) for part in parts]
    square = [np.zeros_like(part) for part in parts]
    steps = ROUNDS * (len(held) // BATCH)
    for step in range(steps):
        at = step * BATCH % (len(held) // BATCH * BATCH)
        if at == 0:
            order = chance.permutation(len(held))
        rows = order[at : at + BATCH]
        x = clues[rows]
        sums = x @ parts[0]
        units = np.maximum(sums[:, :HIDDEN], 0)
        miss = 1 / (1 + np.exp(-(offset[rows] + units @ parts[1] + sums[:, HIDDEN]))) - held[rows]
        back = np.concatenate([np.outer(miss, parts[1]) * (units > 0), miss[:, None]], 1)
        slopes = [x.T @ back / BATCH + PULL * parts[0], units.T @ miss / BATCH]
        pace = 0.005 * (1 + np.cos(np.pi * step / steps))
        for part, slope, mean, power in zip(parts, slopes, slow, square, strict=True):
            mean += 0.1 * (slope - mean)
            power += 0.001 * (slope * slope - power)
            part -= pace * (mean / (1 - 0.9 ** (step + 1))) / (np.sqrt(power / (1 - 0.999 ** (step + 1))) + 1e-8)
    inner = np.rint(parts[0] / scale[:, None] * UNIT).astype(np.int64)
    outer = np.rint(parts[1] * OUTPUT).astype(np.int64)
    return np.concatenate([inner.ravel(), outer])


PULL = 1e-4  # towards 0


def scores(clues: Any, weights: Any) -> Any:
    """The kernel's score of rows of clues, in nats."""
    inner, outer = weights[: N_CLUES * (HIDDEN + 1)].reshape(N_CLUES, HIDDEN + 1), weights[-HIDDEN:]
    sums = clues @ (inner / UNIT)
    return np.maximum(sums[:, :HIDDEN], 0) @ (outer / OUTPUT) + sums[:, HIDDEN]


def bits(
    ground: Ground, value: Any, policy: Sequence[int], weights: Any, mask: int, rows: int, seed: int
) -> tuple[float, float]:
    """Log-loss in bits a card and seat on play that was not fitted: without clues, and with."""
    clues, (held, even) = watch(ground, value, policy, mask, rows, seed)
    return log_loss(even, held), log_loss(chances(clues, even, weights), held)


def chances(clues: Any, even: Any, weights: Any) -> Any:
    """How likely a card is to be in a hand: the even chance, moved by the clues."""
    return 1 / (1 + np.exp(-(np.log(even / (1 - even)) + scores(clues, weights))))


def log_loss(chance: Any, held: Any) -> float:
    """The mean log-loss in bits."""
    return float(-np.mean(np.log2(np.where(held == 1, chance, 1 - chance))))


def play_scores(ground: Ground, policy: Sequence[int], deals: int, seed: int) -> Any:
    """The points of each seat in deals among a policy: a row a deal, a column a seat."""
    a = ground.a
    seed_rng(a.rng, seed)
    scores = np.zeros((deals, 4), np.int64)
    ground.twins.duel.deal_scores(
        a.states, a.rules, a.words, a.no_log, np.array([policy], np.int64), np.zeros(4, np.int64), a.deck, a.rng,
        ground.players, deals, scores,
    )  # fmt: skip
    return scores[:, : ground.players]


class Part(msgspec.Struct):
    """What is done of one set: each step is None until it is."""

    policy: list[int] | None = None
    value: list[list[int]] | None = None
    belief: list[int] | None = None
    race: list[int] | None = None
    said: list[str] = []
    seconds: float = 0.0


def build(
    folder: Path,
    presets: Sequence[str],
    players: Sequence[int],
    steps: int,
    rows: int,
    seed: int,
    jobs: int,
    say: Say,
) -> bytes:
    """Make weights step by step in a folder, going on where an earlier run stopped; returns the file of weights.

    ``steps`` is how many changes of a policy are tried, ``rows`` to how many candidates each generation
    of values is fitted; ``jobs`` processes share the sets. What is made does not depend on their number.

    Raises:
        ImportError: kernels cannot be compiled here.
        ValueError: the folder holds parts that were made with other settings, or by other code.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _begin(folder / "settings.json", {"steps": steps, "rows": rows, "seed": seed})
    greedy = _part(folder / "greedy.json")
    if greedy.policy is None:
        grounds = [Ground("strict", number) for number in (2, 3, 4)]
        greedy.policy = tune_policy(grounds, START, steps, seed, _noting(greedy, "greedy", say))
        _keep(folder / "greedy.json", greedy)
    wanted = [(preset, number) for preset in presets for number in players]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=begin) as pool:
        tasks = [pool.submit(_build_set, folder, preset, number, (steps, rows, seed)) for preset, number in wanted]
        for task in as_completed(tasks):
            for line in task.result():
                say(line)
    sets = [_finished(folder, preset, number, (steps, rows, seed)) for preset, number in wanted]
    return msgspec.json.encode(Weights(FORMAT, greedy.policy, sets))


def _begin(file: Path, asked: dict[str, int]) -> None:
    """Note the settings of a run and the code that trains, or see that they are those of the run that goes on."""
    begun = msgspec.json.decode(file.read_bytes(), type=dict[str, Any]) if file.exists() else {}
    code = begun.pop("code", None)
    if begun and begun != asked:
        raise ValueError(f"{file.parent} was begun with other settings: {msgspec.json.encode(begun).decode()}")
    if begun and code != code_hash():
        raise ValueError(
            f"{file.parent} was begun by other code: its parts and new ones would not fit; take a new folder"
        )
    file.write_bytes(msgspec.json.encode({**asked, "code": code_hash()}))


MAKES = ("bots/training.py", "bots/race.py", "dummy/options.py", "bots/kernel", "dummy/kernel", "kit")
"""What weights are made by, in the package: files and folders."""


def code_hash() -> str:
    """A hash over the code by which weights are made: training, and all that plays in it."""
    return files_hash(Path(__file__).parents[1], MAKES)


def _build_set(folder: Path, preset: str, players: int, settings: tuple[int, int, int]) -> list[str]:
    """Do what is left of one set; returns what was said of each step."""
    steps, rows, seed = settings
    file = folder / f"{preset}-{players}.json"
    part = _part(file)
    heard: list[str] = []
    note = _noting(part, f"{preset}, {players} players", heard.append)
    own = seed * 100 + players
    if part.race is not None:
        return heard
    ground = Ground(preset, players)
    begun = perf_counter()

    def keep() -> None:
        """The step is done: it and its time are kept."""
        nonlocal begun
        now = perf_counter()
        part.seconds, begun = part.seconds + now - begun, now
        _keep(file, part)

    if part.policy is None:
        part.policy = tune_policy([ground], STARTS[players], steps, own, note)
        keep()
    if part.value is None:
        part.value = fit_values(ground, part.policy, rows, own, note).tolist()
        keep()
    if part.belief is None:
        part.belief = fit_belief(ground, np.array(part.value), part.policy, 300_000, own, note).tolist()
        keep()
    part.race, learned, even = fit_race(play_scores(ground, part.policy, 40_000, own), own)
    note(f"the match: {learned:.3f} bits on who wins it, {even:.3f} without the totals")
    keep()
    return heard


def _finished(folder: Path, preset: str, players: int, settings: tuple[int, int, int]) -> Set:
    """A set that was made, with its card."""
    part = _part(folder / f"{preset}-{players}.json")
    assert part.policy and part.value and part.belief and part.race
    steps, rows, seed = settings
    numbers = {"steps": str(steps), "rows": str(rows * GENERATIONS), "seed": str(seed)}
    card = {**numbers, "minutes": f"{part.seconds / 60:.1f}", "said": "; ".join(part.said)}
    return Set(preset, players, part.value, part.policy, part.belief, part.race, card)


def _noting(part: Part, what: str, say: Say) -> Say:
    def note(line: str) -> None:
        part.said.append(line)
        say(f"{what}: {line}")

    return note


def _part(file: Path) -> Part:
    return msgspec.json.decode(file.read_bytes(), type=Part) if file.exists() else Part()


def _keep(file: Path, part: Part) -> None:
    new = file.with_suffix(".new")
    new.write_bytes(msgspec.json.encode(part))
    new.replace(file)
