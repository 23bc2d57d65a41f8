"""The truth about ends of deals: exact solvers, and how far a player is from them (``docs/solver.md``)."""
