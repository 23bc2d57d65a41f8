"""The route table of the HTTP interface: handlers, their types, and the OpenAPI page that follows from them.

A handler gets a :class:`Call` and answers with a struct of ``shapes.py``; what it refuses it raises as
:class:`Refuse`. Reading, limits, answers in JSON and counting happen here, once.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from ipaddress import IPv6Address
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from speto.errors import SpetoError
from speto.store.api import NoTable, StoreDown, StoreFull

from .identity import new_member
from .logs import log, told
from .shapes import Problem

if TYPE_CHECKING:
    from .app import Server

BODY = 64 << 10
"""The most bytes of a request, where a route does not say more."""
SLOW = 60.0
"""Seconds in which a request's body must be there."""
DIGITS = 9
"""The most digits of a whole number in an address: any such number fits every database."""


class Refuse(Exception):
    """A request is refused: with this status, code and sentence, and where the page has more exact words, a reason."""

    def __init__(
        self, status: int, code: str, sentence: str, rule: str | None = None, reason: str | None = None
    ) -> None:
        super().__init__(sentence)
        self.status = status
        self.problem = Problem(code, sentence, rule, reason)


REASONS: dict[str, tuple[int, str, str]] = {
    "unfinished": (
        409,
        "not_now",
        "this deal is not over: only finished deals are analysed, and their turns played again",
    ),
    "analysing": (429, "rate", "another deal is being analysed for this address: wait for it"),
    "queue": (429, "rate", "many deals are being analysed: try again in a moment"),
    "workers_lost": (409, "not_now", "the workers that analyse were lost: try again in a moment"),
    "no_compiler": (409, "not_now", "this server cannot analyse: it runs without the compiled kernel"),
    "starting": (409, "not_now", "the server has just started and cannot analyse yet: try again in a minute or two"),
    "no_deal_fits": (409, "not_now", "no other cards fit what this seat saw: choose another turn"),
    "quicker": (409, "not_now", "somebody was quicker"),
    "watch_only": (403, "not_yours", "this link lets one watch; to sit down one needs the invitation"),
    "many_records": (429, "rate", "too many records from this address: wait a minute"),
    "many_replays": (429, "rate", "too many replays are asked for: try again in a moment"),
    "many_requests": (429, "rate", "too many requests from this address: wait a moment"),
    "many_secrets": (429, "rate", "too many secrets were tried: wait a minute"),
    "many_tables": (429, "rate", "too many tables from this address: wait a minute"),
}
"""What the page says in words of its own, in each language: a reason with its status, code and sentence."""


def refuse(reason: str) -> Refuse:
    """A refusal for one of these reasons."""
    status, code, sentence = REASONS[reason]
    return Refuse(status, code, sentence, None, reason)


class Call:
    """One request: what it asks, and of whom it comes."""

    def __init__(self, server: Server, request: Request, body: Any) -> None:
        self.server, self.request, self.body = server, request, body
        self.members = server.identity.members(request.headers.get("cookie", ""))
        self.headers: dict[str, str] = {}

    @property
    def path(self) -> dict[str, Any]:
        """The parts of the path that the route names."""
        return self.request.path_params

    @property
    def secure(self) -> bool:
        """Whether the request came over TLS."""
        return self.request.url.scheme == "https"

    def address(self) -> str:
        """Whom limits count."""
        return network(self.request.client)

    def member(self) -> str:
        """The caller's own member id; a new one is set as a cookie."""
        if not self.members:
            self.be(new_member())
        return self.members[0]

    def be(self, *members: str) -> None:
        """Answer with a cookie of these members."""
        self.members = members
        self.headers["set-cookie"] = self.server.identity.cookie(members, self.secure)


def network(client: Sequence[Any] | None) -> str:
    """Whom limits count: an address, of IPv6 the network that one customer gets.

    >>> network(("2001:db8::1:2:3:4", 5)), network(("::ffff:192.0.2.7", 5)), network(("192.0.2.7", 5))
    ('2001:db8::', '192.0.2.7', '192.0.2.7')
    """
    host = str(client[0]) if client else ""
    if ":" not in host:
        return host
    try:
        address = IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))


Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True)
class Endpoint:
    """One row of the route table. A part of the path is a text, or a whole number where it is ``{name:int}``."""

    method: str
    path: str
    summary: str
    handler: Handler
    answer: Any
    body: type | None = None
    status: int = 200
    problems: Sequence[int] = ()
    query: Mapping[str, type[int] | type[str]] = field(default_factory=dict)
    """What may stand behind the path."""
    limit: int = BODY
    raw: bool = False
    """The handler reads the body itself, to say what is wrong with it in its own words."""
    media: str = "application/json"


@dataclass
class Table:
    """The route table, filled by decorators."""

    rows: list[Endpoint] = field(default_factory=list)

    def add(self, method: str, path: str, summary: str, answer: Any, **more: Any) -> Callable[[Handler], Handler]:
        """Add the decorated handler as a row."""

        def keep(handler: Handler) -> Handler:
            self.rows.append(Endpoint(method, path, summary, handler, answer, **more))
            return handler

        return keep

    def routes(self, server: Server) -> list[Route]:
        """The rows as routes of Starlette, one a path."""
        paths: dict[str, dict[str, Endpoint]] = {}
        for row in self.rows:
            paths.setdefault(_plain(row.path), {})[row.method] = row
        served = [Route(path, _Served(server, rows), include_in_schema=False) for path, rows in paths.items()]
        nowhere = _json(404, Problem("unknown", "there is no such address"), {})
        return [*served, Route("/api/{rest:path}", nowhere, include_in_schema=False)]

    def openapi(self, version: str) -> dict[str, Any]:
        """The rows as an OpenAPI page."""
        types = sorted({t for row in self.rows for t in (row.answer, row.body) if t} | {Problem}, key=str)
        references, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
        found = dict(zip(types, references, strict=True))
        paths: dict[str, Any] = {}
        for row in self.rows:
            paths.setdefault(_plain(row.path), {})[row.method.lower()] = _operation(row, found)
        return {
            "openapi": "3.1.0",
            "info": {"title": "Speto", "version": version, "license": {"name": "MIT", "identifier": "MIT"}},
            "paths": paths,
            "components": {"schemas": components},
        }


def _operation(row: Endpoint, found: dict[type, dict[str, Any]]) -> dict[str, Any]:
    """One row as an operation of OpenAPI."""
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": _INTEGER if kind else {"type": "string"}}
        for name, kind in _PART.findall(row.path)
    ]
    parameters += [
        {"name": name, "in": "query", "required": False, "schema": _INTEGER if kind is int else {"type": "string"}}
        for name, kind in row.query.items()
    ]
    answer: dict[str, Any] = {"description": row.summary}
    if row.answer is not None or row.media != "application/json":
        schema = found[row.answer] if row.answer else {"type": "string"}
        answer["content"] = {row.media: {"schema": schema}}
    problem = {"application/json": {"schema": found[Problem]}}
    problems = {*row.problems, 429, 503}
    problems |= {400, 408, 413} if row.body else {400} if row.query else set()
    problems |= {403} if row.method != "GET" else set()  # the page of another site
    operation: dict[str, Any] = {
        "summary": row.summary,
        "operationId": row.handler.__name__,
        "responses": {
            str(row.status): answer,
            **{str(status): {"description": _SAID[status], "content": problem} for status in sorted(problems)},
        },
    }
    if parameters:
        operation["parameters"] = parameters
    if row.body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": found[row.body]}}}
    return operation


_PART = re.compile(r"{(\w+)(:int)?}")
_INTEGER = {"type": "integer", "minimum": 0, "maximum": 10**DIGITS - 1}
_SAID = {
    400: "The request is unreadable, or wrong in what it asks.",
    403: "The caller may not do this.",
    404: "There is no such thing.",
    408: "The request took too long to come.",
    409: "It cannot be done now.",
    413: "The request is too long.",
    429: "Too often.",
    503: "The store takes nothing at the moment.",
}


def _plain(path: str) -> str:
    return path.replace(":int}", "}")


class _Served:
    """The rows of one path as an ASGI application."""

    def __init__(self, server: Server, rows: dict[str, Endpoint]) -> None:
        self.server, self.rows = server, rows

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        request = Request(scope, receive)
        row = self.rows.get("GET" if request.method == "HEAD" else request.method)
        if row is None:
            await _not_so(self.rows)(scope, receive, send)
            return
        try:
            response = await self._answer(row, request)
        except ClientDisconnect:
            return
        self.server.metrics.requests.labels(f"{row.method} {row.path}", response.status_code).inc()
        await response(scope, receive, send)

    async def _answer(self, row: Endpoint, request: Request) -> Response:
        headers: dict[str, str] = {}
        try:
            if not self.server.asked.take(network(request.client), time.monotonic()):
                raise refuse("many_requests")
            _read_path(row, request)
            call = Call(self.server, request, await _body(row, request))
            headers = call.headers
            answer = await row.handler(call)
            if isinstance(answer, Response):
                answer.headers.update(headers)
                return answer
            return _json(row.status, answer, headers)
        except Refuse as refused:
            return _json(refused.status, refused.problem, headers)
        except StoreFull as full:
            log.error(told("store full", route=row.path, why=full.sentence))
            return _json(503, Problem("full", "the server's disk is full: nothing was stored, nothing is lost"), {})
        except StoreDown as down:
            log.error(told("store down", route=row.path, why=down.sentence))
            return _json(503, Problem("full", "the database does not answer; try again soon"), {})
        except NoTable:
            return _json(404, Problem("unknown", "there is no such table"), {})
        except SpetoError as error:
            return _json(400, Problem("illegal", error.sentence, error.rule), headers)
        except Exception:
            self.server.metrics.faults.labels("http").inc()
            logging.getLogger("speto.server").exception(told("fault", route=row.path))
            return _json(500, Problem("fault", "a fault in Speto; the server's log says more"), {})


def _not_so(rows: Mapping[str, Endpoint]) -> Response:
    """The answer to a method that a path does not have."""
    allowed = sorted({*rows, *(["HEAD"] if "GET" in rows else [])})
    sentence = f"this address is for {' and '.join(allowed)} only"
    return _json(405, Problem("unknown", sentence), {"allow": ", ".join(allowed)})


def _read_path(row: Endpoint, request: Request) -> None:
    """Read the whole numbers of the path. Raises Refuse."""
    for name, kind in _PART.findall(row.path):
        if kind:
            value = _whole(request.path_params[name])
            if value is None:
                raise Refuse(404, "unknown", f"{name} must be a whole number of at most {DIGITS} digits")
            request.path_params[name] = value


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= DIGITS else None


def _json(status: int, answer: Any, headers: dict[str, str]) -> Response:
    held = {"cache-control": "no-store", **headers}
    return Response(msgspec.json.encode(answer), status, held, media_type="application/json")


async def _body(row: Endpoint, request: Request) -> Any:
    """The decoded body. Raises Refuse."""
    if row.body is None:
        return None
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refuse(400, "unreadable", "the request must be JSON, with content-type application/json")
    raw = bytearray()
    try:
        async with asyncio.timeout(SLOW):
            async for chunk in request.stream():
                raw += chunk
                if len(raw) > row.limit:
                    raise Refuse(413, "too_long", f"the request has more than {row.limit >> 10} KiB")
    except TimeoutError:
        raise Refuse(408, "unreadable", f"the request was not there after {SLOW:.0f} seconds") from None
    if row.raw:
        return bytes(raw)
    try:
        return msgspec.json.decode(raw, type=row.body)
    except msgspec.MsgspecError as error:
        raise Refuse(400, "unreadable", f"the request cannot be read: {error}") from None
    except RecursionError:
        raise Refuse(400, "unreadable", "the request is nested too deeply") from None


def query(call: Call, name: str, otherwise: int) -> int:
    """A whole number behind the path. Raises Refuse."""
    text = call.request.query_params.get(name)
    if text is None:
        return otherwise
    value = _whole(text)
    if value is None:
        raise Refuse(400, "unreadable", f"{name} must be a whole number of at most {DIGITS} digits")
    return value
