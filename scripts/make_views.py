"""Write the table screen's own views, for its tests and its pages without a server: web/src/table/views.json.

Each is a position set up by hand, with the drafts that its test or its page needs.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from speto.dummy import wire
from speto.dummy.deal import Deal
from speto.errors import SpetoError
from speto.protocol.messages import DealResult, SeatView, Setup, TableView, You

OUT = Path(__file__).resolve().parents[1] / "web" / "src" / "table" / "views.json"
BEFORE = [
    DealResult([95, 20, -160, -30], 0, 1, 0),
    DealResult([45, 155, 75, 50], 0, 1, 1),
    DealResult([40, 40, 45, 310], 1, 1, 3),
]
NAMES = ("คุณ", "ก้อย", "", "แม็กซ์")

POSITIONS: dict[str, dict[str, Any]] = {
    # The pickup of the look's pictures (E1): Kd to As, laid as Jd Qd Kd.
    "pickup": {
        "start": {
            "hands": ["8s 9s Js Qs Ks 6h Jh Qd", "2c 3c 4h 6s 7s 8h", "2d 2h 3d 5d 6d 7d Ad", "3h 4c 6c 7c As"],
            "stock": "4s Kh Th Qh Ac",
            "pile": "7h Kd/3 3s/0 8c/1 Jd/2 Ts/3 4d/0 9h/1 2s/2 Ah/3",
            "melds": ["9c/1 Tc/1 Jc/1 Qc/1 Kc/3", "5c/3 5h/3 5s/3", "8d/0 9d/0 Td/0"],
            "born": [0, 1, 3],
            "turn": 0,
        },
        "rules": "strict",
        "drafts": [
            "^JdQdKd",
            "^JdQdKd -6h",
            "^JdQdKd -4d",
            "^JdQdKd =8s9sTs",
            "^JdQdKd =8s9sTsJsQsKs",
            "^JdQdKd =8s9sTsJsQsKs -6h",
        ],
    },
    # 9c fits a run and a set (E5); 10c follows on the run.
    "two": {
        "start": {
            "hands": ["9c Tc 4s 6h Js 7s", "2c 3c 4h", "2d 2h 3d 5d 6d 7d Ad", "3h 4c As"],
            "stock": "4d Kh Th Qh Ac",
            "pile": "7h Kd/1 3s/2 8h/3",
            "melds": ["6c/1 7c/1 8c/1", "9h/0 9d/0 9s/0", "Jh/3 Jd/3 Jc/3"],
            "born": [0, 1, 3],
            "turn": 0,
        },
        "rules": "strict",
        "play": ["+"],
        "drafts": ["", "9c>6c", "9c>9d", "9c>6c Tc>6c", "-9c", "-6h"],
    },
    # Unborn, but a dark knock of one suit is in the hand.
    "dark": {
        "start": {
            "hands": ["3h 4h 5h 6h 9h Th Jh", "2c 3c 4c", "2d 2h 3d 5d 6d 7d Ad", "4s 5s 6s"],
            "stock": "Qh 8d Kh Ac",
            "pile": "7s Kd/1 3s/2 8h/3",
            "melds": ["6c/1 7c/1 8c/1"],
            "born": [1, 3],
            "turn": 0,
        },
        "rules": "strict",
        "play": ["+"],
        "drafts": [
            "",
            "=3h4h5h",
            "=9hThJh",
            "=9hThJhQh",
            "=3h4h5h =9hThJhQh",
            "=3h4h5h6h",
            "=3h4h5h6h =9hThJh",
            "=3h4h5h6h =9hThJh #Qh",
            "=3h4h5h =9hThJhQh #6h",
            "=4h5h6h =9hThJhQh",
            "=3h4h5h =9hThJh 6h>3h",
            "=3h4h5h =ThJhQh 6h>3h",
        ],
    },
    # Every kind of risk in one hand: 10c fits a run, 7d fills the pile, 8h feeds the head, Js lures a speto.
    "risk": {
        "start": {
            "hands": ["Tc 7d 8s Js 2d Ks 4h", "2c 3c 4c", "3d 5d 6d", "4s 5s 6s Qs"],
            "stock": "Ad 8d Kh Ac Qd",
            "pile": "7s Kd/1 7c/2 3h/3",
            "melds": ["7h/1 8h/1 9h/1", "9c/3 9d/3 9s/3", "Jc/0 Qc/0 Kc/0"],
            "born": [0, 1, 3],
            "turn": 0,
        },
        "rules": "strict",
        "play": ["+"],
        "drafts": ["", "-Tc", "-7d", "-8s", "-Js", "Tc>Jc"],
    },
    # The stock is empty: only a pickup that knocks, or passing (A23).
    "last": {
        "start": {
            "hands": ["9c Tc 4s", "2c 3c Th", "2d 2h 3d 5d 6d 7d Ad", "3h Ts As"],
            "stock": "",
            "pile": "7h Kd/1 8c/2 8h/3",
            "melds": ["4c/1 4d/1 4h/1"],
            "born": [0, 1, 3],
            "turn": 0,
        },
        "rules": "classic",
        "drafts": ["^8c9cTc", "^8c9cTc 4s>4c", "^8c9cTc 4s>4c #8h"],
    },
}


def table() -> TableView:
    """A table in its fourth deal, three people and a bot."""
    seats = [SeatView("person", name, host=n == 0) for n, name in enumerate(NAMES)]
    seats[2] = SeatView("bot", "", "greedy")
    totals = [sum(scores) for scores in zip(*(one.scores for one in BEFORE), strict=True)]
    return TableView("views", Setup(), "playing", seats, totals, BEFORE)


def shown(about: dict[str, Any]) -> dict[str, Any]:
    """A view: what a snapshot holds, and the answers to its drafts."""
    deal = Deal.from_start(about["start"], players=4, rules=about["rules"])
    drawn = ""
    for action in about.get("play", ()):
        held = deal.hands[0]
        deal.play(action)
        drawn = "".join(map(str, deal.hands[0] - held)) if action == "+" else drawn
    view = deal.see(0)
    setup = Setup(rules=dict(deal.options.rules()), aids="suggest", practice=True, clock="20+60")
    previews = {draft: wire.preview(view, draft.split(), 4, drawn) for draft in about["drafts"]}
    for draft, answer in previews.items():
        if not answer.ok:
            raise SystemExit(f"{draft}: {answer.sentence}")
    return {
        "you": You("player", 0, True),
        "table": msgspec.structs.replace(table(), setup=setup, bank=[60000, 42000, 60000, 60000]),
        "deal": wire.deal_view(view, 4, drawn),
        "previews": previews,
    }


def main() -> int:
    """Write the file."""
    found = {}
    for name, about in POSITIONS.items():
        try:
            found[name] = shown(about)
        except SpetoError as error:
            raise SystemExit(f"{name}: {error}") from error
    lines = [f'"{name}":{msgspec.json.encode(one).decode()}' for name, one in found.items()]
    OUT.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    print({name: len(msgspec.json.encode(one)) for name, one in found.items()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
