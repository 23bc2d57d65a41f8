"""Two friends with a bot between them, each in a browser of their own, and somebody who watches."""

import re
from collections.abc import Callable
from time import monotonic

import pytest
from playwright.sync_api import expect
from tests.e2e.conftest import QUICK, Server, plan
from tests.e2e.hiding import assert_page_hides, assert_traffic_hides
from tests.e2e.person import COMPUTED, PILE, Person
from tests.e2e.truth import Truth

SomePerson = Callable[..., Person]
# After two frames of the page: what came with the last message is shown.
TURN = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(
  document.querySelector('.between') ? 'over' : document.querySelector('.hand.mine') ? 'mine' : ''))))"""
BOT_PLAYS = "A bot plays for you"


def whose_turn(friends: list[Person]) -> Person | None:
    """Whose turn it is, once it is one of theirs; None when the deal is over."""
    end = monotonic() + COMPUTED / 1000
    while monotonic() < end:
        for one in friends:
            state = one.page.evaluate(TURN)
            if state == "over":
                return None
            if state == "mine":
                return one
    raise AssertionError("it is nobody's turn")


def play(friends: list[Person], turns: int) -> Person | None:
    """So many turns of theirs; all see one pile. Whose turn it is then."""
    one = whose_turn(friends)
    for _ in range(turns):
        if one is None:
            break
        one.turn()
        one = whose_turn(friends)
        for other in friends:
            if one is not None and other is not one:
                other.page.wait_for_function(f"(pile) => {PILE} === pile", arg=" ".join(one.pile()))
    return one


def next_deal(friends: list[Person]) -> None:
    """A deal is over; the next one begins when all have asked for it."""
    for one in friends:
        one.page.get_by_role("button", name="Next deal").click()
    for one in friends:
        expect(one.page.locator(".between")).to_have_count(0)


def meet(person: SomePerson) -> tuple[Person, Person, Person]:
    """The host sets a table, a friend comes by the code and, gone again, by the link; a third one watches."""
    host = person("/new", plan=plan(3, ["greedy", None]), settings={**QUICK, "name": "Somsri"})
    host.page.get_by_role("button", name="Set the table").click()
    host.page.wait_for_url("**/t/*")
    code = host.page.locator(".code").first.inner_text().strip()
    assert re.fullmatch(r"[2-9A-HJ-NP-Z]{4}", code)
    links = host.page.locator("main .link input")
    expect(links).to_have_count(2)
    link, watch = links.nth(0).input_value(), links.nth(1).input_value()

    friend = person("/join", settings={**QUICK, "name": "Daeng"})
    friend.page.get_by_label("Code", exact=False).first.fill(code.lower())
    friend.page.get_by_role("button", name="Join", exact=True).click()
    friend.page.get_by_role("button", name="Sit down").click()
    friend.page.get_by_role("button", name="Leave").click()
    friend.page.get_by_role("dialog").get_by_role("button", name="Leave").click()
    expect(friend.page.get_by_role("button", name="Play bots")).to_be_visible()
    friend.page.goto(link)
    friend.page.get_by_role("button", name="Sit down").click()
    friend.page.get_by_role("button", name="I am ready").click()

    watcher = person(watch)
    host.page.get_by_role("button", name="Deal", exact=True).click()
    for one in (host, friend):
        expect(one.hand_cards.first).to_be_visible()
    expect(watcher.pile_cards.first).to_be_visible()
    expect(watcher.hand_cards).to_have_count(0)
    return host, friend, watcher


def test_two_friends_meet_play_part_and_come_back(person: SomePerson, server: Server) -> None:
    host, friend, watcher = meet(person)
    going_on = play([host, friend], 4) is not None
    seq = max(host.frames[-1][0], friend.frames[-1][0])
    for viewer in (host, friend, watcher):
        viewer.catch_up(seq)
    truth = Truth(server.data, host.table["id"])
    for seat, viewer in ((0, host), (2, friend), (None, watcher)):
        assert assert_traffic_hides(viewer, seat, truth) > 4
    if going_on:
        assert_page_hides(watcher.page, truth.hidden(seq, None))
    else:
        next_deal([host, friend])

    friend.page.get_by_role("button", name="Menu").click()
    friend.page.get_by_role("button", name="Leave the match").click()
    friend.page.get_by_role("button", name="Leave", exact=True).click()
    expect(friend.page.get_by_role("button", name="Play bots")).to_be_visible()
    if play([host], 2) is None:
        next_deal([host])

    friend.page.goto(host.page.url)
    take_back(friend)
    host.page.wait_for_function("() => !document.body.innerText.includes('bot sits in')")
    play([host, friend], 2)


def take_back(one: Person) -> None:
    """A bot plays in one's seat; from now on one plays again."""
    banner = one.page.locator("main p").filter(has_text=BOT_PLAYS)
    expect(banner).to_be_visible()
    banner.get_by_role("button", name="Take my seat back").click()
    expect(banner).to_have_count(0)


@pytest.mark.drill
def test_a_bot_plays_for_a_friend_who_is_away(person: SomePerson) -> None:
    """The server waits ten seconds before it calls somebody away."""
    host, friend, _ = meet(person)
    address = friend.page.url
    friend.page.goto("about:blank")
    expect(host.page.locator(".seats")).to_contain_text("away")
    host.page.get_by_role("button", name="Menu").click()
    host.page.get_by_role("button", name="Let a bot play for Daeng").click()
    host.page.keyboard.press("Escape")
    expect(host.page.locator(".seats")).to_contain_text("bot sits in")
    if play([host], 2) is None:
        next_deal([host])
    friend.page.goto(address)
    take_back(friend)
    play([host, friend], 2)
