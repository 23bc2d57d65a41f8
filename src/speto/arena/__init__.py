"""Computer players against each other on the same cards: who is better, by how much, and how sure that is.

It deals, so it lies above the players, who see views only. ``docs/arena.md`` says what its figures mean.
"""
