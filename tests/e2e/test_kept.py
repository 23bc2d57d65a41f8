"""What is kept for somebody, and what somebody chooses for long: my games, a seat's link, the tip, decks, time, seats."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.e2e.conftest import QUICK, OpenPage, Server, plan
from tests.e2e.endings import ME
from tests.e2e.opened import open_table, sit_down
from tests.e2e.person import Person
from tests.e2e.scripted import NAMES, Scripted, known

SomePerson = Callable[..., Person]
HAND = "[data-zone=hand] [data-card]"
# What a card's face is drawn with: its own parts, and a picture for a court of the classic deck.
FACES = """(nodes) => nodes.map((node) => [node.dataset.card, getComputedStyle(node.querySelector('.face svg')).fill,
  node.querySelectorAll('image').length, node.querySelectorAll('.face path:not(.mark)').length])"""
LOADED = """() => Promise.all([...document.querySelectorAll('svg image')].map((one) => {
  const picture = new Image()
  picture.src = one.href.baseVal
  return picture.decode().then(() => picture.naturalWidth > 0)
}))"""


@pytest.fixture(scope="module")
def tables(server: Server) -> list[Scripted]:
    """One whose first deal is over, and one whose match is."""
    going, over = tables = known(server, {}, {"target": 150})
    for table in tables:
        with table:
            table.play_all(1)
            if table is over:
                table.play_to(2, -1)
    assert going.script.deals
    return tables


def test_my_games_list_what_goes_on_and_what_is_over(
    open_page: OpenPage, tables: list[Scripted], tmp_path: Path
) -> None:
    at = tables[0].at
    page = open_page("/", cookie=at.cookie)
    page.get_by_role("link", name="My games").click()
    going, over = page.locator(f"a[href='/t/{at.code}']"), page.locator("main a[href^='/r/']")
    for line in (going, over):
        expect(line).to_contain_text(NAMES[1])
    expect(going).to_contain_text("Deal 1")
    expect(page.get_by_role("heading", name="Against bots")).to_have_count(0)
    page.get_by_label("Free for everybody (CC0)").check()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save all in one file").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    records = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert file.suffix == ".jsonl" and [record["players"] for record in records] == [list(NAMES)]
    assert records[0]["meta"]["licence"] == "CC0-1.0" and len(records[0]["deals"]) == 1
    over.click()
    expect(page.get_by_role("slider")).to_have_attribute("max", str(len(records[0]["deals"][0]["actions"])))
    page.go_back()
    going.click()
    expect(page.locator(".between tfoot").first).to_be_visible()


def test_games_against_bots_are_counted_by_level(person: SomePerson) -> None:
    me = person("/", plan=plan(2, ["level1"]))
    me.page.get_by_role("button", name="Play bots").click()
    me.whole_deal()
    me.page.goto("/records")
    row = me.page.get_by_role("row", name="Novice")
    expect(row.get_by_role("cell").first).to_have_text("1")


def test_a_link_moves_the_seat_to_another_device(person: SomePerson, open_page: OpenPage, server: Server) -> None:
    at = open_table(server.address, ["greedy"] * 3)
    here = person(f"/t/{at.code}", cookie=at.cookie)
    hand = here.hand_cards
    expect(hand.first).to_be_visible()
    page = here.page
    page.goto("/records")
    page.get_by_role("button", name=re.compile("^Move this seat")).click()
    expect(page.get_by_role("img", name="Scan to join")).to_be_visible()
    link = page.get_by_label("Open this link there").input_value()
    assert re.fullmatch(rf"{server.address}/s#[0-9a-f]{{32}}", link)

    there = person(link)
    there.page.wait_for_url("**/t/*")
    there.turn()
    assert "/s" not in there.page.evaluate("() => location.pathname") and not there.page.evaluate("() => location.hash")
    page.goto(f"/t/{at.code}")
    expect(there.page.get_by_role("button", name="Play here")).to_be_visible()
    expect(hand.first).to_be_visible()
    assert here.table["seats"][0]["name"] == "Somsri"


def test_a_link_of_no_seat_says_so(open_page: OpenPage, faults) -> None:
    faults.expected = "404"
    page = open_page(f"/s#{'0' * 32}")
    expect(page.get_by_role("alert")).to_contain_text("moves no seat")


@pytest.mark.parametrize(("locale", "title"), [("en-GB", "Dummy in ten seconds"), ("th-TH", "ดัมมี่ใน 10 วินาที")])
def test_the_first_table_has_a_tip_that_goes_by_itself(open_page: OpenPage, locale: str, title: str) -> None:
    page = open_page(None, locale=locale, settings={**QUICK, "tipSeen": False}, plan=plan(2, ["greedy"]))
    page.clock.install(time=0)
    page.goto("/")
    page.locator(".tile button").first.hover()
    page.clock.pause_at(3_600_000)  # from here on time passes only when the test says so
    page.locator(".tile button").first.click()
    page.mouse.move(5, 5)
    tip = page.get_by_role("complementary", name=title)
    expect(tip).to_be_visible()
    page.clock.run_for(9_000)
    expect(tip).to_be_visible()
    tip.hover()
    page.clock.run_for(20_000)
    expect(tip).to_be_visible()  # as long as somebody reads it
    page.mouse.move(5, 5)
    page.clock.run_for(2_000)
    expect(tip).to_have_count(0)
    page.reload()
    expect(page.locator(HAND).first).to_be_visible()
    expect(tip).to_have_count(0)


def test_the_tip_can_be_closed_and_leads_to_the_lessons(open_page: OpenPage) -> None:
    page = open_page(None, settings={**QUICK, "tipSeen": False}, plan=plan(2, ["greedy"]))
    page.clock.install(time=0)
    page.goto("/")
    page.get_by_role("button", name="Play bots").hover()
    page.clock.pause_at(3_600_000)  # or it goes by itself on a machine that does much else
    page.get_by_role("button", name="Play bots").click()
    tip = page.get_by_role("complementary", name="Dummy in ten seconds")
    tip.get_by_role("link", name="Seven short lessons").click()
    page.wait_for_url("**/learn")
    page.go_back()
    expect(page.locator(HAND).first).to_be_visible()
    expect(tip).to_have_count(0)


def test_the_classic_deck_has_two_colours_and_its_courts(open_page: OpenPage, server: Server) -> None:
    at = open_table(server.address, ["greedy"] * 3)
    page = open_page("/settings", cookie=at.cookie)
    page.get_by_label("Classic, two colours").check()
    expect(page.locator(".shown image")).to_have_count(3)
    assert all(page.evaluate(LOADED))
    page.goto(f"/t/{at.code}")
    expect(page.locator(f"{HAND} .face svg text").first).to_be_visible()
    page.wait_for_function("() => document.fonts.ready.then(() => true)")
    faces = page.locator(f"{HAND}, [data-zone=pile] [data-card]").evaluate_all(FACES)
    assert len(faces) >= 8  # seven in the hand, and the pile
    red = {fill for card, fill, *_ in faces if card[1] in "dh"}
    black = {fill for card, fill, *_ in faces if card[1] in "cs"}
    assert len(red) <= 1 and len(black) <= 1 and not red & black
    for card, _, pictures, drawn in faces:
        rank = "A23456789T".find(card[0]) + 1
        assert (pictures, drawn) == ((0, rank + 1) if rank else (1, 1)), card
    page.evaluate("() => localStorage.setItem('speto.settings', JSON.stringify({ deck: 'speto', tipSeen: true }))")
    page.reload()
    expect(page.locator(HAND).first).to_be_visible()
    expect(page.locator("svg image")).to_have_count(0)


def test_time_of_ones_own_is_seen_by_all(person: SomePerson, server: Server) -> None:
    at = open_table(server.address, [None], ready=False, clock="60+180")
    other = sit_down(server.address, at, "Daeng", 1)
    host, friend = (person(f"/t/{at.code}", cookie=cookie) for cookie in (at.cookie, other))
    friend.page.get_by_role("group", name="My time for a turn").get_by_label("×2").check()
    expect(host.page.get_by_role("listitem").filter(has_text="Daeng")).to_contain_text("×2")
    friend.page.get_by_role("button", name="I am ready").click()
    host.page.get_by_role("button", name="Deal", exact=True).click()
    for one in (host, friend):
        expect(one.hand_cards.first).to_be_visible()
    expect(host.page.locator(".seats")).to_contain_text("×2")
    host.page.locator(".seats .hit").click()
    host.page.get_by_role("group", name="Time for a turn").get_by_label("No clock").check()
    friend.page.get_by_role("button", name="Menu").click()
    expect(friend.page.get_by_role("group", name="My time for a turn").get_by_label("No clock")).to_be_checked()
    assert host.table["bank"] == [180_000, 180_000]


def test_a_table_for_children_is_one_choice(open_page: OpenPage) -> None:
    page = open_page("/new?bots", plan=plan(3, ["level4", "level4"], clock="20+60"))
    preset = page.get_by_role("group", name="House rules")
    preset.get_by_label("Kids", exact=True).check()
    expect(page.get_by_text("Thai 500 to 100 points")).to_be_visible()
    expect(page.get_by_label("Clock", exact=True)).to_have_value(re.compile("."))
    chosen = page.locator("select option:checked")
    expect(chosen).to_have_text(["Novice", "Novice", "100", "No clock", "Suggest moves"])
    preset.get_by_label("Strict", exact=True).check()
    expect(chosen).to_have_text(["Strong", "Strong", "500", "20 s a turn + 60 s", "Show what is legal"])
    preset.get_by_label("Kids", exact=True).check()
    with page.expect_request("**/api/tables") as sent:
        page.get_by_role("button", name="Deal", exact=True).click()
    made = sent.value.post_data_json
    assert made["bots"] == ["level1", "level1"] and made["setup"]["rules"] == {"preset": "classic", "target": 100}
    assert (made["setup"]["aids"], made["setup"]["warnings"], made["setup"]["clock"]) == ("suggest", True, "off")
    expect(page.locator(HAND).first).to_be_visible()


def test_a_rematch_can_draw_the_seats_anew(person: SomePerson, tables: list[Scripted]) -> None:
    table = tables[1]
    me = person(f"/t/{table.at.code}", cookie=table.at.cookie)
    expect(me.page.locator(".between tfoot").first).to_be_visible()
    me.page.get_by_role("button", name="Draw seats").click()
    expect(me.page.get_by_role("heading", name="The table is set")).to_be_visible()
    drawn = [seat["name"] for seat in me.table["seats"]]
    assert sorted(drawn) == sorted(NAMES)
    mine = drawn.index(NAMES[ME])
    expect(me.page.locator("main li .name bdi")).to_have_text([*drawn[:mine], "You", *drawn[mine + 1 :]])
