"""How players play, in figures: each against itself, or against another in all other seats.

``.venv/bin/python scripts/styles.py greedy wary patient --against greedy --decks 300`` prints the table of
docs/arena.md.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from speto.arena.names import Opponent, opponent
from speto.decks import seed_of_text, shuffled
from speto.dummy.deal import Deal

KNOCKS = {"knock_card", "knock_speto", "knock_layable"}


@dataclass
class Style:
    """Counts over deals, of one seat."""

    deals: int = 0
    turns: int = 0
    could: int = 0
    took: int = 0
    laid: int = 0
    laid_at_once: int = 0
    knocks: int = 0
    dark: int = 0

    def row(self) -> list[str]:
        """Turns a deal; the shares of pickups taken, of cards laid before the last turn, of knocks; of these dark."""
        shares = (
            (self.took, self.could),
            (self.laid_at_once, self.laid),
            (self.knocks, self.deals),
            (self.dark, self.knocks),
        )
        return [f"{self.turns / self.deals:.1f}", *(f"{100 * part / max(whole, 1):.0f} %" for part, whole in shares)]


def watch(name: str, against: str, decks: int, players: int = 2, preset: str = "strict") -> Style:
    """Count what a name does in seat 0, who begins; the other name sits in all other seats."""
    seats: list[Opponent] = [opponent(name), *(opponent(against) for _ in range(players - 1))]
    style = Style()
    for number in range(decks):
        deal = Deal(shuffled(seed_of_text(f"styles {number}")), players=players, rules=preset, starter=number % players)
        before = 0
        while deal.turn is not None:
            seat, view = deal.turn, deal.see(deal.turn)
            legal, seed = view.legal, bytes([len(view.actions)])
            action = legal[0] if len(legal) == 1 else seats[seat].choose(view, legal, seed)
            if seat == 0 and view.starting:
                style.turns += 1
                style.could += any(text[0] == "^" for text in legal)
                style.took += action[0] == "^"
                before = int(deal._g.placed[0]).bit_count()
            deal.play(action)
        style.deals += 1
        if deal.knocker == 0:
            style.knocks += 1
            style.dark += any(line.seat == 0 and line.code == "dark_knock" for line in deal.ledger)
            style.laid += int(deal._g.placed[0]).bit_count()
            style.laid_at_once += before
    for player in seats:
        player.close()
    return style


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="+")
    parser.add_argument("--against", help="who sits in the other seats; each against itself if left out")
    parser.add_argument("--decks", type=int, default=300)
    parser.add_argument("--players", type=int, default=2)
    args = parser.parse_args()
    print("| name | turns a deal | pickups taken | cards laid before the turn of its knock | deals it knocks | dark |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name in args.names:
        print("|", " | ".join([name, *watch(name, args.against or name, args.decks, args.players).row()]), "|")


if __name__ == "__main__":
    main()
