"""Every error that Speto raises for what it was given.

SpetoError              what, where, and the rule that says so
├── BadText             this is no card, no action, no record
├── BadOptions          no such house rule, or no such value of it
├── BadStart            a deck or a position that no deal can have
├── IllegalAction       the rules forbid this action here
└── Difference          a record states something else than its replay gives
"""

from __future__ import annotations

Place = tuple[int | None, int | None]


class SpetoError(ValueError):
    """One sentence that a person can act on.

    ``sentence`` names what is wrong, ``rule`` is the id of the rule that says so (or None),
    ``at`` is the place in a record: (deal, action), counted from 0, None where it does not apply.

    >>> str(SpetoError("7h is not in the hand", "R8", (0, 3)))
    'deals[0].actions[3]: 7h is not in the hand (R8)'
    """

    def __init__(self, sentence: str, rule: str | None = None, at: Place = (None, None)) -> None:
        super().__init__(sentence, rule, at)
        self.sentence = sentence
        self.rule = rule
        self.at = at

    def located(self, deal: int | None, action: int | None = None) -> SpetoError:
        """The same error with its place in a record; what is known already stays."""
        here = self.at
        at = (here[0] if here[0] is not None else deal, here[1] if here[1] is not None else action)
        return type(self)(self.sentence, self.rule, at)

    @property
    def where(self) -> str:
        """The place as text: ``deals[0].actions[3]``, or nothing."""
        deal, action = self.at
        parts = [] if deal is None else [f"deals[{deal}]"]
        if action is not None:
            parts.append(f"actions[{action}]")
        return ".".join(parts)

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        rule = f" ({self.rule})" if self.rule else ""
        return f"{place}{self.sentence}{rule}"


class BadText(SpetoError):
    """This is no card, no action, no record."""


class BadOptions(SpetoError):
    """No such house rule, or no such value of it."""


class BadStart(SpetoError):
    """A deck or a position that no deal can have."""


class IllegalAction(SpetoError):
    """The rules forbid this action here."""


class Difference(SpetoError):
    """A record states something else than its replay gives."""
