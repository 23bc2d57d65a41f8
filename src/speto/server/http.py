"""The HTTP interface: tables, seats, records, rules, health. What goes on at a table goes over its socket."""

from __future__ import annotations

import secrets
import time
from functools import lru_cache
from typing import NoReturn

import msgspec
from starlette.responses import Response

from speto import __version__, rules_text
from speto.bots.api import levels
from speto.dummy import lesson
from speto.errors import SpetoError
from speto.game import game as game_of
from speto.houserules import AtLeast
from speto.protocol.row import BadLog, Refused
from speto.store.api import Listed
from speto.table.attempt import LONGEST
from speto.table.games import page_of

from .analyses import ANALYSES
from .identity import Identity
from .live import Live, now_ms
from .records import RECORDS
from .routes import Call, Refuse, Table, refuse
from .shapes import (
    Created,
    CreateTable,
    DealSeed,
    Deleted,
    Health,
    Join,
    Joined,
    LessonLine,
    LessonMove,
    LessonTry,
    LessonView,
    Option,
    Privacy,
    Rules,
    RuleText,
    SeatLink,
    TableInfo,
    TableLine,
    TakeSeat,
)

WATCHABLE = 600_000
"""A public table that is played at is listed if something has happened there in so many ms."""

ROUTES = Table()
ALL = 100_000
"""More tables than anybody sits at."""
_STATUS = {"not_yours": 403, "not_now": 409, "stale": 409, "full": 503, "rate": 429, "too_long": 413}


def _refuse(refused: Refused) -> NoReturn:
    raise Refuse(_STATUS.get(refused.code, 400), refused.code, refused.sentence, refused.rule, refused.reason)


async def _live(call: Call) -> tuple[Live, str]:
    """The table that the path names, and how the caller may come to it. Raises NoTable, Refuse."""
    table, viewer = await call.server.door(call.path["table"], call.address())
    try:
        live = await call.server.tables.get(table)
    except BadLog as error:
        raise Refuse(409, "version", error.sentence) from None
    await call.server.tables.catch_up(live)
    return live, viewer


# Tables.


@ROUTES.add("POST", "/api/tables", "Open a table", Created, body=CreateTable, status=201, problems=[429])
async def create_table(call: Call) -> Created:
    """Open a table, with bots if that is asked for."""
    server, asked = call.server, call.body
    if not server.opened.take(call.address(), time.monotonic()):
        raise refuse("many_tables")
    # The first bots come with the table, those behind a place for a person after it.
    count = next((n for n, level in enumerate(asked.bots) if level is None), len(asked.bots))
    live = await server.tables.create(asked.name, call.member(), asked.setup, asked.bots[:count])
    if isinstance(live, Refused):
        _refuse(live)
    for seat, level in enumerate(asked.bots[count:], start=count + 1):
        if level is not None:
            body = {"seat": seat, "level": level}
            answer = await server.tables.command(live, "bot", None, body, f"create:{seat}")
            if isinstance(answer, Refused):
                _refuse(answer)
    if asked.ready:
        await server.tables.command(live, "ready", 0, {}, "create:ready")
    server.duty.set(live)
    return Created(live.id, live.codes.invite, live.codes.watch, 0)


@ROUTES.add(
    "GET", "/api/tables", "Public tables: those that wait for people, those that can be watched", list[TableLine]
)
async def list_tables(call: Call) -> list[TableLine]:
    """The public tables."""
    return [_line(listed, "") for listed in await call.server.store.public(now_ms() - WATCHABLE)]


@ROUTES.add("GET", "/api/tables/{table}", "A table, by its id or by a code", TableInfo, problems=[404, 409])
async def get_table(call: Call) -> TableInfo:
    """A table as the caller may see it."""
    live, viewer = await _live(call)
    seat = live.seat_of(call.members)
    view = live.table.table_view()
    watch = live.codes.watch
    if viewer == "watch" and seat is None:
        return TableInfo(watch, "", watch, None, msgspec.structs.replace(view, id=watch))
    return TableInfo(live.id, live.codes.invite, watch, seat, view)


@ROUTES.add("POST", "/api/tables/{table}/join", "Sit down", Joined, body=Join, problems=[403, 404, 409])
async def join_table(call: Call) -> Joined:
    """Sit down; who sits already keeps the seat."""
    live, viewer = await _live(call)
    seat = live.seat_of(call.members)
    if seat is None and viewer == "watch":
        raise refuse("watch_only")
    asked: Join = call.body
    free = seat is None or live.table.seats[seat].left or (asked.seat not in (None, seat) and not live.table.begun)
    if free:
        member = call.member() if seat is None else live.table.member(seat)
        body = {"name": asked.name, "member": member, "seat": asked.seat}
        answer = await call.server.tables.command(live, "sit", None, body, f"sit:{secrets.token_hex(8)}")
        if isinstance(answer, Refused):
            _refuse(answer)
        seat = live.seat_of(call.members)
    if seat is None:
        raise refuse("quicker")
    return Joined(live.id, seat)


@ROUTES.add("GET", "/api/mine", "The tables where the caller sits, the one that changed last first", list[TableLine])
async def my_tables(call: Call) -> list[TableLine]:
    """The caller's tables."""
    store = call.server.store
    found = [listed for member in call.members for listed in await store.tables_of(member)]
    found.sort(key=lambda listed: -listed.updated)
    codes = {listed.id: await store.codes(listed.id) for listed in found}
    return [_line(listed, held.invite) for listed in found if (held := codes[listed.id]) is not None]


@ROUTES.add(
    "GET",
    "/api/tables/{table}/link",
    "What moves the caller's seat to another device",
    SeatLink,
    problems=[403, 404, 409],
)
async def get_link(call: Call) -> SeatLink:
    """The secret of the caller's seat."""
    live, _ = await _live(call)
    return await _link(call, live, new=False)


@ROUTES.add(
    "POST",
    "/api/tables/{table}/link",
    "Make that secret anew; the old one opens nothing any more",
    SeatLink,
    problems=[403, 404, 409],
)
async def new_link(call: Call) -> SeatLink:
    """A new secret for the caller's seat."""
    live, _ = await _live(call)
    return await _link(call, live, new=True)


async def _link(call: Call, live: Live, new: bool) -> SeatLink:
    seat, store = live.seat_of(call.members), call.server.store
    secret = None
    if seat is not None:
        secret = await (store.new_seat_secret if new else store.seat_secret)(live.id, seat)
    if secret is None:
        raise Refuse(403, "not_yours", "only somebody who sits at the table can move a seat")
    return SeatLink(secret, f"/s#{secret}")


@ROUTES.add("POST", "/api/seat", "Take a seat to this device by its secret", Joined, body=TakeSeat, problems=[404, 429])
async def take_seat(call: Call) -> Joined:
    """This browser is the seat's person from now on, beside who it was."""
    address, now = call.address(), time.monotonic()
    if call.server.guessed.empty(address, now):
        raise refuse("many_secrets")
    found = await call.server.store.find_seat(call.body.secret) if call.body.secret.isalnum() else None
    if found is None:
        call.server.guessed.take(address, now)
        raise Refuse(404, "unknown", "this link moves no seat: it was used up, or the seat is somebody else's")
    others = [member for member in call.members if member != found.member]
    call.be(*(others[:1] or []), found.member, *others[1:])
    return Joined(found.table, found.seat)


@ROUTES.add(
    "GET",
    "/api/tables/{table}/deals/{deal:int}/seed",
    "The seed of a finished deal",
    DealSeed,
    problems=[403, 404, 409],
)
async def get_seed(call: Call) -> DealSeed:
    """For those who sit at the table, while its match goes on."""
    live, _ = await _live(call)
    if live.seat_of(call.members) is None:
        raise Refuse(403, "not_yours", "a deal's seed is for those who sit at the table")
    numbers = live.table.match.numbers if live.table.match else []
    deal = call.path["deal"]
    seed = live.table.deal_secret(numbers.index(deal) + 1) if deal in numbers else None
    if seed is None:
        raise Refuse(404, "unknown", "there is no such deal in this match, or it is not over")
    return DealSeed(seed)


def _line(listed: Listed, code: str) -> TableLine:
    summary = listed.summary
    names = [listed.names.get(number) or level for number, level in enumerate(summary.get("levels", []))]
    return TableLine(
        listed.id,
        code,
        listed.seat,
        listed.status,
        summary.get("deal", 0),
        summary.get("turn"),
        names,
        summary.get("totals", []),
        summary.get("target"),
        summary.get("rules", {}),
        listed.updated,
    )


# Rules.


ROUTES.rows += RECORDS.rows
ROUTES.rows += ANALYSES.rows


@ROUTES.add("GET", "/api/rules", "House rules, presets and levels of bots", Rules, query={"game": str})
async def get_rules(call: Call) -> Rules:
    """What a table can be set to; ``?game=`` names another game than Dummy."""
    return _rules(call.request.query_params.get("game", "dummy")[:20])


@lru_cache(8)
def _rules(name: str) -> Rules:
    game = game_of(name)
    kind = type(game.options({}))
    options = []
    for option, (values, rule) in kind.CHOICES.items():
        match values:
            case range():
                options.append(Option(option, rule, None, values[0], values[-1]))
            case AtLeast():
                options.append(Option(option, rule, None, values.least))
            case _:
                options.append(Option(option, rule, list(values)))
    presets = {preset: {o.name: getattr(held, o.name) for o in options} for preset, held in kind.PRESETS.items()}
    return Rules(game.name, game.version, presets, options, levels(name))


@ROUTES.add("GET", "/api/rules/text", "Every rule by its id, in English", list[RuleText], problems=[404])
async def get_rule_texts(_: Call) -> Response:
    """The rules' texts."""
    return Response(_rule_texts(), 200, {"cache-control": "max-age=3600"}, "application/json")


@lru_cache(1)
def _rule_texts() -> bytes:
    try:
        rules = rules_text.parse(rules_text.find().read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise Refuse(404, "unknown", str(error)) from None
    return msgspec.json.encode([RuleText(rule.id, rule.section, rule.cells) for rule in rules.values()])


# Lessons.


@ROUTES.add("GET", "/api/lessons", "The lessons, in the order in which they are learned", list[LessonLine])
async def list_lessons(_: Call) -> list[LessonLine]:
    """All lessons."""
    return [LessonLine(name, len(lesson.lesson(name).steps)) for name in lesson.LESSONS]


@ROUTES.add("POST", "/api/lessons/{lesson}", "A lesson after these actions of the learner", LessonView, body=LessonTry)
async def try_lesson(call: Call) -> LessonView:
    """Where a lesson stands. Nothing is stored: the actions so far come with every request."""
    asked: LessonTry = call.body
    if any(len(text) > LONGEST for text in asked.actions):
        raise Refuse(400, "illegal", f"an action has at most {LONGEST} characters")
    return _lesson_view(call.path["lesson"], lesson.after(call.path["lesson"], asked.actions))


def _lesson_view(name: str, moment: lesson.Moment) -> LessonView:
    page, step, held = page_of("dummy"), moment.now, moment.lesson
    assert page is not None
    view = moment.deal.see(held.seat)
    refusal = moment.refusal
    return LessonView(
        name,
        moment.step,
        len(held.steps),
        step.key if step else "",
        moment.verdict,
        held.seat,
        held.rules,
        moment.played,
        [LessonMove(seat, text) for seat, text in moment.happened],
        page.deal_view(view, 1, moment.drawn),
        page.preview(view, [], 1, moment.drawn) if view.turn == held.seat else None,
        step.ask.choices if step and step.ask else [],
        moment.hint,
        refusal.rule if refusal else None,
        refusal.sentence if refusal else None,
        refusal.reason if refusal else None,
    )


# Oneself.


@ROUTES.add("DELETE", "/api/me", "Forget the caller: names in tables and records, seats, the cookie", Deleted)
async def delete_me(call: Call) -> Deleted:
    """Forget the caller. Bots play on where a match is under way."""
    server = call.server
    for member in call.members:
        for listed in await server.store.tables_of(member, ALL):
            try:
                live = await server.tables.get(listed.id)
            except BadLog:  # another version's: nobody plays there, and the name goes all the same
                continue
            seat = live.table.seat_of(member)
            if seat is not None:
                await server.tables.command(live, "leave", None, {"seat": seat}, f"leave:{secrets.token_hex(8)}")
    changed: set[str] = set()
    for member in call.members:
        changed.update(await server.store.delete_member(member))
    for table in changed:
        if (held := server.tables.live.get(table)) is not None:
            server.tables.drop(held)
    call.headers["set-cookie"] = Identity.forget(call.secure)
    return Deleted(len(changed))


PRIVACY = Privacy(
    "The server keeps the name you type, a random number in a cookie so that your seat stays yours, and what you play. "
    "It keeps nothing else, gives nothing to anybody, and forgets your name and your seats when you press “Forget me”.",
    "เซิร์ฟเวอร์เก็บเพียงชื่อที่คุณพิมพ์ ตัวเลขสุ่มในคุกกี้เพื่อให้ที่นั่งยังเป็นของคุณ และสิ่งที่คุณเล่น "
    "ไม่เก็บอย่างอื่น ไม่ส่งให้ใคร และจะลืมชื่อกับที่นั่งของคุณเมื่อคุณกด “ลืมฉัน”",
)


@ROUTES.add("GET", "/api/privacy", "What is kept about people", Privacy)
async def privacy(_: Call) -> Privacy:
    """Two sentences."""
    return PRIVACY


# For operators.


@ROUTES.add("GET", "/healthz", "Does the server answer, and its store?", Health)
async def healthz(call: Call) -> Response:
    """200 while the store answers, else 503."""
    server = call.server
    try:
        await server.store.heads([])
        fine = server.healthy
    except SpetoError:
        fine = False
    health = Health("ok" if fine else "failing", fine, __version__, len(server.tables.live), len(server.sessions))
    body = msgspec.json.encode(health)
    return Response(body, 200 if fine else 503, {"cache-control": "no-store"}, "application/json")


@ROUTES.add("GET", "/metrics", "Figures for Prometheus", None, media="text/plain")
async def metrics(call: Call) -> Response:
    """All figures."""
    return Response(call.server.metrics.text(), 200, {"cache-control": "no-store"}, "text/plain; version=0.0.4")


@ROUTES.add("GET", "/openapi.json", "This interface", None)
async def openapi(_: Call) -> Response:
    """The OpenAPI page."""
    return Response(_openapi(), 200, None, "application/json")


@lru_cache(1)
def _openapi() -> bytes:
    return msgspec.json.format(msgspec.json.encode(ROUTES.openapi(__version__)), indent=1)
