"""Random deals for the property tests: house rules, decks that reach rare moments, players that like to lay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from speto import Deal, Options
from speto.cards import TEXTS

PRESETS = ("classic", "strict", "short")
VALUES: dict[str, tuple[object, ...]] = {
    "layoff_limit": (None, 1, 2, 3, 13),
    "ace_value": ("flat15", "split15_10", "five"),
    "unborn_double_on": ("knock_or_stock_out", "knock"),
    "unborn_double_scope": ("hand_and_penalties", "hand"),
    "foolish_condition": ("used", "any_pickup", "single_card"),
    "foolish_speto_amount": (100, 50),
    "reversal": ("toggle", "next_deal", "off"),
    "target": (500, 50, 5000),
    "colour_knock": (True, False),
    "qka_closed": (False, True),
    "strip_stock": (0, 5),
}
PENALTIES = ("layoff_discard", "full_discard", "head_feed", "speto_feed", "speto_lure", "speto_laid_off")
SWITCHES = ("knock_speto", "knock_layable", "head_bonus", *PENALTIES)


def some_options(rng: Random) -> Options:
    """A preset with any of the other values; half of the optional rules are on, or more."""
    changes: dict[str, Any] = {name: rng.choice(values) for name, values in VALUES.items() if rng.random() < 0.5}
    changes |= {name: rng.random() < 0.6 for name in SWITCHES if rng.random() < 0.7}
    return Options.of(rng.choice(PRESETS), **changes)


def some_deck(rng: Random, players: int) -> list[int]:
    """A deck: one of three is just shuffled, else hands and stock hold runs or sets, more or less."""
    deck = rng.sample(range(52), 52)
    kind = rng.randrange(3)
    if kind:
        spread = rng.choice((3.0, 8.0, 16.0))
        place = {card: (card if kind == 1 else card % 13 * 4 + card // 13) + rng.gauss(0, spread) for card in deck}
        deck.sort(key=place.__getitem__)
        size = 15 - 2 * players
        hands = [deck[seat * size : (seat + 1) * size] for seat in range(players)]
        rest = deck[players * size :]
        rng.shuffle(hands)
        if rng.random() < 0.7:
            rng.shuffle(rest)
        deck = [card for dealt in zip(*hands, strict=True) for card in dealt] + rest
    return deck


def some_start(rng: Random, players: int) -> dict[str, object]:
    """A record's start with such a deck."""
    deck = " ".join(TEXTS[card] for card in some_deck(rng, players))
    return {"deck": deck, "starter": rng.randrange(players), "direction": rng.choice((1, -1))}


def some_deal(seed: int, players: int | None = None, rules: Options | str | None = None) -> Deal:
    """A fresh deal; all presets and other house rules come in turn."""
    rng = Random(f"deal {seed}")
    players = players or 2 + seed % 3
    start = some_start(rng, players)
    if rules is None:
        rules = ("strict", "classic", "short")[seed // 2 % 3] if seed % 2 else some_options(rng)
    return Deal.from_start(start, players=players, rules=rules)


def choose(legal: Sequence[str], rng: Random, eagerness: float = 0.7) -> str:
    """A legal action; so often one that picks up or lays, if there is one, and rarely the discard of a speto."""
    if rng.random() < eagerness:
        eager = [action for action in legal if action[0] in "^=" or ">" in action]
        if eager:
            return rng.choice(eager)
        kept = [action for action in legal if action not in ("-2c", "-Qs")]
        return rng.choice(kept or legal)
    return rng.choice(legal)


def walk(deal: Deal, seed: object) -> Iterator[Deal]:
    """Play a deal out: the deal before each action, and at its end. Some players are eager to lay, some are not."""
    rng = Random(f"walk {seed}")
    eagerness = rng.choice((0.0, 0.7, 0.9))
    while not deal.over:
        yield deal
        deal.play(choose(deal.legal, rng, eagerness))
    yield deal


def walks(seeds: range, players: int | None = None, rules: Options | str | None = None) -> Iterator[Deal]:
    """Many deals played out: each before each action, and at its end."""
    for seed in seeds:
        yield from walk(some_deal(seed, players, rules), seed)


def ended(seed: int, players: int | None = None, rules: Options | str | None = None) -> Deal:
    """A deal played out."""
    *_, deal = walk(some_deal(seed, players, rules), seed)
    return deal
