"""The package and the referee side by side: the same deal, compared action by action."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from tests.dammit.referee import PACK, Referee, in_order

from speto.dammit.deal import Deal


def some_deck(rng: Random) -> str:
    """A deck; every third one is sorted more or less, so that hands fit on each other often, or hardly ever."""
    deck = rng.sample(PACK, 52)
    if rng.randrange(3) == 0:
        spread = rng.choice((4.0, 12.0))
        deck.sort(key=lambda card: PACK.index(card) + rng.gauss(0, spread))
    return " ".join(deck)


def compare(seed: int, max_turns: int) -> Counter[str]:
    """Play one deal on both, at random, and compare what is legal and what lies where. Returns what was played."""
    rng = Random(seed)
    players = 2 + seed % 3
    start = {"deck": some_deck(rng), "dealer": rng.randrange(players)}
    rules = {"max_turns": max_turns}
    return run(
        Deal.from_start(start, players=players, rules=rules),
        Referee(players, start, max_turns),
        rng,
        f"seed {seed}, rules {rules}, start {start}",
    )


def run(deal: Deal, referee: Referee, rng: Random, where: str) -> Counter[str]:
    """Both to the end. Players prefer hand cards, or support, or neither, so that hands get empty sooner or later."""
    signs: Counter[str] = Counter()
    keen = rng.choice((0.0, 0.5, 0.9))
    while True:
        legal = referee.legal()
        assert deal.legal == legal, f"{where}, after {deal.actions}"
        if not legal or len(deal.actions) % 4 == 0:
            assert table(deal) == referee.table(), f"{where}, after {deal.actions}"
        if not legal:
            break
        hand_cards = [action for action in legal if action[0] == "-"]
        action = rng.choice(hand_cards if hand_cards and rng.random() < keen else legal)
        outcomes = referee.outcomes(action)
        assert deal.chance(action) == outcomes, f"{where}, after {deal.actions}"
        full = rng.choice(outcomes)
        signs[full[0] + ("&" if "&" in full else "")] += 1
        deal.play(full)
        referee.play(full)
    assert list(deal.scores or ()) == referee.places(), where
    signs["out of turns" if len(referee.out) < referee.players - 1 else "played out"] += 1
    return signs


def table(deal: Deal) -> dict[str, Any]:
    """Everything on the table, as the referee tells it."""
    rows = {"hands": deal.hands, "support": deal.supports, "random": deal.randoms}
    return {name: [in_order(str(cards).split()) for cards in row] for name, row in rows.items()} | {
        "deck": [str(card) for card in deal.deck],
        "pile": [str(card) for card in deal.pile],
        "out": deal.out,
        "turn": deal.turn,
        "turns": deal.turns,
    }
