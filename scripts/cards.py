"""The cards of the shipped weights as the table of docs/bots.md.

python scripts/cards.py
"""

from __future__ import annotations

import re

from speto.bots.weights import Set, shipped


def row(one: Set) -> str:
    """One set: what its card says of each step."""
    said = one.card["said"]
    kept = re.search(r"policy: (\d+) of", said)
    leads = re.findall(r"generation \d+: (\S+ ± \S+) over", said)
    values, policy = (
        re.search(rf"against {name}: (\S+) bits a card, (\S+) without", said) for name in ("values", "the policy")
    )
    race = re.search(r"the match: (\S+) bits on who wins it, (\S+) without", said)
    assert kept and leads and values and policy and race
    best = max(leads, key=lambda text: float(text.split()[0]))
    bits = (f"{found[2]} → {found[1]}" for found in (policy, values, race))
    return f"| {' | '.join([one.preset, str(one.players), one.card['minutes'], kept[1], best, *bits])} |"


def main() -> None:
    """Print the table."""
    head = (
        "preset",
        "players",
        "minutes",
        "changes kept",
        "values over the policy",
        "belief, by the policy",
        "by values",
    )
    print(f"| {' | '.join([*head, 'match'])} |")
    print(f"|{' --- |' * (len(head) + 1)}")
    for one in shipped()[0].sets:
        print(row(one))


if __name__ == "__main__":
    main()
