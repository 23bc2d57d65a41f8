"""Somebody before a page: what they see, and what they do. It waits for what the page shows, never for a time."""

import json
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error, Locator, Page, Position, Request, WebSocket, expect

TIMEOUT = 60_000
"""In ms; long, for machines that do much else."""
COMPUTED = 180_000
"""For what bots compute first, an analysis or a hint: on a machine that does much else they wait for a core."""

expect.set_options(timeout=TIMEOUT)

# Two frames on, and when all that moves has come to rest: only then are places worth measuring. A page that the browser
# gives no frames for is not waited for for ever.
FRAMES = """() => new Promise((done) => {
  setTimeout(done, 10_000)
  requestAnimationFrame(() => requestAnimationFrame(() => done()))
})"""
STILL = """() => new Promise((done) => {
  setTimeout(done, 10_000)
  requestAnimationFrame(() => requestAnimationFrame(() =>
    Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))).then(() => done())))
})"""
PILE = "[...document.querySelectorAll('[data-zone=pile] [data-card]')].map((node) => node.dataset.card).join(' ')"
# What is to be done now, by what the one button says.
STATE = """() => {
  if (document.querySelector('.between')) return 'between'
  if (document.querySelector('dialog[open] tfoot')) return 'knock'
  const words = document.querySelector('.bar .primary button')?.textContent.trim() ?? ''
  if (!document.querySelector('.hand.mine') || words.startsWith('One moment')) return 'wait'
  if (words === 'Draw') return 'draw'
  return words === 'End the deal' ? 'pass' : 'act'
}"""
# The one button does nothing for a moment after its words have changed.
RESTED = """(node) => new Promise((done) => {
  let words = '', since = 0
  const look = () => {
    const now = performance.now()
    if (node.innerText !== words || node.disabled) [words, since] = [node.innerText, now]
    if (now - since > 300) done()
    else requestAnimationFrame(look)
  }
  look()
})"""


class Person:
    """A page at a table, in English."""

    def __init__(self, page: Page, tap: bool = False) -> None:
        self.page = page
        self.frames: list[tuple[int, str]] = []
        """All that went over the socket, either way, with the number of the table's row that was known then."""
        self.answers: list[str] = []
        """All that the server answered to requests, but for the page's own files."""
        self.deal: dict[str, Any] | None = None
        self.table: dict[str, Any] = {}
        self._taps = tap
        self._seq = 0
        self._socket: WebSocket | None = None
        page.on("websocket", self._listen)
        page.on("requestfinished", self._note)

    def _listen(self, socket: WebSocket) -> None:
        self._socket = socket
        socket.on("framereceived", self._hear)
        socket.on("framesent", lambda frame: self.frames.append((self._seq, str(frame))))

    def _hear(self, frame: str | bytes) -> None:
        text = frame if isinstance(frame, str) else frame.decode()
        message = json.loads(text)
        if message["t"] in ("snap", "step"):
            self._seq = message["seq"]
            self.deal = message.get("deal", self.deal)
            self.table = message.get("table") or self.table
        self.frames.append((self._seq, text))

    def _note(self, request: Request) -> None:
        if "/api/" in request.url and (response := request.response()) is not None:
            with suppress(Error):  # a page that is being left keeps no answers
                self.answers.append(response.text())

    def catch_up(self, seq: int) -> None:
        """Until this page has heard of the table's row with this number."""
        assert self._socket is not None
        while self._seq < seq:
            self._socket.wait_for_event("framereceived")

    # What is there.

    @property
    def gold(self) -> Locator:
        return self.page.locator(".bar .primary button")

    @property
    def hand_cards(self) -> Locator:
        return self.page.locator("[data-zone=hand] [data-card]")

    @property
    def pile_cards(self) -> Locator:
        return self.page.locator("[data-zone=pile] [data-card]")

    def cards(self, place: Locator) -> list[str]:
        return place.evaluate_all("(nodes) => nodes.map((node) => node.dataset.card)")

    def hand(self) -> list[str]:
        return self.cards(self.hand_cards)

    def pile(self) -> list[str]:
        return self.cards(self.pile_cards)

    def card(self, card: str) -> Locator:
        return self.page.locator(f"[data-zone=hand] [data-card='{card}']")

    def pile_card(self, card: str) -> Locator:
        return self.page.locator(f"[data-zone=pile] [data-card='{card}']")

    def meld(self, card: str) -> Locator:
        """The meld that holds a card."""
        return self.page.locator(f"[data-zone=melds] .meld:not(.ghost):has([data-card='{card}'])")

    def await_turn(self) -> str:
        """Until something is to be done: draw, pass, act, knock, or between two deals."""
        return self.await_state("wait", other=True)

    def await_own_turn(self) -> None:
        """Until a turn begins, and the sheet of the deal before is gone."""
        self.page.wait_for_function(f"() => ['draw', 'pass', 'act'].includes(({STATE})())")

    def await_state(self, state: str, other: bool = False) -> str:
        is_it = "!==" if other else "==="
        found = self.page.wait_for_function(
            f"(wanted) => {{ const state = ({STATE})(); return state {is_it} wanted && state }}", arg=state
        )
        return str(found.json_value())

    # What fingers do.

    def touch(self, place: Locator, at: Position | None = None) -> None:
        if self._taps:
            place.tap(position=at)
        else:
            place.click(position=at)

    def press(self) -> None:
        """The one gold button."""
        self.gold.evaluate(RESTED)
        self.touch(self.gold)

    def drag(self, what: Locator, to: Locator) -> None:
        """With the mouse, from the card's left edge, where it shows in a fan."""
        self.page.evaluate(STILL)
        a, b = what.bounding_box(), to.bounding_box()
        assert a is not None and b is not None
        mouse = self.page.mouse
        mouse.move(a["x"] + 9, a["y"] + a["height"] / 2)
        mouse.down()
        mouse.move(a["x"] + 20, a["y"] + a["height"] / 2 - 12, steps=3)
        mouse.move(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2, steps=5)
        mouse.up()

    def draw(self) -> None:
        before = self.hand_cards.count()
        self.press()
        expect(self.hand_cards).to_have_count(before + 1)
        expect(self.gold).to_have_text("Choose a card")

    def choose_discard(self) -> str:
        """A card that the gold button would discard; what fits a meld would be laid off by it."""
        for card in reversed(self.hand()):
            self.touch_card(card)
            expect(self.gold).not_to_have_text("Choose a card")
            if self.gold.inner_text().startswith("Discard"):
                return card
            self.touch_card(card)
        raise AssertionError(f"nothing can be discarded of {self.hand()}")

    def touch_card(self, card: str) -> None:
        """In a fan only a card's left edge shows."""
        place = self.card(card)
        before = place.get_attribute("aria-pressed")
        self.touch(place, {"x": 9, "y": 40})
        expect(place).not_to_have_attribute("aria-pressed", str(before))

    def discard(self) -> str:
        card = self.choose_discard()
        self.press()
        self.answer(card)
        return card

    def answer(self, card: str) -> None:
        """A costly discard is asked about; either way the card leaves the hand."""
        gone = f"""() => document.querySelector('[data-answer]') || document.querySelector('.between')
          || !document.querySelector('[data-zone=hand] [data-card="{card}"]')"""
        self.page.wait_for_function(gone)
        answer = self.page.locator("[data-answer]")
        if answer.count():
            self.touch(answer)
            self.page.wait_for_function(gone.replace("document.querySelector('[data-answer]') || ", ""))

    def knock(self) -> None:
        self.touch(self.page.locator("dialog[open] .gold"))
        self.await_state("between")

    def turn(self) -> str:
        """A plain turn: draw, discard. What there was to do."""
        state = self.await_turn()
        if state == "draw":
            self.draw()
            self.discard()
        elif state == "pass":
            self.press()
            self.await_state("pass", other=True)
        elif state == "act":
            self.discard()
        elif state == "knock":
            self.knock()
        return state

    def whole_deal(self) -> None:
        """Plain turns until the score sheet is there."""
        for _ in range(40):
            if self.await_turn() == "between":
                return
            self.turn()
        raise AssertionError("the deal does not end")
