"""Every game keeps to the contract of ``speto.game``: the checks of suite.py on random playouts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from tests.contract import suite
from tests.contract.playouts import AnyGame, Moment, Play, Start, fresh_start, play_out
from tests.contract.toy import TOY

from speto.errors import BadStart, BadText
from speto.game import _games, game, names


@dataclass(frozen=True)
class Entry:
    """A game under test.

    ``bound``: the most actions of a deal; ``rules``: rule sets; ``hidden``: the cards of a position that a
    seat does not see; ``positions``: some that no deal comes to, with the number of their rule set.
    """

    load: Callable[[], AnyGame]
    bound: int
    rules: tuple[dict[str, object], ...]
    hidden: Callable[[Start, int | None], set[str]]
    positions: tuple[tuple[int, Start], ...] = ()


def toy_hides(start: Start, seat: int | None) -> set[str]:
    hands = [row for owner, row in enumerate(start["hands"]) if owner != seat]
    blind = [row for owner, row in enumerate(start["blind"]) if seat in (owner, None)]
    return set(" ".join([*hands, *blind, start["bag"]]).split())


def dummy_hides(start: Start, seat: int | None) -> set[str]:
    hands = [row for owner, row in enumerate(start["hands"]) if owner != seat]
    return set(" ".join([*hands, start["stock"]]).split()) - set(" ".join(start.get("known", [])).split())


def dammit_hides(start: Start, seat: int | None) -> set[str]:
    hands = [row for owner, row in enumerate(start["hands"]) if owner != seat]
    hidden = " ".join([*hands, *start["support"], *start["random"], start["deck"]])
    return set(hidden.split()) - set(" ".join(start.get("known", [])).split())


TOY_LATE = {"hands": ["", ""], "blind": ["3d", "As"], "bag": "", "pile": "9d", "turn": 1, "out": []}
TOY_FEW_CARDS = {
    "hands": ["7h", "", "Kd 2c"],
    "blind": ["3d", "", "4d"],
    "bag": "5h",
    "pile": "9d",
    "turn": 0,
    "out": [1],
}
DUMMY_FEW_CARDS = {
    "hands": ["Qd 2c 9h", "3h 4h"],
    "stock": "5s 6s",
    "pile": "7h Kd/1 3s/0 8c/1",
    "melds": ["8s/1 9s/1 Ts/1 Js/0"],
    "born": [0, 1],
    "turn": 0,
    "layoffs": [1, 0],
    "known": ["Qd", ""],
    "penalties": [[1, "layoff_discard"]],
}

DAMMIT_LATE = {
    "hands": ["4c 9d", ""],
    "support": ["7h Qs", ""],
    "random": ["Kd", "2c 8h 8s"],
    "pile": "5h 9s",
    "turn": 0,
    "known": ["4c Qs", ""],
}
DAMMIT_KEEP = {
    "hands": ["", "", "3h 4h"],
    "support": ["", "", "7c"],
    "random": ["", "5s 5d", ""],
    "pile": "7h Kd 3s 8c 2d",
    "turn": 1,
    "out": [0],
    "turns": 30,
}

TOY_RULES: tuple[dict[str, object], ...] = ({}, {"cards": 2}, {"cards": 5})
DUMMY_RULES: tuple[dict[str, object], ...] = (
    {},
    {"preset": "strict", "target": 50},
    {"preset": "short", "knock_speto": True, "head_bonus": True, "ace_value": "split15_10"},
    {"preset": "strict", "strip_stock": 5, "layoff_limit": 1, "foolish_condition": "any_pickup"},
)
DAMMIT_RULES: tuple[dict[str, object], ...] = ({"max_turns": 40}, {"max_turns": 55})

GAMES = {
    "toy": Entry(lambda: TOY, 200, TOY_RULES, toy_hides, ((0, TOY_FEW_CARDS), (1, TOY_LATE))),
    "dummy": Entry(lambda: game("dummy"), 600, DUMMY_RULES, dummy_hides, ((1, DUMMY_FEW_CARDS),)),
    "dammit": Entry(
        lambda: game("dammit"), 110, DAMMIT_RULES, dammit_hides, ((0, DAMMIT_LATE), (0, DAMMIT_KEEP), (1, DAMMIT_KEEP))
    ),
}

CASES = [
    pytest.param(name, number, players, id=f"{name}-{number}-{players}")
    for name, entry in GAMES.items()
    for number in range(len(entry.rules))
    for players in entry.load().seats
]
every_case = pytest.mark.parametrize(("name", "number", "players"), CASES)


@pytest.fixture(autouse=True)
def _toy_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_games, "toy", TOY)


@cache
def plays(name: str, number: int, players: int) -> list[Play]:
    """Playouts of a case: from a deck, from a position that another deal comes to, and from given ones."""
    entry = GAMES[name]
    played, seed = entry.load(), f"{name} {number} {players}"
    options = played.options(entry.rules[number])
    first, second = (fresh_start(played, players, options, f"{seed} {salt}") for salt in "ab")
    states = play_out(played, players, options, first, seed, entry.bound).states
    middle = next(start for state in states[len(states) // 2 :] if (start := position(played, state)))
    starts = [start for rules, start in entry.positions if (rules, len(start["hands"])) == (number, players)]
    return [play_out(played, players, options, start, seed, entry.bound) for start in (second, middle, *starts)]


def position(played: AnyGame, state: Any) -> Start | None:
    try:
        return played.position(state)
    except BadStart:
        return None


def moments(name: str, number: int, players: int) -> Iterator[Moment]:
    return (here for play in plays(name, number, players) for here in play.moments())


@cache
def pool(name: str) -> list[str]:
    """Texts that are legal somewhere in a game."""
    cases = [case.values for case in CASES if case.values[0] == name]
    every = [play for case in cases for play in plays(*case)]
    return sorted({text for play in every for state in play.states for text in play.game.legal(state)})


@every_case
def test_legal_is_sorted_and_accepted(name: str, number: int, players: int) -> None:
    for here in moments(name, number, players):
        suite.check_legal(here)


@every_case
def test_nothing_else_is_accepted(name: str, number: int, players: int) -> None:
    for here in moments(name, number, players):
        suite.check_texts(here, pool(name))


@every_case
def test_states_do_not_change(name: str, number: int, players: int) -> None:
    for here in moments(name, number, players):
        suite.check_untouched(here)


@every_case
def test_a_seat_is_told_nothing_that_it_cannot_know(name: str, number: int, players: int) -> None:
    differed = [suite.check_sight(here) for here in moments(name, number, players)]
    assert any(differed), "imagine() gives the true state and no other"


@every_case
def test_a_view_shows_no_hidden_card(name: str, number: int, players: int) -> None:
    for here in moments(name, number, players):
        suite.check_secret(here, GAMES[name].hidden)


@pytest.mark.parametrize("name", GAMES)
def test_imagined_cards_are_equally_likely(name: str) -> None:
    for players in GAMES[name].load().seats:
        play = plays(name, 0, players)[0]
        suite.check_fair(Moment(play, len(play.states) // 2))


@every_case
def test_the_outcome_comes_at_the_end(name: str, number: int, players: int) -> None:
    for here in moments(name, number, players):
        suite.check_outcome(here)


@every_case
def test_the_ledger_only_grows(name: str, number: int, players: int) -> None:
    for here in moments(name, number, players):
        suite.check_ledger(here)


@every_case
def test_a_position_goes_on_in_the_same_way(name: str, number: int, players: int) -> None:
    for here in moments(name, number, players):
        suite.check_position(here)


@every_case
def test_replay_is_play(name: str, number: int, players: int) -> None:
    for play in plays(name, number, players):
        suite.check_replay(play, pool(name))


@every_case
def test_bad_starts_are_refused(name: str, number: int, players: int) -> None:
    for play in plays(name, number, players):
        suite.check_starts(play)


@every_case
def test_records_read_back(name: str, number: int, players: int) -> None:
    for play in plays(name, number, players):
        suite.check_record(play)


@every_case
def test_a_deal_follows_the_one_before(name: str, number: int, players: int) -> None:
    entry = GAMES[name]
    options = entry.load().options(entry.rules[number])
    suite.check_match(entry.load(), players, options, f"match {name} {number} {players}", entry.bound)


@pytest.mark.parametrize("name", GAMES)
def test_options_and_rules_undo_each_other(name: str) -> None:
    played = GAMES[name].load()
    for rules in GAMES[name].rules:
        suite.check_options(played, rules)
    short = {str(played.rules(played.options(rules))) for rules in GAMES[name].rules}
    assert len(short) == len(GAMES[name].rules)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_says_what_it_is(name: str) -> None:
    played = GAMES[name].load()
    assert played.name == name
    assert type(played.version) is int
    assert played.version >= 1
    assert list(played.seats) == sorted(set(played.seats))
    assert all(type(value) is int for value in played.defaults.values())


def test_games_are_known_by_name() -> None:
    assert game("toy") is TOY
    assert {"dammit", "dummy", "toy"} <= set(names())
    assert names() == sorted(names())
    with pytest.raises(BadText, match="there is no game 'nonsense'"):
        game("nonsense")
