"""Whole deals in a real Chromium: by keyboard alone, by mouse, by finger; and a match with every kind of ending."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.e2e.conftest import Server
from tests.e2e.endings import ENDINGS, ME
from tests.e2e.hiding import assert_memory_hides, assert_page_hides, assert_traffic_hides
from tests.e2e.person import Person
from tests.e2e.scripted import MINUS, NAMES, Scripted, check_sheet, known
from tests.e2e.truth import Truth
from tests.e2e.ways import Drag, Keys, Tap, do

SomePerson = Callable[..., Person]
WAYS: dict[str, tuple[int, dict[str, Any]]] = {
    "tap": (1, {"has_touch": True, "is_mobile": True}),
    "keyboard": (4, {"viewport": {"width": 1280, "height": 800}}),
    "mouse": (2, {"viewport": {"width": 1280, "height": 800}}),
    "finger": (5, {"has_touch": True, "is_mobile": True}),
}
"""Which deal of the match is played in which way."""
ENOUGH = 30
"""So many actions of a deal are played before memory is looked at: melds lie, and hands hold cards that are known."""
HEADLINES = {
    "stock_out": "Nobody knocks",
    "foolish": "You knock",
    "colour": "You knock in colour",
    "dark": "You win the match",
}


@pytest.fixture(scope="module")
def tables(server: Server) -> list[Scripted]:
    return known(server, *[{}] * (len(WAYS) + 3))


@pytest.mark.parametrize("way", WAYS)
def test_a_whole_deal(person: SomePerson, tables: list[Scripted], way: str) -> None:
    number, options = WAYS[way]
    with tables[list(WAYS).index(way)] as table:
        for before in range(1, number):
            table.play_all(before)
        table.leave()
        table.ready(me=False)
        me = person(f"/t/{table.at.code}", cookie=table.at.cookie, **options)
        hands = {"tap": Tap, "keyboard": Keys, "mouse": Drag, "finger": lambda me: Drag(me, finger=True)}[way](me)
        if number > 1:
            me.await_state("between")
            hands.press_on("Next deal")
        table.begun(number)
        table.finish(number, me, hands)
        assert me.deal is not None
        check_sheet(me.page, me.deal)
        assert_traffic_hides(me, ME, Truth(table.server.data, table.at.table))


def test_R15_a_card_that_fits_two_melds_is_asked_about(person: SomePerson, tables: list[Scripted]) -> None:
    """By tap and by keyboard, at the question and at the meld itself; what is undone is asked again."""
    with tables[-3] as table:
        table.deals = [table.script.two]
        *before, draw, layoff, discard = table.script.two
        card, later = layoff.split(">")
        table.play_to(1, len(before))
        table.leave()
        me = person(f"/t/{table.at.code}", cookie=table.at.cookie, has_touch=True)
        tap, keys = Tap(me), Keys(me)
        me.await_own_turn()
        do(tap, draw)
        assert me.deal is not None
        layoffs = [text for text in me.deal["legal"] if text.startswith(f"{card}>")]
        earlier = next(text.split(">")[1] for text in layoffs if text != layoff)
        question = me.page.get_by_role("group", name="Choose a meld")
        answers = question.get_by_role("button")
        first, second = (
            str(me.meld(one).locator("[data-meld]").get_attribute("data-meld")) for one in (earlier, later)
        )

        def laid(place: str) -> None:
            expect(me.meld(card).locator("[data-meld]")).to_have_attribute("data-meld", place)
            expect(question).to_have_count(0)

        def asked(way: Tap) -> None:
            way.choose([card])
            expect(answers).to_have_count(2)
            expect(me.gold).to_have_text("Choose a meld")
            expect(me.gold).to_be_disabled()

        for way, place, answer in (
            (tap, first, lambda: me.touch(answers.nth(0))),
            (tap, second, lambda: me.touch(me.meld(later).locator("[data-meld]"))),
            (keys, first, lambda: keys.key.press(str(int(first) + 1))),
            (keys, second, lambda: keys.reach(answers.nth(1))),
        ):
            asked(way)
            answer()
            laid(place)
            if (way, place) != (keys, second):
                keys.key.press("u") if way is keys else me.touch(me.page.get_by_role("button", name="Undo"))
                expect(me.card(card)).to_have_count(1)
        do(keys, discard)
        table.friend.until(lambda _, deal: deal is not None and deal["actions"] == table.script.two)


def test_a_match_to_the_target_with_every_kind_of_ending(person: SomePerson, tables: list[Scripted]) -> None:
    """Of each deal the person's last turn is played on the page; what comes before it goes over sockets."""
    with tables[-2] as table:
        totals = [0] * len(NAMES)
        me = person(None, cookie=table.at.cookie, has_touch=True, is_mobile=True)
        for number, ending in enumerate(ENDINGS, start=1):
            table.play_to(number, table.script.last[number - 1])
            table.leave()
            me.page.goto(f"/t/{table.at.code}")
            table.finish(number, me, Tap(me))
            assert me.deal is not None
            check_sheet(me.page, me.deal)
            check_ending(me, ending)
            before, totals = totals, [total + score for total, score in zip(totals, me.deal["scores"], strict=True)]
            check_standing(me, before, totals)
            if ending != "dark":
                me.page.goto("/")
                expect(me.page.get_by_role("link", name="Continue")).to_be_visible()
                table.come_back()
        assert totals[ME] >= table.script.rules["target"] > max(totals[1:])
        me.touch(me.page.get_by_role("button", name="Rematch"))
        table.ready(me=False)
        table.begun(1)
        expect(me.page.locator("h1")).to_contain_text("Deal 1")
        expect(me.hand_cards).to_have_count(7)
        expect(me.page.locator(".between")).to_have_count(0)


def check_ending(me: Person, ending: str) -> None:
    """What the sheet says first: who has knocked, and how."""
    assert me.deal is not None
    sheet = me.page.locator(".between")
    codes = {line["code"] for line in me.deal["ledger"]}
    knocker = "" if ending == "stock_out" else NAMES[me.deal["knocker"]]
    expect(sheet.locator("h2")).to_have_text(HEADLINES.get(ending, f"{knocker} knocks"))
    if ending == "stock_out":
        assert me.deal["knocker"] is None
        expect(sheet.locator("header")).to_contain_text("the stock ran out")
    if ending == "foolish":
        assert "foolish_discard" in codes
        expect(sheet).to_contain_text("picked it up and knocked at once")
        expect(sheet).to_contain_text("the direction turns")
    if ending == "colour":
        assert "colour_knock" in codes
    if ending == "dark":
        assert "dark_knock" in codes
        expect(sheet.locator("header")).to_contain_text("You knock dark")


def check_standing(me: Person, before: list[int], after: list[int]) -> None:
    """The bars to the target tell everybody's points before this deal and after it."""
    bars = me.page.locator(".between").get_by_text("before,")
    expect(bars).to_have_count(len(NAMES))
    target = me.table["setup"]["rules"]["target"]
    names = ["You", *NAMES[1:]]
    assert set(bars.all_inner_texts()) == {
        f"{name}: {shown(old)} before, {shown(new)} now, of {target}"
        for name, old, new in zip(names, before, after, strict=True)
    }


def shown(points: int) -> str:
    return f"{points:,}".replace("-", MINUS)


def test_nothing_hidden_is_in_the_page_or_its_memory(person: SomePerson, tables: list[Scripted]) -> None:
    """Looked for late in a deal, while a friend is to play; from the seat, and from the link to watch."""
    with tables[-1] as table:
        table.leave()
        me = person(f"/t/{table.at.code}", cookie=table.at.cookie)
        watcher = person(f"/w/{table.at.watch}")
        table.ready(me=False)
        table.begun(1)
        for seat, turn in table.turns(1):
            if seat == ME:
                table.on_page(me, Tap(me), turn)
            elif len(table.deal["actions"]) > ENOUGH:
                break
            else:
                table.play(seat, turn)
        truth = Truth(table.server.data, table.at.table)
        for viewer, at in ((me, ME), (watcher, None)):
            viewer.catch_up(table.friend.seq)
            hidden = truth.hidden(table.friend.seq, at)
            assert len(hidden) > 10
            assert assert_traffic_hides(viewer, at, truth) >= ENOUGH // 2
            assert_page_hides(viewer.page, hidden)
        assert_memory_hides(me.page, set(me.hand()), truth.hidden(table.friend.seq, ME))
