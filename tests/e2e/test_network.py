"""Works when life is bad: the server dies and comes back, the network goes, a second tab opens, plain http on a LAN."""

from collections.abc import Callable

from playwright.sync_api import expect
from tests.e2e.conftest import CUT, LAN, QUICK, Faults, OpenPage, Server, plan
from tests.e2e.opened import open_table
from tests.e2e.person import STILL, Person

SomePerson = Callable[..., Person]
# What makes the page wider than the window; what scrolls within itself does not.
OUTSIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('main *')]
  .filter((node) => node.getBoundingClientRect().right > innerWidth + 1)
  .map((node) => `${node.tagName} ${node.className} ${Math.round(node.getBoundingClientRect().right)}`)"""


def before_a_discard(person: SomePerson, server: Server) -> tuple[Person, str]:
    """Somebody at a table with a bot who has chosen the card to throw, and the card."""
    at = open_table(server.address, ["greedy"])
    me = person(f"/t/{at.code}", cookie=at.cookie)
    if me.await_turn() == "draw":
        me.draw()
    return me, me.choose_discard()


def test_the_page_comes_back_in_the_middle_of_a_turn_after_the_server_was_killed(
    person: SomePerson, server: Server, faults: Faults
) -> None:
    faults.expected = CUT
    me, card = before_a_discard(person, server)
    hand, pile = me.hand(), me.pile()
    server.kill()
    lost = me.page.locator(".broken")
    expect(lost).to_have_text("No connection; trying again")
    assert (me.hand(), me.pile()) == (hand, pile)
    server.start()
    expect(lost).to_have_count(0)
    assert (me.hand(), me.pile()) == (hand, pile)
    expect(me.card(card)).to_have_attribute("aria-pressed", "true")
    me.press()
    me.answer(card)
    me.turn()


def test_a_move_made_without_network_is_played_when_it_comes_back(
    person: SomePerson, server: Server, faults: Faults
) -> None:
    faults.expected = CUT
    me, card = before_a_discard(person, server)
    context = me.page.context
    context.set_offline(True)
    # Somebody looks at the page: it asks whether the socket is alive.
    me.page.evaluate("() => dispatchEvent(new Event('focus'))")
    lost = me.page.locator(".broken")
    expect(lost).to_be_visible()
    me.press()
    expect(me.card(card)).to_have_count(1)
    context.set_offline(False)
    me.answer(card)
    expect(lost).to_have_count(0)
    me.turn()


def test_a_second_tab_takes_the_seat_and_gives_it_back(person: SomePerson, server: Server) -> None:
    at = open_table(server.address, ["greedy"])
    first = person(f"/t/{at.code}", cookie=at.cookie)
    state = first.await_turn()
    hand = first.hand()
    second = Person(first.page.context.new_page())
    second.page.goto(f"/t/{at.code}")
    assert second.await_turn() == state
    assert second.hand() == hand
    here = first.page.get_by_role("button", name="Play here")
    expect(here).to_be_visible()
    expect(first.hand_cards).to_have_count(0)
    here.click()
    expect(second.page.get_by_role("button", name="Play here")).to_be_visible()
    first.turn()


def test_plain_http_on_a_lan_is_enough(open_page: OpenPage, server: Server) -> None:
    """A name that is no localhost: no secure context, so the browser has no clipboard, no random ids, no worker."""
    page = open_page(None, plan=plan(4, ["greedy"] * 3))
    me = Person(page)
    page.goto(f"http://{LAN}:{server.port}/")
    assert not page.evaluate("isSecureContext")
    page.get_by_role("button", name="Play bots").click()
    page.wait_for_url("**/t/*")
    for _ in range(2):
        me.turn()
    page.goto(f"http://{LAN}:{server.port}/new")
    page.get_by_label("Your name").fill("Somsri")
    page.get_by_role("button", name="Set the table").click()
    expect(page.locator(".invite .code")).to_be_visible()
    page.get_by_role("button", name="Copy").first.click()
    expect(page.get_by_text("Copied")).to_be_visible()


def test_text_of_twice_the_size_and_a_narrow_window(person: SomePerson, server: Server) -> None:
    """WCAG 1.4.4 and 1.4.10: nothing reaches over the side, and a turn can be played."""
    at = open_table(server.address, ["greedy"] * 3)
    me = person(None, cookie=at.cookie, settings={**QUICK, "name": "Somsri"})
    sizes = {"standard": 32, "fixed": 26}
    me.page.context.new_cdp_session(me.page).send("Page.setFontSizes", {"fontSizes": sizes})
    wide = []
    for path, wanted in (("/", "main"), ("/new", "form"), ("/rules", "article"), (f"/t/{at.code}", "[data-card]")):
        me.page.goto(path)
        expect(me.page.locator(wanted).first).to_be_visible()
        assert me.page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") >= 30
        for width in (1280, 390, 320):
            me.page.set_viewport_size({"width": width, "height": 640})
            me.page.evaluate("() => document.fonts.ready.then(() => true)")
            me.page.evaluate(STILL)
            wide += [f"{path} at {width}: {what}" for what in me.page.evaluate(OUTSIDE)]
    assert wide == []
    for _ in range(2):
        me.turn()
