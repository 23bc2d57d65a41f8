"""The lessons: every script is legal and ends in its goal; what is refused is refused by the rule that it names."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from speto.dummy import lesson
from speto.dummy.options import Options
from speto.errors import BadText, IllegalAction


def doings(moment: lesson.Moment) -> list[str]:
    """Everything that does the step at hand."""
    step = moment.now
    assert step is not None
    if step.ask:
        return [f"?{moment.answer(step.ask)}"]
    found = [text for text in step.accept if text in moment.deal.legal]
    if "-*" in step.accept:
        found += [text for text in moment.deal.legal if text[0] == "-"]
    return found + step.refused


def ways(name: str) -> Iterator[list[str]]:
    """Every way through a lesson."""
    open_ = [list[str]()]
    while open_:
        actions = open_.pop()
        moment = lesson.after(name, actions)
        if moment.now is None:
            yield actions
        else:
            open_ += [[*actions, text] for text in doings(moment)]


@pytest.mark.parametrize("name", lesson.LESSONS)
def test_every_way_through_a_lesson_ends(name):
    found = list(ways(name))
    assert found
    steps = len(lesson.lesson(name).steps)
    assert steps <= 9
    assert {len(actions) for actions in found} == {steps}


@pytest.mark.parametrize("name", lesson.LESSONS)
def test_all_that_a_step_accepts_can_be_played(name):
    seen: dict[int, set[str]] = {}
    for actions in ways(name):
        for at, text in enumerate(actions):
            seen.setdefault(at, set()).add(text)
    for at, step in enumerate(lesson.lesson(name).steps):
        assert set(step.accept) - {"-*"} <= seen[at]
        assert set(step.refused) <= seen[at]


@pytest.mark.parametrize("name", lesson.LESSONS)
def test_what_is_tried_on_the_way_is_refused_by_the_rule_named(name):
    for actions in ways(name):
        moment = lesson.begin(name)
        for text in actions:
            for tried, (reason, rule) in moment.now.tries.items():
                before = moment.deal.copy()
                moment.take(tried)
                assert moment.verdict == "refused"
                assert (moment.refusal.reason, moment.refusal.rule) == (reason, rule)
                assert moment.deal == before
            moment.take(text)
            assert moment.verdict == "right"
            assert bool(moment.refusal) == (text in moment.lesson.steps[moment.step - 1].refused)


@pytest.mark.parametrize("name", lesson.LESSONS)
def test_the_learner_is_to_act_at_every_step(name):
    for actions in ways(name):
        moment = lesson.begin(name)
        for text in actions:
            assert moment.now.ask or moment.deal.turn == moment.lesson.seat
            assert [seat for seat, _ in moment.happened].count(moment.lesson.seat) <= 1
            moment.take(text)


@pytest.mark.parametrize("name", lesson.LESSONS)
def test_a_question_has_its_answer_among_the_choices_once(name):
    for actions in ways(name):
        moment = lesson.begin(name)
        for text in actions:
            ask = moment.now.ask
            if ask:
                assert ask.choices.count(moment.answer(ask)) == 1
                assert len(set(ask.choices)) == len(ask.choices) >= 3
            moment.take(text)


def test_the_lessons_show_what_they_are_about():
    def end(name: str) -> lesson.Moment:
        return lesson.after(name, next(ways(name)))

    def codes(name: str) -> set[str]:
        return {line.code for line in end(name).deal.ledger}

    assert end("row").deal.born[0]
    assert end("birth").deal.born[0]
    assert end("layoff").deal.layoffs[0] == 3
    assert end("knock").deal.knocker == 0
    assert {"dark_knock", "colour_knock", "dark_deduction"} <= codes("dark")
    assert {"layoff_discard", "speto_lure"} == codes("penalties")
    assert {"laid", "hand", "knock_card", "layoff_discard", "dark_deduction"} <= codes("scoring")


@pytest.mark.parametrize("name", lesson.LESSONS)
def test_house_rules_are_in_their_shortest_form(name):
    rules = lesson.lesson(name).rules
    assert Options.read(rules).rules() == rules


def test_R7_what_is_no_meld_is_refused_too():
    moment = lesson.begin("row")
    moment.take("=4c4s9h")
    assert (moment.verdict, moment.refusal.rule, moment.refusal.reason) == ("refused", "R7", "no_meld")


def test_a_legal_action_that_the_step_does_not_ask_for_changes_nothing():
    moment = lesson.after("row", ["+"])
    moment.take("-4c")
    assert (moment.verdict, moment.step, moment.deal.actions) == ("other", 1, ["+"])


def test_a_wrong_answer_changes_nothing():
    moment = lesson.after("knock", next(ways("knock"))[:-1])
    moment.take("?50")
    assert (moment.verdict, moment.step) == ("wrong", 6)


def test_what_cannot_be_asked_is_refused_in_a_sentence():
    with pytest.raises(BadText, match="there is no lesson 'poker'"):
        lesson.begin("poker")
    with pytest.raises(BadText, match="at most 60 actions"):
        lesson.after("row", ["+"] * 61)
    with pytest.raises(IllegalAction, match=r"actions\[1\] does not do its step"):
        lesson.after("row", ["+", "-4c", "+"])
    with pytest.raises(IllegalAction, match="nothing was asked"):
        lesson.after("row", ["?3"])
    with pytest.raises(IllegalAction, match="the lesson is over"):
        lesson.after("row", [*next(ways("row")), "+"])
    with pytest.raises(BadText):
        lesson.after("row", ["draw"])
