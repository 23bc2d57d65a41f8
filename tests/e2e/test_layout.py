"""The worst that a table may have to show, measured in a real Chromium: 22 cards in the hand, 24 in the pile, nine melds."""

import hashlib
import json
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tests.e2e.conftest import QUICK, OpenPage, Server
from tests.e2e.opened import open_table
from tests.e2e.person import STILL

from speto.dummy.wire import hash_text
from speto.protocol.messages import DummyView

WEB = Path(__file__).parents[2] / "web" / "src"
FIXTURES = WEB / "dev" / "fixtures.json"
NAMES = ("คุณ", "สมหญิง ณ อยุธยาศรีสุข", "Ton", "กู้เกียรติ ปู่น้ำผึ้งฎีกา")
KEEP = "(settings) => localStorage.setItem('speto.settings', JSON.stringify(settings))"
TOTALS = [1180, -1215, -40, 330]
# Where hand, pile and page may not scroll, and where all melds have room as well.
SIZES = {(390, 844): True, (390, 664): True, (844, 390): True, (360, 640): False, (1280, 800): True}
HINT = {
    "t": "hint",
    "action": "^8s9sTs",
    "other": "+",
    "reason": {"cause": "knocks", "played": 0.6, "best": 0.7, "points": 9},
    "points": 8,
    "error": 1,
    "worlds": 300,
    "win": None,
    "win_error": 0,
}
# What is wrong, in words. Strips and index as in the design: a card's part that can be tapped, the height of its rank.
MEASURE = """([all, raised]) => {
  const found = []
  const wide = Math.max(document.documentElement.scrollWidth, document.querySelector('main').scrollWidth)
  if (wide > innerWidth) found.push(`the page is ${wide} wide`)
  const table = document.querySelector('main.table')
  if (table.scrollHeight > table.clientHeight + 1) found.push(`the page scrolls: ${table.scrollHeight}`)
  const own = (card, x, y) => document.elementFromPoint(x, y)?.closest('[data-card], .meld')
  for (const [zone, strip, index] of [['hand', [33, 28], 20], ['pile', [24, 48], 17], ['melds', [16, 38], 14]]) {
    const node = document.querySelector(`[data-zone=${zone}]`)
    if (zone !== 'melds' || all)
      for (let at = node; at !== document.body; at = at.parentElement)
        if (/auto|scroll|hidden|clip/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight + 1)
          found.push(`${zone} does not fit ${at.className}: ${at.scrollHeight} in ${at.clientHeight}`)
    const cards = [...node.querySelectorAll('[data-card]')]
    const places = cards.map((card) => card.getBoundingClientRect())
    const bottom = zone === 'melds' ? node.getBoundingClientRect().bottom : innerHeight
    if (zone === 'melds' && places[0].bottom > bottom) found.push('not one line of melds is seen')
    cards.forEach((card, n) => {
      const { left, top, right, width, height } = places[n]
      if (top + height > bottom + 1 && zone === 'melds' && !all) return
      const name = `${card.dataset.card} of the ${zone}`
      if (left < 0 || top < 0 || right > innerWidth || top + height > bottom + 1) found.push(`${name} lies outside`)
      let [across, down] = [width, height]
      for (const other of places) {
        if (other.left > left && Math.abs(other.top - top) < 14) across = Math.min(across, other.left - left)
        if (other.top > top + 14 && other.left < left + across && other.right > left) down = Math.min(down, other.top - top)
      }
      if (across < strip[0] || down < strip[1]) found.push(`${name} shows only ${across}×${down}`)
      const face = card.querySelector('.rank')
      const glyph = (face.getAttribute('font-size') * width) / 100
      if (glyph < index) found.push(`${name} has an index of ${glyph} px`)
      // A raised card may lie over the suit above it.
      for (const part of raised ? [face] : [face, face.nextElementSibling]) {
        const box = part.getBoundingClientRect()
        const [x, y] = [Math.min(box.right, left + across) - 1.5, (box.top + box.bottom) / 2]
        if (box.right > left + across + 2) found.push(`${name}: ${part.tagName} is cut at ${left + across - box.right}`)
        const above = own(card, x, zone === 'melds' ? y : Math.min(box.bottom - 2, y + 8))
        if (above !== card && !(zone === 'melds' && above === card.parentElement)) found.push(`${name}: ${part.tagName} is covered`)
      }
    })
  }
  for (const button of document.querySelectorAll('.top header button, .bar button')) {
    const { width, height, bottom } = button.getBoundingClientRect()
    if (width && (width < 48 || height < 44 || bottom > innerHeight)) found.push(`${button.innerText} is ${width}×${height}`)
  }
  const word = document.querySelector('.stock .word')?.getBoundingClientRect()
  const [stock, felt] = ['.stock .card', '.felt'].map((one) => document.querySelector(one).getBoundingClientRect())
  if (word && (word.top < stock.bottom + 5 || word.bottom > felt.bottom)) found.push("the stock's name has no room")
  const gold = document.querySelector('.bar .primary button')
  const [said, high] = [gold.querySelector('.words'), gold.offsetHeight]
  const words = [...said.childNodes]
  said.replaceChildren('Take & lay 10 cards for all the points there are')
  if (gold.offsetHeight !== high) found.push('the button grows with its words')
  said.replaceChildren(...words)
  const cut = [...document.querySelectorAll('.seat')].filter((seat) => {
    const { right } = seat.getBoundingClientRect()
    return [...seat.querySelectorAll('b, .tag, .held span, .low span')].some((part) => part.getBoundingClientRect().right > right + 0.5)
  })
  if (cut.length) found.push(`${cut.length} seats say more than they have room for`)
  return found
}"""
# Where the page may scroll: every card can be brought into sight and is not covered there; nothing lies aside.
REACHED = """() => {
  const found = []
  const wide = Math.max(document.documentElement.scrollWidth, document.querySelector('main').scrollWidth)
  if (wide > innerWidth) found.push(`the page is ${wide} wide`)
  const gold = document.querySelector('.bar .primary button').getBoundingClientRect()
  if (gold.bottom > innerHeight + 1) found.push('the button is out of sight')
  for (const card of document.querySelectorAll('[data-zone=hand] [data-card], [data-zone=pile] [data-card]')) {
    card.scrollIntoView({ block: 'center' })
    const { left, top, width } = card.getBoundingClientRect()
    if (document.elementFromPoint(left + 6, top + width * 0.3)?.closest('[data-card]') !== card)
      found.push(`${card.dataset.card} is covered or out of reach`)
  }
  return found
}"""


# What of the suggestions is cut, and how much.
CUT = """() => {
  const chips = document.querySelector('.tray .chips')
  const { left, right } = chips.getBoundingClientRect()
  const seen = [...chips.children].filter((chip) => chip.offsetWidth)
  if (seen.at(-1) !== chips.lastElementChild) return ['the way to all of them is hidden']
  return seen.flatMap((chip) => {
    const at = chip.getBoundingClientRect()
    const over = Math.max(left - at.left, at.right - Math.min(right, innerWidth))
    return over > 0.5 ? [`${chip.innerText} is cut by ${over}`] : []
  })
}"""
# The hand does not lie over what is in the tray.
CLEAR = """() => document.querySelector('.tray-place > *').getBoundingClientRect().bottom
  <= document.querySelector('.hand-place').getBoundingClientRect().top + 1"""


def worst() -> dict[str, Any]:
    """More than a deal can hold, put together of three crowded views."""
    made = json.loads(FIXTURES.read_text("utf-8"))
    view: dict[str, Any] = made["pile24"]
    view["deal"] |= {"hand": made["hand22"]["deal"]["hand"], "melds": made["melds9"]["deal"]["melds"]}
    view["table"]["totals"] = TOTALS
    for seat, name in zip(view["table"]["seats"], NAMES, strict=True):
        seat["name"] = name
    return view


def begun() -> dict[str, Any]:
    """A turn begins, and two pickups are suggested."""
    view: dict[str, Any] = json.loads((WEB / "table" / "views.json").read_text("utf-8"))["pickup"]
    return view


def show(page: Page, server: Server, view: dict[str, Any]) -> None:
    """The table's page, with a socket that tells it of this view."""
    deal = view["deal"]
    text = hash_text(msgspec.convert(deal, DummyView))
    snap = {"t": "snap", "seq": 42, "now": 0, "you": view["you"], "table": view["table"], "deal": deal}
    snap["hash"] = hashlib.sha256(text.encode()).hexdigest()[:8]

    def answer(socket: WebSocketRoute, message: str | bytes) -> None:
        asked = json.loads(message)
        if asked["t"] == "hello":
            socket.send(json.dumps({"t": "welcome", "protocol": 1, "build": "test", "now": 0}))
            socket.send(json.dumps(snap))
        elif asked["t"] == "ping":
            socket.send(json.dumps({"t": "pong", "seq": 42, "now": 0}))
        elif asked["t"] == "preview":
            socket.send(json.dumps({"t": "previewed", "id": asked["id"], "ok": False, "reason": "unborn"}))
        elif asked["t"] == "ask_hint":
            socket.send(json.dumps({**HINT, "id": asked["id"]}))

    def take(socket: WebSocketRoute) -> None:
        socket.on_message(lambda message: answer(socket, message))

    page.route_web_socket(lambda url: "/ws" in url, take)
    at = open_table(server.address, ["greedy"] * 3)
    page.context.add_cookies([{"name": "speto", "value": at.cookie, "url": server.address}])
    page.goto(f"/t/{at.code}")
    expect(page.locator("[data-zone=hand] [data-card]")).to_have_count(len(deal["hand"].split()))
    page.evaluate("() => document.fonts.ready.then(() => true)")
    page.evaluate(STILL)


def measure(page: Page, width: int, height: int, script: str, *given: object) -> list[str]:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(STILL)
    return [f"{width}×{height}: {fault}" for fault in page.evaluate(script, list(given))]


@pytest.mark.parametrize("locale", ["th-TH", "en-GB"])
def test_the_worst_table_fits_without_scrolling(open_page: OpenPage, server: Server, locale: str) -> None:
    page = open_page(None, locale=locale)
    show(page, server, worst())
    found = [
        fault for (width, height), whole in SIZES.items() for fault in measure(page, width, height, MEASURE, whole)
    ]
    # A chosen card of the pile draws its meld on the table: that takes no room from the rest.
    page.locator("[data-zone=pile] .deepest").first.click(position={"x": 8, "y": 24})
    found += measure(page, 390, 844, MEASURE, False, True)
    assert "\n".join(found) == ""


@pytest.mark.parametrize("cards", ["small", "large"])
def test_small_and_large_cards_fit_as_well(open_page: OpenPage, server: Server, cards: str) -> None:
    """Large ones make way where the worst table has no room for them; a small hand they leave large."""
    page = open_page(None, locale="th-TH", settings={**QUICK, "cardSize": cards})
    show(page, server, worst())
    found = [
        fault for (width, height), whole in SIZES.items() for fault in measure(page, width, height, MEASURE, whole)
    ]
    assert "\n".join(found) == ""
    widths = []
    for chosen in ("small", "normal", "large"):
        page.evaluate(KEEP, {**QUICK, "cardSize": chosen})
        page.set_viewport_size({"width": 1280, "height": 1000})
        page.reload()
        expect(page.locator("[data-zone=hand] [data-card]")).to_have_count(22)
        page.evaluate(STILL)
        widths.append(page.locator("[data-zone=hand] [data-card]").first.evaluate("(card) => card.offsetWidth"))
    assert widths == sorted(set(widths))


def test_with_very_little_room_or_large_text_everything_can_be_reached(open_page: OpenPage, server: Server) -> None:
    page = open_page(None, locale="th-TH")
    show(page, server, worst())
    found = measure(page, 320, 568, REACHED)
    page.evaluate("() => (document.documentElement.style.fontSize = '200%')")
    found += measure(page, 390, 844, REACHED) + measure(page, 1280, 800, REACHED)
    assert "\n".join(found) == ""


@pytest.mark.parametrize("locale", ["th-TH", "en-GB"])
def test_what_is_suggested_is_not_cut(open_page: OpenPage, server: Server, locale: str) -> None:
    page = open_page(None, locale=locale)
    show(page, server, begun())
    sizes = [(390, 844), (360, 640), (320, 640), (320, 568)]
    assert [fault for width, height in sizes for fault in measure(page, width, height, CUT)] == []


@pytest.mark.parametrize("locale", ["th-TH", "en-GB"])
def test_with_large_text_what_can_be_done_and_a_hint_are_in_sight(
    open_page: OpenPage, server: Server, locale: str
) -> None:
    page = open_page(None, locale=locale)
    sizes = page.context.new_cdp_session(page)
    sizes.send("Page.enable")
    sizes.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    show(page, server, begun())
    expect(page.locator("main.big.phone")).to_be_visible()
    page.wait_for_function(CLEAR)
    page.locator(".bar .tool").last.click()
    more = page.locator("section.note .more")
    expect(more).to_be_in_viewport(ratio=1)
    more.click()
    expect(page.locator(".tray-place section.note")).to_be_visible()
    page.wait_for_function(CLEAR)


def test_a_slide_along_the_pile_moves_the_deepest_card(open_page: OpenPage, server: Server) -> None:
    """With a finger as with a mouse; what lies between and can be no deepest card is passed over."""
    page = open_page(None, has_touch=True)
    show(page, server, worst())
    pile = page.locator("[data-zone=pile] [data-card]")
    chosen = page.locator("[data-zone=pile] [aria-pressed=true]")
    deepest = page.locator("[data-zone=pile] .deepest").evaluate_all("(nodes) => nodes.map((one) => one.dataset.card)")
    rects = pile.evaluate_all("(nodes) => nodes.map((one) => [one.dataset.card, one.offsetLeft, one.offsetTop])")
    tops = {card: top for card, _, top in rects}
    line = max(([card for card in deepest if tops[card] == top] for top in tops.values()), key=len)
    assert len(line) > 1

    def place(card: str) -> tuple[float, float]:
        box = page.locator(f"[data-zone=pile] [data-card='{card}']").bounding_box()
        assert box is not None
        return box["x"] + 8, box["y"] + box["height"] / 2

    x, y = place(line[0])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 6, y, steps=2)
    expect(chosen).to_have_attribute("data-card", line[0])
    page.evaluate(STILL)
    (x, y), (end, _) = place(line[0]), place(line[-1])  # the new meld on the table has taken some room
    page.mouse.move(end, y, steps=12)
    page.mouse.up()
    expect(chosen).to_have_attribute("data-card", line[-1])
    touch = page.context.new_cdp_session(page)
    for kind, at in [("touchStart", end), *(("touchMove", end + (x - end) * n / 8) for n in range(1, 9))]:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at, "y": y}]})
    expect(chosen).to_have_attribute("data-card", line[0])
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(chosen).to_have_attribute("data-card", line[0])


def test_a_slide_along_the_hand_chooses_cards(open_page: OpenPage, server: Server) -> None:
    """With a finger that waits a moment, or a mouse and Shift; without either the card itself is moved."""
    page = open_page(None, has_touch=True)
    show(page, server, worst())
    cards = page.locator("[data-zone=hand] [data-card]")
    first, fourth = cards.nth(0).bounding_box(), cards.nth(3).bounding_box()
    assert first is not None and fourth is not None
    y = first["y"] + 12
    places = [(first["x"] + 9 + n * (fourth["x"] - first["x"]) / 12, y) for n in range(13)]
    touch = page.context.new_cdp_session(page)

    def slide(after: float) -> None:
        """The clock is the events' own: `after` so many seconds the finger moves."""
        begun = time.time()
        for n, (x, y) in enumerate(places):
            kind = "touchMove" if n else "touchStart"
            at = begun + (after + n / 100 if n else 0)
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}], "timestamp": at})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [], "timestamp": begun + after + 1})

    chosen = page.locator("[data-zone=hand] [aria-pressed=true]")
    slide(after=0.2)
    expect(chosen).to_have_count(4)
    page.keyboard.down("Shift")
    page.mouse.move(*places[0])
    page.mouse.down()
    page.mouse.move(*places[-1], steps=12)
    page.mouse.up()
    page.keyboard.up("Shift")
    expect(chosen).to_have_count(0)
    held = cards.evaluate_all("(nodes) => nodes.map((node) => node.dataset.card)")
    slide(after=0.01)
    moved = "(was) => document.querySelector('[data-zone=hand] [data-card]').dataset.card !== was"
    page.wait_for_function(moved, arg=held[0])
    expect(chosen).to_have_count(0)
