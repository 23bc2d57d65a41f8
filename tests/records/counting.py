"""A game that is all record: points are counted aloud, so a test says what a record must come to.

C1  2 to 4 players, a deck of 52 cards that nobody uses, a `starter`; or a position, `turn` and `points`.
C2  `+7`: the seat to act gets 7 points, and a line in the ledger. `-7`: the seat before it loses 7.
C3  `.` ends the deal.
C4  The seat that ended the deal starts the next.
C5  The match is won at the option `target` points (100 if left out).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from speto.cards import TEXTS, split_cards
from speto.errors import BadOptions, BadStart, BadText, IllegalAction, SpetoError
from speto.game import Following, Line, Outcome, Refusal


@dataclass(frozen=True)
class Count:
    """A state."""

    players: int
    turn: int
    lines: tuple[Line, ...] = ()
    moves: int = 0
    over: bool = False


class Counting:
    """C1 to C5; the options are the target."""

    name, version, seats, defaults = "counting", 1, range(2, 5), {"starter": 0, "step": 1}

    def options(self, rules: Mapping[str, object]) -> int:
        target = rules.get("target", 100)
        if set(rules) - {"target"} or not isinstance(target, int):
            raise BadOptions("counting has one rule, target", "C5")
        return target

    def rules(self, options: int) -> dict[str, object]:
        return {"target": options}

    def fresh(self, options: int, players: int, deck: Sequence[int], start: Mapping[str, int]) -> dict[str, object]:
        return {"deck": " ".join(TEXTS[card] for card in deck), "starter": 0, **start}

    def start(self, options: int, players: int, start: Mapping[str, object]) -> Count:
        if "turn" in start:
            points = start.get("points", [])
            assert isinstance(points, list)
            return Count(
                players,
                start["turn"],
                tuple(Line(s, "before", "C1", p) for s, p in enumerate(points)),  # type: ignore[arg-type]
            )
        deck, starter = start.get("deck"), start.get("starter", 0)
        if not isinstance(deck, str) or len(split_cards(deck)) != 52:
            raise BadStart("counting starts with 52 cards", "C1")
        if type(starter) is not int or not 0 <= starter < players:
            raise BadStart("starter is no seat", "C1")
        return Count(players, starter)

    def actor(self, state: Count) -> int | None:
        return None if state.over else state.turn

    def legal(self, state: Count) -> list[str]:
        return [] if state.over else ["+1", "-1", "."]

    def refuse(self, state: Count, action: str) -> Refusal | None:
        if not re.fullmatch(r"[+-]\d{1,4}|\.", action):
            raise BadText("no action of counting", "C2")
        return Refusal("C3", "the deal is over") if state.over else None

    def chance(self, state: Count, action: str) -> list[str]:
        return [action]

    def apply(self, state: Count, action: str) -> Count:
        if refused := self.refuse(state, action):
            raise IllegalAction(refused.sentence, refused.rule)
        if action == ".":
            return replace(state, over=True)
        seat, other, number = state.turn, (state.turn - 1) % state.players, int(action)
        line = (
            Line(seat, "plus", "C2", number)
            if number >= 0
            else Line(other, "minus", "C2", number, "2c", state.moves, seat)
        )
        return replace(state, lines=(*state.lines, line), moves=state.moves + 1, turn=(seat + 1) % state.players)

    def replay(self, state: Count, actions: Sequence[str]) -> Count:
        for index, action in enumerate(actions):
            try:
                state = self.apply(state, action)
            except SpetoError as error:
                raise error.located(None, index) from None
        return state

    def see(self, state: Count, seat: int | None) -> tuple[Count, int | None]:
        return state, seat

    def imagine(self, view: tuple[Count, int | None], rng: Any) -> Count:
        return view[0]

    def default(self, view: tuple[Count, int | None]) -> str:
        return "."

    def outcome(self, state: Count) -> Outcome | None:
        if not state.over:
            return None
        return Outcome(tuple(sum(line.points for line in state.lines if line.seat == s) for s in range(state.players)))

    def ledger(self, state: Count) -> list[Line]:
        return list(state.lines)

    def follow(self, options: int, players: int, deals: Sequence[Count], before: Sequence[int] = ()) -> Following:
        totals = list(before) or [0] * players
        for deal in deals:
            for line in deal.lines:
                totals[line.seat] += line.points
        if max(totals) >= options:
            return Following(tuple(totals), decided=True, winner=totals.index(max(totals)), rule="C5")
        start = {"starter": deals[-1].turn} if deals else {}
        return Following(tuple(totals), start, dict.fromkeys(start, "C4"))

    def position(self, state: Count) -> dict[str, object]:
        return {"turn": state.turn}

    def text(self, shown: Any) -> str:
        return f"as seat {shown[1]} sees it" if isinstance(shown, tuple) else f"turn {shown.turn}"


COUNTING = Counting()
