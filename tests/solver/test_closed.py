"""The closed solver: against a second one, against the open-card one, and where the answer is known."""

from __future__ import annotations

import pytest
from tests.drill import rounds
from tests.solver import referee_closed
from tests.solver.ends import some_closed_end

from speto import Deal
from speto.errors import SpetoError
from speto.solver.board import Board
from speto.solver.closed import count_worlds, solve_closed, worlds_of
from speto.solver.errors import TooLarge
from speto.solver.game import Nodes, train
from speto.solver.open import solve_open

KINDS = (
    # stock, cards in a hand at most, cards out of play
    (1, 2, 0),
    (1, 3, 0),
    (2, 1, 0),
    (2, 2, 0),
    (1, 1, 2),
    (0, 2, 2),
)
NEAR = 0.051  # a value lies within half of what both could gain, in either solver


# Ends (seed, stock, cards, out of play) in which it matters who knows what: with open cards some value would be off by
# 1 to 60 points, and the second solver would say so.
SECRETS = (
    *((10, 1, 3, 0), (35, 1, 3, 0), (21, 2, 2, 0), (57, 2, 2, 0), (29, 2, 1, 0)),
    *((34, 1, 1, 2), (42, 1, 1, 2), (45, 1, 1, 2), (48, 1, 1, 2), (52, 1, 1, 2), (54, 1, 1, 2), (61, 1, 1, 2)),
)


def agree(seed: int, kind: tuple[int, int, int], most: int) -> bool:
    """Both solvers have the same value for every action. False if there was nothing to compare."""
    stock, cards, hidden = kind
    deal = some_closed_end(seed, stock, cards, hidden=hidden)
    if deal.over or count_worlds(deal.see(deal.turn)) > 60:
        return False
    try:
        found = referee_closed.values(deal, 0.1, most)
    except referee_closed.TooMany:
        return False
    solved = solve_closed(deal.see(deal.turn), Board(2, deal._r, 100_000))
    assert set(solved.values) == set(found)
    for action, value in solved.values.items():
        lead = value if deal.turn == 0 else -value
        assert found[action].least - NEAR <= lead <= found[action].most + NEAR, (seed, kind, action)
    return True


def test_two_implementations_agree() -> None:
    assert sum(agree(seed, KINDS[seed % len(KINDS)], 200) for seed in range(48)) > 10


@pytest.mark.parametrize("secret", SECRETS)
def test_two_implementations_agree_where_secrets_matter(secret: tuple[int, int, int, int]) -> None:
    assert agree(secret[0], secret[1:], 3000)


@pytest.mark.drill
def test_two_implementations_agree_at_length(drill_minutes: float) -> None:
    """Of 1,000 ends in an hour's drill about three in five have too many actions for the second solver, or worlds."""
    drawn = compared = 0
    for seed in rounds(drill_minutes, 1 / 12, 1000):
        drawn, compared = drawn + 1, compared + agree(1000 + seed, KINDS[seed % len(KINDS)], 3000)
    assert compared > 0.25 * drawn - 10, f"{compared} of {drawn} compared"


def test_nothing_hidden_is_the_open_card_game() -> None:
    """R21: with the last stock card drawn and nothing out of play the other hand is known."""
    compared = 0
    for seed in range(30):
        deal = some_closed_end(seed, 1, 5)
        if deal.over:
            continue
        deal.play("+")
        view = deal.see(deal.turn)
        solved, wanted = solve_closed(view, Board(2, deal._r, 20_000)), solve_open(deal)
        assert (solved.worlds, solved.exploitability) == (1, 0.0)
        assert solved.values == {action: leads[view.seat or 0] for action, leads in wanted.items()}
        compared += 1
    assert compared > 15


def test_the_draw_of_the_last_card_is_the_mean_of_open_ends() -> None:
    """After it both know all cards, so its value is the mean over the worlds of what the open cards are worth."""
    for seed in range(14):
        deal = some_closed_end(seed, 1, 2)
        if deal.over:
            continue
        view = deal.see(deal.turn)
        seat = view.seat or 0
        leads = []
        for g in worlds_of(view):
            world = Deal._of_state(view, g)
            world.play("+")
            leads.append(max(value[seat] for value in solve_open(world).values()))
        wanted = sum(leads) / len(leads)
        assert solve_closed(view, Board(2, deal._r, 100_000)).values["+"] == pytest.approx(wanted)


@pytest.mark.parametrize("compiled", [False, None])
def test_kuhn_poker_has_its_value(compiled: bool | None) -> None:
    """A game whose value is known: -1/18 for whoever begins. It has nothing of Dummy but hidden cards."""
    deals = [(a, b) for a in range(3) for b in range(3) if a != b]
    moves = {"": "pb", "p": "pb", "b": "pb", "pb": "pb"}
    nodes = Nodes(len(deals))
    order = [(deal, "") for deal in deals]
    sets: dict[tuple[int, str], int] = {}
    for (a, b), past in order:
        after = moves.get(past, "")
        pot = {"pp": 1, "bb": 2, "pbb": 2}.get(past, 0)
        won = {"bp": 1, "pbp": -1}.get(past, pot if a > b else -pot)
        player = len(past) % 2
        info = -1 if not after else sets.setdefault(((a, b)[player], past), len(sets))
        if info == len(nodes.base) - 1:
            nodes.base.append(nodes.base[-1] + 2)
        nodes.info.append(info)
        nodes.mover.append(player if after else 0)
        nodes.first.append(len(order))
        nodes.children.append(len(after))
        nodes.value.append(0 if after else won)
        nodes.depth.append(len(past))
        order += [((a, b), past + move) for move in after]
    solved = train(Board(2, Deal(players=2, seed="1")._r, compiled=compiled), nodes, 0.002, 3000)
    assert solved.exploitability < 0.002
    assert solved.value == pytest.approx(-1 / 18, abs=0.001)


def test_R4_the_worlds_are_counted_and_listed() -> None:
    """C(h + s, s) · s! of them, each once, and each looks the same."""
    for seed in range(20):
        deal = some_closed_end(seed, 2, 3)
        if deal.over or deal.turn is None:
            continue
        view = deal.see(deal.turn)
        hidden = deal.held[1 - deal.turn] - len(view.known[1 - deal.turn])
        listed = [Deal._of_state(view, g) for g in worlds_of(view)]
        assert len(listed) == count_worlds(view) == (hidden + 2) * (hidden + 1)
        assert len({(world.hands, tuple(world.stock)) for world in listed}) == len(listed)
        assert all(world.see(deal.turn) == view for world in listed)


def test_R3_cards_out_of_play_make_more_worlds() -> None:
    start = {"hands": ["2d 3d", "Kh"], "stock": "4d", "pile": "Ts/1", "turn": 0, "born": [0, 1]}
    assert count_worlds(Deal.from_start(start, players=2).see(0)) == 49 * 48


def test_too_many_worlds_are_refused_in_a_sentence() -> None:
    view = Deal(players=2, seed="tour").see(0)
    with pytest.raises(TooLarge, match=r"the cards that seat 0 does not see can lie in [\d,]+ ways: too many \(R4\)"):
        solve_closed(view)


def test_too_large_a_tree_is_refused_in_a_sentence() -> None:
    deal = some_closed_end(0, 1, 3)
    with pytest.raises(TooLarge, match=r"the tree of this end has more than 20 nodes: too large \(R21\)"):
        solve_closed(deal.see(deal.turn), Board(2, deal._r, 20))


def test_only_the_seat_to_act_of_two_is_asked() -> None:
    for players, seat in ((2, 1), (3, 0)):
        deal = Deal(players=players, seed="tour", starter=0)
        with pytest.raises(SpetoError, match="a closed end is solved for two players, as the seat to act sees it"):
            solve_closed(deal.see(seat))


def test_what_is_hidden_does_not_change_the_values() -> None:
    """The solver is given a view: worlds that look alike are answered alike, bit for bit."""
    deal = some_closed_end(3, 1, 3)
    view = deal.see(deal.turn)
    wanted = solve_closed(view)
    for g in worlds_of(view):
        assert solve_closed(Deal._of_state(view, g).see(deal.turn)) == wanted
