"""Dummy as a game of OpenSpiel: ``pyspiel.load_game("python_dummy(players=4,preset=strict)")``.

Importing this module registers the game. A deal is one game, and seat 0 begins it. Chance deals the hands and the
head card, one card at a time, and draws each card of the stock when somebody takes it. Actions are the dense ids of
:data:`speto.dummy.actions.ACTIONS`. What a seat is paid is its lead: its points less the mean of the others', which
sums to zero for any number of players.

What a seat may know comes out of :meth:`speto.dummy.deal.Deal.see` alone, and other worlds that look the same out of
:func:`speto.dummy.view.imagine`.

What OpenSpiel itself cannot do with games written in Python: its C++ ISMCTS finds no ``resample_from_infostate``, and
its C++ bots' ``step`` stops the process; use the searchers of ``open_spiel.python``. ``pyspiel``'s own text of a state
holds a pickle: load none that you did not write. ``state.history()`` is plain, and ``apply_action`` plays it again.

>>> import pyspiel
>>> state = pyspiel.load_game("python_dummy").new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 52)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import pyspiel

from speto.cards import TEXTS, Cards
from speto.dummy.actions import ACTIONS, IDS, parse_action, request_action
from speto.dummy.deal import Deal
from speto.dummy.options import Options
from speto.dummy.view import View, imagine
from speto.dummy.wire import actors
from speto.kit.leads import leads

from .dummy_observer import Observer

NAME = "python_dummy"
UTMOST = 30_000.0
"""More than any lead in one deal: 69 turns with every penalty, doubled."""

LONGEST = 200
"""More decisions than any deal has: 69 turns that begin and end, and 52 cards laid."""

_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Dummy (Thai rummy)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification={"players": 2, "preset": "classic"},
)


class DummyGame(pyspiel.Game):
    """The game, for so many players and under a preset of house rules, or under options that have no name.

    Raises:
        BadOptions: there is no such preset.
    """

    def __init__(self, params: Mapping[str, Any] | None = None, options: Options | None = None) -> None:
        params = {"players": 2, "preset": "classic", **(params or {})}
        self.players = int(params["players"])
        self.options = Options.named(params["preset"]) if options is None else options
        info = pyspiel.GameInfo(
            num_distinct_actions=len(ACTIONS),
            max_chance_outcomes=52,
            num_players=self.players,
            min_utility=-UTMOST,
            max_utility=UTMOST,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(_TYPE, info, params)

    def new_initial_state(self) -> DummyState:
        """No card is dealt yet."""
        return DummyState(self)

    def state_of(self, deal: Deal) -> DummyState:
        """A state at this deal, whose order of the stock no longer matters; it has no history of its own."""
        state = DummyState(self)
        state.table = Table(self.players, self.options, deal.copy())
        return state

    def max_chance_nodes_in_history(self) -> int:
        """Every card is dealt or drawn once at most."""
        return 52

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer:
        """What shows a state to a seat, as a tensor and as a text."""
        return Observer(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params, self.players)


class Table:
    """All that a state holds, in one object, so that a state is cheap to copy."""

    __slots__ = ("_legal", "actors", "deal", "dealt", "drawing", "first", "heard", "options", "players", "texts")

    def __init__(self, players: int, options: Options, deal: Deal | None = None) -> None:
        self.players, self.options, self.deal = players, options, deal
        self.dealt: list[int] = []
        self.drawing = False
        past = [] if deal is None else deal.actions
        self.actors = [] if deal is None else actors(deal._g, past)
        self.heard = [past.copy() for _ in range(players)]
        self.first = [0] * players if deal is None else [int(hand) for hand in deal.hands]
        self._legal: dict[int, str] | None = None
        self.texts: dict[Any, str] = {}

    def __deepcopy__(self, memo: object) -> Table:
        twin = Table.__new__(Table)
        twin.players, twin.options, twin.drawing = self.players, self.options, self.drawing
        twin.deal = None if self.deal is None else self.deal.copy()
        twin.dealt = self.dealt.copy()
        twin.heard = [texts.copy() for texts in self.heard]
        twin.actors = self.actors.copy()
        twin.first = self.first.copy()
        twin._legal, twin.texts = self._legal, self.texts
        return twin

    @property
    def legal(self) -> dict[int, str]:
        """The legal actions' texts by id."""
        if self._legal is None:
            assert self.deal is not None
            self._legal = {IDS[request_action(parse_action(text))]: text for text in self.deal.legal}
        return self._legal

    def chance(self) -> list[int]:
        """The cards that chance may turn up."""
        if self.deal is not None:
            return sorted(self.deal.stock)
        return sorted(set(range(52)) - set(self.dealt))

    def hand(self, seat: int) -> int:
        """The cards that a seat has been dealt so far, while cards are dealt."""
        return sum(1 << card for card in self.dealt[seat : self.players * (15 - 2 * self.players) : self.players])

    def first_hand(self, seat: int) -> int:
        """The cards that a seat was dealt; of an imagined deal, those it held when it was imagined."""
        return self.first[seat] if self.deal is not None else self.hand(seat)

    def turn_up(self, card: int) -> None:
        """Chance deals or draws a card."""
        self.texts = {}
        if self.deal is not None:
            self.drawing = False
            self.deal.bring_up(card)
            self.play("+", card)
            return
        self.dealt.append(card)
        if len(self.dealt) > self.players * (15 - 2 * self.players):
            deck = [*self.dealt, *self.chance()]
            self.first = [self.hand(seat) for seat in range(self.players)]
            self.deal = Deal(deck, players=self.players, rules=self.options, starter=0)

    def play(self, text: str, drawn: int | None = None) -> None:
        """A seat plays; all hear it, and who draws hears the card, too."""
        assert self.deal is not None
        actor = self.deal.turn
        assert actor is not None
        self.deal.play(text)
        self._legal, self.texts = None, {}
        self.actors.append(actor)
        for seat, heard in enumerate(self.heard):
            heard.append(text if drawn is None or seat != actor else f"+{TEXTS[drawn]}")


class DummyState(pyspiel.State):
    """A moment of a deal."""

    def __init__(self, game: DummyGame) -> None:
        super().__init__(game)
        self.table = Table(game.players, game.options)

    def current_player(self) -> int:
        """Who is to act: a seat, or chance."""
        table = self.table
        if table.deal is None or table.drawing:
            return int(pyspiel.PlayerId.CHANCE)
        if table.deal.turn is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return table.deal.turn

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.table.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that may come, each equally likely."""
        cards = self.table.chance()
        return [(card, 1 / len(cards)) for card in cards]

    def _apply_action(self, action: int) -> None:
        table = self.table
        if table.deal is None or table.drawing:
            table.turn_up(action)
        elif table.legal[action] == "+":
            table.drawing, table.texts = True, {}
        else:
            table.play(table.legal[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return TEXTS[action]
        text = self.table.legal.get(action) if self.table.deal is not None else None
        return text or f"action {action}"

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self.table.deal is not None and self.table.deal.over

    def returns(self) -> list[float]:
        """Each seat's lead over the mean of the others; 0 until the deal is over."""
        scores = self.scores
        return [0.0] * self.table.players if scores is None else leads(scores)

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The points of each seat, once the deal is over."""
        return None if self.table.deal is None else self.table.deal.scores

    def see(self, player: int) -> View | None:
        """What a seat may see, -1 for a spectator; None while cards are dealt."""
        return None if self.table.deal is None else self.table.deal.see(None if player < 0 else player)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> DummyState:
        """A uniformly random state that looks like this one to a player. ``sampler`` gives numbers from 0 to 1.

        What other seats drew in the past is not made up: their information states begin at the hand imagined.

        Raises:
            ValueError: cards are still dealt, or drawn by another seat.
        """
        if self.table.deal is None or self.table.drawing:
            raise ValueError("only a moment at which a seat acts, or the end, can be imagined anew")
        deal = imagine(self.table.deal.see(player), random.Random(int(sampler() * 2**53)))
        state: DummyState = self.get_game().state_of(deal)
        state.table.heard[player] = self.table.heard[player].copy()
        state.table.actors = self.table.actors.copy()
        state.table.first[player] = self.table.first[player]
        return state

    def __str__(self) -> str:
        table = self.table
        if table.deal is None:
            return f"dealing: {' '.join(TEXTS[card] for card in table.dealt)}"
        return f"{table.deal}\nhands: {' | '.join(str(Cards(hand)) for hand in table.deal.hands)}" + (
            "\ndrawing" if table.drawing else ""
        )


pyspiel.register_game(_TYPE, DummyGame)
