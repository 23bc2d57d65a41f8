"""Write views of real deals for screens without a server: web/src/dev/fixtures.json.

The deals are played by the simple bots from fixed seeds; each fixture is the first moment that shows what a screen
must cope with. Three crowded ones are positions set up by hand.
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
from speto.protocol.messages import DealResult, DummyView, SeatView, Setup, TableView, You

OUT = Path(__file__).resolve().parents[1] / "web" / "src" / "dev" / "fixtures.json"
NAMES = ("คุณ", "ก้อย", "Ton", "แม็กซ์")
BEFORE = [
    DealResult([95, 20, -160, -30], 0, 1, 0),
    DealResult([45, 155, 75, 50], 0, 1, 1),
    DealResult([40, 40, 45, 310], 1, 1, 3),
]


def moments(rules: str, seeds: range) -> Iterator[tuple[Deal, str]]:
    """Every moment of deals that four greedy bots play, with what seat 0 drew last; the deal goes on afterwards."""
    for seed in seeds:
        rng = random.Random(seed)
        deal = Deal(players=4, seed=f"fixture {seed}", rules=rules, starter=seed % 4)
        drawn = ""
        while not deal.over:
            yield deal, drawn
            seat, held = deal.turn, deal.hands[0]
            action = greedy(deal.see(seat), rng)
            deal.play(action)
            new = "".join(map(str, deal.hands[0] - held))
            drawn = (new if action == "+" else drawn) if seat == 0 and not deal.starting else ""
        yield deal, ""


def first(rules: str, fits: Callable[[Deal], bool]) -> tuple[Deal, str]:
    """The first moment that fits."""
    for deal, drawn in moments(rules, range(4000)):
        if fits(deal):
            return deal, drawn
    raise LookupError("no such moment")


def _kinds(deal: Deal, sign: str) -> int:
    return sum(sign in action for action in deal.legal)


def taking(deal: Deal) -> bool:
    """My turn begins; the pile is long, several pickups are there, three melds lie on the table."""
    return (
        deal.turn == 0 and deal.starting and _kinds(deal, "^") >= 2 and len(deal.hands[0]) >= 6 and len(deal.pile) >= 8
        and len(deal.melds) >= 3 and deal.born[0]
    )  # fmt: skip


def laying(deal: Deal) -> bool:
    """I have taken a card, and may lay off a card on two melds or lay one."""
    cards = [action[:2] for action in deal.legal if ">" in action]
    return deal.turn == 0 and not deal.starting and len(cards) > len(set(cards)) and len(deal.hands[0]) >= 5


def waiting(deal: Deal) -> bool:
    """Another seat is to act, in the middle of a deal."""
    return deal.turn == 2 and deal.starting and len(deal.melds) >= 2 and len(deal.pile) >= 6 and not deal.born[3]


def knocking(deal: Deal) -> bool:
    """I hold one card and must knock."""
    return deal.turn == 0 and deal.legal[:1] != [] and deal.legal[0].startswith("#") and deal.born[0]


def over(deal: Deal) -> bool:
    """A deal that ended with a knock and at least three different penalties."""
    charged = {line.code for line in deal.ledger if line.points < 0}
    return deal.over and deal.knocker is not None and len(charged) >= 5


def crowded(hand: int, pile: int, melds: int) -> Deal:
    """A position with so many cards in my hand, in the pile, and so many melds."""
    deck = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    runs = [deck[13 * suit + low : 13 * suit + low + 3] for low in (0, 3, 6, 9) for suit in range(4)]
    laid = [runs[number] for number in range(melds)]
    left = [card for card in deck if not any(card in meld for meld in laid)]
    random.Random(7).shuffle(left)
    hands = [left[:hand], *([left[hand + n]] for n in range(3))]
    rest = left[hand + 3 :]
    discards = [f"{card}/{(n + (4 - pile) % 4) % 4}" if n else card for n, card in enumerate(rest[:pile])]
    start = {
        "hands": [" ".join(cards) for cards in hands],
        "stock": " ".join(rest[pile:]),
        "pile": " ".join(discards),
        "melds": [" ".join(f"{card}/{n % 4}" for card in meld) for n, meld in enumerate(laid)],
        "born": [0, 1, 2, 3],
        "turn": 0,
    }
    return Deal.from_start(start, players=4, rules="strict")


def table(deal: Deal, status: str) -> TableView:
    """A table in its fourth deal."""
    seats = [SeatView("person", name, host=n == 0, ready=status != "playing") for n, name in enumerate(NAMES)]
    seats[2] = SeatView("bot", NAMES[2], "greedy", ready=True)
    results = list(BEFORE)
    if deal.over:
        results.append(DealResult(list(deal.scores or ()), 3, 1, deal.knocker))
    setup = Setup(rules=dict(deal.options.rules()), aids="suggest", practice=True)
    totals = [sum(scores) for scores in zip(*(one.scores for one in results), strict=True)]
    return TableView("fixture", setup, status, seats, totals, results)  # type: ignore[arg-type]


def shown(deal: Deal, seat: int | None, drawn: str = "") -> dict[str, Any]:
    """A fixture: what a snapshot holds, and the answers to drafts of one action, and to some of two."""
    view = deal.see(seat)
    seen: DummyView = wire.deal_view(view, 4, drawn)
    previews = {}
    if seat is not None:
        for action in seen.legal if seen.phase == "lay" else seen.legal[1:]:
            answer = wire.preview(view, [action], 4, drawn)
            previews[action] = answer
            for after in (answer.deal.legal if answer.deal and action[0] == "^" else [])[-10:]:
                previews[f"{action} {after}"] = wire.preview(view, [action, after], 4, drawn)
    return {
        "you": You("watcher" if seat is None else "player", seat, seat == 0),
        "table": table(deal, "between" if deal.over else "playing"),
        "deal": seen,
        "hash_text": wire.hash_text(seen),
        "previews": previews,
    }


def main() -> int:
    """Write the file."""
    found: dict[str, Any] = {}
    for name, rules, fits in (
        ("take", "strict", taking),
        ("lay", "strict", laying),
        ("wait", "classic", waiting),
        ("knock", "classic", knocking),
        ("over", "strict", over),
    ):
        deal, drawn = first(rules, fits)
        found[name] = shown(deal, 0, drawn)
        if name == "wait":
            found["watch"] = shown(deal, None)
    for name, (hand, pile, melds) in {"hand22": (22, 5, 6), "pile24": (12, 24, 3), "melds9": (15, 6, 9)}.items():
        found[name] = shown(crowded(hand, pile, melds), 0)
        found[name]["previews"] = {}
    lines = [f'"{name}":{msgspec.json.encode(one).decode()}' for name, one in found.items()]
    OUT.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    print({name: len(msgspec.json.encode(one)) for name, one in found.items()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
