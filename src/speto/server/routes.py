"""The route table of the HTTP interface: handlers, their types, and the OpenAPI page that follows from them.

A handler gets a :class:`Call` and answers with a struct of ``shapes.py``; what it refuses it raises as
:class:`Refuse`. Reading, limits, answers in JSON and counting happen here, once.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
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


class Refuse(Exception):
    """A request is refused: with this status, code and sentence."""

    def __init__(self, status: int, code: str, sentence: str, rule: str | None = None) -> None:
        super().__init__(sentence)
        self.status = status
        self.problem = Problem(code, sentence, rule)


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
    """Whom limits count: an address, of IPv6 the network that one customer gets."""
    host = str(client[0]) if client else ""
    return ":".join(host.split(":")[:4]) if ":" in host else host


Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True)
class Endpoint:
    """One row of the route table. ``query`` names integers that may stand behind the path."""

    method: str
    path: str
    summary: str
    handler: Handler
    answer: Any
    body: type | None = None
    status: int = 200
    problems: Sequence[int] = ()
    query: Sequence[str] = ()
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
            paths.setdefault(row.path, {})[row.method] = row
        return [
            Route(path, _Served(server, rows), methods=list(rows), include_in_schema=False)
            for path, rows in paths.items()
        ]

    def openapi(self, version: str) -> dict[str, Any]:
        """The rows as an OpenAPI page."""
        types = sorted({t for row in self.rows for t in (row.answer, row.body) if t} | {Problem}, key=str)
        references, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
        found = dict(zip(types, references, strict=True))
        paths: dict[str, Any] = {}
        for row in self.rows:
            path = re.sub(r":\w+}", "}", row.path)
            paths.setdefault(path, {})[row.method.lower()] = _operation(row, found)
        return {
            "openapi": "3.1.0",
            "info": {"title": "Speto", "version": version, "license": {"name": "MIT", "identifier": "MIT"}},
            "paths": paths,
            "components": {"schemas": components},
        }


def _operation(row: Endpoint, found: dict[type, dict[str, Any]]) -> dict[str, Any]:
    """One row as an operation of OpenAPI."""
    parameters = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "integer", "minimum": 0} if kind == ":int" else {"type": "string"},
        }
        for name, kind in re.findall(r"{(\w+)(:\w+)?}", row.path)
    ]
    parameters += [
        {"name": name, "in": "query", "required": False, "schema": {"type": "integer", "minimum": 0}}
        for name in row.query
    ]
    answer: dict[str, Any] = {"description": row.summary}
    if row.answer is not None or row.media != "application/json":
        schema = found[row.answer] if row.answer else {"type": "string"}
        answer["content"] = {row.media: {"schema": schema}}
    problem = {"application/json": {"schema": found[Problem]}}
    problems = sorted({*row.problems, *((400, 403, 413) if row.body else ()), 503})
    operation: dict[str, Any] = {
        "summary": row.summary,
        "operationId": row.handler.__name__,
        "responses": {
            str(row.status): answer,
            **{str(status): {"description": _SAID[status], "content": problem} for status in problems},
        },
    }
    if parameters:
        operation["parameters"] = parameters
    if row.body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": found[row.body]}}}
    return operation


_SAID = {
    400: "The request is unreadable, or wrong in what it asks.",
    401: "The caller has no cookie.",
    403: "The caller may not do this.",
    404: "There is no such thing.",
    409: "It cannot be done now.",
    413: "The request is too long.",
    429: "Too often.",
    503: "The store takes nothing at the moment.",
}


class _Served:
    """The rows of one path as an ASGI application."""

    def __init__(self, server: Server, rows: dict[str, Endpoint]) -> None:
        self.server, self.rows = server, rows

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        request = Request(scope, receive)
        row = self.rows["GET" if request.method == "HEAD" else request.method]
        try:
            response = await self._answer(row, request)
        except ClientDisconnect:
            return
        self.server.metrics.requests.labels(f"{row.method} {row.path}", response.status_code).inc()
        await response(scope, receive, send)

    async def _answer(self, row: Endpoint, request: Request) -> Response:
        headers: dict[str, str] = {}
        try:
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
            return _json(400, Problem("illegal", error.sentence, error.rule), {})
        except Exception:
            self.server.metrics.faults.labels("http").inc()
            logging.getLogger("speto.server").exception(told("fault", route=row.path))
            return _json(500, Problem("fault", "a fault in Speto; the server's log says more"), {})


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
    async for chunk in request.stream():
        raw += chunk
        if len(raw) > row.limit:
            raise Refuse(413, "too_long", f"the request has more than {row.limit >> 10} KiB")
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
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Refuse(400, "unreadable", f"{name} must be a whole number")
    return int(text)
