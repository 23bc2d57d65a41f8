"""Dammit in English, for a terminal: what is on the table, what an action does.

``show`` is how the caller wants a card to stand in a text. Every game has a module with these names;
``speto.cli.screen.Words`` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

from ..cards import RANKS, Card, Cards, parse_card, parse_cards
from ..game import Following
from .options import Options
from .view import View, default

Show = Callable[[int], str]

ORDERS = ("rank", "suit")
"""The ways to sort a hand."""

CODES: Mapping[str, str] = {}
"""There are no points."""

NOTATION = (
    ("-7h", "play a card of your hand"),
    ("?", "turn up a support card: it is played if it fits, else you take the pile"),
    ("!", "turn up a random card, once hand and support are empty"),
    ("*", "take the pile: no card of your hand fits and you have no support"),
    ("~4c5d6h7s", "of the cards that you had to pick up, keep these four as your hand"),
)
"""How actions are typed. Cards are read as 10d and J♦, too, in any case and order."""

SEAT_TITLES = ("hand", "support", "random", "place")

MANY = 70
"""So many ways to keep four cards are listed; of more only one, and any other is typed."""


def title(options: Options) -> str:
    """The game, its house rules and its aim."""
    return f"Dammit, {options}: get rid of all your cards"


def rows(view: View, names: Sequence[str], show: Show) -> list[tuple[str, list[str], bool]]:
    """What lies on the table: a label, the things, and whether each is wide enough to stand in a column."""
    deck = f"{view.deck_size} cards" if view.deck_size else "empty: support refills the hand"
    return [("pile", [_row(view.pile, show) or "empty"], False), ("deck", [deck], False)]


def seat_row(view: View, seat: int) -> tuple[str, ...]:
    """How many cards a seat has in hand, support and random pile, and its place once it has one."""
    place = view.scores[seat] if view.scores else view.out.index(seat) + 1 if seat in view.out else ""
    return str(view.held[seat]), str(view.support_sizes[seat]), str(view.random_sizes[seat]), str(place)


def seat_note(view: View, seat: int, show: Show) -> str:
    """What everybody knows of a seat's cards; of the viewer's own, what lies in support."""
    if seat == view.seat:
        known = view.known[seat] - view.hand
        return f"(support): {_row(known, show)}" if known else ""
    known = view.known[seat]
    return f"(hand or support): {_row(known, show)}" if known else ""


def hand(view: View, order: str) -> list[list[Card]]:
    """The viewer's hand in groups: by suit from low to high, or by rank."""
    return view.sorted_hand(order)


def hand_note(view: View) -> str:
    """Which ranks fit."""
    if not view.pile:
        return "any card fits"
    rank = view.pile[-1] % 13
    below, above = (RANKS[(rank + step) % 13].replace("T", "10") for step in (-1, 1))
    return f"{below} and {above} fit"


def moment(view: View) -> str:
    """What the seat to act is to do."""
    legal = view.legal
    if view.keeping:
        return f"keep four of {len(view.choice)} cards, typed as ~4c5d6h7s (MA12)"
    if "*" in legal:
        return "no card fits and there is no support: the pile is yours (MA5)"
    if "!" in legal:
        return "turn up a random card (M12)"
    if legal == ["?"]:
        return "no card fits: turn up a support card (MA4)"
    return "play a card that fits" + (", or turn up a support card" if "?" in legal else "")


def groups(view: View, order: str, show: Show) -> list[tuple[str, list[tuple[str, str]]]]:
    """The legal actions under a heading each, with what they would do: cards as in the hand."""
    legal = view.legal
    if view.keeping:
        listed = legal if len(legal) <= MANY else [default(view)]
        return [("keep", [(action, _row(parse_cards(action[1:]), show)) for action in listed])]
    cards = [f"-{card}" for card in chain(*hand(view, order)) if f"-{card}" in legal]
    offers = {
        "?": "a support card",
        "!": "a random card",
        "*": f"the pile of {_cards(len(view.pile))}, into support",
    }
    found = [("play", [(action, show(parse_card(action[1:]))) for action in cards])]
    found.append(("turn up", [(action, offers[action]) for action in legal if action in "?!"]))
    found.append(("take", [(action, offers[action]) for action in legal if action == "*"]))
    return [(heading, entries) for heading, entries in found if entries]


def told(before: View, after: View, action: str, you: bool, show: Show) -> str:
    """What the seat to act has done, to follow its name. A card that came to the hand is named if it may be seen."""
    seat = before.turn or 0
    text = _deed(before, after, action, show)
    came = after.hands[seat] - before.hands[seat]
    if action[0] == "-" and came:
        text += f" and draw{{s}} {_row(came, show)}"
    if seat in after.out and seat not in before.out:
        text += ", and {are} out"
    return text.replace("{are}", "are" if you else "is").replace("{s}", "" if you else "s")


def _deed(before: View, after: View, action: str, show: Show) -> str:
    """What an action did; ``{s}`` stands where a verb ends."""
    sign = action[0]
    seat = before.turn or 0
    if sign == "-":
        return f"play{{s}} {show(parse_card(action[1:3]))}"
    if sign == "*":
        return f"take{{s}} the pile of {_cards(len(before.pile))}"
    if sign == "~":
        kept = after.hands[seat]
        return f"keep{{s}} {_row(kept, show) if kept else 'four cards'}"
    turned = f"turn{{s}} up {show(parse_card(action[1:]))}"
    if after.pile:
        return f"{turned} and play{{s}} it"
    return f"{turned}, which does not fit, and pick{{s}} up {_cards(len(before.pile) + 1)}"


def brief(action: str, show: Show) -> str:
    """An action of the past in a word or two."""
    sign = action[0]
    if sign == "-":
        return f"played {show(parse_card(action[1:3]))}"
    if sign in "?!":
        return f"turned up {show(parse_card(action[1:]))}"
    return "took the pile" if sign == "*" else "kept four"


def warning(view: View, action: str, show: Show) -> str:
    """Nothing costs anything here."""
    return ""


def reveals(action: str) -> bool:
    """Whether an action shows a hidden card, so that it cannot be taken back: all do, or end the turn."""
    return True


def ending(view: View, names: Sequence[str], show: Show) -> str:
    """How a deal ended."""
    rule = "MA14" if len(view.out) == view.players - 1 else "MA16"
    why = "" if rule == "MA14" else f"{view.turns} turns are over. "
    if view.loser is None:
        return f"{why}Nobody has lost alone ({rule})."
    have = "have" if names[view.loser] == "You" else "has"
    return f"{why}{names[view.loser]} {have} lost ({rule})."


def next_deal(view: View, following: Following, names: Sequence[str]) -> str:
    """Who deals next, and who begins."""
    dealer = following.start["dealer"]
    deal = "deal" if names[dealer] == "You" else "deals"
    first = names[(dealer + 1) % view.players]
    begin = "begin" if first == "You" else "begins"
    return f"{names[dealer]} {deal} ({following.rules['dealer']}), {first} {begin}."


def _row(cards: int | Iterable[int], show: Show) -> str:
    return " ".join(show(card) for card in (Cards(cards) if isinstance(cards, int) else cards))


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
