"""Players and decks that reach the rare rules.

A player is a function of the legal actions, the seat to act and that seat's hand, and gives back one of the
actions. It knows nothing else, so the same player can drive the referee and the package. All choices come from
the generator that it was made with: same generator, same game.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tests.differential.ref_text import (
    MELDS,
    OPTIONAL_RULES,
    PACK,
    PRESETS,
    RANKS,
    SPETOS,
    SUITS,
    cards_run_together,
    guards,
    rank_of,
    suit_of,
)
from tests.differential.referee import HAND_SIZE

Player = Callable[[list[str], int, list[str]], str]

OPTION_VALUES: dict[str, list[Any]] = {
    "layoff_limit": [None, 1, 2, 3, 13],
    "ace_value": ["flat15", "split15_10", "five"],
    "unborn_double_on": ["knock_or_stock_out", "knock"],
    "unborn_double_scope": ["hand_and_penalties", "hand"],
    "foolish_condition": ["used", "any_pickup", "single_card"],
    "foolish_speto_amount": [100, 50],
    "reversal": ["toggle", "next_deal", "off"],
    "target": [500, 50, 5000],
    "colour_knock": [True, False],
    "qka_closed": [False, True],
    "strip_stock": [0, 5],
    **{name: [False, True] for name in OPTIONAL_RULES},
}

ALL_SPETO_GUARDS = {card for speto in SPETOS for card in guards(speto)}


def uniform(rng: Random) -> Player:
    """Any legal action."""

    def choose(legal: list[str], actor: int, hand: list[str]) -> str:
        return rng.choice(legal)

    return choose


def eager(rng: Random) -> Player:
    """Picks up, lays, lays off and knocks whenever it can; now and then it does anything.

    Its discards are often guards of a speto, and it likes melds with a speto or a guard.
    """

    def choose(legal: list[str], actor: int, hand: list[str]) -> str:
        if rng.random() < 0.06:
            return rng.choice(legal)
        by_kind = _by_kind(legal)
        for kind in "^=>":
            if by_kind[kind]:
                dear = [a for a in by_kind[kind] if _cards(a) & (ALL_SPETO_GUARDS | set(SPETOS))]
                return rng.choice(dear if dear and rng.random() < 0.7 else by_kind[kind])
        discards = by_kind["-"]
        if rng.random() < 0.7:  # spetos are kept, to lay them off or to knock with them
            discards = [a for a in discards if not _cards(a) & set(SPETOS)] or discards
        if discards and rng.random() < 0.4:
            guarding = [a for a in discards if _cards(a) & ALL_SPETO_GUARDS]
            return rng.choice(guarding or discards)
        return rng.choice(discards or legal)

    return choose


def suited(rng: Random, suit: str) -> Player:
    """Places cards of one suit only, and throws away the others: for colour knocks.

    It lays nothing before it has few cards of other suits, so that its knock may be dark too.
    """

    def choose(legal: list[str], actor: int, hand: list[str]) -> str:
        by_kind = _by_kind(legal)
        own = {
            kind: [a for a in actions if {suit_of(c) for c in _cards(a)} == {suit}] for kind, actions in by_kind.items()
        }
        strangers = sum(suit_of(card) != suit for card in hand)
        if strangers <= 3 or rng.random() < 0.5:
            for kind in "^=>":
                if own[kind]:
                    return max(own[kind], key=len) if rng.random() < 0.8 else rng.choice(own[kind])
        if "+" in legal:
            return "+"
        foreign = [a for a in by_kind["-"] if a not in own["-"]]
        return rng.choice(foreign or by_kind["-"] or legal)

    return choose


def table(rng: Random, hands: list[list[str]]) -> list[Player]:
    """A player for each seat of a deal: `suited` where the hand is rich in a suit, else mostly `eager`."""
    all_uniform = rng.random() < 0.15
    players = []
    for hand in hands:
        suits = [suit_of(card) for card in hand]
        suit = max(SUITS, key=suits.count)
        if suits.count(suit) >= 0.65 * len(hand):
            players.append(suited(rng, suit))
        else:
            players.append(uniform(rng) if all_uniform or rng.random() < 0.15 else eager(rng))
    return players


def random_rules(rng: Random) -> dict[str, Any]:
    """A record's `rules`: a preset, in half of the cases with some options of its own."""
    rules: dict[str, Any] = {"preset": rng.choice(["strict", *PRESETS])}
    if rng.random() < 0.5:
        for option in rng.sample(sorted(OPTION_VALUES), rng.randint(1, 8)):
            rules[option] = rng.choice(OPTION_VALUES[option])
    return rules


def _by_kind(legal: list[str]) -> dict[str, list[str]]:
    kinds: dict[str, list[str]] = {kind: [] for kind in "+^=>-#."}
    for action in legal:
        kinds[">" if ">" in action else action[0]].append(action)
    return kinds


def _cards(action: str) -> set[str]:
    """The cards that an action moves from the hand or lays."""
    if ">" in action:
        return {action[:2]}
    return set(cards_run_together(action.lstrip("^=-#+.")))


def stacked_decks(rng: Random, players: int) -> Iterator[list[str]]:
    """Endless decks in dealing order, each of a kind below chosen at random, the rest of it shuffled."""
    kinds = [
        _speto_head,
        _guarded_head,
        _one_suit,
        _ready_to_knock,
        _late_spetos,
        _speto_neighbours,
        _speto_pairs,
        _high_cards,
        _shuffled,
    ]
    while True:
        yield rng.choice(kinds)(rng, players)


def _deck(rng: Random, players: int, hands: list[list[str]], head: str | None, stock: list[str]) -> list[str]:
    """A deck with these cards in the hands (by place from the starter on), as the head and on top of the stock.

    The rest is random.
    """
    size = HAND_SIZE[players]
    wished = {card for hand in hands for card in hand} | set(stock) | {head}
    rest = [card for card in PACK if card not in wished]
    rng.shuffle(rest)
    full = [hand + [rest.pop() for _ in range(size - len(hand))] for hand in hands]
    for hand in full:
        rng.shuffle(hand)
    first = head or rest.pop()
    dealt = [full[place][turn] for turn in range(size) for place in range(players)]
    return [*dealt, first, *stock, *rest]


def _shuffled(rng: Random, players: int) -> list[str]:
    return _deck(rng, players, [[] for _ in range(players)], None, [])


def _spread(rng: Random, players: int, cards: list[str]) -> list[list[str]]:
    """These cards in hands chosen at random, as long as there is room."""
    hands: list[list[str]] = [[] for _ in range(players)]
    for card in cards:
        room = [hand for hand in hands if len(hand) < HAND_SIZE[players]]
        rng.choice(room).append(card)
    return hands


def _speto_head(rng: Random, players: int) -> list[str]:
    """The head is a speto and all its guards are dealt."""
    head = rng.choice(SPETOS)
    return _deck(rng, players, _spread(rng, players, sorted(guards(head))), head, [])


def _guarded_head(rng: Random, players: int) -> list[str]:
    """A plain head; its guards and those of a speto are dealt, the speto too."""
    head = rng.choice([card for card in PACK if card not in SPETOS])
    speto = rng.choice(SPETOS)
    cards = sorted((guards(head) | guards(speto) | {speto}) - {head})
    return _deck(rng, players, _spread(rng, players, cards), head, [])


def _one_suit(rng: Random, players: int) -> list[str]:
    """One hand holds little but one suit; what it lacks of it is about to be drawn or in the other hands."""
    suit = rng.choice(SUITS)
    own = [rank + suit for rank in RANKS]
    rng.shuffle(own)
    much = min(HAND_SIZE[players] - rng.choice((0, 1, 2)), 10)
    hands: list[list[str]] = [[] for _ in range(players - 1)]
    for card in own[much:-1]:
        rng.choice(hands).append(card)
    hands.insert(rng.randrange(players), own[:much])
    return _deck(rng, players, hands, None, own[-1:])


def _ready_to_knock(rng: Random, players: int) -> list[str]:
    """One hand lacks a single card of a dark knock and draws it in the first lap.

    At times all of it is of one suit, at times the knock card is a speto.
    """
    size = HAND_SIZE[players]  # the knocker lays this many and keeps one
    suit = rng.choice(SUITS) if rng.random() < 0.4 else None
    melds = [m for m in MELDS if suit is None or {suit_of(c) for c in m} == {suit}]
    laid: set[str] = set()
    while len(laid) < size:
        fitting = [m for m in melds if not m & laid and len(m) <= size - len(laid)]
        laid = laid | rng.choice(fitting) if fitting else set()  # a dead end: begin again
    cards = sorted(laid)
    rng.shuffle(cards)
    place = rng.randrange(players)
    hands: list[list[str]] = [[] for _ in range(players)]
    hands[place] = cards[1:]
    if rng.random() < 0.4:
        hands[place] += [speto for speto in SPETOS if speto not in laid][:1]
    others = [card for card in PACK if card not in laid and card not in SPETOS]
    rng.shuffle(others)
    return _deck(rng, players, hands, None, [*others[:place], cards[0]])


def _late_spetos(rng: Random, players: int) -> list[str]:
    """Runs up to Js, runs from 3c, queens and twos are dealt; the spetos come from the stock."""
    cards = [c for c in PACK if c not in SPETOS]
    near = [c for c in cards if c in ("3c", "4c", "5c", "9s", "Ts", "Js") or rank_of(c) in (0, 10)]
    laps = rng.randint(2, 4) * players
    between = [c for c in cards if c not in near]
    rng.shuffle(between)
    stock = between[:laps]
    for speto in SPETOS:
        stock.insert(rng.randrange(players, len(stock)), speto)
    return _deck(rng, players, _spread(rng, players, near), None, stock)


def _speto_neighbours(rng: Random, players: int) -> list[str]:
    """One hand can lay a run next to a speto with the head; another holds the speto."""
    run, speto = rng.choice(((["3c", "4c", "5c"], "2c"), (["9s", "Ts", "Js"], "Qs")))
    head = run.pop(rng.randrange(3))
    hands: list[list[str]] = [[] for _ in range(players)]
    layer = rng.randrange(players)
    hands[layer] += run
    hands[(layer + rng.randrange(1, players)) % players].append(speto)
    return _deck(rng, players, hands, head, [])


def _speto_pairs(rng: Random, players: int) -> list[str]:
    """One hand holds each speto and a guard of it; the third card of that meld is in another hand."""
    hands: list[list[str]] = [[] for _ in range(players)]
    for speto in SPETOS:
        meld = sorted(rng.choice([m for m in MELDS if speto in m and len(m) == 3]) - {speto})
        rng.shuffle(meld)
        place = rng.randrange(players)
        hands[place] += [speto, meld[0]]
        hands[(place + rng.randrange(1, players)) % players].append(meld[1])
    return _deck(rng, players, hands, None, [])


def _high_cards(rng: Random, players: int) -> list[str]:
    """Aces, kings and queens are dealt, so that runs with an ace and sets of aces are laid."""
    cards = [c for c in PACK if c[0] in "AKQ" and c not in SPETOS]
    return _deck(rng, players, _spread(rng, players, cards), None, [])


def cut_short(position: dict[str, Any], left: int) -> dict[str, Any]:
    """The same position with so many cards left in the stock, so that the last turn (A23) is near."""
    return {**position, "stock": " ".join(position["stock"].split()[:left])}
