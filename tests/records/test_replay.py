"""Replay and comparison, on a game whose points are counted aloud; and on Dummy what Dummy alone has."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from msgspec.structs import replace
from tests.records.counting import COUNTING
from tests.records.played import at_position, full, played

from speto.cards import TEXTS
from speto.errors import BadOptions, BadStart, BadText, Difference, IllegalAction, SpetoError
from speto.records import DealRecord, LedgerLine, Record, Result, read
from speto.replay import Replay, replay

DECK = " ".join(TEXTS)


@pytest.fixture(autouse=True)
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the game of these tests known; ``speto.game`` itself names a function there."""
    monkeypatch.setitem(import_module("speto.game")._games, "counting", COUNTING)


def deal(*actions: str, starter: int = 0, **stated: Any) -> DealRecord:
    return DealRecord({"deck": DECK, "starter": starter}, list(actions), **stated)


def position(*actions: str, turn: int = 0, **stated: Any) -> DealRecord:
    return DealRecord({"turn": turn}, list(actions), **stated)


def record(*deals: DealRecord, target: int = 100, **more: Any) -> Record:
    return Record("speto/1", "counting", {"target": target}, ["A", "B"], list(deals), **more)


def refused(kind: type[SpetoError], *deals: DealRecord, **more: Any) -> SpetoError:
    with pytest.raises(kind) as caught:
        replay(record(*deals, **more))
    return caught.value


ENDED = deal("+5", "+7", ".")  # the seat to act after two is seat 0


def test_a_replay_tells_how_each_deal_ended() -> None:
    played_again = replay(record(ENDED, deal("-3")))
    assert [outcome and outcome.scores for outcome in played_again.outcomes] == [(5, 7), None]
    assert played_again.following.totals == (5, 7)
    assert played_again.outcome is None
    assert [line.points for line in played_again.ledger()] == [-3]
    assert [line.points for line in played_again.ledger(0)] == [5, 7]
    assert played_again.state is played_again.states[1]
    assert isinstance(played_again, Replay)


def test_what_a_replay_states_agrees_with_it() -> None:
    stated = replay(record(ENDED, deal("+90", ".", starter=0), position("+1"))).stated()
    assert stated.deals[0].scores == [5, 7]
    assert stated.deals[2].scores is not None
    assert stated.result == Result([95, 7], None)
    assert replay(read(stated.to_json())).stated() == stated


def test_no_such_game() -> None:
    with pytest.raises(BadText, match="no game 'whist'"):
        replay(Record("speto/1", "whist", {}, [], [ENDED]))


def test_house_rules_belong_to_the_game() -> None:
    with pytest.raises(BadOptions) as caught:
        replay(replace(record(ENDED), rules={"aim": 1}))
    assert caught.value.rule == "C5"


@pytest.mark.parametrize("players", [0, 1, 5, 9])
def test_players_are_as_many_as_the_game_has_seats(players: int) -> None:
    with pytest.raises(SpetoError, match=r"for 2 to 4 players, not|no seat"):
        replay(replace(record(ENDED), players=["A"] * players))


def test_an_error_tells_deal_and_action() -> None:
    assert refused(IllegalAction, ENDED, deal(".", "+1")).at == (1, 1)
    assert refused(BadText, deal("+1", "hm")).at == (0, 1)
    assert refused(BadStart, ENDED, DealRecord({"deck": "2c"})).at == (1, None)
    assert refused(BadText, DealRecord({"deck": "2x"})).at == (0, None)
    assert str(refused(IllegalAction, deal(".", "+1"))) == "deals[0].actions[1]: the deal is over (C3)"


# Deals in a row.


def test_R27_a_deal_takes_its_starter_from_the_one_before() -> None:
    replay(record(deal("+1", "."), deal(".", starter=1), deal("+1", starter=1)))
    error = refused(BadStart, deal("+1", "."), deal(".", starter=0))
    assert (error.rule, error.at) == ("C4", (1, None))
    assert error.sentence == "starter is 0, but after deals[0] it must be 1"


def test_R27_a_start_that_leaves_its_starter_out_has_the_usual_one() -> None:
    bare = DealRecord({"deck": DECK})
    replay(record(deal("."), bare))
    assert refused(BadStart, deal("+1", "."), bare).rule == "C4"


def test_R27_a_position_is_exempt() -> None:
    replay(record(deal("+1", "."), position("+1", turn=0)))
    replay(record(deal("+1"), position("+1")))
    replay(record(position("+1"), position("+1")))


def test_R27_a_deck_after_a_position_is_exempt() -> None:
    replay(record(position("+1", "."), deal(starter=0)))
    replay(record(position("+1"), deal(starter=1)))
    replay(record(deal("+1"), position("+1"), deal(starter=1)))
    assert refused(BadStart, position("+1"), deal("."), deal(starter=1)).at == (2, None)


def test_R27_no_deal_follows_one_that_goes_on() -> None:
    error = refused(BadStart, deal("+1"), deal())
    assert error.at == (1, None)
    assert "deals[0]" in error.sentence


def test_R28_no_deal_follows_a_decided_match() -> None:
    won = deal("+100", ".")
    replay(record(won))
    error = refused(BadStart, won, deal(starter=1))
    assert (error.rule, error.at) == ("C5", (1, None))


def test_R28_a_position_may_follow_a_decided_match_and_no_deck_after_it() -> None:
    won = deal("+100", ".")
    replay(record(won, position(".")))
    assert refused(BadStart, won, position("."), deal()).rule == "C5"
    assert refused(BadStart, position("+100", "."), deal()).rule == "C5"


def test_R28_a_match_is_decided_by_finished_deals_only() -> None:
    replay(record(position("+100"), deal()))


# What a record states.


def test_scores_are_compared() -> None:
    replay(record(deal("+5", ".", scores=[5, 0])))
    for scores, sentence in (
        ([5, 1], "scores[1] is 1, the replay gives 0"),
        ([5], "scores has 1 numbers for 2 players"),
        ([], "scores has 0 numbers for 2 players"),
        ([5, 0, 0], "scores has 3 numbers for 2 players"),
        ([10**300, 0], f"scores[0] is 1{'0' * 56}…, the replay gives 5"),
    ):
        error = refused(Difference, deal("+5", ".", scores=scores))
        assert (error.sentence, error.at) == (sentence, (0, None))


def test_scores_of_a_deal_that_goes_on_are_an_error() -> None:
    for scores in ([5, 0], []):
        assert refused(Difference, ENDED, deal("+5", scores=scores)).at == (1, None)


def test_ledgers_are_compared_also_of_a_deal_that_goes_on() -> None:
    lines = [LedgerLine(0, "plus", "C2", 5), LedgerLine(0, "minus", "C2", -7, "2c", 1, 1)]
    for end in ([], ["."]):
        replay(record(deal("+5", "-7", *end, ledger=lines)))
        for wrong, sentence in (
            ([], "ledger[0] is missing, the replay gives plus 5 for seat 0"),
            (lines[:1], "ledger[1] is missing, the replay gives minus -7 for seat 0"),
            ([*lines, lines[0]], "ledger[2] is more than the replay gives: 2 lines"),
            (lines[::-1], "ledger[0].code is 'minus', the replay gives 'plus'"),
            ([replace(lines[0], seat=1), lines[1]], "ledger[0].seat is 1, the replay gives 0"),
            ([lines[0], replace(lines[1], by=0)], "ledger[1].by is 0, the replay gives 1"),
            ([replace(lines[0], action=0), lines[1]], "ledger[0].action is 0, the replay gives absent"),
            (
                [lines[0], LedgerLine(0, "minus", "C2", -7)],
                "ledger[1].cards is absent, the replay gives '2c'",
            ),
        ):
            error = refused(Difference, deal("+5", "-7", *end, ledger=wrong))
            assert (error.sentence, error.at) == (sentence, (0, None))
            assert error.rule == (None if "more" in sentence else "C2")


def test_scores_are_compared_before_the_ledger_and_deals_in_order() -> None:
    wrong = deal("+5", ".", scores=[1, 1], ledger=[])
    assert "scores" in refused(Difference, wrong).sentence
    assert refused(Difference, deal(".", ledger=[LedgerLine(0, "plus", "C2", 1)]), wrong).at == (0, None)


def test_R28_a_record_may_begin_in_the_middle_of_a_match() -> None:
    found = replay(record(ENDED, before=[10, -20], result=Result([15, -13], None)))
    assert found.following.totals == (15, -13)
    error = refused(Difference, ENDED, before=[10, -20], result=Result([5, 7], None))
    assert str(error) == "result.totals[0] is 5, the replay gives 15"
    for before, sentence in (([1], "1 entries for 2 players"), ([0, 10**7], "out of range")):
        with pytest.raises(BadText, match=sentence):
            read(record(ENDED, before=before).to_json())


def test_R28_no_record_goes_on_a_match_that_was_won() -> None:
    text = '{"format": "speto/1", "game": "dummy", "rules": {}, "players": ["A", "B"], "before": [500, 3], "deals": '
    with pytest.raises(BadText, match="before: seat 0 has won the match already") as error:
        replay(read(text + '[{"start": {"deck": "2c"}}]}'))
    assert error.value.rule == "R28"


def test_the_result_is_compared() -> None:
    replay(record(ENDED, result=Result([5, 7], None)))
    replay(record(deal("+100", "."), result=Result([100, 0], 0)))
    replay(record(ENDED, deal("+9"), result=Result([5, 7], None)))
    for result, sentence in (
        (Result([5, 8], None), "result.totals[1] is 8, the replay gives 7"),
        (Result([5], None), "result.totals has 1 numbers for 2 players"),
        (Result([5, 7], 1), "result.winner is 1, the replay gives null"),
    ):
        error = refused(Difference, ENDED, result=result)
        assert (error.sentence, error.at) == (sentence, (None, None))


def test_meta_and_bots_are_never_judged() -> None:
    match = full(played(2))
    assert replay(match).record is match


# Dummy.


@pytest.mark.parametrize("preset", ["classic", "strict", "short"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_of_dummy_agrees_with_its_replay(preset: str, players: int) -> None:
    match = full(played(players, players, {"preset": preset, "target": 200}, deals=6))
    assert replay(read(match.to_json())).stated().deals == match.deals


def test_A26_the_direction_of_a_deal_follows_from_the_one_before() -> None:
    match = played(12, 3, deals=3)
    assert [one.start["direction"] for one in match.deals] == [1, -1, -1]
    replay(match)
    match.deals[1].start["direction"] = 1
    with pytest.raises(BadStart) as caught:
        replay(match)
    assert (caught.value.rule, caught.value.at) == ("A26", (1, None))


def test_the_position_of_the_notation_is_read() -> None:
    again = replay(at_position())
    assert [line.as_dict() for line in again.ledger()] == [
        {"seat": 1, "code": "layoff_discard", "rule": "P4", "points": -50}
    ]
    assert again.game.legal(again.state)


def test_direction_may_be_left_out() -> None:
    match = played(1)
    del match.deals[0].start["direction"]
    replay(match)
