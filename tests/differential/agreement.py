"""The package and the referee side by side: the same deal, compared action by action."""

from collections import Counter
from random import Random
from typing import Any

from tests.differential import players as play
from tests.differential.ref_text import PACK
from tests.differential.referee import Referee

from speto import Deal

PRESETS = ("classic", "strict", "short")


def rules_of(number: int, rng: Random) -> dict[str, Any]:
    """The presets in turn, and every fourth time random house rules; strict most often, for its penalties."""
    if number % 4 == 3:
        return play.random_rules(rng)
    return {"preset": ("strict", PRESETS[number // 4 % 3], "strict")[number % 4]}


def deck_of(number: int, rng: Random, players: int) -> list[str]:
    """Two of three decks are stacked."""
    if number % 3 == 0:
        return rng.sample(sorted(PACK), 52)
    return next(iter(play.stacked_decks(rng, players)))


def compare(seed: int, rules: dict[str, Any] | None = None) -> Counter[str]:
    """Play one deal on both and compare legal lists and ledgers; then again from a position cut out of it.

    Returns how often each ledger code was written.
    """
    rng = Random(seed)
    players = 2 + seed % 3
    rules = rules_of(seed, rng) if rules is None else rules
    deck = deck_of(seed, rng, players)
    start = {"deck": " ".join(deck), "starter": rng.randrange(players), "direction": rng.choice([1, -1])}
    deal = Deal.from_start(start, players=players, rules=rules)
    positions: list[dict[str, object]] = []
    referee = Referee(rules, players, start)
    run(f"seed {seed}", rules, deal, referee, rng, positions)
    codes = Counter(line["code"] for line in referee.ledger())
    cut = rng.choice(positions)
    codes += again(f"seed {seed}", rules, players, cut, rng)
    for position in positions:
        # With the stock gone a pickup must lead to a knock (A23): few positions go on, and these are hard ones.
        last = play.cut_short(position, 0)
        if any(action[0] == "^" for action in Deal.from_start(last, players=players, rules=rules).legal):
            codes += again(f"seed {seed}, last turn", rules, players, last, rng)
    return codes


def again(where: str, rules: dict[str, Any], players: int, position: dict[str, object], rng: Random) -> Counter[str]:
    """Both from a position on."""
    deal = Deal.from_start(position, players=players, rules=rules)
    referee = Referee(rules, players, position)
    run(f"{where} from {position}", rules, deal, referee, rng, [])
    return Counter(line["code"] for line in referee.ledger() if "cards" in line or line["points"] < -50)


def run(
    where: str,
    rules: dict[str, Any],
    deal: Deal,
    referee: Referee,
    rng: Random,
    positions: list[dict[str, object]],
) -> None:
    """Play both to the end; keep the positions at the starts of turns."""
    hands = [list(map(str, hand)) for hand in deal.hands]
    table = play.table(rng, hands)
    while True:
        told = f"{where}, rules {rules}, after {deal.actions}"
        assert deal.turn == referee.actor(), told
        legal = deal.legal
        assert legal == referee.legal(), told
        ledger = [line.as_dict() for line in deal.ledger]
        assert ledger == referee.ledger(), f"{told}: {ledger} and {referee.ledger()}"
        if deal.turn is None:
            break
        if deal.starting:
            positions.append(deal.position())
        action = table[deal.turn](legal, deal.turn, list(map(str, deal.hands[deal.turn])))
        deal.play(action)
        referee.play(action)
    assert deal.scores is not None
    assert list(deal.scores) == referee.scores(), where
    assert deal.foolish == referee.foolish, where
    assert deal.knocker == referee.knocker, where
