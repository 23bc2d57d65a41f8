"""Every screen in a real Chromium: its language, its size, and what axe finds."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import QUICK, OpenPage, Server
from tests.e2e.opened import Opened, open_table, play_on

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SIZES = [(390, 844), (390, 664), (844, 390), (360, 640), (1280, 800), (320, 640)]
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
FOUND = """async (tags) => (await axe.run(document, { runOnly: tags, resultTypes: ['violations'] })).violations.map(
  ({ id, nodes }) => `${id}: ` + nodes.slice(0, 3).map((one) => one.html.slice(0, 160) + one.failureSummary).join(' | '))"""
# What reaches over the edges of the window, or lies under something else, or scrolls.
TOO_LARGE = """() => {
  const found = []
  const wide = document.documentElement.scrollWidth
  if (wide > innerWidth) found.push(`the page is ${wide} wide`)
  for (const zone of ['hand', 'pile']) {
    const node = document.querySelector(`[data-zone=${zone}]`)
    if (!node || document.querySelector('.between')) continue
    for (let at = node; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at)
      const down = /auto|scroll/.test(overflowY) && at.scrollHeight > at.clientHeight + 1
      const aside = /auto|scroll/.test(overflowX) && at.scrollWidth > at.clientWidth + 1
      if (down || aside) found.push(`${zone} scrolls in ${at.className}`)
    }
    for (const card of node.querySelectorAll('[data-card]')) {
      const { left, top, right, bottom, height } = card.getBoundingClientRect()
      const name = `${card.dataset.card} of the ${zone}`
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
        found.push(`${name} lies outside: ${[left, top, right, bottom].map(Math.round)}`)
      const above = document.elementFromPoint(left + 5, top + height / 3)
      if (above?.closest('[data-card]') !== card) found.push(`${name} is covered by ${above?.className}`)
    }
  }
  return found
}"""
STILL = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
  Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))).then(() => done(true)))))"""


class Tables(NamedTuple):
    """One in the middle of a deal, with a long pile and melds; one at the score sheet."""

    playing: Opened
    between: Opened


@pytest.fixture(scope="module")
def tables(server: Server) -> Tables:
    playing = between = None
    while playing is None or between is None:
        at = open_table(server.address, ["greedy"] * 3)
        # What is over before it is rich is a score sheet.
        wants = is_rich if playing is None else is_over
        if play_on(server.address, at, wants) == "between":
            between = at
        else:
            playing = at
    return Tables(playing, between)


def is_over(table: dict[str, Any], deal: dict[str, Any] | None) -> bool:
    return bool(table["status"] == "between")


def is_rich(table: dict[str, Any], deal: dict[str, Any] | None) -> bool:
    """Melds and a pile lie there, and the person has drawn."""
    if deal is None or is_over(table, deal):
        return deal is not None
    return deal["turn"] == 0 and deal["phase"] == "lay" and len(deal["melds"]) > 1 and len(deal["pile"]) > 4


def show(page: Page, path: str) -> None:
    """Go there, until it stands still."""
    page.goto(path)
    settle(page, path)


def settle(page: Page, path: str) -> None:
    if path.startswith("/t/"):
        expect(page.locator(".between tfoot, [data-zone=hand] [data-card]").first).to_be_visible()
    else:
        expect(page.locator("main:not([aria-busy])").first).to_be_visible()
    page.evaluate("() => document.fonts.ready.then(() => true)")
    page.evaluate(STILL)


@pytest.mark.parametrize(
    ("locale", "lang", "bots", "feed"),
    [("th-TH", "th", "เล่นกับบอท", "ปี้สเปโต"), ("en-GB", "en", "Play bots", "Speto feed")],
)
def test_the_language_is_the_browsers(open_page: OpenPage, locale: str, lang: str, bots: str, feed: str) -> None:
    page = open_page(locale=locale)
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(page.get_by_role("button", name=bots)).to_be_visible()
    page.goto("/rules#P7")
    rule = page.locator("#P7")
    expect(rule).to_be_in_viewport()
    expect(rule).to_be_focused()
    expect(rule).to_contain_text(feed)


@pytest.mark.parametrize("locale", ["th-TH", "en-GB"])
def test_seven_lessons_are_listed_and_the_first_one_opens(open_page: OpenPage, locale: str) -> None:
    page = open_page("/learn", locale=locale)
    lessons = page.locator("main li a")
    expect(lessons).to_have_count(7)
    lessons.first.click()
    page.wait_for_url("**/learn#*")
    expect(page.locator("[data-card]").first).to_be_visible()


def test_nothing_overflows_or_scrolls_at_any_size(open_page: OpenPage, server: Server, tables: Tables) -> None:
    found = []
    page = open_page(None)
    for path, cookie in (
        ("/", ""),
        (f"/t/{tables.playing.code}", tables.playing.cookie),
        (f"/t/{tables.between.code}", tables.between.cookie),
    ):
        if cookie:
            page.context.add_cookies([{"name": "speto", "value": cookie, "url": server.address}])
        show(page, path)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            settle(page, path)
            found += [f"{path[:3]} at {width}×{height}: {fault}" for fault in page.evaluate(TOO_LARGE)]
    assert found == []


LOOKS = [("en-GB", {"theme": "light"}), ("th-TH", {"theme": "dark"})]
MORE_LOOKS = [
    ("en-GB", {"theme": "dark"}),
    ("th-TH", {"theme": "light"}),
    ("en-GB", {"theme": "light", "contrast": "more"}),
    ("th-TH", {"theme": "dark", "contrast": "more"}),
]


@pytest.mark.parametrize(
    ("locale", "look"), [*LOOKS, *(pytest.param(*look, marks=pytest.mark.drill) for look in MORE_LOOKS)]
)
def test_axe_finds_nothing(
    open_page: OpenPage, server: Server, tables: Tables, locale: str, look: dict[str, str]
) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not in web/node_modules; `make page` installs it")
    axe = AXE.read_text("utf-8")
    page = open_page(None, locale=locale, settings={**QUICK, **look})
    found = []
    for path, cookie in (
        ("/", ""),
        ("/settings", ""),
        ("/rules", ""),
        ("/learn", ""),
        (f"/t/{tables.playing.code}", tables.playing.cookie),
        (f"/t/{tables.between.code}", tables.between.cookie),
    ):
        if cookie:
            page.context.add_cookies([{"name": "speto", "value": cookie, "url": server.address}])
        show(page, path)
        page.evaluate(axe)
        found += [f"{path[:3]}: {fault}" for fault in page.evaluate(FOUND, TAGS)]
    assert found == []
