"""A record's bots can be played again: the same moves come out, and any other is found."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from speto import compiled
from speto.analysis.honesty import check_bots
from speto.bots.api import Budget, choose
from speto.bots.weights import shipped
from speto.dummy.deal import Deal
from speto.errors import BadText, Difference
from speto.records import FORMAT, BotMove, BotRecord, DealRecord, Record
from speto.replay import Replay, replay


def played(before: tuple[int, ...] = (), levels: tuple[str, str] = ("level2", "greedy"), worlds: int = 0) -> Replay:
    """A deal of two bots, with their moves told, in a match that stands so."""
    deal = Deal(players=2, rules="strict", seed="honest", starter=0)
    deck = Deal(players=2, rules="strict", seed="honest", starter=0)
    bots = [BotRecord(level, shipped()[1], []) for level in levels]
    while deal.turn is not None:
        seat, place = deal.turn, len(deal.actions)
        seed = b"%d" % place
        bots[seat].moves.append(BotMove(0, place, worlds, seed.hex()))
        deal.play(choose("dummy", bots[seat].level, deal.see(seat), Budget(worlds, seed, before)))
    start = {"deck": _deck(deck), "starter": 0}
    record = Record(FORMAT, "dummy", {"preset": "strict"}, ["A", "B"], [DealRecord(start, deal.actions)], bots=[*bots])
    return replay(replace(record, before=list(before)) if before else record)


def _deck(deal: Deal) -> str:
    from speto.dealing import deck_and_seat

    return deck_and_seat(None, "honest", deal.players, 0)[0]


def test_every_move_of_a_bot_is_recomputed() -> None:
    found = played()
    moves = len(found.record.deals[0].actions)
    assert check_bots(found) == (moves, moves, 0)


def test_a_move_is_the_same_however_the_record_writes_it() -> None:
    record = played().record
    loose = [DealRecord(deal.start, [f" {text[0]} {text[1:]}" for text in deal.actions]) for deal in record.deals]
    assert check_bots(replay(replace(record, deals=loose))).recomputed == len(loose[0].actions)


@pytest.mark.skipif(not compiled.available(), reason="kernels cannot be compiled here")
def test_a_level_that_plays_for_the_match_is_asked_with_its_totals() -> None:
    found = played((450, 380), ("level6", "level6"), 5)
    assert check_bots(found).recomputed == len(found.record.deals[0].actions)
    with pytest.raises(Difference, match="level6 would have played"):
        check_bots(replay(replace(found.record, before=[-900, 480])))


def test_a_move_of_another_level_is_found() -> None:
    found = played()
    assert isinstance(found.record.bots, list)
    first = found.record.bots[0]
    assert first is not None
    told = replace(found.record, bots=[replace(first, level="random"), found.record.bots[1]])
    with pytest.raises(Difference, match="random would have played"):
        check_bots(replay(told))


def test_what_has_no_account_and_what_other_weights_made_is_counted_not_judged() -> None:
    """A differing move of other weights is none; that of the present ones is found beside them."""
    found = played()
    assert isinstance(found.record.bots, list)
    first, second = found.record.bots
    assert first is not None
    assert second is not None
    silent = replay(replace(found.record, bots=[replace(one, moves=[]) for one in (first, second)]))
    moves = len(found.record.deals[0].actions)
    assert check_bots(silent) == (moves, 0, 0)
    assert check_bots(silent).no_account == moves
    assert check_bots(replay(replace(found.record, bots=[first, None]))).moves == len(first.moves)

    strange = [replace(move, seed="00", weights="0" * 16) for move in first.moves[:5]]
    mixed = [*strange, *first.moves[5:-1]]
    told = replay(replace(found.record, bots=[replace(first, moves=mixed), second]))
    assert check_bots(told) == (moves, moves - 6, 5)
    assert check_bots(told).no_account == 1
    wrong = [replace(move, weights=UNSET) for move in mixed]
    with pytest.raises(Difference, match="level2 would have played"):
        check_bots(replay(replace(found.record, bots=[replace(first, moves=wrong), second])))


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"weights": "0" * 16}, "this version has"),
        ({"level": "level9"}, "there is no bot"),
        ({"moves": [BotMove(0, 0, 0, "zz")]}, "hexadecimal"),
        ({"moves": [BotMove(0, 0, 100_001, "00")]}, "0 to 100000"),
        ({"moves": [BotMove(0, 9999, 0, "00")]}, "does not have"),
        ({"moves": [BotMove(3, 0, 0, "00")]}, "does not have"),
        ({"moves": [BotMove(0, 2, 0, "00"), BotMove(0, 3, 0, "00"), BotMove(0, 4, 0, "00")]}, "another seat"),
    ],
)
def test_what_cannot_be_recomputed_is_told(changed: dict[str, object], sentence: str) -> None:
    found = played()
    assert isinstance(found.record.bots, list)
    first = found.record.bots[0]
    assert first is not None
    told = replace(found.record, bots=[replace(first, **changed), None])
    with pytest.raises((BadText, Difference), match=sentence):
        check_bots(replay(told))
