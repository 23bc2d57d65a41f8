"""Dummy as OpenSpiel's game: it passes their test, plays as the engine does, and shows nothing that is hidden."""

from __future__ import annotations

import random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")

from speto.cards import TEXTS  # noqa: E402
from speto.dummy.actions import ACTIONS  # noqa: E402
from speto.dummy.deal import Deal  # noqa: E402
from speto.envs import openspiel  # noqa: E402
from speto.envs.dummy_observer import HISTORY  # noqa: E402
from speto.kit.leads import leads  # noqa: E402


def load(players: int, preset: str = "strict") -> Any:
    return pyspiel.load_game(f"{openspiel.NAME}(players={players},preset={preset})")


def step(state: Any, rng: random.Random) -> None:
    chance = state.is_chance_node()
    state.apply_action(rng.choice([a for a, _ in state.chance_outcomes()] if chance else state.legal_actions()))


def played(game: Any, seed: int, decisions: int = 1000) -> Any:
    """A state after so many decisions at random, or at the end."""
    state, rng = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal() and (decisions or state.is_chance_node()):
        decisions -= not state.is_chance_node()
        step(state, rng)
    return state


def shown(state: Any, seat: int) -> tuple[Any, ...]:
    """All that OpenSpiel tells a seat."""
    return (
        state.observation_string(seat),
        state.information_state_string(seat),
        state.observation_tensor(seat),
        state.information_state_tensor(seat),
        state.legal_actions(seat),
    )


@pytest.mark.parametrize(("players", "preset"), [(2, "classic"), (3, "short"), (4, "strict")])
def test_their_own_test_passes(players: int, preset: str) -> None:
    pyspiel.random_sim_test(load(players, preset), num_sims=1, serialize=True, verbose=False)


def test_what_the_game_says_of_itself() -> None:
    game = load(3, "short")
    assert (game.num_players(), game.num_distinct_actions(), game.utility_sum()) == (3, len(ACTIONS), 0.0)
    assert game.get_parameters() == {"players": 3, "preset": "short"}
    assert game.max_chance_nodes_in_history() == 52
    with pytest.raises(Exception, match="preset"):
        load(2, "nobodys")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_is_a_deal_of_the_engine(players: int) -> None:
    """The cards that chance turned up make a deck; the same actions on it come to the same points."""
    state = played(load(players), players)
    dealt = players * (15 - 2 * players) + 1
    cards: list[int] = []
    texts: list[str] = []
    again = load(players).new_initial_state()
    for action in state.history():
        if again.is_chance_node():
            cards.append(action)
        else:
            texts.append(again.action_to_string(again.current_player(), action))
        again.apply_action(action)
    assert len(cards) >= dealt
    rest = [card for card in range(52) if card not in cards]
    deal = Deal([*cards, *rest], players=players, rules="strict", starter=0)
    deal.play_all(texts)
    assert deal.scores == again.scores == state.scores
    assert state.returns() == leads(deal.scores or ())
    assert sum(state.returns()) == pytest.approx(0)
    assert str(again) == str(state)


@pytest.mark.parametrize("players", [2, 4])
def test_A60_no_seat_is_shown_what_is_hidden(players: int) -> None:
    """Whatever lies where a seat cannot see it, all that it is shown stays the same."""
    state, rng = load(players).new_initial_state(), random.Random(players)
    redrawn = 0
    while not state.is_terminal():
        if not state.is_chance_node() and state.move_number() % 4 == 0:
            for seat in range(players):
                other = state.resample_from_infostate(seat, rng.random)
                assert shown(other, seat) == shown(state, seat)
                redrawn += str(other) != str(state)
        step(state, rng)
    assert redrawn > 20


def test_what_is_known_of_a_hand_stays_in_an_imagined_one() -> None:
    state, rng = played(load(2), 5, 60), random.Random(1)
    (known,) = (state.table.deal.known[seat] for seat in (1 - state.current_player(),))
    assert known
    hands = set()
    for _ in range(20):
        other = state.resample_from_infostate(state.current_player(), rng.random)
        hand = other.table.deal.hands[1 - state.current_player()]
        assert known & hand == known
        hands.add(int(hand))
    assert len(hands) > 15


def test_a_clone_goes_its_own_way() -> None:
    state = played(load(2), 3, 10)
    text, twin = str(state), state.clone()
    step(twin, random.Random(1))
    assert str(state) == text != str(twin)


def test_a_state_comes_back_from_its_text_and_from_its_history() -> None:
    game = load(3)
    state = played(game, 4, 25)
    _, loaded = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    for other in (loaded, again):
        assert [shown(other, seat) for seat in range(3)] == [shown(state, seat) for seat in range(3)]


def test_chance_draws_when_somebody_does() -> None:
    state = played(load(2), 1, 0)
    draw = state.string_to_action("+")
    state.apply_action(draw)
    cards = [card for card, _ in state.chance_outcomes()]
    hidden = set(range(52)) - {card for card in range(52) if state.table.deal.hands[0] >> card & 1}
    assert len(cards) == 29
    assert set(cards) < hidden
    state.apply_action(cards[7])
    assert state.table.deal.hands[0] >> cards[7] & 1
    assert f"+{TEXTS[cards[7]]}" in state.information_state_string(0)
    assert f"+{TEXTS[cards[7]]}" not in state.information_state_string(1)


def test_pieces_of_the_tensor_have_names() -> None:
    game = load(4)
    state = played(game, 2, 30)
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, 2)
    view = state.see(2)
    assert [card for card in range(52) if observer.dict["hand"][card]] == sorted(view.hand)
    assert [card for card in range(52) if observer.dict["pile"][card]] == sorted(view.pile)
    assert observer.dict["history"].shape[0] == HISTORY
    assert int(observer.dict["history"].any(axis=1).sum()) == len(view.actions)
    assert observer.dict["held"][0] == pytest.approx(view.held[2] / 11)


def test_an_observer_without_a_seats_cards_shows_a_spectator() -> None:
    game = load(2)
    state = played(game, 2, 30)
    public = pyspiel.IIGObservationType(
        perfect_recall=True, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    observer = game.make_py_observer(public)
    text = observer.string_from(state, 0)
    assert "hand" not in text
    assert "dealt" not in text
    other = state.resample_from_infostate(0, random.Random(1).random)
    assert observer.string_from(other, 0) == text
    every = pyspiel.IIGObservationType(
        perfect_recall=True, public_info=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(ValueError, match="one seat"):
        game.make_py_observer(every)
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(public, {"colour": 1})


def test_a_moment_of_chance_cannot_be_imagined() -> None:
    with pytest.raises(ValueError, match="seat acts"):
        load(2).new_initial_state().resample_from_infostate(0, random.Random(1).random)
