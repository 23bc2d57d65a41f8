"""The house rules of Dammit: there is one option."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ..houserules import AtLeast, HouseRules
from .states import Rules

ENDLESS = 2**31 - 1
"""More turns than any deal will see; the kernel counts no further."""


@dataclass(frozen=True, slots=True, repr=False)
class Options(HouseRules):
    """MA24: the house rules, valid as a whole: after how many turns a deal that does not end is ended (MA16).

    >>> Options(max_turns=200)
    Options.of('classic', max_turns=200)
    >>> Options(max_turns=0)
    Traceback (most recent call last):
    speto.errors.BadOptions: max_turns cannot be 0: 1 or more (MA16)

    Raises:
        BadOptions: a value that the option does not have.
    """

    max_turns: int = 1000

    CHOICES: ClassVar = {"max_turns": (AtLeast(1), "MA16")}
    PRESETS: ClassVar = {}
    RULE: ClassVar = "MA24"

    def kernel(self) -> Any:
        """The same as ints for the kernel."""
        r = Rules()
        r.max_turns = min(self.max_turns, ENDLESS)
        return r


CLASSIC = Options()
Options.PRESETS = {"classic": CLASSIC}
