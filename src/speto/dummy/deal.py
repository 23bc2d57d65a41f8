"""One deal of Dummy, comfortable to hold: legal actions, play, undo, ledger, text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..cards import Card
from ..dealing import AnyDeal, deck_and_seat
from ..errors import BadStart, IllegalAction
from ..game import Line, Refusal
from .actions import action_text, legal_texts, parse_action, request_action, request_text
from .kernel import entries as kernel
from .kernel.state import LOG_SIZE, N_WORDS, TAKE
from .ledger import read_log
from .options import Options
from .position import position_of, state_from_deck, state_from_position
from .reasons import refusal
from .states import State
from .table import Table
from .view import View

if TYPE_CHECKING:
    from .fast import Replayer


class Deal(Table, AnyDeal):
    """One deal: its cards, whose turn it is, what is legal, and every point with its reason.

    >>> deal = Deal(players=2, seed="tour")
    >>> deal.turn, deal.head, deal.stock_size, deal.legal
    (0, Js, 29, ['+'])
    >>> deal.play("+")
    >>> deal.play("-2s")
    >>> deal.pile, deal.actions
    ([Js, 2s], ['+', '-2s'])
    >>> deal.undo()
    '-2s'

    ``rules`` is an :class:`Options`, a preset's name or a record's ``rules`` object. The deck is dealt from
    ``starter`` on in ``direction``; without a deck one is shuffled, from ``seed`` (a text) if there is one, and the
    starter, if none is named, is drawn too, as ``speto deal --seed`` does it.

    Raises:
        BadOptions, BadStart, BadText: the rules, deck or position cannot be.
    """

    def __init__(
        self,
        deck: str | Iterable[int] | None = None,
        *,
        players: int = 2,
        rules: Options | str | Mapping[str, object] = "classic",
        starter: int | None = None,
        direction: int = 1,
        seed: str | None = None,
    ) -> None:
        text, starter = deck_and_seat(deck, seed, players, starter)
        self._begin(Options.named(rules), players, {"deck": text, "starter": starter, "direction": direction})

    @classmethod
    def from_start(
        cls,
        start: Mapping[str, object],
        *,
        players: int,
        rules: Options | str | Mapping[str, object] = "classic",
    ) -> Deal:
        """The deal of a record's ``start``: a deck or a position.

        >>> deal = Deal.from_start(
        ...     {"hands": ["Qd 2c", "3h 4h"], "pile": "7h Kd/0 Jd/1", "turn": 0, "stock": "5s"}, players=2
        ... )
        >>> deal.legal
        ['+', '^JdQdKd']
        """
        deal = cls.__new__(cls)
        deal._begin(Options.named(rules), players, start)
        return deal

    def _begin(self, options: Options, players: int, start: Mapping[str, object]) -> None:
        if type(players) is not int or players not in (2, 3, 4):
            raise BadStart(f"Dummy has 2 to 4 players, not {players!r:.40}", "R1")
        if not isinstance(start, Mapping):
            raise BadStart("a start is an object: a deck or a position", "R1")
        self._options = options
        self._earlier: list[Line] = []
        if "deck" in start:
            self._g = state_from_deck(options, players, start)
            self._starter: int | None = self._g.turn
        else:
            self._g, self._earlier = state_from_position(options, players, start)
            self._starter = None
        self._r = options.kernel()
        self._log = [0] * LOG_SIZE
        self._words = [0] * N_WORDS
        kernel.begin_turn_at([self._g], 0, [self._r], self._words, self._log)
        self._opening = None
        self._actions: list[str] = []
        self._mark()

    @classmethod
    def _of_state(cls, view: View, g: Any) -> Deal:
        """A deal at a state that somebody imagined; its past is what the view knows of it."""
        deal = cls.__new__(cls)
        deal._options = view.options
        deal._earlier = list(view._earlier)
        deal._g = g
        deal._starter = view._starter
        deal._opening = view._opening
        deal._r = view._r
        deal._log = list(view._log) + [0] * (LOG_SIZE - len(view._log))
        deal._words = [0] * N_WORDS
        deal._actions = list(view._actions)
        deal._mark()
        return deal

    def copy(self) -> Deal:
        """A deal that goes its own way from here."""
        twin = super().copy()
        twin._log = self._log.copy()
        twin._words = [0] * N_WORDS
        return twin

    @property
    def legal(self) -> list[str]:
        """All legal actions, sorted by code points; none when the deal is over."""
        kernel.legal_at([self._g], 0, [self._r], self._words)
        return legal_texts(self._g, self._words)

    def refuse(self, action: str) -> Refusal | None:
        """None if the action is legal, else the rule and the reason against it.

        >>> Deal(players=2, seed="tour").refuse("#2c")
        Refusal(rule='R8', sentence='a turn begins with a draw or a pickup')

        Raises:
            BadText: this is no action.
        """
        return self._refuse_request(parse_action(action))

    def _refuse_request(self, request: int) -> Refusal | None:
        reason = kernel.why_not_at([self._g], 0, [self._r], self._words, request)
        return refusal(self._g, self._r, request, reason) if reason else None

    def canonical(self, action: str) -> str:
        """The text of a legal action as a record holds it.

        Raises:
            BadText: this is no action.
        """
        return action_text(self._g, request_action(parse_action(action)))

    def play(self, action: str) -> None:
        """Play an action of the seat to act.

        Raises:
            BadText: this is no action.
            IllegalAction: the rules forbid it here; nothing has changed.
        """
        request = parse_action(action)
        refused = self._refuse_request(request)
        if refused:
            raise IllegalAction(f"{action[:40]}: {refused.sentence}", refused.rule)
        text = action_text(self._g, request_action(request))
        kernel.apply_at([self._g], 0, [self._r], self._words, self._log, request_action(request))
        self._actions.append(text)

    def _request(self, action: str) -> int:
        return parse_action(action)

    def _replay(self, requests: Sequence[int], replayer: Replayer) -> int:
        self._g, log, played = replayer.replay(self._g, self._r, self._log, requests)
        self._log[: len(log)] = log
        self._actions.extend(map(request_text, played))
        return len(played)

    @property
    def stock(self) -> list[Card]:
        """The stock, top first."""
        return [Card(self._g.stock[place]) for place in reversed(range(self._g.stock_len))]

    def bring_up(self, card: int) -> None:
        """Let the stock give this card of it next, in exchange for its top: where chance draws when somebody does.

        Raises:
            BadStart: the stock does not have it.
        """
        g = self._g
        place = next((place for place in range(g.stock_len) if g.stock[place] == card), None)
        if place is None:
            raise BadStart(f"the stock does not have {Card(card)}", "R3")
        g.stock[place], g.stock[g.stock_len - 1] = g.stock[g.stock_len - 1], card

    @property
    def top(self) -> Card:
        """The top card of the stock, which is not empty."""
        return Card(self._g.stock[self._g.stock_len - 1])

    @property
    def foolish(self) -> bool:
        """Whether a foolish discard was charged in this deal (P0, A26)."""
        return bool(self._g.foolish)

    def see(self, seat: int | None) -> View:
        """What a seat may see; None is a spectator.

        >>> view = Deal(players=2, seed="tour").see(0)
        >>> view.seat, view.hands[1], view.held
        (0, Cards(''), (11, 11))
        """
        return View._of(self, self._viewer(seat))

    def _first_seen(self) -> Any:
        """What everybody saw of the first turn; made when somebody looks, once for all copies of the deal."""
        first = self._first
        if first._opening is None:
            first._opening = State()
            kernel.see_at([first._g], 0, -1, [first._opening], 0)
        return first._opening

    def position(self) -> dict[str, object]:
        """This moment as a record's ``start``.

        Raises:
            BadStart: only a turn that has not begun can be written as a position.
        """
        if self._g.phase != TAKE:
            raise BadStart("only the start of a turn can be written as a position", "R8")
        charged = [*self._earlier, *read_log(self._log)]
        return position_of(self._g, self.options, charged)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deal):
            return NotImplemented
        return bool(self.options == other.options and self._g == other._g and self.ledger == other.ledger)

    __hash__ = None
