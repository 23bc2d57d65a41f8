"""Lessons: positions with a script, under the real rules. Each is a file in ``lessons/``, named by its id.

A lesson is played by one seat, step by step. A step is done by an action that it accepts, by an action that the rules
refuse (to see why), or by the right answer to a question; then the other seats play what the script says. What the
steps say to people stands in the page's catalogue, under the lesson's id and the step's ``key``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from ..errors import BadText, IllegalAction
from ..game import Refusal
from .actions import parse_action
from .deal import Deal
from .kernel.scoring import settle_table

FOLDER = Path(__file__).parent / "lessons"
LESSONS = ("row", "birth", "layoff", "knock", "dark", "penalties", "scoring")
"""The lessons in the order in which they are learned."""
LONGEST = 60
"""The most actions that a lesson is asked about at once; no lesson has so many steps."""

Verdict = Literal["", "right", "other", "refused", "wrong"]
"""Nothing was tried; that was it; legal, but not what the step asks for; refused by the rules; a wrong answer."""


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question with a number for an answer: what a seat has laid, was charged, or scores."""

    what: Literal["laid", "charged", "score"]
    seat: int
    choices: list[int]


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step. ``accept``: actions that do it, ``-*`` for any discard; ``refused``: actions that must be refused.

    ``then``: what the other seats play afterwards. ``tries``: actions that are refused here on the way, each with the
    reason's key and the rule, for the tests.
    """

    key: str
    accept: list[str] = []
    refused: list[str] = []
    ask: Ask | None = None
    then: list[str] = []
    tries: dict[str, tuple[str, str]] = {}


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson: house rules, a record's ``start``, the learner's seat, the steps."""

    rules: dict[str, Any]
    players: int
    seat: int
    start: dict[str, Any]
    steps: list[Step]


@dataclass
class Moment:
    """Where a lesson stands after some actions of the learner.

    ``step`` counts the steps that are done. ``played`` are the actions that did them, ``happened`` everything that was
    played since the last of them, with the seat. ``drawn`` is the card that the learner drew in this turn.
    """

    lesson: Lesson
    deal: Deal
    step: int = 0
    verdict: Verdict = ""
    refusal: Refusal | None = None
    drawn: str = ""
    played: list[str] = field(default_factory=list)
    happened: list[tuple[int, str]] = field(default_factory=list)

    @property
    def now(self) -> Step | None:
        """The step that is to be done, None when the lesson is over."""
        return self.lesson.steps[self.step] if self.step < len(self.lesson.steps) else None

    @property
    def hint(self) -> str:
        """What does the step: its first action, or the right answer."""
        step = self.now
        if step is None:
            return ""
        return f"?{self.answer(step.ask)}" if step.ask else [*step.accept, *step.refused][0]

    def answer(self, ask: Ask) -> int:
        """The right answer to a question."""
        g, r = self.deal._g, self.deal._r
        if ask.what == "charged":
            return -int(g.penalty[ask.seat])
        if ask.what == "laid":
            return int(settle_table(g, r, [0], ask.seat))
        assert self.deal.scores is not None
        return self.deal.scores[ask.seat]

    def take(self, text: str) -> None:
        """Try one action of the learner; ``verdict`` tells how it went."""
        step = self.now
        if step is None:
            raise IllegalAction("the lesson is over")
        self.verdict, self.refusal = "", None
        if step.ask:
            self.verdict = "right" if text == f"?{self.answer(step.ask)}" else "wrong"
        elif text.startswith("?"):
            raise IllegalAction("nothing was asked")
        else:
            self._try(step, text)
        if self.verdict == "right":
            self.played.append(text)
            self.step += 1
            for answer in step.then:
                self._play(answer)

    def _try(self, step: Step, text: str) -> None:
        try:
            self.refusal = self.deal.refuse(text)
        except BadText as error:
            if error.rule != "R7":
                raise
            self.refusal = Refusal("R7", error.sentence, "no_meld")
            self.verdict = "refused"
            return
        if self.refusal:
            self.verdict = "right" if parse_action(text) in map(parse_action, step.refused) else "refused"
            self.happened = []
            return
        action = self.deal.canonical(text)
        any_discard = "-*" in step.accept and action[0] == "-"
        self.verdict = "right" if any_discard or action in step.accept else "other"
        if self.verdict == "right":
            self.happened = []
            self._play(action)

    def _play(self, action: str) -> None:
        seat, before = self.deal._g.turn, self.deal.hands[self.lesson.seat]
        self.deal.play(action)
        self.happened.append((seat, action))
        own = seat == self.lesson.seat and not self.deal.over and self.deal.turn == seat
        if action == "+" and own:
            self.drawn = str(self.deal.hands[seat] - before)
        elif not own:
            self.drawn = ""


@lru_cache
def lesson(name: str) -> Lesson:
    """A lesson by its id.

    Raises:
        BadText: there is no such lesson.
    """
    if name not in LESSONS:
        raise BadText(f"there is no lesson {name[:20]!r}: {', '.join(LESSONS)}")
    return msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Lesson)


def begin(name: str) -> Moment:
    """A lesson's first moment. Raises BadText."""
    found = lesson(name)
    return Moment(found, Deal.from_start(found.start, players=found.players, rules=found.rules))


def after(name: str, actions: Sequence[str]) -> Moment:
    """Where a lesson stands after these actions of the learner. All but the last must have done their steps.

    >>> moment = after("row", [])
    >>> moment.step, moment.verdict
    (0, '')

    Raises:
        BadText: no such lesson, or something is no action.
        IllegalAction: an earlier action did not do its step.
    """
    if len(actions) > LONGEST:
        raise BadText(f"a lesson has at most {LONGEST} actions")
    moment = begin(name)
    for at, text in enumerate(actions):
        moment.take(text)
        if moment.verdict != "right" and at < len(actions) - 1:
            raise IllegalAction(f"actions[{at}] does not do its step")
    return moment
