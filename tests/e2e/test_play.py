"""From the first screen to the table and on: a person plays bots in a real Chromium, against the real server."""

from collections.abc import Callable

from playwright.sync_api import expect
from tests.e2e.conftest import OpenPage, plan
from tests.e2e.person import Person
from tests.e2e.scripted import check_sheet


def test_from_home_a_whole_deal_by_tap_to_the_score_sheet_and_the_next_deal(person: Callable[..., Person]) -> None:
    me = person(plan=plan(4, ["greedy"] * 3), has_touch=True, is_mobile=True)
    page = me.page
    page.get_by_role("button", name="Play bots").tap()
    page.wait_for_url("**/t/*")
    expect(me.hand_cards.first).to_be_visible()
    me.whole_deal()
    assert me.deal is not None
    check_sheet(page, me.deal)
    # A number opens what it goes back to, with its rule.
    page.locator(".between tbody td button").first.tap()
    expect(page.locator("dialog[open]").get_by_role("link", name="Rule ")).to_have_count(1)
    page.locator("dialog[open]").get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="Next deal").tap()
    expect(page.locator(".between")).to_have_count(0)
    expect(page.locator("h1")).to_contain_text("Deal 2")
    expect(me.hand_cards.first).to_be_visible()


def test_one_tap_deals_a_hand_with_nothing_kept_from_before(open_page: OpenPage) -> None:
    page = open_page(has_touch=True, settings={})
    page.get_by_role("button", name="Play bots").tap()
    # Seven cards; whoever begins holds one more.
    expect(page.locator("[data-zone=hand] [data-card]").nth(6)).to_be_visible()
    assert page.locator("[data-zone=hand] [data-card]").count() in (7, 8)
    expect(page.locator("[data-zone=pile] [data-card]").first).to_be_visible()
