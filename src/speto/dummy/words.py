"""Dummy in English, for a terminal: what is on the table, what an action does, what a ledger's codes mean.

``show`` is how the caller wants a card to stand in a text. Every game has a module with these names;
``speto.cli.screen.Words`` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain

from ..cards import CANONICAL, Card, Cards, parse_card, parse_cards
from ..game import Following
from .kernel.melds import ACES
from .kernel.penalties import fills_pile, lays_off
from .kernel.scoring import head_value, plain_value, settle_table
from .options import CLASSIC, Options
from .table import Meld, Table
from .view import View

Show = Callable[[int], str]

ORDERS = ("suit", "rank")
"""The ways to sort a hand."""

CODES = {
    "layoff_discard": "discard that fits a meld",
    "full_discard": "discard that fills the pile",
    "head_feed": "fed the head",
    "speto_feed": "fed a speto",
    "speto_lure": "lured a speto",
    "speto_laid_off": "speto laid off beside",
    "foolish_discard": "foolish discard",
    "laid": "cards laid",
    "head": "head card laid",
    "hand": "cards still held",
    "knock_card": "knock card",
    "dark_knock": "dark knock, doubled",
    "colour_knock": "colour knock, doubled",
    "dark_deduction": "not born, doubled",
}
"""What each code of a ledger means."""

NOTATION = (
    ("+", "draw the top card of the stock"),
    ("^JdQdKd", "pick up the pile from its deepest card in this meld, and lay the meld"),
    ("=7c7d7h", "lay a meld from the hand"),
    ("Qc>8c", "lay off a card on the meld that holds the other"),
    ("-7h", "discard"),
    ("#3h", "knock with the last card"),
    (".", "pass: only with an empty stock; it ends the deal"),
    ("[7h]", "in the pile: the head, the card that was turned up first"),
)
"""How actions are typed, and what else needs telling. Cards are read as 10d and J♦, too, in any case and order."""

FEW = 3
"""So many cards that a pickup leaves in the hand are named; more are counted, as the pile shows them."""

_GROUPS = {
    "+": "take",
    "^": "take",
    ".": "take",
    "=": "lay",
    ">": "lay off",
    "-": "discard",
    "#": "knock",
}


def title(options: Options) -> str:
    """The game, its house rules and its aim."""
    return f"Dummy, {replace(options, target=CLASSIC.target)}, to {options.target}"


def rows(view: View, names: Sequence[str], show: Show) -> list[tuple[str, list[str], bool]]:
    """What lies on the table: a label, the things, and whether each is wide enough to stand in a column."""
    pile = [
        f"[{show(card)}]" if seat is None else show(card) for card, seat in zip(view.pile, view.pile_seats, strict=True)
    ]
    return [
        ("pile", [" ".join(pile) or "empty"], False),
        ("melds", [_meld(meld, names, show) for meld in view.melds] or ["none yet"], bool(view.melds)),
    ]


def _meld(meld: Meld, names: Sequence[str], show: Show) -> str:
    """The cards of a meld, after each stretch of one seat that seat's name."""
    parts: list[str] = []
    seats = meld.seats
    for place, card in enumerate(meld.cards):
        parts.append(show(card))
        if place + 1 == len(seats) or seats[place + 1] != seats[place]:
            parts.append(f"({names[seats[place]]})")
    return " ".join(parts)


SEAT_TITLES = ("cards", "born", "laid", "charged")


def seat_row(view: View, seat: int) -> tuple[str, ...]:
    """How many cards a seat holds, whether it is born, its points on the table, what it was charged."""
    charged = sum(line.points for line in view.ledger if line.seat == seat and line.points < 0)
    born = "yes" if view.born[seat] else "not yet"
    return str(view.held[seat]), born, str(laid_points(view, seat)), str(charged or "")


def seat_note(view: View, seat: int, show: Show) -> str:
    """What everybody knows of a seat's hand."""
    known = view.known[seat]
    return f"holds {_run_of(known, show)}, seen picked up" if known and seat != view.seat else ""


def laid_points(view: View, seat: int) -> int:
    """The points that a seat has on the table."""
    return int(settle_table(view._g, view._r, [0], seat))


def hand(view: View, order: str) -> list[list[Card]]:
    """The viewer's hand in groups: by suit from low to high, or by rank."""
    return view.sorted_hand(order)


def hand_note(view: View) -> str:
    """What the hand costs if it is still held when the deal ends."""
    cost = sum(view.cost_of_discard(str(card))[1] for card in view.hand)
    twice = "" if view.born[view.seat or 0] else ", twice while not born"
    return f"{cost} if held{twice}"


def moment(view: View) -> str:
    """What the seat to act is to do."""
    stock = f", {view.stock_size} in the stock"
    if view.starting:
        return f"take a card{stock}" if view.stock_size else "the stock is empty: pick up and knock, or pass (A23)"
    if len(view.hand) == 1:
        return "one card is left, knock with it (A19)"
    if view.must_finish:
        return "lay all but one card, this turn must end in a knock (A15)"
    return f"{'lay or discard' if view.born[view.seat or 0] else 'discard'}{stock}"


def groups(view: View, order: str, show: Show) -> list[tuple[str, list[tuple[str, str]]]]:
    """The legal actions under a heading each, with what they would do: small pickups first, cards as in the hand."""
    place = {str(card): number for number, card in enumerate(chain(*hand(view, order)))}

    def rank(action: str) -> tuple[int, int]:
        if _sign(action) in "^=":
            meld = parse_cards(action[1:])
            return len(_taken(view, meld)), -_worth(view, meld)
        return place.get(action[1:] if action[0] in "-#" else action[:2], -1), 0

    found: dict[str, list[tuple[str, str]]] = {}
    for heading in dict.fromkeys(_GROUPS.values()):
        for action in sorted(view.legal, key=rank):
            if _GROUPS[_sign(action)] == heading:
                found.setdefault(heading, []).append((action, _offer(view, action, show)))
    return list(found.items())


def _sign(action: str) -> str:
    return ">" if ">" in action else action[0]


def _offer(view: View, action: str, show: Show) -> str:
    """What a legal action would do, with the points that it brings or costs at once."""
    sign = _sign(action)
    if sign == "-":
        cost = sum(points for _, points, _ in costs(view, action[1:]))
        rules = "+".join(rule for rule, _, _ in costs(view, action[1:]))
        return show(parse_card(action[1:])) + (f" costs {cost} ({rules})" if cost else "")
    text = _phrase(view, action, show).replace("{s}", "")
    if sign in "^=":
        meld = parse_cards(action[1:])
        text += f" (+{_worth(view, meld)})"
        kept = [card for card in _taken(view, meld) if not meld >> card & 1]
        if kept:
            text += f", keep {_run_of(kept, show) if len(kept) <= FEW else len(kept)}"
        return text
    if sign == ">":
        return text + f" (+{_worth(view, parse_cards(action.split('>', maxsplit=1)[0]), action)})"
    return text


def told(before: View, after: View, action: str, you: bool, show: Show) -> str:
    """What the seat to act has done, to follow its name. A card that it drew is named if it may be seen."""
    seat = before.turn or 0
    text = _phrase(before, action, show)
    drawn = after.hands[seat] - before.hands[seat]
    if action == "+" and drawn and not after.over:
        text = f"draw{{s}} {_run_of(drawn, show)}"
    if after.born[seat] and not before.born[seat]:
        text += " and are born" if you else " and is born"
    return text.replace("{s}", "" if you else "s")


def brief(action: str, show: Show) -> str:
    """An action of the past in a word or two."""
    sign = _sign(action)
    done = {
        "+": "drew",
        "^": "picked up",
        ".": "passed",
        "=": "laid",
        ">": "laid off",
        "-": "discarded",
        "#": "knocked",
    }
    cards = action.partition(">")[0].lstrip("+^.=-#") if sign != "#" else ""
    return f"{done[sign]} {_meld_of(parse_cards(cards), show)}".rstrip()


def _phrase(view: View, action: str, show: Show) -> str:
    """What an action does; ``{s}`` stands where a verb ends."""
    sign = _sign(action)
    if sign == "+":
        return "draw{s} from the stock"
    if sign == ".":
        return "end{s} the deal without a knock"
    if sign == "^":
        taken = _taken(view, parse_cards(action[1:]))
        what = show(taken[0]) if len(taken) == 1 else f"{len(taken)} cards from {show(taken[0])}"
        return f"pick{{s}} up {what}, lay{{s}} {_meld_of(parse_cards(action[1:]), show)}"
    if sign == "=":
        return f"lay{{s}} {_meld_of(parse_cards(action[1:]), show)}"
    if sign == ">":
        card, target = (Card(text) for text in action.split(">"))
        return f"lay{{s}} off {show(card)} on {_meld_of(_meld_with(view, target), show)}"
    if sign == "-":
        return f"discard{{s}} {show(Card(action[1:]))}"
    return f"knock{{s}} with {show(Card(action[1:]))} face down"


def _taken(view: View, meld: int) -> list[Card]:
    """The pile cards that a pickup with this meld takes; none after the start of the turn."""
    pile = view.pile
    places = [place for place, card in enumerate(pile) if meld >> card & 1]
    return pile[places[0] :] if view.starting and places else []


def _meld_with(view: Table, card: Card) -> int:
    return next((Cards(meld.cards) for meld in view.melds if card in meld.cards), Cards([card]))


def _meld_of(cards: int, show: Show) -> str:
    """The cards of a meld, close together."""
    return "".join(show(card) for card in CANONICAL if cards >> card & 1)


def _run_of(cards: Iterable[int], show: Show) -> str:
    return " ".join(show(card) for card in cards)


def _worth(view: View, cards: int, layoff: str = "") -> int:
    """The points of cards once they are laid as a meld, or laid off by this action."""
    r = view._r
    if layoff:
        card, target = (Card(text) for text in layoff.split(">"))
        in_set = card.rank == target.rank
    else:
        in_set = len({Card(card).rank for card in Cards(cards)}) == 1
    head = view.head
    bonus = 0
    if view.options.head_bonus and head is not None and cards >> head & 1:
        cards &= ~(1 << head)
        bonus = head_value(head)
    aces = r.ace_set if in_set else r.ace_run
    return int(plain_value(cards) + aces * (cards & ACES).bit_count() + bonus)


def costs(view: View, card: str) -> list[tuple[str, int, str]]:
    """What a discard costs at once: rule, points, and why (``docs/rules.md``, P4 and P5)."""
    number = parse_card(card)
    found = []
    if view.options.layoff_discard and lays_off(view._g, view._r, number):
        found.append(("P4", 50, "it fits a meld on the table"))
    if view.options.full_discard and fills_pile(view._g, number):
        found.append(("P5", 50, "it makes a set or run with two cards of the pile"))
    return found


def warning(view: View, action: str, show: Show) -> str:
    """What an action costs at once, to be asked before it is played; nothing if it costs nothing."""
    if action[:1] != "-" or not (found := costs(view, action[1:])):
        return ""
    card = show(parse_card(action[1:]))
    text = f"{card} costs " + " and ".join(f"{points}, since {why} ({rule})" for rule, points, why in found) + "."
    if not view.born[view.seat or 0] and view.options.unborn_double_scope == "hand_and_penalties":
        text += " It costs twice that if you are still not born at the end (R25)."
    return text


def reveals(action: str) -> bool:
    """Whether an action shows a card that nobody could know, so that it cannot be taken back."""
    return action == "+"


def ending(view: View, names: Sequence[str], show: Show) -> str:
    """How a deal ended."""
    if view.knocker is None or view.knock_card is None:
        return "Nobody knocked: the stock is used up (R21)."
    return f"{names[view.knocker]} knocked with {show(view.knock_card)} (R18)."


def next_deal(view: View, following: Following, names: Sequence[str]) -> str:
    """Who starts the deal after this one, and which way round it goes."""
    starter, direction = following.start["starter"], following.start["direction"]
    rules = following.rules
    order = [names[(starter + step * direction) % view.players] for step in range(view.players)]
    turned = "" if direction == view.direction else ", the other way round than before"
    way = f" Turns go {', '.join(order)}{turned} ({rules['direction']})." if view.players > 2 or turned else ""
    begin = "begin" if names[starter] == "You" else "begins"
    return f"{names[starter]} {begin} ({rules['starter']}).{way}"
