"""Nothing that a viewer may not know is in what goes over the wire, in the page, or in the page's memory."""

import json
import re
from typing import Any

from playwright.sync_api import Page
from tests.e2e.person import Person
from tests.e2e.truth import Truth, cards_in

RANKS = dict(zip("TJQKA", ("10", "jack", "queen", "king", "ace"), strict=True))
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
TOLD = re.compile(r"\{\"t\":|[-+^=#]?[2-9TJQKA][cdhs]([->, ]*[2-9TJQKA][cdhs])*$")
"""Texts that tell of cards: messages, cards, actions. The page's own code and its drawings have others like them."""
NAMES = {"hash", "id", "build"}
"""Letters and digits by chance, which may look like cards."""
SHOWN = "() => document.documentElement.outerHTML + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)"


def bare(value: Any) -> Any:
    """A message without what only looks like cards."""
    if isinstance(value, dict):
        return {key: bare(part) for key, part in value.items() if key not in NAMES}
    return [bare(part) for part in value] if isinstance(value, list) else value


def assert_traffic_hides(viewer: Person, seat: int | None, truth: Truth) -> int:
    """No message in either direction names a card that was hidden from the seat at that moment. How many were."""
    count = 0
    for seq, frame in viewer.frames:
        hidden = truth.hidden(seq, seat)
        count += len(hidden) > 0
        found = cards_in(json.dumps(bare(json.loads(frame)))) & hidden
        assert not found, f"{found} came in {frame}"
    for answer in viewer.answers:
        assert not cards_in(answer), answer
    return count


def assert_page_hides(page: Page, hidden: set[str]) -> None:
    """Neither what is shown nor what the browser keeps names these cards."""
    # Lines of drawings look like cards: "4c".
    text = re.sub(r' d="[^"]*"', "", page.evaluate(SHOWN))
    assert not cards_in(text) & hidden
    assert not [name for name in named(hidden) if name in text.lower()]


def named(cards: set[str]) -> list[str]:
    """The cards as those are told who hear the page."""
    return [f"{RANKS.get(card[0], card[0])} of {SUITS[card[1]]}" for card in cards]


def assert_memory_hides(page: Page, own: set[str], hidden: set[str]) -> None:
    """No text in the page's memory that tells of cards names these cards; its own cards are found there, so one would be found."""
    session = page.context.new_cdp_session(page)
    chunks: list[str] = []
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda event: chunks.append(event["chunk"]))
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.detach()
    texts: list[str] = json.loads("".join(chunks))["strings"]
    telling = [text for text in texts if TOLD.match(text)]
    found = set().union(*map(cards_in, telling))
    assert own <= found
    assert not found & hidden, [text for text in telling if cards_in(text) & hidden]
    names = named(hidden)
    assert not [text for text in texts if " of " in text and any(name in text for name in names)]
