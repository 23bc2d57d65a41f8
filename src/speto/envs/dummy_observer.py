"""What a seat sees of Dummy, as one float32 array in named pieces, and as a text.

Seats are counted from the viewer: 0 is the viewer, 1 the seat after it by number. A piece of 52 has a place for each
card, suit by suit, from the deuce up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from speto.cards import Cards, cards_text, parse_card, parse_cards
from speto.dummy.view import View

if TYPE_CHECKING:
    from .openspiel import DummyState

HISTORY = 200
"""More actions than any deal has: 69 turns that begin and end, and 52 cards laid."""

KINDS = ("+", "^", "=", ">", "-", "#", ".")
"""Kinds of actions, as in the history: draw, pick up, meld, lay off, discard, knock, pass."""

SCALARS = ("stock", "must_finish", "dark", "taken", "drawing", "direction")


class Observer:
    """Fills ``tensor``, whose pieces ``dict`` names, or makes a text. With perfect recall the past is in both."""

    def __init__(self, kind: Any, params: Mapping[str, Any] | None, players: int) -> None:
        if params:
            raise ValueError(f"this observer takes no parameters: {params}")
        if kind.private_info not in (pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE):
            raise ValueError("an observer shows one seat's cards, or nobody's")
        self.players = players
        self._own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._public = kind.public_info
        self._recall = kind.perfect_recall
        seats = (players, 52)
        pieces: list[tuple[str, tuple[int, ...]]] = [("player", (players,))]
        if self._own:
            pieces.append(("hand", (52,)))
        if self._public:
            pieces += [("to_act", (players,)), ("phase", (3,)), ("known", seats), ("placed", seats), ("thrown", seats)]
            pieces += [(name, (52,)) for name in ("sets", "runs", "run_starts", "pile", "pile_above", "head")]
            pieces += [(name, (players,)) for name in ("held", "born", "layoffs", "penalty")]
            pieces.append(("scalars", (len(SCALARS),)))
        if self._recall:
            pieces.append(("dealt", (52,)))
            pieces.append(("history", (HISTORY, players + len(KINDS) + 52)))
        self.tensor = np.zeros(sum(int(np.prod(shape)) for _, shape in pieces), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for name, shape in pieces:
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def set_from(self, state: DummyState, player: int) -> None:
        """Show a state to a player, in ``tensor`` and ``dict``."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        view, table = state.see(player if self._own else -1), state.table
        if self._own:
            _mark(self.dict["hand"], table.hand(player) if view is None else int(view.hand))
        if self._public and view is not None:
            self._show(view, player)
            self.dict["scalars"][SCALARS.index("drawing")] = table.drawing
        if self._recall:
            if self._own:
                _mark(self.dict["dealt"], table.first_hand(player))
            self._show_past(state, player)

    def _show(self, view: View, player: int) -> None:
        d, n = self.dict, self.players
        if view.turn is not None:
            d["to_act"][(view.turn - player) % n] = 1
        d["phase"][2 if view.over else 0 if view.starting else 1] = 1
        for seat in range(n):
            place = (seat - player) % n
            # When the deal is over all hands lie open.
            _mark(d["known"][place], int(view.hands[seat]) if view.over else int(view.known[seat]))
            d["held"][place] = view.held[seat] / 11
            d["born"][place] = view.born[seat]
            d["layoffs"][place] = view.layoffs[seat] / 11
            d["penalty"][place] = view.penalties[seat] / 100
        for meld in view.melds:
            for card, seat in zip(meld.cards, meld.seats, strict=True):
                d["sets" if meld.is_set else "runs"][card] = 1
                d["placed"][(seat - player) % n][card] = 1
            if not meld.is_set:
                d["run_starts"][meld.cards[0]] = 1
        pile = view.pile
        for place, (card, thrower) in enumerate(zip(pile, view.pile_seats, strict=True)):
            d["pile"][card] = 1
            d["pile_above"][card] = (len(pile) - 1 - place) / 52
            if thrower is not None:
                d["thrown"][(thrower - player) % n][card] = 1
        if view.head is not None:
            d["head"][view.head] = 1
        d["scalars"][:] = (view.stock_size / 52, view.must_finish, view.dark, view.taken / 11, 0, view.direction)

    def _show_past(self, state: DummyState, player: int) -> None:
        rows, n = self.dict["history"], self.players
        table = state.table
        for number, (text, actor) in enumerate(zip(self._past(state, player), table.actors, strict=True)):
            kind = ">" if ">" in text else text[0]
            rows[number, (actor - player) % n] = 1
            rows[number, n + KINDS.index(kind)] = 1
            cards = 1 << parse_card(text[:2]) if kind == ">" else parse_cards(text[1:])
            _mark(rows[number, n + len(KINDS) :], cards)

    def _past(self, state: DummyState, player: int) -> list[str]:
        """The actions as the viewer heard them."""
        heard = state.table.heard[player]
        return heard if self._own else [text[:1] if text[0] == "+" else text for text in heard]

    def string_from(self, state: DummyState, player: int) -> str:
        """A state as a player sees it, as a text."""
        key = (player, self._own, self._public, self._recall)
        texts = state.table.texts
        if key not in texts:
            texts[key] = self._text(state, player)
        return texts[key]

    def _text(self, state: DummyState, player: int) -> str:
        view, table = state.see(player if self._own else -1), state.table
        parts = [f"seat {player}"]
        if self._own:
            parts.append(f"hand {cards_text(table.hand(player) if view is None else int(view.hand))}")
        if self._public and view is not None:
            parts += public_parts(view)
            if table.drawing:
                parts.append("drawing")
        if self._recall:
            if self._own:
                parts.append(f"dealt {cards_text(table.first_hand(player))}")
            parts.append(f"played {' '.join(self._past(state, player))}")
        return "; ".join(parts)


def public_parts(view: View) -> list[str]:
    """What lies open, in pieces of text."""
    moment = "over" if view.over else f"{'take' if view.starting else 'lay'} {view.turn}"
    throwers = ("-" if seat is None else seat for seat in view.pile_seats)
    pile = " ".join(f"{card}/{seat}" for card, seat in zip(view.pile, throwers, strict=True))
    parts = [
        f"{moment} {view.direction} {view.must_finish:d}{view.dark:d} {view.taken}",
        f"stock {view.stock_size}",
        f"head {view.head}",
        f"pile {pile}",
        *(str(meld) for meld in view.melds),
    ]
    for seat in range(view.players):
        shown = cards_text(int(view.hands[seat]) if view.over else int(view.known[seat]))
        counts = f"{view.held[seat]} {view.born[seat]:d} {view.layoffs[seat]} {view.penalties[seat]}"
        parts.append(f"{seat}: {counts} {shown}")
    return parts


def _mark(piece: Any, cards: int) -> None:
    """Put ones at the places of cards."""
    for card in Cards(cards):
        piece[card] = 1
