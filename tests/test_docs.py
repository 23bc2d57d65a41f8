"""The pages tell the truth: every example runs as a reader would type it, every quotation stands in its file."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PYTHON = re.compile(r"^```(?:python|pycon)\n(.*?)^```$", re.M | re.S)
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
QUOTED = re.compile(r'^```\w+ title="([^"]+)"\n(.*?)^```$', re.M | re.S)
PICTURE = re.compile(r"pictures/([\w.-]+)")
NAMED = re.compile(r"`((?!site/)[a-z][\w-]*/[\w./-]*|[\w-]+\.py)`")
"""A file or folder that a text names: one with a slash, or any of Python; the site is built."""
HOMES = (ROOT, ROOT / "src", ROOT / "src/speto", ROOT / "src/speto/dummy", ROOT / "src/speto/dummy/kernel")
"""Where it may lie."""
LEFT_OUT = "…"
"""A line of a quotation that stands for some lines of the file."""
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def name_of(page: Path) -> str:
    """The page's path in the source tree."""
    return page.relative_to(ROOT).as_posix()


def examples(text: str) -> str:
    """The fenced Python of a page, on its own lines, with all else blank."""
    kept = [""] * text.count("\n")
    for block in PYTHON.finditer(text):
        first = text.count("\n", 0, block.start(1))
        lines = block[1].splitlines()
        kept[first : first + len(lines)] = lines
    return "\n".join(kept) + "\n"


def commands(text: str) -> list[tuple[str, str]]:
    """The commands of a page's console blocks, after ``$``, each with the output below it."""
    parts = re.split(r"^\$ ", "".join(block[1] for block in CONSOLE.finditer(text)), flags=re.M)
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts[1:])]


def misquoted(quotation: str, source: str) -> str:
    """The first part of a quotation that the source does not hold after the parts before; nothing if all is there."""
    at = 0
    for part in re.split(rf"^{LEFT_OUT}\n", quotation, flags=re.M):
        found = f"\n{source}".find(f"\n{part}", at)
        if found < 0:
            return part
        at = found + len(part)
    return ""


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_the_examples_of_a_page_run(page: Path) -> None:
    source = examples(page.read_text(encoding="utf-8"))
    test = doctest.DocTestParser().get_doctest(source, {"__name__": "__main__"}, name_of(page), str(page), 0)
    report: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.append)
    assert not report, "".join(report)


@pytest.mark.parametrize("page", [page for page in PAGES if CONSOLE.search(page.read_text("utf-8"))], ids=name_of)
def test_the_commands_of_a_page_print_what_it_says(page: Path, tmp_path: Path) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    for command, expected in commands(page.read_text(encoding="utf-8")):
        run = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env={**os.environ, "PATH": path, "LC_ALL": "C.UTF-8"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        assert doctest.OutputChecker().check_output(expected, run.stdout, FLAGS), f"$ {command}\n{run.stdout}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_what_a_page_quotes_stands_in_the_file(page: Path) -> None:
    for name, quotation in QUOTED.findall(page.read_text(encoding="utf-8")):
        assert misquoted(quotation, (ROOT / name).read_text(encoding="utf-8")) == "", name


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_file_that_a_page_names_is_there(page: Path) -> None:
    named = set(NAMED.findall(page.read_text(encoding="utf-8")))
    assert sorted(name for name in named if not any((home / name).exists() for home in HOMES)) == []


def test_every_picture_stands_on_a_page_and_every_one_that_does_is_there() -> None:
    named = {name for page in PAGES for name in PICTURE.findall(page.read_text(encoding="utf-8"))}
    assert named == {file.name for file in (ROOT / "docs" / "pictures").iterdir()}


def test_an_example_keeps_its_line() -> None:
    assert examples("# A\n\n```python\n>>> 1\n1\n```\ntext\n") == "\n\n\n>>> 1\n1\n\n\n"


def test_a_command_has_its_output() -> None:
    assert commands("```console\n$ a b\n$ c\n1\n2\n```\n") == [("a b", ""), ("c", "1\n2\n")]


def test_a_quotation_is_whole_lines_in_their_order() -> None:
    source = "a\n  b\nc\nd\n"
    assert misquoted("a\n…\nc\n", source) == ""
    assert misquoted("  b\nc\n", source) == ""
    assert misquoted("b\n", source) == "b\n"
    assert misquoted("c\n…\na\n", source) == "a\n"
