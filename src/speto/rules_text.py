"""The rules as data: every row of ``docs/rules.md`` that has an id, and the options that switch it.

``docs/rules.md`` is the one statement of the rules; this module only reads its tables.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

_HERE = Path(__file__).parent
TREE = _HERE.parents[1]
"""The root of the source tree, if the package runs from it."""

ID = r"(?:MA|[RPDAESKM])\d+[a-z]?"
"""What the id of a rule looks like."""


@dataclass
class Rule:
    """One row: its id, the section that it stands in, its cells by column title, and the options it names."""

    id: str
    section: str
    cells: dict[str, str]
    options: dict[str, str] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """The first sentence of the row, and of the decision if it is a question."""
        texts = [text for title, text in self.cells.items() if text and title != "id"][:1]
        texts += [text for title, text in self.cells.items() if title.startswith("Decision")]
        said = [re.split(r"(?<=[.?!])\s+(?=[A-Z])", text, maxsplit=1)[0] for text in texts]
        return (" " if said[0].endswith((".", "?")) else ": ").join(said)


def find() -> Path:
    """The file of the rules: in the source tree, else the copy in the package. Raises FileNotFoundError."""
    for path in (TREE / "docs" / "rules.md", _HERE / "rules.md"):
        if path.is_file():
            return path
    raise FileNotFoundError("this installation has no rules.md")


def parse(text: str) -> dict[str, Rule]:
    r"""All rules of a text by id, in its order.

    >>> rules = parse("## 1. Base\n| # | Rule |\n| --- | --- |\n| R6 | Aces are high. No wrap. |")
    >>> rules["R6"].section, rules["R6"].sentence
    ('1. Base', 'Aces are high.')
    """
    rules: dict[str, Rule] = {}
    options: list[tuple[str, str, str]] = []
    section, titles = "", [""]
    for line in text.splitlines():
        if line.startswith("#"):
            section, titles = _plain(line.lstrip("# ")), [""]
        elif line.startswith("|") and not set(line) <= set("|-: "):
            cells = [_plain(cell) for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
            found = re.match(rf"({ID})\b\s*", cells[0])
            if found and len(cells) == len(titles) and found[1] not in rules:
                cells[0] = cells[0][found.end() :]
                named = dict(zip(["id", *titles[1:]], cells, strict=True))
                rules[found[1]] = Rule(found[1], section, named)
            elif titles[0] == "option":
                options.append((cells[0], cells[1], cells[2]))
            else:
                titles = cells
        elif not line.startswith("|"):
            titles = [""]
    for names, values, ids in options:
        for name, id_ in _switched(names.split(), ids):
            if id_ in rules:
                rules[id_].options[name] = values
    return rules


def _switched(names: list[str], ids: str) -> list[tuple[str, str]]:
    """Which option goes with which rule: all with all, or one by one with a range as in ``P1 … P9``."""
    if found := re.fullmatch(r"([A-Z]+)(\d+) … \1(\d+)", ids):
        numbers = range(int(found[2]), int(found[3]) + 1)
        return [(name, f"{found[1]}{number}") for name, number in zip(names, numbers, strict=True)]
    return [(name, id_) for name in names for id_ in re.findall(ID, ids)]


def _plain(cell: str) -> str:
    """A table's cell without its marks."""
    return re.sub(r"[*`]", "", cell).replace("\\|", "|").strip()
