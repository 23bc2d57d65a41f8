"""Every game keeps to the contract of ``speto.game`` (tests/contract/suite.py)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from typing import Any

import pytest
from speto import game as games
from speto.errors import BadStart, BadText, IllegalAction
from speto.game import Following, Line, Outcome, Refusal

from tests.contract import suite
from tests.contract.suite import AnyGame, Moment, Play
from tests.contract.toy import TOY, Table, Toy

Rules = dict[str, object]


@dataclass(frozen=True)
class Entry:
    """A game under test.

    ``bound``: the longest deal, in actions; ``positions``: some that deals do not come to, each with the number of
    its rule set.
    """

    load: Callable[[], AnyGame]
    bound: int
    rules: tuple[Rules, ...]
    positions: tuple[tuple[int, Rules], ...] = ()


GAMES = {
    "toy": Entry(
        lambda: TOY,
        bound=200,
        rules=({}, {"cards": 2}, {"cards": 5}),
        positions=(
            (0, {"hands": ["7h", "", "Kd 2c"], "blind": ["3d", "", "4d"], "bag": "5h", "pile": "9d", "turn": 0, "out": [1]}),
            (1, {"hands": ["", ""], "blind": ["3d", "As"], "bag": "", "pile": "9d", "turn": 1, "out": []}),
        ),
    ),
}
if find_spec("speto.dummy.game"):
    GAMES["dummy"] = Entry(
        lambda: games.game("dummy"),
        bound=600,
        rules=(
            {},
            {"preset": "strict", "target": 50},
            {"preset": "short", "knock_speto": True, "head_bonus": True, "ace_value": "split15_10"},
            {"preset": "strict", "strip_stock": 5, "layoff_limit": 1, "foolish_condition": "any_pickup"},
        ),
        positions=(
            (
                1,
                {
                    "hands": ["Qd 2c 9h", "3h 4h"],
                    "stock": "5s 6s",
                    "pile": "7h Kd/1 3s/0 8c/1",
                    "melds": ["8s/1 9s/1 Ts/1 Js/0"],
                    "born": [0, 1],
                    "turn": 0,
                    "layoffs": [1, 0],
                    "known": ["Qd", ""],
                    "penalties": [[1, "layoff_discard"]],
                },
            ),
        ),
    )

CASES = [
    pytest.param(name, number, players, id=f"{name}-{number}-{players}")
    for name, entry in GAMES.items()
    for number in range(len(entry.rules))
    for players in entry.load().seats
]
every_case = pytest.mark.parametrize(("name", "number", "players"), CASES)


@pytest.fixture(autouse=True)
def _toy_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._games, "toy", TOY)


@cache
def plays(name: str, number: int, players: int) -> list[Play]:
    """Playouts of a case: two from decks, one from a position that the first comes to, and the game's positions."""
    entry = GAMES[name]
    game, seed = entry.load(), f"{name} {number} {players}"
    options = game.options(entry.rules[number])

    def played(start: Rules, salt: object) -> Play:
        return suite.play_out(game, players, options, start, f"{seed} {salt}", entry.bound)

    made = [played(suite.fresh_start(game, players, options, f"{seed} {salt}"), salt) for salt in "ab"]
    states = made[0].states
    middle = next(start for state in states[len(states) // 3 :] if (start := position(game, state)))
    starts = [middle, *(start for of, start in entry.positions if of == number and len_hands(start) == players)]
    return made + [played(start, f"position {at}") for at, start in enumerate(starts)]


def position(game: AnyGame, state: Any) -> Rules | None:
    try:
        return game.position(state)
    except BadStart:
        return None


def len_hands(start: Rules) -> int:
    hands = start["hands"]
    assert isinstance(hands, list)
    return len(hands)


def moments(name: str, number: int, players: int) -> Iterator[Moment]:
    return (here for play in plays(name, number, players) for here in play.moments)


@cache
def pool(name: str) -> list[str]:
    """Texts that are legal somewhere in a game."""
    states = [
        (play.game, state)
        for number in range(len(GAMES[name].rules))
        for players in GAMES[name].load().seats
        for play in plays(name, number, players)
        for state in play.states
    ]
    return sorted({text for game, state in states for text in game.legal(state)})


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
def test_a_seat_sees_nothing_that_it_cannot_know(name: str, number: int, players: int) -> None:
    differed = [suite.check_sight(here) for here in moments(name, number, players)]
    assert any(differed)


@pytest.mark.parametrize("name", GAMES)
def test_imagined_cards_are_equally_likely(name: str) -> None:
    for players in GAMES[name].load().seats:
        for play in plays(name, 0, players)[::2]:
            suite.check_fair(Moment(play, len(play.states) // 2))


@every_case
def test_outcome_comes_at_the_end(name: str, number: int, players: int) -> None:
    for here in moments(name, number, players):
        suite.check_outcome(here)


@every_case
def test_ledger_only_grows(name: str, number: int, players: int) -> None:
    for here in moments(name, number, players):
        suite.check_ledger(here)


@every_case
def test_position_goes_on_in_the_same_way(name: str, number: int, players: int) -> None:
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
    game = GAMES[name].load()
    options = game.options(GAMES[name].rules[number])
    suite.check_match(game, players, options, f"match {name} {number} {players}", GAMES[name].bound)


@pytest.mark.parametrize("name", GAMES)
def test_options_and_rules_undo_each_other(name: str) -> None:
    game = GAMES[name].load()
    assert len({str(game.rules(game.options(rules))) for rules in GAMES[name].rules}) == len(GAMES[name].rules)
    for rules in GAMES[name].rules:
        suite.check_options(game, rules)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_says_what_it_is(name: str) -> None:
    game = GAMES[name].load()
    assert game.name == name
    assert type(game.version) is int and game.version >= 1
    assert list(game.seats) == sorted(set(game.seats))
    assert all(type(value) is int for value in game.defaults.values())


def test_games_are_known_by_name() -> None:
    assert games.game("toy") is TOY
    assert games.names() == sorted({"dummy", "toy"} | set(games.names()))
    with pytest.raises(BadText, match="there is no game 'nonsense'"):
        games.game("nonsense")


# The suite notices what is wrong: toys with one fault each, and what the suite says of it.


class DrawsFromTheTop(Toy):
    """Knows the order of the bag and shows it in what is legal."""

    def legal(self, state: Table) -> list[str]:
        return [text + state.bag[0] if text == "+" else text for text in super().legal(state)]

    def chance(self, state: Table, action: str) -> list[str]:
        return [action]


class Backwards(Toy):
    def legal(self, state: Table) -> list[str]:
        return super().legal(state)[::-1]


class Doubled(Toy):
    def legal(self, state: Table) -> list[str]:
        return sorted(super().legal(state) * 2)


class OverTooEarly(Toy):
    def actor(self, state: Table) -> int | None:
        return None if len(state.bag) < 20 else super().actor(state)

    def legal(self, state: Table) -> list[str]:
        return Toy().legal(state)


class AcceptsAll(Toy):
    def refuse(self, state: Table, action: str) -> Refusal | None:
        super().refuse(state, action)
        return None


class TellsTheBlindCard(Toy):
    def refuse(self, state: Table, action: str) -> Refusal | None:
        refusal = super().refuse(state, action)
        blind = state.blind[state.turn]
        return refusal and Refusal(refusal.rule, f"{refusal.sentence}, nor {blind}")


class ReadsNoSigns(Toy):
    def refuse(self, state: Table, action: str) -> Refusal | None:
        if not action.isascii():
            raise BadText("an action is written in plain letters", "T2")
        return super().refuse(state, action)


class ChoosesTheChance(Toy):
    def refuse(self, state: Table, action: str) -> Refusal | None:
        return None if action[:1] in "+?" and action else super().refuse(state, action)


class TwiceTheChance(Toy):
    def chance(self, state: Table, action: str) -> list[str]:
        return super().chance(state, action) * 2


class TakesTheBareDraw(Toy):
    def apply(self, state: Table, action: str) -> Table:
        return super().apply(state, "+" + state.bag[0] if action == "+" else action)


class ChangesItsState(Toy):
    def apply(self, state: Table, action: str) -> Table:
        after = super().apply(state, action)
        object.__setattr__(state, "pile", after.pile)
        return after


class SaysNoReason(Toy):
    def apply(self, state: Table, action: str) -> Table:
        try:
            return super().apply(state, action)
        except IllegalAction:
            raise IllegalAction("this is not allowed", "T1") from None


class LosesThePlace(Toy):
    def replay(self, state: Table, actions: Sequence[str]) -> Table:
        for action in actions:
            state = self.apply(state, action)
        return state


class ReplaysTooFar(Toy):
    def replay(self, state: Table, actions: Sequence[str]) -> Table:
        return super().replay(state, actions[:5])


class ShowsTheBlindCard(Toy):
    def see(self, state: Table, seat: int | None) -> Table:
        return replace(super().see(state, seat), blind=state.blind)


class ShowsToSpectators(Toy):
    def see(self, state: Table, seat: int | None) -> Table:
        return super().see(state, 0 if seat is None else seat)


class ImaginesAnotherHand(Toy):
    def imagine(self, view: Table, rng: random.Random) -> Table:
        return super().imagine(super().see(view, None), rng)


class ImaginesTheTopCards(Toy):
    def imagine(self, view: Table, rng: random.Random) -> Table:
        world = super().imagine(view, rng)
        table = super().imagine(view, random.Random(0))
        return rng.choice((world, table))


class DefaultOfAnotherGame(Toy):
    def default(self, view: Table) -> str:
        return "-2c"


class PlacesFromZero(Toy):
    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and Outcome(tuple(place - 1 for place in outcome.scores), True)


class PointsFromNowhere(Toy):
    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and Outcome(outcome.scores)


class ForgetsALine(Toy):
    def ledger(self, state: Table) -> list[Line]:
        return [Line(0, "odd", "T1", 1)] * (len(state.pile) % 2)


class ForgetsWhoIsOut(Toy):
    def position(self, state: Table) -> dict[str, object]:
        start = super().position(state)
        return {**start, "out": sorted(state.out)}


class NoPositionLate(Toy):
    def position(self, state: Table) -> dict[str, object]:
        if len(state.pile) > 3:
            raise BadStart("it is too late for a position", "T1")
        return super().position(state)


class TakesAnyStart(Toy):
    def start(self, options: int, players: int, start: Mapping[str, object]) -> Table:
        return super().start(options, players, {key: start[key] for key in start if key != "nonsense"})


class CountsTheLastDeal(Toy):
    def follow(self, options: int, players: int, deals: Sequence[Table]) -> Following:
        return super().follow(options, players, deals[-1:])


class TakesAnyRule(Toy):
    def options(self, rules: Mapping[str, object]) -> int:
        return super().options({key: rules[key] for key in rules if key == "cards"})


class ForgetsTheRule(Toy):
    def rules(self, options: int) -> dict[str, object]:
        return {}


FAULTS = [
    (Backwards, "not sorted"),
    (Doubled, "has doubles"),
    (OverTooEarly, "but legal"),
    (DrawsFromTheTop, "legal are"),
    (AcceptsAll, "which is none of the legal"),
    (TellsTheBlindCard, r"refuse\(\) of .* differs"),
    (ReadsNoSigns, "is legal as"),
    (ChoosesTheChance, "lets the player choose"),
    (TwiceTheChance, r"chance\(\) of"),
    (TakesTheBareDraw, "its chance outcome is missing"),
    (ChangesItsState, "changed"),
    (SaysNoReason, r"refuse\(\) says"),
    (LosesThePlace, "says at"),
    (ReplaysTooFar, r"replay\(\) gives"),
    (ShowsTheBlindCard, "imagines|no world"),
    (ShowsToSpectators, "imagines"),
    (ImaginesAnotherHand, "the view reads"),
    (ImaginesTheTopCards, "should see each"),
    (DefaultOfAnotherGame, "which is not legal"),
    (PlacesFromZero, "the places"),
    (PointsFromNowhere, "the ledger sums to"),
    (ForgetsALine, "the ledger was"),
    (ForgetsWhoIsOut, "at the position"),
    (NoPositionLate, "a turn begins"),
    (TakesAnyStart, r"start\(\) takes"),
    (CountsTheLastDeal, "the totals are"),
    (TakesAnyRule, "is taken"),
    (ForgetsTheRule, "other options"),
]


@pytest.mark.parametrize(("toy", "said"), [pytest.param(*fault, id=fault[0].__name__) for fault in FAULTS])
def test_the_suite_notices(toy: type[Toy], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game: AnyGame = toy()
    monkeypatch.setitem(games._games, "toy", game)
    with pytest.raises(AssertionError, match=said):
        for seed in ("x", "y"):
            suite.check_options(game, {"cards": 2})
            start = suite.fresh_start(TOY, 4, 2, seed)
            suite.check_all(suite.play_out(game, 4, 2, start, seed, 200), pool("toy"))
            suite.check_match(game, 4, 2, seed, 200)
