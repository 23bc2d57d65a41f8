"""What every answer carries, and which pages may ask: headers, and the check of where a request comes from."""

from __future__ import annotations

import re
from collections.abc import Collection

from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
"""Everything comes from this server; nothing is inline, nothing is framed, nothing is sent elsewhere."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_OPENER = (b"cross-origin-opener-policy", b"same-origin")
_LOCAL = re.compile(rb"(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?", re.IGNORECASE)
"""Hosts that browsers trust over plain http, for nobody sits between."""
_HSTS = (b"strict-transport-security", b"max-age=31536000")
_SAFE = ("GET", "HEAD", "OPTIONS")


class Security:
    """Adds the headers, and refuses sockets and changes that another site's page asks for.

    A browser says in ``Origin`` whose page asks; what is no browser says nothing, and has no cookie to misuse.
    """

    def __init__(self, app: ASGIApp, origins: Collection[str] = ()) -> None:
        self.app = app
        self.origins = {origin.lower().rstrip("/") for origin in origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] == "websocket":
            if not self._own(scope):
                await send({"type": "websocket.close", "code": 1008})
                return
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = list(message.get("headers", ()))
                names = {name.lower() for name, _ in given}
                more = [pair for pair in _HEADERS if pair[0] not in names]
                secure = scope["scheme"] == "https"
                if secure:
                    more.append(_HSTS)
                if secure or _trusted(scope):
                    more.append(_OPENER)
                message = {**message, "headers": [*given, *more]}
            await send(message)

        if scope["method"] not in _SAFE and not self._own(scope):
            body = b'{"code":"origin","error":"this request comes from the page of another site"}'
            headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
            await send_with_headers({"type": "http.response.start", "status": 403, "headers": headers})
            await send({"type": "http.response.body", "body": body})
            return
        await self.app(scope, receive, send_with_headers)

    def _own(self, scope: Scope) -> bool:
        """Whether the page that asks is ours; the host tells, for a proxy may have changed the scheme."""
        origin = host = None
        for name, value in scope["headers"]:
            if name == b"origin":
                origin = value.decode("latin-1").lower()
            elif name == b"host":
                host = value.decode("latin-1").lower()
        if origin is None or origin in self.origins:
            return True
        return host is not None and origin.partition("://")[2] == host


def _trusted(scope: Scope) -> bool:
    """Whether a browser follows an opener policy from here; elsewhere on plain http it only complains of one."""
    return any(name == b"host" and _LOCAL.fullmatch(value) for name, value in scope["headers"])
