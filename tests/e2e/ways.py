"""Three ways to do the same at a table: by tap, by keyboard alone, by dragging with the mouse or with a finger."""

import re
import time
from typing import Any, Protocol

from playwright.sync_api import Locator, expect
from tests.e2e.person import STILL, Person
from tests.e2e.truth import CARD

CHOSEN = """() => [...document.querySelectorAll('[data-zone=hand] [data-card], [data-zone=pile] [data-card]')]
  .filter((node) => node.querySelector('.tick')).map((node) => node.dataset.card)"""


class Way(Protocol):
    """What a person does in a turn. Each waits until the page shows that it is done, or that the server has it."""

    def draw(self) -> None: ...
    def pick_up(self, cards: list[str]) -> None: ...
    def lay(self, cards: list[str]) -> None: ...
    def lay_off(self, card: str, on: str) -> None: ...
    def discard(self, card: str) -> None: ...
    def knock(self) -> None: ...
    def press_on(self, name: str) -> None: ...


def do(way: Way, action: str) -> None:
    """An action, by its text in a record."""
    cards = CARD.findall(action)
    if action == "+":
        way.draw()
    elif action[0] == "^":
        way.pick_up(cards)
    elif action[0] == "=":
        way.lay(cards)
    elif action[0] == "-":
        way.discard(cards[0])
    elif action[0] == "#":
        way.knock()
    else:
        way.lay_off(*cards)


class Tap:
    """Cards are chosen by tap, and the one button does the rest."""

    def __init__(self, me: Person) -> None:
        self.me, self.page = me, me.page

    def draw(self) -> None:
        self.me.draw()

    def drawn(self, before: int) -> None:
        """There is a card more, and the page takes the next command."""
        expect(self.me.hand_cards).to_have_count(before + 1)
        expect(self.me.gold).not_to_have_text(re.compile("Draw|One moment"))

    def choose(self, cards: list[str]) -> None:
        """Exactly these cards of the hand."""
        chosen = set(self.me.cards(self.page.locator("[data-zone=hand] [aria-pressed=true]")))
        for card in sorted(chosen ^ set(cards)):
            self.toggle(card)

    def toggle(self, card: str) -> None:
        self.me.touch_card(card)

    def pick_up(self, cards: list[str]) -> None:
        pile = self.me.pile()
        self.choose([card for card in cards if card not in pile])
        self.choose_deepest(min((card for card in cards if card in pile), key=pile.index))
        # The best pickup is offered; of another one its cards are taken off or put on.
        for _ in range(6):
            chosen = self.page.evaluate(CHOSEN)
            wrong = set(chosen) ^ set(cards)
            if not wrong:
                break
            self.trim(min(wrong))
            self.page.wait_for_function(f"(was) => ({CHOSEN})().join() !== was", arg=",".join(chosen))
        self.take()
        expect(self.me.meld(cards[0])).to_have_count(1)

    def choose_deepest(self, card: str) -> None:
        place = self.me.pile_card(card)
        self.me.touch(place, {"x": 6, "y": 20})
        expect(place).to_have_attribute("aria-pressed", "true")

    def trim(self, card: str) -> None:
        place = self.me.pile_card(card) if card in self.me.pile() else self.me.card(card)
        self.me.touch(place, {"x": 6, "y": 20})

    def take(self) -> None:
        expect(self.me.gold).to_contain_text("Take & lay")
        self.me.press()

    def lay(self, cards: list[str]) -> None:
        self.choose(cards)
        expect(self.me.gold).to_contain_text("Lay")
        self.me.press()
        expect(self.me.meld(cards[0])).to_have_count(1)

    def lay_off(self, card: str, on: str) -> None:
        self.choose([card])
        self.me.touch(self.me.meld(on).locator("[data-meld]"))
        expect(self.me.meld(card)).to_have_count(1)

    def discard(self, card: str) -> None:
        self.choose([card])
        expect(self.me.gold).to_have_text(re.compile("Discard|Lay off|Choose a meld"))
        if self.me.gold.inner_text().startswith("Discard"):
            self.me.press()
        else:
            self.me.touch(self.page.locator(".tray .chip").filter(has_text="Discard"))
        self.me.answer(card)

    def knock(self) -> None:
        self.me.knock()

    def press_on(self, name: str) -> None:
        """A button, by its words."""
        self.me.touch(self.page.get_by_role("button", name=name))


class Keys(Tap):
    """No pointer at all."""

    @property
    def key(self) -> Any:
        return self.page.keyboard

    def draw(self) -> None:
        before = self.me.hand_cards.count()
        self.key.press("d")
        self.drawn(before)

    def toggle(self, card: str) -> None:
        before = self.me.card(card).get_attribute("aria-pressed")
        self.walk("h", self.me.hand_cards, card)
        self.key.press("Space")
        expect(self.me.card(card)).not_to_have_attribute("aria-pressed", str(before))

    def walk(self, zone: str, cards: Locator, card: str) -> None:
        """The focus goes to a zone, and along it to a card."""
        self.key.press(zone)
        self.key.press("Home")
        for _ in range(self.me.cards(cards).index(card)):
            self.key.press("ArrowRight")
        expect(cards.and_(self.page.locator(f"[data-card='{card}']"))).to_be_focused()

    def choose_deepest(self, card: str) -> None:
        self.key.press("p")
        first = self.page.locator("[data-zone=pile] [aria-pressed=true]")
        expect(first).to_be_focused()
        pile = self.me.pile()
        by = pile.index(card) - pile.index(str(first.get_attribute("data-card")))
        for _ in range(abs(by)):
            self.key.press("ArrowRight" if by > 0 else "ArrowLeft")
        expect(self.me.pile_card(card)).to_have_attribute("aria-pressed", "true")

    def trim(self, card: str) -> None:
        pile = card in self.me.pile()
        self.walk(*(("b", self.me.pile_cards) if pile else ("h", self.me.hand_cards)), card)
        self.key.press("Enter")

    def take(self) -> None:
        expect(self.me.gold).to_contain_text("Take & lay")
        self.key.press("m")

    def lay(self, cards: list[str]) -> None:
        self.choose(cards)
        expect(self.me.gold).to_contain_text("Lay")
        self.key.press("m")
        expect(self.me.meld(cards[0])).to_have_count(1)

    def lay_off(self, card: str, on: str) -> None:
        self.choose([card])
        self.key.press(str(int(str(self.me.meld(on).locator("[data-meld]").get_attribute("data-meld"))) + 1))
        expect(self.me.meld(card)).to_have_count(1)

    def discard(self, card: str) -> None:
        self.choose([card])
        expect(self.me.gold).to_have_text(re.compile("Discard|Lay off|Choose a meld"))
        self.key.press("x")
        self.page.wait_for_function(
            f"""() => document.activeElement?.dataset.answer !== undefined || document.querySelector('.between')
              || !document.querySelector('[data-zone=hand] [data-card="{card}"]')"""
        )
        if self.page.locator("[data-answer]").count():
            self.key.press("Enter")
        expect(self.me.card(card)).to_have_count(0)

    def knock(self) -> None:
        self.reach(self.page.locator("dialog[open] .gold"))
        self.me.await_state("between")

    def press_on(self, name: str) -> None:
        self.reach(self.page.get_by_role("button", name=name))

    def reach(self, button: Locator) -> None:
        """With the tab key, and then press it."""
        expect(button).to_be_enabled()
        for _ in range(60):
            self.key.press("Tab")
            if button.evaluate("(node) => node === document.activeElement"):
                self.key.press("Enter")
                return
        raise AssertionError("the tab key does not lead there")


class Drag(Tap):
    """What can be dragged is dragged. Cards of a meld are chosen by tap, and go together."""

    def __init__(self, me: Person, finger: bool = False) -> None:
        super().__init__(me)
        self._finger = me.page.context.new_cdp_session(me.page) if finger else None

    def drag(self, what: Locator, to: Locator) -> None:
        if self._finger is None:
            self.me.drag(what, to)
            return
        self.page.evaluate(STILL)
        a, b = what.bounding_box(), to.bounding_box()
        assert a is not None and b is not None
        x, y = a["x"] + 9, a["y"] + a["height"] / 2
        by = b["x"] + b["width"] / 2 - x, b["y"] + b["height"] / 2 - y
        # Slow by its own clock, and at rest in the end: of a finger that swings the browser takes no tap just after.
        began = time.time() - 1
        for n, part in enumerate((0, 0.2, 0.4, 0.6, 0.8, 1, 1, 1)):
            points = [{"x": x + by[0] * part, "y": y + by[1] * part}]
            self._touch("touchMove" if n else "touchStart", points, began + n / 10)
        self._touch("touchEnd", [], began + 0.9)

    def _touch(self, kind: str, points: list[dict[str, float]], at: float) -> None:
        assert self._finger is not None
        self._finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": at})

    def zone(self, name: str) -> Locator:
        return self.page.locator(f"[data-zone={name}]")

    def draw(self) -> None:
        before = self.me.hand_cards.count()
        self.drag(self.zone("stock"), self.zone("hand"))
        self.drawn(before)

    def take(self) -> None:
        chosen = self.page.locator("[data-zone=pile] [aria-pressed=true]")
        self.drag(chosen, self.zone("hand"))

    def lay(self, cards: list[str]) -> None:
        self.choose(cards)
        self.drag(self.me.card(cards[0]), self.zone("melds"))
        expect(self.me.meld(cards[0])).to_have_count(1)

    def lay_off(self, card: str, on: str) -> None:
        self.drag(self.me.card(card), self.me.meld(on))
        expect(self.me.meld(card)).to_have_count(1)

    def discard(self, card: str) -> None:
        self.drag(self.me.card(card), self.zone("pile"))
        self.me.answer(card)

    def knock(self) -> None:
        sheet = self.page.locator("dialog[open] tfoot")
        expect(sheet).to_be_visible()
        self.page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        self.drag(self.me.hand_cards.first, self.zone("pile"))
        self.me.knock()
