"""House rules: from a link to the form, the table and its rules page. And a practice table, where a turn is taken back."""

import json
from collections.abc import Callable
from urllib.parse import quote

from playwright.sync_api import expect
from tests.e2e.conftest import plan
from tests.e2e.person import PILE, Person

RULES = {"preset": "strict", "speto_lure": False}


def test_a_link_with_house_rules_opens_the_form_and_the_table_shows_its_own(person: Callable[..., Person]) -> None:
    me = person(f"/new?bots&rules={quote(json.dumps(RULES))}", plan=plan(2, ["greedy"]))
    page = me.page
    expect(page.get_by_label("Strict", exact=True)).to_be_checked()
    expect(page.locator("form")).to_contain_text("Speto lure free")
    with page.expect_request("**/api/tables") as sent:
        page.get_by_role("button", name="Deal", exact=True).click()
    assert sent.value.post_data_json["setup"]["rules"] == RULES
    expect(me.hand_cards.first).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("dialog")
    expect(menu).to_contain_text("Speto lure free")
    menu.get_by_role("link", name="All rules").click()
    # On at this table and off in the usual rules; off at this table; on in both.
    expect(page.locator("#P5")).not_to_contain_text("Off at this table")
    expect(page.locator("#P8")).to_contain_text("Off at this table")
    expect(page.locator("#R17")).to_be_visible()


def test_at_a_practice_table_a_turn_is_taken_back(person: Callable[..., Person]) -> None:
    me = person(plan=plan(2, ["greedy"]))
    page = me.page
    page.get_by_role("button", name="Play bots").click()
    state = me.await_turn()
    hand, pile = set(me.hand()), me.pile()
    me.turn()
    assert me.await_turn() in ("draw", "act")
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    # The bot's turn after it is gone as well.
    page.wait_for_function(f"(pile) => {PILE} === pile", arg=" ".join(pile))
    assert me.await_turn() == state
    assert set(me.hand()) == hand
    expect(undo).to_be_disabled()
    me.turn()
