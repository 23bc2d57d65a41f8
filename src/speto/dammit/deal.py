"""One deal of Dammit, comfortable to hold: legal actions, chance, play, undo, text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..cards import CANONICAL, TEXTS
from ..dealing import AnyDeal, deck_and_seat
from ..errors import BadStart, IllegalAction
from ..game import Refusal
from .actions import legal_texts, parse_action, request_text, seen_text, sent_text
from .kernel import entries as kernel
from .kernel.state import N_WORDS, PLAY
from .options import Options
from .position import is_position, position_of, state_from_deck, state_from_position
from .reasons import N_CHOSEN, refusal
from .table import Table
from .view import View

if TYPE_CHECKING:
    from .fast import Replayer


class Deal(Table, AnyDeal):
    """One deal: its cards, whose turn it is, what is legal, and what chance may do.

    >>> deal = Deal(players=2, seed="tour")
    >>> deal.turn, deal.pile, deal.hands[1], deal.legal
    (1, [Kd], Cards('2s 8s Qc Kh'), ['-Qc', '?'])
    >>> deal.chance("?")
    ['?5h', '?Qd', '?Ad', '?Ah']
    >>> deal.play("?Ad")
    >>> deal.pile, deal.support_sizes, deal.undo()
    ([Kd, Ad], (4, 3), '?Ad')

    ``rules`` is an :class:`Options`, a preset's name or a record's ``rules`` object. The deck is dealt from the seat
    after ``dealer`` on; without a deck one is shuffled, from ``seed`` (a text) if there is one, and the dealer, if none
    is named, is drawn too, as ``speto deal --seed`` does it.

    Raises:
        BadOptions, BadStart, BadText: the rules, deck or position cannot be.
    """

    def __init__(
        self,
        deck: str | Iterable[int] | None = None,
        *,
        players: int = 2,
        rules: Options | str | Mapping[str, object] = "classic",
        dealer: int | None = None,
        seed: str | None = None,
    ) -> None:
        text, dealer = deck_and_seat(deck, seed, players, dealer)
        self._begin(Options.named(rules), players, {"deck": text, "dealer": dealer})

    @classmethod
    def from_start(
        cls,
        start: Mapping[str, object],
        *,
        players: int,
        rules: Options | str | Mapping[str, object] = "classic",
    ) -> Deal:
        """The deal of a record's ``start``: a deck or a position.

        >>> deal = Deal.from_start({"hands": ["7h", "Kd"], "random": ["2c", ""], "turn": 0}, players=2)
        >>> deal.legal
        ['-7h']
        """
        deal = cls.__new__(cls)
        deal._begin(Options.named(rules), players, start)
        return deal

    def _begin(self, options: Options, players: int, start: Mapping[str, object]) -> None:
        if type(players) is not int or players not in (2, 3, 4):
            raise BadStart(f"Dammit has 2 to 4 players, not {players!r:.40}", "M1")
        if not isinstance(start, Mapping):
            raise BadStart("a start is an object: a deck or a position", "M1")
        self._options = options
        if is_position(start):
            self._g = state_from_position(options, players, start)
            self._dealer: int | None = None
        else:
            self._g = state_from_deck(players, start)
            self._dealer = (int(self._g.turn) - 1) % players
        self._r = options.kernel()
        self._words = [0] * N_WORDS
        self._actions: list[str] = []
        self._seen: list[str] = []
        self._by: list[int] = []
        self._mark()

    @classmethod
    def _of_state(cls, view: View, g: Any) -> Deal:
        """A deal at a state that somebody imagined; its past is what the view knows of it."""
        deal = cls.__new__(cls)
        deal._options = view.options
        deal._g = g
        deal._dealer = view._dealer
        deal._r = view.options.kernel()
        deal._words = [0] * N_WORDS
        deal._actions = view._actions.copy()
        deal._seen = view._seen.copy()
        deal._by = view._by.copy()
        deal._mark()
        return deal

    def copy(self) -> Deal:
        """A deal that goes its own way from here."""
        twin = super().copy()
        twin._words = [0] * N_WORDS
        twin._seen = self._seen.copy()
        twin._by = self._by.copy()
        return twin

    @property
    def legal(self) -> list[str]:
        """All legal actions as a seat sends them, sorted by code points; none when the deal is over."""
        kernel.legal_at([self._g], 0, self._words)
        return legal_texts(self._words)

    def refuse(self, action: str) -> Refusal | None:
        """None if a seat may send this action, else the rule and the reason against it.

        >>> Deal(players=2, seed="tour").refuse("-8s")
        Refusal(rule='M5', sentence='8s does not fit on Kd')
        >>> Deal(players=2, seed="tour").refuse("?Jh")
        Refusal(rule='M7', sentence='which card turns up is drawn, not chosen')

        Raises:
            BadText: this is no action.
        """
        request = parse_action(action)
        reason = kernel.why_not_at([self._g], 0, self._words, request)
        if not reason and kernel.drawn_card(request) >= 0:
            reason = N_CHOSEN if kernel.may_come(self._g, request) else kernel.N_NOTHING_DRAWN
        return refusal(self._g, request, reason) if reason else None

    def chance(self, action: str) -> list[str]:
        """What a legal action may turn into, each equally likely: as a record holds it, with the card that turns up.

        Raises:
            BadText: this is no action.
        """
        request = parse_action(action)
        cards = 0 if kernel.drawn_card(request) >= 0 else kernel.may_come(self._g, request)
        if not cards:
            return [request_text(request)]
        sent = sent_text(request)
        named = sent + "&" if sent[0] == "-" else sent
        return [named + TEXTS[card] for card in CANONICAL if cards >> card & 1]

    def play(self, action: str) -> None:
        """Play an action of the seat to act, with the card that chance draws if it draws one.

        Raises:
            BadText: this is no action.
            IllegalAction: the rules forbid it here; nothing has changed.
        """
        request = parse_action(action)
        reason = kernel.why_not_recorded_at([self._g], 0, self._words, request)
        if reason:
            refused = refusal(self._g, request, reason)
            raise IllegalAction(f"{action[:40]}: {refused.sentence}", refused.rule)
        self._note(request, int(self._g.turn))
        kernel.play_at([self._g], 0, [self._r], request)

    def _note(self, request: int, seat: int) -> None:
        """Keep what was played, what the others see of it, and who played it."""
        self._actions.append(request_text(request))
        self._seen.append(seen_text(request))
        self._by.append(seat)

    def _request(self, action: str) -> int:
        return parse_action(action)

    def _replay(self, requests: Sequence[int], replayer: Replayer) -> int:
        self._g, played = replayer.replay(self._g, self._r, requests)
        for request in played:
            self._note(request % kernel.SEATS, request // kernel.SEATS - 1)
        return len(played)

    def see(self, seat: int | None) -> View:
        """What a seat may see; None is a spectator.

        >>> view = Deal(players=2, seed="tour").see(0)
        >>> view.seat, view.hands[1], view.held
        (0, Cards(''), (4, 4))
        """
        return View._of(self, self._viewer(seat))

    def position(self) -> dict[str, object]:
        """This moment as a record's ``start``.

        Raises:
            BadStart: only a turn that has not begun can be written as a position.
        """
        if self._g.phase != PLAY:
            raise BadStart("only the start of a turn can be written as a position", "MA20")
        return position_of(self._g)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deal):
            return NotImplemented
        return bool(self.options == other.options and self._g == other._g)

    __hash__ = None
