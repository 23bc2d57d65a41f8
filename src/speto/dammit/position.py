"""Starts as text: a deck or a position into a state, and a state back into a position (``docs/notation.md``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..cards import TEXTS, cards_text, split_cards
from ..errors import BadStart
from ..starts import Fields, located
from .kernel.play import cards_of, enter_hand, put
from .kernel.setup import clear, deal
from .kernel.state import ALL
from .options import Options
from .states import State

DECK_KEYS = ("deck", "dealer")
POSITION_KEYS = ("hands", "support", "random", "deck", "pile", "turn", "out", "turns", "known")


def is_position(start: Mapping[str, object]) -> bool:
    """Whether this is a position, not a deck to be dealt: a deck is dealt by somebody, and says no more."""
    return any(key in start for key in POSITION_KEYS if key not in DECK_KEYS)


def state_from_deck(players: int, start: Mapping[str, object]) -> Any:
    """M1: a deal from a deck, before its first turn.

    Raises:
        BadStart: not 52 cards, a card twice, a dealer that cannot be.
    """
    fields = Fields(start, DECK_KEYS, "M1")
    if "deck" not in start:
        raise BadStart("a start has a 'deck' to be dealt, or is a position, with a 'turn'", "M2")
    cards = fields.deck()
    g = State()
    deal(g, cards, players, fields.number("dealer", 0, range(players), "MA17"))
    return g


def state_from_position(options: Options, players: int, start: Mapping[str, object]) -> Any:
    """A position at the start of a turn.

    Raises:
        BadStart: the position cannot be; the sentence says why.
    """
    fields = Fields(start, POSITION_KEYS, "M1")
    if "turn" not in start:
        raise BadStart("a position needs 'turn'", "M6")
    g = State()
    clear(g)
    g.players = players
    _read_piles(g, fields)
    _read_hands(g, fields)
    _read_out(g, fields)
    g.turn = fields.number("turn", None, range(players), "M6")
    if cards_of(g, g.turn) == 0:
        raise BadStart(f"turn is {g.turn}, but seat {g.turn} is out", "MA13")
    g.turns = fields.number("turns", 0, None, "MA16")
    if not 0 <= g.turns < options.max_turns:
        raise BadStart(f"turns is {g.turns}: 0 or more, and less than max_turns, which is {options.max_turns}", "MA16")
    return g


def _read_piles(g: Any, fields: Fields) -> None:
    """All but the hands."""
    for card in fields.cards("pile"):
        put(g, card)
    deck = fields.cards("deck")
    g.deck_len = len(deck)
    for place, card in enumerate(reversed(deck)):
        g.deck[place] = card
    for seat, cards in enumerate(_rows(fields, "support", g.players)):
        g.support[seat] = _bits(cards)
        g.support_len[seat] = len(cards)
    for seat, cards in enumerate(_rows(fields, "random", g.players)):
        if len(cards) > 4:
            raise BadStart(f"random[{seat}] has {len(cards)} cards, but there are at most four", "M3")
        g.random[seat] = _bits(cards)
        g.random_len[seat] = len(cards)


def _read_hands(g: Any, fields: Fields) -> None:
    """The hands, and what everybody knows of them: a seen card is in no hand while the deck lasts (M9, M11)."""
    hands = _rows(fields, "hands", g.players)
    for seat, text in enumerate(fields.per_seat("known", str, g.players, "")):
        for card in located(f"known[{seat}]", split_cards, text):
            if not (g.support[seat] | _bits(hands[seat])) >> card & 1:
                raise BadStart(f"known[{seat}]: {TEXTS[card]} is in neither hand nor support of that seat", "M8")
            if g.deck_len and not g.support[seat] >> card & 1:
                raise BadStart(f"known[{seat}]: {TEXTS[card]} cannot be in the hand while the deck lasts", "M9")
            g.known[seat] |= 1 << card
    for seat, cards in enumerate(hands):
        if len(cards) > 4:
            raise BadStart(f"hands[{seat}] has {len(cards)} cards, but there are at most four", "M3")
        if not cards and (g.support_len[seat] or g.deck_len):
            left = "its support" if g.support_len[seat] else "the deck"
            raise BadStart(f"hands[{seat}] is empty, but {left} is not", "MA19")
        g.turn = seat
        for card in cards:
            enter_hand(g, card, ALL & ~g.known[seat] if g.deck_len else ALL)


def _read_out(g: Any, fields: Fields) -> None:
    out = fields.list_of("out", int)
    without = [seat for seat in range(g.players) if cards_of(g, seat) == 0]
    if sorted(out) != without:
        raise BadStart(f"out is {out}, but the seats without cards are {without}", "MA13")
    if len(out) > g.players - 2:
        raise BadStart("fewer than two seats have cards", "MA14")
    g.outs = len(out)
    g.out[: g.outs] = out


def _rows(fields: Fields, key: str, players: int) -> list[list[int]]:
    texts = fields.per_seat(key, str, players, "")
    return [fields.claimed(f"{key}[{seat}]", text) for seat, text in enumerate(texts)]


def _bits(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


def position_of(g: Any) -> dict[str, object]:
    """A state at the start of a turn as a position; what a reader would assume anyway is left out."""
    seats = range(g.players)
    position: dict[str, object] = {
        "hands": [cards_text(g.hand[seat], " ") for seat in seats],
        "support": [cards_text(g.support[seat], " ") for seat in seats],
        "random": [cards_text(g.random[seat], " ") for seat in seats],
        "deck": " ".join(TEXTS[g.deck[place]] for place in reversed(range(g.deck_len))),
        "pile": " ".join(TEXTS[g.pile[place]] for place in range(g.pile_len)),
        "turn": g.turn,
    }
    if g.outs:
        position["out"] = list(g.out[: g.outs])
    if g.turns:
        position["turns"] = g.turns
    if any(g.known):
        position["known"] = [cards_text(g.known[seat], " ") for seat in seats]
    return position
