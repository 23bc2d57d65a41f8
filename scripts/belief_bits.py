"""Bits for each hidden card and seat with the shipped weights, and how true its chances are, on play not fitted to.

    python scripts/belief_bits.py [ROWS]

For each set: in play by the policy and in play by values, bits without clues and with them, and the mean calibration
error: rows sorted by the chance that the belief gives, in ten bins of equal size; in each the mean chance against how
often the seat held the card; the mean of these ten differences. ROWS is 200000 if left out.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from speto.bots.training import Ground, chances, log_loss, watch
from speto.bots.weights import shipped

BINS = 10


def miss(chance: Any, held: Any) -> float:
    """The mean calibration error in percent."""
    bins = np.array_split(np.argsort(chance, kind="stable"), BINS)
    return 100 * float(np.mean([abs(chance[part].mean() - held[part].mean()) for part in bins]))


def main() -> None:
    """Print a line for each set."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    for one in shipped()[0].sets:
        ground = Ground(one.preset, one.players)
        said = []
        for name, mask in (("the policy", (1 << one.players) - 1), ("values", 0)):
            clues, (held, even) = watch(ground, np.array(one.value), one.policy, mask, rows, 5_000)
            chance = chances(clues, even, np.array(one.belief))
            told = f"{log_loss(even, held):.4f} -> {log_loss(chance, held):.4f}"
            said.append(f"play by {name} {told}, calibration {miss(chance, held):.2f} %")
        print(f"{one.preset}, {one.players} players: {'; '.join(said)}", flush=True)


if __name__ == "__main__":
    main()
