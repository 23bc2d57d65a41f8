"""What a person learns of a deal that they have just played, and a turn of it once more, with a hint."""

import json
from collections.abc import Callable

from playwright.sync_api import expect
from tests.e2e.conftest import Server
from tests.e2e.person import COMPUTED, Person
from tests.e2e.scripted import known
from tests.e2e.ways import Tap


def test_a_deal_is_played_analysed_and_a_turn_of_it_played_again(person: Callable[..., Person], server: Server) -> None:
    with known(server, {})[0] as table:
        table.play_to(1, table.script.last[0])
        table.leave()
        me = person(f"/t/{table.at.code}", cookie=table.at.cookie, has_touch=True, is_mobile=True)
        table.finish(1, me, Tap(me))
    page = me.page
    page.get_by_role("link", name="Analyse").tap()
    page.wait_for_url("**/a/*")
    seat = page.get_by_role("button", name="Somsri", exact=True)
    expect(seat).to_be_visible(timeout=COMPUTED)
    seat.tap()
    expect(seat).to_have_attribute("aria-pressed", "true")
    marks = page.get_by_role("list", name="Decisions").get_by_role("button")
    expect(page.locator(".steps")).to_contain_text(" of ")
    count = marks.count()
    assert count > 1
    marks.first.tap()
    for at in range(1, count):
        expect(page.locator(".steps")).to_contain_text(f"{at} of {count}")
        page.get_by_role("button", name="The next decision").tap()
    expect(page.get_by_role("button", name="The next decision")).to_be_disabled()
    expect(page.get_by_role("table", name="What else there was")).to_contain_text("played")
    hands = page.locator(".mine [role=group]")
    page.get_by_role("radio", name="All hands open").check()
    expect(hands).to_have_count(4)
    page.get_by_role("radio", name="As it was then").check()
    expect(hands).to_have_count(1)
    expect(hands.locator("[data-card]").first).to_be_visible()
    cards = me.cards(hands.locator("[data-card]"))

    page.get_by_role("button", name="Play this turn again").tap()
    page.wait_for_url("**/t/*")
    expect(me.hand_cards).to_have_count(len(cards))
    assert sorted(me.hand()) == sorted(cards)
    # A hint: first what speaks for the move, then the move, on its cards.
    chosen = page.locator("main.table [aria-pressed=true]")
    page.get_by_role("button", name="Hint", exact=True).tap()
    note = page.get_by_role("region", name="Hint")
    expect(note).to_be_visible(timeout=COMPUTED)
    expect(chosen).to_have_count(0)
    page.get_by_role("button", name="Show me the move").tap()
    expect(note).to_contain_text("Try:")
    action = next(json.loads(text) for _, text in reversed(me.frames) if '"t":"hint"' in text)["action"]
    if action[0] == "^":
        expect(chosen).not_to_have_count(0)
    else:
        expect(chosen).to_have_count({"-": 1, "=": len(action) // 2}.get(action[0], int(">" in action)))
    note.get_by_role("button", name="Close").tap()
    expect(note).to_have_count(0)
