"""House rules of any game: named options with their values, presets, and what a record says of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any, ClassVar, NamedTuple, Self

from .errors import BadOptions


class AtLeast(NamedTuple):
    """The whole numbers from one on."""

    least: int


Values = range | AtLeast | tuple[Any, ...]
"""What an option can be."""


class HouseRules:
    """One set of house rules of a game: the base of its ``Options``, a frozen dataclass of the options' values.

    Raises:
        BadOptions: a value that the option does not have.
    """

    __slots__ = ()

    CHOICES: ClassVar[Mapping[str, tuple[Values, str]]]
    """Each option: its values, and the id under which ``docs/rules.md`` argues it."""
    PRESETS: ClassVar[dict[str, Any]]
    """The presets by name; the first is meant when none is named."""
    PLANNED: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """Presets that are not built yet: what they are, and the rule that says so."""
    RULE: ClassVar[str]
    """The rule that lists presets and options."""

    def __post_init__(self) -> None:
        wrong = []
        rule = None
        for name, (values, home) in self.CHOICES.items():
            value = getattr(self, name)
            if not _among(value, values):
                wrong.append(f"{name} cannot be {_shown(value)}: {_values_text(values)}")
                rule = rule or home
        if wrong:
            raise BadOptions("; ".join(wrong), rule)

    @classmethod
    def of(cls, preset: str = "classic", **changes: Any) -> Self:
        """A preset with changes.

        Raises:
            BadOptions: no such preset, option or value.
        """
        return cls.read({"preset": preset, **changes})

    @classmethod
    def named(cls, rules: Self | str | Mapping[str, object]) -> Self:
        """House rules as people name them: themselves, a preset's name, or a record's ``rules`` object.

        Raises:
            BadOptions: no such preset, option or value.
        """
        if isinstance(rules, cls):
            return rules
        if not isinstance(rules, (str, Mapping)):
            raise BadOptions(f"house rules are a preset's name or an object of options, not {rules!r:.40}", cls.RULE)
        return cls.of(rules) if isinstance(rules, str) else cls.read(rules)

    @classmethod
    def read(cls, rules: Mapping[str, object]) -> Self:
        """The house rules of a record: a preset's name (or none: ``classic``) and what differs from it.

        Raises:
            BadOptions: no such preset, option or value.
        """
        changes = dict(rules)
        preset = changes.pop("preset", "classic")
        presets = ", ".join(cls.PRESETS)
        if isinstance(preset, str) and preset in cls.PLANNED:
            what, rule = cls.PLANNED[preset]
            raise BadOptions(f"the preset {preset!r} ({what}) is not built yet: {presets}", rule)
        if not isinstance(preset, str) or preset not in cls.PRESETS:
            raise BadOptions(f"there is no preset {_shown(preset)}: {presets}", cls.RULE)
        for name in changes:
            if name not in cls.CHOICES:
                raise BadOptions(f"there is no house rule {_shown(name)}{cls._nearest(name)}", cls.RULE)
        found: Self = cls.PRESETS[preset]
        return replace(found, **changes) if changes else found  # type: ignore[type-var]

    @classmethod
    def _nearest(cls, name: str) -> str:
        from difflib import get_close_matches

        near = get_close_matches(name[:40], cls.CHOICES, 1)
        return f"; did you mean {near[0]!r}?" if near else ""

    def rules(self) -> dict[str, object]:
        """The shortest ``rules`` object of a record: the nearest preset and what differs from it."""
        best: dict[str, object] = {}
        for name, preset in self.PRESETS.items():
            values = asdict(self)  # type: ignore[call-overload]
            differs = {key: value for key, value in values.items() if value != getattr(preset, key)}
            if not best or len(differs) + 1 < len(best):
                best = {"preset": name, **differs}
        return best

    def __repr__(self) -> str:
        rules = self.rules()
        preset = rules.pop("preset")
        changes = "".join(f", {name}={value!r}" for name, value in rules.items())
        return f"{type(self).__name__}.of({preset!r}{changes})"

    def __str__(self) -> str:
        rules = self.rules()
        preset = rules.pop("preset")
        return ", ".join([str(preset), *(f"{name} {_shown(value)}" for name, value in rules.items())])


def _among(value: object, values: Values) -> bool:
    """Whether a value is one of these, type and all: True is not 1 here."""
    if isinstance(values, AtLeast):
        return type(value) is int and value >= values.least
    if isinstance(values, range):
        return type(value) is int and value in values
    return any(type(value) is type(one) and value == one for one in values)


def _shown(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    shown = repr(value)
    return shown if len(shown) <= 40 else shown[:37] + "…"


def _values_text(values: Values) -> str:
    if isinstance(values, AtLeast):
        return f"{values.least} or more"
    if isinstance(values, range):
        return f"{values[0]} to {values[-1]}"
    if values[0] is None:
        return f"null, {values[1]} to {values[-1]}"
    return " or ".join(_shown(value) for value in values)
