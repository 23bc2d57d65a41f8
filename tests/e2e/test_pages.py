"""In a real Chromium: the lessons played to their ends, a record opened and replayed, the rules searched, a sheet shared."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect
from tests.e2e.conftest import OpenPage

from speto.bots.simple import greedy
from speto.cards import TEXTS
from speto.decks import seed_of_text, shuffled
from speto.dummy import lesson
from speto.dummy.deal import Deal

CARD = r"[2-9TJQKA][cdhs]"
WORDS = {
    "en-GB": {"+": "Draw", "^": "Pick up", "=": "Lay", "-": "Discard", "#": "Knock"},
    "th-TH": {"+": "จั่ว", "^": "เก็บ", "=": "ลง", "-": "ทิ้ง", "#": "น็อก"},
}


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def tap(page: Page, *cards: str) -> None:
    for card in cards:
        page.locator(f".pile [data-card='{card}'], .hand [data-card='{card}']").first.click()


def follow(page: Page, hint: str, words: dict[str, str]) -> None:
    """Do with cards and buttons what a lesson hints at."""
    if hint[0] == "?":
        press(page, hint[1:].replace("-", "−"))
    elif ">" in hint:
        card, target = hint.split(">")
        tap(page, card)
        page.locator(f".melds .meld:has([data-card='{target}']) [data-meld]").click()
    else:
        if hint == "-*":
            page.locator(".hand [data-card]").first.click()
        tap(page, *re.findall(CARD, hint))
        press(page, words[hint[0]])


# The dot of a new card lies on its edge, where it covers nothing of the index.
ON_INDEX = """() => [...document.querySelectorAll('.hand [data-card]')].filter((card) => {
  const dot = card.querySelector('.fresh')?.getBoundingClientRect()
  return dot && (dot.top + dot.bottom) / 2 > card.getBoundingClientRect().top + 1
}).map((card) => card.dataset.card)"""

# Each in one language, and in the other one in a drill.
PLAYED = [(name, locale) for name in lesson.LESSONS for locale in WORDS]
SPREAD = [pytest.param(*one, marks=[pytest.mark.drill] if n % 4 in (1, 2) else []) for n, one in enumerate(PLAYED)]


@pytest.mark.parametrize(("name", "locale"), SPREAD)
def test_a_lesson_is_played_to_its_end(open_page: OpenPage, name: str, locale: str) -> None:
    page = open_page(None, locale=locale)

    def asked(response: Response) -> bool:
        return f"/api/lessons/{name}" in response.url

    with page.expect_response(asked) as answer:
        page.goto(f"/learn#{name}")
    view = answer.value.json()
    bar = page.get_by_role("progressbar")
    while view["key"]:
        # The page shows the step that it is to do.
        expect(bar).to_have_attribute("aria-valuenow", str(view["step"]))
        with page.expect_response(asked) as answer:
            follow(page, view["hint"], WORDS[locale])
        view = answer.value.json()
        assert view["verdict"] == "right"
        assert page.evaluate(ON_INDEX) == []
    expect(bar).to_have_attribute("aria-valuenow", str(view["steps"]))
    page.wait_for_function("(kept) => localStorage.getItem('speto.lessons') === kept", arg=json.dumps([name]))
    page.go_back()


def test_a_refused_try_names_its_rule_and_leads_to_it(open_page: OpenPage) -> None:
    page = open_page("/learn#birth")
    press(page, "Draw")
    expect(page.locator(".hand [data-card='2d']")).to_be_visible()
    tap(page, "5h", "6h")
    press(page, "Lay")
    expect(page.get_by_role("status").first).to_contain_text("These cards are no meld")
    tap(page, "5h", "6h", "7c", "7d", "7s")
    press(page, "Lay")
    expect(page.get_by_role("status").first).to_contain_text("Only a pickup from the pile")
    page.get_by_role("link", name="Rule R12").click()
    expect(page.locator("#R12")).to_be_in_viewport()


def record() -> dict[str, Any]:
    """A deal that three bots have played to its end."""
    deck = " ".join(TEXTS[card] for card in shuffled(seed_of_text("pages")))
    deal, rng = Deal(deck, players=3, rules="strict", starter=1), random.Random(1)
    while not deal.over:
        deal.play(greedy(deal.see(deal.turn), rng))
    start = {"deck": deck, "starter": 1}
    return {
        "format": "speto/1",
        "game": "dummy",
        "rules": {"preset": "strict"},
        "players": ["Ann", "Ben", "Cid"],
        "deals": [{"start": start, "actions": list(deal.actions)}],
    }


def test_a_record_is_opened_stepped_and_linked(open_page: OpenPage, tmp_path: Path) -> None:
    sent = record()
    file = tmp_path / "sent.json"
    file.write_text(json.dumps(sent), "utf-8")
    page = open_page("/r/sent")
    page.locator("main input[type=file]").set_input_files(file)
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("0")
    actions = len(sent["deals"][0]["actions"])
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("1")
    press(page, "A turn on")
    page.wait_for_url("**/r/sent#t1")
    press(page, "To the end")
    expect(slider).to_have_value(str(actions))
    expect(page.get_by_role("status")).to_contain_text("has knocked")
    page.reload()
    expect(page.get_by_role("slider")).to_have_value(str(actions))
    press(page, "More")
    with page.expect_download() as saved:
        press(page, "Save the record")
    kept = tmp_path / "kept.json"
    saved.value.save_as(kept)
    assert json.loads(kept.read_text("utf-8"))["deals"][0]["scores"]
    press(page, "Score sheet")
    expect(page.get_by_role("dialog").locator("tfoot td").first).to_be_visible()


def test_a_record_as_a_page_shows_itself_and_is_opened_again(open_page: OpenPage, tmp_path: Path) -> None:
    """Without a server: from a file, and nothing is fetched. The names cannot end the script that they stand in."""
    sent = record()
    sent["players"][2] = "</script><script>alert(1)</script>"
    file = tmp_path / "sent.json"
    file.write_text(json.dumps(sent), "utf-8")
    page = open_page("/r/sent")
    page.locator("main input[type=file]").set_input_files(file)
    press(page, "More")
    page.get_by_label("Free for everybody (CC0)").check()
    with page.expect_download() as saved:
        press(page, "Save as a page that shows itself")
    alone = tmp_path / saved.value.suggested_filename
    saved.value.save_as(alone)
    assert alone.suffix == ".html"
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(alone.as_uri())
    assert asked == [alone.as_uri()]
    slider, status = page.get_by_role("slider"), page.get_by_role("status")
    actions = sent["deals"][0]["actions"]
    expect(slider).to_have_attribute("max", str(len(actions)))
    expect(status).to_contain_text("Ben begins")
    expect(page.get_by_role("img")).to_have_count(1 + 3 * 9)
    press(page, "An action on")
    expect(status).to_contain_text("Ben ")
    page.keyboard.press("End")
    expect(slider).to_have_value(str(len(actions)))
    expect(page.get_by_text(sent["players"][2])).to_be_visible()
    expect(page.get_by_text("CC0 1.0")).to_be_visible()
    page.goto("/r/sent")
    page.evaluate("() => sessionStorage.clear()")
    page.reload()
    page.locator("main input[type=file]").set_input_files(alone)
    expect(page.get_by_role("slider")).to_have_attribute("max", str(len(actions)))


def test_a_bad_record_is_refused_in_the_servers_sentence(open_page: OpenPage, faults, tmp_path: Path) -> None:
    faults.expected = "400"
    sent = record()
    sent["deals"][0]["actions"][1] = "+"
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(sent), "utf-8")
    page = open_page("/r/sent")
    page.locator("main input[type=file]").set_input_files(bad)
    expect(page.get_by_role("alert")).to_contain_text("deals[0].actions[1]: ")
    bad.write_text("{", "utf-8")
    page.locator("main input[type=file]").set_input_files(bad)
    expect(page.get_by_role("alert")).to_contain_text("not JSON")


def test_rules_are_searched_and_follow_the_house_rules(open_page: OpenPage) -> None:
    page = open_page('/rules?rules={"preset":"short"}')
    expect(page.locator("#R17")).to_contain_text("at most 2 cards")
    page.get_by_label("Search").fill("speto lure")
    expect(page.locator("article")).to_have_count(1)
    expect(page.locator("#P8")).to_contain_text("Off at this table")
    page.get_by_label("Search").fill("A41")
    page.goto("/rules#A41")
    expect(page.locator("#A41")).to_be_in_viewport()
