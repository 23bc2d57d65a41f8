"""Players with manners of their own: legal, blind to what is hidden, decent, and unlike the greedy one."""

from __future__ import annotations

import random
import runpy
from pathlib import Path
from typing import Any

import pytest

from speto.arena.figures import difference
from speto.arena.run import results, setting
from speto.bots.styles import patient, wary
from speto.dummy.deal import Deal
from speto.dummy.view import imagine

PLAYERS = [patient, wary]


@pytest.mark.parametrize("player", PLAYERS)
def test_A60_every_action_is_legal_and_no_hidden_card_changes_it(player: Any) -> None:
    rng = random.Random(1)
    for number in range(9):
        preset = ("classic", "strict", "short")[number // 3]
        deal = Deal(players=2 + number % 3, rules=preset, seed=f"styles {number}")
        while deal.turn is not None:
            view = deal.see(deal.turn)
            action = player(view, rng)
            assert player(imagine(view, rng).see(view.seat), rng) == action
            deal.play(action)


def test_both_are_decent() -> None:
    for name in ("patient", "wary"):
        assert difference(results(setting([name, "random"], 2, "strict", "1", "tuning"), 12, 0), name).low > 100


def test_both_pick_up_less_than_greedy_and_the_patient_one_holds_its_melds(root: Path) -> None:
    watch = runpy.run_path(str(root / "scripts" / "styles.py"))["watch"]
    greedy, held, shy = (watch(name, "greedy", 40) for name in ("greedy", "patient", "wary"))
    assert greedy.took == greedy.could
    assert held.took * 2 < held.could
    assert shy.took * 4 < shy.could * 3
    assert held.laid_at_once * 4 < held.laid * 3
    assert held.dark > greedy.dark
