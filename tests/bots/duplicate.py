"""One player against another on duplicate deals.

    python -m tests.bots.duplicate [DECKS] [PRESET] [PLAYER] [AGAINST]

Every deck is played once a seat, the player in that seat and the other one in all the rest. The figure is the
player's points less the mean of the others', its error that of the means of the decks.
"""

from __future__ import annotations

import math
import random
import statistics
import sys
from collections.abc import Iterator

from speto.bots import Player, players
from speto.decks import seed_of_text, shuffled
from speto.dummy.deal import Deal


def play(deal: Deal, seats: list[Player], rng: random.Random) -> tuple[int, ...]:
    """Play a deal out and return the scores."""
    while deal.turn is not None:
        deal.play(seats[deal.turn](deal.see(deal.turn), rng))
    assert deal.scores is not None
    return deal.scores


def differences(decks: int, count: int, preset: str, player: Player, against: Player) -> Iterator[float]:
    """For each deck the mean, over the seats, of the player's lead."""
    for number in range(decks):
        deck = shuffled(seed_of_text(f"duplicate {count} {number}"))
        leads = []
        for seat in range(count):
            rng = random.Random(f"{count} {number} {seat}")
            seats = [player if other == seat else against for other in range(count)]
            scores = play(Deal(deck, players=count, rules=preset), seats, rng)
            leads.append(scores[seat] - (sum(scores) - scores[seat]) / (count - 1))
        yield statistics.fmean(leads)


def main(decks: int = 400, preset: str = "strict", player: str = "greedy", against: str = "random") -> None:
    """Print the figure for 2, 3 and 4 players."""
    known = players("dummy")
    for count in (2, 3, 4):
        leads = list(differences(decks, count, preset, known[player], known[against]))
        error = statistics.stdev(leads) / math.sqrt(decks)
        line = f"{preset}, {count} players, {decks} decks: {player} leads {against} by"
        sys.stdout.write(f"{line} {statistics.fmean(leads):+.1f} ± {error:.1f} points a deal\n")


if __name__ == "__main__":
    words = sys.argv[1:]
    main(*([int(words[0]), *words[1:]] if words else []))
