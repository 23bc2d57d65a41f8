"""Thinking about Dummy on ints: policies, values, worlds and search. Kernel style; compiled twins are a unit."""
