"""Bits for each hidden card and seat with the shipped weights, on play that nothing was fitted to.

    python scripts/belief_bits.py [ROWS]

For each set: in play by the policy and in play by values, without clues and with them.
"""

from __future__ import annotations

import sys

import numpy as np

from speto.bots.training import Ground, bits
from speto.bots.weights import shipped


def main() -> None:
    """Print a line for each set."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    for one in shipped()[0].sets:
        ground = Ground(one.preset, one.players)
        value, belief = np.array(one.value), np.array(one.belief)
        said = []
        for name, mask in (("the policy", (1 << one.players) - 1), ("values", 0)):
            plain, learned = bits(ground, value, one.policy, belief, mask, rows, 5_000)
            said.append(f"play by {name} {plain:.4f} -> {learned:.4f}")
        print(f"{one.preset}, {one.players} players: {', '.join(said)}", flush=True)


if __name__ == "__main__":
    main()
