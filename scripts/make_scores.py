"""Write ends of deals for the score sheet without a server: web/src/screens/score/cases.json.

Whole matches of four simple bots from fixed seeds; each case is the first deal that ends so. One is a position.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from speto.bots.simple import greedy
from speto.dummy import wire
from speto.dummy.deal import Deal
from speto.dummy.lesson import after
from speto.dummy.match import Match, follow
from speto.protocol.messages import DealResult, SeatView, Setup, TableView

OUT = Path(__file__).resolve().parents[1] / "web" / "src" / "screens" / "score" / "cases.json"
NAMES = ("คุณ", "ก้อย", "ต้น", "แม็กซ์")


def matches(rules: str, players: int, seeds: range) -> Iterator[tuple[Match, Deal]]:
    """Every finished deal of matches between bots."""
    for seed in seeds:
        rng = random.Random(seed)
        match = Match(players=players, rules=rules, seed=f"scores {seed}")
        while match.winner is None:
            deal = match.next_deal()
            while not deal.over:
                deal.play(greedy(deal.see(deal.turn), rng))
            yield match, deal


def case(match: Match, deal: Deal) -> dict[str, Any]:
    """Table and deal as seat 0 sees them at the end of a deal."""
    ended = match.deals
    players = deal.players
    seats = [SeatView("person" if n != 2 else "bot", name, ready=n > 0) for n, name in enumerate(NAMES[:players])]
    results = [wire.result(one) for one in ended]
    settled = follow(match.options, players, ended)
    status = "over" if settled.decided else "between"
    setup = Setup(rules=dict(deal.options.rules()), players=players)
    table = TableView(
        "scores",
        setup,
        status,  # type: ignore[arg-type]
        seats,
        list(settled.totals),
        results,
        settled.winner,
        next=dict(settled.start) if status == "between" else {},
    )
    return {"table": table, "deal": wire.deal_view(deal.see(0), len(ended))}


def first(rules: str, players: int, fits: Callable[[Match, Deal], bool]) -> dict[str, Any]:
    """The first deal that ends so."""
    for match, deal in matches(rules, players, range(4000)):
        if fits(match, deal):
            return case(match, deal)
    raise LookupError("no such deal")


def codes(deal: Deal) -> list[str]:
    """The codes of all lines."""
    return [line.code for line in deal.ledger]


def lesson(name: str) -> dict[str, Any]:
    """The end of a lesson: a deal from a position."""
    moment = after(name, [])
    begun = wire.deal_view(moment.deal.see(0), 1)
    while moment.now:
        moment.take(moment.hint)
    deal = moment.deal
    seats = [SeatView("person", name) for name in NAMES[: deal.players]]
    scores = list(deal.scores or ())
    results = [DealResult(scores, 0, 1, deal.knocker)]
    setup = Setup(rules=moment.lesson.rules, players=deal.players)
    table = TableView("lesson", setup, "between", seats, scores, results)
    return {"table": table, "deal": wire.deal_view(deal.see(0), 1), "first": {"pile": begun.pile, "melds": begun.melds}}


def main() -> int:
    """Write the file."""
    found: dict[str, Any] = {
        "foolish": first("strict", 4, lambda m, d: "foolish_discard" in codes(d) and len(m.deals) > 1),
        "dark": first("classic", 4, lambda m, d: "dark_knock" in codes(d) and len(m.deals) > 2),
        "stockout": first("strict", 4, lambda m, d: d.knocker is None and len(m.deals) > 1),
        "charged": first(
            "strict", 4, lambda _, d: len({c for c in codes(d) if c.endswith(("_discard", "feed", "lure"))}) > 2
        ),
        "many": first("strict", 2, lambda _, d: any(len(c.cards or "") > 30 for c in d.ledger if c.code == "laid")),
        "over": first("strict", 4, lambda m, _: m.winner == 0 and len(m.deals) > 4),
        "over3": first("short", 3, lambda m, _: m.winner not in (None, 0)),
        "both": lesson("dark"),
    }
    lines = [f'"{name}":{msgspec.json.encode(one).decode()}' for name, one in found.items()]
    OUT.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    print({name: len(msgspec.json.encode(one)) for name, one in found.items()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
