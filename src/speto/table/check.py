"""May this command be given now? Each kind's conditions, and the body that goes into the log if they hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from speto.errors import SpetoError
from speto.game import Game
from speto.game import game as game_of

from .attempt import Attempt, read_actions
from .messages import Do, Setup
from .row import Refused, refused

if TYPE_CHECKING:
    from .seats import Seat
    from .table import Table

Body = dict[str, Any]

NAME = 40
"""The most characters of a name."""
PACE = 10_000
"""The longest that a bot may take over a decision, in ms."""


class _No(Exception):
    """A command is refused."""

    def __init__(self, why: Refused) -> None:
        super().__init__(why.sentence)
        self.why = why


def _no(reason: str, **words: Any) -> _No:
    return _No(refused(reason, **words))


def check(table: Table, kind: str, seat: int | None, body: Any, now: int) -> Body | Refused:
    """The body to store, or why the command is refused; see :meth:`speto.table.table.Table.check`."""
    try:
        checker = CHECKS.get(kind) if isinstance(kind, str) else None
        if checker is None:
            raise _no("no_command", what=_short(kind))
        if not isinstance(body, dict):
            raise _no("no_body", what="a command's body is an object")
        if (kind == "create") != (table.seq == 0):
            raise _no("created" if kind == "create" else "not_created")
        if table.closed:
            raise _no("closed")
        if seat is not None and not (type(seat) is int and 0 <= seat < len(table.seats)):
            raise _no("no_seat", what=_short(seat))
        return checker(table, seat, body, now)
    except _No as no:
        return no.why


def command(do: Do) -> tuple[str, Body]:
    """The kind and the body that a page's ``do`` stands for.

    >>> command(Do("a1", "unlock"))
    ('lock', {'locked': False})
    """
    if do.do in ("lock", "unlock"):
        return "lock", {"locked": do.do == "lock"}
    body: Body = {}
    if do.seat is not None:
        body["seat"] = do.seat
    if do.level is not None:
        body["level"] = do.level
    if do.setup is not None:
        body["setup"] = msgspec.to_builtins(do.setup)
    return do.do, body


# What several commands ask.


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else shown[:37] + "…"


def _text(body: Body, key: str, most: int, what: str) -> str:
    value = body.get(key)
    text = value.strip() if isinstance(value, str) else ""
    if not 0 < len(text) <= most or not text.isprintable():
        raise _no("no_body", what=f"{what} has 1 to {most} characters that print")
    return text


def _of_server(seat: int | None) -> None:
    if seat is not None:
        raise _no("not_server")


def _person(table: Table, seat: int | None) -> int:
    """The seat of a person who gives a command."""
    if seat is None:
        raise _no("not_seated")
    person = table.seats[seat]
    if person.kind != "person" or person.left:
        raise _no("not_seated")
    return seat


def _host(table: Table, seat: int | None) -> int:
    if _person(table, seat) != table.seats.host:
        raise _no("not_host")
    assert seat is not None
    return seat


def _stands_in(table: Table, seat: int | None) -> int:
    """The host, or anybody while the host is away: what must not wait for one person."""
    person, host = _person(table, seat), table.seats.host
    if host is not None and not table.seats[host].away:
        return _host(table, seat)
    return person


def _seat(table: Table, body: Body) -> int:
    """The seat that a command is about."""
    seat = body.get("seat")
    if type(seat) is not int or not 0 <= seat < len(table.seats):
        raise _no("no_seat", what=_short(seat))
    return seat


def _about(table: Table, seat: int | None, body: Body) -> tuple[int, Seat]:
    """The person whom a command is about: whoever gives it, or the one whom the server names."""
    number = _seat(table, body) if seat is None else seat
    person = table.seats[number]
    if person.kind != "person":
        raise _no("not_person", seat=number)
    return number, person


def _level(table: Table, body: Body) -> str:
    from speto.bots import players

    level = body.get("level") or table.default_level
    known = players(table.setup.game)
    if not isinstance(level, str) or level not in known:
        raise _no("no_level", what=_short(level), known=", ".join(known))
    return level


def _setup(value: object) -> tuple[Setup, Game[Any, Any, Any]]:
    """What a table is to be set up with, the rules in their shortest form."""
    try:
        setup = value if isinstance(value, Setup) else msgspec.convert(value, Setup)
    except msgspec.ValidationError as error:
        raise _no("no_body", what=f"the setup cannot be read: {error}") from None
    try:
        game = game_of(setup.game)
        rules = game.rules(game.options(setup.rules))
    except SpetoError as error:
        raise _no("bad_rules", rule=error.rule, what=error.sentence) from None
    if setup.players not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        raise _no("bad_rules", rule="R1", what=f"{game.name} is for {least} to {most} players, not {setup.players}")
    if not 0 <= setup.pace <= PACE:
        raise _no("no_body", what=f"pace is 0 to {PACE} ms")
    return msgspec.structs.replace(setup, rules=rules), game


# One check a kind.


def _create(table: Table, seat: int | None, body: Body, now: int) -> Body:
    _of_server(seat)
    setup, game = _setup(body.get("setup", {}))
    name = _text(body, "name", NAME, "a name")
    bots = body.get("bots", [])
    if not isinstance(bots, list) or len(bots) >= setup.players:
        raise _no("no_body", what="bots is a list of levels for the seats after the first")
    from speto.bots import players

    known = players(game.name)
    if setup.practice:
        bots = bots + [list(known)[-1]] * (setup.players - 1 - len(bots))
    for level in bots:
        if not isinstance(level, str) or level not in known:
            raise _no("no_level", what=_short(level), known=", ".join(known))
    created: Body = {"setup": msgspec.to_builtins(setup), "version": game.version, "name": name, "bots": bots}
    if body.get("member") is not None:
        created["member"] = _text(body, "member", 64, "a member id")
    return created


def _rules(table: Table, seat: int | None, body: Body, now: int) -> Body:
    _host(table, seat)
    if table.stage != "waiting":
        raise _no("begun")
    setup, game = _setup(body.get("setup"))
    people = sum(one.kind == "person" for one in table.seats.all)
    if people > setup.players:
        raise _no("seats_taken", what=setup.players)
    if setup.practice and people > 1:
        raise _no("practice")
    return {"setup": msgspec.to_builtins(setup), "version": game.version}


def _sit(table: Table, seat: int | None, body: Body, now: int) -> Body:
    name, member = _text(body, "name", NAME, "a name"), _text(body, "member", 64, "a member id")
    wanted = None if body.get("seat") is None else _seat(table, body)
    seats, own = table.seats, table.seats.of(member)
    if own is not None and (table.stage != "waiting" or wanted in (None, own)):
        if not seats[own].left:
            raise _no("seated")
        return {"seat": own, "name": name, "member": member}
    if member in seats.kicked:
        raise _no("kicked")
    if own is None and seats.locked:
        raise _no("locked")
    if own is None and table.setup.practice:
        raise _no("practice")
    if table.stage == "playing":
        raise _no("dealt")
    if wanted is None:
        wanted = seats.first(["empty", "bot"])
        if wanted is None:
            raise _no("full")
    if seats[wanted].kind == "person":
        raise _no("seat_taken", seat=wanted)
    return {"seat": wanted, "name": name, "member": member}


def _bot(table: Table, seat: int | None, body: Body, now: int) -> Body:
    number = _seat(table, body)
    if table.seats[number].kind == "person":
        return _sit_in(table, seat, body, now)
    if seat is not None:
        _host(table, seat)
    if table.stage == "playing":
        raise _no("dealt")
    return {"seat": number, "level": _level(table, body)}


def _sit_in(table: Table, seat: int | None, body: Body, now: int) -> Body:
    number = _seat(table, body)
    if seat is not None:
        _stands_in(table, seat)
        if number == seat:
            raise _no("self")
    person = table.seats[number]
    if person.kind != "person":
        raise _no("not_person", seat=number)
    if not table.begun:
        raise _no("not_begun")
    if person.sitting_in:
        raise _no("as_it_is")
    if not person.away:
        raise _no("present", seat=number)
    return {"seat": number, "level": _level(table, body)}


def _take_back(table: Table, seat: int | None, body: Body, now: int) -> Body:
    number, person = _about(table, seat, body)
    if person.left:
        raise _no("not_seated")
    if not person.sitting_in:
        raise _no("as_it_is")
    return {"seat": number}


def _leave(table: Table, seat: int | None, body: Body, now: int) -> Body:
    number, person = _about(table, seat, body)
    if person.left:
        raise _no("as_it_is")
    return {"seat": number}


def _kick(table: Table, seat: int | None, body: Body, now: int) -> Body:
    host, number = _host(table, seat), _seat(table, body)
    if number == host:
        raise _no("self")
    if table.seats[number].kind != "person" and (table.begun or table.seats[number].kind == "empty"):
        raise _no("not_person", seat=number)
    return {"seat": number}


def _lock(table: Table, seat: int | None, body: Body, now: int) -> Body:
    _host(table, seat)
    locked = body.get("locked", True)
    if type(locked) is not bool:
        raise _no("no_body", what="locked is true or false")
    if locked == table.seats.locked:
        raise _no("as_it_is")
    return {"locked": locked}


def _presence(away: bool) -> Callable[[Table, int | None, Body, int], Body]:
    def presence(table: Table, seat: int | None, body: Body, now: int) -> Body:
        _of_server(seat)
        number, person = _about(table, None, body)
        if person.left or person.away == away:
            raise _no("as_it_is")
        return {"seat": number}

    return presence


def _ready(table: Table, seat: int | None, body: Body, now: int) -> Body:
    person = _person(table, seat)
    if table.paused:
        raise _no("paused")
    if table.stage == "playing":
        raise _no("dealt")
    if table.stage == "over":
        raise _no("match_over")
    if table.seats[person].ready:
        raise _no("ready_already")
    return {"seat": person}


def _pause(table: Table, seat: int | None, body: Body, now: int) -> Body:
    _stands_in(table, seat)
    if not table.begun:
        raise _no("match_over" if table.stage == "over" else "not_begun")
    if table.paused:
        raise _no("paused")
    return {}


def _resume(table: Table, seat: int | None, body: Body, now: int) -> Body:
    _stands_in(table, seat)
    if not table.paused:
        raise _no("not_paused")
    return {}


def _shift(table: Table, seat: int | None, body: Body, now: int) -> Body:
    _of_server(seat)
    by = body.get("by")
    if type(by) is not int or not 0 < by < 1 << 50:
        raise _no("no_body", what="by is a number of ms")
    if table.clock.deadline is None:
        raise _no("as_it_is")
    return {"by": by}


def _deal(table: Table, seat: int | None, body: Body, now: int) -> Body:
    _of_server(seat)
    if table.paused:
        raise _no("paused")
    if table.stage == "playing":
        raise _no("dealt")
    if table.stage == "over":
        raise _no("match_over")
    if not table.can_deal:
        raise _no("not_ready")
    return {"number": table.dealt + 1}


def _playing(table: Table) -> None:
    if table.stage != "playing":
        raise _no("not_playing")
    if table.paused:
        raise _no("paused")


def _act(table: Table, seat: int | None, body: Body, now: int) -> Body:
    _playing(table)
    if seat is None or seat != table.actor:
        raise _no("not_your_turn")
    actions = read_actions(body.get("actions"))
    if isinstance(actions, Refused):
        raise _No(actions)
    if not actions:
        raise _no("no_actions")
    tried = table.attempt()
    if (no := tried.play(actions)) is not None:
        raise _No(no)
    table.remember(tried)
    return {"actions": tried.texts}


def _timeout(table: Table, seat: int | None, body: Body, now: int) -> Body:
    """The default move, or the draft that the server adds if it is a whole legal turn."""
    _of_server(seat)
    _playing(table)
    deadline = table.clock.deadline
    if deadline is None or now < deadline:
        raise _no("early")
    tried = _draft(table, body.get("actions"))
    if tried is None:
        tried = table.attempt()
        tried.play_default()
    table.remember(tried)
    return {"seat": table.actor, "actions": tried.texts}


def _draft(table: Table, draft: object) -> Attempt | None:
    actions = read_actions(draft)
    if isinstance(actions, Refused) or not actions:
        return None
    tried = table.attempt()
    return None if tried.play(actions) is not None or tried.open else tried


def _rematch(table: Table, seat: int | None, body: Body, now: int) -> Body:
    person = _person(table, seat)
    if table.stage == "waiting":
        raise _no("not_begun")
    if table.stage != "over":
        raise _no("match_on")
    return {"seat": person}


def _undo(table: Table, seat: int | None, body: Body, now: int) -> Body:
    person = _person(table, seat)
    if not table.setup.practice:
        raise _no("not_practice")
    _playing(table)
    assert table.match is not None
    left = table.match.turn_start(person)
    if left is None:
        raise _no("nothing_to_undo")
    return {"actions": left}


def _abandon(table: Table, seat: int | None, body: Body, now: int) -> Body:
    _of_server(seat)
    due = table.due()
    if due is None or due.kind != "abandon" or now < due.at:
        raise _no("early")
    return {}


CHECKS: dict[str, Callable[[Table, int | None, Body, int], Body]] = {
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
