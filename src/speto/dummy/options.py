"""The house rules of Dummy: every option, its values, the presets. To add one, see ``docs/contributing.md``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal

from ..errors import BadOptions
from .kernel.state import FOOLISH_ANY, FOOLISH_SINGLE, FOOLISH_USED, NO_LIMIT
from .states import Rules

CHOICES: dict[str, tuple[tuple[object, ...], str]] = {
    "layoff_limit": ((None, *range(1, 14)), "D1"),
    "ace_value": (("flat15", "split15_10", "five"), "D2"),
    "unborn_double_on": (("knock_or_stock_out", "knock"), "D4"),
    "unborn_double_scope": (("hand_and_penalties", "hand"), "D5"),
    "foolish_condition": (("used", "any_pickup", "single_card"), "D6"),
    "foolish_speto_amount": ((100, 50), "D7"),
    "reversal": (("toggle", "next_deal", "off"), "D8"),
    "target": (range(50, 5001), "D11"),  # type: ignore[dict-item]
    "colour_knock": ((True, False), "D12"),
    "qka_closed": ((False, True), "D10"),
    "strip_stock": ((0, 5), "D13"),
    "knock_speto": ((False, True), "P1"),
    "knock_layable": ((False, True), "P2"),
    "head_bonus": ((False, True), "P3"),
    "layoff_discard": ((False, True), "P4"),
    "full_discard": ((False, True), "P5"),
    "head_feed": ((False, True), "P6"),
    "speto_feed": ((False, True), "P7"),
    "speto_lure": ((False, True), "P8"),
    "speto_laid_off": ((False, True), "P9"),
}
"""Each option: its values, and the id under which ``docs/rules.md`` argues it."""

FOOLISH = {"used": FOOLISH_USED, "any_pickup": FOOLISH_ANY, "single_card": FOOLISH_SINGLE}
ACES = {"flat15": (15, 15, 15), "split15_10": (15, 10, 15), "five": (5, 5, 5)}  # in a set, in a run, in hand


def _among(value: object, values: Any) -> bool:
    """Whether a value is one of these, type and all: True is not 1 here."""
    if isinstance(values, range):
        return type(value) is int and value in values
    return any(type(value) is type(one) and value == one for one in values)


def _shown(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    shown = repr(value)
    return shown if len(shown) <= 40 else shown[:37] + "…"


def _values_text(values: Any) -> str:
    if isinstance(values, range):
        return f"{values[0]} to {values[-1]}"
    if values[0] is None:
        return f"null, {values[1]} to {values[-1]}"
    return " or ".join(_shown(value) for value in values)


def _nearest(name: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name[:40], CHOICES, 1)
    return f"; did you mean {near[0]!r}?" if near else ""


@dataclass(frozen=True, slots=True)
class Options:
    """One set of house rules, valid as a whole.

    >>> Options(layoff_limit=2)
    Options.of('classic', layoff_limit=2)
    >>> Options.of("strict").speto_lure, Options.of("short").rules()
    (True, {'preset': 'short'})
    >>> Options(layoff_limit=99)
    Traceback (most recent call last):
    speto.errors.BadOptions: layoff_limit cannot be 99: null, 1 to 13 (D1)

    Raises:
        BadOptions: a value that the option does not have.
    """

    layoff_limit: int | None = None
    ace_value: Literal["flat15", "split15_10", "five"] = "flat15"
    unborn_double_on: Literal["knock_or_stock_out", "knock"] = "knock_or_stock_out"
    unborn_double_scope: Literal["hand_and_penalties", "hand"] = "hand_and_penalties"
    foolish_condition: Literal["used", "any_pickup", "single_card"] = "used"
    foolish_speto_amount: Literal[100, 50] = 100
    reversal: Literal["toggle", "next_deal", "off"] = "toggle"
    target: int = 500
    colour_knock: bool = True
    qka_closed: bool = False
    strip_stock: Literal[0, 5] = 0
    knock_speto: bool = False
    knock_layable: bool = False
    head_bonus: bool = False
    layoff_discard: bool = False
    full_discard: bool = False
    head_feed: bool = False
    speto_feed: bool = False
    speto_lure: bool = False
    speto_laid_off: bool = False

    def __post_init__(self) -> None:
        wrong = []
        rule = None
        for name, (values, home) in CHOICES.items():
            value = getattr(self, name)
            if not _among(value, values):
                wrong.append(f"{name} cannot be {_shown(value)}: {_values_text(values)}")
                rule = rule or home
        if wrong:
            raise BadOptions("; ".join(wrong), rule)

    @classmethod
    def of(cls, preset: str = "classic", **changes: Any) -> Options:
        """A preset with changes.

        Raises:
            BadOptions: no such preset, option or value.
        """
        return cls.read({"preset": preset, **changes})

    @classmethod
    def read(cls, rules: Mapping[str, object]) -> Options:
        """The house rules of a record: a preset's name (or none: ``classic``) and what differs from it.

        >>> Options.read({"preset": "strict", "target": 300}).rules()
        {'preset': 'strict', 'target': 300}
        >>> Options.read({"colour": True})
        Traceback (most recent call last):
        speto.errors.BadOptions: there is no house rule 'colour'; did you mean 'colour_knock'? (D18)

        Raises:
            BadOptions: no such preset, option or value.
        """
        changes = dict(rules)
        preset = changes.pop("preset", "classic")
        if preset == "knock":
            raise BadOptions("the preset 'knock' (Knock Dummy) is not built yet: classic, strict, short", "K1")
        if not isinstance(preset, str) or preset not in PRESETS:
            raise BadOptions(f"there is no preset {_shown(preset)}: {', '.join(PRESETS)}", "D18")
        for name in changes:
            if name not in CHOICES:
                raise BadOptions(f"there is no house rule {_shown(name)}{_nearest(name)}", "D18")
        if not changes:
            return PRESETS[preset]
        return replace(PRESETS[preset], **changes)  # type: ignore[arg-type]

    def rules(self) -> dict[str, object]:
        """The shortest ``rules`` object of a record: the nearest preset and what differs from it."""
        best: dict[str, object] = {}
        for name, preset in PRESETS.items():
            differs = {key: value for key, value in asdict(self).items() if value != getattr(preset, key)}
            if not best or len(differs) + 1 < len(best):
                best = {"preset": name, **differs}
        return best

    def kernel(self) -> Any:
        """The same as ints for the kernel."""
        r = Rules()
        r.layoff_limit = NO_LIMIT if self.layoff_limit is None else self.layoff_limit
        r.ace_set, r.ace_run, r.ace_hand = ACES[self.ace_value]
        r.unborn_stock_out = int(self.unborn_double_on == "knock_or_stock_out")
        r.unborn_penalties = int(self.unborn_double_scope == "hand_and_penalties")
        r.foolish_condition = FOOLISH[self.foolish_condition]
        r.foolish_speto = self.foolish_speto_amount
        for name in SWITCHES:
            setattr(r, name, int(getattr(self, name)))
        return r

    def __repr__(self) -> str:
        rules = self.rules()
        preset = rules.pop("preset")
        changes = "".join(f", {name}={value!r}" for name, value in rules.items())
        return f"Options.of({preset!r}{changes})"

    def __str__(self) -> str:
        rules = self.rules()
        preset = rules.pop("preset")
        return ", ".join([str(preset), *(f"{name} {_shown(value)}" for name, value in rules.items())])


OPTIONAL = (
    "knock_speto",
    "knock_layable",
    "head_bonus",
    "layoff_discard",
    "full_discard",
    "head_feed",
    "speto_feed",
    "speto_lure",
    "speto_laid_off",
)
"""P1 … P9, in that order."""

SWITCHES = ("colour_knock", "qka_closed", *OPTIONAL)

CLASSIC = Options()
STRICT = Options(**dict.fromkeys(OPTIONAL, True))  # type: ignore[arg-type]
SHORT = Options(
    layoff_limit=2,
    unborn_double_on="knock",
    unborn_double_scope="hand",
    foolish_condition="single_card",
    foolish_speto_amount=50,
    reversal="next_deal",
    colour_knock=False,
    qka_closed=True,
)
PRESETS: dict[str, Options] = {"classic": CLASSIC, "strict": STRICT, "short": SHORT}
"""D18: ``classic`` is the full account without its optional list, ``strict`` with it, ``short`` the shorter family."""

assert [field.name for field in fields(Options)] == list(CHOICES)
