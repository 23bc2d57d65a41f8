"""Every screen of the page, and how one comes there in either language: by addresses, and by what stands where."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import NamedTuple

from playwright.sync_api import Page, expect
from tests.e2e.conftest import Server
from tests.e2e.endings import ME, script
from tests.e2e.opened import Opened, Seat, open_table, play_on, sit_down
from tests.e2e.person import COMPUTED, STILL, TIMEOUT
from tests.e2e.scripted import known

HAND = "[data-zone=hand] [data-card]"
SHEET = ".between tfoot"


CHOOSE = """(more) => localStorage.setItem('speto.settings',
  JSON.stringify({ ...JSON.parse(localStorage.getItem('speto.settings')), ...more }))"""


class Tables(NamedTuple):
    """Tables at the moments that have screens of their own."""

    waiting: Opened
    taking: Opened
    """The person's turn, with pickups."""
    laying: Opened
    """The person has drawn; melds and a long pile lie there."""
    knocking: Opened
    """Only the knock is left."""
    between: Opened
    over: Opened
    timed: Opened
    """A deal with a clock, which waits for nobody: the person and a friend have asked for no clock of their own."""
    changing: Opened
    """Between two deals against a bot."""
    choosing: Opened
    """The person has drawn, and holds a card that fits two melds."""
    paused: Opened
    left: Opened
    """A bot sits in for the person, and a friend is to play."""


def tables_on(server: Server, stay: ExitStack | None = None) -> Tables:
    """Such tables; the server is started anew. The friends go, or stay as long as this stack is open."""
    tables = known(server, {}, {"aids": "suggest"}, {}, {}, {"target": 150}, {})
    taking, laying, knocking, *_, choosing = tables
    choosing.deals = [choosing.script.two]
    with ExitStack() as gone:
        for table in tables:
            (stay or gone).enter_context(table)
            if table in (taking, laying, choosing):
                table.play_to(1, {taking: 51, laying: 62}.get(table, len(choosing.script.two) - 3))
            else:
                table.play_all(1)
                table.play_to(2, table.script.last[1] if table is knocking else -1)
            if table in (laying, choosing):
                table.play(ME, ["+"])
            if table is knocking:
                table.play(ME, ["^4d4h4s"])
            table.leave()
    waiting = open_table(server.address, [None, "greedy", None], ready=False)
    changing = open_table(server.address, ["level1"])
    play_on(server.address, changing, lambda table, deal: table.get("status") == "between")
    *known_tables, choice = (table.at for table in tables)
    return Tables(
        waiting, *known_tables, _timed(server), changing, choice, _with(server, "pause"), _with(server, "leave")
    )


def _timed(server: Server) -> Opened:
    at = open_table(server.address, [None], clock="20+60")
    friend = sit_down(server.address, at, "Daeng", 1)
    for cookie in (at.cookie, friend):
        with Seat(server.address, at.table, cookie) as seat:
            seat.do("clock", clock="off")
            if cookie == friend:
                seat.do("ready")
    return at


def _with(server: Server, what: str) -> Opened:
    """A deal against a friend in which the person has done something."""
    at = open_table(server.address, [None])
    with Seat(server.address, at.table, sit_down(server.address, at, "Daeng", 1)) as friend:
        friend.do("ready")
    with Seat(server.address, at.table, at.cookie) as seat:
        seat.do(what)
    return at


class Visitor:
    """A browser that goes from screen to screen."""

    def __init__(self, page: Page, server: Server, tables: Tables) -> None:
        self.page, self.server, self.tables = page, server, tables

    def show(self, path: str, wanted: str = "main:not([aria-busy])", timeout: int = TIMEOUT) -> None:
        """Go there, until it stands still."""
        self.page.goto(path)
        self.settle(wanted, timeout)

    def settle(self, wanted: str, timeout: int = TIMEOUT) -> None:
        expect(self.page.locator(wanted).first).to_be_visible(timeout=timeout)
        self.page.evaluate("() => document.fonts.ready.then(() => true)")
        self.page.evaluate(STILL)

    def stranger(self) -> None:
        """Somebody whom the server does not know."""
        self.page.context.clear_cookies()

    def choose(self, **settings: object) -> None:
        """Other settings than the look has, for the next page."""
        self.page.evaluate(CHOOSE, settings)

    def table(self, at: Opened, wanted: str = HAND) -> None:
        """Before the page of a table's host."""
        self.page.context.add_cookies([{"name": "speto", "value": at.cookie, "url": self.server.address}])
        self.show(f"/t/{at.code}", wanted)

    def sheet(self, tap: str, wanted: str = "dialog[open] .sheet", timeout: int = TIMEOUT) -> None:
        """What a tap opens."""
        self.page.locator(tap).first.click()
        self.settle(wanted, timeout)


def _menu(v: Visitor) -> None:
    v.table(v.tables.laying)
    v.sheet("main.table header button")


def _log(v: Visitor) -> None:
    _menu(v)
    v.sheet("dialog[open] .two button")


def _phrases(v: Visitor) -> None:
    _menu(v)
    v.sheet("dialog[open] .two button:nth-child(2)")


def _leaving(v: Visitor) -> None:
    _menu(v)
    v.sheet("dialog[open] section:last-of-type button:nth-child(2)", "dialog[open] [role=alert]")


def _seat(v: Visitor) -> None:
    v.table(v.tables.laying)
    v.sheet(".seats .hit")


def _own_time(v: Visitor) -> None:
    v.table(v.tables.timed)
    v.sheet("main.table header button")


def _seat_time(v: Visitor) -> None:
    v.table(v.tables.timed)
    v.sheet(".seats .hit", "dialog[open] fieldset")


def _seat_level(v: Visitor) -> None:
    v.table(v.tables.changing, SHEET)
    v.page.locator(".between footer button").first.click()
    v.settle(".seats .hit")
    v.sheet(".seats .hit", "dialog[open] select")


def _leaving_early(v: Visitor) -> None:
    v.table(v.tables.waiting, ".invite")
    v.sheet("main header button")


def _watching_early(v: Visitor) -> None:
    v.stranger()
    v.show(f"/t/{v.tables.waiting.code}", "form [type=radio]")
    v.page.locator("form > button").last.click()
    v.settle("main footer button")


def _told(v: Visitor) -> None:
    _hint(v)
    v.sheet("section.note .more", "section.note")


def _for_kids(v: Visitor) -> None:
    v.stranger()
    v.show("/new?bots")
    v.page.locator("form [type=radio]").nth(3).check(force=True)
    v.settle("form")


def _moving(v: Visitor) -> None:
    v.table(v.tables.between, SHEET)
    v.show("/records", "main a[href^='/r/']")
    v.sheet("main li button", "dialog[open] input")


def _free(v: Visitor) -> None:
    _replay_menu(v)
    v.page.locator("dialog[open] [role=switch]").check(force=True)
    v.settle("dialog[open] .sheet")


def _keys(v: Visitor) -> None:
    v.table(v.tables.laying)
    v.sheet("main.table header > button:last-of-type")


def _rule(v: Visitor) -> None:
    _knocking(v)
    v.sheet("dialog[open] td.rule button", "dialog[open] + dialog[open] .sheet, dialog[open] article")


def _chosen(v: Visitor) -> None:
    v.table(v.tables.laying)
    v.sheet("[data-zone=hand] [data-card]", "[data-zone=hand] [aria-pressed=true]")


def _pickups(v: Visitor) -> None:
    v.table(v.tables.taking)
    v.sheet(".tray .chips > .chip.quiet")


def _refused(v: Visitor) -> None:
    v.table(v.tables.laying)
    v.page.keyboard.press("k")
    v.settle(".tray .rule")


def _asked(v: Visitor) -> None:
    v.choose(confirm=True)
    v.table(v.tables.laying)
    v.page.locator(HAND).last.click(position={"x": 9, "y": 40})
    v.settle("[data-zone=hand] [aria-pressed=true]")
    v.page.keyboard.press("x")
    v.settle("[data-answer]")


def _two(v: Visitor) -> None:
    v.table(v.tables.choosing)
    card = script().two[-2].split(">")[0]
    v.page.locator(f"[data-zone=hand] [data-card='{card}']").click(position={"x": 9, "y": 40})
    v.settle(".tray [role=group] button:nth-of-type(2)")


def _lost(v: Visitor) -> None:
    v.table(v.tables.laying)
    # What only a wide screen has is fetched while there is a network.
    v.page.set_viewport_size({"width": 1280, "height": 800})
    v.settle("main.table > aside:last-of-type > *")
    v.page.set_viewport_size({"width": 390, "height": 844})
    v.page.context.set_offline(True)
    v.page.evaluate("() => dispatchEvent(new Event('focus'))")
    v.settle("p[role=status].broken")


def _elsewhere(v: Visitor) -> None:
    v.table(v.tables.laying)
    other = v.page.context.new_page()
    other.goto(v.page.url)
    v.settle("main.alone [role=alert]")
    other.close()


def _tip(v: Visitor) -> None:
    v.choose(tipSeen=False)
    v.table(v.tables.taking)
    v.settle("aside.tip")
    # As long as it has the focus it stays.
    v.page.locator("aside.tip button").focus()


def _pickup(v: Visitor) -> None:
    v.table(v.tables.taking)
    v.page.locator("[data-zone=pile] .deepest").last.click(position={"x": 6, "y": 20})
    v.settle("[data-zone=pile] [aria-pressed=true]")


def _knocking(v: Visitor) -> None:
    v.table(v.tables.knocking, "dialog[open] tfoot")


def _line(v: Visitor) -> None:
    v.table(v.tables.between, SHEET)
    v.sheet(".between tbody td button")


def _share(v: Visitor) -> None:
    v.table(v.tables.between, SHEET)
    v.sheet(".between button.share", "dialog[open] img")


def _replay(v: Visitor) -> None:
    v.table(v.tables.between, SHEET)
    address = v.page.locator(".between footer a[href^='/r/']").get_attribute("href")
    v.show(f"{address}#a9", "main.replay [role=status]")


def _replay_menu(v: Visitor) -> None:
    _replay(v)
    v.sheet("main.replay header > button:last-of-type")


def _analysis(v: Visitor) -> None:
    v.table(v.tables.between, SHEET)
    address = v.page.locator(".between a[href^='/a/']").get_attribute("href")
    v.show(str(address), "main [aria-current=step]", COMPUTED)


def _decision(v: Visitor) -> None:
    _analysis(v)
    v.sheet("main .worst", "main [aria-current=step]")


def _hint(v: Visitor) -> None:
    v.table(v.tables.laying)
    v.sheet(".bar button:nth-of-type(3)", "section.note", COMPUTED)


def _all_rules(v: Visitor) -> None:
    v.show("/new")
    v.sheet("form section button.wide, form section .wide")


def _stranger(path: Callable[[Tables], str], wanted: str = "main:not([aria-busy])") -> Callable[[Visitor], None]:
    def show(v: Visitor) -> None:
        v.stranger()
        v.show(path(v.tables), wanted)

    return show


def _at(name: str, wanted: str) -> Callable[[Visitor], None]:
    return lambda v: v.table(getattr(v.tables, name), wanted)


SCREENS: dict[str, Callable[[Visitor], None]] = {
    "home": _stranger(lambda tables: "/"),
    "home with a match": lambda v: (v.table(v.tables.taking), v.show("/", ".continue"))[0],
    "settings": _stranger(lambda tables: "/settings"),
    "privacy": _stranger(lambda tables: "/privacy"),
    "rules": _stranger(lambda tables: "/rules"),
    "lessons": _stranger(lambda tables: "/learn", "main li a"),
    "a lesson": _stranger(lambda tables: "/learn#row", "[data-card]"),
    "new table": _stranger(lambda tables: "/new"),
    "new table with bots": _stranger(lambda tables: "/new?bots"),
    "new table for children": _for_kids,
    "all house rules": _all_rules,
    "join": _stranger(lambda tables: "/join"),
    "watch": _stranger(lambda tables: "/watch"),
    "no such page": _stranger(lambda tables: "/t"),
    "no such table": _stranger(lambda tables: "/t/ZZZZ", "main [role=alert]"),
    "a link of no seat": _stranger(lambda tables: f"/s#{'0' * 32}", "main [role=alert]"),
    "a record to be sent": _stranger(lambda tables: "/r/sent", "main input[type=file]"),
    "no such record": _stranger(lambda tables: "/r/none.1", "main [role=alert]"),
    "sit down": _stranger(lambda tables: f"/t/{tables.waiting.code}", "form [type=radio]"),
    "watching": _stranger(lambda tables: f"/w/{tables.laying.watch}", "[data-zone=pile] [data-card]"),
    "waiting": _at("waiting", ".invite"),
    "leaving before the deal": _leaving_early,
    "watching before the deal": _watching_early,
    "my turn": _at("taking", HAND),
    "a pickup": _pickup,
    "a turn": _at("laying", HAND),
    "a chosen card": _chosen,
    "all pickups": _pickups,
    "a refusal": _refused,
    "a discard is asked about": _asked,
    "one of two melds": _two,
    "paused": _at("paused", "main.table p:has(> span + button)"),
    "a bot sits in": _at("left", "main.table p:has(> span + button)"),
    "no connection": _lost,
    "in another tab": _elsewhere,
    "the first tip": _tip,
    "knock review": _knocking,
    "menu": _menu,
    "leaving": _leaving,
    "log": _log,
    "phrases": _phrases,
    "a seat": _seat,
    "my own time": _own_time,
    "time of a seat": _seat_time,
    "level of a bot": _seat_level,
    "keys": _keys,
    "rule at the table": _rule,
    "score sheet": _at("between", SHEET),
    "a line of the sheet": _line,
    "sharing": _share,
    "end of the match": _at("over", ".between details[open] tbody tr:nth-child(2)"),
    "my games": lambda v: (v.table(v.tables.between, SHEET), v.show("/records", "main a[href^='/r/']"))[0],
    "replay": _replay,
    "replay menu": _replay_menu,
    "a deal for everybody": _free,
    "moving a seat": _moving,
    "analysis": _analysis,
    "a decision": _decision,
    "a hint": _hint,
    "a hint's move": _told,
}
