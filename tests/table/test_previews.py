"""Drafts: what they lead to, what a discard risks, what a knock comes to. From the viewer's own view alone."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.table.desk import Desk

from speto.cards import Cards
from speto.dummy import wire
from speto.dummy.deal import Deal
from speto.protocol.messages import KnockSum, LineView, Previewed, Risk

ON = {"preset": "strict"}
CONDITIONAL = {"head_feed", "speto_feed", "speto_lure"}
CERTAIN = {"layoff_discard", "full_discard"}


def position(pile: str, hand: str, *others: str, rules: Any = ON, **more: Any) -> Deal:
    """Seat 0 begins its turn; the newest card of the pile is of the last seat."""
    start = {"hands": [hand, *others], "pile": pile, "turn": 0, "stock": "2s 3s 4s 5s", **more}
    return Deal.from_start(start, players=1 + len(others), rules=rules)


def preview(deal: Deal, *actions: str, drawn: str = "") -> Previewed:
    return wire.preview(deal.see(0), actions, 1, drawn)


def after_draw(deal: Deal) -> Deal:
    deal.play("+")
    return deal


def codes(risks: list[Risk]) -> dict[str, str]:
    return {risk.code: risk.cards for risk in risks}


# Against what really happens.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_preview_is_what_happens(players: int) -> None:
    """In whole deals: the view after a draft, its points, the certain charges, the knock's lines."""
    drafts = knocks = charges = 0
    for seed in range(12):
        rules = {"preset": ["strict", "short", "classic"][seed % 3], "speto_lure": True, "layoff_discard": True}
        desk = Desk(bytes([seed, players] * 16), names="ABCD"[:players], players=players, rules=rules)
        desk.ready(*range(players))
        rng = random.Random(f"{seed} {players}")
        while (actor := desk.table.actor) is not None:
            view = desk.table.view_for_bot(actor)
            action = rng.choice([a for a in view.legal if a[0] not in "+."] or view.legal)
            before = desk.view(actor)
            draft = desk.preview(actor, action)
            ahead = desk.preview(actor)
            desk.act(actor, action)
            after = desk.view(actor)
            if action[0] in "+.":
                continue
            assert draft.ok and draft.deal is not None
            if action[0] in "^=" or ">" in action:
                assert draft.deal == after
                drafts += 1
                continue
            new = [line for line in after.ledger[len(before.ledger) :] if line.by is not None]
            if action[0] == "-":
                certain = [risk for risk in ahead.risks.get(action[1:], []) if risk.certain]
                assert [(risk.code, risk.rule, risk.points) for risk in certain] == [
                    (line.code, line.rule, line.points) for line in new
                ]
                assert draft.deal.ledger == [*before.ledger, *new]
                if after.phase != "over":
                    assert draft.deal == after
                charges += len(new)
            else:
                assert draft.knock == ahead.knock and draft.knock is not None
                lines = [line for line in after.ledger if line.seat == actor]
                assert draft.knock.lines == lines and draft.knock.card == after.knock_card
                assert after.scores is not None and draft.knock.total == after.scores[actor]
                assert draft.deal.phase == "over" and draft.deal.turn is None and draft.deal.scores is None
                assert draft.deal.ledger == [*before.ledger, *new]
                knocks += 1
    assert drafts > 30 and knocks > 3 and charges > 10


def test_points_gained_are_those_laid() -> None:
    for seed in range(25):
        desk = Desk(bytes([seed]) * 32, names="AB", players=2, rules={"preset": "strict", "ace_value": "split15_10"})
        desk.ready(0, 1)
        rng = random.Random(seed)
        gained = [0, 0]
        while (actor := desk.table.actor) is not None:
            view = desk.table.view_for_bot(actor)
            action = rng.choice([a for a in view.legal if a[0] not in "+."] or view.legal)
            gained[actor] += desk.preview(actor, action).gained if action[0] not in "+." else 0
            desk.act(actor, action)
        laid = [sum(line.points for line in desk.view(None).ledger if line.seat == s and line.code in ("laid", "head"))
                for s in (0, 1)]  # fmt: skip
        assert gained == laid


def test_what_is_charged_later_was_named_as_a_risk() -> None:
    """P6, P7 and P8: no charge for a discard whose risk was not named before it."""
    charged = named = discards = 0
    for seed in range(80):
        players = 2 + seed % 3
        desk = Desk(seed.to_bytes(32, "big"), names="ABCD"[:players], players=players, rules=ON)
        desk.ready(*range(players))
        rng = random.Random(seed)
        risked: dict[tuple[int, str], set[str]] = {}
        while (actor := desk.table.actor) is not None:
            view = desk.table.view_for_bot(actor)
            lively = [action for action in view.legal if action[0] in "^=" or ">" in action]
            action = rng.choice(lively if lively and rng.random() < 0.8 else view.legal)
            if action[0] == "-":
                risks = desk.preview(actor).risks.get(action[1:], [])
                risked[actor, action[1:]] = {risk.code for risk in risks if not risk.certain}
                named += bool(risked[actor, action[1:]])
                discards += 1
            for event in desk.act(actor, action):
                if event.line is not None and event.line.code in CONDITIONAL:
                    assert event.line.code in risked[event.line.seat, event.line.cards or ""]
                    charged += 1
    assert charged > 12
    assert named < discards / 2, "a risk that is always named warns of nothing"


# Positions.


def test_risk_P4_names_the_meld() -> None:
    deal = after_draw(position("9c Kd/1", "7h 4c Qc", "8s", melds=["4h/1 5h/1 6h/1"], born=[1]))
    assert preview(deal).risks["7h"] == [Risk("layoff_discard", "P4", -50, True, "4h 5h 6h")]
    assert "layoff_discard" not in codes(preview(deal).risks["4c"])


def test_risk_P4_on_two_melds() -> None:
    melds = ["6c/1 7c/1 8c/1", "9d/1 9h/1 9s/1"]
    deal = after_draw(position("2d Kd/1", "9c 4c Qc", "8s", melds=melds, born=[1]))
    assert codes(preview(deal).risks["9c"]) == {"layoff_discard": "6c 7c 8c 9d 9h 9s"}


def test_risk_P4_where_a_run_with_the_ace_is_closed_D10() -> None:
    melds = ["Qh/1 Kh/1 Ah/1"]
    for closed, risky in ((True, False), (False, True)):
        rules = {"preset": "strict", "qka_closed": closed}
        deal = after_draw(position("2d Kd/1", "Jh 4c Qc", "8s", melds=melds, born=[1], rules=rules))
        assert ("layoff_discard" in codes(preview(deal).risks.get("Jh", []))) == risky


def test_risk_P5_names_the_cards_of_the_pile() -> None:
    deal = after_draw(position("6h 7h/1 9c/0 9d/1", "8h 9s 2h", "Ac"))
    risks = preview(deal).risks
    assert codes(risks["8h"])["full_discard"] == "6h 7h"
    assert codes(risks["9s"])["full_discard"] == "9c 9d"
    assert "full_discard" not in codes(risks.get("2h", []))


def test_risk_P6_the_head_and_its_guards() -> None:
    deal = after_draw(position("7h Kd/1", "8h 9h 5h 7c Tc Jd", "Ac"))
    risks = preview(deal).risks
    for guard in ("8h", "5h", "7c"):
        assert codes(risks[guard])["head_feed"] == "7h"
    assert "Tc" not in risks and "Jd" not in risks


def test_risk_P6_needs_a_card_that_somebody_may_hold() -> None:
    """9h can be melded with the 7h only by way of the 8h, which the viewer holds."""
    deal = after_draw(position("7h Kd/1", "9h 8h 2c", "Ac"))
    assert "head_feed" not in codes(preview(deal).risks.get("9h", []))
    deal = after_draw(position("7h Kd/1", "9h 3d 2c", "Ac"))
    assert "head_feed" in codes(preview(deal).risks["9h"])
    deal = after_draw(position("7h Kd/1", "9h 3d 2c", "Ac 8h", known=["", "8h"]))
    assert "head_feed" in codes(preview(deal).risks["9h"])


def test_risk_P6_needs_a_card_of_another_hand_R9() -> None:
    """The head, the guard and the 6h would all lie in the pile; 5h and 9h are in the viewer's hand."""
    deal = after_draw(position("7h 6h/1", "8h 5h 9h 2d", "Ac"))
    assert codes(preview(deal).risks["8h"]) == {"full_discard": "6h 7h"}


def test_risk_P7_and_its_partner_in_the_pile() -> None:
    deal = after_draw(position("7h Qs/1 5d/0 Kd/1", "Qd 3c 4c 2c", "Ac"))
    assert codes(preview(deal).risks["Qd"])["speto_feed"] == "Qs"
    deal = after_draw(position("7h 4c/1 5d/0 Kd/1", "2c 9d", "Ac"))
    assert codes(preview(deal).risks["2c"]) == {"speto_feed": "4c"}, "the speto itself, its guard lies there"


def test_risk_P8_when_the_speto_may_be_in_a_hand() -> None:
    deal = after_draw(position("7h Kd/1", "3c 9d", "Ac"))
    assert codes(preview(deal).risks["3c"]) == {"speto_lure": "2c"}
    deal = after_draw(position("7h Kd/1", "3c 2c 9d", "Ac"))
    assert "3c" not in preview(deal).risks, "who holds the speto himself lures nobody"


def test_risk_of_a_bare_speto_A43() -> None:
    deal = after_draw(position("7h Kd/1", "2c 9d", "Ac"))
    assert "2c" not in preview(deal).risks


def test_no_risks_while_a_card_is_to_be_taken_nor_when_the_table_warns_of_none() -> None:
    assert preview(position("7h Kd/1", "8h 9d", "Ac")).risks == {}
    for warnings in (True, False):
        desk = Desk(bytes([2]) * 32, names="AB", players=2, warnings=warnings, rules=ON)
        desk.ready(0, 1)
        found = False
        rng = random.Random(1)
        while (actor := desk.table.actor) is not None:
            found |= bool(desk.preview(actor).risks)
            desk.act(actor, rng.choice(desk.table.view_for_bot(actor).legal))
        assert found == warnings


def test_a_pickup_and_a_layoff_with_what_they_gain() -> None:
    deal = position("Jd 4h/1", "Qd Kd 7c 3h 5h", "Ac", rules={"preset": "strict"})
    draft = preview(deal, "^JdQdKd")
    assert draft.ok and draft.gained == 70, "the head counts 50"
    assert draft.deal is not None
    assert draft.deal.hand == "3h 4h 5h 7c" and draft.deal.fresh == "4h"
    assert draft.deal.hands[0].born and draft.deal.phase == "lay" and draft.deal.pile == []
    assert "=3h4h5h" in draft.deal.legal and "-7c" in draft.deal.legal
    both = preview(deal, "^KdQdJd", "=5h4h3h")
    assert both.gained == 85 and both.knock is not None and both.risks == {}
    assert both.deal is not None and both.deal.actions == ["^JdQdKd", "=3h4h5h"] and both.deal.actors == [0, 0]
    assert deal.actions == []


def test_the_sum_of_a_dark_colour_knock_E06() -> None:
    deal = position("9h Kd/1", "3h 4h 5h 6h Th Jh Qh 8d", "Ac", rules="classic")
    draft = preview(deal, "^9hThJhQh", "=3h4h5h6h")
    assert draft.knock is None, "the king came along"
    deal = position("2d 9h/1", "3h 4h 5h 6h Th Jh Qh 8d", "Ac", rules="classic")
    draft = preview(deal, "^9hThJhQh", "=3h4h5h6h")
    assert draft.knock is not None
    assert draft.knock.total == 420 and draft.knock.dark and draft.knock.colour and draft.knock.card == "8d"
    assert [(line.code, line.points) for line in draft.knock.lines] == [
        ("laid", 55), ("knock_card", 50), ("dark_knock", 105), ("colour_knock", 210),
    ]  # fmt: skip
    knocked = preview(deal, "^9hThJhQh", "=3h4h5h6h", "#8d")
    assert knocked.knock == draft.knock
    assert knocked.deal is not None and draft.deal is not None and draft.deal.ledger == []
    assert knocked.deal.ledger == [LineView(1, "foolish_discard", "P0", -50, "9h", 2, 0)]


def test_own_penalties_stand_in_the_sum_A6() -> None:
    deal = position(
        "2d 9h/1", "Th Jh 2c", "Ac", born=[0], penalties=[[0, "layoff_discard"], [1, "full_discard"]], rules=ON
    )
    draft = preview(deal, "^9hThJh")
    assert isinstance(draft.knock, KnockSum)
    assert [(line.code, line.points) for line in draft.knock.lines] == [
        ("layoff_discard", -50), ("laid", 25), ("knock_card", 100), ("colour_knock", 125),
    ]  # fmt: skip
    assert draft.knock.total == 200 and not draft.knock.dark
    assert draft.knock.lines[2].rule == "P1"


def test_refused_drafts() -> None:
    deal = position("7h Kd/1", "8h 9h 9d 2c", "Ac")
    cases: list[tuple[tuple[str, ...], str, int]] = [
        (("+",), "no_preview", 0),
        (("-8h",), "take_first", 0),
        (("^7h8h9h", "+"), "taken_already", 1),
        (("^7h8h9h", "=9c9d9h"), "not_held", 1),
        (("^7h8h9h", "-2c", "-9d"), "after_turn", 2),
        (("^7h8h9h", "x"), "no_action", 1),
        ((".",), "no_pass", 0),
    ]
    for actions, reason, at in cases:
        draft = preview(deal, *actions)
        assert (draft.ok, draft.reason, draft.at) == (False, reason, at)
        assert draft.sentence and draft.deal is None and draft.risks == {} and draft.knock is None
    assert wire.preview(deal.see(1), [], 1).reason == wire.preview(deal.see(None), [], 1).reason == "not_your_turn"


def test_a_discard_ends_a_draft_without_a_look_at_other_hands_A23() -> None:
    """With the stock empty the deal may or may not be over then; that depends on a hand that nobody sees."""
    deal = position("7h Kd/1", "8h 9h", "Kc Ks 2d", stock="")
    passed = preview(deal, ".").deal
    assert passed is not None and passed.phase == "over" and passed.scores is None
    deal = after_draw(position("7h Kd/1", "8h 9d", "Kc Ks 2d", stock="3d"))
    draft = preview(deal, "-3d")
    assert draft.ok and draft.deal is not None
    assert (draft.deal.phase, draft.deal.turn, draft.deal.legal, draft.deal.scores) == ("take", 1, [], None)
    assert codes(draft.risks.get("3d", [])) == {}


def test_the_empty_draft_shows_what_is() -> None:
    deal = after_draw(position("7h Kd/1", "8h 9d", "Ac"))
    drawn = str(Cards(deal.hands[0] - Cards("8h 9d")))
    draft = preview(deal, drawn=drawn)
    assert draft.deal == wire.deal_view(deal.see(0), 1, drawn) and draft.deal.fresh == drawn == "2s"


def test_previews_of_a_table() -> None:
    desk = Desk(names="AB", players=2)
    assert desk.preview(0).reason == "not_playing"
    desk.ready(0, 1)
    actor = desk.table.actor
    assert actor is not None
    assert desk.preview(1 - actor).reason == desk.preview(None).reason == "not_your_turn"
    assert desk.preview(actor).deal == desk.view(actor)
    for junk in (None, "x", [1], ["+"] * 99, ["x" * 999]):
        answer = desk.table.preview(actor, junk)
        assert not answer.ok and answer.sentence


def test_an_open_view_shows_every_hand() -> None:
    deal = position("7h Kd/1", "8h 9d", "Ac 2d")
    assert wire.open_view(deal, 1).shown == ["8h 9d", "2d Ac"]
