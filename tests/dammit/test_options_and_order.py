"""The one option, and what a deal settles for the next one."""

from __future__ import annotations

from random import Random

import pytest

from speto.dammit.deal import Deal
from speto.dammit.game import GAME
from speto.dammit.options import Options
from speto.errors import BadOptions


def played(players: int, dealer: int, max_turns: int, seed: str) -> Deal:
    """A deal played out at random."""
    rng = Random(seed)
    deal = Deal(players=players, seed=seed, dealer=dealer, rules={"max_turns": max_turns})
    while not deal.over:
        deal.play(rng.choice(deal.chance(rng.choice(deal.legal))))
    return deal


def test_MA17_the_loser_deals_next() -> None:
    deal = played(3, 0, 40, "MA17")
    assert deal.loser is not None
    following = GAME.follow(Options(), 3, [deal])
    assert (following.start, following.rules) == ({"dealer": deal.loser}, {"dealer": "MA17"})


def test_MA17_without_a_loser_the_seat_after_the_dealer() -> None:
    deal = next(deal for number in range(100) if (deal := played(3, 2, 9, f"MA17 {number}")).loser is None)
    assert GAME.follow(Options(), 3, [deal]).start == {"dealer": 0}


def test_MA17_after_a_position_anybody_deals() -> None:
    deal = Deal.from_start({"hands": ["6d", "Qs"], "pile": "5c", "turn": 0}, players=2)
    deal.play("-6d")
    assert GAME.follow(Options(), 2, [deal]).start == {}
    assert GAME.follow(Options(), 2, []).start == {}


@pytest.mark.parametrize("value", [1, 2, 1000, 10**30])
def test_MA24_max_turns_is_the_only_option(value: int) -> None:
    options = Options.read({"max_turns": value})
    assert options.max_turns == value
    assert options.rules() == {"preset": "classic"} | ({} if value == 1000 else {"max_turns": value})
    assert Options.read({}) == Options.read({"preset": "classic"}) == Options()
    assert options.kernel().max_turns == min(value, 2**31 - 1)


@pytest.mark.parametrize(
    "rules",
    [{"max_turns": bad} for bad in (0, -1, True, 1.0, "10", None, [1])] + [{"preset": "strict"}, {"target": 500}],
)
def test_MA24_other_values_and_options_are_refused(rules: dict[str, object]) -> None:
    with pytest.raises(BadOptions) as error:
        Options.read(rules)
    assert error.value.rule == ("MA16" if "max_turns" in rules else "MA24")


def test_MA25_totals_are_sums_of_places_and_decide_nothing() -> None:
    deals = [played(3, 0, 30, f"MA25 {number}") for number in range(5)]
    following = GAME.follow(Options(), 3, deals)
    assert following.totals == tuple(sum(deal.scores[seat] for deal in deals) for seat in range(3))
    assert (following.decided, following.winner) == (False, None)
    unfinished = Deal(players=3, seed="MA25")
    assert GAME.follow(Options(), 3, [*deals, unfinished]).totals == following.totals
