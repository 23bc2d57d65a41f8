"""A person plays in a real Chromium against the real server: by tap, by keyboard, by drag, and with a friend."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect
from tests.e2e.conftest import QUICK, OpenPage, Server
from tests.e2e.opened import open_table
from tests.e2e.person import Person

SomePerson = Callable[..., Person]
MINUS = "\u2212"
PILE = "[...document.querySelectorAll('[data-zone=pile] [data-card]')].map((node) => node.dataset.card).join(' ')"
CARD = re.compile(r"(?<![0-9A-Za-z])([2-9TJQKA][cdhs])(?![0-9A-Za-z])")
TOLD = re.compile(r"[2-9TJQKA][cdhs]")
RANKS = dict(zip("TJQKA", ("10", "jack", "queen", "king", "ace"), strict=True))
# After two frames of the page: what came with the last message is shown.
TURN = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(
  document.querySelector('.between') ? 'over' : document.querySelector('.hand.mine') ? 'mine' : ''))))"""
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def plan(players: int, bots: list[str | None], **more: Any) -> dict[str, Any]:
    """What the page keeps of the table that was set last: here one whose bots answer at once."""
    return {
        "setup": {"rules": {"preset": "classic"}, "players": players, "pace": 0, "aids": "legal", **more},
        "bots": bots,
    }


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
    expect(sheet.locator("table tfoot td").first).to_be_visible()
    ledger, scores = deal["ledger"], deal["scores"]
    for seat, score in enumerate(scores):
        assert sum(line["points"] for line in ledger if line["seat"] == seat) == score
    sums = sheet.locator(".body li:has(> .sr + span) > span:last-child").all_inner_texts()
    written = [worked_out(text) for text in sums]
    shown = [number(text) for text in sheet.locator("table tfoot td").all_inner_texts()[: len(scores)]]
    assert sorted(shown) == sorted(scores)
    assert written == shown
    cells = sheet.locator("table").first.locator("tbody td button")
    told = [number(text) for text in cells.all_inner_texts() if text != "×2"]
    factors = {"dark_knock", "colour_knock", "dark_deduction"}
    assert sum(told) == sum(line["points"] for line in ledger if line["code"] not in factors)


def test_from_home_a_whole_deal_by_tap_to_the_score_sheet_and_the_next_deal(person: SomePerson) -> None:
    me = person(plan=plan(4, ["greedy"] * 3), has_touch=True, is_mobile=True)
    page = me.page
    page.get_by_role("button", name="Play bots").tap()
    page.wait_for_url("**/t/*")
    expect(me.hand_cards.first).to_be_visible()
    turns = 0
    while me.await_turn() != "between":
        me.turn()
        turns += 1
        assert turns < 40
    assert me.deal is not None
    check_sheet(page, me.deal)
    # A number opens what it goes back to, with its rule.
    page.locator(".between tbody td button").first.tap()
    expect(page.locator("dialog[open]").get_by_role("link", name="Rule ")).to_have_count(1)
    page.locator("dialog[open]").get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="Next deal").tap()
    expect(page.locator(".between")).to_have_count(0)
    expect(page.locator("h1")).to_contain_text("Deal 2")
    expect(me.hand_cards.first).to_be_visible()


def test_one_tap_deals_a_hand_with_nothing_kept_from_before(open_page: OpenPage) -> None:
    page = open_page(has_touch=True, settings={})
    page.get_by_role("button", name="Play bots").tap()
    expect(page.locator("[data-zone=hand] [data-card]").first).to_be_visible()
    assert page.locator("[data-zone=hand] [data-card]").count() in (7, 8)
    assert page.locator("[data-zone=pile] [data-card]").count() >= 1


def test_several_turns_by_keyboard_alone(person: SomePerson) -> None:
    me = person(plan=plan(3, ["greedy"] * 2), viewport={"width": 1280, "height": 800})
    page, key = me.page, me.page.keyboard
    expect(page.get_by_role("button", name="Play bots")).to_be_visible()
    for _ in range(12):
        key.press("Tab")
        if page.evaluate("document.activeElement.textContent").find("Play bots") >= 0:
            break
    key.press("Enter")
    page.wait_for_url("**/t/*")
    played = 0
    while played < 4 and me.await_turn() in ("draw", "act"):
        if page.evaluate("document.querySelector('dialog[open]') !== null"):
            key.press("Escape")
        if me.await_turn() == "draw":
            held = me.hand_cards.count()
            key.press("d")
            expect(me.hand_cards).to_have_count(held + 1)
        key.press("h")
        expect(page.locator("[data-zone=hand] [data-card]:focus")).to_have_count(1)
        key.press("End")
        key.press("ArrowLeft")
        card = me.hand()[-2]
        expect(me.card(card)).to_be_focused()
        key.press("Space")
        expect(me.card(card)).to_have_attribute("aria-pressed", "true")
        key.press("x")
        asked = page.locator("[data-answer]")
        gone = f"""() => document.activeElement?.dataset.answer !== undefined || document.querySelector('.between')
          || !document.querySelector('[data-zone=hand] [data-card="{card}"]')"""
        page.wait_for_function(gone)
        if asked.count():
            key.press("Enter")
        expect(me.card(card)).to_have_count(0)
        played += 1
    assert played >= 2


def test_pickups_by_drag_and_by_tap_and_what_can_be_laid(person: SomePerson, server: Server) -> None:
    """R9, R15: which cards come nobody knows, so three deals at most are played for them."""
    at = open_table(server.address, ["random"])
    me = person(f"/t/{at.code}", cookie=at.cookie)
    page = me.page
    done = {"drag": 0, "tap": 0, "lay": 0}
    for n in range(60):
        state = me.await_turn()
        if state == "between":
            # One deal gives nearly always enough; another one is played when it did not.
            if (done["drag"] and done["lay"]) or me.table["deals"][2:]:
                break
            page.get_by_role("button", name="Next deal").click()
            expect(page.locator(".between")).to_have_count(0)
            continue
        if all(done.values()) or (n > 11 and done["drag"] and done["lay"]):
            break
        if state == "draw" and page.locator("[data-zone=pile] .deepest").count():
            pick_up(me, done)
        elif state == "draw":
            me.draw()
        elif state != "act":
            me.turn()
            continue
        lay_off(me, done)
        if me.await_turn() == "knock":
            me.knock()
        else:
            me.discard()
    assert done["drag"] > 0


def pick_up(me: Person, done: dict[str, int]) -> None:
    """The newest card from which a pickup goes, to the hand or by tap."""
    page = me.page
    deepest = page.locator("[data-zone=pile] .deepest").last
    card = deepest.get_attribute("data-card")
    pile, melds = me.pile(), page.locator("[data-meld]").count()
    taken = set(pile[pile.index(str(card)) :])
    if done["drag"] <= done["tap"]:
        me.drag(deepest, page.locator("[data-zone=hand]"))
        done["drag"] += 1
    else:
        deepest.click(position={"x": 6, "y": 20})
        expect(me.gold).to_contain_text("Take & lay")
        me.press()
        done["tap"] += 1
    expect(page.locator("[data-meld]")).to_have_count(melds + 1)
    expect(page.locator(f"[data-zone=pile] [data-card='{card}']")).to_have_count(0)
    assert taken <= {*me.cards(page.locator("[data-zone=melds] [data-card]")), *me.hand()}


def lay_off(me: Person, done: dict[str, int]) -> None:
    """What the tray offers to lay: one of it, with the gold button."""
    chips = me.page.locator(".tray .chip.meld")
    if not chips.count():
        return
    before = me.hand_cards.count()
    chips.first.click()
    # With two melds to choose from the gold button waits for the choice.
    if not re.match("Lay", me.gold.inner_text()):
        me.page.keyboard.press("Escape")
        return
    me.press()
    expect(me.hand_cards).not_to_have_count(before)
    done["lay"] += 1


def test_two_friends_meet_by_the_code_and_see_one_pile_and_no_hidden_card(person: SomePerson) -> None:
    table = plan(4, ["greedy", None, "greedy"])
    host = person("/new", plan=table, settings={**QUICK, "name": "Somsri"})
    host.page.get_by_role("button", name="Set the table").click()
    host.page.wait_for_url("**/t/*")
    code = host.page.locator(".code").first.inner_text().strip()
    assert re.fullmatch(r"[2-9A-HJ-NP-Z]{4}", code)

    friend = person("/join", settings={**QUICK, "name": "Daeng"})
    friend.page.get_by_label("Code", exact=False).first.fill(code.lower())
    friend.page.get_by_role("button", name="Join", exact=True).click()
    friend.page.get_by_role("button", name="Sit down").click()
    friend.page.get_by_role("button", name="I am ready").click()
    host.page.get_by_role("button", name="Deal", exact=True).click()
    friends = [host, friend]
    for one in friends:
        expect(one.hand_cards.first).to_be_visible()

    one = whose_turn(friends)
    for _ in range(6):
        if one is None:
            break
        one.turn()
        one = whose_turn(friends)
        if one is not None:
            other = friends[1 - friends.index(one)]
            other.page.wait_for_function(f"(pile) => {PILE} === pile", arg=" ".join(one.pile()))
    assert_hides(host, friend)
    assert_hides(friend, host)


def whose_turn(friends: list[Person]) -> Person | None:
    """Whose turn it is, once it is one of theirs; None when the deal is over."""
    for _ in range(500):
        for one in friends:
            state = one.page.evaluate(TURN)
            if state == "over":
                return None
            if state == "mine":
                return one
    raise AssertionError("it is nobody's turn")


def assert_hides(viewer: Person, other: Person) -> None:
    """No card that the viewer has not held, and that has not lain open, is in what came or in what the page holds."""
    open_cards: set[str] = set()
    for frame in viewer.frames:
        message = json.loads(frame)
        deal = message.get("deal")
        if message["t"] in ("snap", "step") and deal:
            if deal["phase"] == "over":
                return
            open_cards |= {card for card, _ in deal["pile"]} | set(deal.get("hand", "").split())
            open_cards |= {card for meld in deal["melds"] for card, _ in meld["cards"]}
        told = json.dumps({key: value for key, value in message.items() if key not in ("hash", "id", "build")})
        shown = set(CARD.findall(told)) | action_cards(message)
        assert shown <= open_cards, f"{shown - open_cards} came in {frame}"
    assert other.deal is not None
    hidden = set(other.deal["hand"].split()) - open_cards
    assert hidden, "the other's hand holds a card that nobody saw"
    page = viewer.page.evaluate(
        "() => document.documentElement.outerHTML + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)"
    )
    # Lines of drawings look like cards: "4c".
    page = re.sub(r' d="[^"]*"', "", page)
    lower = page.lower()
    for card in hidden:
        assert f'data-card="{card}"' not in page
        assert not re.search(rf"(?<![0-9A-Za-z]){card}(?![0-9A-Za-z])", page)
        assert f"{RANKS.get(card[0], card[0])} of {SUITS[card[1]]}" not in lower


def action_cards(message: dict[str, Any]) -> set[str]:
    """The cards in action texts, which stand close together there."""
    deal = message.get("deal") or {}
    texts = [
        *deal.get("actions", []),
        *deal.get("legal", []),
        *(event.get("text") or "" for event in message.get("events", [])),
    ]
    return {card for text in texts for card in TOLD.findall(text)}
