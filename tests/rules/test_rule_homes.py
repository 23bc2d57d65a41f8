"""One rule, one home: every rule that decides something has one place in the code, and a test that names it."""

from __future__ import annotations

import re

import pytest

from speto import homes, rules_text

NO_HOME = {
    "D15": "says that two texts do not differ: cards on the table count for the player, which is R24",
    "D16": "is about names of the dark deduction: the glossary has them all",
    "D17": "is about the spelling of น็อก",
}
"""Rules that decide nothing which code could do, each with the reason."""

RULES = rules_text.parse(rules_text.find().read_text(encoding="utf-8"))
DECIDING = [id_ for id_ in RULES if re.fullmatch(r"(?:MA|[RPADM])\d+b?", id_)]
HOMES = homes.homes()
TESTS = homes.named()


def test_the_rules_are_all_there() -> None:
    wanted = [f"R{n}" for n in range(1, 29)] + [f"P{n}" for n in range(10)] + ["A6b"]
    wanted += [f"A{n}" for n in range(1, 70)] + [f"D{n}" for n in range(1, 19)]
    wanted += [f"M{n}" for n in range(1, 14)] + [f"MA{n}" for n in range(1, 26)]
    assert set(wanted) <= set(DECIDING)
    assert set(NO_HOME) <= set(DECIDING)


@pytest.mark.parametrize("rule", [rule for rule in DECIDING if rule not in NO_HOME])
def test_a_rule_has_one_home(rule: str) -> None:
    assert len(HOMES.get(rule, [])) == 1, f"homes of {rule}: {HOMES.get(rule, 'none')}"


@pytest.mark.parametrize("rule", [rule for rule in DECIDING if rule not in NO_HOME])
def test_a_rule_has_a_test_that_names_it(rule: str) -> None:
    assert TESTS.get(rule), f"no test names {rule}"


def test_no_home_for_a_rule_that_needs_none_or_is_not_there() -> None:
    assert sorted(set(HOMES) & set(NO_HOME)) == []
    assert sorted(set(HOMES) - set(RULES)) == []
