"""Cards and sets of cards: text in and out.

A card is an int, 0 … 51 = suit × 13 + rank, suits c d h s, ranks 2 … A (R6), so the cards of a suit are
neighbouring bits of a 52-bit set and a run is a row of set bits. :class:`Card` and :class:`Cards` are such ints
that print as people write them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .errors import BadText

RANKS = "23456789TJQKA"
SUITS = "cdhs"
ALL = (1 << 52) - 1

_SUIT_SIGNS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s"}

TEXTS: tuple[str, ...] = tuple(RANKS[c % 13] + SUITS[c // 13] for c in range(52))
"""The canonical text of each card, by number."""

_NUMBERS = {text: card for card, text in enumerate(TEXTS)}

CANONICAL: tuple[int, ...] = tuple(suit * 13 + rank for rank in range(13) for suit in range(4))
"""All cards in canonical order: by rank, then suit c d h s."""

_PLACES = tuple(CANONICAL.index(card) for card in range(52))
_IN_ORDER = tuple(TEXTS[card] for card in CANONICAL)


class Card(int):
    """One card of the pack.

    >>> Card("Td"), Card("10♦") == Card("td"), Card(0)
    (Td, True, 2c)
    """

    __slots__ = ()

    def __new__(cls, card: int | str) -> Card:
        """The card of a number or a text."""
        number: object = parse_card(card) if isinstance(card, str) else card
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < 52:
            raise BadText(f"{number} is no card: cards are 0 to 51", "R1")
        return super().__new__(cls, number)

    @property
    def rank(self) -> str:
        """2 … 9, T, J, Q, K or A."""
        return RANKS[self % 13]

    @property
    def suit(self) -> str:
        """c, d, h or s."""
        return SUITS[self // 13]

    def __str__(self) -> str:
        return TEXTS[self]

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        return format(TEXTS[self], spec)


class Cards(int):
    """A set of cards that cannot change; iterates in canonical order.

    >>> hand = Cards("Qd 2c 9h")
    >>> hand, len(hand), Card("9h") in hand, "9h" in hand
    (Cards('2c 9h Qd'), 3, True, True)
    >>> list(hand - Card("2c")), hand | "3c"
    ([9h, Qd], Cards('2c 3c 9h Qd'))
    """

    __slots__ = ()

    def __new__(cls, cards: int | str | Iterable[int | str] = 0) -> Cards:
        """The set of a text, of one card, of cards, or of bits."""
        if isinstance(cards, str):
            bits = parse_cards(cards)
        elif isinstance(cards, Card):
            bits = 1 << cards
        elif isinstance(cards, int):
            bits = int(cards)
        else:
            bits = 0
            for card in cards:
                bits |= 1 << Card(card)
        if not 0 <= bits <= ALL:
            raise BadText("a set of cards is made of the 52 cards of the pack", "R1")
        return super().__new__(cls, bits)

    def __iter__(self) -> Iterator[Card]:
        return (Card(card) for card in CANONICAL if int(self) >> card & 1)

    def __len__(self) -> int:
        return int(self).bit_count()

    def __bool__(self) -> bool:
        return int(self) != 0

    def __contains__(self, card: object) -> bool:
        try:
            return isinstance(card, (int, str)) and bool(int(self) >> Card(card) & 1)
        except BadText:
            return False

    def __or__(self, other: int | str) -> Cards:
        return Cards(int(self) | int(Cards(other)))

    def __and__(self, other: int | str) -> Cards:
        return Cards(int(self) & int(Cards(other)))

    def __sub__(self, other: int | str) -> Cards:
        return Cards(int(self) & ~int(Cards(other)))

    def __str__(self) -> str:
        return cards_text(self, " ")

    def __repr__(self) -> str:
        return f"Cards({str(self)!r})"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


def parse_card(text: str) -> int:
    """The number of a card; also reads ``10d``, any case, and ♣♦♥♠.

    >>> parse_card("2c"), parse_card("10♦"), parse_card("as")
    (0, 21, 51)

    Raises:
        BadText: this is no card of the 52 (R1).
    """
    number = _NUMBERS.get(text)
    if number is None:
        text = text.rstrip("\ufe0e\ufe0f")  # phones ask for a suit as a picture, or not, after it
        rank, suit = text[:-1].upper(), _SUIT_SIGNS.get(text[-1:], text[-1:].lower())
        number = _NUMBERS.get(("T" if rank == "10" else rank) + suit)
        if number is None:
            raise BadText(f"{_quoted(text)} is no card: a rank 2 to 9, T, J, Q, K, A and a suit c, d, h, s", "R1")
    return number


def split_cards(text: str) -> list[int]:
    """The cards of a text in its order, with or without spaces between them.

    >>> split_cards("7h Kd 10s") == split_cards("7hKdTs") == [31, 24, 47]
    True

    Raises:
        BadText: something in it is no card, or a card is named twice (R1).
    """
    words = text.replace("\ufe0e", "").replace("\ufe0f", "").split()
    try:
        found = [_NUMBERS[word] for word in words]
    except KeyError:
        found = _split_closely(words)
    if len(set(found)) < len(found):
        twice = next(card for card in found if found.count(card) > 1)
        raise BadText(f"{TEXTS[twice]} is named twice in {_quoted(text)}", "R1")
    return found


def _split_closely(words: Iterable[str]) -> list[int]:
    """The cards of words that are not all one canonical card each."""
    found = []
    for word in words:
        at = 0
        while at < len(word):
            size = 3 if word.startswith("10", at) else 2
            found.append(parse_card(word[at : at + size]))
            at += size
    return found


def parse_cards(text: str) -> int:
    """The cards of a text as a set of bits.

    >>> bin(parse_cards("2c 3c"))
    '0b11'
    """
    bits = 0
    for card in split_cards(text):
        bits |= 1 << card
    return bits


def cards_text(bits: int, between: str = "") -> str:
    """A set of cards in canonical order.

    >>> cards_text(parse_cards("Kd Jd Qd"))
    'JdQdKd'
    """
    rest = int(bits)
    places = []
    while rest:
        lowest = rest & -rest
        places.append(_PLACES[lowest.bit_length() - 1])
        rest ^= lowest
    places.sort()
    return between.join([_IN_ORDER[place] for place in places])


def _quoted(text: str) -> str:
    """What somebody wrote, short and printable, for an error text."""
    shown = text if len(text) <= 40 else text[:37] + "…"
    return repr(shown)
