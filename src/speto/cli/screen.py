"""What a player sees in the terminal, as lines: the table, the moves, the score sheet, a rule. Knows no game.

What differs from game to game comes from the game's own words (:class:`Words`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from speto.cards import TEXTS, split_cards
from speto.cli.terminal import BOLD, PLAIN, WARNING, Terminal, card
from speto.errors import BadText
from speto.game import Following, Line, Outcome
from speto.rules_text import Rule

LABEL = 9


class Words(Protocol):
    """A game in English: what the module ``words`` of a game holds. ``show`` puts a card into a text."""

    ORDERS: tuple[str, ...]
    CODES: Mapping[str, str]
    NOTATION: tuple[tuple[str, str], ...]
    SEAT_TITLES: tuple[str, ...]

    def title(self, options: Any) -> str:
        """The game, its house rules and its aim."""

    def rows(self, view: Any, names: Sequence[str], show: Any) -> list[tuple[str, list[str], bool]]:
        """What lies on the table: a label, the things, and whether they stand in columns."""

    def seat_row(self, view: Any, seat: int) -> tuple[str, ...]:
        """What everybody sees of a seat, a cell for each of ``SEAT_TITLES``."""

    def seat_note(self, view: Any, seat: int, show: Any) -> str:
        """What everybody knows of a seat's hand."""

    def hand(self, view: Any, order: str) -> list[list[Any]]:
        """The viewer's cards, sorted and in groups."""

    def hand_note(self, view: Any) -> str:
        """What is to be said of the hand."""

    def moment(self, view: Any) -> str:
        """What the seat to act is to do."""

    def groups(self, view: Any, order: str, show: Any) -> list[tuple[str, list[tuple[str, str]]]]:
        """The legal actions under headings, each with what it would do."""

    def told(self, before: Any, after: Any, action: str, you: bool, show: Any) -> str:
        """What was done, to follow a name."""

    def brief(self, action: str, show: Any) -> str:
        """An action of the past in a word or two."""

    def warning(self, view: Any, action: str, show: Any) -> str:
        """What an action costs at once, or nothing."""

    def reveals(self, action: str) -> bool:
        """Whether an action cannot be taken back, as it shows a hidden card."""

    def ending(self, view: Any, names: Sequence[str], show: Any) -> str:
        """How a deal ended."""

    def next_deal(self, view: Any, following: Following, names: Sequence[str]) -> str:
        """Who starts the next deal."""


def short_names(t: Terminal, names: Sequence[str]) -> list[str]:
    """Names that leave room for the rest of a line."""
    return [name if t.width(name) <= 12 else name[:11] + ("…" if t.signs else ".") for name in names]


def table(
    t: Terminal,
    words: Words,
    view: Any,
    names: Sequence[str],
    totals: Sequence[int],
    last: Sequence[Sequence[str]],
    open_views: Mapping[int, Any],
) -> list[str]:
    """What lies on the table, and a row for each seat; with the hands of the open ones."""
    names = short_names(t, names)
    lines = []
    for label, items, columns in words.rows(view, names, card):
        beside = t.side_by_side(items, t.columns - LABEL) if columns else items
        for number, text in enumerate(beside):
            lines += t.labelled("" if number else label, text, LABEL)
    rows = [["", *words.SEAT_TITLES, "match"]]
    for seat, name in enumerate(names):
        mark = ">" if seat == view.turn else " "
        shown = f"{BOLD}{name}{PLAIN}" if seat == view.seat else name
        rows.append([f"{mark} {shown}", *words.seat_row(view, seat), str(totals[seat])])
    kept = [column for column in range(len(rows[0])) if column == 0 or any(row[column] for row in rows[1:])]
    rows = [[row[column] for column in kept] for row in rows]
    numbers = {
        column
        for column in range(1, len(kept))
        if all(row[column].lstrip("-").isdecimal() or not row[column] for row in rows[1:])
    }
    lines += t.table([[*row, ", ".join(did)] for row, did in zip(rows, [[], *last], strict=True)], right=numbers)
    for seat, name in enumerate(names):
        note = words.seat_note(view, seat, card)
        if seat in open_views:
            note = f"holds {cards_of(words, open_views[seat], words.ORDERS[0])}"
        if note:
            lines += t.wrap(f"  {name} {note}", indent="    ")
    return lines


def hand(t: Terminal, words: Words, view: Any, order: str) -> list[str]:
    """The viewer's cards."""
    cards, note = f"{BOLD}{cards_of(words, view, order)}{PLAIN}", words.hand_note(view)
    both = f"{cards}   {note}"
    if t.width(both) <= t.columns - LABEL:
        return t.labelled("hand", both, LABEL)
    return [*t.labelled("hand", cards, LABEL), *t.labelled("", note, LABEL)]


def cards_of(words: Words, view: Any, order: str) -> str:
    """The viewer's cards in order, groups apart."""
    return "  ".join(" ".join(card(one) for one in group) for group in words.hand(view, order))


def moves(t: Terminal, groups: Sequence[tuple[str, Sequence[tuple[str, str]]]]) -> list[str]:
    """The legal actions, numbered from 1, each with its notation and what it would do."""
    count = sum(len(entries) for _, entries in groups)
    digits = len(str(count))
    lines = []
    number = 0
    for heading, entries in groups:
        wide = max(len(action) for action, _ in entries)
        items = []
        for action, text in entries:
            number += 1
            items.append(f"{number:>{digits}} {BOLD}{action:<{wide}}{PLAIN}  {text}")
        several = t.side_by_side(items, t.columns - LABEL)
        if len(several) == len(items):  # no room for two beside each other
            several = items
        for row, item in enumerate(several):
            first, *more = t.wrap(item, t.columns - LABEL, " " * (digits + 1 + wide + 2))
            lines.append(t.pad("" if row else heading, LABEL) + first)
            lines += [" " * LABEL + line for line in more]
    return lines


def numbered(groups: Sequence[tuple[str, Sequence[tuple[str, str]]]]) -> list[str]:
    """The actions in the order of their numbers."""
    return [action for _, entries in groups for action, _ in entries]


def sheet(
    t: Terminal,
    words: Words,
    ledger: Sequence[Line],
    names: Sequence[str],
    actions: Sequence[str],
    outcome: Outcome | None,
) -> list[str]:
    """A ledger seat by seat: each line with its rule, points, cards and who caused it; and the sums."""
    rows = []
    for seat, name in enumerate(names):
        own = [line for line in ledger if line.seat == seat]
        points = sum(line.points for line in own)
        total = f"place {outcome.scores[seat]}" if outcome and outcome.places else f"{points:+}"
        rows.append([f"{BOLD}{name}{PLAIN}", "", f"{BOLD}{total}{PLAIN}", ""])
        rows += [
            [
                f"  {words.CODES.get(line.code, line.code)}",
                line.rule,
                f"{line.points:+}",
                ", ".join(filter(None, [_cards(line.cards), _cause(line, names, actions)])),
            ]
            for line in own
        ]
    return t.table(rows, right={2})


def _cards(text: str | None) -> str:
    """Cards of a ledger line, for people."""
    try:
        return " ".join(card(one) for one in split_cards(text or ""))
    except BadText:
        return text or ""


def _cause(line: Line, names: Sequence[str], actions: Sequence[str]) -> str:
    """The action that caused a line, and whose it was."""
    if line.action is None:
        return ""
    if line.by is None:
        return f"action {line.action}"
    whose = "your" if names[line.by] == "You" else f"{names[line.by]}'s"
    return f"by {whose} {actions[line.action]}, action {line.action}"


def charges(words: Words, new: Sequence[Line], names: Sequence[str]) -> list[str]:
    """What an action has charged at once, a sentence each."""
    lines = []
    for line in new:
        verb = "are" if names[line.seat] == "You" else "is"
        what = words.CODES.get(line.code, line.code)
        text = f"{names[line.seat]} {verb} charged {-line.points}: {what} {_cards(line.cards)} ({line.rule})"
        lines.append(f"  {WARNING}{text}{PLAIN}")
    return lines


def totals(t: Terminal, names: Sequence[str], outcomes: Sequence[Outcome | None], sums: Sequence[int]) -> list[str]:
    """The match so far, a row for each deal that is over."""
    rows = [["", *short_names(t, names), ""]]
    for number, outcome in enumerate(outcomes):
        if outcome:
            rows.append([f"deal {number + 1}", *map(str, outcome.scores), ""])
    rows.append([f"{BOLD}match{PLAIN}", *(f"{BOLD}{total}{PLAIN}" for total in sums), ""])
    return t.table(rows, right=range(1, len(names) + 1))


def rule(t: Terminal, found: Rule) -> list[str]:
    """A rule as ``docs/rules.md`` states it."""
    lines = [f"{BOLD}{found.id}{PLAIN}  {found.cells['id']}".rstrip()]
    for title, text in found.cells.items():
        if text and title not in ("id", "Texts", "Evidence", "Source"):
            lines += t.wrap(f"  {title}: {text}", indent="    ")
    lines += [f"  House rule: {name} = {values}" for name, values in found.options.items()]
    return lines


def help_text(t: Terminal, words: Words, commands: Sequence[tuple[str, str]]) -> list[str]:
    """What can be typed."""
    rows = [["a number", "the action with that number"], *map(list, words.NOTATION), *map(list, commands)]
    return t.table(rows)


def in_signs(sentence: str) -> str:
    """A sentence in which cards stand as ``7h``, with cards that are shown as such."""
    shown = []
    for word in sentence.split(" "):
        core = word.rstrip(".,:;")
        found = TEXTS.index(core) if core in TEXTS else None
        shown.append(word if found is None else card(found) + word[len(core) :])
    return " ".join(shown)
