"""Make ``vectors.json``: deals as viewers see them, their texts for hashing and their hashes.

python -m tests.protocol.make_vectors        (in the root of the source tree)
"""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import Any

import msgspec

from speto.dummy import wire
from speto.dummy.deal import Deal

FILE = Path(__file__).parent / "vectors.json"
PRESETS = ("classic", "strict", "short")

POSITION = {
    "hands": ["Qd 2c 9h", "3h 4h", "5c 6d"],
    "stock": "5s 6s",
    "pile": "7h Kd/1 3s/1 8c/2",
    "melds": ["8s/1 9s/1 Ts/1 Js/0"],
    "born": [0, 1],
    "turn": 0,
    "layoffs": [1, 0, 0],
    "known": ["Qd", "", ""],
    "penalties": [[1, "layoff_discard"]],
}


def vectors() -> list[dict[str, Any]]:
    """Twenty of them: before the first action, in turns with and without fresh cards, over, and from a position."""
    headless = {**POSITION, "pile": "Kd/1 3s/1 8c/2", "turn": 0}
    made = [_vector("position", Deal.from_start(POSITION, players=3, rules="strict"), 0, "")]
    made.append(_vector("position without a head", Deal.from_start(headless, players=3, rules="strict"), 1, ""))
    for number in range(18):
        rng = random.Random(f"vector {number}")
        players = 2 + number % 3
        deal = Deal(players=players, rules=PRESETS[number // 3 % 3], seed=f"vector {number}", starter=number % players)
        most = (0, 1, 8, 17, 36, 200)[number % 6]
        drawn = ""
        while not deal.over and len(deal.actions) < most:
            lively = [text for text in deal.legal if text[0] not in "+-."]
            action = rng.choice(lively if lively and rng.random() < 0.5 else deal.legal)
            drawn = str(deal.stock[0]) if action == "+" else "" if action[0] == "-" else drawn
            deal.play(action)
        viewer = None if number % 5 == 4 else rng.choice([deal.turn or 0, *range(players)])
        made.append(_vector(f"deal {number}", deal, viewer, drawn if viewer == deal.turn else "", number % 4 + 1))
    return made


def _vector(name: str, deal: Deal, viewer: int | None, drawn: str, number: int = 1) -> dict[str, Any]:
    view = wire.deal_view(deal.see(viewer), number, drawn)
    text = wire.hash_text(view)
    digest = hashlib.sha256(text.encode()).hexdigest()[:8]
    return {"name": name, "viewer": viewer, "hash": digest, "text": text, "deal": msgspec.to_builtins(view)}


def written(made: list[dict[str, Any]]) -> bytes:
    """The file: a line for each vector."""
    return b"[\n" + b",\n".join(msgspec.json.encode(vector) for vector in made) + b"\n]\n"


if __name__ == "__main__":
    FILE.write_bytes(written(vectors()))
