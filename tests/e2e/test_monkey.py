"""Taps, keys and drags without sense, at tables of all kinds: the page never complains and never grows too wide."""

import random

import pytest
from playwright.sync_api import Page
from tests.drill import rounds
from tests.e2e.conftest import QUICK, OpenPage, Server
from tests.e2e.opened import open_table
from tests.e2e.person import STILL
from tests.e2e.screens import HAND

STEPS = 150
SIZES = ((390, 844), (360, 640), (844, 390), (1280, 800), (320, 568))
KEYS = (
    *("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "Alt+ArrowRight", "Shift+ArrowRight"),
    *("Enter", " ", "Escape", "Tab", "Shift+Tab", "Backspace", "Delete", "Control+z", "Control+Shift+z"),
    *"ushkpdKq?/123a",
)
# What a finger may hit now: where, whether it is a card, and whether it is the one button.
PLACES = r"""() => {
  const found = []
  for (const node of document.querySelectorAll('button, select, input, summary, a[href], [data-card], [data-meld]')) {
    if (node.disabled || node.download || node.target === '_blank' || /\.txt$/.test(node.pathname)) continue
    const { left, top, width, height } = node.getBoundingClientRect()
    const [x, y] = [left + Math.min(9, width / 2), top + height / 2]
    if (width < 2 || height < 2 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue
    const hit = document.elementFromPoint(x, y)
    if (hit && node.contains(hit)) found.push([x, y, !!node.dataset.card, !!node.closest('.bar .primary')])
  }
  return found
}"""
TOO_WIDE = "() => Math.max(0, document.documentElement.scrollWidth - innerWidth)"


class Monkey:
    """Somebody who knows nothing, with dice of their own."""

    def __init__(self, page: Page, home: str, rng: random.Random) -> None:
        self.page, self.home, self.rng = page, home, rng
        self.done: list[str] = []
        """What it did, for whoever has to find out."""

    def step(self) -> None:
        rng, page = self.rng, self.page
        what = rng.choices(("tap", "key", "drag", "reload", "size"), (80, 9, 9, 1, 1))[0]
        if what == "key":
            self.done.append(f"key {(key := rng.choice(KEYS))}")
            page.keyboard.press(key)
        elif what == "reload":
            self.done.append(what)
            page.reload()
        elif what == "size":
            width, height = rng.choice(SIZES)
            self.done.append(f"size {width} {height}")
            page.set_viewport_size({"width": width, "height": height})
        else:
            places = page.evaluate(PLACES)
            cards = [place for place in places if place[2]]
            liked = [place for place in places if place[3]] if rng.random() < 0.4 else cards
            some = cards if what == "drag" else liked if liked and rng.random() < 0.7 else places
            if some:
                self.hit(*rng.choice(some)[:2], drag=what == "drag")
        if "/t/" not in page.url and rng.random() < 0.5:
            self.done.append("back to the table")
            page.goto(self.home)

    def hit(self, x: float, y: float, *, drag: bool) -> None:
        rng, mouse = self.rng, self.page.mouse
        self.done.append(f"{'drag' if drag else 'tap'} {x:.0f} {y:.0f}")
        if not drag:
            if rng.random() < 0.5:
                mouse.click(x, y)
            else:
                self.page.touchscreen.tap(x, y)
            return
        mouse.move(x, y)
        mouse.down()
        size = self.page.viewport_size or {"width": 390, "height": 844}
        mouse.move(rng.uniform(0, size["width"]), rng.uniform(0, size["height"]), steps=3)
        if rng.random() < 0.1:
            self.page.keyboard.press("Escape")
        mouse.up()


@pytest.mark.drill
def test_whatever_is_hit_the_page_does_not_complain(
    open_page: OpenPage, server: Server, drill_minutes: float, faults: list[str]
) -> None:
    for seed in rounds(drill_minutes, 0.03, 20):
        rng = random.Random(f"monkey {seed}")
        bots: list[str | None] = [
            rng.choice(("greedy", "random", "level1", "level2")) for _ in range(rng.randint(1, 3))
        ]
        rules, aids = {"preset": rng.choice(("strict", "classic", "short"))}, rng.choice(("none", "legal", "suggest"))
        at = open_table(server.address, bots, rules=rules, aids=aids, practice=rng.random() < 0.5)
        manner = {"speed": rng.choice(("instant", "normal")), "motion": rng.choice(("less", "full"))}
        path, locale = f"/t/{at.code}", rng.choice(("en-GB", "th-TH"))
        width, height = rng.choice(SIZES)
        page = open_page(
            path,
            cookie=at.cookie,
            locale=locale,
            settings=QUICK | manner,
            has_touch=True,
            viewport={"width": width, "height": height},
        )
        page.locator(HAND).first.wait_for()
        monkey = Monkey(page, path, rng)
        for _ in range(STEPS):
            monkey.step()
            if page.evaluate(TOO_WIDE):  # once all that moves has come to rest it may not be
                page.evaluate(STILL)
                assert page.evaluate(TOO_WIDE) == 0, (seed, page.url, monkey.done[-12:])
            assert not faults, (seed, page.url, monkey.done[-12:], faults)
        page.close()
