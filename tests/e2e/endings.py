"""A match of five deals, each with another ending, found once by search and kept in ``endings.json``.

No page can choose its deck. But a table's decks follow from its secret, so a match that was found for a secret is
played at every table that has it. The search is pure: bots that now and then do anything play deal after deal until one
ends as wanted. ``python -m tests.e2e.endings`` writes the file anew.
"""

import json
import random
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from speto import decks
from speto.bots.simple import at_random, greedy
from speto.cards import TEXTS
from speto.dummy.deal import Deal
from speto.dummy.match import next_direction, next_starter
from speto.dummy.options import CLASSIC

FILE = Path(__file__).with_name("endings.json")
PLAYERS = 4
ME = 0


class Script(NamedTuple):
    """A match that is known beforehand: the table's secret, its house rules, and what is played in each deal."""

    secret: bytes
    rules: dict[str, Any]
    deals: list[list[str]]
    """The actions of each."""
    last: list[int]
    """Where in each the person's last turn begins."""
    two: list[str]
    """Another first deal, not to its end. Its last three actions are the person's: after the first a card fits two melds,
    the second lays it off on the later one, the third is a discard."""


def script() -> Script:
    kept = json.loads(FILE.read_text("utf-8"))
    deals = kept["deals"]
    return Script(
        bytes.fromhex(kept["secret"]),
        kept["rules"],
        [deal["actions"].split() for deal in deals],
        [deal["last"] for deal in deals],
        kept["two"].split(),
    )


def codes(deal: Deal) -> set[str]:
    return {line.code for line in deal.ledger} & {"dark_knock", "colour_knock", "foolish_discard", "knock_card"}


ENDINGS: dict[str, Callable[[Deal], bool]] = {
    "stock_out": lambda deal: codes(deal) == set(),
    "foolish": lambda deal: deal.knocker == ME and codes(deal) == {"knock_card", "foolish_discard"},
    "knock": lambda deal: deal.knocker not in (None, ME) and codes(deal) == {"knock_card"},
    "colour": lambda deal: deal.knocker == ME and codes(deal) == {"knock_card", "colour_knock"},
    "dark": lambda deal: deal.knocker == ME and codes(deal) == {"knock_card", "dark_knock"},
}
"""In the order in which they are played; the last one decides the match."""


def played(
    deck: str, starter: int, direction: int, chance: random.Random, enough: Callable[[Deal], bool] = lambda deal: False
) -> tuple[Deal, int]:
    """A deal that bots play, to its end or until there is enough, and where the person's last turn begins."""
    deal = Deal(deck, players=PLAYERS, rules=CLASSIC, starter=starter, direction=direction)
    careless = [chance.choice([0, 0.1, 0.3]) for _ in range(PLAYERS)]
    last = 0
    while not deal.over and not enough(deal):
        view = deal.see(deal.turn)
        if deal.turn == ME and deal.starting:
            last = len(deal.actions)
        deal.play((at_random if chance.random() < careless[deal.turn] else greedy)(view, chance))
    return deal, last


def two_targets(deal: Deal) -> list[str]:
    """The layoffs of the first card that the person may lay off on two melds (R15)."""
    if deal.turn != ME or deal.starting:
        return []
    layoffs = [text for text in deal.legal if ">" in text]
    return next((two for text in layoffs if len(two := [one for one in layoffs if one[:2] == text[:2]]) > 1), [])


def search(secret: bytes, tries: int = 3000) -> dict[str, Any] | None:
    """A match with this secret, None if some ending does not come in so many tries."""
    chance = random.Random(secret)
    starter, direction = decks.first_starter(decks.seed_of_deal(secret, 1), PLAYERS), 1
    totals, best, deals = [0] * PLAYERS, 0, []
    for number, (ending, fits) in enumerate(ENDINGS.items(), start=1):
        deck = " ".join(TEXTS[card] for card in decks.shuffled(decks.seed_of_deal(secret, number)))
        for _ in range(tries):
            deal, last = played(deck, starter, direction, chance)
            if fits(deal):
                break
        else:
            return None
        best = max(best, *totals)
        totals = [total + score for total, score in zip(totals, deal.scores, strict=True)]
        starter = next_starter(PLAYERS, starter, direction, deal.knocker)
        direction = next_direction(CLASSIC, direction, deal.foolish)
        deals.append({"ending": ending, "last": last, "actions": " ".join(deal.actions)})
    target = max(totals[ME] // 50 * 50, 50)
    if not best < target <= totals[ME] or max(totals[1:]) >= totals[ME]:
        return None
    rules = {"preset": "classic", "target": target}
    return {"secret": secret.hex(), "rules": rules, "deals": deals, "two": with_two(secret)}


def with_two(secret: bytes) -> str:
    """A first deal with this secret, until the person has laid off a card that fitted two melds."""
    chance = random.Random(f"two {secret.hex()}")
    seed = decks.seed_of_deal(secret, 1)
    deck = " ".join(TEXTS[card] for card in decks.shuffled(seed))
    while True:
        deal, last = played(deck, decks.first_starter(seed, PLAYERS), 1, chance, lambda deal: bool(two_targets(deal)))
        if not deal.over and len(deal.actions) == last + 1:
            deal.play(two_targets(deal)[-1])
            deal.play(next(text for text in deal.legal if text[0] == "-"))
            return " ".join(deal.actions)


def main() -> None:
    number = 0
    while (found := search(sha256(f"endings {number}".encode()).digest())) is None:
        number += 1
    FILE.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
