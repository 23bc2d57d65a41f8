"""``speto rules``: the rules by id; of one rule its statement, option, home and tests."""

from __future__ import annotations

import argparse

from speto import homes, rules_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The id of a rule."""
    parser.add_argument("id", nargs="?", metavar="ID", help="the id of a rule, such as P7; else all are listed")


def run(args: argparse.Namespace) -> int:
    """Print one rule, or the first sentence of all."""
    rules = rules_text.parse(rules_text.find().read_text(encoding="utf-8"))
    if args.id is None:
        for rule in rules.values():
            print(f"{rule.id:4}  {rule.sentence}")
        return 0
    found = next((rule for id_, rule in rules.items() if id_.lower() == args.id.lower()), None)
    if found is None:
        args.parser.error(f"there is no rule {args.id[:40]!r}; `speto rules` lists them")
    else:
        print(describe(found))
    return 0


def describe(rule: rules_text.Rule) -> str:
    """A rule with all that is known about it."""
    rows = [f"{rule.id}  {rule.cells['id']}".rstrip(), f"Section: {rule.section}"]
    rows += [f"{title}: {text}" for title, text in rule.cells.items() if text and title != "id"]
    rows += [f"Option: {name} = {values}" for name, values in rule.options.items()]
    rows += [f"Home: {home}" for home in homes.homes().get(rule.id, ["none"])]
    rows += [f"Test: {test}" for test in homes.named().get(rule.id, [])]
    return "\n".join(rows)
