"""The agent: legal, the same for the same view, blind to what is hidden, plain as compiled, and its levels in order."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.drill import rounds

from speto import compiled
from speto.bots.agent import hopes, knock_is_there, still_in, think, weigh
from speto.bots.api import Budget, bot, levels
from speto.bots.levels import LEVELS, Level
from speto.bots.simple import greedy
from speto.dummy.deal import Deal
from speto.dummy.view import View, imagine
from speto.errors import BadText

SHALLOW = Level("shallow", "", "", worlds=8, rounds=2, belief=True)
AT_A_GLANCE = ("level1", "level2", "level3", "greedy", "wary", "patient")
SEARCH = ("level4", "level5", "level6")
STANDS = ((), (450, 100, 0, -50), (100, 450, 380, 0))
"""Matches that begin, and two near their target."""
fast = pytest.mark.skipif(not compiled.available(), reason="kernels cannot be compiled here")


def positions(count: int, seed: str, presets: tuple[str, ...] = ("strict", "classic", "short")) -> Iterator[View]:
    """So many views with a choice, from deals in which anything may happen."""
    number = 0
    while True:
        rng = random.Random(f"{seed} {number}")
        deal = Deal(players=2 + number % 3, rules=presets[number % len(presets)], seed=f"{seed} {number}")
        number += 1
        while deal.turn is not None:
            view = deal.see(deal.turn)
            legal = view.legal
            if len(legal) > 1:
                yield view
                count -= 1
                if count == 0:
                    return
            deal.play(rng.choice(legal) if rng.random() < 0.2 else greedy(view, rng))


def stand(view: View, number: int) -> tuple[int, ...]:
    """How the match stands before a deal: each in turn, whatever level of search it is."""
    return STANDS[number // len(SEARCH) % len(STANDS)][: view.players]


def check_blind(view: View, number: int, *names: str, worlds: int | None = None) -> None:
    """A bot plays the same where other cards lie hidden; a level thinks the same of every candidate, bit for bit."""
    redrawn = imagine(view, random.Random(number)).see(view.seat)
    seed, totals = b"%d" % number, stand(view, number)
    for name in names:
        if name in LEVELS:
            found, again = (think(one, LEVELS[name], seed, worlds, totals=totals) for one in (view, redrawn))
        else:
            found, again = (bot("dummy", name).choose(one, one.legal, Budget(0, seed)) for one in (view, redrawn))
        assert found == again, name


def test_levels_are_named_in_both_languages() -> None:
    assert levels("dummy")[-6:] == [f"level{number}" for number in range(1, 7)]
    for level in LEVELS.values():
        assert level.english.isascii()
        assert any("฀" <= letter <= "๿" for letter in level.thai)
    assert bot("dummy", "5") == bot("dummy", "level5")
    with pytest.raises(BadText, match="no bot 'level7'"):
        bot("dummy", "level7")


@pytest.mark.parametrize("name", list(LEVELS))
def test_every_action_is_legal(name: str) -> None:
    for view in positions(40 if LEVELS[name].worlds else 150, f"legal {name}"):
        assert bot("dummy", name).choose(view, view.legal, Budget(4, b"1")) in view.legal


def test_one_legal_action_needs_no_thought() -> None:
    view = Deal(players=2, seed="tour").see(0)
    assert bot("dummy", "level6").choose(view, view.legal, Budget(None, b"")) == "+"


@fast
def test_A60_levels_without_search_are_blind_to_hidden_cards() -> None:
    """3,600 positions, a sixth of them for each: the action, and of a level every value, bit for bit."""
    for number, view in enumerate(positions(3600, "blind")):
        check_blind(view, number, AT_A_GLANCE[number % len(AT_A_GLANCE)])


@fast
@pytest.mark.drill
def test_A60_levels_without_search_are_blind_to_hidden_cards_at_length(drill_minutes: float) -> None:
    """10,000 positions for each."""
    for round_ in rounds(drill_minutes, 0.01, 10):
        for number, view in enumerate(positions(1000, f"blind drill {round_}")):
            check_blind(view, number, *AT_A_GLANCE)


@fast
def test_A60_search_is_blind_to_hidden_cards() -> None:
    """1,000 positions, a third of them for each level, in 8 worlds."""
    for number, view in enumerate(positions(1000, "blind search")):
        check_blind(view, number, SEARCH[number % len(SEARCH)], worlds=8)


@fast
def test_A60_judgements_are_blind_to_hidden_cards() -> None:
    for number, view in enumerate(positions(100, "blind judge")):
        redrawn = imagine(view, random.Random(number)).see(view.seat)
        played = view.legal[number % len(view.legal)]
        assert weigh(redrawn, played, SHALLOW, b"1") == weigh(view, played, SHALLOW, b"1")


@fast
@pytest.mark.drill
def test_A60_search_is_blind_to_hidden_cards_at_length(drill_minutes: float) -> None:
    """10,000 positions in 8 worlds, a third of them for each level; 200 for each in as many as it has."""
    for round_ in rounds(drill_minutes, 0.02, 100):
        for number, view in enumerate(positions(100, f"blind search drill {round_}")):
            check_blind(view, number, SEARCH[number % len(SEARCH)], worlds=8)
        for number, view in enumerate(positions(2, f"blind full {round_}")):
            check_blind(view, number, *SEARCH)


@fast
def test_plain_and_compiled_choose_the_same() -> None:
    """The action and every value: one position in twenty is searched, a third of them by each level."""
    for number, view in enumerate(positions(400, "twins")):
        if number % 20:
            check_twins(view, number, LEVELS[AT_A_GLANCE[number % 3]], 0)
        else:
            check_twins(view, number, LEVELS[SEARCH[number // 20 % len(SEARCH)]], 1)


def check_twins(view: View, number: int, level: Level, worlds: int) -> None:
    """Both kernels think the same."""
    seed, totals = b"%d" % number, stand(view, number)
    found, again = (think(view, level, seed, worlds, kernel, totals) for kernel in ("plain", "compiled"))
    assert found == again, level.name


def test_a_hand_with_more_than_a_hundred_actions_is_thought_about() -> None:
    """Every action has its row, in both kernels: no deal's hand is larger than this one (R2)."""
    pack = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    hands = [" ".join(pack[:38]), " ".join(pack[38:49])]
    start = {"hands": hands, "stock": " ".join(pack[49:51]), "pile": pack[51], "turn": 0}
    deal = Deal.from_start(start, players=2)
    deal.play("+")
    view = deal.see(0)
    kernels = ["plain", "compiled"] if compiled.available() else ["plain"]
    found = [[one.action for one in think(view, LEVELS["level3"], kernel=kernel).candidates] for kernel in kernels]
    assert all(one == found[0] for one in found)
    assert sorted(found[0]) == view.legal
    assert len(view.legal) > 200


@fast
@pytest.mark.drill
def test_plain_and_compiled_choose_the_same_at_length(drill_minutes: float) -> None:
    """2,000 positions, a sixth of them for each level."""
    for round_ in rounds(drill_minutes, 0.02, 100):
        for number, view in enumerate(positions(20, f"twins drill {round_}")):
            level = list(LEVELS.values())[number % len(LEVELS)]
            check_twins(view, number, level, min(level.worlds, 1 + number % 3))


@fast
def test_another_seed_gives_other_worlds_and_the_same_seed_the_same() -> None:
    level = Level("some", "", "", worlds=20)
    views = list(positions(30, "seeds"))
    assert [think(view, level, b"a") for view in views] == [think(view, level, b"a") for view in views]
    assert [think(view, level, b"a") for view in views] != [think(view, level, b"b") for view in views]


@fast
def test_weigh_measures_every_action_against_the_one_that_was_played() -> None:
    level = Level("judge", "", "", worlds=10, belief=True)
    for number, view in enumerate(positions(60, "weigh")):
        played = random.Random(number).choice(view.legal)
        found = weigh(view, played, level, b"1")
        assert found[0].action == played
        assert found[0].gain == 0
        assert sorted(one.action for one in found) == view.legal
        assert {one.worlds for one in found} == {10}
        for one in found:
            assert one.gain == pytest.approx(one.lead - found[0].lead)
    with pytest.raises(ValueError, match="not legal"):
        weigh(view, "#2c", level)
    with pytest.raises(ValueError, match="not legal"):
        weigh(view, played, level, rival="#2c")
    with pytest.raises(ValueError, match="over itself"):
        weigh(view, played, level, rival=played)


@fast
def test_weigh_in_rounds_lets_go_what_falls_behind_and_plays_out_no_more() -> None:
    level = Level("judge", "", "", worlds=40, rounds=3, belief=True)
    for number, view in enumerate(positions(40, "rounds")):
        played = random.Random(number).choice(view.legal)
        found = weigh(view, played, level, b"1")
        left, count = still_in(found), len(found)
        assert found[0].action == played == left[0].action
        assert len(left) == max((count + 3) // 4, 2)
        assert min(one.worlds for one in found) >= 40 // 3
        assert 0 <= 40 * count - sum(one.worlds for one in found) < 3 * count
        assert [one.worlds for one in left] == [max(one.worlds for one in found)] * len(left)


@fast
def test_weigh_measures_one_rival_in_the_worlds_of_all() -> None:
    level = Level("judge", "", "", worlds=15, belief=True)
    for number, view in enumerate(positions(40, "rival")):
        played, rival = random.Random(number).sample(view.legal, 2)
        found = weigh(view, played, level, b"1", rival=rival)
        assert [one.action for one in found[:2]] == [played, rival]
        assert sorted(one.action for one in found) == view.legal
        assert [one.worlds for one in found] == [15 * len(found) // 2] * 2 + [0] * (len(found) - 2)
        assert found[1].gain == pytest.approx(found[1].lead - found[0].lead)
        redrawn = imagine(view, random.Random(number)).see(view.seat)
        assert weigh(redrawn, played, level, b"1", rival=rival) == found
        if number % 10 == 0:
            few = replace(level, worlds=2)
            plain, fast = (weigh(view, played, few, b"1", kernel, rival=rival) for kernel in ("plain", "compiled"))
            assert plain == fast


@fast
def test_leads_are_counted_by_what_came_about() -> None:
    """Where an event came about in every world it has the whole lead, where in none nothing, and else a part."""
    level = Level("judge", "", "", worlds=30, belief=True)
    seen = set()
    for view in positions(60, "events"):
        for one in weigh(view, view.legal[0], level, b"1"):
            for share, part in zip((one.knocks, one.knocked, one.unborn, one.taken), one.leads, strict=True):
                seen.add(share if share in (0, 1) else 0.5)
                if share in (0, 1):
                    assert part == share * one.lead
            if one.knocks and one.knocks + one.knocked == 1:
                assert one.leads[0] + one.leads[1] == pytest.approx(one.lead)
    assert seen == {0, 0.5, 1}


@fast
def test_who_errs_neither_misses_a_knock_nor_strays_to_a_charged_discard() -> None:
    """R18, P4, P5: levels 1 and 2 as they are, and were their judgement ten times as poor."""
    erring = [level for level in LEVELS.values() if level.noise]
    kinds = [(level, noise) for level in erring for noise in (level.noise, 10 * level.noise)]
    knocks = charged = 0
    for number, view in enumerate(positions(2500, "spared")):
        there = knock_is_there(view)
        prices = {action: view.cost_of_discard(action[1:])[0] for action in view.legal if action[0] == "-"}
        knocks, charged = knocks + there, charged + (any(prices.values()) and not there)
        for level, noise in kinds if there or any(prices.values()) else ():
            seed, poor = b"%d" % number, replace(level, noise=noise)
            if there:
                assert turn_ends_in_a_knock(view, poor, seed), level.name
            elif prices.get(action := think(view, poor, seed).action):
                assert action == think(view, replace(level, noise=0)).action, level.name
    assert [level.name for level in erring] == ["level1", "level2"]
    assert min(knocks, charged) > 60


def turn_ends_in_a_knock(view: View, level: Level, seed: bytes) -> bool:
    """Whether the level knocks before the turn is over; what others hold has no part in it."""
    deal = imagine(view, random.Random(1))
    seat = deal.turn
    while deal.turn == seat:
        deal.play(think(deal.see(seat), level, seed + b"%d" % len(deal.actions)).action)
    return deal.actions[-1][0] == "#"


def test_novices_forget_what_others_took() -> None:
    """A level that forgets plays the same whatever it saw others take; one that does not may differ."""
    start = {"hands": ["9d 4c 5h Kc 8s", "7h 8h 2d 3s"], "pile": "7c Ts/1", "stock": "4s 3d Jc 6d", "turn": 0}
    melds = {"melds": ["Js/1 Qs/1 Ks/1"], "born": [1]}
    seen = Deal.from_start({**start, **melds, "known": ["", "7h 8h"]}, players=2, rules="strict")
    unseen = Deal.from_start({**start, **melds, "known": ["", ""]}, players=2, rules="strict")
    for deal in (seen, unseen):
        deal.play("+")
    forgetful = [think(deal.see(0), LEVELS["level1"], b"1") for deal in (seen, unseen)]
    assert forgetful[0] == forgetful[1]
    keen = [think(deal.see(0), LEVELS["level3"], b"1") for deal in (seen, unseen)]
    assert keen[0] != keen[1]


@fast
def test_hopes_are_told_for_every_card_that_may_come_whatever_will() -> None:
    """The stock's order is no part of them, plain and compiled agree, and each is the value of the view after it."""
    for number, view in enumerate(positions(400, "hopes")):
        if "+" not in view.legal or number % 4:
            continue
        found = hopes(view, kernel="compiled")
        assert sorted(found) == sorted(str(view.unseen).split())
        world = imagine(view, random.Random(number))
        assert hopes(world.see(view.seat)) == found
        before = set(str(view.hand).split())
        world.play("+")
        after = world.see(view.seat)
        (drawn,) = set(str(after.hand).split()) - before
        assert found[drawn] == max(one.value for one in think(after, LEVELS["level3"]).candidates)
        if number % 40 == 0:
            assert hopes(view, kernel="plain") == found


def test_three_manners_are_offered_beside_the_levels() -> None:
    """They differ: in some position each throws or takes what neither of the others would."""
    names = ("greedy", "wary", "patient")
    assert set(names) < set(levels("dummy"))
    views = list(positions(300, "manners"))
    played = [[bot("dummy", name).choose(view, view.legal, Budget(0, b"1")) for view in views] for name in names]
    assert all(action in view.legal for row in played for action, view in zip(row, views, strict=True))
    for row in played:
        others = [other for other in played if other is not row]
        assert any(action not in found for action, *found in zip(row, *others, strict=True))
