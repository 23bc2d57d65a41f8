"""Starts as text: a deck or a position into a state, and a state back into a position (``docs/notation.md``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..cards import TEXTS, cards_text, parse_card, split_cards
from ..errors import BadStart
from ..game import Line
from ..starts import Fields, located
from .actions import MELD_OF_CARDS
from .kernel.melds import CLUBS
from .kernel.setup import cards_each, clear, deal
from .ledger import PENALTIES
from .options import Options
from .states import State

DECK_KEYS = ("deck", "starter", "direction")
POSITION_KEYS = (
    "hands",
    "stock",
    "pile",
    "melds",
    "born",
    "turn",
    "direction",
    "head",
    "fresh",
    "layoffs",
    "known",
    "penalties",
)
MAX_PENALTIES = 276
"""No deal can charge more before it ends: 69 turns, four charges a discard (A25)."""


def state_from_deck(options: Options, players: int, start: Mapping[str, object]) -> Any:
    """A deal from a deck, before its first turn.

    Raises:
        BadStart: not 52 cards, a card twice, a starter or direction that cannot be.
    """
    fields = Fields(start, DECK_KEYS, "R1")
    cards = fields.deck()
    starter = fields.number("starter", 0, range(players), "A28")
    g = State()
    deal(g, cards, players, starter, _direction(fields), options.strip_stock)
    return g


def state_from_position(options: Options, players: int, start: Mapping[str, object]) -> tuple[Any, list[Line]]:
    """A66: a position at the start of a turn, and the penalties charged before it.

    Raises:
        BadStart: the position cannot be; the sentence says why.
    """
    fields = Fields(start, POSITION_KEYS, "R1")
    for key in ("hands", "pile", "turn"):
        if key not in start:
            raise BadStart(f"a position needs {key!r}", "R8")
    g = State()
    clear(g)
    g.players = players
    g.direction = _direction(fields)
    g.turn = fields.number("turn", None, range(players), "R8")
    _read_hands(g, fields)
    _read_pile(g, fields)
    for seat in fields.list_of("born", int):
        if seat not in range(players) or g.born >> seat & 1:
            raise BadStart(f"born: {seat} is no seat of {players}, or named twice", "R11")
        g.born |= 1 << seat
    _read_melds(g, fields)
    stock = fields.cards("stock")
    for place, card in enumerate(reversed(stock)):
        g.stock[place] = card
    g.stock_len = len(stock)
    g.dark = 1 - (g.born >> g.turn & 1)
    _read_head(g, fields, stock)
    _read_fresh(g, fields)
    _read_layoffs(g, fields, options)
    for seat, known in enumerate(fields.per_seat("known", str, players, "")):
        for card in located(f"known[{seat}]", split_cards, known):
            if not g.hand[seat] >> card & 1:
                raise BadStart(f"known[{seat}]: {TEXTS[card]} is not in that hand", "R9")
            g.known[seat] |= 1 << card
    return g, _read_penalties(g, fields, options)


def check_reach(players: int, start: Mapping[str, object]) -> None:
    """A position of a stranger: could play come to so many cards in one hand?

    What the other seats were dealt (R2) stays in their hands or in melds (R13), so no deal gives it to this one. A
    position may say otherwise, for it may leave out cards (A66). But to see whether a hand can knock (A16) can take
    minutes when it holds nearly the whole pack, so a server asks for this first.

    >>> check_reach(2, {"hands": ["Qd 2c", "3h"], "pile": "7h Kd/0 Jd/1", "turn": 0})

    Raises:
        BadStart: with hand, pile and stock a seat could get more cards than in any deal.
    """
    most = 52 - cards_each(players) * (players - 1)
    fields = Fields(start, POSITION_KEYS, "R1")
    around = len(fields.text("pile").split()) + len(fields.cards("stock"))
    for seat, hand in enumerate(fields.list_of("hands", str)):
        count = len(fields.claimed(f"hands[{seat}]", hand)) + around
        if count > most:
            sentence = f"hands[{seat}], pile and stock have {count} cards together"
            raise BadStart(f"{sentence}: with {players} players no deal gives a seat more than {most}", "R2")


def position_of(g: Any, options: Options, penalties: Sequence[Line]) -> dict[str, object]:
    """A state at the start of a turn as a position; what a reader would assume anyway is left out."""
    seats = range(g.players)
    position: dict[str, object] = {"hands": [cards_text(g.hand[seat], " ") for seat in seats]}
    position["stock"] = " ".join(TEXTS[g.stock[place]] for place in reversed(range(g.stock_len)))
    position["pile"] = " ".join(
        TEXTS[g.pile[place]] + (f"/{g.pile_by[place]}" if g.pile_by[place] >= 0 else "") for place in range(g.pile_len)
    )
    position["melds"] = [" ".join(f"{TEXTS[card]}/{placer(g, card)}" for card in cards) for cards in melds_of(g)]
    position["born"] = [seat for seat in seats if g.born >> seat & 1]
    position["turn"] = g.turn
    position["direction"] = g.direction
    if g.head >= 0 and g.pile_by[0] >= 0:
        position["head"] = TEXTS[g.head]
    if g.fresh != walk_back(g):
        position["fresh"] = g.fresh
    if any(g.layoffs) or (options.layoff_limit is not None and (g.sets | g.runs)):
        position["layoffs"] = [g.layoffs[seat] for seat in seats]
    if any(g.known):
        position["known"] = [cards_text(g.known[seat], " ") for seat in seats]
    if penalties:
        position["penalties"] = [[line.seat, line.code] for line in penalties]
    return position


def melds_of(g: Any) -> list[list[int]]:
    """The melds on the table, each as its cards from low to high: sets by rank, then runs by suit and rank."""
    melds = []
    for rank in range(13 if g.sets else 0):
        cards = [card for card in range(rank, 52, 13) if g.sets >> card & 1]
        if cards:
            melds.append(cards)
    starts, others = g.starts, g.runs & ~g.starts
    while starts:
        lowest = starts & -starts
        starts ^= lowest
        run = [lowest.bit_length() - 1]
        while run[-1] % 13 < 12 and others >> (run[-1] + 1) & 1:
            run.append(run[-1] + 1)
        melds.append(run)
    return melds


def placer(g: Any, card: int) -> int:
    """The seat that placed a card on the table."""
    return next(seat for seat in range(g.players) if g.placed[seat] >> card & 1)


def walk_back(g: Any) -> int:
    """``fresh`` as a reader assumes it: newest cards, each thrown by a seat further back than the one before."""
    back = 0
    count = 0
    for place in reversed(range(g.pile_len)):
        by = g.pile_by[place]
        if by < 0 or by == g.turn:
            break
        distance = (g.turn - by) * g.direction % g.players
        if distance <= back:
            break
        back = distance
        count += 1
    return count


def _read_hands(g: Any, fields: Fields) -> None:
    hands = fields.list_of("hands", str)
    if len(hands) != g.players:
        raise BadStart(f"hands has {len(hands)} hands for {g.players} players", "R1")
    for seat, text in enumerate(hands):
        cards = fields.claimed(f"hands[{seat}]", text)
        if not cards:
            raise BadStart(f"hands[{seat}] is empty: a seat always keeps a card", "A20")
        for card in cards:
            g.hand[seat] |= 1 << card
        g.held[seat] = len(cards)


def _read_pile(g: Any, fields: Fields) -> None:
    """A56: the pile, which has a card at the start of every turn, the newest of the seat before."""
    words = fields.text("pile").split()
    if not words:
        raise BadStart("pile is empty, which it never is at the start of a turn", "A56")
    for place, word in enumerate(words):
        card, seat = _owned(word, "pile", g.players)
        if seat is None and place > 0:
            raise BadStart(f"pile: {TEXTS[card]} has no seat, and only the oldest card, the head, has none", "R4")
        fields.claim(card, "pile")
        g.pile[place] = card
        g.pile_by[place] = -1 if seat is None else seat
        g.in_pile |= 1 << card
    g.pile_len = len(words)
    before = (g.turn - g.direction) % g.players
    newest = g.pile_by[g.pile_len - 1]
    if newest >= 0 and newest != before:
        raise BadStart(
            f"pile: the newest card is of seat {newest}, but the player before seat {g.turn} is seat {before}",
            "R8",
        )


def _read_melds(g: Any, fields: Fields) -> None:
    for number, text in enumerate(fields.list_of("melds", str)):
        where = f"melds[{number}]"
        bits = 0
        for word in text.split():
            card, seat = _owned(word, where, g.players)
            if seat is None:
                raise BadStart(f"{where}: {TEXTS[card]} does not say who placed it: {TEXTS[card]}/seat", "R24")
            if not g.born >> seat & 1:
                raise BadStart(f"{where}: seat {seat} placed {TEXTS[card]} but is not born", "R12")
            fields.claim(card, where)
            bits |= 1 << card
            g.placed[seat] |= 1 << card
        if bits not in MELD_OF_CARDS:
            raise BadStart(f"{where}: {cards_text(bits, ' ') or 'nothing'} is no meld", "R7")
        rank = (bits & -bits).bit_length() - 1
        if bits & ~(CLUBS << (rank - rank % 13)):
            g.sets |= bits
        else:
            g.runs |= bits
            g.starts |= bits & -bits


def _read_head(g: Any, fields: Fields, stock: list[int]) -> None:
    """A5: the head lies oldest in the pile or in a meld; whoever picks it up melds it at once."""
    oldest = g.pile[0] if g.pile_by[0] < 0 else -1
    if "head" not in fields.start:
        g.head = oldest
        return
    head = located("head", parse_card, fields.text("head"))
    if oldest >= 0 and head != oldest:
        raise BadStart(f"head is {TEXTS[head]}, but the pile's card without a seat is {TEXTS[oldest]}", "R4")
    if head in stock or any(hand >> head & 1 for hand in g.hand):
        raise BadStart(f"head: {TEXTS[head]} lies in a hand or in the stock, where the head never is", "A5")
    if oldest < 0 and g.in_pile >> head & 1:
        raise BadStart(f"head: {TEXTS[head]} lies in the pile as somebody's discard, which the head never is", "A5")
    g.head = head


def _read_fresh(g: Any, fields: Fields) -> None:
    most = walk_back(g)
    g.fresh = most
    if "fresh" in fields.start:
        least = min(most, 1)
        g.fresh = fields.number("fresh", None, None, "P6")
        if not least <= g.fresh <= most:
            allowed = f"{least}" if least == most else f"{least} to {most}"
            raise BadStart(f"fresh is {g.fresh}, but this pile and turn allow {allowed}", "P6")


def _read_layoffs(g: Any, fields: Fields, options: Options) -> None:
    limit = options.layoff_limit
    if limit is not None and (g.sets | g.runs) and "layoffs" not in fields.start:
        raise BadStart("a position with melds needs 'layoffs' when layoff_limit is set", "A13")
    for seat, count in enumerate(fields.per_seat("layoffs", int, g.players, 0)):
        placed = int(g.placed[seat]).bit_count()
        most = placed if limit is None else min(placed, limit)
        if not 0 <= count <= most:
            raise BadStart(f"layoffs: seat {seat} cannot have laid off {count} cards; at most {most}", "A13")
        g.layoffs[seat] = count


def _read_penalties(g: Any, fields: Fields, options: Options) -> list[Line]:
    lines = []
    entries = fields.list_of("penalties", list)
    if len(entries) > MAX_PENALTIES:
        raise BadStart(f"penalties has {len(entries)} entries; no deal charges more than {MAX_PENALTIES}", "A25")
    for number, entry in enumerate(entries):
        where = f"penalties[{number}]"
        if len(entry) != 2 or type(entry[0]) is not int or not isinstance(entry[1], str):
            raise BadStart(f"{where} is not [seat, code]", "P4")
        seat, code = entry
        if seat not in range(g.players):
            raise BadStart(f"{where}: {seat} is no seat of {g.players}", "R1")
        if code not in PENALTIES:
            raise BadStart(f"{where}: {code[:40]!r} is none of {', '.join(PENALTIES)}", "P4")
        if not getattr(options, code):
            raise BadStart(f"{where}: {code} is not among these house rules", PENALTIES[code])
        g.penalty[seat] += 50
        lines.append(Line(seat, code, PENALTIES[code], -50))
    return lines


def _direction(fields: Fields) -> int:
    direction = fields.start.get("direction", 1)
    if type(direction) is not int or direction not in (1, -1):
        raise BadStart("direction is 1 or -1", "A26")
    return direction


def _owned(word: str, where: str, players: int) -> tuple[int, int | None]:
    """A card with ``/seat``, or without."""
    text, slash, owner = word.partition("/")
    card = located(where, parse_card, text)
    if not slash:
        return card, None
    if not (owner.isascii() and owner.isdigit() and int(owner[:3]) in range(players)) or len(owner) > 1:
        raise BadStart(f"{where}: {owner[:10]!r} is no seat of {players}", "R1")
    return card, int(owner)
