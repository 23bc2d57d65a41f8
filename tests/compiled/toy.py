"""A package with two kernels, one on top of the other, small enough to compile in a test.

The game: some cards are put in a pot. In turn, each player takes the lowest or the highest of them. A card
scores the points of its rank; the last card scores the bonus, too.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import speto.kit

SOURCES = Path(speto.kit.__file__).parents[2]

FILES = {
    "__init__.py": "",
    "lower/__init__.py": "EXECUTED = 1\n",
    "upper/__init__.py": "",
    "units.py": """
from speto.compiled import Unit

UNITS = (
    Unit("kit", ("toy.kit.bits", "toy.kit.rng", "toy.kit.states")),
    Unit("lower", ("toy.lower.state", "toy.lower.rules"), warm="toy.warm:lower"),
    Unit("upper", ("toy.upper.policy",), warm="toy.warm:upper"),
)
""",
    "lower/state.py": """
FIELDS = (
    ("pot", 1, "i8"),
    ("hand", 2, "i8"),
    ("rng", 2, "i8"),
    ("order", 52, "i1"),
    ("points", 2, "i4"),
    ("turn", 1, "i1"),
)
BONUS = 3
POINTS = tuple(5 if rank < 8 else 10 for rank in range(12)) + (15,)
PAIRS = tuple((rank, 12 - rank) for rank in range(13))
""",
    "lower/rules.py": """
from ..kit.bits import low, popcount
from ..kit.rng import below, seed_rng
from .state import BONUS, PAIRS, POINTS


def deal(g, seed, size):
    seed_rng(g.rng, seed)
    for i in range(52):
        g.order[i] = i
    for i in range(51, 0, -1):
        j = below(g.rng, i + 1)
        g.order[i], g.order[j] = g.order[j], g.order[i]
    g.pot = 0
    for i in range(size):
        g.pot |= 1 << g.order[i]
    for seat in range(2):
        g.hand[seat] = 0
        g.points[seat] = 0
    g.turn = 0


def high(cards):
    card = low(cards)
    for i in range(card, 52):
        if cards >> i & 1:
            card = i
    return card


def take(g, top):
    card = high(g.pot) if top else low(g.pot)
    g.pot &= ~(1 << card)
    g.hand[g.turn] |= 1 << card
    g.points[g.turn] += POINTS[card % 13] + PAIRS[card % 13][1] % 2
    if g.pot == 0:
        g.points[g.turn] += BONUS
    g.turn = 1 - g.turn


def waiting(todo):
    return len(todo)


def push(todo, rest, last):
    todo.append((rest, last))


def neighbours(cards):
    # An explicit stack instead of recursion: how many runs of neighbours the cards hold.
    found = 0
    todo = [(cards, 0)]
    while waiting(todo) > 0:
        rest, last = todo.pop()
        if rest == 0:
            continue
        card = low(rest)
        if last and card == last + 1:
            found += 1
        push(todo, rest & ~(1 << card), card)
    return found * 100 + popcount(cards)


def play_at(states, i, seed, size):
    g = states[i]
    deal(g, seed, size)
    while g.pot:
        take(g, below(g.rng, 2))
    return (g.points[0] * 1000 + g.points[1]) * 10000 + neighbours(g.hand[0])


def bits_at(states, i):
    g = states[i]
    return popcount(g.pot) * 100 + low(g.order[0] | 64)


def past_the_end_at(states, i, n):
    return states[i].order[n]
""",
    "upper/policy.py": """
from ..kit.rng import below
from ..kit.states import clone
from ..lower.rules import take


def best_at(states, root, scratch, tries):
    best = 0
    most = -1000000
    for top in range(2):
        total = 0
        for _ in range(tries):
            clone(states, scratch, root)
            g = states[scratch]
            take(g, top)
            while g.pot:
                take(g, below(g.rng, 2))
            states[root].rng[0] = g.rng[0]
            states[root].rng[1] = g.rng[1]
            total += g.points[0] - g.points[1]
        if total > most:
            best = top
            most = total
    return most * 2 + best
""",
    "warm.py": """
import numpy as np

from speto.compiled import dtype_of
from toy.lower.state import FIELDS


def states():
    return np.zeros(2, dtype_of(FIELDS))


def lower(twins):
    twins.rules.play_at(states(), 0, 1, 20)
    twins.rules.bits_at(states(), 0)
    twins.rules.past_the_end_at(states(), 0, 1)


def upper(twins):
    twins.policy.best_at(states(), 0, 1, 1)
""",
}


def write(place: Path) -> Path:
    """Write the package to a folder ``toy`` in this place."""
    home = place / "toy"
    for name, text in FILES.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)
    shutil.copytree(Path(speto.kit.__file__).parent, home / "kit", ignore=shutil.ignore_patterns("__pycache__"))
    return home


BEGIN = """
import json, sys
from pathlib import Path
from speto.compiled import Twins
twins = Twins("toy", "toy_fast", Path(sys.argv[1]))
sys.meta_path.append(twins)
report = {}
"""
# Warm the cache, play, and tell what had to be compiled.
PLAY = """
report["warm_before"] = twins.is_warm()
report["numba_before"] = "numba" in sys.modules
twins.warm()
report["warm"] = twins.is_warm()
report["digest"] = twins.digest
from toy.warm import states
rules, policy = twins.load("lower").rules, twins.load("upper").policy
report["played"] = [rules.play_at(states(), 0, seed, 20) for seed in range(30)]
board = states()
rules.play_at(board, 0, 7, 20)
board[0]["pot"] = 0b10011
report["best"] = policy.best_at(board, 0, 1, 5)
board = states()
board[0]["pot"] = 1
report["last"] = policy.best_at(board, 0, 1, 1)
report["missed"] = twins.missed()
report["hits"] = sum(rules.play_at.stats.cache_hits.values()) + sum(policy.best_at.stats.cache_hits.values())
"""
END = """
print(json.dumps(report))
"""


def start(home: Path, code: str, **environment: str) -> subprocess.Popen[str]:
    """A new process that runs this code with the twins of the package at hand."""
    here = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "SPETO_"))}
    here |= {"PYTHONPATH": os.pathsep.join([str(SOURCES), str(home.parent)])} | environment
    command = [sys.executable, "-W", "error", "-c", BEGIN + code + END, str(home)]
    return subprocess.Popen(command, env=here, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def report(process: subprocess.Popen[str]) -> dict[str, Any]:
    """What the process found."""
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return dict(json.loads(out))
