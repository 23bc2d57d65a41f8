"""Every mutant of penalties.py and scoring.py is killed by a test, or docs/mutation.md says why it cannot be."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.mutation.hunt import DEALS, MODULES, all_mutants, install, source
from tests.mutation.mutate import Mutant, mutants

from speto.dummy import words

PAGE = Path(__file__).parents[2] / "docs" / "mutation.md"
ROW = re.compile(r"^\| `([^`]+)` \| `([^`]+)` \| `([^`]+)` \| (.+) \|$", re.M)

Name = tuple[str, str, str]


def explained() -> list[Name]:
    """The mutants that the page lists: where, the line, what becomes of it. The reason is for people."""
    return [(where, before, after) for where, before, after, _ in ROW.findall(PAGE.read_text(encoding="utf-8"))]


def name(mutant: Mutant) -> Name:
    """How the page names a mutant. No two have the same name."""
    return mutant.where, mutant.before, mutant.after


def row(mutant: Mutant) -> str:
    """Its row on the page, but for the reason."""
    return "".join(f"| `{text}` " for text in name(mutant)) + "|"


@pytest.mark.drill
def test_every_mutant_dies_or_is_explained(
    root: Path, drill_minutes: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As many mutants as there is time for; 7 minutes and a half, of an hour's drill, are enough for all."""
    found = all_mutants()
    killers: dict[int, str | None] = {}
    for file in hunt(root, 60 * drill_minutes / 8, tmp_path):
        killers |= dict(json.loads(line) for line in file.read_text(encoding="utf-8").splitlines())
    known = set(explained())
    alive = [found[number] for number, killer in sorted(killers.items()) if killer is None]
    with capsys.disabled():
        sys.stdout.write(
            f"\n{len(killers)} of {len(found)} mutants tried, {len(alive)} live,"
            f" {sum(DEALS in str(killer) for killer in killers.values())} killed by nothing but deals\n"
        )
    unknown = sorted(mutant for mutant in alive if name(mutant) not in known)
    if unknown:
        told = "\n\n".join(f"{mutant.difference}\n{row(mutant)}" for mutant in unknown)
        pytest.fail(f"no test fails with these faults, and {PAGE.name} does not say why:\n\n{told}", pytrace=False)
    dead = [(found[n].difference, killer) for n, killer in killers.items() if killer and name(found[n]) in known]
    assert not dead, f"{PAGE.name} explains why they live, but they are killed: {dead}"


def hunt(root: Path, seconds: float, folder: Path) -> list[Path]:
    """Hunt in as many processes as there are cores, and give back the files with what they found."""
    shares = os.cpu_count() or 1
    files = [folder / f"{share}.jsonl" for share in range(shares)]
    outputs = [file.with_suffix(".txt") for file in files]
    plain = {**os.environ, "SPETO_KERNEL": "plain"}
    hunters = []
    for share, (file, output) in enumerate(zip(files, outputs, strict=True)):
        words = [str(share), str(shares), str(seconds), str(file)]
        with output.open("w") as out:
            command = [sys.executable, "-m", "tests.mutation.hunt", *words]
            hunters.append(subprocess.Popen(command, cwd=root, env=plain, stdout=out, stderr=subprocess.STDOUT))
    try:
        for hunter, output in zip(hunters, outputs, strict=True):
            assert hunter.wait(timeout=seconds + 300) == 0, output.read_text()
    finally:
        for hunter in hunters:
            hunter.kill()
            hunter.wait()
    return files


def test_the_page_explains_mutants_that_there_are() -> None:
    """A changed line of the kernel changes its mutants: the drill finds the new ones."""
    rows = explained()
    assert len(rows) == len(set(rows)) > 0
    assert sorted(set(rows) - set(map(name, all_mutants()))) == []


def test_no_two_mutants_are_the_same() -> None:
    found = all_mutants()
    assert len(found) > 500
    assert len(set(map(name, found))) == len({mutant[-1:] for mutant in found}) == len(found)


FUNCTION = '''
NUMBER = 3  # three

def f(g, x):
    """A docstring is no statement."""
    if x > NUMBER and not x & 1:
        g.sum += x  # a comment goes
    elif x:
        h(x)
    while x:
        x = h(x)
    return x == 2
'''


def test_the_faults_of_a_small_module() -> None:
    faults = [f"{mutant.line} {mutant.after}" for mutant in mutants("m", FUNCTION)]
    assert faults == [
        "2 NUMBER = 4",
        "2 NUMBER = 2",
        "6 if True:",
        "6 if False:",
        "6 if x > NUMBER or not x & 1:",
        "6 if not x & 1:",
        "6 if x > NUMBER:",
        "6 if x >= NUMBER and (not x & 1):",
        "6 if x <= NUMBER and (not x & 1):",
        "6 if x > NUMBER and x & 1:",
        "6 if x > NUMBER and (not x | 1):",
        "6 if x > NUMBER and (not x):",
        "6 if x > NUMBER and (not 1):",
        "6 if x > NUMBER and (not x & 2):",
        "6 if x > NUMBER and (not x & 0):",
        "7 g.sum += 0",
        "7 g.sum = x",
        "7 g.sum -= x",
        "7 pass",
        "8 if True:",
        "8 if False:",
        "9 h(0)",
        "9 pass",
        "10 while True:",
        "10 while False:",
        "11 x = 0",
        "11 x = h(0)",
        "11 pass",
        "12 return 0",
        "12 return 1",
        "12 return x != 2",
        "12 return x == 3",
        "12 return x == 1",
    ]
    whole = {mutant.after: mutant for mutant in mutants("m", FUNCTION)}
    assert whole["while False:"].source == FUNCTION.replace("while x:", "while False:")
    assert whole["while False:"].difference == "m.f, line 10\n- while x:\n+ while False:"
    assert [mutant.source for mutant in mutants("m", FUNCTION) if mutant.line == 8] == [
        FUNCTION.replace("elif x:", "elif True:"),
        FUNCTION.replace("elif x:", "elif False:"),
    ]


def test_a_mutant_is_what_everybody_runs_who_imported_the_function() -> None:
    module = MODULES["penalties"]
    text = source(module)
    state = type("State", (), {"in_pile": 0})()
    assert not words.fills_pile(state, 5)
    reached: set[int] = set()
    try:
        install(module, text.replace("    bit = 1 << card\n", "    return 7\n"))
        assert words.fills_pile(state, 5) == 7
        install(module, text, reached)
        assert not words.fills_pile(state, 5)
    finally:
        install(module, text)
    noted = len(reached)
    assert not words.fills_pile(state, 5) and len(reached) == noted > 3
