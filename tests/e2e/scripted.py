"""A table whose match is known beforehand (``endings.py``): three friends over sockets, and a person before a page."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Self

from playwright.sync_api import Page, expect
from tests.e2e.conftest import Server
from tests.e2e.endings import ME, PLAYERS, script
from tests.e2e.opened import Opened, Seat, give_secret, open_table, sit_down
from tests.e2e.person import Person
from tests.e2e.ways import Way, do

NAMES = ("Somsri", "Daeng", "Noi", "Lek")
MINUS = "\u2212"
ROWS = {
    "laid": "Cards laid",
    "hand": "Left in hand",
    "knock_card": "Knock card",
    "foolish_discard": "Foolish",
    "dark_knock": "Dark",
    "colour_knock": "Colour",
    "dark_deduction": "Not born",
}
FACTORS = {"dark_knock", "colour_knock", "dark_deduction"}


class Scripted:
    """The table. Entered, the friends are there; the person's own seat has no page until one is opened."""

    def __init__(self, server: Server, aids: str = "legal", **rules: Any) -> None:
        self.server, self.script = server, script()
        self.deals = self.script.deals
        own = self.script.rules | rules
        self.at: Opened = open_table(server.address, [None] * (PLAYERS - 1), rules=own, aids=aids)
        self._cookies = [
            self.at.cookie,
            *(sit_down(server.address, self.at, NAMES[seat], seat) for seat in range(1, PLAYERS)),
        ]

    def __enter__(self) -> Self:
        self._open = ExitStack()
        self._seats = [self._open.enter_context(self._seat(seat)) for seat in range(1, PLAYERS)]
        self._seats.insert(ME, self._seat(ME))
        return self

    def __exit__(self, *_: object) -> None:
        self._seats[ME].close()
        self._open.close()

    def _seat(self, seat: int) -> Seat:
        return Seat(self.server.address, self.at.table, self._cookies[seat])

    @property
    def friend(self) -> Seat:
        return self._seats[1]

    @property
    def deal(self) -> dict[str, Any]:
        """The deal as a friend sees it."""
        assert self.friend.deal is not None
        return self.friend.deal

    def ready(self, *, me: bool = True) -> None:
        """All friends want the next deal, and the person too if no page is there to say it.

        A match that is over takes no "ready": what the person presses on the page comes to the friends a moment later.
        """
        for seat, friend in enumerate(self._seats):
            if seat != ME or me:
                friend.until(lambda table, deal: table.get("status") in ("waiting", "between"))
                if not friend.table["seats"][seat]["ready"]:
                    friend.do("ready")

    def begun(self, number: int) -> None:
        """Until the deal with this number has begun."""
        self.friend.until(lambda table, deal: deal is not None and deal["number"] == number)

    def turns(self, number: int) -> Iterator[tuple[int, list[str]]]:
        """The turns that are left of a deal: whose, and what is played in it. Each must be played before the next."""
        actions = self.deals[number - 1]
        while self.friend.table["status"] == "playing":
            played = len(self.deal["actions"])
            end = next(n for n, action in enumerate(actions) if n >= played and action[0] in "-#.")
            turn = actions[played : end + 1]
            yield self.deal["turn"], turn
            self.friend.until(
                lambda table, deal, end=end: table["status"] != "playing" or len(deal["actions"] if deal else ()) > end
            )

    def play(self, seat: int, turn: list[str]) -> None:
        """A turn over the seat's socket. What follows a draw needs a command of its own."""
        here = self._seats[seat]
        played = len(self.deal["actions"])
        number = self.deal["number"]
        here.until(lambda table, deal: deal is not None and (deal["number"], len(deal["actions"])) == (number, played))
        for part in filter(None, (turn[:1], turn[1:]) if turn[0] == "+" else (turn,)):
            here.act(part)

    def play_all(self, number: int) -> None:
        """A whole deal over sockets."""
        self.play_to(number, -1)

    def play_to(self, number: int, action: int) -> None:
        """A deal over sockets, until the turn that begins with this action."""
        self.ready()
        self.begun(number)
        for seat, turn in self.turns(number):
            if len(self.deal["actions"]) == action:
                return
            self.play(seat, turn)

    def leave(self) -> None:
        """The person's own socket goes, for a page comes."""
        self._seats[ME].close()

    def come_back(self) -> None:
        """The person's page has gone; the socket is there again."""
        self._seats[ME] = self._seat(ME)

    def on_page(self, me: Person, way: Way, turn: list[str]) -> None:
        """A turn of the person."""
        me.await_own_turn()
        expect(me.hand_cards).to_have_count(self.deal["hands"][ME]["held"])
        for action in turn:
            do(way, action)

    def finish(self, number: int, me: Person, way: Way) -> None:
        """The rest of a deal, the person's turns on the page."""
        for seat, turn in self.turns(number):
            if seat == ME:
                self.on_page(me, way, turn)
            else:
                self.play(seat, turn)
        me.await_state("between")


def known(server: Server, *rules: dict[str, Any]) -> list[Scripted]:
    """Tables with these house rules whose decks are known: the server reads their secrets when it starts anew."""
    tables = [Scripted(server, **more) for more in rules]
    server.kill()
    for table in tables:
        give_secret(server.data, table.at.table, table.script.secret)
    server.start()
    return tables


# The score sheet.


def number(text: str) -> int:
    return int(text.replace(MINUS, "-").replace(",", "").replace("+", ""))


def worked_out(sum_: str) -> int:
    """What a written sum comes to; its own result stands behind the equals sign."""
    left, _, right = sum_.replace(MINUS, "-").replace("×", "*").replace(",", "").partition("=")
    assert re.fullmatch(r"[-+*() 0-9]+", left), sum_
    result = int(eval(left))
    assert not right or int(right) == result, sum_
    return result


def check_sheet(page: Page, deal: dict[str, Any]) -> None:
    """The score sheet says what the server's lines say, and each column adds up."""
    sheet = page.locator(".between")
    ledger, scores = deal["ledger"], deal["scores"]
    expect(sheet.locator("table tfoot td").first).to_be_visible()
    sums = sheet.locator(".body li:has(> .sr + span) > span:last-child")
    expect(sums).to_have_count(len(scores))
    for seat, score in enumerate(scores):
        assert sum(line["points"] for line in ledger if line["seat"] == seat) == score
    written = [worked_out(text) for text in sums.all_inner_texts()]
    grid = sheet.locator("table").first
    shown = [number(text) for text in sheet.locator("table tfoot td").all_inner_texts()[: len(scores)]]
    assert sorted(shown) == sorted(scores)
    assert written == shown
    filled = grid.locator("tbody tr:has(button) th").all_inner_texts()
    assert set(filled) == {ROWS[line["code"]] for line in ledger}
    told = [number(text) for text in grid.locator("tbody td button").all_inner_texts() if text != "×2"]
    assert sum(told) == sum(line["points"] for line in ledger if line["code"] not in FACTORS)
