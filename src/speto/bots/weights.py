"""The weights that ship with Speto: one set for each preset and number of players that was trained."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import msgspec

from speto.dummy.options import PRESETS, Options

from .kernel.belief import N_WEIGHTS
from .kernel.features import N_FEATURES, N_STAGES
from .kernel.greedy import N_GREEDY
from .kernel.race import N_RATES


class Set(msgspec.Struct, frozen=True):
    """Weights for one preset and number of players.

    ``value`` has a row of weights for each stage of a turn, ``policy`` what simulated players play by, ``belief``
    what speaks for a hidden card, ``race`` what a point of lead is worth in the match; ``card`` says how they came
    about.
    """

    preset: str
    players: int
    value: list[list[int]]
    policy: list[int]
    belief: list[int]
    race: list[int]
    card: dict[str, str]


class Weights(msgspec.Struct, frozen=True):
    """A file of weights."""

    format: str
    greedy: list[int]
    sets: list[Set]


class Chosen(NamedTuple):
    """The set for some rules and players; ``near`` says that the rules are not quite those it was trained for."""

    set: Set
    near: bool


FORMAT = "speto-weights-3"


def read_weights(data: bytes) -> Weights:
    """Read a file of weights.

    Raises:
        ValueError: it is none, or of other sizes than this version's.
    """
    try:
        weights = msgspec.json.decode(data, type=Weights)
    except msgspec.DecodeError as error:
        raise ValueError(f"this is no file of weights: {error}") from None
    if weights.format != FORMAT:
        raise ValueError(f"weights of format {weights.format[:40]!r}: this version reads {FORMAT}")
    if len(weights.greedy) != N_GREEDY:
        raise ValueError(f"{len(weights.greedy)} weights of the greedy player: {N_GREEDY} are needed")
    for one in weights.sets:
        sizes = [len(row) for row in one.value], len(one.policy), len(one.belief), len(one.race)
        if sizes != ([N_FEATURES] * N_STAGES, N_GREEDY, N_WEIGHTS, N_RATES):
            raise ValueError(f"the set for {one.preset}, {one.players} players has rows of other lengths: {sizes}")
    return weights


@cache
def shipped() -> tuple[Weights, str]:
    """The weights of this version, and the hash that names them."""
    data = (files("speto.bots") / "weights.json").read_bytes()
    return read_weights(data), hashlib.sha256(data).hexdigest()[:16]


def distance(options: Options, preset: str) -> int:
    """In how many house rules these options differ from a preset."""
    other = PRESETS[preset]
    return sum(getattr(options, name) != getattr(other, name) for name in options.CHOICES if name != "target")


def choose_set(weights: Weights, options: Options, players: int) -> Chosen:
    """The set for that many players whose preset differs least from the options."""
    fitting = [one for one in weights.sets if one.players == players]
    nearest = min(fitting, key=lambda one: distance(options, one.preset))
    return Chosen(nearest, distance(options, nearest.preset) > 0)
