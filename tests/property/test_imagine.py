"""A69: imagined deals look like the view, and are as likely as each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import combinations, permutations
from random import Random

import pytest
from tests.property.test_finish import Case, brute
from tests.property.walks import walk, walks

from speto import Cards, Deal, Options, View, imagine
from speto.cards import TEXTS, parse_cards
from speto.dummy.kernel.state import NO_LIMIT


def check_world(view: View, world: Deal) -> None:
    """Looks the same, knows the same, and is a state that play can reach as far as anybody can tell."""
    assert world.see(view.seat) == view
    for seat in range(view.players):
        assert not view.hands[seat] - world.hands[seat]
        assert len(world.hands[seat]) == view.held[seat]
    assert view.hand == (0 if view.seat is None else world.hands[view.seat])
    assert len(world.stock) == view.stock_size
    cards = [*(card for hand in world.hands for card in hand), *world.stock]
    assert len(set(cards)) == len(cards)
    hidden = set(cards) - {card for hand in view.hands for card in hand}
    assert hidden <= set(view.unseen)
    assert bool(world.legal) != world.over
    assert (world.turn, world.ledger, world.scores) == (view.turn, view.ledger, view.scores)


def test_A69_a_world_looks_like_the_view_and_goes_on() -> None:
    for at, deal in enumerate(walks(range(9000, 9250))):
        if at % 31:
            continue
        for viewer in (*range(deal.players), None):
            view = deal.see(viewer)
            world = imagine(view, Random(at))
            check_world(view, world)
            assert imagine(view, Random(at)) == world
            for _ in range(6):
                if not world.over:
                    world.play(world.legal[at % len(world.legal)])
            assert deal.see(viewer) == view


def test_A69_own_cards_and_own_legal_actions_stay() -> None:
    for at, deal in enumerate(walks(range(9300, 9360))):
        if at % 13 == 0 and deal.turn is not None:
            assert imagine(deal.see(deal.turn), Random(at)).legal == deal.legal


def test_A69_the_known_cards_of_others_stay_where_they_are() -> None:
    found = 0
    for at, deal in enumerate(walks(range(9400, 9460))):
        for viewer in range(deal.players):
            others = [seat for seat in range(deal.players) if seat != viewer and deal.known[seat]]
            if at % 7 == 0 and others and not deal.over:
                found += 1
                world = imagine(deal.see(viewer), Random(at))
                assert world.known == deal.known
                assert all(not deal.known[seat] - world.hands[seat] for seat in others)
    assert found > 50


# Another seat must finish its turn, or has the last one: its hidden cards are no free choice (A15, A23).


def finishes(world: Deal, rng: Random) -> bool:
    """Whether the seat to act knocks, whatever it chooses."""
    seat, end = world.turn, world.copy()
    while not end.over:
        end.play(rng.choice([action for action in end.legal if action != "."]))
    return end.knocker == seat


def test_A15_A23_A69_who_must_finish_can_finish_in_every_world() -> None:
    rng = Random(4)
    begun, last = 0, 0
    for at, deal in enumerate(walks(range(9500, 10_400))):
        if deal.over or not (deal.must_finish or (deal.starting and deal.stock_size == 0)):
            continue
        if deal.must_finish and at % 7:
            continue
        begun += deal.must_finish
        last += deal.starting
        for viewer in (*range(deal.players), None):
            if viewer != deal.turn:
                view = deal.see(viewer)
                world = imagine(view, Random(at))
                check_world(view, world)
                assert finishes(world, rng), f"{view}\n{world}"
    assert begun > 20
    assert last > 5


@pytest.mark.parametrize("players", [2, 3])
def test_A15_A69_a_big_hidden_hand_that_must_finish(players: int) -> None:
    """Worlds that hardly any draw would give: the hand is put together from melds."""
    hands = ["2c 3c 4c 5c 7d 8d 9d Th Jh Qh Kh", "2d 4h 6s", "9c 9s"][:players]
    deal = Deal.from_start(
        {"hands": hands, "pile": "Ad", "turn": 0, "stock": "As 3d 5d 6d", "born": []}, players=players, rules="classic"
    )
    deal.play_all(["+", "=2c3c4c5c"])
    rng = Random(6)
    for viewer in (1, None):
        view = deal.see(viewer)
        worlds = [imagine(view, rng) for _ in range(6)]
        for world in worlds:
            check_world(view, world)
            assert finishes(world, rng)
        assert len({world.hands[0] for world in worlds}) == 6


# Equally likely


def chi_square(
    found: Counter[Hashable], outcomes: Iterable[Hashable], share: dict[Hashable, float] | None = None
) -> None:
    """Raises AssertionError if counts are further off than five standard deviations of the statistic."""
    outcomes = list(outcomes)
    assert set(found) <= set(outcomes)
    total = sum(found.values())
    wanted = {one: total * (share[one] if share else 1 / len(outcomes)) for one in outcomes}
    assert min(wanted.values()) > 10
    statistic = sum((found[one] - wanted[one]) ** 2 / wanted[one] for one in outcomes)
    free = len(outcomes) - 1
    assert abs(statistic - free) < 5 * (2 * free) ** 0.5, (statistic, free)


@pytest.mark.parametrize(("players", "rules"), [(2, {"strip_stock": 5}), (3, {}), (4, {"preset": "strict"})])
def test_A69_each_unseen_card_is_anywhere_with_the_chance_of_that_place(players: int, rules: dict[str, object]) -> None:
    deck = " ".join(TEXTS[card] for card in Random(players).sample(range(52), 52))
    start = Deal(deck, players=players, rules=Options.read(rules))
    deal = next(here for here in walk(start, 7) if len(here.actions) > 9 and any(here.known) and not here.must_finish)
    viewer = 1 if deal.turn == 0 else 0
    view = deal.see(viewer)
    unseen = set(map(int, view.unseen))
    worlds = 3000
    rng = Random(8)
    found: dict[int, Counter[Hashable]] = {card: Counter() for card in unseen}
    slots: Counter[Hashable] = Counter()
    for number in range(worlds):
        world = imagine(view, rng)
        where: dict[int, Hashable] = dict.fromkeys(unseen, "out of play")
        for seat in range(players):
            where |= {int(card): f"hand {seat}" for card in world.hands[seat] if card in unseen}
        where |= {int(card): "stock" for card in world.stock}
        where |= {int(world.stock[0]): "top", int(world.stock[-1]): "bottom"}
        if number == 0:
            slots = Counter(where.values())
        assert Counter(where.values()) == slots
        for card, place in where.items():
            found[card][place] += 1
    assert slots["out of play"] == (5 if rules.get("strip_stock") and players == 2 else 0)
    share = {place: count / len(unseen) for place, count in slots.items()}
    for card in unseen:
        chi_square(found[card], share, share)


FULL_SUITS = ["2c/0 3c/0 4c/0 5c/0 6c/0 7c/0 8c/0 9c/0 Tc/0 Jc/0 Qc/0 Kc/0 Ac/0", "2d/0 3d/0 4d/0 5d/0 6d/0 7d/0 8d/0"]
FULL_SUITS += [FULL_SUITS[0].replace("c", "h")]


def test_A69_every_world_of_a_small_one_equally_often() -> None:
    """Five cards are unseen, and one of them is known: all 24 ways to place the others."""
    start = {
        "hands": ["2s 3s 4s 9d Td Jd Qd Kd Ad", "Ks As"],
        "pile": "5s 6s/1 7s/0 8s/1",
        "stock": "Qs Js",
        "turn": 0,
        "melds": FULL_SUITS,
        "born": [0],
        "known": ["", "Ks"],
    }
    view = Deal.from_start(start, players=2).see(0)
    assert str(view.unseen) == "9s Ts Js Qs As"
    rng = Random(9)
    found: Counter[Hashable] = Counter()
    for _ in range(6000):
        world = imagine(view, rng)
        found[(str(world.hands[1]), *map(str, world.stock))] += 1
    cards = [str(card) for card in view.unseen]
    chi_square(found, ((str(Cards(f"Ks {one}")), top, next_) for one, top, next_ in permutations(cards, 3)))


def test_A69_with_three_players_too() -> None:
    start = {
        "hands": ["2s 3s 4s 9d Td Jd Qd Kd Ad 9s", "Ks As", "Ts"],
        "pile": "5s 6s/2 7s/0 8s/2",
        "stock": "Qs",
        "turn": 0,
        "melds": FULL_SUITS,
        "born": [0],
    }
    view = Deal.from_start(start, players=3).see(0)
    cards = [str(card) for card in view.unseen]
    assert len(cards) == 5
    rng = Random(10)
    found: Counter[Hashable] = Counter()
    for _ in range(6000):
        world = imagine(view, rng)
        found[(str(world.hands[1]), str(world.hands[2]), str(world.stock[0]))] += 1
    ways = ((str(Cards(pair)), one, top) for pair in combinations(cards, 2) for one, top in permutations(cards, 2))
    chi_square(found, {way for way in ways if not {*way[0].split()} & {*way[1:]}})


def test_A15_A69_every_hand_that_can_finish_equally_often() -> None:
    """Seat 1 has begun a dark knock: of the hidden hands only those that can finish, and each as often."""
    start = {
        "hands": ["4s 5s 6s 7s 8s Td Jd Qd", "9d 2d 3d 9s Ts Js"],
        "pile": "9h",
        "stock": "Kd Qs Ks",
        "turn": 1,
        "melds": [
            FULL_SUITS[0],
            "4d/0 5d/0 6d/0 7d/0 8d/0",
            "2h/0 3h/0 4h/0 5h/0 6h/0 7h/0 8h/0",
            "Th/0 Jh/0 Qh/0 Kh/0 Ah/0",
        ],
        "born": [0],
    }
    deal = Deal.from_start(start, players=2)
    deal.play_all(["+", "9d>4d"])
    assert deal.must_finish
    view = deal.see(0)
    melds = tuple((meld.is_set, sum(1 << card for card in meld.cards)) for meld in deal.melds)
    hidden = [str(card) for card in view.unseen]
    assert len(hidden) == 12
    able = set()
    for cards in combinations(hidden, deal.held[1]):
        case: Case = (parse_cards(" ".join(cards)), melds, False, NO_LIMIT)
        if brute(case):
            able.add(str(Cards(" ".join(cards))))
    assert 20 < len(able) < 200
    rng = Random(11)
    chi_square(Counter(str(imagine(view, rng).hands[1]) for _ in range(40 * len(able))), able)


def test_A23_A69_on_the_last_turn_too() -> None:
    start = {
        "hands": ["4s 5s 6s 7s 8s Td Jd Qd", "9d 8d Ks"],
        "pile": "9h 7d/0",
        "stock": "",
        "turn": 1,
        "melds": [FULL_SUITS[0], "2h/0 3h/0 4h/0 5h/0 6h/0 7h/0 8h/0", "Th/0 Jh/0 Qh/0 Kh/0 Ah/0"],
        "born": [0],
    }
    deal = Deal.from_start(start, players=2)
    view = deal.see(0)
    hidden = [str(card) for card in view.unseen]
    able = set()
    for cards in combinations(hidden, 3):
        hands = [start["hands"][0], " ".join(cards)]
        if not Deal.from_start({**start, "hands": hands}, players=2).over:
            able.add(str(Cards(" ".join(cards))))
    assert 20 < len(able) < 200, len(able)
    rng = Random(12)
    chi_square(Counter(str(imagine(view, rng).hands[1]) for _ in range(40 * len(able))), able)
