"""Every unit of kernel-style code that Numba compiles, in the order in which they build on each other.

One list for all, because one hash over all of them names the cache: a change in a kernel must be seen by the
bots and environments on top of it.
"""

from __future__ import annotations

from speto.compiled import Unit

UNITS: tuple[Unit, ...] = (
    Unit("kit", ("speto.kit.bits", "speto.kit.rng", "speto.kit.draws", "speto.kit.states")),
    Unit(
        "dummy",
        (
            "speto.dummy.kernel.state",
            "speto.dummy.kernel.melds",
            "speto.dummy.kernel.finish",
            "speto.dummy.kernel.legal",
            "speto.dummy.kernel.scoring",
            "speto.dummy.kernel.penalties",
            "speto.dummy.kernel.play",
            "speto.dummy.kernel.setup",
            "speto.dummy.kernel.see",
            "speto.dummy.kernel.random_play",
            "speto.dummy.kernel.entries",
        ),
        "speto.dummy.warm:warm",
    ),
    Unit(
        "solver",
        (
            "speto.solver.kernel.room",
            "speto.solver.kernel.search",
            "speto.solver.kernel.maxn",
            "speto.solver.kernel.turns",
            "speto.solver.kernel.sets",
            "speto.solver.kernel.cfr",
            "speto.solver.kernel.entries",
        ),
        "speto.solver.warm:warm",
    ),
    Unit(
        "dammit",
        (
            "speto.dammit.kernel.state",
            "speto.dammit.kernel.legal",
            "speto.dammit.kernel.play",
            "speto.dammit.kernel.setup",
            "speto.dammit.kernel.see",
            "speto.dammit.kernel.random_play",
            "speto.dammit.kernel.entries",
        ),
        "speto.dammit.warm:warm",
    ),
    Unit(
        "bots",
        (
            "speto.bots.kernel.tables",
            "speto.bots.kernel.greedy",
            "speto.bots.kernel.memory",
            "speto.bots.kernel.belief",
            "speto.bots.kernel.worlds",
            "speto.bots.kernel.features",
            "speto.bots.kernel.value",
            "speto.bots.kernel.race",
            "speto.bots.kernel.search",
            "speto.bots.kernel.think",
            "speto.bots.kernel.duel",
            "speto.bots.kernel.learn",
            "speto.bots.kernel.entries",
        ),
        "speto.bots.warm:warm",
    ),
)
