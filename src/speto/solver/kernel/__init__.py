"""The solvers' inner loops, in kernel style: they run interpreted, and compiled as a unit."""
