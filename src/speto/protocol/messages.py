"""Every message of the protocol ``speto.v1``, in one place (``docs/protocol.md``).

The page's ``web/src/protocol.ts`` is made from these types, and so is the OpenAPI page. A message is a JSON object
whose ``t`` names its type. Times are whole milliseconds since 1970 by the server's clock.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

PROTOCOL = 1

Role = Literal["player", "watcher"]
SeatKind = Literal["person", "bot", "empty"]
Status = Literal["waiting", "playing", "between", "paused", "over"]
"""Before the first deal, during one, between two, paused, after the match."""
Clock = Literal["off", "20+60", "30+90", "60+180"]
SeatClock = Literal["x1", "x1.5", "x2", "off"]
"""What a person has of the table's times, for those who need longer; with "off" no turn of theirs ends by itself."""
Aids = Literal["none", "legal", "suggest"]


class Setup(Struct, forbid_unknown_fields=True, frozen=True):
    """What a table is created with; the house rules are fixed when the first deal starts."""

    game: str = "dummy"
    rules: dict[str, Any] = {}
    players: int = 4
    clock: Clock = "off"
    aids: Aids = "legal"
    warnings: bool = True
    practice: bool = False
    """Only bots play with the host: undo beyond a draw and hints are allowed."""
    pace: int = 900
    """How long a bot takes over a decision, in ms."""
    public: bool = False
    """Listed for everybody to join or to watch; else one needs a link."""
    chat: bool = False
    """Free text beside the preset phrases; never at a public table."""


class SeatView(Struct, frozen=True):
    """A seat as everybody sees it."""

    kind: SeatKind
    name: str = ""
    level: str = ""
    away: bool = False
    ready: bool = False
    host: bool = False
    sitting_in: bool = False
    """A bot plays for a person who is away."""
    clock: SeatClock = "x1"


class DealResult(Struct, frozen=True):
    """A finished deal of the match."""

    scores: list[int]
    starter: int
    direction: int
    knocker: int | None = None


class Due(Struct, frozen=True):
    """The table's next deadline: when, what for, and whose."""

    at: int
    kind: Literal["turn", "bot", "deal", "abandon"]
    seat: int | None = None


class TableView(Struct, frozen=True):
    """The table without its deal; the same for every viewer."""

    id: str
    setup: Setup
    status: Status
    seats: list[SeatView]
    totals: list[int]
    deals: list[DealResult] = []
    winner: int | None = None
    locked: bool = False
    deadline: int | None = None
    bank: list[int] = []
    """Milliseconds left in each seat's bank; empty when the clock is off."""
    earlier: int = 0
    """Deals of earlier matches at this table: deal n of this match is record ``earlier`` + n."""
    next: dict[str, int] = {}
    """Between deals what is settled of the next one: its ``starter`` and ``direction``."""
    book: str = ""
    """Where the table's finished deals are kept as records; its id opens them, but no seat and no live deal."""


class LineView(Struct, frozen=True, omit_defaults=True):
    """A ledger line, as in a record."""

    seat: int
    code: str
    rule: str
    points: int
    cards: str | None = None
    action: int | None = None
    by: int | None = None


class PileCard(Struct, frozen=True, array_like=True):
    """A card and the seat that put it there; None for the head."""

    card: str
    seat: int | None = None


class MeldView(Struct, frozen=True):
    """A meld on the table, low to high, each card with who placed it."""

    kind: Literal["set", "run"]
    cards: list[PileCard]


class HandView(Struct, frozen=True):
    """What is open about a hand: how many cards, and which of them everybody saw it take."""

    held: int
    born: bool
    known: str = ""
    layoffs: int = 0
    penalty: int = 0


class DummyView(Struct, frozen=True, tag_field="game", tag="dummy"):
    """A deal of Dummy as one viewer sees it. Cards in texts are separated by spaces."""

    number: int
    """Which deal of the match, from 1."""
    direction: int
    starter: int | None
    turn: int | None
    phase: Literal["take", "lay", "over"]
    must_finish: bool
    stock: int
    pile: list[PileCard]
    head: str | None
    melds: list[MeldView]
    hands: list[HandView]
    hand: str = ""
    """The viewer's own cards, in canonical order."""
    fresh: str = ""
    """Of these, the ones that came in this turn, by draw or pickup."""
    legal: list[str] = []
    """The viewer's legal actions."""
    actions: list[str] = []
    """Everything played in this deal, as texts; a draw shows no card."""
    actors: list[int] = []
    """The seat of each action."""
    ledger: list[LineView] = []
    scores: list[int] | None = None
    knocker: int | None = None
    knock_card: str | None = None
    shown: list[str] = []
    """All hands, once the deal is over."""


class Own(Struct, frozen=True):
    """What of a :class:`DummyView` is the viewer's alone: the fields of these names."""

    hand: str = ""
    fresh: str = ""
    legal: list[str] = []


class Event(Struct, frozen=True, omit_defaults=True):
    """Something that happened, for the log line and the animation; blanked where the viewer may not see it.

    ``k``: act (``seat`` played ``text``; ``card`` is the viewer's own drawn card), charge (``line``), deal (``number``
    begins), end (a deal ended), match (``seat`` has won), sit, leave, away, back, ready, kick, pause, resume, rules,
    lock (``number`` is 1, or 0 when it is unlocked), clock (``seat`` has the share ``name`` of the times), timeout,
    bot (a bot sits in for ``seat``), take_back, undo (``number`` actions are left), rematch (``number`` is 1 if seats
    were drawn anew), abandon.
    """

    k: str
    seat: int | None = None
    text: str | None = None
    card: str | None = None
    line: LineView | None = None
    number: int | None = None
    name: str | None = None


class You(Struct, frozen=True):
    """Who the viewer is."""

    role: Role
    seat: int | None = None
    host: bool = False


# Server to page.


class Welcome(Struct, tag_field="t", tag="welcome"):
    """First answer on a socket."""

    protocol: int
    build: str
    now: int


class Snap(Struct, tag_field="t", tag="snap"):
    """Everything, as of a sequence number."""

    seq: int
    now: int
    you: You
    table: TableView
    deal: DummyView | None
    hash: str
    """First 8 hex digits of the SHA-256 of the deal's text for hashing; "" without a deal."""


class Step(Struct, tag_field="t", tag="step", omit_defaults=True):
    """One accepted command. ``seq`` is one more than the last; what did not change is left out."""

    seq: int
    now: int
    events: list[Event]
    hash: str
    table: TableView | None = None
    deal: DummyView | None = None
    you: You | None = None


class Ack(Struct, tag_field="t", tag="ack"):
    """The command with this id is in the log as ``seq``."""

    id: str
    seq: int


class Nack(Struct, tag_field="t", tag="nack", omit_defaults=True):
    """A command is refused, and why. ``code`` is a key of the page's catalogue.

    stale (something happened since ``base``; the steps missed come with it or right before it), illegal (``rule`` and
    ``sentence`` say why), not_yours, not_now, rate, too_long, unreadable, full (the store takes nothing).
    """

    id: str
    code: str
    seq: int
    rule: str | None = None
    sentence: str | None = None
    at: int | None = None
    """Which action of the list, from 0."""
    reason: str | None = None
    """The reason's key in the catalogue, e.g. no_hand_card."""


class Risk(Struct, frozen=True):
    """What a discard costs: at once (``certain``), or if somebody uses it before the seat's next turn.

    ``points`` are negative, as in the ledger. ``cards`` are the others: of the melds that it fits (P4), of the pile
    (P5), the head (P6), the spetos with their partners in the pile (P7), the spetos (P8).
    """

    code: str
    rule: str
    points: int
    certain: bool
    cards: str = ""


class KnockSum(Struct, frozen=True):
    """What a knock with this card would score the knocker, written out."""

    card: str
    lines: list[LineView]
    total: int
    dark: bool
    colour: bool


class Previewed(Struct, tag_field="t", tag="previewed", omit_defaults=True):
    """What a draft leads to, computed from the viewer's own view alone."""

    id: str
    ok: bool
    deal: DummyView | None = None
    """The deal after the draft's actions, as the viewer would see it, with the legal list there."""
    gained: int = 0
    """Points that the draft's melds and layoffs lay down."""
    risks: dict[str, list[Risk]] = {}
    """For each card that may be discarded: what it costs."""
    knock: KnockSum | None = None
    rule: str | None = None
    sentence: str | None = None
    reason: str | None = None
    at: int | None = None


class Said(Struct, tag_field="t", tag="said", omit_defaults=True):
    """Somebody said one of the preset phrases."""

    seat: int
    phrase: int
    text: str | None = None


class Presence(Struct, tag_field="t", tag="presence"):
    """Who has a live page, and how many watch."""

    here: list[bool]
    watchers: int


Cause = Literal["taken", "charged", "knocks", "knocked", "unborn", "held"]


class Reason(Struct, frozen=True):
    """Why the best action is better than another: an event, and how often or how much after either.

    ``taken``: another takes the discard; ``charged``: points of penalties; ``knocks``: the seat knocks; ``knocked``:
    another does; ``unborn``: the seat is never born; ``held``: points still held at the end. Shares or points.
    ``points`` are what it explains of the difference: by how much rarer the event is, times by how much lower the lead
    is where it comes about. Where the best knocks at once, a knock explains the whole difference.
    """

    cause: Cause
    played: float
    best: float
    points: float


class Hint(Struct, tag_field="t", tag="hint"):
    """A suggested action, in practice tables or where the aids allow it.

    ``other`` is the action that it was weighed against, ``reason`` what speaks for it in ``worlds`` imagined deals,
    by ``points`` with their standard error; "" and null where nothing was weighed or nothing stands out. Once somebody
    is half way to the target the match counts: then it is weighed by ``win``, by how much more often that is won, in
    percent, with its standard error; null before.
    """

    id: str
    action: str
    other: str = ""
    reason: Reason | None = None
    points: float = 0.0
    error: float = 0.0
    worlds: int = 0
    win: float | None = None
    win_error: float = 0.0


class Bye(Struct, tag_field="t", tag="bye"):
    """The socket will be closed: other_tab, kicked, restart, slow, unreadable, protocol, gone."""

    reason: str


class Pong(Struct, tag_field="t", tag="pong"):
    """Answer to a ping."""

    seq: int
    now: int


FromServer = Welcome | Snap | Step | Ack | Nack | Previewed | Said | Presence | Hint | Bye | Pong


# Page to server.


class Hello(Struct, tag_field="t", tag="hello", forbid_unknown_fields=True):
    """First message: which table, and the last sequence number that this page has seen in this deal."""

    table: str
    protocol: int
    last: int = -1


class Act(Struct, tag_field="t", tag="act", forbid_unknown_fields=True):
    """Actions of the deal, accepted whole or refused whole. ``id`` is the page's own and kept across retries."""

    id: str
    base: int
    actions: list[str]


class Do(Struct, tag_field="t", tag="do", forbid_unknown_fields=True):
    """A command to the table: ready, rematch, redraw, leave, pause, resume, kick, bot, sit_in, take_back, lock, unlock,
    clock, rules, undo.

    ``seat`` is whom a host's command is about, ``level`` a bot's level, ``clock`` what a seat has of the times,
    ``setup`` new house rules before the first deal.
    """

    id: str
    do: str
    seat: int | None = None
    level: str | None = None
    clock: SeatClock | None = None
    setup: Setup | None = None


class Preview(Struct, tag_field="t", tag="preview", forbid_unknown_fields=True):
    """What would this draft lead to? Nothing is stored."""

    id: str
    actions: list[str]


class AskHint(Struct, tag_field="t", tag="ask_hint", forbid_unknown_fields=True):
    """A suggestion, please; for what comes after these actions of a draft."""

    id: str
    actions: list[str] = []


class Say(Struct, tag_field="t", tag="say", forbid_unknown_fields=True):
    """One of the preset phrases by number; free text only where the table allows it."""

    phrase: int
    text: str | None = None


class Ping(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True):
    """Is this socket alive, and am I up to date?"""

    seq: int


FromPage = Hello | Act | Do | Preview | AskHint | Say | Ping
