"""The legal list is what is accepted: no more, no less, and it is never empty."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from tests.property.walks import walks

from speto import Deal, IllegalAction
from speto.cards import CANONICAL, TEXTS, cards_text
from speto.dummy.actions import ACTIONS, MELDS, parse_action, request_action
from speto.dummy.kernel import entries
from speto.dummy.kernel.melds import meld_cards
from speto.dummy.kernel.state import N_WORDS

MELD_TEXTS = [cards_text(meld_cards(*divmod(action, 52))) for action in MELDS]
EVERY_TEXT = [
    "+",
    ".",
    *(sign + meld for meld in MELD_TEXTS for sign in "^="),
    *(f"{card}>{target}" for card, target in permutations(TEXTS, 2)),
    *(sign + card for card in TEXTS for sign in "-#"),
]
"""All canonical texts, and layoffs on every target."""


def test_the_table_of_actions_has_567() -> None:
    assert len(ACTIONS) == len(set(ACTIONS)) == 567
    assert len(set(MELD_TEXTS)) == len(MELDS) == 329
    assert {request_action(parse_action(text)) for text in EVERY_TEXT} >= set(ACTIONS)


def expected(deal: Deal) -> set[str]:
    """The texts that must be accepted: a legal layoff may name any card of its meld."""
    texts = set()
    for action in deal.legal:
        if ">" not in action:
            texts.add(action)
            continue
        card, target = action.split(">")
        meld = next(meld for meld in deal.melds if target in map(str, meld.cards))
        assert target == TEXTS[min(meld.cards, key=CANONICAL.index)], "its lowest card names a meld"
        texts |= {f"{card}>{other}" for other in meld.cards}
    return texts


def test_accepted_is_what_is_legal() -> None:
    rng = Random(1)
    tried = 0
    for at, deal in enumerate(walks(range(240))):
        lays = any(">" in action or action[0] == "=" for action in deal.legal) or deal.must_finish
        if rng.random() > (0.012 if lays else 0.002):
            continue
        tried += 1
        must = expected(deal)
        accepted = {text for text in EVERY_TEXT if deal.refuse(text) is None}
        assert accepted == must, f"{at}: {accepted ^ must}\n{deal}"
        before = str(deal), deal._g.copy(), deal.ledger, deal.actions
        for text in must:
            copy = deal.copy()
            copy.play(text)
            assert copy.actions[:-1] == deal.actions
            assert copy.actions[-1] in deal.legal
        for text in rng.sample(sorted(set(EVERY_TEXT) - must), 20):
            with pytest.raises(IllegalAction):
                deal.play(text)
        assert (str(deal), deal._g, deal.ledger, deal.actions) == before
    assert tried > 40, tried


def test_no_reason_exactly_for_legal_actions() -> None:
    known = set(ACTIONS)
    words = [0] * N_WORDS
    for at, deal in enumerate(walks(range(500, 650))):
        entries.legal_at([deal._g], 0, [deal._r], words)
        legal = {52 * word + bit for word in range(N_WORDS) for bit in range(52) if words[word] >> bit & 1}
        assert all(0 <= word < 1 << 52 for word in words)
        assert legal <= known
        if at % 31 == 0:
            free = {action for action in ACTIONS if not entries.why_not_at([deal._g], 0, [deal._r], words, action)}
            assert free == legal


def test_legal_lists_are_sorted_and_empty_only_at_the_end() -> None:
    for deal in walks(range(1000, 1200)):
        legal = deal.legal
        assert bool(legal) != deal.over
        assert legal == sorted(set(legal))
        assert all(deal.canonical(action) == action for action in legal)


def test_A15_A23_who_must_finish_can() -> None:
    """Whatever he chooses from there on, he knocks in this turn."""
    rng = Random(2)
    found = 0
    for deal in walks(range(2000, 2400)):
        if not deal.must_finish or deal.over:
            continue
        found += 1
        seat, end = deal.turn, deal.copy()
        while not end.over:
            assert end.turn == seat
            end.play(rng.choice(end.legal))
        assert end.knocker == seat
    assert found > 60
