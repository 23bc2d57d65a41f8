"""``speto rules``: the rules from their page, their homes from the sources, their tests from the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from speto import homes, rules_text
from speto.cli import main

Capture = pytest.CaptureFixture[str]

PAGE = """
# Rules

## 1. Base

| # | Rule | Texts |
| --- | --- | --- |
| R1 | 2–4 players. No jokers. | 000 |
| R6 | Rank order is 2 3 4 … K A. No `wrap`. | 001 |

Text | with a bar.

## 2. Optional

| id / code name | Trigger | Amount |
| --- | --- | --- |
| **P1** `knock_speto` | The knock card is a speto | 100 |
| **P2** `knock_layable` ใบน็อก | Layable; see R6 | 100 |

| option | values | rule |
| --- | --- | --- |
| `ace_value` | "flat15"\\|"five" | R6 D2 |
| `knock_speto` `knock_layable` | false, true | P1 … P2 |

| id | Question | Decision | Evidence |
| --- | --- | --- | --- |
| A6b | Is it inside? | Yes. Always | 001 |
| A7 | Ties at the end | Play on | 002 |
"""


MODULE = '''
def f():
    """R9, A6b: one.

    R1: more."""

def g():
    """Not R9: no."""

class C:
    """P7: a class."""

    def m(self):
        """MA3: a method."""

def h():
    pass
'''

TESTS = """
import pytest

def test_R9_and_A6b_hold():
    assert "R10"

@pytest.mark.parametrize("x", [pytest.param(1, id="E8/P5"), 2], ids=["D1", "x"])
def test_x(x):
    pass
"""


def test_a_page_of_rules() -> None:
    rules = rules_text.parse(PAGE)
    assert list(rules) == ["R1", "R6", "P1", "P2", "A6b", "A7"]
    assert rules["R1"].sentence == "2–4 players."
    assert rules["R6"].sentence == "Rank order is 2 3 4 … K A."
    assert rules["R6"].cells == {"id": "", "Rule": "Rank order is 2 3 4 … K A. No wrap.", "Texts": "001"}
    assert rules["R6"].options == {"ace_value": '"flat15"|"five"'}
    assert rules["P2"].cells["id"] == "knock_layable ใบน็อก"
    assert rules["P1"].options == {"knock_speto": "false, true"}
    assert rules["P2"].options == {"knock_layable": "false, true"}
    assert rules["A6b"].sentence == "Is it inside? Yes."
    assert rules["A7"].sentence == "Ties at the end: Play on"
    assert rules["P1"].section == "2. Optional"


def test_homes_are_docstrings_that_begin_with_ids(tmp_path: Path) -> None:
    package = tmp_path / "pack"
    (package / "sub").mkdir(parents=True)
    (package / "__init__.py").write_text('"""R1: a module is no home."""\n\nVALUES = (1,)\n"""R22, D2: values."""\n')
    (package / "sub" / "one.py").write_text(MODULE)
    assert homes.homes(package) == {
        "R22": ["pack:VALUES"],
        "D2": ["pack:VALUES"],
        "R9": ["pack.sub.one:f"],
        "A6b": ["pack.sub.one:f"],
        "P7": ["pack.sub.one:C"],
        "MA3": ["pack.sub.one:C.m"],
    }


def test_tests_name_rules(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    (tests / "golden").mkdir(parents=True)
    (tests / "golden" / "E17-R9.json").write_text("{}")
    (tests / "golden" / "notes.txt").write_text("")
    (tests / "test_a.py").write_text(TESTS)
    assert homes.named(tmp_path) == {
        "E17": ["tests/golden/E17-R9.json"],
        "R9": ["tests/golden/E17-R9.json", "tests/test_a.py::test_R9_and_A6b_hold"],
        "A6b": ["tests/test_a.py::test_R9_and_A6b_hold"],
        "D1": ["tests/test_a.py::D1"],
        "E8": ["tests/test_a.py::E8/P5"],
        "P5": ["tests/test_a.py::E8/P5"],
    }
    assert homes.named(tmp_path / "golden") == {}


def test_the_rules_are_listed(capsys: Capture) -> None:
    assert main(["rules"]) == 0
    rows = capsys.readouterr().out.splitlines()
    ids = [row.split()[0] for row in rows]
    assert len(ids) == len(set(ids))
    assert {"R1", "R28", "P0", "P9", "D18", "A6b", "A60", "E1", "E22", "S10", "M13", "MA25"} <= set(ids)
    assert all(len(row.split()) > 2 for row in rows if row[0] in "RPA")


def test_a_rule_with_its_option_home_and_tests(capsys: Capture) -> None:
    for word in ("P7", "p7"):
        assert main(["rules", word]) == 0
        out = capsys.readouterr().out
        assert out.startswith("P7  speto_feed")
        assert "\nOption: speto_feed = false, true\n" in out
        assert "\nHome: speto.dummy.kernel.penalties:" in out
    assert main(["rules", "K10"]) == 0
    assert "\nHome: none\n" in capsys.readouterr().out + "\n"


def test_a_rule_that_is_not_there(capsys: Capture) -> None:
    assert main(["rules", "Z9"]) == 2
    assert "no rule 'Z9'" in capsys.readouterr().err


def test_the_page_may_be_in_the_package_or_missing(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules_text, "TREE", tmp_path)
    monkeypatch.setattr(rules_text, "_HERE", tmp_path)
    assert main(["rules"]) == 1
    assert capsys.readouterr().err == "speto rules: this installation has no rules.md\n"
    (tmp_path / "rules.md").write_text(PAGE, encoding="utf-8")
    assert main(["rules", "R1"]) == 0
    assert "R1\nSection: 1. Base" in capsys.readouterr().out
