"""The suite notices what is wrong: toys with one fault each, and what the suite says of it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from tests.contract import suite
from tests.contract.playouts import AnyGame, Moment, fresh_start, play_out
from tests.contract.test_contract import pool, toy_hides
from tests.contract.toy import TOY, Table, Toy

from speto.errors import BadStart, BadText, IllegalAction
from speto.game import Following, Line, Outcome, Refusal, _games


class Backwards(Toy):
    def legal(self, state: Table) -> list[str]:
        return super().legal(state)[::-1]


class Doubled(Toy):
    def legal(self, state: Table) -> list[str]:
        return sorted(super().legal(state) * 2)


class MindsTheBag(Toy):
    """What is legal depends on a card that nobody sees."""

    def legal(self, state: Table) -> list[str]:
        legal = super().legal(state)
        return legal[:-1] if state.bag and state.bag[0] > "7" and len(legal) > 1 else legal


class OverTooEarly(Toy):
    def actor(self, state: Table) -> int | None:
        return None if len(state.bag) < 38 else super().actor(state)

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
        object.__setattr__(state, "bag", tuple(sorted(state.bag)))
        return after


class SaysNoReason(Toy):
    def apply(self, state: Table, action: str) -> Table:
        try:
            return super().apply(state, action)
        except IllegalAction:
            raise IllegalAction("this is not allowed", "T1") from None


class KeepsTheSpelling(Toy):
    def chance(self, state: Table, action: str) -> list[str]:
        return [action] if action[:1] == "-" else super().chance(state, action)


class LosesThePlace(Toy):
    def replay(self, state: Table, actions: Sequence[str]) -> Table:
        for action in actions:
            state = self.apply(state, action)
        return state


class ReplaysTooFar(Toy):
    def replay(self, state: Table, actions: Sequence[str]) -> Table:
        return super().replay(state, actions[:-1] if len(actions) > 5 else actions)


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


class PlacesShared(Toy):
    def outcome(self, state: Table) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and Outcome(tuple(max(place, 2) for place in outcome.scores), True)


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
        return {**start, "out": list(state.out[::-1])}


class NoPositionLate(Toy):
    def position(self, state: Table) -> dict[str, object]:
        if len(state.pile) > 3:
            raise BadStart("it is too late for a position", "T1")
        return super().position(state)


class TakesAnyStart(Toy):
    def start(self, options: int, players: int, start: Mapping[str, object]) -> Table:
        return super().start(options, players, {key: start[key] for key in start if key != "nonsense"})


class CountsTheLastDeal(Toy):
    def follow(self, options: int, players: int, deals: Sequence[Table], before: Sequence[int] = ()) -> Following:
        return super().follow(options, players, deals[-1:])


class TakesAnyRule(Toy):
    def options(self, rules: Mapping[str, object]) -> int:
        return super().options({key: rules[key] for key in rules if key == "cards"})


class ForgetsTheRule(Toy):
    def rules(self, options: int) -> dict[str, object]:
        return {}


FAULTS = {
    Backwards: r"legal\(\) is",
    Doubled: r"legal\(\) is",
    MindsTheBag: r"legal\(\) is",
    OverTooEarly: "but legal",
    AcceptsAll: "refuse.* lets a player choose",
    TellsTheBlindCard: r"refuse\(\) of .* is",
    ReadsNoSigns: "and legal, is",
    ChoosesTheChance: "lets a player choose",
    TwiceTheChance: r"chance\(\) of",
    TakesTheBareDraw: "its chance outcome is missing",
    ChangesItsState: "changed",
    SaysNoReason: r"apply\(\) of .* (says|names)",
    KeepsTheSpelling: "accepts .* recorded as",
    LosesThePlace: r"where replay\(\) meets",
    ReplaysTooFar: r"replay\(\) is|the text at the end is",
    ShowsTheBlindCard: "sees",
    ShowsToSpectators: "seat None sees",
    ImaginesAnotherHand: "the view is",
    ImaginesTheTopCards: "should show",
    DefaultOfAnotherGame: "which is not legal",
    PlacesShared: "the places",
    PointsFromNowhere: "the sum of the ledger",
    ForgetsALine: "the older part of the ledger",
    ForgetsWhoIsOut: "at the position",
    NoPositionLate: "a turn begins",
    TakesAnyStart: r"start\(\) takes",
    CountsTheLastDeal: "the totals",
    TakesAnyRule: "is refused with None",
    ForgetsTheRule: "other options",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_suite_notices(fault: type[Toy], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_games, "toy", fault())
    with pytest.raises(AssertionError, match=FAULTS[fault]):
        check_all(fault())


def test_the_suite_finds_nothing_wrong_with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_games, "toy", TOY)
    check_all(TOY)


def check_all(game: AnyGame) -> None:
    """Everything that test_contract.py checks, for four players with two cards each."""
    suite.check_options(game, {"cards": 2})
    for seed in "xy":
        play = play_out(game, 4, 2, fresh_start(TOY, 4, 2, seed), seed, 200)
        for here in play.moments():
            suite.check_legal(here)
            suite.check_outcome(here)
            suite.check_ledger(here)
            suite.check_untouched(here)
            suite.check_texts(here, pool("toy"))
            suite.check_sight(here)
            suite.check_secret(here, toy_hides)
            suite.check_position(here)
        suite.check_fair(Moment(play, 6))
        suite.check_replay(play, pool("toy"))
        suite.check_starts(play)
        suite.check_record(play)
    suite.check_match(game, 4, 2, "match", 200)
