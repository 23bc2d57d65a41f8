"""Every screen in a real Chromium: its language, its size, and what axe finds."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.drill import rounds
from tests.e2e.conftest import CUT, QUICK, OpenPage, Server
from tests.e2e.person import FRAMES
from tests.e2e.screens import SCREENS, Tables, Visitor, tables_on

Size = tuple[int, int]
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE, WIDE, ASIDE = (390, 844), (1280, 800), (844, 390)
SIZES = [(390, 844), (390, 664), (844, 390), (360, 640), (1280, 800), (320, 640)]
AXED = [PHONE, WIDE, ASIDE]
"""The three forms of the table."""
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# A target that a bar at the foot covers in part only waits to be scrolled up: it is looked at again where it is seen.
FOUND = """async (tags) => {
  const broken = async (runOnly) => (await axe.run(document, { runOnly, resultTypes: ['violations'] })).violations
  const small = async (node) => {
    const at = document.querySelector(node.target[0])
    at.scrollIntoView({ block: 'center' })
    return (await broken(['target-size'])).some(({ nodes }) => nodes.some((one) => document.querySelector(one.target[0]) === at))
  }
  const found = []
  for (const { id, nodes } of await broken(tags)) {
    const left = []
    for (const node of nodes) if (id !== 'target-size' || (await small(node))) left.push(node)
    if (left.length) found.push(`${id}: ` + left.slice(0, 3).map((one) => one.html.slice(0, 160) + one.failureSummary).join(' | '))
  }
  return found
}"""
# What has the focus and cannot be seen (WCAG 2.4.11).
UNSEEN = """() => {
  const at = document.activeElement
  if (!at || at === document.body) return null
  const { left, top, width, height } = at.getBoundingClientRect()
  const above = document.elementFromPoint(left + width / 2, top + height / 2)
  if (above && (at.contains(above) || above.contains(at) || above.closest('label')?.contains(at))) return null
  return `${at.outerHTML.slice(0, 160)} lies under ${above?.outerHTML.slice(0, 160) ?? 'nothing: outside'}`
}"""
# What reaches over the edges of the window, or lies under something else, or scrolls.
TOO_LARGE = """() => {
  const found = []
  const wide = document.documentElement.scrollWidth
  if (wide > innerWidth) found.push(`the page is ${wide} wide`)
  for (const dialog of document.querySelectorAll('dialog[open]')) {
    const { left, right, bottom } = dialog.getBoundingClientRect()
    if (left < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) found.push('the sheet lies outside')
    for (const node of dialog.querySelectorAll('*'))
      if (node.scrollWidth > node.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(node).overflowX) && node.clientWidth)
        found.push(`${node.className} of the sheet scrolls sideways`)
  }
  for (const zone of ['hand', 'pile']) {
    const node = document.querySelector(`main.table [data-zone=${zone}]`)
    // A hint lies over the felt until it is closed, and so does the first tip.
    if (!node || document.querySelector('.between, dialog[open], section.note, aside.tip')) continue
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
LOOKS: list[dict[str, Any]] = [
    {"lang": lang, "theme": theme, "contrast": contrast}
    for contrast in ("normal", "more")
    for theme in ("light", "dark")
    for lang in ("th", "en")
] + [
    {"lang": "en", "theme": "light", "deck": "classic"},
    {"lang": "th", "theme": "dark", "suitLetters": True},
    {"lang": "th", "theme": "light", "cardSize": "large"},
    {"lang": "en", "theme": "dark", "thaiTerms": True},
]


@pytest.fixture(scope="module")
def tables(server: Server) -> Tables:
    return tables_on(server)


@pytest.fixture
def visitor(open_page: OpenPage, server: Server, tables: Tables, faults: Any) -> Visitor:
    faults.expected = f"status of 40|{CUT}"
    if not AXE.is_file():
        pytest.skip("axe-core is not in web/node_modules; `make page` installs it")
    return Visitor(open_page(), server, tables)


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


def named(look: dict[str, Any]) -> str:
    """What is special about a look."""
    return "-".join(key if value is True else str(value) for key, value in look.items())


def looked_at(visitor: Visitor, name: str, look: dict[str, Any], sizes: list[Size], axed: list[Size]) -> list[str]:
    """What is wrong with a screen: at these sizes, and for axe; what is no table has axe at a phone's size only."""
    page = visitor.page
    page.context.set_offline(False)
    page.evaluate(KEEP, {**QUICK, **look})
    page.set_viewport_size({"width": 390, "height": 844})
    SCREENS[name](visitor)
    expect(page.locator("html")).to_have_attribute("lang", look["lang"])
    if not page.locator("main.table").count():
        axed = [PHONE]
    page.evaluate(AXE.read_text("utf-8"))
    found = []
    for size in dict.fromkeys([*axed, *sizes]):
        width, height = size
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(FRAMES)
        if size in axed:
            if size == WIDE:
                expect(page.locator("main.table > aside > *").first).to_be_attached()
            visitor.settle("main")
            found += [f"{width}×{height}: {fault}" for fault in page.evaluate(FOUND, TAGS)]
        if size in sizes:
            found += [f"{width}×{height}: {fault}" for fault in page.evaluate(TOO_LARGE)]
    return [f"{name}, {named(look)}: {fault}" for fault in found]


KEEP = "(settings) => localStorage.setItem('speto.settings', JSON.stringify(settings))"


@pytest.mark.parametrize("look", range(len(LOOKS)), ids=lambda n: named(LOOKS[n]))
def test_every_screen_in_a_look_of_its_own(visitor: Visitor, look: int) -> None:
    """A spread: each screen in one look, at every other size, and for axe at one."""
    found = []
    for n, name in enumerate(list(SCREENS)[look :: len(LOOKS)], start=look):
        found += looked_at(visitor, name, LOOKS[look], SIZES[n % 2 :: 2], [AXED[n % len(AXED)]])
    assert found == []


def tabbed(visitor: Visitor, name: str) -> list[str]:
    """What the focus comes to and nobody sees, there and back, on a short phone."""
    page = visitor.page
    page.context.set_offline(False)
    page.evaluate(KEEP, QUICK)
    page.set_viewport_size({"width": 390, "height": 664})
    SCREENS[name](visitor)
    found = []
    for key in ["Tab", "Shift+Tab"]:
        for _ in range(30):
            page.keyboard.press(key)
            page.evaluate(FRAMES)
            found.append(page.evaluate(UNSEEN))
    return [f"{name}: {fault}" for fault in dict.fromkeys(found) if fault]


COVERED = ["new table", "waiting", "score sheet", "a decision"]
"""Where something lies over the page: a bar at the foot, a sheet."""


def test_what_has_the_focus_is_seen(visitor: Visitor) -> None:
    assert [fault for name in COVERED for fault in tabbed(visitor, name)] == []


@pytest.mark.drill
def test_what_has_the_focus_is_seen_on_every_screen(visitor: Visitor, drill_minutes: float) -> None:
    names = list(SCREENS)
    shown = [names[n] for n in rounds(drill_minutes, 0.08, len(names)) if n < len(names)]
    assert [fault for name in shown for fault in tabbed(visitor, name)] == []


@pytest.mark.drill
@pytest.mark.parametrize("look", range(len(LOOKS)), ids=lambda n: named(LOOKS[n]))
def test_every_screen_in_every_look(visitor: Visitor, look: int, drill_minutes: float) -> None:
    names = list(SCREENS)
    found = []
    for n in rounds(drill_minutes, 0.014, len(names)):
        if n == len(names):
            break
        # A shorter drill begins somewhere else in each look.
        found += looked_at(visitor, names[(n + 5 * look) % len(names)], LOOKS[look], SIZES, AXED)
    assert found == []
