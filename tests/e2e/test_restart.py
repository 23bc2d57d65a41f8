"""The server dies without a word and comes back: the page goes on where it was."""

from collections.abc import Callable

from playwright.sync_api import expect
from tests.e2e.conftest import Faults, Server
from tests.e2e.opened import open_table
from tests.e2e.person import Person


def test_the_page_comes_back_after_the_server_was_killed(
    person: Callable[..., Person], server: Server, faults: Faults
) -> None:
    faults.expected = r"WebSocket connection to .* failed|ERR_CONNECTION|ERR_EMPTY_RESPONSE"
    at = open_table(server.address, ["greedy"])
    me = person(f"/t/{at.code}", cookie=at.cookie)
    me.turn()
    me.await_turn()
    hand, pile = me.hand(), me.pile()
    server.kill()
    lost = me.page.locator(".broken")
    expect(lost).to_have_text("No connection; trying again")
    assert (me.hand(), me.pile()) == (hand, pile)
    server.start()
    expect(lost).to_have_count(0)
    assert (me.hand(), me.pile()) == (hand, pile)
    sockets = len(me.frames)
    for _ in range(2):
        me.turn()
    assert len(me.frames) > sockets
