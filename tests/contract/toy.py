"""A game for tests: it has chance, blind cards, dropping out, places and a choice that only its seat sees.

T1  Each of 2 to 4 players gets `cards` cards (2 to 5, default 3) and a blind card, which all others see. The
    next card starts the pile, the rest is the bag, in no order that anybody knows.
T2  `-7h` plays a hand card that has not the colour of the newest pile card, or any if the bag is empty.
T3  Who has none draws: `+`, recorded as `+7h`; only he sees it. Then `~7h` puts one of his on the pile.
T4  Who has no hand turns his blind card onto the pile, `?`, recorded as `?7h`, and drops out.
T5  The deal ends when one seat is left. Places in order of dropping out; the last begins the next deal.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from speto.cards import TEXTS, parse_card, split_cards
from speto.errors import BadOptions, BadStart, BadText, IllegalAction, SpetoError
from speto.game import Following, Game, Line, Outcome, Refusal

Row = tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A state; also what a seat sees of one: there the cards that it may not see are "??"."""

    hands: tuple[Row, ...]
    blind: tuple[Row, ...]
    bag: Row
    pile: Row
    turn: int
    out: tuple[int, ...] = ()
    choosing: bool = False


class Toy:
    """T1 to T5; the options are the number of cards."""

    name, version, seats, defaults = "toy", 1, range(2, 5), {"first": 0}

    def options(self, rules: Mapping[str, object]) -> int:
        cards = rules.get("cards", 3)
        if set(rules) - {"cards"} or type(cards) is not int or cards not in range(2, 6):
            raise BadOptions(f"toy has only the rule cards, 2 to 5, not {str(dict(rules))[:40]}", "T1")
        return cards

    def rules(self, options: int) -> dict[str, object]:
        return {"cards": options} if options != 3 else {}

    def fresh(self, options: int, players: int, deck: Sequence[int], start: Mapping[str, int]) -> dict[str, object]:
        return {"deck": " ".join(TEXTS[card] for card in deck), **self.defaults, **start}

    def start(self, options: int, players: int, start: Mapping[str, object]) -> Table:
        try:
            table = _dealt(options, players, **start) if "deck" in start else _laid(**start)
            if not _sound(table, players):
                raise BadStart("no deal of toy can come to this", "T1")
        except TypeError:
            raise BadStart("a start of toy is made of other things", "T1") from None
        return table

    def actor(self, state: Table) -> int | None:
        return state.turn if len(state.out) < len(state.hands) - 1 else None

    def legal(self, state: Table) -> list[str]:
        hand, any_fits = state.hands[state.turn], state.choosing or not state.bag
        fits = [card for card in hand if any_fits or (card[1] in "dh") != (state.pile[-1][1] in "dh")]
        if self.actor(state) is None:
            return []
        return sorted(("~" if state.choosing else "-") + card for card in fits) or ["+" if hand else "?"]

    def refuse(self, state: Table, action: str) -> Refusal | None:
        text, legal = _read(action), self.legal(state)
        return None if text in legal else Refusal("T2", f"{text} is none of {legal}")

    def chance(self, state: Table, action: str) -> list[str]:
        text = _read(action)
        return [text + card for card in {"+": state.bag, "?": state.blind[state.turn]}.get(text, ("",))]

    def apply(self, state: Table, action: str) -> Table:
        text, turn, n = _read(action), state.turn, len(state.hands)
        if not any(text in self.chance(state, sent) for sent in self.legal(state)):
            refusal = self.refuse(state, text) or Refusal("T3", f"{text} lacks the card that turns up")
            raise IllegalAction(refusal.sentence, refusal.rule)
        sign, card = text[0], text[1:]
        hands, blind = list(state.hands), list(state.blind)
        if sign == "+":
            hands[turn] += (card,)
            bag = tuple(other for other in state.bag if other != card)
            return replace(state, hands=tuple(hands), bag=bag, choosing=True)
        hands[turn] = tuple(other for other in hands[turn] if other != card)
        out = (*state.out, turn) if sign == "?" else state.out
        blind[turn] = () if sign == "?" else blind[turn]
        turn = next(seat % n for seat in range(turn + 1, turn + n + 1) if seat % n not in out)
        return Table(tuple(hands), tuple(blind), state.bag, (*state.pile, card), turn, out)

    def replay(self, state: Table, actions: Sequence[str]) -> Table:
        for index, action in enumerate(actions):
            try:
                state = self.apply(state, action)
            except SpetoError as error:
                raise error.located(None, index) from None
        return state

    def see(self, state: Table, seat: int | None) -> Table:
        hands = tuple(row if owner == seat else _back(row) for owner, row in enumerate(state.hands))
        blind = tuple(_back(row) if seat in (owner, None) else row for owner, row in enumerate(state.blind))
        return replace(state, hands=hands, blind=blind, bag=_back(state.bag))

    def told(self, state: Table, action: str, seat: int | None) -> str:
        return "+" if action[:1] == "+" and seat != state.turn else action

    def imagine(self, view: Table, rng: random.Random) -> Table:
        unseen = sorted({*TEXTS}.difference(view.pile, *view.hands, *view.blind))
        rng.shuffle(unseen)

        def filled(row: Row) -> Row:
            return tuple(unseen.pop() if card == "??" else card for card in row)

        hands, blind = tuple(map(filled, view.hands)), tuple(map(filled, view.blind))
        return replace(view, hands=hands, blind=blind, bag=filled(view.bag))

    def default(self, view: Table) -> str:
        return self.legal(view)[0]

    def outcome(self, state: Table) -> Outcome | None:
        seats = range(len(state.hands))
        order = [*state.out, *(seat for seat in seats if seat not in state.out)]
        return Outcome(tuple(order.index(s) + 1 for s in seats), True) if self.actor(state) is None else None

    def ledger(self, state: Table) -> list[Line]:
        return []

    def follow(self, options: int, players: int, deals: Sequence[Table], before: Sequence[int] = ()) -> Following:
        ended = [outcome.scores for deal in deals if (outcome := self.outcome(deal))]
        ahead = before or [0] * players
        totals = tuple(ahead[seat] + sum(scores[seat] for scores in ended) for seat in range(players))
        start = {"first": ended[-1].index(players)} if ended else {}
        return Following(totals, start, dict.fromkeys(start, "T5"))

    def position(self, state: Table) -> dict[str, object]:
        if state.choosing or self.actor(state) is None:
            raise BadStart("a position is the start of a turn", "T3")
        rows = {name: [" ".join(row) for row in getattr(state, name)] for name in ("hands", "blind")}
        piles = {name: " ".join(getattr(state, name)) for name in ("bag", "pile")}
        return {**rows, **piles, "turn": state.turn, "out": list(state.out)}

    def text(self, shown: Table) -> str:
        return "\n".join(f"{name:8} {value}" for name, value in vars(shown).items())


def _dealt(options: int, players: int, deck: Any, first: Any = 0) -> Table:
    cards, each = _row(deck), options + 1
    if len(cards) != 52:
        raise BadStart(f"a deck has 52 cards, not {len(cards)}", "T1")
    rows = [cards[seat * each : (seat + 1) * each] for seat in range(players)]
    rest = cards[players * each :]
    return Table(tuple(row[:-1] for row in rows), tuple(row[-1:] for row in rows), rest[1:], rest[:1], first)


def _laid(hands: Any, blind: Any, bag: Any, pile: Any, turn: Any, out: Any) -> Table:
    return Table(tuple(map(_row, hands)), tuple(map(_row, blind)), _row(bag), _row(pile), turn, tuple(out))


def _sound(table: Table, players: int) -> bool:
    cards = [card for row in (*table.hands, *table.blind, table.bag, table.pile) for card in row]
    if len({*cards}) < len(cards) or not table.pile or {len(table.hands), len(table.blind)} != {players}:
        return False
    idle = [seat for seat, row in enumerate(table.blind) if not row]
    if any(table.hands[seat] for seat in idle) or any(len(row) > 1 for row in table.blind):
        return False
    return sorted(table.out) == idle and len(idle) < players - 1 and table.turn in {*range(players)} - {*idle}


def _row(text: Any) -> Row:
    if not isinstance(text, str):
        raise BadStart("a row of cards is a text", "T1")
    return tuple(TEXTS[card] for card in split_cards(text))


def _back(row: Row) -> Row:
    return ("??",) * len(row)


def _read(action: str) -> str:
    """The canonical text of an action."""
    sign, card = action[:1], action[1:]
    if sign not in {*"-~+?"}:
        raise BadText("an action of toy begins with - ~ + or ?", "T2")
    return sign + (TEXTS[parse_card(card)] if card or sign in "-~" else "")


TOY: Game[int, Table, Table] = Toy()
