"""What holds in every deal of Dammit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest
from tests.dammit.agreement import some_deck
from tests.dammit.referee import PACK

from speto.cards import TEXTS
from speto.dammit.deal import Deal
from speto.dammit.game import GAME
from speto.dammit.kernel import entries, play, see
from speto.dammit.kernel.legal import NO_REASON, why_not
from speto.dammit.kernel.state import CHANCE, N_WORDS, OVER, W_PLAY, W_SUPPORT
from speto.dammit.options import Options
from speto.dammit.states import State
from speto.dammit.view import default
from speto.errors import IllegalAction, SpetoError
from speto.kit.draws import choose, shuffle
from speto.kit.rng import seed_rng


def walk(seed: object, players: int = 0, max_turns: int = 70) -> Iterator[Deal]:
    """One deal after each of its actions, at random; the deal is the same object all the time."""
    rng = Random(f"walk {seed}")
    players = players or rng.randint(2, 4)
    start = {"deck": some_deck(rng), "dealer": rng.randrange(players)}
    deal = Deal.from_start(start, players=players, rules={"max_turns": max_turns})
    keen = rng.choice((0.2, 0.6, 0.95))
    yield deal
    while not deal.over:
        hand_cards = [action for action in deal.legal if action[0] == "-"]
        action = rng.choice(hand_cards if hand_cards and rng.random() < keen else deal.legal)
        deal.play(rng.choice(deal.chance(action)))
        yield deal


def texts() -> list[str]:
    """Every short action that can be written, and some of the long ones."""
    drawn = ["", "&2c", "&9d", "&As"]
    plays = [f"-{card}{rest}" for card in PACK for rest in drawn if card not in rest]
    kept = ["~" + "".join(four) for four in combinations(PACK[::5], 4)]
    return plays + [sign + card for sign in "?!" for card in ["", *PACK]] + ["*", *kept[::9]]


TEXTS_TO_TRY = texts()


def test_all_52_cards_lie_somewhere_once_and_counts_are_true() -> None:
    for seed in range(40):
        for deal in walk(seed):
            g = deal._g
            single = [1 << card for card in (*deal.pile, *deal.deck)]
            assert sum((*g.hand, *g.support, *g.random, *single)) == (1 << 52) - 1
            assert g.in_pile == sum(1 << card for card in deal.pile)
            for seat in range(4):
                assert g.held[seat] == g.hand[seat].bit_count() <= 4
                assert g.support_len[seat] == g.support[seat].bit_count()
                assert g.random_len[seat] == g.random[seat].bit_count() <= 4


def test_what_everybody_knows_is_true_and_says_where() -> None:
    """Known cards are in hand or support, sets of places grow, and the hand's cards can lie in its places."""
    for seed in range(40):
        for deal in walk(seed):
            g = deal._g
            assert see.possible(g)
            for seat in range(deal.players):
                assert g.known[seat] & ~(g.hand[seat] | g.support[seat]) == 0
                places = g.could[seat * 4 : seat * 4 + g.held[seat]]
                assert all(one & ~other == 0 for one, other in pairwise(places))
                assert not any(g.could[seat * 4 + g.held[seat] : seat * 4 + 4])


def test_something_is_legal_until_the_end_and_all_of_it_is_accepted() -> None:
    for seed in range(30):
        for deal in walk(seed):
            assert bool(deal.legal) == (not deal.over) == (deal.scores is None) == (deal.turn is not None)
            for action in deal.legal if len(deal.legal) < 30 else deal.legal[::40]:
                assert deal.refuse(action) is None
                for full in deal.chance(action):
                    deal.copy().play(full)


def test_what_play_accepts_is_exactly_what_legal_actions_turn_into() -> None:
    for seed in range(6):
        for number, deal in enumerate(walk(seed)):
            if number % 4 and not deal.keeping:
                continue
            recorded = {full for action in deal.legal for full in deal.chance(action)}
            before = str(deal), deal._g.copy()
            for text in TEXTS_TO_TRY:
                refused = deal.refuse(text)
                assert (refused is None) == (text in deal.legal)
                if text in recorded:
                    deal.copy().play(text)
                    continue
                with pytest.raises(IllegalAction) as error:
                    deal.play(text)
                if refused:
                    assert error.value.rule == refused.rule
                    assert error.value.sentence.endswith(refused.sentence)
            assert (str(deal), deal._g) == before


def test_every_other_action_of_the_kernel_has_a_reason() -> None:
    words = [0] * N_WORDS
    for seed in range(8):
        for deal in walk(seed):
            entries.legal_at([deal._g], 0, words)
            legal = [word >> bit & 1 for word in words[:W_SUPPORT] for bit in range(52)]
            for action in (*range(W_PLAY * 52, W_PLAY * 52 + 55), *range(104, 156)):
                assert (why_not(deal._g, words, action) == NO_REASON) == bool(legal[action])


def test_a_record_replays_to_the_same_deal() -> None:
    for seed in range(20):
        *_, deal = walk(seed)
        first = Deal(deck_of(deal), players=deal.players, dealer=deal.dealer, rules=deal.options)
        for half in (0, len(deal.actions) // 2, len(deal.actions)):
            again = GAME.replay(first, deal.actions[:half])
            assert again.actions == deal.actions[:half]
            assert GAME.replay(again, deal.actions[half:]) == deal
        with pytest.raises(SpetoError) as error:
            GAME.replay(first, [*deal.actions[:7], "-2x", "-2c"])
        assert error.value.at == (None, 7)


def deck_of(deal: Deal) -> str:
    """The deck that a deal began with, from where its first state has everything."""
    first = deal._first
    left = (first.dealer + 1) % deal.players
    order = [(left + step) % deal.players for step in range(deal.players)]
    rows = (first.hands, first.supports, first.randoms)
    rounds = [[[str(card) for card in row[seat]] for seat in order] for row in rows]
    dealt = [seat[place] for four in rounds for place in range(4) for seat in four]
    return " ".join([*dealt, *map(str, first.pile), *map(str, first.deck)])


def test_undo_goes_back_action_by_action() -> None:
    for seed in range(10):
        before: list[tuple[Any, str, list[str]]] = []
        for deal in walk(seed, max_turns=25):
            before.append((deal._g.copy(), str(deal), deal.actions))
        for g, text, actions in reversed(before[:-1]):
            deal.undo()
            assert (deal._g, str(deal), deal.actions, len(deal.actors)) == (g, text, actions, len(actions))
        with pytest.raises(IndexError):
            deal.undo()


def test_a_copy_goes_its_own_way() -> None:
    *_, deal = walk("copy", max_turns=10)
    twin = deal._first.copy()
    text = str(twin)
    twin.play_all(deal.actions)
    assert (str(deal._first), deal._first.actions) == (text, [])


def unseen_by(deal: Deal, viewer: int | None) -> list[tuple[str, int, int]]:
    """The cards that nobody saw and the viewer does not hold, and where: row, and seat or place in the deck."""
    g = deal._g
    unseen = []
    for seat in range(deal.players):
        rows = [("support", g.support[seat] & ~g.known[seat]), ("random", g.random[seat])]
        if seat != viewer:
            rows.append(("hand", g.hand[seat] & ~g.known[seat]))
        unseen += [(name, seat, card) for name, cards in rows for card in range(52) if cards >> card & 1]
    return unseen + [("deck", place, g.deck[place]) for place in range(g.deck_len)]


def swap(g: Any, one: tuple[str, int, int], other: tuple[str, int, int]) -> None:
    """Let two cards change places."""
    for (name, at, card), (_, _, new) in ((one, other), (other, one)):
        row = getattr(g, name)
        row[at] = new if name == "deck" else row[at] & ~(1 << card) | 1 << new


def test_cards_that_a_viewer_cannot_know_change_nothing_that_it_sees() -> None:
    """Support and random piles of everybody, the viewer's own included, other hands, the deck."""
    swapped: Counter[str] = Counter()
    for seed in range(18):
        rng = Random(f"swap {seed}")
        for deal in walk(seed):
            for viewer in (*range(deal.players), None):
                unseen = unseen_by(deal, viewer)
                if len(unseen) < 2:
                    continue
                one, other = rng.sample(unseen, 2)
                twin = deal.copy()
                swap(twin._g, one, other)
                view, same = deal.see(viewer), twin.see(viewer)
                assert view == same
                assert (str(view), view.actions, repr(view)) == (str(same), same.actions, repr(same))
                if viewer is not None and viewer == deal.turn:
                    assert view.legal == same.legal == deal.legal
                    assert default(view) == default(same)
                swapped[one[0]] += 1
                swapped["the viewer's own"] += any(row != "deck" and at == viewer for row, at, _ in (one, other))
    assert min(swapped.values()) > 50, swapped


def test_a_view_is_not_the_deal() -> None:
    """Nothing that a view holds leads back to the deal, nor changes with it."""
    *_, deal = walk("view", max_turns=12)
    first = deal._first.copy()
    view = first.see(0)
    text, actions = str(view), view.actions
    first.play_all(deal.actions)
    assert (str(view), view.actions) == (text, actions)
    assert first not in view.__dict__.values()
    assert view._g.hand[1:] == [0, 0, 0]


def test_the_default_is_legal_and_depends_on_the_view_alone() -> None:
    for seed in range(30):
        for deal in walk(seed):
            if not deal.over:
                view = deal.see(deal.turn)
                assert default(view) in deal.legal
                if any(action[0] == "-" for action in deal.legal):
                    assert default(view)[0] == "-"


def test_defaults_alone_play_a_deal_to_its_end() -> None:
    for seed in range(6):
        rng = Random(seed)
        deal = Deal(players=2 + seed % 3, seed=f"default {seed}")
        while not deal.over:
            deal.play(rng.choice(deal.chance(default(deal.see(deal.turn)))))


LONG = ((2, 6), (2, 22), (3, 0), (3, 5), (4, 3), (4, 8))


@pytest.mark.parametrize(("players", "seed"), LONG)
def test_MA16_the_longest_deals_end_after_max_turns(players: int, seed: int) -> None:
    """Random players often need more than 1,000 turns."""
    rng = Random(seed)
    deal = Deal(players=players, seed=f"long {seed}")
    while not deal.over:
        assert deal.turns < 1000
        deal.play(rng.choice(deal.chance(rng.choice(deal.legal))))
    assert (deal.turns, len(deal.out) < players - 1) == (1000, True)
    assert len(deal.actions) <= 2000


def test_drawn_cards_are_equally_likely() -> None:
    """Chi-square of what turns up from support, from random and as a refill, by the kernel's generator."""
    support = ["2c 3c 4c 7s 9d", "Jd"]
    start = {"hands": ["6d Kh", "Qs"], "support": support, "random": ["", "5d"], "pile": "5c", "turn": 0}
    late = {"hands": ["", "Qs"], "random": ["2c 3c 7s 9d", "5d"], "pile": "5c", "turn": 0}
    rng = [0, 0]
    seed_rng(rng, 2026)
    for position, action in ((start, "?"), (start, "-6d"), (late, "!")):
        deal = Deal.from_start(position, players=2)
        outcomes = deal.chance(action)
        counts: Counter[int] = Counter()
        kernel = deal._request(action)
        for _ in range(500 * len(outcomes)):
            g = deal._g.copy()
            play.apply(g, deal._r, entries.first_action(kernel))
            assert g.phase == CHANCE
            counts[entries.draw_at([g], 0, rng) % 52] += 1
        assert {TEXTS[card] for card in counts} == {full[-2:] for full in outcomes}
        chi_square = sum((count - 500) ** 2 / 500 for count in counts.values())
        assert chi_square < 18.5, (action, counts)  # one in a thousand, at four degrees of freedom


# Plain and compiled


@pytest.fixture(scope="module")
def fast() -> Any:
    pytest.importorskip("numba")
    from speto.compiled import load

    return load("dammit").entries


def test_plain_is_compiled_action_for_action(fast: Any) -> None:
    """100,000 random decisions: the same legal words, the same chance, the same states."""
    from speto.dammit.fast import Arrays

    a = Arrays()
    g, words, rng, deck = State(), [0] * N_WORDS, [0, 0], [0] * 52
    decisions = number = 0
    seed_rng(rng, 3)
    seed_rng(a.rng, 3)
    while decisions < 100_000:
        players, rules = 2 + number % 3, Options(max_turns=(1000, 200, 40)[number // 3 % 3]).kernel()
        a.set_rules(rules)
        shuffle(deck, rng)
        a.rng[:] = rng
        a.deck[:] = deck
        entries.deal_at([g], 0, deck, players, number % players)
        fast.deal_at(a.states, 0, a.deck, players, number % players)
        while g.phase != OVER:
            if g.phase == CHANCE:
                action = entries.draw_at([g], 0, rng)
                assert fast.draw_at(a.states, 0, a.rng) == action
            else:
                entries.legal_at([g], 0, words)
                fast.legal_at(a.states, 0, a.words)
                assert a.words.tolist() == words
                action = choose(words, rng)
                a.rng[:] = rng
                decisions += 1
            entries.apply_at([g], 0, [rules], action)
            fast.apply_at(a.states, 0, a.rules, action)
            if decisions % 16 == 0:
                assert a.state() == g
        assert a.state() == g
        number += 1


def test_plain_is_compiled_in_bulk(fast: Any) -> None:
    from speto.dammit.fast import Arrays

    a = Arrays()
    g, words, rng, deck = State(), [0] * N_WORDS, [0, 0], [0] * 52
    rules = Options(max_turns=300).kernel()
    a.set_rules(rules)
    seed_rng(rng, 5)
    seed_rng(a.rng, 5)
    for players in (2, 3, 4):
        plain = entries.play_deals_at([g], 0, [rules], words, deck, rng, players, 12)
        assert fast.play_deals_at(a.states, 0, a.rules, a.words, a.deck, a.rng, players, 12) == plain
        assert (a.state(), a.rng.tolist()) == (g, rng)


def test_plain_sees_and_imagines_as_compiled(fast: Any) -> None:
    from speto.dammit.fast import Arrays

    a, views = Arrays(2), Arrays()
    for seed in range(12):
        for number, deal in enumerate(walk(seed)):
            if number % 5 and not deal.keeping:
                continue
            a.set_state(deal._g)
            for seat in (*range(deal.players), -1):
                view, world = State(), State()
                entries.see_at([deal._g], 0, seat, [view], 0)
                fast.see_at(a.states, 0, seat, views.states, 0)
                assert views.state() == view
                for name in ("imagine_at", "imagine_somehow_at"):
                    rng = [seed + 1, number + 1]
                    views.rng[:] = rng
                    found = getattr(entries, name)([view], 0, rng, [world], 0, 5)
                    assert getattr(fast, name)(views.states, 0, views.rng, a.states, 1, 5) == found
                    fast.clone_at(a.states, 0, 1)
                    assert (views.rng.tolist(), a.state()) == (rng, world)
                    a.set_state(deal._g)


def refusal(play_: Callable[..., None], *arguments: object) -> object:
    """What an error says, None if there is none."""
    try:
        play_(*arguments)
    except SpetoError as error:
        return str(error), error.rule, error.at
    return None


def test_replay_is_the_same_compiled(fast: Any) -> None:
    from speto.dammit.fast import Replayer

    replayer = Replayer()
    for seed in range(20):
        *_, deal = walk(seed)
        wrong = ["?2x", "nonsense", "*", "!2c", "-As&As", "~2c3c4c5c"][seed % 6]
        for actions in (deal.actions, [*deal.actions[:-1], wrong], [], [wrong]):
            plain, compiled = deal._first.copy(), deal._first.copy()
            told: list[object] = []
            told.append(refusal(plain.play_all, actions))
            told.append(refusal(compiled.play_fast, actions, replayer))
            assert told[0] == told[1]
            assert compiled == plain
            assert (compiled.actions, compiled.actors) == (plain.actions, plain.actors)
            assert [compiled.see(seat).actions for seat in (0, None)] == [plain.see(seat).actions for seat in (0, None)]


def test_a_state_is_small() -> None:
    from speto.compiled import dtype_of

    pytest.importorskip("numpy")
    assert dtype_of(State.FIELDS).itemsize <= 600
