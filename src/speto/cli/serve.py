"""``speto serve``: the table server."""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from speto.errors import SpetoError

if TYPE_CHECKING:
    from speto.server.settings import Settings

PORT = 8000
RESTART = 1.0
"""Seconds before a worker that ended is started again."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where it listens, where the data lie, TLS or a proxy, workers."""
    parser.add_argument("--host", default="127.0.0.1", help="127.0.0.1 if left out; 0.0.0.0 for the whole network")
    parser.add_argument("--port", type=int, default=PORT, help=f"{PORT} if left out; 0 takes a free one")
    parser.add_argument("--data", type=Path, metavar="DIR", help="the folder of the data; else the user's own")
    parser.add_argument("--database", metavar="URL", help="sqlite:… or postgresql://…; else a file in that folder")
    parser.add_argument("--tls-cert", type=Path, metavar="FILE", help="the certificate, for https")
    parser.add_argument("--tls-key", type=Path, metavar="FILE", help="its key")
    parser.add_argument(
        "--proxy-headers",
        metavar="ADDRESSES",
        nargs="?",
        const="127.0.0.1,::1",
        help="believe the X-Forwarded headers of a proxy at these addresses; of this machine if none are named",
    )
    origin = "the address that browsers know, where a proxy changes Host"
    parser.add_argument("--origin", action="append", default=[], metavar="URL", help=origin)
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes that serve; 1 if left out")
    parser.add_argument("--bots", type=int, default=0, metavar="N", help="processes for bots; one a core if left out")
    parser.add_argument("--fd", type=int, help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    """Serve until a signal says stop."""
    from speto.server.run import listen
    from speto.store import is_postgres, open_store, shown, sqlite_file

    if bool(args.tls_cert) != bool(args.tls_key):
        args.parser.error("--tls-cert and --tls-key go together")
    if args.workers < 1:
        args.parser.error("--workers is at least 1")
    url = address_of(args)
    if args.workers > 1 and not is_postgres(url):
        args.parser.error(
            f"{args.workers} workers need PostgreSQL (--database postgresql://…): a SQLite file is for one process"
        )
    if args.fd is not None:
        threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
        _serve(args, url, socket.socket(fileno=args.fd))
        return 0
    file = sqlite_file(url)
    open_store(url)  # only to know now whether it can be
    if file is not None:
        try:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise SpetoError(f"{file.parent} cannot hold the data: {error.strerror}") from None
    try:
        sock = listen(args.host, args.port)
    except OSError as error:
        args.parser.error(f"cannot listen at {args.host}, port {args.port}: {error.strerror or error}")
    addresses = _addresses(args.host, sock.getsockname()[1], "https" if args.tls_cert else "http")
    claim = Claim(file.parent) if file is not None else None
    if claim is not None and (other := claim.take(addresses[0])) is not None:
        sock.close()
        raise SpetoError(f"another server has {file} open already, at {other}")
    with sock:
        print(f"Speto serves at {addresses[0]}", *[f"and at {more}" for more in addresses[1:]], flush=True)
        print(f"The data lie in {shown(url) if file is None else file}", flush=True)
        print("Ctrl-C stops it; whatever was played stays.", flush=True)
        if args.workers > 1:
            return _several(args, sock)
        _serve(args, url, sock)
    return 0


def address_of(args: argparse.Namespace) -> str:
    """The database: the one that is named, else the file in the folder that is named, else the user's own."""
    from speto.store import default_url

    if args.database is None and args.data is not None:
        return f"sqlite://{(args.data.absolute() / 'speto.db').as_posix()}"
    return args.database or default_url()


def _serve(args: argparse.Namespace, url: str, sock: socket.socket) -> None:
    """One process that serves."""
    from speto.server.app import make_app
    from speto.server.logs import set_up
    from speto.server.run import Listening, serve
    from speto.store import is_postgres, open_store

    set_up(os.environ.get("SPETO_LOG", "INFO").upper())
    settings = settings_of(args, shared=is_postgres(url))
    serve(make_app(open_store(url), settings), Listening(args.tls_cert, args.tls_key, args.proxy_headers), sock)


def settings_of(args: argparse.Namespace, shared: bool) -> Settings:
    """The settings that arguments and environment ask for."""
    from speto.server.settings import Settings

    settings = Settings(shared=shared, origins=tuple(args.origin), bots=args.bots)
    if limit := os.environ.get("SPETO_TABLES_A_MINUTE"):
        settings = replace(settings, tables_a_minute=float(limit))
    return settings


def _end_with_parent(parent: int) -> None:
    """A worker ends when whoever keeps it has ended, however that was."""
    while os.getppid() == parent:
        time.sleep(RESTART)
    os.kill(os.getpid(), signal.SIGTERM)


class Claim:
    """Says who serves the data in a folder: one process, as long as it lives."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "speto.serving"
        self._file: Any = None

    def take(self, address: str) -> str | None:
        """Claim the folder; the address of the other server if there is one."""
        import fcntl

        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._file = self.path.open("a+", encoding="utf-8")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.seek(0)
            other: str = self._file.read().strip()
            self._file.close()
            return other or "an address that it has not told yet"
        self._file.truncate(0)
        self._file.write(address + "\n")
        self._file.flush()
        return None


def _addresses(host: str, port: int, scheme: str) -> list[str]:
    """Where people find the server."""
    if host not in ("0.0.0.0", "::"):
        return [f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"]
    found = [f"{scheme}://localhost:{port}"]
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent: it only tells which of our addresses would be used
        found.append(f"{scheme}://{probe.getsockname()[0]}:{port}")
    return found


def _several(args: argparse.Namespace, sock: socket.socket) -> int:
    """Keep so many processes serving on one socket until a signal says stop."""
    words = [word for word in sys.argv[1:] if word]
    command = [sys.executable, "-m", "speto", *words, "--fd", str(sock.fileno())]
    stopped = False

    def stop(*_: object) -> None:
        nonlocal stopped
        stopped = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    workers: list[subprocess.Popen[bytes]] = []
    while not stopped:
        workers = [worker for worker in workers if worker.poll() is None]
        while len(workers) < args.workers:
            workers.append(subprocess.Popen(command, pass_fds=[sock.fileno()], start_new_session=True))
        time.sleep(RESTART)
    for worker in workers:
        worker.terminate()
    for worker in workers:
        with suppress(subprocess.TimeoutExpired):
            worker.wait(10)
            continue
        worker.kill()
    return 0
