"""Nobody can name what they may not see: cards that a seat cannot know change nothing of its view."""

from __future__ import annotations

import gc
from random import Random
from types import FunctionType, ModuleType
from typing import Any

from tests.property.walks import walks

from speto import Deal, View, imagine
from speto.dummy.game import GAME
from speto.dummy.kernel.see import unseen
from speto.dummy.states import State

Place = tuple[str, int]


def hidden(deal: Deal, viewer: int | None) -> dict[int, Place]:
    """Each card that the viewer cannot know, and where it lies: written from the rules, not from the view."""
    places: dict[int, Place] = {}
    seen = {*deal.pile, *(card for meld in deal.melds for card in meld.cards)}
    if deal.knock_card is not None:
        seen.add(deal.knock_card)
    for seat, hand in enumerate(deal.hands):
        for card in hand:
            if seat == viewer or deal.over or card in deal.known[seat]:
                seen.add(card)
            else:
                places[card] = ("hand", seat)
    for place, card in enumerate(deal.stock):
        places[card] = ("stock", place)
    for card in set(range(52)) - seen - set(places):
        places[card] = ("out", 0)
    return {int(card): place for card, place in places.items()}


def swapped(deal: Deal, one: int, other: int, places: dict[int, Place]) -> Deal:
    """The same deal with two cards in each other's place."""
    twin = deal.copy()
    g = twin._g
    for card, instead in ((one, other), (other, one)):
        kind, place = places[card]
        if kind == "stock":
            g.stock[g.stock_len - 1 - place] = instead
        elif kind == "hand":
            g.hand[place] ^= 1 << card
    for card, instead in ((one, other), (other, one)):
        kind, place = places[card]
        if kind == "hand":
            g.hand[place] |= 1 << instead
    return twin


def told(view: View, seed: int) -> tuple[Any, ...]:
    """All that a view tells."""
    choice = (GAME.default(view),) if view.seat is not None and view.turn == view.seat else ()
    return (
        str(view),
        repr(view),
        hash(str(view)),
        view.legal,
        view.unseen,
        view.hands,
        view.actions,
        view.ledger,
        view.scores,
        choice,
        str(imagine(view, Random(seed))),
    )


def test_A60_cards_unknown_to_a_seat_change_nothing_of_its_view() -> None:
    rng = Random(3)
    kinds = set()
    for at, deal in enumerate(walks(range(220))):
        if at % 61 and not (deal.must_finish and at % 13 == 0):
            continue
        for viewer in (*range(deal.players), None):
            view = deal.see(viewer)
            all_told = told(view, at)
            places = hidden(deal, viewer)
            assert unseen(view._g) == sum(1 << card for card in places)
            for _ in range(2):
                if len(places) < 2:
                    continue
                one, other = rng.sample(sorted(places), 2)
                twin = swapped(deal, one, other, places)
                assert viewer is None or twin.hands[viewer] == deal.hands[viewer]
                seen = twin.see(viewer)
                assert seen == view
                assert seen._g == view._g
                assert told(seen, at) == all_told
                kinds.add(tuple(sorted((places[one][0], places[other][0]))))
    assert kinds == {(a, b) for a in ("hand", "out", "stock") for b in ("hand", "out", "stock") if a <= b}


def test_a_view_shows_open_cards_and_the_viewer_s_hand_only() -> None:
    for at, deal in enumerate(walks(range(100))):
        if at % 17:
            continue
        for viewer in (*range(deal.players), None):
            view = deal.see(viewer)
            assert view.hand == (0 if viewer is None else deal.hands[viewer])
            for seat in range(deal.players):
                shown = deal.hands[seat] if deal.over or seat == viewer else deal.known[seat]
                assert view.hands[seat] == shown
            assert (view.pile, view.melds, view.stock_size) == (deal.pile, deal.melds, deal.stock_size)
            assert (view.held, view.known, view.born) == (deal.held, deal.known, deal.born)
            assert all(card == -1 for card in view._g.stock)
            assert view.legal == (deal.legal if viewer is not None and viewer == deal.turn else [])
            assert not hasattr(view, "stock")


def test_A22_known_are_the_cards_that_all_saw_taken_until_they_are_played() -> None:
    for seed in range(120):
        known: list[set[str]] = []
        before: Deal | None = None
        for deal in walks(range(seed, seed + 1)):
            if before is None:
                known = [set() for _ in range(deal.players)]
            else:
                action, seat = deal.actions[-1], before.turn
                assert seat is not None
                if action[0] == "^":
                    known[seat] |= set(map(str, before.pile)) - set(map(str, deal.pile))
                known[seat] &= set(map(str, deal.hands[seat]))
            assert [set(map(str, cards)) for cards in deal.known] == known
            before = deal.copy()


def reachable(thing: object) -> list[object]:
    """Everything that can be reached from an object, but modules, classes and functions."""
    found: dict[int, object] = {}
    todo = [thing]
    while todo:
        here = todo.pop()
        if id(here) in found or isinstance(here, (ModuleType, type, FunctionType)):
            continue
        found[id(here)] = here
        todo += gc.get_referents(here)
    return list(found.values())


def test_no_way_leads_from_a_view_to_the_deal() -> None:
    for at, deal in enumerate(walks(range(60))):
        if at % 97:
            continue
        for viewer in (*range(deal.players), None):
            view = deal.see(viewer)
            states = {id(one) for one in reachable(view) if isinstance(one, State)}
            assert states == {id(view._g), id(view._opening)}
            assert view._opening.hand == view._opening.known
            assert set(view._opening.stock) == {-1}
            assert not any(isinstance(one, Deal) for one in reachable(view))
