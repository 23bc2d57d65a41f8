"""The plain objects of Dammit's kernel: a deal's facts, and the house rules in force."""

from __future__ import annotations

from ..kit.fields import plain_class
from .kernel.state import FIELDS, RULES

State = plain_class(FIELDS, "State")
"""The facts of a deal, from ``kernel/state.py``."""

Rules = plain_class(RULES, "Rules")
"""The house rules in force, as ints."""
