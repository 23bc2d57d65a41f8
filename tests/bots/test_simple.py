"""The simple players: legal, blind to what is hidden, and the greedy one as sensible as it claims."""

from __future__ import annotations

import ast
import random
from pathlib import Path
from typing import Any

import pytest

from speto.arena.figures import difference
from speto.arena.run import results, setting
from speto.bots import players
from speto.bots.kernel.tables import OTHERS, TRIPLES
from speto.bots.simple import at_random, greedy
from speto.dummy.actions import MELD_OF_CARDS
from speto.dummy.deal import Deal
from speto.dummy.view import imagine

FORBIDDEN = ("deal", "match", "records", "replay", "table", "store", "server")


def at(rules: str = "classic", players: int = 2, **start: Any) -> Deal:
    return Deal.from_start({"turn": 0, **start}, players=players, rules=rules)


def chosen(deal: Deal) -> str:
    """What the greedy one plays, whatever the chance."""
    assert deal.turn is not None
    found = {greedy(deal.see(deal.turn), random.Random(seed)) for seed in range(5)}
    assert len(found) == 1, found
    return found.pop()


def test_modules_of_bots_reach_no_deal_and_no_record(root: Path) -> None:
    for path in (root / "src" / "speto" / "bots").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
            games = module in ("speto", "speto.dummy", "speto.dammit")
            named = [alias.name for alias in getattr(node, "names", []) if games or isinstance(node, ast.Import)]
            reached = {part for name in (module, *named) for part in name.split(".")}
            assert not reached & set(FORBIDDEN), f"{path.name} imports {sorted(reached)}"
            if "setup" in reached:
                assert path.name in ("learn.py", "duel.py", "warm.py"), f"{path.name} deals decks"


def test_all_melds_of_three_are_known() -> None:
    assert len(TRIPLES) == len(set(TRIPLES)) == 96
    assert set(TRIPLES) == {meld for meld in MELD_OF_CARDS if meld.bit_count() == 3}
    for card, row in enumerate(OTHERS):
        assert {others | 1 << card for others in row if others} == {meld for meld in TRIPLES if meld >> card & 1}
    assert list(players("dummy")) == ["random", "greedy"]


@pytest.mark.parametrize("player", [at_random, greedy])
@pytest.mark.parametrize("preset", ["classic", "strict", "short"])
def test_every_action_is_legal_and_deals_end(player: Any, preset: str) -> None:
    for count in (2, 3, 4):
        for number in range(4):
            deal, rng = Deal(players=count, rules=preset, seed=f"{count} {number}"), random.Random(number)
            while deal.turn is not None:
                deal.play(player(deal.see(deal.turn), rng))
            assert deal.scores is not None


def test_the_same_view_and_chance_give_the_same_action() -> None:
    """Whatever lies where the player cannot see it: other worlds that look the same are answered the same."""
    for number in range(6):
        rng = random.Random(number)
        deal = Deal(players=2 + number % 3, rules="strict", seed=f"blind {number}")
        while deal.turn is not None:
            seat = deal.turn
            world = imagine(deal.see(seat), random.Random(number))
            action = greedy(deal.see(seat), random.Random(1))
            assert greedy(world.see(seat), random.Random(1)) == action
            deal.play(greedy(deal.see(seat), rng))


def test_greedy_picks_up_a_meld_with_a_speto() -> None:
    deal = at(hands=["Qd Qh 3c 7s", "3h 4h 5s"], pile="7h Qs/1", stock="5d 6s 8d")
    assert chosen(deal) == "^QdQhQs"


def test_R18_greedy_knocks_when_it_can() -> None:
    melds = ["Jc/0 Jd/0 Jh/0 Js/0", "Td/1 Th/1 Ts/1"]
    deal = at(hands=["4c 4d 4h 9s", "3h 5h"], pile="7h Kd/1", stock="Tc 6s 8d", melds=melds, born=[0, 1])
    deal.play("+")
    while not deal.over:
        deal.play(chosen(deal))
    assert deal.actions == ["+", "=4c4d4h", "Tc>Td", "#9s"]


def test_R19_greedy_knocks_dark() -> None:
    deal = at(hands=["4c 4d 4h 5s 6s 7s 9d", "3h 5h"], pile="7h Kd/1", stock="8s 6h 8d")
    deal.play("+")
    while not deal.over:
        deal.play(chosen(deal))
    assert deal.actions[-1] == "#9d"
    assert "dark_knock" in [line.code for line in deal.ledger]


def test_R21_greedy_picks_up_to_knock_with_the_last_turn() -> None:
    deal = at(hands=["4c 4d 9s", "3h 5h"], pile="7h 4h/1", stock="")
    assert chosen(deal) == "^4c4d4h"


def test_P4_P5_greedy_avoids_what_costs_at_once() -> None:
    melds = ["Js/1 Qs/1 Ks/1"]
    deal = at("strict", hands=["As 9d 3c 7h", "5h 6h"], pile="9c 9h/1", stock="2d 3d", melds=melds, born=[1])
    deal.play("+")
    assert chosen(deal) not in ("-As", "-9d")


@pytest.mark.parametrize(
    ("rules", "card", "laid"),
    [("classic", "4s", True), ("short", "4s", False), ("short", "As", True)],
)
def test_R17_greedy_keeps_a_limited_layoff_for_a_card_that_counts(rules: str, card: str, laid: bool) -> None:
    melds = ["4c/1 4d/1 4h/1", "Ac/1 Ad/1 Ah/1"]
    start = {"pile": "9c 9h/1", "stock": "2d 3d", "melds": melds, "born": [0, 1], "layoffs": [0, 0]}
    deal = at(rules, hands=[f"{card} 9d Kc 7h Jh", "5h 6h"], **start)
    deal.play("+")
    assert (chosen(deal)[:3] == f"{card}>") is laid


def test_R17_greedy_knocks_with_the_layoffs_that_it_kept() -> None:
    melds = ["4c/1 4d/1 4h/1", "5c/1 5d/1 5h/1"]
    start = {"pile": "9c 9h/1", "stock": "2d Kd", "melds": melds, "born": [0, 1], "layoffs": [0, 0]}
    deal = at("short", hands=["4s 5s 9d", "6h 7h"], **start)
    deal.play("+")
    assert chosen(deal)[0] == "-"
    deal = at("short", hands=["4s 5s", "6h 7h"], **start)
    deal.play("+")
    while not deal.over:
        deal.play(chosen(deal))
    assert deal.actions == ["+", "4s>4c", "5s>5c", "#2d"]


def test_greedy_keeps_pairs_and_near_runs() -> None:
    deal = at(hands=["8d 9d Kc Kh 2h 5s", "5h 6h 3c"], pile="7c Ts/1", stock="4s 3d Jc 6d 6s 7s 2s 3s")
    deal.play("+")
    assert chosen(deal) in ("-2h", "-4s", "-5s")


def test_greedy_beats_random() -> None:
    for count in (2, 4):
        found = results(setting(["greedy", "random"], count, "strict", "1", "tuning"), decks=8, matches=0)
        assert difference(found, "greedy").value > 80
