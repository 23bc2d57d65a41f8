"""Imagined deals: each could have come about as the viewer saw it, and each that could is equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest
from tests.dammit.agreement import some_deck
from tests.dammit.past import events, has_past
from tests.dammit.referee import PACK

from speto.dammit.deal import Deal
from speto.dammit.kernel import entries, see
from speto.dammit.states import State
from speto.dammit.view import View, imagine


def moments(seeds: range, max_turns: int, each: int) -> Iterator[tuple[dict[str, Any], Deal, Random]]:
    """Moments of random deals, one in so many."""
    for seed in seeds:
        rng = Random(f"moments {seed}")
        players = 2 + seed % 3
        start = {"deck": some_deck(rng), "dealer": rng.randrange(players)}
        deal = Deal.from_start(start, players=players, rules={"max_turns": max_turns})
        keen = rng.choice((0.2, 0.6, 0.95))
        while True:
            if rng.randrange(each) == 0 or deal.keeping:
                yield start, deal, rng
            if deal.over:
                break
            hand_cards = [action for action in deal.legal if action[0] == "-"]
            action = rng.choice(hand_cards if hand_cards and rng.random() < keen else deal.legal)
            deal.play(rng.choice(deal.chance(action)))


def cards(shown: object) -> frozenset[str]:
    return frozenset(str(shown).split())


def check_past(start: dict[str, Any], players: int, view: View, world: Deal) -> None:
    """Every seat's cards in an imagined deal can have come about by what the view shows of the play."""
    done = events(start, players, view.actions, view.actors)
    for seat in range(players):
        hand, support = cards(world.hands[seat]), cards(world.supports[seat])
        assert has_past(hand, support, done[seat]), (
            f"seat {view.seat} imagines {hand} and {support} for seat {seat}: start {start}, actions {view.actions}"
        )


def test_the_true_cards_have_a_past_and_others_have_none() -> None:
    wrong = 0
    for start, deal, rng in moments(range(24), 70, 20):
        done = events(start, deal.players, deal.actions, deal.actors)
        seen = events(start, deal.players, deal.see(None).actions, deal.actors)
        for seat in range(deal.players):
            hand, support = cards(deal.hands[seat]), cards(deal.supports[seat])
            assert has_past(hand, support, done[seat])
            assert has_past(hand, support, seen[seat])
            if hand and support:
                one, other = rng.choice(sorted(hand)), rng.choice(sorted(support))
                wrong += not has_past(hand - {one} | {other}, support - {other} | {one}, seen[seat])
    assert wrong > 100


def test_imagined_deals_look_the_same_and_could_have_come_about() -> None:
    """Also those of the way that is taken when hardly any deal is possible."""
    for start, deal, rng in moments(range(60), 70, 12):
        for seat in (*range(deal.players), None):
            view = deal.see(seat)
            world = imagine(view, rng)
            assert world.see(seat) == view
            check_past(start, deal.players, view, world)
            g = State()
            assert entries.imagine_somehow_at([view._g], 0, [rng.getrandbits(32), 1], [g], 0, 100)
            world = Deal._of_state(view, g)
            assert world.see(seat) == view
            check_past(start, deal.players, view, world)


def test_imagined_deals_can_be_played_out() -> None:
    for _, deal, rng in moments(range(30), 60, 20):
        world = imagine(deal.see(rng.randrange(deal.players)), rng)
        assert sorted(everywhere(world)) == sorted(everywhere(deal)) == sorted(PACK)
        while not world.over:
            world.play(rng.choice(world.chance(rng.choice(world.legal))))


def everywhere(deal: Deal) -> list[str]:
    return " ".join(map(str, [*deal.hands, *deal.supports, *deal.randoms, *deal.deck, *deal.pile])).split()


def position(hands: str, support: str, random: str, known: str, pile: str) -> dict[str, Any]:
    """A position of two seats in which seat 1 holds, known to all in its support, whatever is not named."""
    named = " ".join((hands, support, random, pile))
    rest = " ".join(card for card in PACK if card not in named)
    rows = [[row.strip() for row in text.split("|")] for text in (hands, support, random, known)]
    rows[1][1] += " " + rest
    rows[3][1] += " " + rest
    return dict(zip(("hands", "support", "random", "known"), rows, strict=True)) | {"pile": pile, "turn": 0}


# Seat 1 looks at seat 0, which took cards; some of them may have come to its hand since.
NEW_CARDS = (
    position("4c 9d Kd|3h 2d", "9s Tc|3s", "7h|8h", "|", "5h 6h"),
    ["?9s", "-3h&3s", "-4c&5h"],
)
OLD_AND_NEW = (
    position("4c 9d Kd|3h 2d 3d", "9s Tc|3s", "7h|8h", "|", "5h 6h"),
    ["?9s", "-3h&3s", "-4c&5h", "-3d&8d", "?9s", "-8d&Ks", "-9d&3h"],
)
NO_CARD_FITTED = (
    position("4c 9d Kd|2c 8d", "|3s", "7h Jh Qh|8h 7d", "|", "5h 6h"),
    ["*", "-8d&3s", "-9d&6h"],
)
KNOWN_AT_THE_START = (
    position("4c 9d Kd|2c", "9s Ts|3s", "7h|8h", "9s Kd|", "5h"),
    ["-4c&Ts", "?Qh"],
)
FOUR_KEPT = (
    position("|2c", "|3s", "7h 9s|8h", "|", "3h 4h 5h 6h 7c 8c 4s"),
    ["!9s", "~3h4h5h9s", "-2c&3s", "-3h&4s"],
)


@pytest.mark.parametrize(
    ("start", "actions", "ways"),
    [
        (*NEW_CARDS, 100),
        (*OLD_AND_NEW, 144),
        (*NO_CARD_FITTED, 20),
        (*KNOWN_AT_THE_START, 40),
        (*FOUR_KEPT, 35),
    ],
)
def test_every_deal_that_could_be_is_equally_likely(start: dict[str, Any], actions: list[str], ways: int) -> None:
    """All cards are in play, so the unseen ones are few: all ways to place them are tried, and a chi-square taken."""
    deal = Deal.from_start(start, players=2)
    deal.play_all(actions)
    view = deal.see(1)
    done = events(start, 2, view.actions, view.actors)[0]
    known_first = frozenset(start["known"][0].split())
    known = cards(view.known[0])
    strangers = view.held[0] + view.support_sizes[0] - len(known)
    possible = []
    for unseen in combinations(sorted(cards(view.unseen)), strangers):
        for hand in combinations(sorted(known.union(unseen)), view.held[0]):
            support = known.union(unseen).difference(hand)
            if has_past(frozenset(hand), support, done, known_first):
                possible.append((hand, unseen))
    assert len(possible) == ways
    rng = Random(f"fair {actions}")
    times = 20 * len(possible)
    counts: Counter[Any] = Counter()
    for _ in range(times):
        world = imagine(view, rng)
        hand = cards(world.hands[0])
        unseen = (hand | cards(world.supports[0])) - known
        counts[tuple(sorted(hand)), tuple(sorted(unseen))] += 1
    assert set(counts) <= {(hand, unseen) for hand, unseen in possible}
    chi_square = sum((counts[way] - 20) ** 2 / 20 for way in possible)
    free = len(possible) - 1
    assert abs(chi_square - free) < 4 * (2 * free) ** 0.5, (chi_square, free, counts.most_common(5))


def test_the_way_for_rare_cases_is_taken_when_the_first_finds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = Deal.from_start(NO_CARD_FITTED[0], players=2)
    deal.play_all(NO_CARD_FITTED[1])
    monkeypatch.setattr(entries, "imagine_at", lambda *_: False)
    world = imagine(deal.see(1), Random(1))
    assert world.see(1) == deal.see(1)
    assert see.possible(world._g)
