"""Every example on the pages runs, page by page, as a reader would type it."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(?:python|pycon)\n(.*?)^```$", re.M | re.S)


def examples(text: str) -> str:
    """The fenced Python of a page, on its own lines, with all else blank."""
    kept = [""] * text.count("\n")
    for block in FENCE.finditer(text):
        first = text.count("\n", 0, block.start(1))
        lines = block[1].splitlines()
        kept[first : first + len(lines)] = lines
    return "\n".join(kept) + "\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page_run(page):
    name = str(page.relative_to(ROOT))
    source = examples(page.read_text(encoding="utf-8"))
    test = doctest.DocTestParser().get_doctest(source, {"__name__": "__main__"}, name, str(page), 0)
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS).run(test, out=report.append)
    assert "".join(report) == ""


def test_an_example_keeps_its_line():
    assert examples("# A\n\n```python\n>>> 1\n1\n```\ntext\n") == "\n\n\n>>> 1\n1\n\n\n"
