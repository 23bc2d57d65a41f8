"""The page's files, from memory: they are few and small, and a server must not read its disk to answer."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

PAGE = Path(__file__).parent.parent / "web_static"

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webp": "image/webp",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
    ".mp3": "audio/mpeg",
    ".wav": "audio/wav",
}
_SQUEEZED = (".html", ".js", ".css", ".svg", ".webmanifest", ".json", ".txt")
PLACES = ("", "new", "join", "t", "w", "r", "a", "s", "watch", "rules", "learn", "records", "settings", "privacy")
"""First parts of the page's own addresses: all of them are answered with its index."""

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Speto</title>
<h1>Speto</h1>
<p>The server runs, but this installation has no page: it was built without it.</p>
<p>In the source tree, <code>make play</code> builds the page and starts again. A program can play all the same:
see <a href="/openapi.json">the HTTP interface</a> and the protocol's documentation.</p>
"""


@dataclass(frozen=True, slots=True)
class _File:
    body: bytes
    squeezed: bytes | None
    media: str
    tag: str
    cache: str


class Static:
    """Answers with the page's files."""

    def __init__(self, page: Path | None = None) -> None:
        root = page or PAGE
        self.files: dict[str, _File] = {}
        if root.is_dir():
            for path in sorted(root.rglob("*")):
                name = path.relative_to(root).as_posix()
                if path.suffix in TYPES and path.is_file():
                    self.files[name] = _read(path, name)

    @property
    def built(self) -> bool:
        """Whether there is a page."""
        return "index.html" in self.files

    async def answer(self, request: Request) -> Response:
        """The file of this path, or the index for the page's own addresses."""
        path = request.url.path.lstrip("/")
        file = self.files.get(path)
        if file is None and path.partition("/")[0] in PLACES:
            file = self.files.get("index.html")
            if file is None:
                return Response(NOT_BUILT, 200, {"cache-control": "no-store"}, TYPES[".html"])
        if file is None:
            return Response("There is no such page.\n", 404, media_type=TYPES[".txt"])
        headers = {"etag": file.tag, "cache-control": file.cache, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        if file.squeezed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            return Response(file.squeezed, 200, headers, file.media)
        return Response(file.body, 200, headers, file.media)


def _read(path: Path, name: str) -> _File:
    body = path.read_bytes()
    squeezed = gzip.compress(body, 9, mtime=0) if path.suffix in _SQUEEZED else None
    # What the bundler names by its content never changes; everything else is asked for again.
    cache = "public, max-age=31536000, immutable" if name.startswith("assets/") else "no-cache"
    return _File(body, squeezed, TYPES[path.suffix], f'"{hashlib.sha256(body).hexdigest()[:16]}"', cache)
