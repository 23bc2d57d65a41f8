"""May this command be given now? Each kind's conditions, and the body that goes into the log if they hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from speto.bots.api import MOST_WORLDS, usual
from speto.errors import SpetoError
from speto.protocol.messages import Do
from speto.protocol.row import Refused

from .attempt import Attempt, read_actions
from .clock import SHARES
from .command import MEMBER, NAME, Body, Command, No, known_level, short

if TYPE_CHECKING:
    from .table import Table


def check(table: Table, kind: str, seat: int | None, body: Any, now: int) -> Body | Refused:
    """The body to store, or why the command is refused; see :meth:`speto.table.table.Table.check`."""
    try:
        checker = CHECKS.get(kind)
        if checker is None:
            raise No("no_command", what=short(kind))
        if (kind == "create") != (table.seq == 0):
            raise No("created" if kind == "create" else "not_created")
        if table.closed:
            raise No("table_closed")
        return checker(Command(table, seat, body, now))
    except No as no:
        return no.why


def command(do: Do) -> tuple[str, Body]:
    """The kind and the body that a page's ``do`` stands for.

    >>> command(Do("a1", "unlock"))
    ('lock', {'locked': False})
    """
    if do.do in ("lock", "unlock"):
        return "lock", {"locked": do.do == "lock"}
    if do.do == "redraw":
        return "rematch", {"redraw": True}
    body: Body = {}
    if do.seat is not None:
        body["seat"] = do.seat
    if do.level is not None:
        body["level"] = do.level
    if do.clock is not None:
        body["clock"] = do.clock
    if do.setup is not None:
        body["setup"] = msgspec.to_builtins(do.setup)
    return do.do, body


# One check a kind.


def _create(c: Command) -> Body:
    c.of_server()
    setup, game = c.setup()
    name = c.text("name", NAME, "a name")
    bots = c.body.get("bots", [])
    if not isinstance(bots, list) or len(bots) >= setup.players:
        raise No("no_body", what="bots is a list of levels for the seats after the first")
    if setup.practice:
        bots = bots + [usual(game.name)] * (setup.players - 1 - len(bots))
    opening = c.body.get("opening")
    if opening is not None:
        try:
            game.replay(game.start(game.options(setup.rules), setup.players, opening["start"]), opening["actions"])
        except SpetoError as error:
            raise No("no_body", what=f"the opening cannot be played: {error.sentence}") from None
    return {
        **({} if opening is None else {"opening": opening}),
        "setup": msgspec.to_builtins(setup),
        "version": game.version,
        "name": name,
        "member": "" if c.body.get("member") is None else c.text("member", MEMBER, "a member id"),
        "bots": [known_level(game.name, level) for level in bots],
    }


def _rules(c: Command) -> Body:
    c.host()
    if c.table.stage != "waiting":
        raise No("begun")
    setup, game = c.setup()
    people = sum(one.kind == "person" for one in c.table.seats.all)
    if people > setup.players:
        raise No("seats_taken", what=setup.players)
    if setup.practice and people > 1:
        raise No("practice")
    return {"setup": msgspec.to_builtins(setup), "version": game.version}


def _sit(c: Command) -> Body:
    name, member = c.text("name", NAME, "a name"), c.text("member", MEMBER, "a member id")
    wanted = None if c.body.get("seat") is None else c.target()
    seats, own = c.table.seats, c.table.seats.of(member)
    if own is not None and (c.table.stage != "waiting" or wanted in (None, own)):
        if not seats[own].left:
            raise No("seated")
        return {"seat": own, "name": name, "member": member}
    if member in seats.kicked:
        raise No("kicked")
    if own is None and seats.locked:
        raise No("locked")
    if own is None and c.table.setup.practice:
        raise No("practice")
    if c.table.stage == "playing":
        raise No("dealt")
    if wanted is None:
        wanted = seats.first(["empty", "bot"])
        if wanted is None:
            raise No("full")
    if seats[wanted].kind == "person":
        raise No("seat_taken", seat=wanted)
    return {"seat": wanted, "name": name, "member": member}


def _bot(c: Command) -> Body:
    number = c.target()
    if c.table.seats[number].kind == "person":
        return _sit_in(c)
    if c.seat is not None:
        c.host()
    if c.table.stage == "playing":
        raise No("dealt")
    return {"seat": number, "level": c.level()}


def _sit_in(c: Command) -> Body:
    number = c.target()
    if c.seat is not None:
        c.host_or_stand_in()
        if number == c.seat:
            raise No("self")
    person = c.table.seats[number]
    if person.kind != "person":
        raise No("not_person", seat=number)
    if not c.table.begun:
        raise No("not_begun")
    if person.sitting_in:
        raise No("as_it_is")
    if not person.away:
        raise No("present", seat=number)
    return {"seat": number, "level": c.level()}


def _take_back(c: Command) -> Body:
    number, person = c.about()
    if not person.sitting_in:
        raise No("as_it_is")
    return {"seat": number}


def _leave(c: Command) -> Body:
    number, person = c.about()
    if person.left:
        raise No("as_it_is")
    return {"seat": number, "level": c.usual_level()}


def _kick(c: Command) -> Body:
    host, number = c.host(), c.target()
    if number == host:
        raise No("self")
    if c.table.seats[number].kind != "person" and (c.table.begun or c.table.seats[number].kind == "empty"):
        raise No("not_person", seat=number)
    return {"seat": number, "level": c.usual_level()}


def _lock(c: Command) -> Body:
    c.host()
    locked = c.body.get("locked", True)
    if type(locked) is not bool:
        raise No("no_body", what="locked is true or false")
    if locked == c.table.seats.locked:
        raise No("as_it_is")
    return {"locked": locked}


def _clock(c: Command) -> Body:
    """A person for the own seat, the host for anybody's."""
    own = c.person()
    number = own if c.body.get("seat") is None else c.target()
    if number != own:
        c.host()
    if c.table.seats[number].kind != "person":
        raise No("not_person", seat=number)
    clock = c.body.get("clock")
    if not isinstance(clock, str) or clock not in SHARES:
        raise No("no_body", what=f"clock is one of {', '.join(SHARES)}")
    if c.table.clock.times is None:
        raise No("no_clock")
    if c.table.seats[number].clock == clock:
        raise No("as_it_is")
    return {"seat": number, "clock": clock}


def _presence(away: bool) -> Callable[[Command], Body]:
    def presence(c: Command) -> Body:
        c.of_server()
        number, person = c.about()
        if person.left or person.away == away:
            raise No("as_it_is")
        return {"seat": number}

    return presence


def _ready(c: Command) -> Body:
    person = c.person()
    c.between_deals()
    if c.table.seats[person].ready:
        raise No("ready_already")
    return {"seat": person}


def _pause(c: Command) -> Body:
    c.host_or_stand_in()
    if not c.table.begun:
        raise No("match_over" if c.table.stage == "over" else "not_begun")
    if c.table.paused:
        raise No("paused")
    return {}


def _resume(c: Command) -> Body:
    c.host_or_stand_in()
    if not c.table.paused:
        raise No("not_paused")
    return {}


def _shift(c: Command) -> Body:
    c.of_server()
    by = c.body.get("by")
    if type(by) is not int or not 0 < by < 1 << 50:
        raise No("no_body", what="by is a number of ms")
    if c.table.clock.deadline is None:
        raise No("as_it_is")
    return {"by": by}


def _deal(c: Command) -> Body:
    c.of_server()
    c.between_deals()
    if not c.table.can_deal:
        raise No("not_ready")
    return {"number": c.table.dealt + 1}


def _act(c: Command) -> Body:
    c.while_playing()
    if c.seat is None or c.seat != c.table.actor:
        raise No("not_your_turn")
    actions = read_actions(c.body.get("actions"))
    if isinstance(actions, Refused):
        raise No(actions)
    if not actions:
        raise No("no_actions")
    tried = c.table.attempt()
    if (no := tried.play(actions)) is not None:
        raise No(no)
    c.table.remember(tried)
    return {"actions": tried.texts, **_thought(c)}


def _thought(c: Command) -> Body:
    """Which bot chose, in how many worlds and by which weights, if one did: its move can be computed again."""
    worlds, weights = c.body.get("worlds"), c.body.get("weights")
    plays = c.seat is not None and c.table.seats[c.seat].bot_plays
    if not plays or type(worlds) is not int or not 0 <= worlds <= MOST_WORLDS or not isinstance(weights, str):
        return {}
    return {"bot": known_level(c.table.setup.game, c.body.get("bot")), "worlds": worlds, "weights": weights}


def _timeout(c: Command) -> Body:
    """The default move, or the draft that the server adds if it is a whole legal turn."""
    c.of_server()
    c.while_playing()
    deadline = c.table.clock.deadline
    if deadline is None or c.now < deadline:
        raise No("early")
    tried = _draft(c)
    if tried is None:
        tried = c.table.attempt()
        tried.play_default()
    c.table.remember(tried)
    return {"seat": c.table.actor, "actions": tried.texts, "level": c.usual_level()}


def _draft(c: Command) -> Attempt | None:
    """The seat's draft, played; None unless it is a whole legal turn."""
    actions = read_actions(c.body.get("actions"))
    if isinstance(actions, Refused) or not actions:
        return None
    tried = c.table.attempt()
    return None if tried.play(actions) is not None or tried.open else tried


def _rematch(c: Command) -> Body:
    person = c.person()
    if c.table.stage == "waiting":
        raise No("not_begun")
    if c.table.stage != "over":
        raise No("match_on")
    redraw = c.body.get("redraw", False)
    if type(redraw) is not bool:
        raise No("no_body", what="redraw is true or false")
    return {"seat": person, "seats": c.table.draw_seats()} if redraw else {"seat": person}


def _undo(c: Command) -> Body:
    person = c.person()
    if not c.table.setup.practice:
        raise No("not_practice")
    c.while_playing()
    assert c.table.match is not None
    left = c.table.match.turn_start(person)
    if left is None:
        raise No("nothing_to_undo")
    return {"actions": left}


def _abandon(c: Command) -> Body:
    c.of_server()
    due = c.table.due()
    if due is None or due.kind != "abandon" or c.now < due.at:
        raise No("early")
    return {}


CHECKS: dict[str, Callable[[Command], Body]] = {
    "create": _create,
    "sit": _sit,
    "bot": _bot,
    "leave": _leave,
    "deal": _deal,
    "act": _act,
    "ready": _ready,
    "pause": _pause,
    "resume": _resume,
    "kick": _kick,
    "lock": _lock,
    "clock": _clock,
    "rules": _rules,
    "away": _presence(away=True),
    "back": _presence(away=False),
    "sit_in": _sit_in,
    "take_back": _take_back,
    "timeout": _timeout,
    "shift": _shift,
    "rematch": _rematch,
    "undo": _undo,
    "abandon": _abandon,
}
"""Every kind of row."""
