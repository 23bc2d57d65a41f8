"""Deals in a row to a target: who starts, which way round, who has won."""

from __future__ import annotations

from collections.abc import Sequence

from .. import decks
from ..errors import BadStart
from ..game import Following
from .deal import Deal
from .options import Options


def next_direction(options: Options, direction: int, foolish: bool) -> int:
    """D8, D9, A26: the direction of dealing and of turns in the deal after one of this direction.

    A deal is foolish if P0 was charged in it.
    """
    if options.reversal == "toggle":
        return -direction if foolish else direction
    return -1 if options.reversal == "next_deal" and foolish else 1


def next_starter(players: int, starter: int, direction: int, knocker: int | None) -> int:
    """R27, A27: the knocker starts the next deal; without one, the seat after the last starter in that direction."""
    return (starter + direction) % players if knocker is None else knocker


def winner(options: Options, totals: Sequence[int]) -> int | None:
    """R28, D11, A49, A50, A51: the seat that has won after a deal: the only one with the highest total, at the target.

    Totals have no floor; a seat that passed the target and fell back has not won.
    """
    best = max(totals)
    if best >= options.target and list(totals).count(best) == 1:
        return list(totals).index(best)
    return None


def follow(options: Options, players: int, deals: Sequence[Deal], before: Sequence[int] = ()) -> Following:
    """A62: what the deals so far settle: totals, the winner, and the next deal's starter and direction.

    ``before`` are the totals of deals before these, which nobody has won.
    """
    totals = list(before) or [0] * players
    won = winner(options, totals)
    for deal in deals:
        for seat, points in enumerate(deal.scores or ()):
            totals[seat] += points
        won = winner(options, totals) if won is None else won
    start: dict[str, int] = {}
    if deals and deals[-1].over and deals[-1].starter is not None:
        last = deals[-1]
        start["starter"] = next_starter(players, deals[-1].starter, last.direction, last.knocker)
        start["direction"] = next_direction(options, last.direction, last.foolish)
    return Following(
        tuple(totals),
        start,
        {"starter": "R27", "direction": "A26"},
        won is not None,
        won,
        "R28",
    )


class Match:
    """Deals in a row until somebody has won.

    >>> match = Match(players=2, rules="short", seed="tour")
    >>> deal = match.next_deal()
    >>> deal.starter, deal.direction, match.totals, match.winner
    (0, 1, (0, 0), None)

    With a ``seed`` (a text) the whole match can be repeated: the first starter and every deck follow from it, and
    the first deal is the one of ``speto deal --seed``.
    """

    def __init__(self, *, players: int = 2, rules: Options | str = "classic", seed: str | None = None) -> None:
        if type(players) is not int or players not in (2, 3, 4):
            raise BadStart(f"Dummy has 2 to 4 players, not {players!r:.40}", "R1")
        self.players = players
        self.options = Options.named(rules)
        self._seed = decks.fresh_seed() if seed is None else decks.seed_of_text(seed)
        self.deals: list[Deal] = []

    def next_deal(self, deck: str | Sequence[int] | None = None) -> Deal:
        """Begin the next deal, of a deck or of a shuffled one.

        Raises:
            BadStart: the last deal is not over, or the match is.
        """
        if self.deals and not self.deals[-1].over:
            raise BadStart("the deal before is not over", "R27")
        settled = follow(self.options, self.players, self.deals)
        if settled.decided:
            raise BadStart(f"the match is decided: seat {settled.winner} has won", "R28")
        starter = settled.start.get("starter", decks.first_starter(self._seed, self.players))
        direction = settled.start.get("direction", 1)
        if deck is None:
            number = len(self.deals)
            deck = decks.shuffled(self._seed if number == 0 else decks.seed_of_deal(self._seed, number))
        deal = Deal(deck, players=self.players, rules=self.options, starter=starter, direction=direction)
        self.deals.append(deal)
        return deal

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat over all finished deals."""
        return follow(self.options, self.players, self.deals).totals

    @property
    def winner(self) -> int | None:
        """The seat that has won, None while the match goes on."""
        return follow(self.options, self.players, self.deals).winner

    def __repr__(self) -> str:
        end = "goes on" if self.winner is None else f"seat {self.winner} has won"
        return f"<Match of Dummy: {self.options}, {len(self.deals)} deals, totals {self.totals}, {end}>"
