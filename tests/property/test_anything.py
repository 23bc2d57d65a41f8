"""Any deck, any house rules, any choices: what must hold, with examples that shrink."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.property.walks import PRESETS, SWITCHES, VALUES

from speto import BadText, Deal, Options, SpetoError
from speto.cards import TEXTS
from speto.dummy.options import CHOICES

OPTIONS = st.builds(
    lambda preset, changes: Options.of(preset, **changes),
    st.sampled_from(PRESETS),
    st.fixed_dictionaries(
        {},
        optional={
            **{name: st.sampled_from(values) for name, values in VALUES.items()},
            **{name: st.booleans() for name in SWITCHES},
        },
    ),
)
DECKS = st.permutations(TEXTS)
CHOICES_MADE = st.lists(st.integers(0, 60), max_size=120)


def play(deal: Deal, choices: list[int]) -> None:
    """Play by numbers, then to the end by the last legal action, which lays or takes if anything does."""
    for choice in choices:
        if deal.over:
            return
        legal = deal.legal
        deal.play(legal[choice % len(legal)])
    while not deal.over:
        deal.play(deal.legal[-1])


@given(OPTIONS, DECKS, st.integers(2, 4), st.integers(0, 3), st.sampled_from([1, -1]), CHOICES_MADE)
@settings(max_examples=80)
def test_any_deal_ends_and_adds_up(
    options: Options, deck: list[str], players: int, starter: int, direction: int, choices: list[int]
) -> None:
    start = {"deck": " ".join(deck), "starter": starter % players, "direction": direction}
    deal = Deal.from_start(start, players=players, rules=options)
    play(deal, choices)
    assert deal.scores is not None
    sums = [sum(line.points for line in deal.ledger if line.seat == seat) for seat in range(players)]
    assert deal.scores == tuple(sums)
    places = [card for hand in deal.hands for card in hand] + deal.stock + deal.pile
    places += [card for meld in deal.melds for card in meld.cards]
    places += [] if deal.knock_card is None else [deal.knock_card]
    assert len(places) == len(set(places)) == 52 - (options.strip_stock if players == 2 else 0)
    again = Deal.from_start(start, players=players, rules=options.rules())
    again.play_all(deal.actions)
    assert again == deal
    assert str(again) == str(deal)
    while again.actions:
        again.undo()
    assert again == Deal.from_start(start, players=players, rules=options)


@given(OPTIONS)
@settings(max_examples=120)
def test_options_print_and_read_back(options: Options) -> None:
    rules = json.loads(json.dumps(options.rules()))
    assert Options.read(rules) == options
    assert hash(Options.read(rules)) == hash(options)
    assert eval(repr(options), {"Options": Options}) == options
    assert set(rules) <= {"preset", *CHOICES}
    assert [field.name for field in fields(options)] == list(CHOICES)


@given(st.text(max_size=24) | st.text("+^=>-#.2369TJQKA10cdhs♣♦♥♠ ", max_size=24))
@settings(max_examples=300)
def test_any_text_is_an_action_or_a_sentence(text: str) -> None:
    deal = Deal(players=3, seed="text")
    try:
        refusal = deal.refuse(text)
    except BadText:
        with pytest.raises(BadText, match=r"^.{5,300}$"):
            deal.play(text)
        return
    if refusal is None:
        assert deal.canonical(text) in deal.legal
    else:
        assert refusal.rule
        assert refusal.sentence


@given(
    st.dictionaries(
        st.sampled_from(["hands", "stock", "pile", "melds", "born", "turn", "head", "fresh", "layoffs", "known", "x"]),
        st.none()
        | st.integers(-2, 5)
        | st.text("23479TJQKAcdhs/01 ", max_size=20)
        | st.lists(st.text(max_size=9) | st.integers()),
    )
)
@settings(max_examples=300)
def test_any_start_is_a_deal_or_a_sentence(start: dict[str, object]) -> None:
    try:
        deal = Deal.from_start(start, players=2, rules="short")
    except SpetoError:
        with pytest.raises(SpetoError, match=r"^.{5,400}$"):
            Deal.from_start(start, players=2, rules="short")
    else:
        assert bool(deal.legal) != deal.over
