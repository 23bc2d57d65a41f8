"""The house rules of Dummy: every option, its values, the presets. To add one, see ``docs/contributing.md``."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar, Literal

from ..houserules import HouseRules, Values
from .kernel.state import FOOLISH_ANY, FOOLISH_SINGLE, FOOLISH_USED, NO_LIMIT
from .states import Rules

CHOICES: dict[str, tuple[Values, str]] = {
    "layoff_limit": ((None, *range(1, 14)), "D1"),
    "ace_value": (("flat15", "split15_10", "five"), "D2"),
    "unborn_double_on": (("knock_or_stock_out", "knock"), "D4"),
    "unborn_double_scope": (("hand_and_penalties", "hand"), "D5"),
    "foolish_condition": (("used", "any_pickup", "single_card"), "D6"),
    "foolish_speto_amount": ((100, 50), "D7"),
    "reversal": (("toggle", "next_deal", "off"), "D8"),
    "target": (range(50, 5001), "D11"),
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


@dataclass(frozen=True, slots=True, repr=False)
class Options(HouseRules):
    """One set of house rules, valid as a whole.

    >>> Options(layoff_limit=2)
    Options.of('classic', layoff_limit=2)
    >>> Options.of("strict").speto_lure, Options.of("short").rules()
    (True, {'preset': 'short'})
    >>> Options.read({"preset": "strict", "target": 300}).rules()
    {'preset': 'strict', 'target': 300}
    >>> Options(layoff_limit=99)
    Traceback (most recent call last):
    speto.errors.BadOptions: layoff_limit cannot be 99: null, 1 to 13 (D1)
    >>> Options.read({"colour": True})
    Traceback (most recent call last):
    speto.errors.BadOptions: there is no house rule 'colour'; did you mean 'colour_knock'? (D18)

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

    CHOICES: ClassVar = CHOICES
    PRESETS: ClassVar = {}
    PLANNED: ClassVar = {"knock": ("Knock Dummy", "K1")}
    RULE: ClassVar = "D18"

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

Options.PRESETS = PRESETS
assert [field.name for field in fields(Options)] == list(CHOICES)
