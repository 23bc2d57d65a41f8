"""A25: every deal ends, and within its bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from tests.property.walks import PENALTIES, choose, ended, some_deal

from speto import Deal
from speto.dummy.kernel.state import LOG_LINES


def long(legal: list[str], rng: Random) -> str:
    """Draws, never knocks if it can be helped: as many turns as there can be."""
    if "+" in legal:
        return "+"
    discards = [action for action in legal if action[0] == "-"]
    return rng.choice(discards or legal)


def greedy(legal: list[str], rng: Random) -> str:
    """Picks up whenever it can, and keeps its cards otherwise: as many pickups as there can be."""
    pickups = [action for action in legal if action[0] == "^" and len(action) == 7]
    discards = [action for action in legal if action[0] == "-"]
    return rng.choice(pickups or discards or legal)


@pytest.mark.parametrize("player", [long, greedy, choose])
def test_A25_turns_are_at_most_draws_and_pickups(player: Callable[[list[str], Random], str]) -> None:
    most = Counter[int]()
    for seed in range(70):
        rng = Random(seed)
        deal = some_deal(seed)
        stock, actions = deal.stock_size, 0
        while not deal.over:
            deal.play(player(deal.legal, rng))
            actions += 1
            assert actions < 500
        check_bounds(deal, stock)
        most[deal.players] = max(most[deal.players], len(deal.actions))
    assert set(most) == {2, 3, 4}


def check_bounds(deal: Deal, stock: int) -> None:
    signs = Counter(">" if ">" in action else action[0] for action in deal.actions)
    turns = signs["-"] + signs["#"] + signs["."]
    assert turns - signs["."] == signs["+"] + signs["^"]
    assert signs["#"] + signs["."] <= 1
    assert signs["+"] <= stock
    assert 3 * signs["^"] <= sum(len(meld.cards) for meld in deal.melds) <= 51
    assert len(deal.actions) == deal._g.moves


def test_LOG_LINES_is_never_reached() -> None:
    """Four charges a discard, two spetos laid off, one fool, seven lines a seat."""
    most = 0
    for seed in range(200):
        deal = ended(seed, rules="strict")
        discards = sum(action[0] == "-" for action in deal.actions)
        assert len(deal.ledger) == deal._log[0] <= 4 * discards + 2 + 1 + 7 * deal.players
        most = max(most, deal._log[0])
    assert most < LOG_LINES
    # A25: at most 52 draws and 17 pickups, each with one discard or none.
    assert LOG_LINES >= 4 * (52 + 17) + 2 + 1 + 7 * 4


def test_P4_to_P9_a_discard_is_charged_at_most_once_under_each_rule() -> None:
    charges = 0
    for seed in range(200):
        deal = ended(seed, rules="strict")
        throws: dict[str, int] = {}
        charged: set[tuple[str, str, int]] = set()
        for index, action in enumerate(deal.actions):
            if action[0] == "-":
                throws[action[1:]] = index
            for line in deal.ledger:
                if line.action == index and line.code in PENALTIES:
                    assert line.cards is not None
                    key = (line.code, line.cards, throws.get(line.cards, -1))
                    assert key not in charged
                    charged.add(key)
        charges += len(charged)
        lured = {key[1:] for key in charged if key[0] == "speto_lure"}
        assert not lured & {key[1:] for key in charged if key[0] == "speto_feed"}
        assert sum(line.code == "speto_laid_off" for line in deal.ledger) <= 2
        assert sum(line.code == "foolish_discard" for line in deal.ledger) <= 1
    assert charges > 200
